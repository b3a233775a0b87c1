"""Who may act for a match or an entry: the director, the player, or their phone."""

from django.db.models import Q

from games.models import Club, Player, User
from games.permissions import Capability, permitted
from tournaments.errors import EventNotAllowed, EventRefused
from tournaments.models import Division, Entry, EntryPass, Match, TableSeat
from tournaments.record.services.writing import Doer


def directs(by: Doer, club: Club) -> bool:
    """Tell whether a user may direct events of a club."""
    return isinstance(by, User) and permitted(by, Capability.DIRECT, club)


def side_of(by: Doer, match: Match) -> int | None:
    """Return the user's side of a match: 0, 1, or None.

    A phone with a pass acts for its player in the matches of its event.
    """
    if isinstance(by, EntryPass):
        if by.state != EntryPass.State.GRANTED or match.round is None:
            return None
        if match.round.division.event_id != by.event_id:
            return None
        mine = {by.player_id}
    elif not by.is_active:
        return None
    else:
        mine = players_of(by, match.club_id)
    if match.first_id in mine:
        return 0
    return 1 if match.second_id in mine else None


def acts_as_player(by: Doer, match: Match) -> bool:
    """Tell whether somebody acts as a player on the page of a match, also if they direct: where two
    meet at a date of their own nobody else is there who sees what a director enters for themselves.
    What is decided they put right as a director.
    """
    event = None if match.round is None else match.round.division.event
    if event is None or not event.own_dates or not event.self_reports or match.is_settled:
        return False
    return side_of(by, match) is not None


def side_or_director(by: Doer, match: Match, *, as_player: bool = False) -> int | None:
    """Return the side a user acts for; None for a director, also in their own match, but if they
    are to act `as_player` where they can.

    Raises:
        NotAllowed: it is another user, or only directors report in this event.
    """
    if directs(by, match.club) and not (as_player and acts_as_player(by, match)):
        return None
    side = side_of(by, match)
    if side is None:
        raise EventNotAllowed("not_your_match")
    if match.round is not None and not match.round.division.event.self_reports:
        raise EventNotAllowed("reports_off")
    return side


def require_entry(by: Doer, entry: Entry) -> None:
    """Check that the user is the director, the player, or the player's phone.

    Raises:
        NotAllowed: it is none of these.
    """
    if isinstance(by, EntryPass):
        granted = by.state == EntryPass.State.GRANTED
        if granted and (by.event_id, by.player_id) == (entry.division.event_id, entry.player_id):
            return
    elif directs(by, entry.division.event.club) or entry.player_id in players_of(
        by, entry.division.event.club_id
    ):
        return
    raise EventNotAllowed


def require_one_person(player: Player, other: Player) -> None:
    """Check that two players may be the same person.

    Raises:
        Refused: both were entered in one division, or they have met in a match. Only of two who
            have played it is sure that they are two; an entry may be a slip.
    """
    names = {"name": player.name, "other": other.name}
    two = Q(first=player, second=other) | Q(first=other, second=player)
    matches = list(Match.objects.filter(two).select_related("first", "second"))
    both = Division.objects.filter(entries__player=player).filter(entries__player=other)
    division = both.select_related("event").first()
    if division is not None:
        code = "merge_entered"
        if all(_has_played(one, division) for one in (player, other)):
            met = any(one.outcome == Match.Outcome.PLAYED for one in matches)
            code = "merge_over" if division.event.own_dates and not met else "merge_met"
        raise EventRefused(code, **names, event=division.event.title)
    if matches:
        raise EventRefused("merge_met", **names, event=str(matches[0]))


def _has_played(player: Player, division: Division) -> bool:
    """Tell whether somebody has begun a match of a division, or was seated at a table of it."""
    if TableSeat.objects.filter(entry__division=division, entry__player=player).exists():
        return True
    mine = Match.objects.filter(Q(first=player) | Q(second=player), round__division=division)
    return any(not one.is_unbegun for one in mine.exclude(outcome=Match.Outcome.BYE))


def players_of(user: User, club_id: int) -> set[int]:
    """Return a user's players, those merged into them included: matches keep their original
    players.
    """
    theirs = Player.objects.filter(Q(user=user) | Q(merged_into__user=user), club=club_id)
    return set(theirs.values_list("pk", flat=True))
