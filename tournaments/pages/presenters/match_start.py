"""The form that starts a match of two outside of events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.clubs.selectors.privacy import Person
from games.models import Club
from games.web.input import Input

USUAL = "7"


@dataclass(frozen=True, slots=True)
class StartPage:
    """Who may play each other, what was chosen, and why that could not be started, if so."""

    club: Club
    people: tuple[Person, ...]
    first: str
    second: str
    length: str
    other: str
    problem: str = ""
    lengths: tuple[str, ...] = ("1", "3", "5", "7", "9", "11")


def start_page(
    club: Club, people: Sequence[Person], own: str, typed: Input | None = None, problem: str = ""
) -> StartPage:
    """Gather the form; `people` are the players to choose from, `own` is the reader's own."""
    if typed is None:
        return StartPage(club, tuple(people), own, "", USUAL, "")
    first, second, length, other = map(typed.one, ("first", "second", "length", "other_length"))
    return StartPage(club, tuple(people), first, second, length, other, problem)
