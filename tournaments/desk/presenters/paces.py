"""How fast a rehearsal enters results by itself, as choices."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.events.services.rehearsal_pace import PACES
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class Pace:
    """A button: the seconds between two results, blank if none comes by itself."""

    value: str
    text: str
    is_here: bool


def pace_choices() -> list[tuple[str, str]]:
    """Return the choices of a form, slow ones first: seconds, blank for none, and the text."""
    said = _("A result every %(seconds)s seconds")
    return [
        ("", _("I enter everything myself")),
        *((str(every), said % {"seconds": every}) for every in sorted(PACES, reverse=True)),
    ]


def paces_of(event: Event) -> tuple[Pace, ...]:
    """Return the choices with the one that an event has."""
    here = "" if event.plays_every is None else str(event.plays_every)
    return tuple(Pace(value, text, value == here) for value, text in pace_choices())
