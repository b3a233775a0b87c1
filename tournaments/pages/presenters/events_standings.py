"""A division's standings with tie-breaks, cross tables, and final places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, TypeVar

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.language import decimal_sign
from games.ledger.figures import average_text, points_text, signed_text
from tournaments.errors import EventRefused
from tournaments.events.selectors.events import DivisionShown
from tournaments.formats.base import Table
from tournaments.formats.errors import BASES, FIGURES
from tournaments.formats.played import Figure
from tournaments.formats.situation import GROUP_NODE, PLAYOFF
from tournaments.models import Division, Entry, Match
from tournaments.pages.presenters.events_words import (
    PLACE,
    address,
    has_draws_in,
    part_name,
    tie_break_title,
    wins_basis,
)
from tournaments.pairing.brackets import placing
from tournaments.record.selectors.results import standings_of
from tournaments.record.selectors.situations import format_of
from tournaments.standings.league import decided_by
from tournaments.standings.table import NO_PLACE, StandingLine
from tournaments.standings.tiebreaks import COLUMNS, LEAGUE_POINTS
from tournaments.standings.tiebreaks import PLAYOFF as PLAYED_OFF
from tournaments.tables.selectors import table_standings

WIDEST_CROSS: Final = 40
"""Larger cross tables are unreadable."""
Shown = TypeVar("Shown")


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the standings: its heading, and its explanation."""

    title: str
    help: str


@dataclass(frozen=True, slots=True)
class StandLine:
    """A player's line; `place` is blank without one, `note` says that they no longer play."""

    place: str
    number: int
    name: str
    url: str
    note: str
    figures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CrossResult:
    """A result in a cross table; `said` says in words what a sign stands for."""

    text: str
    match: str
    said: str = ""


@dataclass(frozen=True, slots=True)
class CrossCell:
    """A player's results against another; `kind` is won, lost, halved, open or self."""

    kind: str
    results: tuple[CrossResult, ...] = ()
    counts: bool = True
    """Whether they count; in brackets if not."""

    @property
    def text(self) -> str:
        """All results as they are read."""
        text = " ".join(one.text for one in self.results)
        return text if self.counts else f"({text})"


@dataclass(frozen=True, slots=True)
class CrossTable:
    """Everybody against everybody, rows and columns in the order of places."""

    columns: tuple[str, ...]
    rows: tuple[tuple[StandLine, tuple[CrossCell, ...]], ...]
    desk: str = ""
    """Where a director puts a match right, before its public id; blank for who may not."""

    @property
    def signs(self) -> tuple[tuple[str, str], ...]:
        """The signs that stand in it, each with what it says."""
        cells = [cell for _line, row in self.rows for cell in row]
        found = {one.text: one.said for cell in cells for one in cell.results if one.said}
        if any(not cell.counts for cell in cells):
            found["( )"] = _("does not count")
        return tuple(sorted(found.items()))


@dataclass(frozen=True, slots=True)
class StandTable:
    """Standings with their basis, and a cross table in a round robin."""

    key: str
    title: str
    basis: str
    columns: tuple[Column, ...]
    lines: tuple[StandLine, ...]
    cross: CrossTable | None = None
    group: str = ""
    decided: tuple[str, ...] = ()
    """What put each of two who are level behind the other."""
    level: str = ""
    """In what those two are level, as the beginning of a sentence."""
    is_by_figures: bool = True
    """Whether places follow from the figures: on a ladder from who has challenged whom."""

    @property
    def opens(self) -> bool:
        """Whether a row has more than a phone shows: place, name and one figure."""
        return len(self.columns) > 1

    @property
    def is_explained(self) -> bool:
        """Whether any column has an explanation besides its heading."""
        return any(column.help for column in self.columns)


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """One final place in a bracket, or several shared ones."""

    place: str
    first: int
    number: int
    name: str
    url: str


