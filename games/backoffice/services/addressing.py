"""Moves rows of sessions from one player to another, after a merge or its undoing."""

from collections.abc import Collection

from games.models import Game, GameScore, Seat, Transfer


def readdressed(sessions: Collection[int], old: int, new: int) -> None:
    """Replace one player's key by another's in the seats and games of sessions.

    The log and payments stay as they are; debts follow.
    """
    Seat.objects.filter(session__in=sessions, player=old).update(player=new)
    for field in ("box", "captain", "partner"):
        Game.objects.filter(**{"session__in": sessions, field: old}).update(**{field: new})
    GameScore.objects.filter(game__session__in=sessions, player=old).update(player=new)
    for field in ("payer", "payee"):
        Transfer.objects.filter(**{"game__session__in": sessions, field: old}).update(
            **{field: new}
        )
