"""What one reader sees of a board game, as the script and the page read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.boards.presenters.offers import (
    beaver_name,
    cube_notes,
    cube_question,
    double_note,
    points_text,
)
from games.boards.presenters.plays import pieces_of, play_graph, steps_of_play
from games.boards.presenters.stakes import stake_text
from games.rules.backgammon import Game, Play, Position, Roll, play_text
from games.rules.backgammon.match_score import Level


@dataclass(frozen=True, slots=True)
class LastPlay:
    """The last roll and what was played with it: nothing after a dance.

    `before` is the position from the view of `side`, who played.
    """

    side: int
    roll: Roll
    before: Position
    play: Play


@dataclass(frozen=True, slots=True)
class ClockSeen:
    """The clock of both sides in milliseconds; `at` is when it was read, in epoch milliseconds."""

    left: tuple[int, int]
    delay: int
    running: int | None
    at: int


@dataclass(frozen=True, slots=True)
class Seen:
    """A board game as one reader sees it.

    `side` is the reader's, None for onlookers. `can` are the actions they may take now. `phase`
    replaces that of the game while it waits for players or for seeds. `question` is an offer in
    words that is waiting for an answer, such as a draw. `messages` are read aloud. `assistant` is
    the side that the assistant plays, if any. `count` says who is not connected, see `away.py`;
    `ended` how the game has ended, `standing` length and score in words.
    """

    game: Game
    id: str
    version: int
    side: int | None
    names: tuple[str, str]
    can: Sequence[str] = ()
    last: LastPlay | None = None
    clock: ClockSeen | None = None
    messages: Sequence[str] = ()
    phase: str = ""
    question: str = ""
    assistant: int | None = None
    count: Mapping[str, Any] | None = None
    ended: str = ""
    standing: str = ""
    score: tuple[int, int] | None = None

    @property
    def shown_phase(self) -> str:
        """What the board is waiting for."""
        return self.phase or self.game.phase


def board_state(seen: Seen) -> dict[str, Any]:
    """Return the state as JSON can hold it."""
    game, phase = seen.game, seen.shown_phase
    turn = game.turn or 0
    actor = None if seen.phase else game.actor
    may_play = (
        ("play" in seen.can or "advise" in seen.can) and phase == "play" and game.roll is not None
    )
    return {
        "game": "backgammon",
        "id": seen.id,
        "version": seen.version,
        "side": seen.side,
        "actor": actor,
        "assistant": seen.assistant,
        "phase": phase,
        "pieces": pieces_of(game.position, turn),
        "dice": list(game.roll or ()),
        "cube": cube_of(game),
        "pips": pips_of(game),
        "contact": game.position.has_contact,
        "steps": play_graph(game.position, game.roll, turn) if may_play and game.roll else [],
        "last": last_of(seen.last) if seen.last else None,
        "can": list(seen.can),
        "messages": list(seen.messages),
        "told": " ".join(seen.messages),
        "clock": clock_of(seen.clock) if seen.clock else None,
        "names": list(seen.names),
        "score": list(game.score.shown if seen.score is None else seen.score),
        "status": status_of(seen),
        "title": seen.ended if phase == "over" else "",
        "standing": seen.standing,
        "stake": "" if phase == "over" else stake_text(game, seen.names),
        "levels": [] if seen.side is None else list(game.levels_lost(seen.side)),
        "notes": notes_of(seen),
        "labels": {"beaver": beaver_name(game)},
        "count": seen.count,
        "then": list(seen.count["then"]) if seen.count else [],
    }


def cube_of(game: Game) -> dict[str, int | None] | None:
    """Return the cube; None in a game without one."""
    cube = game.shown_cube
    if cube is None:
        return None
    return {"value": cube.value, "owner": cube.owner, "offered_by": cube.doubler}


def pips_of(game: Game) -> list[int]:
    """Return White's and Black's pip counts."""
    first, second = game.position.pips
    return [second, first] if game.turn else [first, second]


def last_of(last: LastPlay) -> dict[str, Any]:
    """Return the last play with the board before it."""
    return {
        "side": last.side,
        "dice": list(last.roll),
        "before": pieces_of(last.before, last.side),
        "steps": steps_of_play(last.play, last.side),
        "text": play_text(last.play),
    }


def clock_of(clock: ClockSeen) -> dict[str, Any]:
    """Return the clock as it was at a moment."""
    return {
        "left": list(clock.left),
        "delay": clock.delay,
        "running": clock.running,
        "at": clock.at,
    }


# in words


def status_of(seen: Seen) -> str:
    """Return in one sentence what the board is waiting for, as this reader sees it."""
    game, names = seen.game, seen.names
    phase, actor = seen.shown_phase, game.actor
    if phase == "over":
        return seen.ended or _("The game is over.")
    if phase == "waiting":
        return _("Waiting for the second player.")
    if phase == "seeds":
        return _("Both choose their seeds for the dice.")
    if seen.question:
        return seen.question
    if phase == "opening" or actor is None:
        return _("Both roll one die: the higher one begins with both.")
    if actor == seen.side:
        return _own_status(seen)
    name = {"name": names[actor], "dice": dice_text(game.roll)}
    match phase:
        case "roll":
            return _("%(name)s is to roll.") % name
        case "play":
            return _("%(name)s is to play %(dice)s.") % name
        case "answer":
            return cube_question(game, names, seen.side)
        case _:
            return _("%(name)s answers the resignation.") % name


def _own_status(seen: Seen) -> str:
    game = seen.game
    other = seen.names[1 - (seen.side or 0)]
    match seen.shown_phase:
        case "roll":
            if "double" in seen.can:
                return _("Your turn: roll, or double first.")
            return _("Your turn: roll.")
        case "play":
            return _("Your turn: play %(dice)s.") % {"dice": dice_text(game.roll)}
        case "answer":
            return cube_question(game, seen.names, seen.side)
        case _:
            level = game.offer.level if game.offer else "single"
            return resignation_text(other, level, game)


def dice_text(roll: Roll | None) -> str:
    """Return a roll as it is said: the higher die first."""
    return "-".join(str(die) for die in sorted(roll or (), reverse=True))


def resignation_text(name: str, level: Level, game: Game) -> str:
    """Return an offered resignation in words."""
    loser = game.offer.side if game.offer else 0
    values = {"name": name, "points": points_text(game.worth(1 - loser, level))}
    if level == "single":
        return _("%(name)s resigns: you win %(points)s. Do you accept?") % values
    if level == "gammon":
        return _("%(name)s resigns a gammon: you win %(points)s. Do you accept?") % values
    return _("%(name)s resigns a backgammon: you win %(points)s. Do you accept?") % values


def resign_note(game: Game) -> str:
    """Return what follows from resigning."""
    if game.options.early_resignation:
        return _("The game is lost then, at once.")
    return _("The other side may refuse and play on.")


def notes_of(seen: Seen) -> dict[str, str]:
    """Return for each action that costs something what it costs, in words."""
    if seen.side is None:
        return {}
    game = seen.game
    texts = {
        **cube_notes(game, seen.names),
        "flag": _("win %(now)s") % {"now": points_text(game.score.cube.value)},
        "resign": resign_note(game),
    }
    if "double" in seen.can:
        texts["double"] = double_note(game, seen.side, seen.names)
    # The page itself offers the flag, at the moment in which the time is out.
    can = (*seen.can, "flag") if seen.clock else seen.can
    return {do: text for do, text in texts.items() if do in can}
