"""Moves rows of sessions and boards from one player to another, after a merge or its undoing."""

from collections.abc import Collection

from games.models import BoardInvitation, BoardSeat, BoardStep, Game, GameScore, Seat, Transfer


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


def boards_readdressed(old: int, new: int) -> None:
    """Give a player's seats at boards, and challenges to them, to the player they count as."""
    BoardSeat.objects.filter(player=old).update(player=new)
    BoardInvitation.objects.filter(player=old).update(player=new)


def boards_given_back(old: int, new: int, public_id: str) -> None:
    """Return the seats that a log says this player took; the boards' rows are locked."""
    there = BoardSeat.objects.filter(player=old).values("board")
    taken = BoardStep.objects.filter(board__in=there, kind="seat", payload__player=public_id)
    for board, payload in taken.values_list("board", "payload"):
        BoardSeat.objects.filter(board=board, number=payload["seat"], player=old).update(player=new)
