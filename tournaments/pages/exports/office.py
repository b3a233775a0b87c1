"""Results as ratings offices ask for them: two forms, as examples of what federations want.

Headings and marks are those of the forms, in whatever language somebody reads the pages. Names,
numbers and ratings are in them: they are for directors only.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from games.ledger.delimited import Cell
from tournaments.models import Entry, Event, Match, Round
from tournaments.pages.presenters.events_words import round_title
from tournaments.results.selectors.brackets import bracket_of

MARKS: Final[Mapping[str, str]] = {
    Match.Outcome.FORFEIT: "F",
    Match.Outcome.NO_SHOW: "N",
    Match.Outcome.UNFINISHED: "U",
}
"""Decided otherwise than at the board: forfeited, neither came, broken off."""
Rows = list[Sequence[Cell]]


@dataclass(frozen=True, slots=True)
class _Played:
    """A decided match of a released round, with the entries of both; None is nobody."""

    match: Match
    round: Round
    title: str
    two: tuple[Entry | None, Entry | None]

    def points(self, side: int) -> Cell:
        """Return what a side has scored; half a point each after a draw."""
        if self.match.outcome in (Match.Outcome.FORFEIT, Match.Outcome.NO_SHOW):
            return None
        if self.match.is_draw:
            return Decimal("0.5")
        return (self.match.first_points, self.match.second_points)[side]


def _played(event: Event) -> tuple[list[_Played], list[Entry]]:
    """Return the decided matches of an event in the order of play, and its entries; four queries
    and one for each bracket.
    """
    entries = list(
        Entry.objects.filter(division__event=event)
        .select_related("player__merged_into", "division")
        .order_by("division__position", "number")
    )
    by_player = {(one.division_id, one.player_id): one for one in entries}
    released = Round.objects.filter(division__event=event, state=Round.State.RELEASED)
    rounds = {one.pk: one for one in released.select_related("division")}
    divisions = {one.division_id: one.division for one in rounds.values()}
    for division in divisions.values():
        division.event = event
    brackets = {pk: bracket_of(one) for pk, one in divisions.items()}
    titles = {pk: round_title(one, brackets[one.division_id]) for pk, one in rounds.items()}
    matches = Match.objects.filter(round__in=rounds, state=Match.State.SETTLED)
    played = []
    for match in matches.defer("score", "clock"):
        round = rounds[match.round_id or 0]
        first, second = (
            by_player.get((round.division_id, pk or 0)) for pk in (match.first_id, match.second_id)
        )
        played.append(_Played(match, round, titles[round.pk], (first, second)))
    played.sort(
        key=lambda each: (each.round.division.position, each.round.number, each.match.position)
    )
    return played, entries


MATCH_HEAD: Final = (
    "Event", "Place", "Division", "Round", "Date", "Match length",
    "Winner", "Winner ID", "Winner country", "Winner rating", "Winner points",
    "Loser", "Loser ID", "Loser country", "Loser rating", "Loser points", "Mark", "Rated",
)  # fmt: skip


def matches_form(event: Event) -> Rows:
    """Return a line for each match: winner and loser, as offices of backgammon ask for them.

    Byes are no matches. Where nobody has won, the first player stands first.
    """
    rows: Rows = [MATCH_HEAD]
    for played in _played(event)[0]:
        first, second = played.two
        if first is None or second is None or played.match.outcome == Match.Outcome.BYE:
            continue
        side = played.match.winner or 0
        is_rated = played.match.is_rated and event.is_rated and played.match.outcome not in MARKS
        rows.append(
            [
                event.title,
                event.place,
                played.round.division.name,
                played.title,
                f"{played.match.played_on:%Y-%m-%d}",
                played.match.length,
                *_who(played.two[side]),
                played.points(side),
                *_who(played.two[1 - side]),
                played.points(1 - side),
                "D" if played.match.is_draw else MARKS.get(played.match.outcome, ""),
                "yes" if is_rated else "no",
            ]
        )
    return rows


def _who(entry: Entry | None) -> tuple[Cell, ...]:
    assert entry is not None, "a match has two players"
    player = entry.player.current
    return player.name, player.federation_number, player.country, entry.rating


TABLE_HEAD: Final = ("Division", "No", "Name", "Fed", "ID", "Rtg", "Club", "Pts")


def table_form(event: Event) -> Rows:
    """Return a line for each player: round by round opponent, colour and result, as in the reports
    of chess.

    `12 w 1` is a win with White against number 12, `=` a draw, `+` and `-` a forfeit, `*` what was
    broken off, `0000 - U` a bye; a blank cell is a round without a match.
    """
    played, entries = _played(event)
    cells: dict[int, dict[int, str]] = defaultdict(dict)
    points: dict[int, Decimal] = defaultdict(Decimal)
    for one in played:
        for side, entry in enumerate(one.two):
            if entry is None:
                continue
            other = one.two[1 - side]
            cells[entry.pk][one.round.number] = _cell(one.match, side, other)
            points[entry.pk] += _scored(one.match, side)
    rounds = sorted({number for each in cells.values() for number in each})
    rows: Rows = [[*TABLE_HEAD, *(f"R{number}" for number in rounds)]]
    for entry in entries:
        if entry.state == Entry.State.WITHDRAWN and entry.pk not in cells:
            continue
        player = entry.player.current
        rows.append(
            [
                entry.division.name,
                entry.number,
                player.name,
                player.country,
                player.federation_number,
                entry.rating,
                entry.home_club,
                points[entry.pk],
                *(cells[entry.pk].get(number, "") for number in rounds),
            ]
        )
    return rows


def _cell(match: Match, side: int, other: Entry | None) -> str:
    if match.outcome == Match.Outcome.BYE or other is None:
        return "0000 - U"
    colour = "wb"[side] if match.has_draws and match.outcome == Match.Outcome.PLAYED else "-"
    return f"{other.number} {colour} {_result(match, side)}"


def _result(match: Match, side: int) -> str:
    has_won = match.winner == side
    if match.outcome == Match.Outcome.FORFEIT:
        return "+" if has_won else "-"
    if match.outcome == Match.Outcome.NO_SHOW:
        return "-"
    if match.outcome == Match.Outcome.UNFINISHED:
        return "*"
    return "=" if match.is_draw else str(int(has_won))


def _scored(match: Match, side: int) -> Decimal:
    if match.is_draw or match.outcome == Match.Outcome.UNFINISHED:
        return Decimal("0.5")
    return Decimal(int(match.winner == side))


FORMS: Final[Mapping[str, Callable[[Event], Rows]]] = {
    "matches": matches_form,
    "table": table_form,
}
"""The forms by their names in addresses."""
