"""What happens at a board, step by step: each gives the next state, or refuses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from games.rules.clock import Clock, Control
from games.rules.codec import from_plain
from games.rules.online.acts import ACTS
from games.rules.online.board import (
    CUBE_ACTS,
    DAY,
    PATIENCE,
    Board,
    ChouetteBoard,
    Ending,
    Holiday,
    Offer,
    Series,
    Team,
    Turned,
)
from games.rules.online.errors import OnlineError
from games.rules.online.seeds import Dice
from games.rules.online.team import TEAM_ACTS, WHILE_ADJOURNED, turned
from games.rules.online.types import game_type

GAME_ACTS: Final = tuple(name for name, act in ACTS.items() if act.by_game)
OFFERS: Final = ("draw", "takeback", "adjourn")
LONGEST_HOLIDAY: Final = 30


@dataclass(frozen=True, slots=True)
class Step:
    """A row of a board's log: what, which seat (None for the program), and when (milliseconds)."""

    kind: str
    side: int | None
    at: int
    payload: Mapping[str, Any] = field(default_factory=dict)


def board_of(steps: Iterable[Step]) -> Board:
    """Return the board that a log leads to.

    Raises:
        OnlineError: the log does not begin with `begin`, or a step is refused.
        CodedError: the rules of the game refuse one.
    """
    board: Board | None = None
    for step in steps:
        board = begun(step) if board is None else applied(board, step)[0]
    if board is None:
        raise OnlineError("board_malformed")
    return board


def begun(step: Step) -> Board:
    """Return the board that a first step, `begin`, sets up.

    Its payload: `type`, `length` (None for a single game), `options` of the game, `with_draws`,
    `control` (reserve, delay, mode; None without a clock), `holiday_days` for each side, and for a
    game with dice `dice`, their id and the server's commitment. `patience` and, for one of a
    series, `series` are as the board keeps them. A chouette has `line`, who sits there, box first,
    and in `dice` the `seats` that give a seed: nobody is waited for.

    Raises:
        OnlineError: it is another step, or of a game that is not played here.
    """
    if step.kind != "begin":
        raise OnlineError("board_malformed")
    given = step.payload
    of = game_type(given["type"])
    control = given.get("control")
    days = int(given.get("holiday_days") or 0)
    dice, line = given.get("dice"), given.get("line")
    series = given.get("series")
    of_two = {
        "type": of,
        "game": of.start(given["length"], given["options"]),
        "with_draws": bool(given.get("with_draws", True)),
        "clock": None if control is None else Clock.new(Control(*control)),
        "holiday_left": (days, days),
        "dice": None if dice is None else Dice(dice["game_id"], dice["commitment"], ()),
        "series": _series(series),
        "patience": given.get("patience"),
    }
    if series is not None and (of.has_cube or line is not None):
        raise OnlineError("series_none")
    if line is None or dice is None:
        return Board(**of_two)
    seats = tuple(dice["seats"])
    if not seats or not set(seats) <= set(range(len(line))):
        raise OnlineError("board_malformed")
    of_several = {
        "stage": "seeds",
        "seated": tuple(range(len(line))),
        "dice": Dice(dice["game_id"], dice["commitment"], seats),
    }
    return ChouetteBoard(**{**of_two, **of_several}, team=Team(tuple(line)))


def _series(data: Any) -> Series | None:
    if data is None:
        return None
    try:
        found: Series = from_plain(Series, data)
    except (TypeError, ValueError):
        raise OnlineError("board_malformed") from None
    return found


def applied(board: Board, step: Step) -> tuple[Board, Mapping[str, Any]]:
    """Return the board after a step, and the step's payload as the log keeps it.

    Raises:
        OnlineError: the step is not possible now.
        CodedError: the rules of the game refuse it.
    """
    if board.stage == "over":
        raise OnlineError("board_over")
    is_answer = step.kind in ("accept", "refuse")
    is_ours = step.kind in TEAM_ACTS and not (is_answer and board.offer)
    if is_ours and isinstance(board, ChouetteBoard):
        if board.is_adjourned and step.kind not in WHILE_ADJOURNED:
            raise OnlineError("board_adjourned")
        after = TEAM_ACTS[step.kind](board, step.side, step.payload)
        return _clocked(_ended_by_play(after), step.at), step.payload
    if step.kind in GAME_ACTS or (is_answer and board.offer is None):
        return _game_act(board, step)
    try:
        act = _ACTS[step.kind]
    except KeyError:
        raise OnlineError("step_unknown") from None
    return act(board, step), step.payload


