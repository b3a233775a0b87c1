"""Results of an event from a table, or from a match a line.

The first line of a table names `player`, `points`, `opponent points`, `round` or `second player`,
and if wanted `division`; or each line is a match, `Ann – Bob 7 3`. The file of a season's fixtures
can be read again.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.errors import ServiceError
from games.files.importing.cells import text_in
from games.files.importing.names import folded
from games.files.importing.problems import Unusable, WrongCell
from games.files.importing.tables import SpreadsheetRow, read_table
from games.files.services.imports import sentence
from games.models import User
from games.names import heads
from games.names.identity import fitting
from tournaments.errors import EventConflict, EventRefused
from tournaments.events.services.filing import (
    MOST_LINES,
    FileRead,
    LineTold,
    Reading,
    Wrong,
    filed,
    line_told,
    name_read,
    number_read,
    problem_of,
)
from tournaments.events.services.result_lines import (
    called_partly,
    chosen_of,
    matches_of_two,
    typed_lines,
)
from tournaments.models import Division, Event, Match, Round
from tournaments.results.services.results import match_report

RESULTS: Final = "results_file"
"""The name of this step in an event's log."""
LONGEST_SAID: Final = 60
"""So much of a line that is not read is said again."""
HALVES: Final = frozenset({"½", "0.5", "0,5"})

WORDS: Final[Mapping[str, Sequence[str]]] = {
    "name": (*heads.WORDS[heads.NAME], "first player", "erster spieler"),
    "opponent_name": ("opponent name", "second player", "gegner", "zweiter spieler"),
    "division": heads.WORDS[heads.DIVISION],
    "round": ("round", "runde"),
    "date": ("date", "datum", "played on", "gespielt am"),
    "points": ("points", "points of the first", "punkte", "punkte des ersten"),
    "opponent_points": (
        *("opponent points", "opponent", "points of the second"),
        *("punkte des gegners", "gegnerpunkte", "punkte des zweiten"),
    ),
}
"""Accepted column names of results, in any case and with or without accents; the file of a season’s
fixtures has them, too.
"""

RESULT_COLUMNS: Final = {
    "name": gettext_lazy("player"),
    "points": gettext_lazy("points"),
    "opponent_points": gettext_lazy("opponent points"),
}
"""What a file of results must have, as its page calls it."""


def results_file(
    *, event: Event, by: User, data: bytes, key: str, dry_run: bool = False
) -> FileRead:
    """Enter the results of a table, all of them or none; each line is a match from one player's
    view.

    Results that are the same already stay. Sent again with the same key it does nothing.

    Raises:
        NotAllowed: the user may not direct events here.
        Conflict: the event is over.
        Refused: the file or lines of it cannot be used; `problems` in the parameters names them.
    """
    return filed(event, by, data, key, dry_run, RESULTS, _report)


