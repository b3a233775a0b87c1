"""What a seat does: seeds, rolls, turns, cube, offers, clock."""

from __future__ import annotations

import datetime
from typing import Final

from django.utils.translation import ngettext, override

from games.boards.errors import BoardNotAllowed, BoardRefused, RulesRefused
from games.boards.selectors.boards import seats_of
from games.boards.services.boards import series_go_on
from games.boards.services.dice import dice_new
from games.boards.services.sitters import Sitter
from games.boards.services.writing import BoardRequest, Make, Writing, Written, board_write
from games.eventlog.turns import one_at_a_time
from games.models import Board, BoardSeat, DiceSeed
from games.rules.coded import CodedError
from games.rules.online import Board as State
from games.rules.online import game_type
from games.rules.online.acts import ACTS
from games.rules.online.board import PATIENCE
from games.rules.online.typed import commands_of, typed

SEED_ACTS: Final = frozenset({"commit", "reveal", "say", "say_first"})
OPENING_TIME: Final = datetime.timedelta(minutes=1)
"""How long a seed may stay closed while all are on the page."""


def opening_time(board: Board, state: State) -> int:
    """Return how long a seed may stay closed, in milliseconds: by correspondence a move's time."""
    if board.pace == Board.Pace.DAYS and state.clock is not None:
        return state.clock.control.delay
    return int(OPENING_TIME.total_seconds() * 1000)


def board_act(
    *,
    board: Board,
    sitter: Sitter,
    do: str,
    text: str = "",
    version: int | None = None,
    key: str = "",
) -> Written:
    """Do one thing at a board, as one of its seats.

    `do` is one of `ACTS`, one of the seeds' (`commit`, `reveal`, `say`, and `say_first` for who
    agrees that the other still chooses), `claim_win` or `abandon` when the other has not moved for
    days, or `type`, which reads `text` as players type it. `text` is the play, a level, a square, a
    seed or a commitment, or a number of days.
    Seeds need no version: both players send theirs at once.

    Raises:
        NotAllowed: they do not sit here.
        RulesRefused: the rules do not allow it.
        KeyReused, BoardConflict: see `board_write`.
    """
    side = _side(board, sitter)
    if do == "type":
        try:
            commands = commands_of(board.type, has_cube=game_type(board.type).has_cube)
            do, text = typed(text, commands)
        except CodedError as error:
            raise RulesRefused(error) from error
    request = BoardRequest(
        board=board,
        side=side,
        kind=do,
        content=[side, text],
        version=None if do in SEED_ACTS else version,
        key=key,
        by=sitter.user or _holder(board, side),
    )
    make = _there(board, side, _making(do, side, text))
    if board.snapshot.get("series") is None:
        return board_write(request, make)
    with one_at_a_time():
        written = board_write(request, make)
        if not written.replayed:
            series_go_on(board=board, state=written.state)
    return written


def _there(board: Board, side: int, make: Make) -> Make:
    """Return the same, noting that somebody whose page is not connected plays on by other means."""
    seat = _seat(board, side)
    if seat is None or seat.away_at is None:
        return make

    def made(writing: Writing) -> None:
        make(writing)
        BoardSeat.objects.filter(pk=seat.pk).update(away_at=None)

    return made


def _seat(board: Board, side: int) -> BoardSeat | None:
    return next((one for one in seats_of(board) if one.number == side), None)


def _holder(board: Board, side: int) -> BoardSeat | None:
    """Return the seat of who acts without an account; None for the assistant: the server itself."""
    seat = _seat(board, side)
    return None if seat is None or seat.kind == BoardSeat.Kind.ASSISTANT else seat


def _side(board: Board, sitter: Sitter) -> int:
    if board.session_id is not None:
        raise BoardRefused("board_of_chouette")  # its session decides who moves, and when
    if sitter.seat is None:
        raise BoardNotAllowed("no_seat")
    return sitter.seat