@dataclass(frozen=True, slots=True)
class Places:
    """The certain places of a part of a bracket."""

    part: str
    title: str
    lines: tuple[FinalPlace, ...]


def stand_tables(
    field: DivisionShown, *, with_cross: bool = True, has_links: bool = False
) -> tuple[StandTable, ...]:
    """Return the standings of a division: one, or one for each group; none for a bare bracket, and
    none before the first round. Cross tables are left out where a page has none; with `has_links`
    their results lead to the desk.
    """
    division = field.division
    if not field.rounds:
        return ()
    if division.is_chouette:
        return _chouettes(field)
    has_cross = with_cross and format_of(division).has_cross
    desk = desk_of(division) if has_links else ""
    return tuple(
        replace(table, cross=table.cross and replace(table.cross, desk=desk))
        for line in standings_of(division, field.matches, field.numbers, field.entries)
        for table in [_matches_table(field, line, has_cross=has_cross)]
    )


def desk_of(division: Division) -> str:
    """Return where a director puts a match of a division right, before the match's public id."""
    desk = reverse("event_direct", args=[division.event.public_id])
    return f"{desk}?division={division.public_id}&sheet="


def final_places(field: DivisionShown) -> tuple[Places, ...]:
    """Return the final places of a bracket, as far as they are certain."""
    if field.bracket is None:
        return ()
    bracket, filled = field.bracket
    parts = []
    for part, _levels in bracket.levels:
        lines = tuple(
            FinalPlace(
                place=str(place.first)
                if place.first == place.last
                else f"{place.first}–{place.last}",
                first=place.first,
                number=int(place.player),
                name=field.names.get(place.player, place.player),
                url=player_url(field, int(place.player)),
            )
            for place in placing(bracket, filled, part)
        )
        if lines:
            title = _("Places")
            if part != "main":
                title = _("%(name)s: places") % {"name": part_name(part)}
            parts.append(Places(part_name(part), title, lines))
    return tuple(parts)


def player_url(field: DivisionShown, number: int) -> str:
    """Return the address of a player's page; blank if this reader may not see one."""
    entry = field.by_number.get(number)
    person = None if entry is None else field.people.person(entry.player)
    if person is None or person.is_nameless or field.people.reader.is_let_in:
        return ""
    pattern = address("tournaments:player", field.division.event.club.slug, PLACE)
    return pattern.replace(PLACE, person.public_id)


def state_note(entry: Entry | None) -> str:
    """Say that a player has withdrawn or is pausing."""
    if entry is None or entry.is_active:
        return ""
    return str(entry.get_state_display())


def _matches_table(field: DivisionShown, table: Table, *, has_cross: bool) -> StandTable:
    shown = _decided(table)
    title, node, matches = _("Standings"), "", field.matches
    if table.group:
        title, node = _("Group %(name)s") % {"name": table.group}, GROUP_NODE + table.group
        matches = tuple(one for one in field.matches if one.node == node)
    has_draws = has_draws_in(field.division)
    has_halves = any(line.halves for line in table.lines)
    lines = tuple(
        _line(field, one, shown, has_draws=has_draws, has_halves=has_halves) for one in table.lines
    )
    gone = {int(key) for key in table.forgotten}
    lines = tuple(
        replace(line, place=NO_PLACE, note=_("withdrawn, matches do not count"))
        if line.number in gone
        else line
        for line in lines
    )
    return StandTable(
        key=node or "standings",
        group=table.group,
        title=title,
        basis=wins_basis(field.division),
        columns=_in_order(
            _wins_columns(has_draws=has_draws),
            tuple(
                Column(tie_break_title(one, field.division), _(COLUMNS[one].help)) for one in shown
            ),
            is_league=_is_league(table.lines),
            has_halves=has_halves,
        ),
        lines=lines,
        cross=_cross(field, lines, matches, gone) if has_cross else None,
        decided=_told(field, table),
        level=_("Level in points:") if _is_league(table.lines) else _("Level in wins:"),
        is_by_figures=not format_of(field.division).is_of_league,
    )


