"""Merges two players who are the same person, and undoes that.

The log keeps naming both; the merge is stored separately, and seats, games and debts follow it.
"""

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.decisions.services.addressing import (
    boards_given_back,
    boards_readdressed,
    readdressed,
)
from games.errors import Conflict, Refused
from games.models import Action, Board, Invitation, Player, Seat, Session, User
from games.permissions import Capability, require
from games.record.log.people import people_lock
from games.record.log.projections import persons
from games.sessions.services.debts import debts_follow, debts_lock
from games.signals import announce, players_merging, players_parting, players_uniting


@transaction.atomic
def players_merge(*, player: Player, into: Player, by: User) -> Player:
    """Let `player` count as `into`, for all past games and from now on.

    Their account moves too, as do players merged into them before. They disappear from lists.

    Raises:
        NotAllowed: the user may not do this.
        Refused: the players are the same, of two clubs, merged already, or two people: they sat at
            one table or board, or have two accounts.
    """
    require(by, Capability.MANAGE_PLAYERS, player.club)
    debts_lock(player.club_id)
    merge_follows(player, into, by)
    # Those who were merged into them follow: who makes them anonymous locks all of them, too.
    _sessions, rows = people_lock({into.pk, *player.own_keys()})
    player, into = rows[player.pk], rows[into.pk]
    merge_check(player, into)
    sessions = list(Seat.objects.filter(player=player).values_list("session_id", flat=True))
    user = player.user
    player.merged_into, player.user, player.is_active = into, None, False
    player.save(update_fields=["merged_into", "user", "is_active"])
    Player.objects.filter(merged_into=player).update(merged_into=into)
    if user is not None:
        into.user = user
        into.save(update_fields=["user"])
    _note_follows(player, into)
    Invitation.objects.filter(player=player, used_at__isnull=True).update(revoked_at=timezone.now())
    readdressed(sessions, player.pk, into.pk)
    boards_readdressed(player.pk, into.pk)
    _debts_follow(player, sessions)
    _announce(sessions)
    return into


@transaction.atomic
def player_separate(*, player: Player, by: User) -> Player:
    """Undo a merge: what the log says of `player` counts for them again.

    The account stays with the other player, and so do those who had been merged into this one
    before.

    Raises:
        NotAllowed: the user may not do this.
        Refused: the player has not been merged.
    """
    require(by, Capability.MANAGE_PLAYERS, player.club)
    debts_lock(player.club_id)
    parting_follows(player, by)
    both = Player.objects.filter(Q(pk=player.pk) | Q(merged=player.pk))
    _sessions, rows = people_lock(set(both.values_list("pk", flat=True)))
    player = rows[player.pk]
    if player.merged_into_id is None:
        raise Refused("not_merged", name=player.name)
    if player.merged_into_id not in rows:
        raise Conflict("people_busy")
    other = player.merged_into_id
    player.merged_into, player.is_active = None, True
    player.save(update_fields=["merged_into", "is_active"])
    sessions = _sessions_as(player, other)
    readdressed(sessions, other, player.pk)
    boards_given_back(other, player.pk, player.public_id)
    _debts_follow(player, sessions)
    _announce(sessions)
    return player


def _note_follows(player: Player, into: Player) -> None:
    """Take over what is known of the other, where nothing is known of the one who stays."""
    into.federation_number = into.federation_number or player.federation_number
    into.country = into.country or player.country
    into.save(update_fields=["federation_number", "country"])


def merge_follows(player: Player, into: Player, by: User) -> tuple[str, ...]:
    """Let what both are in become that of one person; return in sentences what that changes.

    Raises:
        Refused: it cannot.
    """
    answers = players_uniting.send(sender=Player, player=player, into=into, by=by)
    return tuple(said for _receiver, found in answers for said in found or ())


def parting_follows(player: Player, by: User) -> tuple[str, ...]:
    """Let what became that of one person be that of two again; return in sentences what that
    changes.
    """
    other = Player.objects.filter(merged=player.pk).first()
    if other is None:
        return ()
    answers = players_parting.send(sender=Player, player=player, other=other, by=by)
    return tuple(said for _receiver, found in answers for said in found or ())


def merge_check(player: Player, into: Player) -> None:
    """Check that two players may be the same person.

    Raises:
        Refused: see `players_merge`.
    """
    if player.pk == into.pk:
        raise Refused("merge_itself")
    if player.club_id != into.club_id:
        raise Refused("merge_clubs")
    for one in (player, into):
        if one.merged_into_id is not None:
            raise Refused("merge_again", name=one.name)
    if player.user_id is not None and into.user_id is not None:
        raise Refused("merge_accounts", name=player.name, other=into.name)
    together = Session.objects.filter(pk__in=player.seats.values("session_id"))
    both = together.filter(seats__player=into).first()
    if both is not None:
        raise Refused("merge_together", name=player.name, other=into.name, session=str(both))
    board = Board.objects.filter(seats__player=player).filter(seats__player=into).first()
    if board is not None:
        raise Refused("merge_together", name=player.name, other=into.name, session=str(board))
    players_merging.send(sender=Player, player=player, into=into)


def _sessions_as(player: Player, other: int) -> list[int]:
    """Return the sessions in which the log's identifier now means this player, no longer the
    other.
    """
    # Only after a move between clubs does the log identify players by other ids than their own.
    moved = Action.objects.filter(kind=Action.Kind.MOVE).values("session_id")
    seats = Seat.objects.filter(
        Q(logged_as=player.public_id) | Q(session__in=moved), player=other
    ).select_related("session")
    return [
        seat.session_id
        for seat in seats
        if persons(seat.session, [seat.logged_as]).get(seat.logged_as) == player.pk
    ]


def _debts_follow(player: Player, sessions: list[int]) -> None:
    """Recalculate debts from the first of these evenings on."""
    first = Session.objects.filter(pk__in=sessions).order_by("played_on", "pk").first()
    if first is not None:
        debts_follow(club_id=player.club_id, since=first)


def _announce(sessions: list[int]) -> None:
    """Notify running tables that a player's name has changed, and the leaderboards once."""
    for number, session in enumerate(Session.objects.filter(pk__in=sessions).order_by("pk")):
        if number == 0 or session.is_open:
            announce(session, session.version, results_changed=number == 0)
