"""Matches to which somebody did not come, as the director decides them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.models import Player
from games.permissions import Reader
from tournaments.leagues.presenters.fixtures import FixtureCard
from tournaments.leagues.presenters.told import names_of_two, walkover_of
from tournaments.leagues.selectors.fixtures import FixtureShown
from tournaments.models import FixtureNote
from tournaments.record.selectors.passes import phones_in


@dataclass(frozen=True, slots=True)
class Way:
    """How a director can decide: that the player of a side, `absent`, did not come."""

    absent: int
    winner: str
    loser: str
    strikes: int
    """How many who did not come had before."""


@dataclass(frozen=True, slots=True)
class Absence:
    """A fixture to which somebody did not come, for the director to decide."""

    card: FixtureCard
    strikes: int
    ways: tuple[Way, ...]
    """Two where both say it of each other."""
    answer: str
    """What the other has said to it."""
    words: tuple[tuple[str, str], ...]
    """What the two say to it in their own words, each with their name."""
    walkover: tuple[str, ...] = ()
    """What each of the two gets for a walkover."""
    is_asked: bool = True
    """Whether who did not come has an account or a phone, and can answer here."""
    on_phone: bool = False
    """Whether only a phone asks them, for they have no account."""
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
    phones = _phones(fixtures)
    return tuple(
        Absence(
            cards[shown.match.public_id],
            strikes.get(absent_of(shown), 0),
            _ways(shown, strikes, reader),
            "" if answer is None else answer.text,
            _words(shown, answer, reader),
            walkover_of(shown, reader),
            _is_known(shown) or _key(shown) in phones,
            not _is_known(shown) and _key(shown) in phones,
            _is_own(shown, reader),
        )
        for shown in fixtures
        if shown.absence is not None
        for answer in (shown.answer(),)
    )


def _words(
    shown: FixtureShown, answer: FixtureNote | None, reader: Reader
) -> tuple[tuple[str, str], ...]:
    two = names_of_two(shown.match, reader)
    notes = [shown.absence, shown.counter]
    notes += [answer] if answer != shown.counter else []
    return tuple(
        (two[one.side], one.text)
        for one in notes
        if one is not None and one.text and one.side is not None and len(two) > 1
    )


def _ways(shown: FixtureShown, strikes: Mapping[int, int], reader: Reader) -> tuple[Way, ...]:
    two = names_of_two(shown.match, reader)
    keys = (shown.match.first_id, shown.match.second_id)
    claims = (shown.absence, shown.counter)
    sides = [one.side for one in claims if one is not None and one.side is not None]
    return tuple(
        Way(1 - side, two[side], two[1 - side], strikes.get(keys[1 - side] or 0, 0))
        for side in sides
        if len(two) > 1
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


def _absent(shown: FixtureShown) -> Player | None:
    match = shown.match
    two = {match.first_id: match.first, match.second_id: match.second}
    return two.get(absent_of(shown))


def _key(shown: FixtureShown) -> int:
    absent = _absent(shown)
    return 0 if absent is None else absent.current.pk


def _is_known(shown: FixtureShown) -> bool:
    """Tell whether who did not come has an account."""
    absent = _absent(shown)
    return absent is None or absent.current.user_id is not None


def _phones(fixtures: Sequence[FixtureShown]) -> frozenset[int]:
    """Return who has a phone there; without a query where nobody is asked there only."""
    asked = [one for one in fixtures if one.absence is not None and not _is_known(one)]
    return phones_in(asked[0].dated.event_id) if asked else frozenset()
