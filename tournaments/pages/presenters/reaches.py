"""What a step of a match does to others, in words: before it is done, and afterwards in the log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clubs.selectors.privacy import Person, people_seen
from games.models import Player
from games.permissions import NOBODY, Reader
from games.web.input import Input
from tournaments.formats.effects import Effect, Touched
from tournaments.models import Match, MatchStep, Round
from tournaments.pages.presenters.events_words import round_title
from tournaments.results.selectors.brackets import bracket_of

RENEWED: Final = frozenset({"csrfmiddlewaretoken", "key", "seen", "keeps"})
"""The fields of a form that are new where it is sent again after a question."""
NARROW: Final = "\u00a0:\u00a0"
"""A colon between points that no line breaks apart."""


@dataclass(frozen=True, slots=True)
class Reached:
    """A question: how much goes, what exactly, what else to know, and the digest of all that.

    `matches` has each match of the effect in a few words, by its identifier; `moved` are the names
    of those who move on a ladder.
    """

    sentence: str
    lines: tuple[str, ...]
    notes: tuple[str, ...]
    seen: str
    may_keep: bool
    matches: Mapping[str, str]
    moved: tuple[str, ...]


def fields_again(ask: Input, *besides: str) -> tuple[tuple[str, str], ...]:
    """Return the fields of a form, to be sent again after a question; others are left out, too."""
    names = [name for name in ask.values if name not in RENEWED and name not in besides]
    return tuple((name, value) for name in names for value in ask.all(name))


def reached(effect: Effect, reader: Reader = NOBODY) -> Reached:
    """Return an effect in words, with the names as the reader may know them; four queries."""
    shown = _Shown(effect, reader)
    return Reached(
        sentence=_sentence(effect),
        lines=tuple(_lines(effect, shown)),
        notes=tuple(_notes(effect)),
        seen=effect.digest,
        may_keep=effect.may_keep,
        matches={
            match.match: f"{shown.round(match)}: {shown.two(match)}"
            for match in (*effect.matches, *effect.gained)
        },
        moved=tuple(shown.name(one.player) for one in effect.moved),
    )


class _Shown:
    """The names of those who meet in the matches of an effect, and their rounds."""

    def __init__(self, effect: Effect, reader: Reader) -> None:
        every = (*effect.matches, *effect.gained)
        keys = [pk for one in every for pk in one.players]
        self._people = people_by_key((*keys, *(one.player for one in effect.moved)), reader)
        rounds = Round.objects.select_related("division__event__club")
        self._rounds = {
            round.public_id: round
            for round in rounds.filter(public_id__in={one.round for one in every})
        }
        divisions = {one.division_id: one.division for one in self._rounds.values()}
        self._brackets = {pk: bracket_of(one) for pk, one in divisions.items()}

    def round(self, match: Touched) -> str:
        found = self._rounds.get(match.round)
        if found is None:
            return _("Match")
        return round_title(found, self._brackets[found.division_id])

    def name(self, pk: int | None) -> str:
        return called(pk, self._people)

    def names(self, match: Touched) -> tuple[str, str]:
        first, second = (self.name(pk) for pk in match.players)
        return first, second

    def two(self, match: Touched) -> str:
        return " – ".join(self.names(match))


def people_by_key(keys: Iterable[int | None], reader: Reader) -> Mapping[int, Person]:
    """Return players as the reader may know them; one query."""
    wanted = {pk for pk in keys if pk is not None}
    found = Player.objects.filter(pk__in=wanted).order_by("pk")
    return people_seen(found, reader) if wanted else {}


def called(pk: int | None, people: Mapping[int, Person]) -> str:
    """Return how a player is called, three dots for nobody."""
    return people[pk].name if pk is not None and pk in people else "…"


def _sentence(effect: Effect) -> str:
    if effect.lost:
        count = len(effect.lost)
        text = ngettext("%(count)s result will be lost.", "%(count)s results will be lost.", count)
        return text % {"count": count}
    if effect.called:
        count = len(effect.called)
        text = ngettext(
            "%(count)s match that is announced gets other players.",
            "%(count)s matches that are announced get other players.",
            count,
        )
        return text % {"count": count}
    if effect.paired:
        count = len(effect.paired)
        text = ngettext(
            "%(count)s round was paired with the wrong score.",
            "%(count)s rounds were paired with the wrong score.",
            count,
        )
        return text % {"count": count}
    if effect.redrawn:
        return _("The draw that is not out yet gets other players.")
    if effect.moved:
        count = len(effect.moved)
        text = ngettext(
            "%(count)s place on the ladder changes.",
            "%(count)s places on the ladder change.",
            count,
        )
        return text % {"count": count}
    return _("They are playing this match on the board.")


def _lines(effect: Effect, shown: _Shown) -> Iterator[str]:
    for match in effect.lost:
        params = {"round": shown.round(match), "two": shown.two(match), "score": score_of(match)}
        if params["score"]:
            yield _("%(round)s: %(two)s, %(score)s") % params + _online(match)
        else:
            yield _("%(round)s: %(two)s, being scored") % params + _online(match)
    for match in effect.called:
        params = {"round": shown.round(match), "two": shown.two(match), "number": str(match.board)}
        if match.board is None:
            yield _("%(round)s: %(two)s, announced already.") % params + _online(match)
        else:
            text = _("%(round)s: %(two)s, called to table %(number)s already; tell them.")
            yield text % params + _online(match)
    for match in effect.gained:
        yield _gained(match, shown)
    for number, is_out in effect.paired:
        if is_out:
            text = _("Round %(number)s was paired with the wrong score; it stays as it was drawn.")
        else:
            text = _(
                "Round %(number)s, which is not out yet, was paired with the wrong score: draw it "
                "again."
            )
        yield text % {"number": number}
    if effect.redrawn:
        yield _("The draw that is not out yet gets other players by itself.")
    for moved in effect.moved:
        place = {"name": shown.name(moved.player), "was": moved.was, "now": moved.now}
        yield _("%(name)s: place %(was)s → %(now)s") % place
    if effect.is_online:
        yield _("What you enter counts; their game on the board stays theirs and changes nothing.")


def _online(match: Touched) -> str:
    if not match.is_online:
        return ""
    text = _("They are playing it on the board: that game stays there and counts for nobody.")
    return f" {text}"


def _gained(match: Touched, shown: _Shown) -> str:
    params = {"round": shown.round(match), "two": shown.two(match), "score": score_of(match)}
    if match.outcome == Match.Outcome.FORFEIT and match.winner is not None:
        params["name"] = shown.names(match)[match.winner]
        return _("%(round)s: %(two)s becomes a walkover for %(name)s.") % params
    return _("%(round)s: %(two)s, %(score)s, counts again.") % params


def _notes(effect: Effect) -> Iterator[str]:
    if effect.lost:
        yield _(
            "What goes stays in the history. It counts again by itself as soon as the same two "
            "meet there again, as when this is put back as it was."
        )
    if effect.moved:
        yield _("The list is made anew from all results, in the order of the challenges.")
    if effect.may_keep:
        yield _(
            "“Keep what was played” puts only this result right: whoever has played on stays in."
        )


def score_of(match: Touched) -> str:
    """Return a result as it is written between two names; blank while there is none."""
    return result_text(match.state, match.outcome, match.winner, match.points)


def result_text(state: str, outcome: str, winner: int | None, points: Sequence[int]) -> str:
    """Return a result as it is written between two names; blank while there is none."""
    if outcome == Match.Outcome.FORFEIT:
        return f"+{NARROW}−" if winner == 0 else f"−{NARROW}+"
    if outcome == Match.Outcome.NO_SHOW:
        return f"−{NARROW}−"
    if state not in Match.ENTERED and not any(points):
        return ""
    return f"{points[0]}{NARROW}{points[1]}"


# afterwards, in the log


def told_beside(step: MatchStep, people: Mapping[int, Person]) -> str:
    """Say which results a step took from other matches, or which it cleared; blank for most."""
    payload = step.payload
    lost = set(payload.get("lost") or ())
    rows = (payload.get("reach") or {}).get("rows", ())
    gone = [_row_text(row, people) for row in rows if row["match"] in lost]
    if gone:
        return _("lost by it: %(results)s") % {"results": ", ".join(gone)}
    if payload.get("keeps"):
        return _("what was played since stands")
    row = payload.get("before") or {}
    return _row_text(row, people) if step.kind == "cleared" and row.get("players") else ""


def keys_in(steps: Iterable[MatchStep]) -> set[int | None]:
    """Return the primary keys of the players who are named in the rows of a log."""
    rows: list[Mapping[str, Any]] = []
    for step in steps:
        rows += (step.payload.get("reach") or {}).get("rows", ())
        rows.append(step.payload.get("before") or {})
    return {pk for row in rows for pk in row.get("players") or ()}


def _row_text(row: Mapping[str, Any], people: Mapping[int, Person]) -> str:
    two = " – ".join(called(pk, people) for pk in row["players"])
    points = row.get("points") or (row.get("first_points", 0), row.get("second_points", 0))
    score = result_text(row.get("state", ""), row.get("outcome", ""), row.get("winner"), points)
    return f"{two} {score}".rstrip()