def _making(do: str, side: int, text: str) -> Make:
    """Return what writes an act.

    Raises:
        BoardRefused: nobody does this at a board.
    """
    if do in SEED_ACTS:
        return lambda writing: _seed(writing, do, side, text)
    match do:
        case "double":
            return lambda writing: _double(writing, side)
        case "roll":
            return lambda writing: _roll(writing, side)
        case "claim_win" | "abandon":
            return lambda writing: _unmoved(writing, do, side)
        case "next":
            return lambda writing: _next(writing, side)
    act = ACTS.get(do)
    if act is None:
        raise BoardRefused("not_found")
    return lambda writing: writing.do(do, side, **act.payload(text))


def _double(writing: Writing, side: int) -> None:
    """Offer the cube; in a match to 1, where records from before have one, there is none."""
    state = writing.state
    if state.type.has_cube and not state.game.has_cube and not state.game.score.is_crawford:
        raise BoardRefused("cube_none")
    writing.do("double", side)


def _roll(writing: Writing, side: int) -> None:
    """Roll for a side; whether it may is said before a number is looked at."""
    if "roll" not in writing.state.can(side):
        # Applied without dice, it is refused with its reason.
        writing.do("roll", side, dice=[1, 1], number=-1)
    writing.roll(side)


def _unmoved(writing: Writing, do: str, side: int) -> None:
    """End a game whose other side has not moved for days: as a win, or without one."""
    board = writing.board
    last = board.log.order_by("-sequence").values_list("at", flat=True).first()
    days = writing.state.patience or PATIENCE
    with override(board.club.language or None):
        reason = ngettext("%(count)s day without a move", "%(count)s days without a move", days) % {
            "count": days
        }
    what = {"reason": reason} if do == "abandon" else {}
    writing.do("unmoved", side, do=do, since=last or 0, **what)


def _next(writing: Writing, side: int) -> None:
    writing.do("next", side)
    if writing.state.dice is not None:
        writing.opening()


def _seed(writing: Writing, do: str, side: int, text: str) -> None:
    # The other player has not sat down, so they have not committed to a seed.
    if writing.state.stage == "waiting" and do in ("reveal", "say"):
        raise BoardRefused("seeds_alone")
    if do == "commit":
        writing.do("commit", side, commitment=text)
    elif do == "reveal":
        writing.do("reveal", side, seed=text)
    else:
        writing.do("say", side, seed=text, unprotected=do == "say_first")
    if writing.state.phase == "opening":
        writing.opening()


def dice_restart(*, board: Board, sitter: Sitter, version: int | None, key: str = "") -> Written:
    """Begin anew with other dice, because somebody did not open their seed in time.

    Their name is listed with the dice that were given up. Who no longer has their own seed, because
    it was on another device, may do it at once.

    Raises:
        NotAllowed: they do not sit here.
        BoardRefused: nothing is late.
    """
    side = _side(board, sitter)

    def make(writing: Writing) -> None:
        dice = writing.state.dice
        if writing.state.stage != "seeds" or dice is None:
            raise BoardRefused("seeds_not_due")
        late = [side] if side in dice.closed else list(dice.closed)
        last = writing.board.log.order_by("-sequence").values_list("at", flat=True).first()
        waited = writing.at - (last or 0)
        is_due = waited >= opening_time(writing.board, writing.state) or side in dice.closed
        if dice.missing or not dice.closed or not is_due:
            raise BoardRefused("seeds_not_due")
        DiceSeed.objects.filter(board=writing.board, game_id=dice.game_id).update(failed=late)
        fresh = dice_new(writing.board)
        given = {"game_id": fresh.game_id, "commitment": fresh.commitment}
        writing.do("dice", side, dice={**given, "seats": list(dice.seats)})

    by = sitter.user or _holder(board, side)
    request = BoardRequest(board, side, "dice", version=version, key=key, by=by)
    return board_write(request, make)