def _game_act(board: Board, step: Step) -> tuple[Board, Mapping[str, Any]]:
    if isinstance(board, ChouetteBoard) and (board.team.phase or step.kind in CUBE_ACTS):
        raise OnlineError("automatic_due" if board.team.tie else "cubes_of_session")
    side = _player(board, step)
    if board.phase == "over":
        raise OnlineError("game_running" if step.kind == "next" else "board_over")
    if step.kind in ("accept", "refuse") and board.phase != "resignation":
        raise OnlineError("offer_missing")
    if step.kind == "roll":
        board = _rolling(board, step)
    game, kept = board.type.act(board.game, side, step.kind, step.payload)
    after = replace(board, game=game, **_remembered(board, game, step, side, kept))
    if isinstance(after, ChouetteBoard):
        after = turned(board, after, step.payload)
    if after.offer is not None and after.offer.side != side:
        after = replace(after, offer=None)  # playing on refuses
    return _clocked(_ended_by_play(after), step.at), kept


def _remembered(
    board: Board, game: Any, step: Step, side: int, kept: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the last turn to show, and the game before it as long as it may be taken back."""
    if step.kind == "play":
        before = board.type.dump(board.game)
        dice = tuple(before.get("roll") or ())
        steps = tuple(tuple(one) for one in kept["steps"])
        last = Turned(side, dice, kept["text"], steps, before)
        return {"before": before, "last": last}
    if step.kind == "huff":
        last = Turned(side, (), f"x{kept['square']}", (), board.type.dump(board.game))
        return {"before": None, "last": last}
    if step.kind == "roll":
        dice = tuple(step.payload["dice"])
        opening = board.phase == "opening"
        dances = not opening and board.type.phase(game) == "roll"
        if dances:
            return {"before": None, "last": Turned(side, dice, "", (), board.type.dump(board.game))}
        return {"before": None, **({"last": None} if opening else {})}
    return {} if step.kind in ("resign", "accept", "refuse") else {"before": None}


def _rolling(board: Board, step: Step) -> Board:
    dice = board.dice
    if dice is None:
        raise OnlineError("step_unknown")
    if not dice.is_open:
        raise OnlineError("dice_closed")
    if step.payload.get("number") != dice.rolled:
        raise OnlineError("roll_wrong")
    return replace(board, dice=replace(dice, rolled=dice.rolled + 1))


def _ended_by_play(board: Board) -> Board:
    if board.phase != "over" or not board.type.is_match_over(board.game):
        return board
    winner, score = board.type.winner(board.game), board.type.score(board.game)
    points = abs(score[0] - score[1])
    return _over(board, Ending("draw" if winner is None else "played", winner, score, points))


def _over(board: Board, ending: Ending) -> Board:
    return replace(board, stage="over", ending=ending, offer=None, before=None)


def _clocked(board: Board, at: int) -> Board:
    """Return the board with the clock running for who acts next, or still."""
    clock = board.clock
    if clock is None:
        return board
    now, actor = board.now_for(at), board.actor
    if actor is None or board.stage == "over" or board.is_adjourned:
        still = clock.rest(now) if clock.is_running else clock
        return replace(board, clock=still)
    if clock.is_running and clock.turn == actor:
        return board
    turned = clock.turn_to(actor, now)
    return replace(board, clock=replace(turned, since=at))


def _player(board: Board, step: Step) -> int:
    """Return the side that acts in a running game.

    Raises:
        OnlineError: the game is not running, or nobody plays that side.
    """
    if board.stage == "waiting":
        raise OnlineError("board_waiting")
    if board.stage == "seeds":
        raise OnlineError("dice_closed")
    if board.is_adjourned:
        raise OnlineError("board_adjourned")
    if step.side is None and step.kind == "roll" and board.phase == "opening":
        return 0  # the program rolls for both
    if step.side not in (0, 1):
        raise OnlineError("seat_unknown")
    return step.side


# seats and seeds


def _seat(board: Board, step: Step) -> Board:
    """A seat is taken, or handed over: `seeds` says whether its holder gives a seed.

    They always may while the first roll waits for them. Records from before `joins` left out who
    sat down after the first seat had opened its seed; those dice stay what they were. With `starts`
    the clock of who has the first move starts when both sit, where no roll comes first; in records
    from before it stood still until that move.
    """
    seat = step.payload["seat"]
    if seat not in (0, 1):
        raise OnlineError("seat_unknown")
    seated = tuple(sorted({*board.seated, seat}))
    dice = board.dice
    joins = bool(step.payload.get("joins")) and board.stage == "waiting"
    if dice is not None and (joins or not dice.is_open or not dice.seats):
        if joins:
            dice = dice.without_opened()
        others = [one for one in dice.seats if one != seat]
        given = dice.of(seat) is not None
        own = [seat] if step.payload["seeds"] or given else []
        dice = replace(dice, seats=tuple(sorted([*others, *own])))
    after = replace(board, seated=seated, dice=dice)
    if board.stage == "waiting" and len(seated) == 2:
        after = replace(after, stage="playing" if dice is None else "seeds")
        if dice is None and step.payload.get("starts"):
            after = _clocked(after, step.at)
    return _opened(after)


def _dice(board: Board, step: Step) -> Board:
    """The dice start anew, because somebody did not open their seed."""
    if board.stage != "seeds" or board.dice is None:
        raise OnlineError("dice_open")
    given = step.payload["dice"]
    return replace(board, dice=Dice(given["game_id"], given["commitment"], tuple(given["seats"])))


def _commit(board: Board, step: Step) -> Board:
    return _seeded(board, lambda dice: dice.commit(_seat_of(step), step.payload["commitment"]))


def _reveal(board: Board, step: Step) -> Board:
    return _seeded(board, lambda dice: dice.reveal(_seat_of(step), step.payload["seed"]))


def _say(board: Board, step: Step) -> Board:
    unprotected = bool(step.payload.get("unprotected"))
    return _seeded(
        board,
        lambda dice: dice.say(_seat_of(step), step.payload["seed"], unprotected=unprotected),
    )


def _seeded(board: Board, put: Callable[[Dice], Dice]) -> Board:
    if board.dice is None or board.stage not in ("waiting", "seeds"):
        raise OnlineError("dice_open")
    return _opened(replace(board, dice=put(board.dice)))


def _opened(board: Board) -> Board:
    dice = board.dice
    ready = board.stage == "seeds" and dice is not None and dice.seeds and dice.is_open
    return replace(board, stage="playing") if ready else board


def _seat_of(step: Step) -> int:
    if step.side is None:
        raise OnlineError("seat_unknown")
    return step.side


# offers, the clock, the end


def _offer(board: Board, step: Step) -> Board:
    side = _player(board, step)
    if board.offer is not None:
        raise OnlineError("offer_open")
    is_early = board.phase in ("opening", "resignation", "over")  # beside a double older logs did
    if is_early or step.kind not in board.may_offer(side):
        raise _no_offer(board, step.kind)
    return replace(board, offer=Offer(step.kind, side))  # type: ignore[arg-type]


def _no_offer(board: Board, kind: str) -> OnlineError:
    if kind == "draw" and not board.with_draws:
        return OnlineError("draw_off")
    if kind == "adjourn" and not board.may_adjourn:
        return OnlineError("clock_missing")
    return OnlineError("takeback_late" if kind == "takeback" else "step_unknown")


def _answer(board: Board, step: Step) -> Board:
    side = _player(board, step)
    offer = board.offer
    assert offer is not None
    if offer.side == side:
        raise OnlineError("offer_own")
    after = replace(board, offer=None)
    if step.kind == "refuse":
        return after
    if offer.kind == "draw":
        drawn = replace(after, game=board.type.drawn(board.game), before=None)
        return _clocked(_ended_by_play(drawn), step.at)
    if offer.kind == "adjourn":
        return _clocked(replace(after, is_adjourned=True), step.at)
    if board.before is None:
        raise OnlineError("takeback_late")
    game = board.type.read(board.before)
    return _clocked(replace(after, game=game, before=None, last=None), step.at)


def _withdraw(board: Board, step: Step) -> Board:
    """Another offer, or the end of the game, has taken the place of this one."""
    if isinstance(board, ChouetteBoard):
        board = replace(board, team=replace(board.team, proposal=None))
    return replace(board, offer=None)


def _resume(board: Board, step: Step) -> Board:
    if not board.is_adjourned:
        raise OnlineError("board_playing")
    return _clocked(replace(board, is_adjourned=False), step.at)


def _flag(board: Board, step: Step) -> Board:
    side = _player(board, step)
    if board.clock is None:
        raise OnlineError("clock_missing")
    if board.left(1 - side, step.at) != 0:
        raise OnlineError("flag_up")
    score = board.type.score(board.game)
    points = board.type.forfeit_points(board.game)
    stopped = replace(board, clock=board.clock.rest(board.now_for(step.at)))
    if not board.type.can_win(board.game, side):
        return _over(stopped, Ending("draw", None, score))
    return _over(stopped, Ending("time", side, score, points))


def _unmoved(board: Board, step: Step) -> Board:
    """Who has waited long enough for the other's move wins, or abandons the game.

    `since` is when something happened last, as the log has it.
    """
    side, since = step.side, int(step.payload["since"])
    if side not in (0, 1):
        raise OnlineError("seat_unknown")
    if not board.may_leave(side):
        raise OnlineError("unmoved_nobody")
    if step.at < board.leaves_at(since):
        raise OnlineError("unmoved_early", days=board.patience or PATIENCE)
    score = board.type.score(board.game)
    if step.payload["do"] == "abandon":
        reason = str(step.payload.get("reason", ""))
        return _over(board, Ending("abandoned", None, score, reason=reason))
    if not board.may_claim_win:
        raise OnlineError("unmoved_abandon")
    if not board.type.can_win(board.game, side):
        return _over(board, Ending("draw", None, score))
    return _over(board, Ending("time", side, score, board.type.forfeit_points(board.game)))


def _holiday(board: Board, step: Step) -> Board:
    side, days = _player(board, step), step.payload["days"]
    if board.clock is None:
        raise OnlineError("clock_missing")
    if type(days) is not int or not 1 <= days <= LONGEST_HOLIDAY:
        raise OnlineError("holiday_malformed", most=LONGEST_HOLIDAY)
    left = board.holiday_left[side]
    if days > left:
        raise OnlineError("holiday_spent", left=left)
    away = Holiday(step.at, step.at + days * DAY)
    before = board.holidays[side]
    if before is not None and before.ends > step.at:
        away = Holiday(before.begins, before.ends + days * DAY)
    holidays, lefts = list(board.holidays), list(board.holiday_left)
    holidays[side], lefts[side] = away, left - days
    return replace(board, holidays=(holidays[0], holidays[1]), holiday_left=(lefts[0], lefts[1]))


def _next(board: Board, step: Step) -> Board:
    _player(board, step)
    if board.phase != "over":
        raise OnlineError("game_running")
    return replace(
        board,
        game=board.type.following(board.game),
        number=board.number + 1,
        before=None,
        last=None,
    )


def _abandon(board: Board, step: Step) -> Board:
    score = board.type.score(board.game)
    reason = str(step.payload.get("reason", ""))
    return _over(board, Ending("abandoned", None, score, reason=reason))


_ACTS: Final[Mapping[str, Callable[[Board, Step], Board]]] = {
    "seat": _seat,
    "dice": _dice,
    "commit": _commit,
    "reveal": _reveal,
    "say": _say,
    **dict.fromkeys(OFFERS, _offer),
    "accept": _answer,
    "refuse": _answer,
    "withdraw": _withdraw,
    "resume": _resume,
    "flag": _flag,
    "unmoved": _unmoved,
    "holiday": _holiday,
    "next": _next,
    "abandon": _abandon,
}
