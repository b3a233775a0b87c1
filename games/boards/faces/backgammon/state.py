"""What one reader sees of a board of backgammon, as the script and the page read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.boards.faces.backgammon.plays import pieces_of, play_graph, steps_of_play
from games.boards.faces.base import Seen
from games.boards.faces.offers import (
    beaver_name,
    cube_notes,
    cube_question,
    double_note,
    points_text,
)
from games.boards.faces.stakes import stake_text
from games.rules.backgammon import Game, Play, Position, Roll, Step, play_text
from games.rules.backgammon.match_score import Level
from games.rules.online import BACKGAMMON, Turned


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
class BackgammonSeen(Seen):
    """A board of backgammon as one reader sees it: `game` is a `Game`, `last` a `LastPlay`."""

    score: tuple[int, int] | None = None

    @property
    def type(self) -> str:
        return BACKGAMMON.name

    @property
    def shown_phase(self) -> str:
        return self.phase or str(self.game.phase)

    @property
    def actor(self) -> int | None:
        actor: int | None = self.game.actor
        return actor

    def own_state(self) -> dict[str, Any]:
        game: Game = self.game
        phase, turn = self.shown_phase, game.turn or 0
        is_asked = "play" in self.can or "advise" in self.can
        may_play = is_asked and phase == "play" and game.roll
        return {
            "pieces": pieces_of(game.position, turn),
            "dice": list(game.roll or ()),
            "cube": cube_of(game),
            "pips": pips_of(game),
            "contact": game.position.has_contact,
            "steps": play_graph(game.position, game.roll, turn) if may_play and game.roll else [],
            "last": last_of(self.last) if self.last else None,
            "score": list(game.score.shown if self.score is None else self.score),
            "stake": "" if phase == "over" else stake_text(game, self.names),
            "levels": [] if self.side is None else list(game.levels_lost(self.side)),
            "notes": notes_of(self),
            "labels": {"beaver": beaver_name(game)},
        }

    def own_status(self) -> str:
        game, phase, actor = self.game, self.shown_phase, self.actor
        if phase == "opening" or actor is None:
            return _("Both roll one die: the higher one begins with both.")
        if actor == self.side:
            return _asked_status(self)
        name = {"name": self.names[actor], "dice": dice_text(game.roll)}
        match phase:
            case "roll":
                return _("%(name)s is to roll.") % name
            case "play":
                return _("%(name)s is to play %(dice)s.") % name
            case "answer":
                return cube_question(game, self.names, self.side)
            case _:
                return _("%(name)s answers the resignation.") % name


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


# in words


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


def _asked_status(seen: BackgammonSeen) -> str:
    game: Game = seen.game
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


def notes_of(seen: BackgammonSeen) -> dict[str, str]:
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
