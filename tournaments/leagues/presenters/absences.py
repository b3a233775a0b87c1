"""Matches to which somebody did not come, as the director decides them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.permissions import Reader
from tournaments.leagues.presenters.fixtures import FixtureCard
from tournaments.leagues.presenters.told import walkover_of
from tournaments.leagues.selectors.fixtures import FixtureShown


@dataclass(frozen=True, slots=True)
class Absence:
    """A fixture to which somebody did not come, for the director to decide."""

    card: FixtureCard
    strikes: int
    answer: str
    """What the other has said to it."""
    walkover: tuple[str, ...] = ()
    """What each of the two gets for a walkover."""
    is_asked: bool = True
    """Whether who did not come has an account, and can answer here."""
    is_own: bool = False
    """Whether the director who reads it is one of the two."""


def absences_of(
    fixtures: Sequence[FixtureShown],
    cards: Mapping[str, FixtureCard],
    strikes: Mapping[int, int],
    reader: Reader,
) -> tuple[Absence, ...]:
    """Return the fixtures of which one says that the other did not come, as the director decides
    them. `cards` are by the public id of the match, `strikes` by player.
    """
    return tuple(
        Absence(
            cards[shown.match.public_id],
            strikes.get(absent_of(shown), 0),
            "" if answer is None else answer.text,
            walkover_of(shown, reader),
            _is_asked(shown),
            _is_own(shown, reader),
        )
        for shown in fixtures
        if shown.absence is not None
        for answer in (shown.answer(),)
    )


def absent_of(shown: FixtureShown) -> int:
    """Return the primary key of who did not come."""
    absence = shown.absence
    sides = (shown.match.first_id, shown.match.second_id)
    return 0 if absence is None or absence.side is None else sides[1 - absence.side] or 0


def _is_own(shown: FixtureShown, reader: Reader) -> bool:
    own = None if reader.actor is None else reader.actor.pk
    two = (shown.match.first, shown.match.second)
    return own is not None and any(one is not None and one.current.user_id == own for one in two)


def _is_asked(shown: FixtureShown) -> bool:
    match = shown.match
    two = {match.first_id: match.first, match.second_id: match.second}
    absent = two.get(absent_of(shown))
    return absent is None or absent.current.user_id is not None
