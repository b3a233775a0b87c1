"""A clock that goes from another day, for tests whose dates are fixed ones."""

import datetime

import pytest
from django.utils import timezone


def goes_from(monkeypatch: pytest.MonkeyPatch, begin: datetime.datetime) -> None:
    """Let it be that moment now, and go on from there."""
    real = timezone.now
    away = begin - real()
    monkeypatch.setattr(timezone, "now", lambda: real() + away)