def _rows(reading: Reading, data: bytes) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Yield the lines of a file of results by column, or those of a list without any."""
    kinds = {folded(word): kind for kind, words in WORDS.items() for word in words}
    typed = typed_lines(data, kinds)
    if typed is not None:
        if len(typed) > MOST_LINES:
            raise EventRefused("file_too_long", limit=MOST_LINES)
        for line in typed:
            if line.cells is None:
                said = line_told(line.number, "line_unread", text=_short(line.text))
                reading.problems.append(said)
            else:
                yield line.number, {**dict.fromkeys(WORDS, ""), **line.cells}
        return
    try:
        sheet = read_table(data)
    except Unusable as error:
        raise EventRefused("invalid", reason=sentence(error.code, error.params)) from error
    columns: dict[str, int] = {}
    for place, heading in enumerate(sheet.head):
        columns.setdefault(kinds.get(folded(heading), ""), place)
    missing = [str(title) for kind, title in RESULT_COLUMNS.items() if kind not in columns]
    if "round" not in columns and "opponent_name" not in columns:
        # Two who meet are one match; of a player alone the round says which.
        two = {"one": _("round"), "other": _("second player")}
        missing.insert(0, _("%(one)s or %(other)s") % two)
    if missing:
        raise EventRefused("file_columns", names=", ".join(missing))
    if len(sheet.rows) > MOST_LINES:
        raise EventRefused("file_too_long", limit=MOST_LINES)
    for row in sheet.rows:
        try:
            cells = _cells(row, columns)
            kinds_of_two = ("opponent_name", "points", "opponent_points")
            if "opponent_name" in columns and not any(map(cells.get, kinds_of_two)):
                continue  # a bye: it has no result
            yield row.number, cells
        except WrongCell as error:
            text = sentence(error.code, error.params)
            reading.problems.append(LineTold(row.number, error.code, text))


def _short(text: str) -> str:
    """Return the beginning of a line, to be said again."""
    return text if len(text) <= LONGEST_SAID else f"{text[:LONGEST_SAID]}…"


def _cells(row: SpreadsheetRow, columns: Mapping[str, int]) -> dict[str, str]:
    found = {}
    for kind in WORDS:
        cell = row.cells[columns[kind]] if kind in columns else ""
        # Here a minus begins a number, not a formula.
        found[kind] = cell if kind in {"points", "opponent_points"} else text_in(cell)
    return found


def _report(reading: Reading, data: bytes, by: User, key: str) -> None:
    rows = reading.event.club.players.order_by("pk")
    for pk, now, name in rows.values_list("pk", Coalesce("merged_into_id", "pk"), "name"):
        reading.called.add(name, now)
        reading.known.setdefault(now, {})[pk] = name
    unplayed = 0
    for number, cells in list(_rows(reading, data)):
        if cells["opponent_name"] and not (cells["points"] or cells["opponent_points"]):
            unplayed += 1
            continue
        try:
            # Each line sees what earlier ones did to a bracket.
            with transaction.atomic():
                told = _result(reading, number, cells, by, f"{key[:40]}-{number}")
        except (Wrong, ServiceError) as error:
            reading.problems.append(problem_of(number, error))
        else:
            reading.lines.append(told)
    if unplayed:
        text = ngettext(
            "%(count)s line has no result yet and was left out.",
            "%(count)s lines have no result yet and were left out.",
            unplayed,
        )
        reading.notes.append(text % {"count": unplayed})


def _result(
    reading: Reading, number: int, cells: Mapping[str, str], by: User, key: str
) -> LineTold:
    name = name_read(cells["name"])
    if cells["opponent_name"]:
        match, side = _of_two(reading, name, name_read(cells["opponent_name"]), cells)
    else:
        division, played = reading.division(cells["division"]), number_read(cells["round"])
        match, side = _match(division, name, played, reading.people(name))
    two = _points(match, cells["points"]), _points(match, cells["opponent_points"])
    typed = two if side == 0 else (two[1], two[0])
    points = _cut(match, typed)
    said = {
        "first": match.names[0],
        "second": match.names[1],
        "points": f"{points[0]} : {points[1]}",
    }
    if match.is_settled:
        if (match.first_points, match.second_points) != points:
            raise EventConflict("match_settled")
        return line_told(number, _there(match), winner=match.names[match.winner or 0], **said)
    reported = (match.first_points, match.second_points)
    # What players have said is not overwritten by a list: the director looks at their match.
    if match.state in (Match.State.REPORTED, Match.State.DISPUTED) and reported != points:
        raise Wrong("reported", **said | {"reported": f"{reported[0]} : {reported[1]}"})
    match_report(
        match=match,
        by=by,
        points=points,
        version=match.version,
        key=key,
        played_on=_day(reading, cells["date"]),
    )
    if points != typed:
        return line_told(number, "result_cut", typed=f"{typed[0]} : {typed[1]}", **said)
    return line_told(number, "result", **said)


def _there(match: Match) -> str:
    """Return what is told of a result that is entered already: one without a game has no points."""
    if match.outcome == Match.Outcome.FORFEIT and match.winner is not None:
        return "there_walkover"
    is_unplayed = match.outcome in Match.WITHOUT_A_GAME or match.is_unplayed_half
    return "there_unplayed" if is_unplayed else "there"


def _of_two(reading: Reading, name: str, other: str, cells: Mapping[str, str]) -> tuple[Match, int]:
    """Return the match of two, and the side of the one who is named first."""
    named = cells["division"]
    divisions = [reading.division(named)] if named else reading.divisions
    ones, others = (
        [pk for known in reading.people(one) for pk in known] or called_partly(divisions, one)
        for one in (name, other)
    )
    sides = matches_of_two(divisions, ones, others, cells["round"])
    if not sides:
        raise Wrong("pair_unknown", name=name, other=other)
    if len({frozenset((match.first_id, match.second_id)) for match, _side in sides}) > 1:
        raise Wrong("pair_several", name=name, other=other)
    if all(match.pk in reading.used for match, _side in sides):
        raise Wrong("pair_again", name=name, other=other)
    first = sides[0][0]
    points = _points(first, cells["points"]), _points(first, cells["opponent_points"])
    found = chosen_of(sides, _cut(first, points), reading.used)
    reading.used.add(found[0].pk)
    return found


def _match(
    division: Division, name: str, number: int, people: Sequence[Mapping[int, str]]
) -> tuple[Match, int]:
    """Return the match of a round that one of the people who are called so has, and their side of
    it. Each of them is known by all their names, from before a merge as well.
    """
    called = {pk: one.values() for one in people for pk in one}
    rows = Match.objects.filter(
        Q(first__in=called) | Q(second__in=called),
        round__division=division,
        round__number=number,
        round__state=Round.State.RELEASED,
        first__isnull=False,
        second__isnull=False,
    ).select_related(
        "club", "round__division__event__club", "first__merged_into", "second__merged_into"
    )
    sides = [
        (one, (match, side))
        for match in rows
        for side, pk in enumerate((match.first_id, match.second_id))
        for one in called.get(pk or 0, ())
    ]
    found = fitting(name, sides)
    if not found:
        raise Wrong("match_unknown", name=name, round=number)
    return found[0]


def _day(reading: Reading, text: str) -> datetime.date | None:
    """Return on which day two have met, in an event where each has a date of their own."""
    if not text or not reading.event.own_dates:
        return None
    for form in ("%Y-%m-%d", "%d.%m.%Y"):
        with suppress(ValueError):
            return datetime.datetime.strptime(text.split()[0], form).date()
    raise Wrong("date_wrong", text=text)


def _cut(match: Match, points: tuple[int, int]) -> tuple[int, int]:
    """Return a result as it is kept: nobody has more points than the match is played to."""
    if not match.length:
        return points
    return min(points[0], match.length), min(points[1], match.length)


def _points(match: Match, text: str) -> int:
    """Read a side's points; half a point each is a draw, in which nobody has won the point."""
    return 0 if match.has_draws and text in HALVES else number_read(text)
