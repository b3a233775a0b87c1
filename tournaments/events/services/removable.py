"""Whether an entry can be removed as if it had never been: nothing of theirs was played."""

from __future__ import annotations

from django.db.models import Q

from tournaments.errors import EventRefused
from tournaments.models import Entry, Match, Round, TableSeat
from tournaments.record.selectors.situations import format_of


def require_removable(entry: Entry) -> list[Match]:
    """Return the matches of a player who has played none of them. Their rounds are released.

    Raises:
        Refused: something of theirs was played or drawn by now.
    """
    name = entry.name
    if TableSeat.objects.filter(entry=entry).exists():
        raise EventRefused("entry_drawn", name=name)
    player = entry.player_id
    matches = list(
        Match.objects.select_related("round__division__event", "first", "second")
        .filter(Q(first=player) | Q(second=player), round__division=entry.division_id)
        .order_by("round__number")
    )
    if any(one.outcome != Match.Outcome.BYE and not one.is_unbegun for one in matches):
        raise EventRefused("entry_played", name=name)
    division = entry.division
    played_by = format_of(division)
    is_free = played_by.is_drawn_by_round or played_by.has_lone_matches or played_by.leaves_byes
    # Rounds that were confirmed with the first one are as good as released.
    fixed = {Round.State.RELEASED} | ({Round.State.CONFIRMED} if played_by.leaves_byes else set())
    drafted = any(one.round is not None and one.round.state not in fixed for one in matches)
    if matches and (not is_free or drafted):
        raise EventRefused("entry_drawn", name=name)
    return matches
