"""Entries and results of an event from tables: read line by line, then all written or none.

A preview does everything and rolls it back: so it says exactly what would happen. Entries are any
list of people: a heading names `name`, or `first name` and `last name`, and if wanted `level`,
`rating`, `club`, `country`, `federation number` and `division`; it may be missing. The first line
of results names `player`, `points`, `opponent points`, `round` or `second player`, and if wanted
`division`; or each line is a match, `Ann – Bob 7 3`. Exports of entries and of a season's fixtures
can be read again.
"""

from __future__ import annotations

import datetime
import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Coalesce
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.clubs.presenters.listed import list_notes, numbers_differ
from games.clubs.selectors.players import Roster
from games.clubs.services.noting import note_problem
from games.errors import ServiceError
from games.eventlog.keys import require_key
from games.eventlog.turns import one_at_a_time
from games.files.importing.cells import text_in
from games.files.importing.names import folded
from games.files.importing.problems import Unusable, WrongCell
from games.files.importing.tables import SpreadsheetRow, declared, decoded, read_table
from games.files.services.imports import name_problem, sentence
from games.models import Club, Player, User
from games.models.locks import rows_lock
from games.names import heads
from games.names.identity import ByName, fitting, identity, same_case
from games.names.lists import Listed, NameList, in_a_row, read_list
from games.names.ratings import is_no_rating
from games.permissions import Capability, require
from games.sessions.services.sessions import seasons_locked
from tournaments.errors import EventConflict, EventRefused
from tournaments.events.services.announcing import players_named
from tournaments.events.services.entering import MOST_ENTRIES
from tournaments.events.services.entries import entries_add
from tournaments.events.services.naming import Named, named
from tournaments.events.services.result_lines import (
    called_partly,
    chosen_of,
    matches_of_two,
    typed_lines,
)
from tournaments.models import Division, Entry, Event, Match, Round
from tournaments.record.services.writing import EventRequest, event_write, said_before
from tournaments.results.services.results import match_report

ENTRIES: Final = "entries_file"
RESULTS: Final = "results_file"
"""The names of these steps in an event's log."""
MOST_LINES: Final = 2 * MOST_ENTRIES
MOST_NUMBER: Final = 32_767
CELLS: Final = (heads.LEVEL, heads.RATING, heads.HOME_CLUB, heads.DIVISION)
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

LINES: Final[Mapping[str, str | Promise]] = {
    "name_missing": gettext_lazy("A name is missing."),
    "division_unknown": gettext_lazy("This event has no division “%(name)s”, but %(names)s."),
    "division_missing": gettext_lazy("Say which division: this event has several."),
    "number_wrong": gettext_lazy("“%(text)s” is not a whole number from 0."),
    "rating_wrong": gettext_lazy("“%(text)s” is not a rating."),
    "date_wrong": gettext_lazy("“%(text)s” is not a day such as 2026-11-17."),
    "match_unknown": gettext_lazy("%(name)s has no match in round %(round)s."),
    "pair_unknown": gettext_lazy("%(name)s and %(other)s have no match."),
    "pair_several": gettext_lazy("“%(name)s – %(other)s” fits several matches: write more of it."),
    "pair_again": gettext_lazy("%(name)s – %(other)s stands further up already."),
    "new": gettext_lazy("%(name)s: new in the club."),
    "new_near": gettext_lazy("%(name)s: new in the club. Or is that %(player)s, mistyped?"),
    "known": gettext_lazy("%(name)s"),
    "twice": gettext_lazy("%(name)s stands further up already: once is enough."),
    "entered": gettext_lazy("%(name)s is entered already: their entry stays as it is."),
    "known_as": gettext_lazy("%(name)s: that is %(player)s."),
    "result": gettext_lazy("%(first)s – %(second)s %(points)s"),
    "reported": gettext_lazy(
        "%(first)s – %(second)s %(points)s: their own report is %(reported)s. Confirm that or "
        "change it at their match."
    ),
    "there": gettext_lazy("%(first)s – %(second)s %(points)s: entered already."),
}
"""Messages about a line, by code."""


@dataclass(frozen=True, slots=True)
class LineTold:
    """A message about a line of the file: `number` is the spreadsheet's."""

    number: int
    code: str
    text: str


@dataclass(frozen=True, slots=True)
class FileRead:
    """The outcome of a file, or its preview: good lines and bad ones."""

    lines: tuple[LineTold, ...] = ()
    problems: tuple[LineTold, ...] = ()
    is_written: bool = False
    notes: tuple[str, ...] = ()
    """What was left out, and how many rows were read."""


class _TakenBack(Exception):
    """Ends a preview: the transaction is rolled back."""


