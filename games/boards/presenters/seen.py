"""What a reader sees of a board: made of its state, its names and the reader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from django.utils.translation import gettext as _

from games.boards.presenters.away import away_count
from games.boards.presenters.endings import ended_text
from games.boards.presenters.offers import offer_text
from games.boards.presenters.stakes import standing_text
from games.boards.presenters.state import ClockSeen, LastPlay, Seen, dice_text
from games.boards.selectors.boards import SeatName
from games.models import Board, BoardSeat
from games.rules.backgammon import Game, Play, Position, Step, play_text
from games.rules.online import Board as State
from games.rules.online import Turned


def seat_name(seat: SeatName | None) -> str:
    """Return how a seat is called on pages."""
    if seat is None:
        return _("free seat")
    if seat.kind != BoardSeat.Kind.ASSISTANT:
        return seat.name
    names = {
        "easy": _("Assistant (easy)"),
        "medium": _("Assistant (medium)"),
        "strong": _("Assistant (strong)"),
    }
    return names.get(seat.level, _("Assistant"))


def names_of(names: Mapping[int, SeatName]) -> tuple[str, str]:
    """Return the names of White and Black."""
    return seat_name(names.get(0)), seat_name(names.get(1))


def seen_of(
    board: Board, state: State, names: Mapping[int, SeatName], side: int | None, now: int
) -> Seen:
    """Return a board of backgammon as a reader on `side` sees it, None for onlookers.

    `now` is in milliseconds since 1970.
    """
    called = names_of(names)
    last = None if state.last is None else last_play(state.last)
    return Seen(
        game=cast("Game", state.game),
        id=board.public_id,
        version=board.version,
        side=side,
        names=called,
        can=() if side is None else can_of(board, state, side, now),
        last=last,
        clock=clock_seen(state, now),
        messages=messages(last, called),
        phase=state.stage if state.stage in ("waiting", "seeds", "over") else "",
        question=question(state, called, side),
        assistant=next(
            (one for one, seat in names.items() if seat.kind == BoardSeat.Kind.ASSISTANT), None
        ),
        ended=ended_text(state, called),
        standing=standing_text(state, called),
        score=state.score,
        count=away_count(board, state, names, called, side, now),
    )


def can_of(board: Board, state: State, side: int, now: int) -> tuple[str, ...]:
    """Return what a side can do, also because the other has let the time pass."""
    since = int(board.changed_at.timestamp() * 1000)
    return (*state.can(side), *state.can_by_time(side, now, since))


def last_play(last: Turned) -> LastPlay | None:
    """Return the last turn with the position before it, as its player saw it."""
    before = Game.from_json(last.before)
    first, second = last.dice
    steps = tuple(
        Step(source, target, max(source - target, 1), hits) for source, target, hits in last.steps
    )
    play = Play(steps, _after(before.position, steps))
    return LastPlay(last.side, (first, second), before.position, play)


def _after(position: Position, steps: tuple[Step, ...]) -> Position:
    """Return the position after steps of a play, the opponent on roll."""
    own, opp = list(position.own), list(position.opp)
    for step in steps:
        own[step.source - 1] -= 1
        if step.target:
            own[step.target - 1] += 1
        if step.hits:
            opp[24 - step.target] -= 1
            opp[24] += 1
    return Position.of(tuple(own), tuple(opp)).flipped()


def clock_seen(state: State, now: int) -> ClockSeen | None:
    """Return the clock as it is now; None without one."""
    clock = state.clock
    if clock is None:
        return None
    left = (state.left(0, now) or 0, state.left(1, now) or 0)
    running = clock.turn if clock.is_running else None
    return ClockSeen(left, state.delay_left(now), running, now)


def messages(last: LastPlay | None, names: tuple[str, str]) -> tuple[str, ...]:
    """Return what is read aloud: the last roll and play."""
    if last is None:
        return ()
    values = {
        "name": names[last.side],
        "dice": dice_text(last.roll),
        "play": play_text(last.play),
    }
    if not last.play.steps:
        return (_("%(name)s rolled %(dice)s and cannot move.") % values,)
    return (_("%(name)s rolled %(dice)s and played %(play)s.") % values,)


def question(state: State, names: tuple[str, str], side: int | None) -> str:
    """Return in words what has been offered and waits for an answer, or that the game rests."""
    if state.is_adjourned:
        return _("The game is paused.")
    offer = state.open_offer
    if offer is None or state.stage != "playing":
        return ""
    return offer_text(offer, names, side, has_dice=state.type.has_dice)
