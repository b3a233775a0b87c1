"""Reads events for the public: it never includes a draw that was not released.

Names are as the reader may see them: code that shows a match or a table looks them up in its
field's `people`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, TypeVar

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Case, Count, Q, When
from django.db.models.base import ModelState

from games.clubs.selectors.privacy import Person, people_seen, person_seen
from games.errors import NotAllowed, NotFound
from games.fast.queries import Prepared
from games.models import Club, Player
from games.models.ids import is_public_id
from games.permissions import NOBODY, Capability, Reader, Somebody
from games.sessions.services.sessions import today
from tournaments.formats.situation import WITHOUT_BRACKET
from tournaments.models import Division, Entry, Event, Match, Round
from tournaments.pairing.brackets import Bracket, Filled
from tournaments.results.selectors.brackets import bracket_filled

Row = TypeVar("Row", Entry, Round)

_by_public_id: Final = Prepared(
    lambda public_id: Event.objects.filter(public_id=public_id).order_by().select_related("club")
)

MOST_CARDS: Final = 6
"""Events on a club's front page."""
COLUMNS: Final = (
    "id",
    "public_id",
    "round_id",
    "game",
    "node",
    "position",
    "board",
    "first_id",
    "second_id",
    "length",
    "state",
    "outcome",
    "first_points",
    "second_points",
    "winner",
    "goes_on",
    "reason",
    "version",
)
"""The columns of a match that pages show; its log may be long and is not loaded."""
_ROUND: Final = COLUMNS.index("round_id")


@dataclass(frozen=True, slots=True)
class People:
    """The entries of an event, with names as the reader may see them."""

    reader: Reader
    entries: Mapping[int, Entry]
    """By player."""
    persons: Mapping[int, Person]

    @classmethod
    def of(cls, entries: Iterable[Entry], reader: Reader = NOBODY) -> People:
        found = {entry.player_id: entry for entry in entries}
        return cls(reader, found, people_seen((one.player for one in found.values()), reader))

    @property
    def names(self) -> dict[str, str]:
        """Names by the text of the number, the key that draws use."""
        return {str(one.number): self.persons[pk].name for pk, one in self.entries.items()}

    def person(self, player: Player) -> Person:
        """Return a player as the reader knows them, entered or not."""
        return self.persons.get(player.pk) or person_seen(player, self.reader)

    def known_id(self, player: Player) -> str | None:
        """Return a player's identifier, unless the reader may not know who they are."""
        person = self.person(player)
        return None if person.is_nameless else person.public_id

    def federation_number(self, entry: Entry) -> str:
        """Return a player's number, for whom their whole name is shown; else blank.

        Initials with a number under which everybody can look somebody up would be their name.
        """
        player = entry.player
        return player.federation_number if self.person(player).name == player.name else ""

    def name(self, entry: Entry | None) -> str:
        """Return an entry's name; blank for None."""
        return "" if entry is None else self.person(entry.player).name


@dataclass(frozen=True)
class DivisionShown:
    """A division with its entries, and its released rounds with matches."""

    people: People
    division: Division
    entries: tuple[Entry, ...]
    rounds: tuple[Round, ...]
    matches: tuple[Match, ...]

    @cached_property
    def numbers(self) -> dict[int, int]:
        return {entry.player_id: entry.number for entry in self.entries}

    @cached_property
    def by_number(self) -> dict[int, Entry]:
        return {entry.number: entry for entry in self.entries}

    @cached_property
    def by_player(self) -> dict[int, Entry]:
        return {entry.player_id: entry for entry in self.entries}

    @cached_property
    def names(self) -> dict[str, str]:
        """Names by the text of the number, the key that draws use."""
        return self.people.names

    @cached_property
    def by_round(self) -> dict[int, list[Match]]:
        """Matches by the primary key of their round, in order."""
        found: dict[int, list[Match]] = {one.pk: [] for one in self.rounds}
        for match in self.matches:
            found[match.round_id or 0].append(match)
        return found

    @property
    def has_bracket(self) -> bool:
        """Whether a bracket was released."""
        return any(one.bracket not in WITHOUT_BRACKET for one in self.rounds)

    @cached_property
    def bracket(self) -> tuple[Bracket, dict[str, Filled]] | None:
        """The released bracket and its state."""
        if not self.has_bracket:
            return None
        nodes = [one for one in self.matches if one.is_of_bracket]
        return bracket_filled(self.division, nodes)


@dataclass(frozen=True)
class Board:
    """An event with all its divisions, and the requested fields."""

    reader: Reader
    event: Event
    divisions: tuple[Division, ...]
    fields: tuple[DivisionShown, ...]

    @property
    def club(self) -> Club:
        return self.event.club


