"""Progress output for long commands."""

import time
from typing import Final

from django.core.management.base import OutputWrapper
from django.utils.translation import gettext as _

from games.files.services.job_files import Progress

EVERY: Final = 3.0
"""Seconds between two lines."""


class SaidProgress(Progress):
    """Prints a line every few seconds, on a terminal or with more verbosity.

    It prints to standard error: the output may be read by a program.
    """

    def __init__(self, out: OutputWrapper, things: str, verbosity: int) -> None:
        super().__init__()
        self.out = out
        self.things = things
        self.says = verbosity > 1 or (verbosity == 1 and out.isatty())
        self.said = time.monotonic()

    def step(self, count: int = 1) -> None:
        """Count steps, and print the progress now and then."""
        super().step(count)
        if self.says and time.monotonic() - self.said >= EVERY:
            self.said = time.monotonic()
            figures = {"done": self.done, "total": self.total, "things": self.things}
            self.out.write(_("%(done)s of %(total)s %(things)s") % figures)
