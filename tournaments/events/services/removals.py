"""Wrong entries: removed as if they had never been, and brought back."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import Any, Final

from django.db.models import Max, Q
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from games.clubs.selectors.players import Roster
from games.errors import NotFound
from games.models import Player, User
from games.models.locks import rows_lock
from tournaments.errors import EventRefused
from tournaments.events.services.entering import (
    entries_follow,
    list_moves_up,
    require_not_closed,
    require_one_division,
)
from tournaments.events.services.late_entries import late_place
from tournaments.events.services.made_players import is_bare
from tournaments.events.services.parting import addresses_keep, agree_again, agreed_in
from tournaments.events.services.removable import require_removable
from tournaments.events.services.swaps import draft_judge
from tournaments.models import (
    Division,
    Entry,
    EntryPass,
    Event,
    Match,
    RemovedEntry,
    Round,
)
from tournaments.record.selectors.situations import format_of
from tournaments.record.services.passes import phones_part, phones_return
from tournaments.record.services.writing import EventRequest, event_write
from tournaments.results.services.own_steps import step_write
from tournaments.results.services.places import boards_assign
from tournaments.results.services.propagation import bye_opened
from tournaments.results.services.reach import SETTLED_BY_OTHERS

COLUMNS: Final = (
    "level", "rating", "home_club", "state", "from_round", "reentries", "fees_paid", "prize",
    "created_at",
)  # fmt: skip
WITH_THE_LIST: Final = timedelta(minutes=10)
"""Who was added to the club no longer before was added with the entry."""


def entry_remove(*, entry: Entry, by: User, keeps_person: bool = False, key: str = "") -> None:
    """Remove a wrong entry, as long as it has not played: from list, exports and log of names.

    An opponent of a released round gets a bye; where each match stands for itself, it is gone.
    Somebody who was added to the club with the entry, and of whom nothing else is known, leaves the
    club as well, unless `keeps_person`. `entry_restore` takes it back.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: they have played, sit at a table, or are in a draw that is taken back first.
    """

    def change(locked: Event) -> None:
        rows_lock(Division.objects.filter(pk=entry.division_id))
        rows_lock(Match.objects.filter(round__division=entry.division_id))
        found = _entry(entry.pk)
        matches = require_removable(found)
        player, division = found.player, found.division
        is_lone = format_of(division).has_lone_matches
        met = [one for one in matches if one.second_id and not is_lone]
        alone = [one.pk for one in matches if not one.second_id or is_lone]
        # What two have said is kept: restored, they meet again.
        agreed = agreed_in(locked, Q(pk__in=alone)) if is_lone and alone else None
        addresses_keep(locked, Q(pk__in=alone))
        removed = as_removed(found, locked)
        removed.byes = [_freed(match, player) for match in met]
        Match.objects.filter(pk__in=alone).delete()
        if agreed is not None:
            agree_again(locked, agreed)
        _pools_leave(division, found.number)
        made_with_it = is_made_with(found)
        found.delete()
        list_moves_up(division)
        draft_judge(division)
        boards_assign(locked)
        removed.save(force_insert=True)
        passes = EntryPass.objects.filter(event=locked, player=player)
        if not Entry.objects.filter(division__event=locked, player=player).exists():
            phones_part(passes)
        if made_with_it and not keeps_person and is_bare(player, locked):
            removed.person = {
                name: getattr(player, name)
                for name in ("public_id", "name", "federation_number", "country", "shown")
            }
            removed.player = None
            removed.save(update_fields=["person", "player"])
            passes.delete()
            player.delete()

    payload = {"entry": entry.public_id, "number": entry.number}
    event_write(EventRequest(entry.division.event, by, "entry_remove", payload, key=key), change)


def as_removed(entry: Entry, event: Event) -> RemovedEntry:
    """Return what brings an entry back once it is gone; it is not saved."""
    return RemovedEntry(
        public_id=entry.public_id,
        event=event,
        division=entry.division,
        number=entry.number,
        player=entry.player,
        kept={name: _plain(getattr(entry, name)) for name in COLUMNS},
    )


def entry_restore(*, event: Event, by: User, public_id: str, key: str = "") -> Entry:
    """Bring a removed entry back, with its number, and to matches that nobody touched since.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        NotFound: nothing like that was removed, or the event has been over since.
        Refused: they were entered again.
    """

    def change(locked: Event) -> None:
        found = RemovedEntry.objects.select_related("division__event__club", "player")
        removed = found.filter(event=locked, public_id=public_id).first()
        if removed is None:
            raise NotFound
        division = removed.division
        rows_lock(Division.objects.filter(pk=division.pk))
        rows_lock(Match.objects.filter(round__division=division.pk))
        player = (removed.player or _person(locked, removed)).current
        if division.entries.filter(Entry.of(player)).exists():
            raise EventRefused("entered_twice", name=player.name)
        require_one_division(division, player)
        require_not_closed(locked)
        entry = entry_again(removed, division, player)
        phones_return(locked, [player])
        entry_follows(entry, locked)

    event_write(EventRequest(event, by, "entry_restore", {"entry": public_id}, key=key), change)
    found = Entry.objects.select_related("division__event__club", "player")
    return found.get(division__event=event, public_id=public_id)


def entry_again(removed: RemovedEntry, division: Division, player: Player) -> Entry:
    """Write a removed entry again, with its number if that is free, and let those play them who
    have a bye since.
    """
    number = removed.number
    if division.entries.filter(number=number).exists():
        number = number_free(division)
    kept = {name: _read(name, value) for name, value in removed.kept.items()}
    rounds = division.rounds.exclude(state=Round.State.DRAFT).count()
    if not removed.byes and rounds and not format_of(division).has_lone_matches:
        kept["from_round"] = max(kept["from_round"], rounds + 1)
    entry = Entry.objects.create(
        public_id=removed.public_id, division=division, player=player, number=number, **kept
    )
    for one in removed.byes:
        _returned(division, one, player)
    removed.delete()
    return entry


def entry_follows(entry: Entry, event: Event) -> None:
    """Give an entry that was written again what its division has for it."""
    division = entry.division
    if format_of(division).leaves_byes:
        late_place(division, entry)
        entries_follow(division, event)
    elif format_of(division).has_lone_matches:
        entries_follow(division, event)
        agree_again(event, agreed_in(event, Q(pk__in=())))
    else:
        draft_judge(division)
        boards_assign(event)


def number_free(division: Division) -> int:
    """Return the number behind all entries of a division."""
    return 1 + (division.entries.aggregate(last=Max("number"))["last"] or 0)


def is_made_with(entry: Entry) -> bool:
    """Tell whether somebody was added to the club by the list that entered them.

    Whose phone was let in is not: they hold a link, and may only be moved to another division.
    """
    player = entry.player
    if player.event_passes.filter(state__in=EntryPass.LET_IN).exists():
        return False
    came = entry.created_at - player.created_at
    is_new = player.created_at >= entry.division.event.created_at and came < WITH_THE_LIST
    return is_new and player.user_id is None and player.merged_into_id is None


def _entry(pk: int) -> Entry:
    found = Entry.objects.select_related("division__event__club", "player").filter(pk=pk).first()
    if found is None:
        raise NotFound
    return found


def _freed(match: Match, player: Player) -> dict[str, Any]:
    """Give the opponent a bye; return what brings the match back."""
    side = 0 if match.first_id == player.pk else 1
    other = match.second_id if side == 0 else match.first_id
    before = {"players": [match.first_id, match.second_id], "score": None, "state": match.state,
              "points": [0, 0]}  # fmt: skip
    match.first_id, match.second_id = other, None
    match.state, match.outcome, match.winner = Match.State.SETTLED, Match.Outcome.BYE, 0
    match.settled_at, match.board = timezone.now(), None
    match.version += 1
    match.save(update_fields=SETTLED_BY_OTHERS)
    step_write(match, "cleared", {"before": before})
    return {"match": match.public_id, "version": match.version, "side": side}


def _returned(division: Division, bye: dict[str, Any], player: Player) -> None:
    """Let the two play after all, where the opponent still has the bye."""
    match = Match.objects.filter(
        round__division=division, public_id=bye["match"], version=bye["version"]
    ).first()
    if match is not None:
        other = match.first_id
        bye_opened(match, *((player.pk, other) if bye["side"] == 0 else (other, player.pk)))


def _pools_leave(division: Division, number: int) -> None:
    """Take a number from the side pools."""
    left = [
        {**pool, "joined": [one for one in pool["joined"] if one != number]}
        for pool in division.side_pools
    ]
    if left != division.side_pools:
        division.side_pools = left
        division.save(update_fields=["side_pools"])


def _person(event: Event, removed: RemovedEntry) -> Player:
    """Return who it was: somebody of that name who came since, or the same person again."""
    there = Roster(event.club).called(removed.name)
    return there or Player.objects.create(club=event.club, **removed.person)


def _plain(value: Any) -> Any:
    if isinstance(value, Decimal):
        return str(value)
    return value.isoformat() if hasattr(value, "isoformat") else value


def _read(name: str, value: Any) -> Any:
    if value is not None and name in ("rating", "prize"):
        return Decimal(value)
    return parse_datetime(value) if name == "created_at" else value
