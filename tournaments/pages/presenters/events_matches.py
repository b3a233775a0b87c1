"""A match of an event as a line: players, board, state or result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from tournaments.events.selectors.events import DivisionShown
from tournaments.models import Match
from tournaments.pages.presenters.events_words import PLACE, address, is_arranged
from tournaments.record.selectors.situations import format_of

NOBODY: Final = ""


@dataclass(frozen=True, slots=True)
class Side:
    """A player, or an open place; `points` is blank before any are known."""

    name: str
    number: int | None
    points: str
    is_winner: bool


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match in a list; `note` explains what the figures do not show."""

    match: Match
    first: Side
    second: Side
    score: str
    note: str
    url: str
    round: str = ""
    """The title of its round, in lists with matches of several rounds."""
    until: str = ""
    """When its time is over, where no clock above the list says so."""

    @property
    def is_bye(self) -> bool:
        return self.match.outcome == Match.Outcome.BYE

    @property
    def is_settled(self) -> bool:
        return self.match.state == Match.State.SETTLED

    @property
    def is_open(self) -> bool:
        """Whether it can be played, or has only an unconfirmed result."""
        return self.match.state in Match.UNDECIDED

    @property
    def table(self) -> int | None:
        """The board at which it is being played."""
        return self.match.board if self.is_open else None

    @property
    def tag(self) -> str:
        """A word or two for the picture: the board, or why there are no points."""
        if self.is_open:
            return _("Table %(number)s") % {"number": self.table} if self.table else _("waits")
        if self.match.outcome in Match.NOT_PLAYED_OUT:
            return str(self.match.get_outcome_display())
        return ""

    @property
    def sentence(self) -> str:
        """The whole match in one line, for titles and screen readers."""
        first, second = self.first.name or "…", self.second.name or "…"
        two = f"{first} – {second}"
        if self.is_settled and not self.is_bye:
            winner = first if self.first.is_winner else second if self.second.is_winner else ""
            won = _("%(name)s wins") % {"name": winner} if winner else self.note
            return f"{two} {self.score}, {won}" if self.score else f"{two}, {won}"
        return f"{two} · {self.tag}" if self.tag else two


def match_line(match: Match, field: DivisionShown) -> MatchLine:
    """Return a match as a line; points are shown once there are any, or a result.

    Of a disputed result none are shown: the two say different ones.
    """
    is_played = match.outcome in {Match.Outcome.PLAYED, Match.Outcome.UNFINISHED}
    has_points = is_played or bool(match.first_points or match.second_points)
    has_points = has_points and match.state != Match.State.DISPUTED
    first = _side(match, 0, field, has_points)
    second = _side(match, 1, field, has_points)
    return MatchLine(
        match=match,
        first=first,
        second=second,
        score="–".join(match.figures) if has_points else "",
        note=_note(match, field),
        url="" if match.outcome == Match.Outcome.BYE else match_url(match),
    )


def match_url(match: Match) -> str:
    return address("match", PLACE).replace(PLACE, match.public_id)


def _side(match: Match, side: int, field: DivisionShown, has_points: bool) -> Side:
    entry = field.by_player.get((match.second_id if side else match.first_id) or 0)
    return Side(
        name=field.people.name(entry),
        number=None if entry is None else entry.number,
        points=match.figures[side] if has_points and entry is not None else "",
        is_winner=match.winner == side and match.state == Match.State.SETTLED,
    )


def _note(match: Match, field: DivisionShown) -> str:
    if match.goes_on is not None and match.is_settled:
        return _("put right later: who played on stays in")
    if match.outcome == Match.Outcome.BYE:
        return _("bye")
    if match.outcome == Match.Outcome.FORFEIT:
        return _("forfeited")
    if match.outcome == Match.Outcome.NO_SHOW:
        is_lost = match.is_of_bracket or format_of(field.division).loses_absent
        return _("neither came, lost for both") if is_lost else _("not played")
    if match.is_unplayed_half:
        return _("not played, a half for each")
    if match.outcome == Match.Outcome.UNFINISHED:
        return (
            _("unfinished, counts as a half for each") if match.winner is None else _("unfinished")
        )
    if match.is_draw and match.is_settled:
        return _("a draw")
    if match.state == Match.State.REPORTED:
        return _("reported, to be confirmed")
    if match.state == Match.State.DISPUTED:
        return _("disputed, the director decides")
    if match.state == Match.State.OPEN and match.board is None:
        of = next((one for one in field.rounds if one.pk == match.round_id), None)
        return (
            _("at a date of its own") if is_arranged(field.division, of) else _("waits for a table")
        )
    return ""
