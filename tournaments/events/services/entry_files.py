"""Entries of an event from a list of people.

Any list of people is one: a heading names `name`, or `first name` and `last name`, and if wanted
`level`, `rating`, `club`, `country`, `federation number` and `division`; it may be missing. What an
event exports can be read again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from games.clubs.presenters.listed import list_notes, numbers_differ
from games.clubs.selectors.players import Roster
from games.clubs.services.noting import note_problem
from games.errors import ServiceError
from games.files.importing.cells import text_in
from games.files.importing.problems import Unusable, WrongCell
from games.files.importing.tables import declared, decoded, read_table
from games.files.services.imports import sentence
from games.models import Player, User
from games.names import heads
from games.names.identity import ByName, same_case
from games.names.lists import Listed, NameList, in_a_row, read_list
from games.names.ratings import is_no_rating
from tournaments.errors import EventRefused
from tournaments.events.services.announcing import players_named
from tournaments.events.services.entries import entries_add
from tournaments.events.services.filing import (
    LINES,
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
from tournaments.events.services.naming import Named, named
from tournaments.models import Entry, Event

ENTRIES: Final = "entries_file"
"""The name of this step in an event's log."""
CELLS: Final = (heads.LEVEL, heads.RATING, heads.HOME_CLUB, heads.DIVISION)


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
    return filed(event, by, data, key, dry_run, ENTRIES, _enter)


def _listed(reading: Reading, data: bytes) -> NameList:
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


def _entries(reading: Reading, name_list: NameList) -> Iterator[tuple[Listed, dict[str, str]]]:
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


def _enter(reading: Reading, data: bytes, by: User, key: str) -> None:
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
            name = name_read(text_in(listed.name))
            level = number_read(cells["level"] or "0")
            if is_no_rating(cells["rating"]):
                raise Wrong("rating_wrong", text=cells["rating"])
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
                reading.lines.append(line_told(number, "twice", name=name))
                continue
            if player is not None and (division.pk, player.pk) in entered:
                reading.lines.append(line_told(number, "entered", name=player.name))
                continue
        except WrongCell as error:
            told = sentence(error.code, error.params)
            reading.problems.append(LineTold(number, error.code, told))
            continue
        except (Wrong, ServiceError) as error:
            reading.problems.append(problem_of(number, error))
            continue
        if player is None:
            new[division.pk].add(name, name)
        else:
            typed.add((division.pk, player.pk))
        wanted.setdefault(division.pk, []).append((said, level))
        if player is None:
            near = roster.resembling(name)
            if near is None:
                reading.lines.append(line_told(number, "new", name=said))
            else:
                reading.lines.append(line_told(number, "new_near", name=said, player=near.name))
        elif same_case(player.name) == same_case(name):
            reading.lines.append(line_told(number, "known", name=said))
        else:
            reading.lines.append(line_told(number, "known_as", name=said, player=player.name))
    if not reading.problems:
        _entries_write(reading, by, wanted)


def _entries_write(
    reading: Reading, by: User, wanted: Mapping[int, Sequence[tuple[Named, int]]]
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


def _players(reading: Reading, by: User, names: Sequence[str]) -> list[Player]:
    found = players_named(reading.event.club, by, names)
    if len(found) < len(names):
        # Two names of the same player, after a merge.
        raise EventRefused("player_twice", name=in_a_row(names[len(found) :]))
    return found
