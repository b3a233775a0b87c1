"""Lets rows of sessions name another player instead of one: the same person, as it turned out."""

from collections.abc import Collection

from games.models import Game, GameScore, Seat, Transfer


def readdressed(sessions: Collection[int], old: int, new: int) -> None:
    """Put one player's key in the place of another's in the seats and games of sessions.

    What the rows say otherwise stays as it is, and so do the log and payments; debts follow.
    """
    Seat.objects.filter(session__in=sessions, player=old).update(player=new)
    for field in ("box", "captain", "partner"):
        Game.objects.filter(**{"session__in": sessions, field: old}).update(**{field: new})
    GameScore.objects.filter(game__session__in=sessions, player=old).update(player=new)
    for field in ("payer", "payee"):
        Transfer.objects.filter(**{"game__session__in": sessions, field: old}).update(
            **{field: new}
        )
