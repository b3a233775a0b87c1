"""From when on the rules of a league hold that are changed now, said on its director's page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.names.lists import in_a_row
from tournaments.leagues.selectors.seasons import Stage, stage_of
from tournaments.models import League, LeagueSeason

TABLES: Final = (League.Shape.ALL_PLAY_ALL, League.Shape.ROUNDS)
LADDER: Final = (League.Shape.LADDER,)


def _always(season: LeagueSeason, stage: Stage) -> bool:
    return True


def _while_it_is_played(season: LeagueSeason, stage: Stage) -> bool:
    return stage not in (Stage.CLOSED, Stage.DRAFTED)


def _of_its_divisions(season: LeagueSeason, stage: Stage) -> bool:
    """Once they are drawn they are played as they were, but a ladder that goes on, for there is no
    next season; see `league_change`.
    """
    return season.goes_on and _while_it_is_played(season, stage)


@dataclass(frozen=True, slots=True)
class Held:
    """Some fields of the form in a word, the shapes that have them, and whether they hold at once
    in a season that is drawn; else from the next one on.
    """

    word: Any
    at_once: Callable[[LeagueSeason, Stage], bool]
    shapes: tuple[str, ...] = tuple(League.Shape.values)


HELD: Final = (
    Held(gettext_lazy("the name of the league"), _always),
    Held(gettext_lazy("the length of matches"), _of_its_divisions),
    Held(gettext_lazy("how often two meet"), _of_its_divisions, TABLES[:1]),
    Held(gettext_lazy("the number of rounds"), _of_its_divisions, TABLES[1:]),
    Held(gettext_lazy("the days for a round"), _always, TABLES[1:]),
    Held(gettext_lazy("the days for a challenge"), _always, LADDER),
    Held(gettext_lazy("how many places above may be challenged"), _of_its_divisions, LADDER),
    Held(
        gettext_lazy("what becomes of a challenge that is not played in time"),
        _of_its_divisions,
        LADDER,
    ),
    Held(gettext_lazy("points of matches"), _of_its_divisions, TABLES[:1]),
    Held(gettext_lazy("matches of who withdraws"), _of_its_divisions, TABLES[:1]),
    Held(gettext_lazy("the order of equals"), _of_its_divisions, TABLES),
    Held(gettext_lazy("who changes divisions"), _always, TABLES),
    Held(gettext_lazy("when a report confirms itself"), _always),
    Held(gettext_lazy("what is played on the board of the program"), _always),
    Held(gettext_lazy("what is not played by the deadline"), _always),
)
"""All fields of `LeagueForm` but the shape: a table of the tests has each of them."""
SHAPE: Final = pgettext_lazy("in a list of rules", "who meets whom")


def rules_hold(season: LeagueSeason | None) -> str:
    """Say from when on the rules of a league hold that are changed now, by its latest season."""
    stage = None if season is None else stage_of(season)
    if stage == Stage.ANNOUNCED:
        return _("They hold at once, for the season that is announced, too.")
    if season is None or stage in (None, Stage.ENDED, Stage.CANCELLED):
        return _("They hold from the next season on.")
    return " ".join(_sentences(season, stage))


def rules_saved(season: LeagueSeason | None) -> str:
    """Say that they are saved, and from when on they hold."""
    return f"{_('Saved.')} {rules_hold(season)}"


def _sentences(season: LeagueSeason, stage: Stage) -> Iterator[str]:
    shape = season.league.shape
    is_played = _while_it_is_played(season, stage)
    here = [one for one in HELD if shape in one.shapes]
    now = [str(one.word) for one in here if one.at_once(season, stage)]
    later = [str(one.word) for one in here if not one.at_once(season, stage)]
    if is_played:
        yield _("Who meets whom stays as it is while this season is played.")
    else:
        later.insert(0, str(SHAPE))
    if later:
        yield _("From the next season on: %(rules)s.") % {"rules": in_a_row(later)}
    yield _("At once: %(rules)s.") % {"rules": in_a_row(now)}
    yield from _open(season, is_played=is_played)
    if stage == Stage.DRAFTED and shape in TABLES:
        yield _("The draft that is made already stays as it is until it is made anew.")


def _open(season: LeagueSeason, *, is_played: bool) -> Iterator[str]:
    """Say what the change is for what is out already."""
    if not is_played:
        return
    if season.league.shape == League.Shape.ROUNDS:
        yield _("The days count for the rounds that are out, too.")
    elif season.goes_on:
        yield _(
            "Challenges that are open keep their length and their day; if they are not played by "
            "then, it is by the new rules what becomes of them. What was decided stays as it is."
        )
    elif season.league.shape == League.Shape.LADDER:
        yield _("Challenges that are open keep their day.")