def _told(field: DivisionShown, table: Table) -> tuple[str, ...]:
    """Say what decided between two who are level in points; where the table is by wins, only what
    a play-off did, for its columns show everything else.
    """
    is_league = _is_league(table.lines)
    lines = tuple(line for line in table.lines if line.key not in table.forgotten)
    if not any(line.wins or line.losses or line.halves for line in lines):
        return ()
    above = dict(pairwise(field.names.get(str(line.key), "") for line in reversed(lines)))
    return tuple(
        _("%(name)s before %(other)s: %(why)s")
        % {"name": above.get(name, ""), "other": name, "why": _(COLUMNS[why].title)}
        for key, why in decided_by(lines, by_score=not is_league).items()
        for name in [field.names.get(str(key), "")]
        if why and (is_league or why == PLAYED_OFF)
    )


def _wins_columns(*, has_draws: bool) -> tuple[Column, Column]:
    if has_draws:
        return (
            Column(
                _("Score"),
                _("Games won, byes with them; halves for draws and for what was broken off."),
            ),
            Column(
                _("Won–drawn–lost"),
                _("Games won, drawn and lost, without byes and those to which neither came."),
            ),
        )
    return (
        Column(_("Score"), _("Matches won, byes with them; halves for what was broken off.")),
        Column(
            _("Won–lost"), _("Matches won and lost, without byes and those to which neither came.")
        ),
    )


def _decided(table: Table) -> tuple[str, ...]:
    """Return the tie-breaks that are shown: lots only where they have separated somebody, wins only
    where they are not the score.
    """
    values = [one for line in table.lines for one in line.values]
    hidden = set()
    if not any(one.name == "lots" and one.value is not None for one in values):
        hidden.add("lots")
    if not _is_league(table.lines) and all(
        value.text == line.score_text
        for line in table.lines
        for value in line.values
        if value.name == "wins"
    ):
        hidden.add("wins")
    return tuple(dict.fromkeys(one.name for one in values if one.name not in hidden))


def _line(
    field: DivisionShown,
    line: StandingLine,
    shown: Collection[str] | None = None,
    *,
    has_draws: bool = False,
    has_halves: bool = False,
) -> StandLine:
    number = int(line.key)
    counts = (line.wins, line.halves, line.losses) if has_draws else (line.wins, line.losses)
    record = "–".join(map(str, counts))
    texts = [one.text for one in line.values if shown is None or one.name in shown]
    if line.byes:
        record += " " + ngettext("+ %(count)s bye", "+ %(count)s byes", line.byes) % {
            "count": line.byes
        }
    return StandLine(
        place=line.place_text,
        number=number,
        name=field.names.get(str(number), ""),
        url=player_url(field, number),
        note=state_note(field.by_number.get(number)),
        figures=_in_order(
            (line.score_text, record),
            tuple(texts),
            is_league=_is_league((line,)),
            has_halves=has_halves,
        ),
    )


def _is_league(lines: Sequence[StandingLine]) -> bool:
    """Tell whether the points of a league rank."""
    return any(line.values[:1] and line.values[0].name == LEAGUE_POINTS.name for line in lines[:1])


def _in_order(
    score: tuple[Shown, Shown], values: tuple[Shown, ...], *, is_league: bool, has_halves: bool
) -> tuple[Shown, ...]:
    """Put what ranks first, for a phone shows the first figure only: the score and the record, or
    the points of a league, which needs a score besides only for halves, which no record shows.
    """
    if not is_league:
        return (*score, *values)
    return (values[0], score[1], *score[: int(has_halves)], *values[1:])


NOT_BEGUN: Final = frozenset({Match.Outcome.NO_SHOW, Match.Outcome.UNFINISHED})
"""Without a point of either nobody has played, however that is called."""