def event_seen(public_id: str, user: Somebody, *, is_let_in: bool = False) -> tuple[Event, Reader]:
    """Return an event with its club, and the user as its reader.

    `is_let_in`: the phone acts for a player.

    Raises:
        NotFound: it does not exist, the user may not see it, or it is a template; a stranger cannot
            tell which.
    """
    event = _by_public_id.first(public_id) if is_public_id(public_id) else None
    if event is None or event.status == Event.Status.TEMPLATE:
        raise NotFound
    reader = Reader.of(user, event.club)
    if is_let_in:
        reader = reader.also(Capability.VIEW_CLUB, Capability.SEE_NAMES)
    if not reader.may(Capability.VIEW_CLUB):
        raise NotFound
    return event, reader


def board_read(event: Event, reader: Reader = NOBODY, division: str | None = "") -> Board:
    """Read an event, in four queries: one division by its `public_id`, or the first, or all with
    None.

    Raises:
        NotFound: it has no such division.
    """
    divisions = tuple(event.divisions.order_by("position"))
    for one in divisions:
        one.event = event
    wanted = divisions
    if division is not None:
        wanted = tuple(one for one in divisions if division in ("", one.public_id))[:1]
        if not wanted:
            raise NotFound
    return Board(reader, event, divisions, _fields(wanted, reader))


def _fields(divisions: Sequence[Division], reader: Reader) -> tuple[DivisionShown, ...]:
    keys = {one.pk: one for one in divisions}
    entries = list(
        Entry.objects.filter(division__in=keys).select_related("player").order_by("number")
    )
    # All at once, so that a player of two divisions has the same name in both.
    people = People.of(entries, reader)
    rounds = {
        one.pk: one
        for one in Round.objects.filter(division__in=keys, state=Round.State.RELEASED).order_by(
            "number"
        )
    }
    for one in rounds.values():
        one.division = keys[one.division_id]
    by_division: dict[int, list[Match]] = {pk: [] for pk in keys}
    order = {pk: place for place, pk in enumerate(rounds)}
    found = Match.objects.filter(round__in=rounds).order_by("position").values_list(*COLUMNS)
    for row in sorted(found, key=lambda one: order[one[_ROUND]]):
        round = rounds[row[_ROUND]]
        by_division[round.division_id].append(_match(row, round))
    return tuple(
        DivisionShown(
            people=replace(
                people, entries={one.player_id: one for one in entries if one.division_id == pk}
            ),
            division=division,
            entries=_of(entries, pk),
            rounds=_of(rounds.values(), pk),
            matches=tuple(by_division[pk]),
        )
        for pk, division in keys.items()
    )


def _match(row: tuple[Any, ...], round: Round) -> Match:
    """Return a match as `only` would, with other columns loaded on access.

    A large event has thousands of them, and creating them through Django takes five times as long.
    """
    match = Match.__new__(Match)
    match._state = ModelState()
    match._state.adding, match._state.db = False, DEFAULT_DB_ALIAS
    match.__dict__.update(zip(COLUMNS, row, strict=True))
    match.round = round
    return match


def _of(rows: Iterable[Row], pk: int) -> tuple[Row, ...]:
    return tuple(row for row in rows if row.division_id == pk)


@dataclass(frozen=True, slots=True)
class EventCard:
    """An event in a list, with its number of entries."""

    event: Event
    entries: int


def events_now(club: Club) -> tuple[EventCard, ...]:
    """Return the club's running events, the latest first, and then those to come, the next one
    first; in one query.
    """
    is_running = Q(status=Event.Status.RUNNING)
    events = (
        club.events.filter(is_running | Q(status=Event.Status.PLANNED, starts_on__gte=today(club)))
        .select_related("league_season")
        .annotate(
            players=Count(
                "divisions__entries",
                filter=~Q(divisions__entries__state=Entry.State.WITHDRAWN),
            )
        )
        .order_by(
            "-status",
            Case(When(is_running, then="starts_on")).desc(),
            Case(When(is_running, then="pk")).desc(),
            "starts_on",
            "pk",
        )[:MOST_CARDS]
    )
    return tuple(EventCard(event, event.players) for event in events)


def event_directed(public_id: str, user: Somebody) -> tuple[Event, Reader]:
    """Return an event with its club, and the director as its reader.

    Raises:
        NotFound: it does not exist, or the user may not see its club.
        NotAllowed: the user may see it, but not direct it.
    """
    event = None
    if is_public_id(public_id):
        events = Event.objects.select_related("club", "season")
        event = events.filter(public_id=public_id).first()
    if event is None:
        raise NotFound
    reader = Reader.of(user, event.club)
    if not reader.may(Capability.VIEW_CLUB):
        raise NotFound
    if not reader.may(Capability.DIRECT):
        raise NotAllowed
    return event, reader
