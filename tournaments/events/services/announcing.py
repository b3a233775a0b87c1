"""Events created from one short form, with their players; new ones are added to the club."""

import datetime
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from games.clubs.selectors.players import Roster
from games.clubs.services.clubs import players_create
from games.eventlog.keys import require_same
from games.eventlog.turns import one_at_a_time
from games.models import Club, Player, User
from games.models.locks import rows_lock
from games.names.identity import ByName
from games.names.lists import in_a_row
from games.permissions import Capability, require
from tournaments.errors import EventRefused
from tournaments.events.services.entries import entries_add
from tournaments.events.services.events import division_add, event_copy, event_create
from tournaments.events.services.naming import NO_ABOUTS, Abouts, entered_in
from tournaments.models import Division, Entry, Event, EventStep
from tournaments.record.services.writing import EventRequest, digest_of, event_write, keyed


def event_announce(
    *,
    club: Club,
    by: User,
    division: Mapping[str, Any],
    players: Sequence[Player] = (),
    names: Sequence[str] = (),
    abouts: Abouts = NO_ABOUTS,
    key: str,
    **fields: Any,
) -> Event:
    """Announce an event with one division and enter its players, all of it or nothing.

    Sent again with the same key it returns the event of the first time.

    Raises:
        NotAllowed: the user may not direct events here.
        KeyReused: this user's key came before with other content.
        Refused: a field is not valid, or a player is named twice.
    """
    require(by, Capability.DIRECT, club)
    asked = digest_of(_ids(players), names, dict(division), fields)
    with one_at_a_time():
        first = _first_time(club, by, key, asked)
        if first is not None:
            return first
        event = event_create(club=club, by=by, divisions=[division], **fields)
        return _announced(event, by, players, names, abouts, key, asked)


def event_announce_like(
    *,
    source: Event,
    by: User,
    title: str,
    starts_on: datetime.date | None,
    players: Sequence[Player] = (),
    names: Sequence[str] = (),
    abouts: Abouts = NO_ABOUTS,
    key: str,
) -> Event:
    """Announce an event like another one, with entries for its first division.

    Raises:
        NotAllowed, KeyReused, Refused: see `event_announce`.
    """
    require(by, Capability.DIRECT, source.club)
    asked = digest_of(_ids(players), names, source.public_id, title, starts_on)
    with one_at_a_time():
        first = _first_time(source.club, by, key, asked)
        if first is not None:
            return first
        event = event_copy(event=source, by=by, title=title, starts_on=starts_on)
        return _announced(event, by, players, names, abouts, key, asked)


def division_announce(
    *,
    event: Event,
    by: User,
    names: Sequence[str] = (),
    abouts: Abouts = NO_ABOUTS,
    key: str,
    **fields: Any,
) -> Division:
    """Add a division to an event and enter its players, all of it or nothing.

    Raises:
        NotAllowed, Conflict, KeyReused: see `event_write`.
        Refused: a field is not valid, or a player is named twice.
    """
    require(by, Capability.DIRECT, event.club)
    with one_at_a_time():
        is_again = keyed(event.log.all(), key, by) is not None
        division = division_add(event=event, by=by, key=key, **fields)
        if not is_again and (found := players_named(event.club, by, names)):
            entries_add(division=division, by=by, players=found, abouts=abouts)
    return division


def names_enter(
    *,
    division: Division,
    by: User,
    names: Sequence[str],
    players: Sequence[Player] = (),
    abouts: Abouts = NO_ABOUTS,
    but_entered: bool = False,
    key: str = "",
) -> list[Entry]:
    """Enter the named players, all or none; new ones are added to the club.

    `abouts` is what stood beside their names. With `but_entered` those who are entered already
    stay as they are, and the others are entered.

    Raises:
        NotAllowed, Conflict, KeyReused: see `event_write`.
        Refused: a player is named twice, is entered already, or comes too late.
    """
    event = division.event
    require(by, Capability.DIRECT, event.club)
    said = {"named": digest_of(_ids(players), names)}
    with one_at_a_time():
        # A retry uses the logged players: a name may have changed since.
        step = keyed(event.log.all(), key, by)
        if step is not None:
            require_same(step.payload.get("named") == said["named"])
            return []
        found = players_named(event.club, by, names, players)
        if but_entered and found:
            there = entered_in(division)
            found = [one for one in found if one.pk not in there]
            if not found:
                raise EventRefused("all_entered")
        if not found:
            return []
        return entries_add(
            division=division, by=by, players=found, abouts=abouts, key=key, said=said
        )


def require_once(roster: Roster, lists: Iterable[Sequence[str]]) -> None:
    """Refuse lists in one of which somebody stands twice, and say of all who do.

    Raises:
        Refused: so it is.
    """
    twice: list[str] = []
    for names in lists:
        typed = ByName[str]()
        for name in names:
            twins = typed.alike(name)
            player = roster.called(name)
            # Clubs may have two players who are spelled almost alike: each by their very name.
            if twins and (player is None or player.name != name or name in twins):
                twice.append(name)
            typed.add(name, name)
    twice = list(dict.fromkeys(twice))
    if len(twice) == 1:
        raise EventRefused("player_twice", name=twice[0])
    if twice:
        raise EventRefused("players_twice", names=in_a_row(twice))


def lists_named(club: Club, by: User, lists: Sequence[Sequence[str]]) -> list[list[Player]]:
    """Return the named players of several lists; creates those whom the club does not have.

    Raises:
        Refused: names are in a list twice, or cannot be a player's.
    """
    require_once(Roster(club), lists)
    return [players_named(club, by, names) for names in lists]


def players_named(
    club: Club, by: User, names: Sequence[str], chosen: Iterable[Player] = ()
) -> list[Player]:
    """Return the chosen and the named players; creates those whom the club does not have.

    Raises:
        Refused: a name is in the list twice, or cannot be a player's.
    """
    roster = Roster(club)
    require_once(roster, [names])
    named: dict[Hashable, Player | None] = {player.pk: player for player in chosen}
    new = []
    for name in names:
        player = roster.called(name)
        if player is None:
            new.append(name)
            named[name] = None  # its place in the list
        else:
            named[player.current.pk] = player.current
    added = iter(players_create(club=club, by=by, names=new) if new else ())
    return [next(added) if player is None else player for player in named.values()]


def _ids(players: Iterable[Player]) -> list[str]:
    return [player.public_id for player in players]


def _first_time(club: Club, by: User, key: str, asked: str) -> Event | None:
    # Each event has its own log: only the club's lock makes the same request wait for the first.
    rows_lock(Club.objects.filter(pk=club.pk))
    step = keyed(EventStep.objects.filter(event__club=club, kind="announce"), key, by)
    if step is None:
        return None
    require_same(step.payload.get("content") == asked)
    return step.event


def _announced(
    event: Event,
    by: User,
    players: Sequence[Player],
    names: Sequence[str],
    abouts: Abouts,
    key: str,
    content: str,
) -> Event:
    payload = {"title": event.title, "content": content}
    event_write(
        EventRequest(event, by, "announce", payload, key=key), lambda _: None, is_open=False
    )
    if not event.is_open:
        return event  # nobody plays in a template
    found = players_named(event.club, by, names, players)
    if found:
        division = event.divisions.order_by("position")[0]
        entries_add(division=division, by=by, players=found, abouts=abouts)
    return event