def _cross(
    field: DivisionShown,
    lines: Sequence[StandLine],
    matches: Sequence[Match],
    gone: set[int],
) -> CrossTable | None:
    if not 2 <= len(lines) <= WIDEST_CROSS:
        return None
    met: dict[tuple[int, int], list[Match]] = {}
    for match in matches:
        if match.round is not None and match.round.bracket == PLAYOFF:
            continue
        first, second = (field.numbers.get(pk or 0) for pk in (match.first_id, match.second_id))
        if first is not None and second is not None:
            met.setdefault((first, second), []).append(match)
    return CrossTable(
        columns=tuple(str(place) for place in range(1, len(lines) + 1)),
        rows=tuple(
            (
                line,
                tuple(
                    _cell(
                        met,
                        line.number,
                        other.number,
                        counts=not gone & {line.number, other.number},
                    )
                    for other in lines
                ),
            )
            for line in lines
        ),
    )


def _cell(
    met: dict[tuple[int, int], list[Match]], one: int, other: int, *, counts: bool
) -> CrossCell:
    """Return the results of one against the other."""
    if one == other:
        return CrossCell("self")
    found = [(match, 0) for match in met.get((one, other), ())]
    found += [(match, 1) for match in met.get((other, one), ())]
    settled = [(match, side) for match, side in found if match.state == Match.State.SETTLED]
    if not settled:
        return CrossCell("open")
    results = tuple(_result(match, side) for match, side in settled)
    won = sum(
        1 if match.winner == side else -1 for match, side in settled if match.winner is not None
    )
    kind = "won" if won > 0 else "lost" if won < 0 else "halved"
    return CrossCell(kind if counts else "halved", results, counts)


def _result(match: Match, side: int) -> CrossResult:
    """Return the result of a match from a side: its points, or a sign if it was not played."""
    points = match.figures
    if points == ("0", "0") and match.outcome in NOT_BEGUN:
        return CrossResult("×", match.public_id, _("not played"))
    if points == ("0", "0") and match.outcome == Match.Outcome.FORFEIT:
        if match.winner == side:
            return CrossResult("+", match.public_id, _("won by walkover"))
        return CrossResult("−", match.public_id, _("lost by walkover"))
    return CrossResult(f"{points[side]}–{points[1 - side]}", match.public_id)


def _chouettes(field: DivisionShown) -> tuple[StandTable, ...]:
    try:
        standings = table_standings(field.division)
    except EventRefused:
        # The parameters are from another version of the program: the results are still shown.
        return ()
    codes = list(dict.fromkeys(one.code for line in standings.lines for one in line.figures))
    has_tables = not standings.is_comparable and any(
        line.table is not None for line in standings.lines
    )
    columns = [Column(_(FIGURES[code]), "") for code in codes]
    if has_tables:
        columns.insert(0, Column(_("Table"), ""))
    lines = []
    sharing = Counter((line.table if has_tables else None, line.place) for line in standings.lines)
    for line in standings.lines:
        shared = sharing[line.table if has_tables else None, line.place] > 1
        number = int(line.player) if line.player.isdecimal() else 0
        values = {one.code: _figure(one) for one in line.figures}
        figures = [values.get(code, "") for code in codes]
        if has_tables:
            figures.insert(0, str(line.table or ""))
        lines.append(
            StandLine(
                place=f"={line.place}" if shared else str(line.place),
                number=number,
                name=field.names.get(line.player, ""),
                url=player_url(field, number),
                note=state_note(field.by_number.get(number)),
                figures=tuple(figures),
            )
        )
    basis = _(BASES[standings.basis])
    return (StandTable("standings", _("Standings"), basis, tuple(columns), tuple(lines)),)


def _figure(figure: Figure) -> str:
    point = decimal_sign()
    if figure.kind == "count":
        return str(figure.value)
    if figure.kind == "percent":
        return f"{points_text(figure.value, point=point)} %"
    if figure.code == "per_bet":
        return average_text(figure.value, point=point)
    show = signed_text if figure.code == "points" else points_text
    return show(figure.value, point=point)
