"""Runs the fast tests: `python3 manage.py verify`."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext_lazy as _

ROOT = Path(__file__).resolve().parents[3]


class Command(BaseCommand):
    """Runs the tests that work on any computer: no browser, no servers, nothing slow."""

    help = str(_("Run the fast tests."))
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the wish for all cases."""
        text = _("all cases of each test, and those that take long; without it at most two cases")
        cases = parser.add_mutually_exclusive_group()
        cases.add_argument("--all", action="store_true", help=str(text))
        text = _(
            "every third case of each test, from this one on; continuous integration takes turns"
        )
        cases.add_argument("--third", type=int, choices=(1, 2, 3), help=str(text))

    def handle(self, *args: Any, **options: Any) -> None:
        """Run pytest and end with its exit status."""
        if not (ROOT / "tests").is_dir():
            raise CommandError(_("Tests are run in a checkout; what is installed has none."))
        many = options["all"] or options["third"]
        wanted = "not slow and not browser" + ("" if many else " and not thorough")
        command = [sys.executable, "-m", "pytest", "-m", wanted]
        command += ["--numprocesses", "auto", "--maxprocesses", "4", "--quiet"]
        # Neighbours go to the same process, which builds what they share once.
        command += ["--dist", "worksteal"]
        if options["third"]:
            command += ["--third", str(options["third"])]
        elif not options["all"]:
            command += ["--cases", "2"]
        # Tests have a data folder of their own, and leave that of a club alone.
        with tempfile.TemporaryDirectory(prefix="chouette-verify-") as data:
            given = {**os.environ, "CHOUETTE_DATA": data}
            ended = subprocess.run(command, cwd=ROOT, check=False, env=given)
        sys.exit(ended.returncode)
