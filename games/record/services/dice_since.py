"""What was said about cubes before dice fell on the board, and who may still take it back.

On wood the table watches over undo. On a board the dice stay where they fell: a double or an answer
that is said anew after them is said with better knowledge. So nobody with a bet in that game takes
it back, whatever role they have; who keeps the score without one does. Nor does anybody with a bet
replace what was said by amending the game once it is over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from django.db.models import Exists, OuterRef, Q

from games.errors import NotAllowed
from games.fast.queries import Prepared
from games.models import Action, Board, BoardStep, Game, Session
from games.record.log.history import Kind, Step
from games.record.services.speakers import Speaking, own_steps
from games.rules.chouette import StartGame, Table
from games.rules.chouette.voices import opponents

FALLEN: Final = ("roll", "play")
"""The steps of a board after which cubes are said with better knowledge."""
ON_WOOD: Final = (Board.Status.ABANDONED, Board.Status.WITHDRAWN)
"""The game of such a board went on at the table, or has not been."""


_later: Final = BoardStep.objects.filter(
    board=OuterRef("board"), sequence__gt=OuterRef("sequence"), kind__in=FALLEN
)
_ever: Final = Prepared(
    lambda session: Board.objects.filter(session=session).order_by().values_list("pk")[:1]
)
_said: Final = Prepared(
    lambda session: (
        BoardStep.objects.filter(
            board__in=Board.objects.filter(session=session).exclude(status__in=ON_WOOD),
            kind="cubes",
        )
        .filter(Q(board__status=Board.Status.ENDED) | Exists(_later))
        .order_by("-board_id", "-sequence")
        .values_list("payload")[:1]
    )
)
_ended: Final = Prepared(
    lambda session: (
        Action.objects.filter(
            session=session,
            kind=Kind.PLAY,  # not as put right later
            sequence__in=Game.objects.filter(
                session=session,
                number__in=Board.objects.filter(session=session, status=Board.Status.ENDED).values(
                    "game_number"
                ),
            ).values("last_sequence"),
        )
        .order_by("-sequence")
        .values_list("sequence")[:1]
    )
)


def rolled_through(session: Session) -> int:
    """Return the last row of the log that is about cubes or a result, and that a roll or a play on
    the board has followed, or the end of its game; 0 if none. Two queries.
    """
    said, ended = _said.first(session.pk), _ended.first(session.pk)
    return max(said[0]["step"] if said else 0, ended[0] if ended else 0)


def was_on_board(session: Session) -> bool:
    """Tell whether a game of the session is on a board, or was; one query."""
    return bool(_ever.first(session.pk))


def require_not_rolled(
    locked: Session,
    speaking: Speaking,
    tables: Iterable[Table],
    steps: Sequence[Step],
    through: int | None = None,
) -> None:
    """Check that no dice have fallen since these steps, or that who acts has no bet in their game.

    `tables` are those before and after the steps are taken back, or done again; `through` is what
    `rolled_through` returns, where it was read already. Nor does anybody take back how somebody
    else put right a game on the board in which they were.

    Raises:
        NotAllowed: dice have fallen since.
    """
    for step in steps:
        if step.kind == Kind.AMEND and not own_steps(locked, speaking.player, [step.sequence]):
            starts = (one.action for one in step.actions if isinstance(one.action, StartGame))
            for start in starts:
                require_not_on_board(locked, speaking, step.game, start)
    if speaking.scores and not _has_bet(speaking.player, tables, steps):
        return
    if through is None:
        through = rolled_through(locked)
    if any(step.kind == Kind.PLAY and step.sequence <= through for step in steps):
        raise NotAllowed("rolled_since")


def require_not_on_board(
    locked: Session, speaking: Speaking, number: int, start: StartGame
) -> None:
    """Check that a finished game was not played on the board, or that who amends it was not in it.

    Raises:
        NotAllowed: it was, and they were.
    """
    boards = Board.objects.filter(session=locked, game_number=number, status=Board.Status.ENDED)
    if _plays_in(speaking.player, start) and boards.exists():
        raise NotAllowed("played_on_board")


def _has_bet(player: str, tables: Iterable[Table], steps: Sequence[Step]) -> bool:
    if not player:
        return False
    starts = [
        played.action
        for step in steps
        for played in step.actions
        if step.kind == Kind.PLAY and isinstance(played.action, StartGame)
    ]
    return any(opponents(table, player) for table in tables) or any(
        _plays_in(player, start) for start in starts
    )


def _plays_in(player: str, start: StartGame) -> bool:
    return player in (start.box, start.partner, *start.team)
