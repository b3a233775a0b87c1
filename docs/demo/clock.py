"""A clock that is put where something happened: services write down when they were called."""

from __future__ import annotations

import datetime
from typing import Final

from django.utils import timezone

LOOK: Final = datetime.timedelta(milliseconds=37)


class Clock:
    """The time that everybody reads; each look takes a moment.

    It is set before any model is imported: their defaults keep the function they were given.
    """

    def __init__(self) -> None:
        self.at = timezone.now()
        timezone.now = self

    def __call__(self) -> datetime.datetime:
        self.at += LOOK
        return self.at

    def wait(self, **much: float) -> None:
        """Put it forward, by hours, minutes or seconds."""
        self.at += datetime.timedelta(**much)
