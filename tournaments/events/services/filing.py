"""The frame of files for an event: read line by line, then all written or none.

A preview does everything and rolls it back: so it says exactly what would happen.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext

from games.errors import ServiceError
from games.eventlog.keys import require_key
from games.eventlog.turns import one_at_a_time
from games.files.services.imports import name_problem
from games.models import Club, User
from games.models.locks import rows_lock
from games.names.identity import ByName, identity
from games.permissions import Capability, require
from games.sessions.services.sessions import seasons_locked
from tournaments.errors import CorrectionReaches, EventRefused
from tournaments.events.services.entering import MOST_ENTRIES
from tournaments.models import Division, Event
from tournaments.record.services.writing import EventRequest, event_write, said_before

MOST_LINES: Final = 2 * MOST_ENTRIES
MOST_NUMBER: Final = 32_767

LINES: Final[Mapping[str, str | Promise]] = {
    "reaches": gettext_lazy(
        "Their match is on a board, or this changes what was played since: type the line at the "
        "desk, which asks first."
    ),
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
    "result_cut": gettext_lazy(
        "%(first)s – %(second)s %(points)s: %(typed)s is more than the match is played to."
    ),
    "reported": gettext_lazy(
        "%(first)s – %(second)s %(points)s: their own report is %(reported)s. Confirm that or "
        "change it at their match."
    ),
    "there": gettext_lazy("%(first)s – %(second)s %(points)s: entered already."),
    "there_walkover": gettext_lazy(
        "%(first)s – %(second)s: entered already, a walkover for %(winner)s."
    ),
    "there_unplayed": gettext_lazy("%(first)s – %(second)s: entered already, not played."),
    "line_unread": gettext_lazy(
        "“%(text)s” is not read as a match. Write both names with a dash between, then both "
        "scores: Ann – Bob 7 3."
    ),
}
"""Messages about a line, by code."""

STAYED: Final = frozenset({"twice", "entered", "there", "there_walkover", "there_unplayed"})
"""The codes of lines that say what is entered already: nothing changes by them."""


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

    @property
    def said(self) -> str:
        """How many lines were entered, and how many had been before."""
        stayed = sum(one.code in STAYED for one in self.lines)
        count = len(self.lines) - stayed
        text = ngettext("%(count)s line was entered.", "%(count)s lines were entered.", count)
        parts = [text % {"count": count}]
        if stayed:
            text = ngettext(
                "%(count)s line was there already.", "%(count)s lines were there already.", stayed
            )
            parts.append(text % {"count": stayed})
        return " ".join(parts)


class _TakenBack(Exception):
    """Ends a preview: the transaction is rolled back."""


class Wrong(Exception):
    """A line cannot be used."""

    def __init__(self, code: str, **params: Any) -> None:
        self.code, self.params = code, params
        super().__init__(code)

    def at(self, number: int) -> LineTold:
        """Add the place."""
        return line_told(number, self.code, **self.params)


@dataclass(slots=True)
class Reading:
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
            raise Wrong("division_missing")
        for division in self.divisions:
            if not name or identity(division.name) == identity(name):
                return division
        numbered = [one for one in self.divisions if one.name.split()[-1:] == [name]]
        if name.isdecimal() and len(numbered) == 1:  # 2 for Division 2
            return numbered[0]
        names = ", ".join(f"“{one.name}”" for one in self.divisions)
        raise Wrong("division_unknown", name=name, names=names)


Do = Callable[["Reading", bytes, User, str], None]


def filed(
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
            reading = Reading(event, list(event.divisions.order_by("position")))
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


def name_read(text: str) -> str:
    if not text:
        raise Wrong("name_missing")
    problem = name_problem(text)
    if problem:
        raise EventRefused("invalid", reason=problem)
    return text


def number_read(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text[:6]) <= MOST_NUMBER):
        raise Wrong("number_wrong", text=text)
    return int(text[:6])


def problem_of(number: int, error: Wrong | ServiceError) -> LineTold:
    if isinstance(error, Wrong):
        return error.at(number)
    if isinstance(error, CorrectionReaches):
        # A file has nothing to confirm what its lines change elsewhere.
        return LineTold(number, error.code, str(LINES["reaches"]))
    return LineTold(number, error.code, str(error))


def line_told(number: int, code: str, **params: Any) -> LineTold:
    return LineTold(number, code, str(LINES[code]) % params)
