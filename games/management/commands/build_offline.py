"""``manage.py build_offline DIR``: a chouette without a server, as a folder for any web space."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.management.offline_folder import folder_build


class Command(BaseCommand):
    """Writes the folder, and says how large it is."""

    help = (
        "Write a folder with a page that keeps the score of a chouette in the browser: without "
        "account, server or network. Any web space can serve it; it needs no program there."
    )
    requires_system_checks: list[str] = []  # it needs no database

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, metavar="DIR")

    def handle(self, *args: Any, folder: Path, **options: Any) -> None:
        names = folder_build(folder)
        size = sum((folder / name).stat().st_size for name in names)
        self.stdout.write(f"{len(names)} files, {size / 1e6:.1f} MB, in {folder.resolve()}")
