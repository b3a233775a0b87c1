"""Entries: early or late, present, paused, withdrawn, resumed."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Q

from games.clubs.services.clubs import player_rename
from games.clubs.services.noting import NOTED, players_note
from games.errors import NotFound
from games.models import Board, Player, User
from games.names.identity import is_one, spelled
from tournaments.errors import EventConflict, EventRefused
from tournaments.events.services.entering import (
    division_locked,
    enter,
    entries_follow,
    list_moves_up,
    require_one_division,
    require_own_matches,
)
from tournaments.events.services.money import fee_once
from tournaments.events.services.naming import NO_ABOUTS, Abouts, about_of
from tournaments.events.services.swaps import draft_judge
from tournaments.models import Division, Entry, Event, EventTable, ForbiddenPair, Match
from tournaments.record.services.access import directs, require_entry
from tournaments.record.services.writing import (
    Doer,
    EventRequest,
    event_beat,
    event_write,
    event_written,
)
from tournaments.results.services.board_results import board_count
from tournaments.tables.services.banks import require_reentry
from tournaments.tables.services.moves import table_leave_within
from tournaments.tables.services.news import tables_tell

PERSONAL = frozenset({"home_club"})
HIDDEN = "…"
"""Stands in the log for what says who somebody is: it would outlive their being made anonymous."""


def entries_add(
    *,
    division: Division,
    by: User,
    players: Sequence[Player],
    levels: Sequence[int] = (),
    abouts: Abouts = NO_ABOUTS,
    key: str = "",
    said: Mapping[str, str] | None = None,
) -> list[Entry]:
    """Enter players, all of them or none; they get the next numbers in this order.

    Once rounds were played they take part from the next one. A field drawn as a whole accepts late
    entries as long as they can replace a bye. `abouts` are by name what stood beside it: rating and
    club are the entry's, country and federation number are noted of the player. `said` is stored in
    the log besides: how the players were named.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: a player is entered already, is of another club, or comes too late.
    """

    def change(locked: Event) -> None:
        found = division_locked(division.pk)
        enter(found, players, levels or [0] * len(players), abouts)
        entries_follow(found, locked)
        players_note(club=locked.club, by=by, notes=_of_players(players, abouts))

    payload = {
        "division": division.public_id,
        "players": [one.public_id for one in players],
        "levels": list(levels),
        **(said or {}),
    }
    event_write(EventRequest(division.event, by, "enter", payload, key=key), change)
    entered = [player.current.pk for player in players]
    now = Q(player__in=entered) | Q(player__merged_into__in=entered)
    rows = division.entries.filter(now).select_related("player")
    found = {one.player.merged_into_id or one.player_id: one for one in rows}
    return [found[pk] for pk in entered]


def entry_check_in(*, entry: Entry, by: Doer) -> Entry:
    """Check a player in: by the director, the player, or their phone.

    Raises:
        NotAllowed: it is none of these.
        Conflict: the event is over.
        Refused: the player has withdrawn.
    """
    require_entry(by, entry)
    if not (isinstance(by, User) and directs(by, entry.division.event.club)):
        # Check-ins never conflict with a director's actions: no version, no log.
        if not entry.division.event.is_open:
            raise EventConflict("event_over")
        changed = Entry.objects.filter(pk=entry.pk, state=Entry.State.ENTERED)
        if changed.update(state=Entry.State.PRESENT):
            event_beat(entry.division.event_id)
        entry.refresh_from_db(fields=["state"])
        if entry.state == Entry.State.WITHDRAWN:
            raise EventRefused("entry_withdrawn", name=entry.name)
        return entry
    return _state(entry, by, Entry.State.PRESENT, "check_in", "")


def entries_check_in(
    *, division: Division, by: User, but: Collection[Entry] = (), key: str = ""
) -> None:
    """Check in everybody who is entered, but for these.

    Raises:
        NotAllowed, Conflict: see `event_write`.
    """

    def change(locked: Event) -> None:
        waiting = division.entries.filter(state=Entry.State.ENTERED)
        waiting.exclude(pk__in=[one.pk for one in but]).update(state=Entry.State.PRESENT)

    payload: dict[str, Any] = {"division": division.public_id}
    if but:
        payload["but"] = [one.public_id for one in but]
    event_write(EventRequest(division.event, by, "all_here", payload, key=key), change)


def entry_check_out(*, entry: Entry, by: User, key: str = "") -> Entry:
    """Take a check-in back.

    Raises:
        NotAllowed, Conflict: see `event_write`.
    """
    return _state(entry, by, Entry.State.ENTERED, "check_out", key)


def entry_pause(*, entry: Entry, by: User, key: str = "") -> Entry:
    """Leave a player out of the next draws; their present match goes on.

    Raises:
        NotAllowed, Conflict: see `event_write`.
    """
    return _state(entry, by, Entry.State.PAUSED, "pause", key)


@transaction.atomic
def entry_resume(*, entry: Entry, by: User, key: str = "") -> Entry:
    """Include a paused or withdrawn player again.

    What they gave up is played again where the format says so; if its board is over, it counts.

    Raises:
        NotAllowed, Conflict: see `event_write`.
    """
    # Where two find a date of their own nobody is here or not.
    dated = entry.division.event.own_dates
    state = Entry.State.ENTERED if dated else Entry.State.PRESENT
    back = _state(entry, by, state, "resume", key)
    mine = Q(first=entry.player_id) | Q(second=entry.player_id)
    over = Match.objects.filter(mine, round__division=entry.division_id, state=Match.State.OPEN)
    for board in over.filter(online__status=Board.Status.ENDED).values_list("online", flat=True):
        board_count(board_id=board)
    return back


def entry_withdraw(*, entry: Entry, by: User, key: str = "") -> Entry:
    """Withdraw a player. Their results stay; an open match is forfeited, drafts change.

    Before the first draw the entry is simply removed from the list. At a table the player leaves
    after the running game.

    Raises:
        NotAllowed, Conflict: see `event_write`.
    """
    return _state(entry, by, Entry.State.WITHDRAWN, "withdraw", key)


def entry_leave(*, entry: Entry, by: Doer, key: str = "") -> Entry:
    """Withdraw a player as they do themselves. Whether they may, here and now, its caller knows.

    Raises:
        NotAllowed: the user is neither the player nor the director.
        Conflict: see `event_written`.
    """
    return _own_state(entry, by, Entry.State.WITHDRAWN, "withdraw", key)


def entry_unpause(*, entry: Entry, by: Doer, key: str = "") -> Entry:
    """End the pause of a player as they do themselves. Whether they may, here, its caller knows.

    Raises:
        NotAllowed: the user is neither the player nor the director.
        Conflict: see `event_written`.
    """
    return _own_state(entry, by, Entry.State.ENTERED, "resume", key)


def entry_reenter(*, entry: Entry, by: User, key: str = "") -> Entry:
    """Let an eliminated player buy in again, where the format allows it.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: it is too late, or the player is not out.
    """

    def change(locked: Event) -> None:
        found = _locked(entry)
        require_reentry(found)
        found.reentries += 1
        if not found.is_active:
            found.state = Entry.State.PRESENT
        found.save(update_fields=["reentries", "state"])
        entry.reentries, entry.state = found.reentries, found.state
        draft_judge(found.division)
        tables_tell(EventTable.objects.filter(seats__entry=found))

    payload = {"entry": entry.public_id}
    event_write(EventRequest(entry.division.event, by, "reenter", payload, key=key), change)
    return entry


def entry_change(*, entry: Entry, by: User, **fields: Any) -> Entry:
    """Change an entry's level, rating or club, the fees paid, or the prize.

    `federation_number` and `country` are noted of its player.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: a field is not valid.
    """

    def change(locked: Event) -> None:
        found = _locked(entry)
        _note(found, own)
        players_note(club=locked.club, by=by, notes={found.player.current: of_player})
        for name, value in own.items():
            setattr(entry, name, value)
        entry.player = found.player

    own = {name: value for name, value in fields.items() if name not in NOTED}
    of_player = {name: str(value) for name, value in fields.items() if name in NOTED}
    payload = {"entry": entry.public_id, **_noted(own), **dict.fromkeys(of_player, HIDDEN)}
    event_write(
        EventRequest(entry.division.event, by, "entry_change", payload), change, is_open=False
    )
    return entry


def entry_rename(*, entry: Entry, by: User, name: str, key: str = "") -> Entry:
    """Correct the name of an entry: it is the player's, here and everywhere.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: another player of the club has the name, or it cannot be a player's.
    """

    def change(locked: Event) -> None:
        found = _locked(entry)
        player = found.player.current
        others = player.club.players.exclude(pk__in=player.own_keys())
        taken = (one for one in others.values_list("name", flat=True) if is_one(one, name))
        if not is_one(found.name, name) and any(taken):
            raise EventRefused("entry_name_taken", name=spelled(name))
        player_rename(player=player, by=by, name=name)
        entry.player = found.player

    payload = {"entry": entry.public_id, "number": entry.number}
    event_write(EventRequest(entry.division.event, by, "entry_rename", payload, key=key), change)
    return entry


def entries_change(
    *, division: Division, by: User, entries: Sequence[Entry], key: str = "", **fields: Any
) -> None:
    """Change several entries as `entry_change` does, all of them or none.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: a field is not valid, or a player is not entered in this division.
    """
    if {one.division_id for one in entries} != {division.pk}:
        raise EventRefused("entry_unknown")

    def change(locked: Event) -> None:
        for one in entries:
            _note(_locked(one), fields)

    payload = {"entries": [one.public_id for one in entries], **_noted(fields)}
    asked = EventRequest(division.event, by, "entries_change", payload, key=key)
    event_write(asked, change, is_open=False)


def pair_forbid(*, division: Division, by: User, first: Entry, second: Entry) -> ForbiddenPair:
    """Record that two players should not meet if avoidable. Repeating it changes nothing.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: it is the same player twice, or one is in another division.
    """
    low, high = sorted([first, second], key=lambda one: one.pk)
    if low.pk == high.pk:
        raise EventRefused("forbidden_itself")
    if {low.division_id, high.division_id} != {division.pk}:
        raise EventRefused("entry_unknown")

    def change(locked: Event) -> None:
        ForbiddenPair.objects.get_or_create(division=division, first=low, second=high)
        draft_judge(division)

    payload = {"entries": [low.public_id, high.public_id]}
    event_write(EventRequest(division.event, by, "forbid", payload), change)
    return ForbiddenPair.objects.get(division=division, first=low, second=high)


def pair_allow(*, pair: ForbiddenPair, by: User) -> None:
    """Let two players meet again.

    Raises:
        NotAllowed, Conflict: see `event_write`.
    """

    def change(locked: Event) -> None:
        ForbiddenPair.objects.filter(pk=pair.pk).delete()
        draft_judge(pair.division)

    payload = {"entries": [pair.first.public_id, pair.second.public_id]}
    event_write(EventRequest(pair.division.event, by, "allow", payload), change)


def _noted(fields: Mapping[str, Any]) -> dict[str, str]:
    """Return changed fields of entries in the form the log stores."""
    unknown = fields.keys() - {"level", "fees_paid", "prize", "rating", "home_club"}
    if unknown:
        raise TypeError(f"not fields of an entry: {sorted(unknown)}")
    return {name: HIDDEN if name in PERSONAL else str(value) for name, value in fields.items()}


def _of_players(players: Sequence[Player], abouts: Abouts) -> dict[Player, dict[str, str]]:
    """Return what a list says of the players themselves."""
    told = {player.current: about_of(abouts, player.name) for player in players}
    return {player: about.of_player for player, about in told.items() if about is not None}


def _require_possible(entry: Entry, fees: int) -> None:
    """Refuse a number of fees that is a slip: nobody pays more often than there are players."""
    entered = Entry.objects.filter(division=entry.division_id).count()
    most = max(entered, 1 + entry.reentries)
    if fees > max(most, entry.fees_paid):
        raise EventRefused("fees_many", name=entry.name, most=most)


def _note(entry: Entry, fields: Mapping[str, Any]) -> None:
    if "fees_paid" in fields:
        _require_possible(entry, fields["fees_paid"])
        if fields["fees_paid"] and not entry.fees_paid:
            fee_once(entry)
    for name, value in fields.items():
        setattr(entry, name, value)
    entry.clean_fields(exclude=["division", "player"])
    entry.save(update_fields=sorted(fields))


def _own_state(entry: Entry, by: Doer, state: Entry.State, kind: str, key: str) -> Entry:
    """Change a player's state as they do themselves, with an account or a phone."""
    require_entry(by, entry)
    sender = by if isinstance(by, User) else None
    return _state(entry, sender, state, kind, key, event_written)


def _state(
    entry: Entry,
    by: User | None,
    state: str,
    kind: str,
    key: str,
    write: Callable[[EventRequest, Callable[[Event], None]], Event] = event_write,
) -> Entry:
    def change(locked: Event) -> None:
        division_locked(entry.division_id)
        found = _locked(entry)
        if kind == "check_in" and found.state == Entry.State.WITHDRAWN:
            raise EventRefused("entry_withdrawn", name=found.name)
        if found.state == Entry.State.WITHDRAWN != state:
            require_one_division(found.division, found.player.current)
            require_own_matches(found)
        found.state = state
        found.save(update_fields=["state"])
        if state == Entry.State.WITHDRAWN and found.division.is_chouette and by is not None:
            table_leave_within(found, by)
        if state == Entry.State.WITHDRAWN:
            list_moves_up(found.division)
        entries_follow(found.division, locked)

    payload = {"entry": entry.public_id, "number": entry.number}
    write(EventRequest(entry.division.event, by, kind, payload, key=key), change)
    entry.state = state
    return entry


def _locked(entry: Entry) -> Entry:
    found = Entry.objects.select_related("division__event__club", "player").filter(pk=entry.pk)
    locked = found.first()
    if locked is None:
        raise NotFound
    return locked
