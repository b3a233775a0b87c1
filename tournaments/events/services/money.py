"""Fees, prizes and side pools of a division: only recorded, the program moves no money."""

from collections.abc import Callable, Collection, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

from games.models import User
from tournaments.errors import EventRefused
from tournaments.events.selectors.fees import fees_open, paid_before
from tournaments.models import Division, Entry, Event
from tournaments.record.services.writing import EventRequest, event_write

MOST_POOLS: Final = 12


def fees_tick(
    *,
    division: Division,
    by: User,
    paid: Collection[Entry] | None = None,
    version: int | None = None,
    key: str = "",
) -> None:
    """Write down who has paid all that they owe; None: everybody has. Who is not named has not.

    What somebody has paid of several fees stays as long as their tick does not change. Who has paid
    in another division of the season is ticked there; with a tick here it is paid here instead.

    Raises:
        NotAllowed, Conflict: see `event_write`.
    """
    ticked = None if paid is None else {one.pk for one in paid}

    def change(locked: Event) -> None:
        entries = list(Entry.objects.filter(division=division).select_related("player"))
        before = paid_before(division, entries)
        for entry in entries:
            owed = 1 + entry.reentries
            was = entry.fees_paid >= owed
            now = entry.pk in ticked if ticked is not None else was or fees_open(entry, before) > 0
            if was != now:
                if now:
                    fee_once(entry)
                entry.fees_paid = owed if now else 0
                entry.save(update_fields=["fees_paid"])

    payload: dict[str, Any] = {"division": division.public_id}
    if paid is not None:
        payload["entries"] = [one.public_id for one in paid]
    asked = EventRequest(division.event, by, "fees_tick", payload, version, key)
    event_write(asked, change, is_open=False)


def fee_once(entry: Entry) -> None:
    """Count a fee that is paid in this entry nowhere else: a season is paid for once."""
    for one in paid_before(entry.division, [entry]).values():
        Entry.objects.filter(pk=one.entry.pk).update(fees_paid=0)


def prizes_write(
    *, division: Division, by: User, amounts: Mapping[int, Decimal], key: str = ""
) -> None:
    """Write the prizes to the entries, by number; who is not named has none.

    Raises:
        NotAllowed, Conflict: see `event_write`.
    """

    def change(locked: Event) -> None:
        for entry in Entry.objects.filter(division=division):
            prize = amounts.get(entry.number)
            if entry.prize != prize:
                entry.prize = prize
                entry.save(update_fields=["prize"])

    said = {str(number): str(amount) for number, amount in amounts.items()}
    payload = {"division": division.public_id, "prizes": said}
    asked = EventRequest(division.event, by, "prizes_write", payload, key=key)
    event_write(asked, change, is_open=False)


def side_pool_add(
    *,
    division: Division,
    by: User,
    name: str,
    bracket: str,
    fee: Decimal,
    prizes: Sequence[int | float],
    key: str = "",
) -> None:
    """Add a pool that players may join besides, paid by the places in one part of the bracket.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: it has no name or no shares, they are more than all, or there are too many pools.
    """
    title = " ".join(name.split())[:60]
    if not title or not prizes or sum(prizes) > 100:
        raise EventRefused("pool_incomplete")
    row = {"name": title, "bracket": bracket, "fee": str(fee), "prizes": list(prizes), "joined": []}

    def change(pools: list[dict[str, Any]]) -> None:
        if len(pools) >= MOST_POOLS:
            raise EventRefused("pools_many", limit=MOST_POOLS)
        pools.append(row)

    _pools(division, by, "side_pool_add", {"title": title}, change, key=key)


def side_pool_join(
    *, division: Division, by: User, number: int, joined: Sequence[int], key: str = ""
) -> None:
    """Write down who has joined a side pool, by their numbers.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: there is no such pool.
    """

    def change(pools: list[dict[str, Any]]) -> None:
        _pool(pools, number)["joined"] = sorted(joined)

    said = {"number": number, "joined": sorted(joined)}
    _pools(division, by, "side_pool_join", said, change, key=key)


def side_pool_remove(*, division: Division, by: User, number: int, key: str = "") -> None:
    """Remove a side pool with all who joined.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: there is no such pool.
    """

    def change(pools: list[dict[str, Any]]) -> None:
        pools.remove(_pool(pools, number))

    _pools(division, by, "side_pool_remove", {"number": number}, change, key=key)


def _pool(pools: list[dict[str, Any]], number: int) -> dict[str, Any]:
    if not 1 <= number <= len(pools):
        raise EventRefused("pool_unknown")
    return pools[number - 1]


def _pools(
    division: Division,
    by: User,
    kind: str,
    said: Mapping[str, Any],
    change: Callable[[list[dict[str, Any]]], None],
    *,
    key: str,
) -> None:
    def write(locked: Event) -> None:
        found = Division.objects.get(pk=division.pk)
        change(found.side_pools)
        found.save(update_fields=["side_pools"])
        division.side_pools = found.side_pools

    payload = {"division": division.public_id, **said}
    asked = EventRequest(division.event, by, kind, payload, key=key)
    event_write(asked, write, is_open=False)