class _Wrong(Exception):
    """A line cannot be used."""

    def __init__(self, code: str, **params: Any) -> None:
        self.code, self.params = code, params
        super().__init__(code)

    def at(self, number: int) -> LineTold:
        """Add the place."""
        return _told(number, self.code, **self.params)


@dataclass(slots=True)
class _Reading:
    """A file while it is read."""

    event: Event
    divisions: Sequence[Division]
    lines: list[LineTold] = field(default_factory=list)
    problems: list[LineTold] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    called: ByName[int] = field(default_factory=ByName)
    """The club's players by their names in whatever spelling; of results only."""
    used: set[int] = field(default_factory=set)
    """Matches that lines above are about."""
    known: dict[int, dict[int, str]] = field(default_factory=dict)
    """The names of each, by the keys of all who were merged into them; of results only."""

    def people(self, name: str) -> list[dict[int, str]]:
        """Return who is called so: each by all their names, from before a merge as well."""
        return [self.known[now] for now in dict.fromkeys(self.called.alike(name))]

    def division(self, name: str) -> Division:
        """Return the division of a line: the named one, that of a number, or the only one."""
        if not name and len(self.divisions) > 1:
            raise _Wrong("division_missing")
        for division in self.divisions:
            if not name or identity(division.name) == identity(name):
                return division
        numbered = [one for one in self.divisions if one.name.split()[-1:] == [name]]
        if name.isdecimal() and len(numbered) == 1:  # 2 for Division 2
            return numbered[0]
        names = ", ".join(f"“{one.name}”" for one in self.divisions)
        raise _Wrong("division_unknown", name=name, names=names)


def entries_file(
    *, event: Event, by: User, data: bytes, key: str, dry_run: bool = False
) -> FileRead:
    """Enter the players of a table, all of them or none; new ones are added to the club.

    Sent again with the same key it does nothing. A `dry_run` reports what would be done.

    Raises:
        NotAllowed: the user may not direct events here.
        Conflict: the event is over.
        Refused: the file or lines of it cannot be used; `problems` in the parameters names them.
    """
    return _filed(event, by, data, key, dry_run, ENTRIES, _enter)


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
    return _filed(event, by, data, key, dry_run, RESULTS, _report)


Do = Callable[["_Reading", bytes, User, str], None]


def _filed(
    event: Event,
    by: User,
    data: bytes,
    key: str,
    dry_run: bool,
    kind: str,
    do: Do,
) -> FileRead:
    require(by, Capability.DIRECT, event.club)
    require_key(key)
    said = {"content": hashlib.sha256(data).hexdigest()}
    try:
        with one_at_a_time():
            # As in every change of an event: a line may end tables, and debts follow them.
            rows_lock(Club.objects.filter(pk=event.club_id))
            seasons_locked(event.season_id)
            if said_before(event.log.all(), key, kind, by, said):
                return FileRead(is_written=True)
            reading = _Reading(event, list(event.divisions.order_by("position")))
            for one in reading.divisions:
                one.event = event
            do(reading, data, by, key)
            if not reading.problems:
                payload = {**said, "lines": len(reading.lines)}
                event_write(EventRequest(event, by, kind, payload, key=key), lambda _locked: None)
            if dry_run or reading.problems:
                raise _TakenBack
    except _TakenBack:
        # The rollback has undone these in the database, but not on this row.
        event.refresh_from_db(fields=["version", "length"])
        if not dry_run:
            raise _file_wrong(reading.problems) from None
    found = tuple(reading.lines), tuple(sorted(reading.problems, key=lambda one: one.number))
    return FileRead(*found, is_written=not dry_run, notes=tuple(reading.notes))


def _file_wrong(problems: Sequence[LineTold]) -> EventRefused:
    told = sorted(problems, key=lambda one: one.number)
    listed = [{"line": one.number, "code": one.code, "text": one.text} for one in told]
    first = told[0]
    return EventRefused("file_wrong", line=first.number, reason=first.text, problems=listed)


RESULT_COLUMNS: Final = {
    "name": gettext_lazy("player"),
    "points": gettext_lazy("points"),
    "opponent_points": gettext_lazy("opponent points"),
}
"""What a file of results must have, as its page calls it."""


