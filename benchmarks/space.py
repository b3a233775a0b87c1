"""Bytes that a game takes, by table and index.

    python -m benchmarks.space --evenings 1000
    DATABASE_URL=postgres://... python -m benchmarks.space --evenings 1000

Evenings of 25 games with five players, four actions a game, as `benchmarks.ledger_scale` makes
them: without whatever is written once for the installation, this is what one more game costs. The
database that is named must be empty. `--folder` keeps the data.
"""

import argparse
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.ledger_scale import GAMES, build

SQLITE = """
    SELECT coalesce(m.tbl_name, s.name), s.name, sum(s.pgsize)
    FROM dbstat s LEFT JOIN sqlite_master m ON m.name = s.name GROUP BY 1, 2
"""
POSTGRESQL = """
    SELECT coalesce(t.relname, c.relname), c.relname,
           pg_relation_size(c.oid) + coalesce(pg_total_relation_size(nullif(c.reltoastrelid, 0)), 0)
    FROM pg_class c
    LEFT JOIN pg_index i ON i.indexrelid = c.oid LEFT JOIN pg_class t ON t.oid = i.indrelid
    JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relkind IN ('r', 'i')
"""
SHOWN = 5
"""Bytes a game from which a table or an index has a line."""


def sizes() -> Iterator[tuple[str, str, int]]:
    """Return table, table or index, and its bytes."""
    from django.db import connection

    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("VACUUM (FULL, ANALYZE)")
            cursor.execute(POSTGRESQL)
        else:
            cursor.execute("VACUUM")
            cursor.execute(SQLITE)
        yield from cursor.fetchall()


def main() -> None:
    """Build, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--evenings", type=int, default=400)
    parser.add_argument("--folder", type=Path)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = asked.folder or Path(made)
        folder.mkdir(exist_ok=True)
        os.environ |= {"CHOUETTE_DATA": str(folder), "DJANGO_SETTINGS_MODULE": "chouette.settings"}
        build(1, 1)
        empty = {name: size for _table, name, size in sizes()}
        build_more(asked.evenings)
        games = asked.evenings * GAMES
        found = [
            (table, name, (size - empty.get(name, 0)) / games) for table, name, size in sizes()
        ]
    print(f"{games:,} games, bytes each")
    for table, name, size in sorted(found, key=lambda one: -one[2]):
        if size >= SHOWN:
            print(f"{size:7,.0f}  {name if name == table else f'{table}: {name}'}")
    print(f"{sum(size for _table, _name, size in found):7,.0f}  in all")


def build_more(evenings: int) -> None:
    """Copy the evening that is there this often."""
    from benchmarks.ledger_scale import AT_ONCE, copy
    from games.models import Session

    first = Session.objects.get()
    for start in range(0, evenings, AT_ONCE):
        copy(first, min(AT_ONCE, evenings - start))


if __name__ == "__main__":
    main()
