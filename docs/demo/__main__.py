"""Makes the archive of the demo club anew: `python -m docs.demo --seed 7`."""

from __future__ import annotations

import argparse
import datetime
import gzip
import io
import json
import os
import sys
import tempfile
import time
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from docs.demo.clock import Clock


def main() -> None:
    """Make the club in a database of its own, and keep its archive in the program."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=7)
    seed = parser.parse_args().seed
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"CHOUETTE_DATA": folder, "DJANGO_SETTINGS_MODULE": "chouette.settings"}
        os.environ.pop("DATABASE_URL", None)
        import django

        from docs.demo.clock import Clock

        clock = Clock()
        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0, skip_checks=True)
        from games.files.services.demo import ANALYSES, ARCHIVE

        for path, written in zip((ARCHIVE, ANALYSES), _made(seed, clock), strict=True):
            packed = gzip.compress(written, mtime=0)
            path.write_bytes(packed)
            print(f"{path.name}: {len(written):,} bytes, {len(packed):,} packed")
    print(f"{time.perf_counter() - began:.0f} s")


def _made(seed: int, clock: Clock) -> tuple[bytes, bytes]:
    """Return the archive of the club that comes from this seed, and the analyses of its boards."""
    from django.db import transaction

    from docs.demo import boards, making
    from games.files.services.archive_writing import archive_write
    from games.files.services.job_files import Progress
    from games.models import User

    dice = Random(seed)
    clock.at = datetime.datetime.combine(making.day_of(0) - making.WEEK, making.EVENING)
    with transaction.atomic():
        by = User.objects.create_user("maker@demo.example", name="Maker", is_demo=True)
        made = making.founded(by, dice, clock)
        making.evenings(made, boards.evening_on_board)
        making.the_open(made)
        making.the_league(made)
        making.the_swiss(made)
        boards.boards_of_two(made)
        file = io.BytesIO()
        archive_write(club=made.club, file=file, progress=Progress())
        analyses = boards.analyses(made)
        transaction.set_rollback(True)  # nobody is to be told of it
    return file.getvalue(), json.dumps(analyses).encode()


if __name__ == "__main__":
    sys.exit(main())