def _rows(reading: _Reading, data: bytes) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Yield the lines of a file of results by column, or those of a list without any."""
    typed = typed_lines(data)
    if typed is not None:
        if len(typed) > MOST_LINES:
            raise EventRefused("file_too_long", limit=MOST_LINES)
        yield from ((number, {**dict.fromkeys(WORDS, ""), **cells}) for number, cells in typed)
        return
    try:
        sheet = read_table(data)
    except Unusable as error:
        raise EventRefused("invalid", reason=sentence(error.code, error.params)) from error
    kinds = {folded(word): kind for kind, words in WORDS.items() for word in words}
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
            yield row.number, _cells(row, columns)
        except WrongCell as error:
            text = sentence(error.code, error.params)
            reading.problems.append(LineTold(row.number, error.code, text))


def _cells(row: SpreadsheetRow, columns: Mapping[str, int]) -> dict[str, str]:
    found = {}
    for kind in WORDS:
        cell = row.cells[columns[kind]] if kind in columns else ""
        # Here a minus begins a number, not a formula.
        found[kind] = cell if kind in {"points", "opponent_points"} else text_in(cell)
    return found


# entries


def _listed(reading: _Reading, data: bytes) -> NameList:
    """Return the list of people that a file is, and note what is not plain about it."""
    try:
        if data.strip():
            read_table(data, fewest=1)  # its limits hold for lists, too
        text, _encoding = decoded(data)
        name_list = read_list(declared(text)[0])
        if not name_list.people and name_list.rows == 0:
            raise Unusable("no_rows" if name_list.has_head else "empty")
    except Unusable as error:
        raise EventRefused("invalid", reason=sentence(error.code, error.params)) from error
    if name_list.has_head and not heads.WHO & set(name_list.kinds):
        raise EventRefused("file_columns", names=_("name"))
    if name_list.rows > MOST_LINES:
        raise EventRefused("file_too_long", limit=MOST_LINES)
    reading.notes += list_notes(name_list)
    return name_list


def _entries(reading: _Reading, name_list: NameList) -> Iterator[tuple[Listed, dict[str, str]]]:
    """Yield the people of a list, each with the further cells that an entry has."""
    for line in name_list.unread:
        if not name_list.has_head or line.line < name_list.head_line:
            continue  # a title, or a line between others: it is among the notes
        code = "formula" if line.text.startswith(("=", "@")) else "name_missing"
        text = sentence(code, {}) if code == "formula" else str(LINES[code])
        reading.problems.append(LineTold(line.line, code, text))
    for listed in name_list.people:
        try:
            yield listed, {kind: text_in(listed.cells.get(kind, "")) for kind in CELLS}
        except WrongCell as error:
            told = sentence(error.code, error.params)
            reading.problems.append(LineTold(listed.line, error.code, told))


def _enter(reading: _Reading, data: bytes, by: User, key: str) -> None:
    name_list = _listed(reading, data)
    roster = Roster(reading.event.club)
    reading.notes += numbers_differ(name_list, roster)
    two = {other.line: one for one, other in name_list.namesakes}
    entered = set(
        Entry.objects.filter(division__in=reading.divisions)
        .exclude(state=Entry.State.WITHDRAWN)
        .values_list("division_id", Coalesce("player__merged_into_id", "player_id"))
    )
    wanted: dict[int, list[tuple[Named, int]]] = {}
    typed: set[tuple[int, int]] = set()
    new: dict[int, ByName[str]] = defaultdict(ByName)
    for listed, cells in _entries(reading, name_list):
        number = listed.line
        try:
            division = reading.division(cells["division"])
            name = _name(text_in(listed.name))
            level = _number(cells["level"] or "0")
            if is_no_rating(cells["rating"]):
                raise _Wrong("rating_wrong", text=cells["rating"])
            player = roster.called(name)
            said = named(replace(listed, name=name))
            _note_check(said)
            if number in two:
                numbers = {
                    "number": two[number].federation_number,
                    "other": listed.federation_number,
                }
                raise EventRefused("namesakes", name=name, line=number, **numbers)
            is_again = player is not None and (division.pk, player.pk) in typed
            if is_again or (player is None and name in new[division.pk]):
                reading.lines.append(_told(number, "twice", name=name))
                continue
            if player is not None and (division.pk, player.pk) in entered:
                reading.lines.append(_told(number, "entered", name=player.name))
                continue
        except WrongCell as error:
            told = sentence(error.code, error.params)
            reading.problems.append(LineTold(number, error.code, told))
            continue
        except (_Wrong, ServiceError) as error:
            reading.problems.append(_problem(number, error))
            continue
        if player is None:
            new[division.pk].add(name, name)
        else:
            typed.add((division.pk, player.pk))
        wanted.setdefault(division.pk, []).append((said, level))
        if player is None:
            near = roster.resembling(name)
            if near is None:
                reading.lines.append(_told(number, "new", name=said))
            else:
                reading.lines.append(_told(number, "new_near", name=said, player=near.name))
        elif same_case(player.name) == same_case(name):
            reading.lines.append(_told(number, "known", name=said))
        else:
            reading.lines.append(_told(number, "known_as", name=said, player=player.name))
    if not reading.problems:
        _entries_write(reading, by, wanted)


def _entries_write(
    reading: _Reading, by: User, wanted: Mapping[int, Sequence[tuple[Named, int]]]
) -> None:
    """Enter the people of a file, by the keys of their divisions, each with a level."""
    for division in reading.divisions:
        people = wanted.get(division.pk)
        if people:
            players = _players(reading, by, [one.name for one, _level in people])
            levels = [level for _one, level in people]
            abouts = {
                player.name: named.about
                for player, (named, _level) in zip(players, people, strict=True)
                if named.about
            }
            entries_add(division=division, by=by, players=players, levels=levels, abouts=abouts)


def _note_check(said: Named) -> None:
    """Refuse a line whose federation number or country cannot be kept."""
    for name, text in said.about.of_player.items():
        problem = note_problem(name, text)
        if problem:
            raise EventRefused("invalid", reason=problem)


def _players(reading: _Reading, by: User, names: Sequence[str]) -> list[Player]:
    found = players_named(reading.event.club, by, names)
    if len(found) < len(names):
        # Two names of the same player, after a merge.
        raise EventRefused("player_twice", name=in_a_row(names[len(found) :]))
    return found


# results


def _report(reading: _Reading, data: bytes, by: User, key: str) -> None:
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
        except (_Wrong, ServiceError) as error:
            reading.problems.append(_problem(number, error))
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
    reading: _Reading, number: int, cells: Mapping[str, str], by: User, key: str
) -> LineTold:
    name = _name(cells["name"])
    if cells["opponent_name"]:
        match, side = _of_two(reading, name, _name(cells["opponent_name"]), cells)
    else:
        division, played = reading.division(cells["division"]), _number(cells["round"])
        match, side = _match(division, name, played, reading.people(name))
    two = _points(match, cells["points"]), _points(match, cells["opponent_points"])
    points = two if side == 0 else (two[1], two[0])
    said = {
        "first": match.names[0],
        "second": match.names[1],
        "points": f"{points[0]} : {points[1]}",
    }
    if match.is_settled:
        if (match.first_points, match.second_points) != points:
            raise EventConflict("match_settled")
        return _told(number, "there", **said)
    reported = (match.first_points, match.second_points)
    # What players have said is not overwritten by a list: the director looks at their match.
    if match.state in (Match.State.REPORTED, Match.State.DISPUTED) and reported != points:
        raise _Wrong("reported", **said | {"reported": f"{reported[0]} : {reported[1]}"})
    match_report(
        match=match,
        by=by,
        points=points,
        version=match.version,
        key=key,
        played_on=_day(reading, cells["date"]),
    )
    return _told(number, "result", **said)


def _of_two(
    reading: _Reading, name: str, other: str, cells: Mapping[str, str]
) -> tuple[Match, int]:
    """Return the match of two, and the side of the one who is named first."""
    named = cells["division"]
    divisions = [reading.division(named)] if named else reading.divisions
    ones, others = (
        [pk for known in reading.people(one) for pk in known] or called_partly(divisions, one)
        for one in (name, other)
    )
    sides = matches_of_two(divisions, ones, others, cells["round"])
    if not sides:
        raise _Wrong("pair_unknown", name=name, other=other)
    if len({frozenset((match.first_id, match.second_id)) for match, _side in sides}) > 1:
        raise _Wrong("pair_several", name=name, other=other)
    if all(match.pk in reading.used for match, _side in sides):
        raise _Wrong("pair_again", name=name, other=other)
    points = _points(sides[0][0], cells["points"]), _points(sides[0][0], cells["opponent_points"])
    found = chosen_of(sides, points, reading.used)
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
        raise _Wrong("match_unknown", name=name, round=number)
    return found[0]


# within


def _name(text: str) -> str:
    if not text:
        raise _Wrong("name_missing")
    problem = name_problem(text)
    if problem:
        raise EventRefused("invalid", reason=problem)
    return text


def _day(reading: _Reading, text: str) -> datetime.date | None:
    """Return on which day two have met, in an event where each has a date of their own."""
    if not text or not reading.event.own_dates:
        return None
    for form in ("%Y-%m-%d", "%d.%m.%Y"):
        with suppress(ValueError):
            return datetime.datetime.strptime(text.split()[0], form).date()
    raise _Wrong("date_wrong", text=text)


def _points(match: Match, text: str) -> int:
    """Read a side's points; half a point each is a draw, in which nobody has won the point."""
    return 0 if match.has_draws and text in HALVES else _number(text)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text[:6]) <= MOST_NUMBER):
        raise _Wrong("number_wrong", text=text)
    return int(text[:6])


def _problem(number: int, error: _Wrong | ServiceError) -> LineTold:
    if isinstance(error, _Wrong):
        return error.at(number)
    return LineTold(number, error.code, str(error))


def _told(number: int, code: str, **params: Any) -> LineTold:
    return LineTold(number, code, str(LINES[code]) % params)
