"""A play as text: as people and programs write it, or in the absolute fields of Tele-Backgammon.

With slashes numbers are the mover's own points: ``24/18*/15 bar/20 6/off(2)``, or one step at a
time and in numbers only, ``25/20 6/0 6/0``, as some programs do. With dashes they are fields 1 to
24 that White walks down and Black up: ``-3 3-6 22-`` enters on 3, goes on to 6 and bears off, all
three Black's; White writes ``-22 6-3 3-``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from games.rules.backgammon.board import BAR, HIT, LOW, OFF, blots_and_blocks, flipped, taken
from games.rules.backgammon.errors import PlayError
from games.rules.backgammon.generator import legal_boards, movable
from games.rules.backgammon.plays import Play
from games.rules.backgammon.position import Position
from games.rules.backgammon.steps import (
    Roll,
    Step,
    dice_of,
    left_over,
    step_name,
)
from games.rules.backgammon.turn import Turn

Style = Literal["short", "steps", "fields"]

WHITE: Final = 0

_OWN = re.compile(r"(bar|\d{1,2})(\*?)((?:/(?:off|\d{1,2})\*?)+)(?:\((\d)\))?", re.IGNORECASE)
_STOP = re.compile(r"/(off|\d{1,2})(\*?)", re.IGNORECASE)
_FIELDS = re.compile(r"(\d{0,2})((?:-\d{1,2}\*?)*)(-?)(?:\((\d)\))?")
_FIELD = re.compile(r"-(\d{1,2})(\*?)")


@dataclass(frozen=True, slots=True)
class Walk:
    """One word of a text: a checker goes from a point, over others, to a last one.

    `marked` are the points with a hit mark.
    """

    stops: tuple[int, ...]
    marked: frozenset[int]
    text: str


# writing


def play_text(play: Play, style: Style = "short", side: int = WHITE) -> str:
    """Return a play as text; empty for a dance. `side` matters for fields only.

    Short joins the steps of a checker and counts equal ones; it marks hits, and names a point on
    the way where a hit happened, so that reading it again gives the same play.
    """
    if style == "steps":
        return " ".join(f"{step.source}/{step.target}" for step in play.steps)
    if style == "fields":
        return " ".join(_field_step(step, side) for step in play.steps)
    walks: dict[tuple[int, ...], list[set[int]]] = {}
    for way, hits_on_way in _joined(play.steps):
        shown = (way[0], *(stop for stop in way[1:-1] if stop in hits_on_way), way[-1])
        walks.setdefault(shown, []).append(hits_on_way)
    words = []
    for stops, hit_sets in sorted(walks.items(), reverse=True):
        hits = set().union(*hit_sets)
        word = step_name(stops[0], stops[1])
        for before, stop in pairwise(stops):
            word += "" if before == stops[0] else f"/{stop or 'off'}"
            word += "*" if stop in hits else ""
        words.append(word + (f"({len(hit_sets)})" if len(hit_sets) > 1 else ""))
    return " ".join(words)


def _joined(steps: Iterable[Step]) -> list[tuple[list[int], set[int]]]:
    """Join steps to walks, each with the points on which it hits."""
    walks: list[tuple[list[int], set[int]]] = []
    for step in sorted(steps, key=lambda one: -one.source):
        stops, hits = next(
            (walk for walk in walks if walk[0][-1] == step.source), ([step.source], set[int]())
        )
        if len(stops) == 1:
            walks.append((stops, hits))
        stops.append(step.target)
        if step.hits:
            hits.add(step.target)
    return walks


def _field_step(step: Step, side: int) -> str:
    source = "" if step.source == BAR else _field(step.source, side)
    target = "" if step.target == OFF else _field(step.target, side)
    return f"{source}-{target}"


def _field(point: int, side: int) -> int:
    """Convert an own point to an absolute field, or back."""
    return point if side == WHITE else BAR - point


# reading


def read_play(text: str, position: Position, roll: Roll, side: int = WHITE) -> Play:
    """Read a play of a roll; the steps may be in any order, and those of a checker may be joined.

    If a joined walk is ambiguous, the marked hits decide. An empty text is a dance.

    Raises:
        PlayError: the text is malformed, or not a legal play; it names the first illegal step, and
            why.
    """
    dice = dice_of(roll)
    legal = legal_boards(position.code, *roll)
    walks = list(walks_of(text, side))
    if not walks:
        if legal:
            raise PlayError("play_empty")
        return Play((), position.flipped())
    if not legal:
        raise PlayError("no_play")
    if len(walks) > len(dice):
        raise PlayError("play_illegal", text=text.strip())
    marked = frozenset[int]().union(*(walk.marked for walk in walks))
    reached = _reached(position.code, dice, walks)
    plays = [
        Play(steps, Position(flipped(code))) for code, steps in reached.items() if code in legal
    ]
    if not plays:
        raise _refusal(text, position, roll, walks, is_walk=bool(reached))
    exact = [play for play in plays if play.hits == marked]
    fitting = exact or [play for play in plays if play.hits >= marked]
    if len(fitting) != 1:
        raise PlayError("play_unclear" if fitting else "play_no_hit", text=text.strip())
    return fitting[0]


def walks_of(text: str, side: int = WHITE) -> Iterator[Walk]:
    """Return the walks in a text, one for each checker.

    Raises:
        PlayError: a word is not a walk.
    """
    for word in re.sub(r"\s+\(", "(", text).replace(",", " ").split():
        if found := _OWN.fullmatch(word):
            first, mark, rest, count = found.groups()
            names = [(first, mark), *_STOP.findall(rest)]
            places = [({"bar": BAR, "off": OFF}.get(name.lower()), name, m) for name, m in names]
            stops = [(int(name) if known is None else known, m) for known, name, m in places]
        elif (found := _FIELDS.fullmatch(word)) and re.search(r"\d-|-\d", word):
            stops, count = _field_stops(found, side, word), found[4]
        else:
            raise PlayError("step_malformed", step=word)
        points = tuple(point for point, _ in stops)
        if len(points) < 2 or points[0] > BAR or int(count or 1) not in range(1, 5):
            raise PlayError("step_malformed", step=word)
        if any(before <= after for before, after in pairwise(points)):
            raise PlayError("field_side" if "-" in word else "step_malformed", step=word)
        marked = frozenset(point for point, mark in stops if mark)
        for _ in range(int(count or 1)):
            yield Walk(points, marked, word)


def _field_stops(stop: re.Match[str], side: int, word: str) -> list[tuple[int, str]]:
    first, between, off, _ = stop.groups()
    stops = [(BAR, "")] if first == "" else [(_field(int(first), side), "")]
    stops += [(_field(int(field), side), mark) for field, mark in _FIELD.findall(between)]
    if any(not OFF < point < BAR for point, _ in stops[first == "" :]):
        raise PlayError("step_malformed", step=word)
    return [*stops, (OFF, "")] if off else stops


Waiting = tuple[tuple[int, ...], ...]


def _reached(code: int, dice: tuple[int, ...], walks: list[Walk]) -> dict[int, tuple[Step, ...]]:
    """Return the boards after all walks, in any order, and steps that lead there."""
    reached: dict[int, tuple[Step, ...]] = {}
    seen: set[tuple[int, tuple[int, ...], Waiting]] = set()
    all_blots, blocked = blots_and_blocks(code)

    def follow(
        code: int, blots: int, dice: tuple[int, ...], waiting: Waiting, steps: tuple[Step, ...]
    ) -> None:
        if not waiting:
            # From the rear to the front is always possible, and the same for the same play.
            reached.setdefault(code, tuple(sorted(steps, key=lambda step: -step.source)))
            return
        if (code, dice, waiting) in seen:
            return
        seen.add((code, dice, waiting))
        mask = taken(code & LOW)
        for die in dict.fromkeys(dice):
            sources = movable(mask, blocked, die)
            for place, stops in enumerate(waiting):
                source, target = stops[0], max(stops[0] - die, OFF)
                unit = 1 << 4 * (source - 1)
                if not sources & unit or target < stops[1]:
                    continue
                landing = unit >> 4 * die
                hit = landing & blots
                after = code - unit + landing + (HIT[hit] if hit else 0)
                left = stops[1:] if target == stops[1] else (target, *stops[1:])
                others = (*waiting[:place], *waiting[place + 1 :])
                still = tuple(sorted((*others, left))) if len(left) > 1 else others
                step = Step(source, target, die, bool(hit))
                follow(after, blots ^ hit, left_over(dice, die), still, (*steps, step))

    follow(code, all_blots, dice, tuple(sorted(walk.stops for walk in walks)), ())
    return reached


def _refusal(
    text: str, position: Position, roll: Roll, walks: list[Walk], *, is_walk: bool
) -> PlayError:
    """Return the error for the first illegal step."""
    turn = Turn(position, roll)
    for walk in walks:
        for source, target in pairwise(walk.stops):
            after = _walked(turn, source, target)
            if after is None:
                return _why_not(turn, source, target)
            turn = after
    if is_walk and not turn.is_complete:
        return PlayError("steps_missing")
    return PlayError("play_illegal", text=text.strip())


def _walked(turn: Turn, source: int, target: int) -> Turn | None:
    """Return the turn after a checker has gone that far in one step or several, or None."""
    if source == target:
        return turn
    for step in turn.next_steps():
        if step.source == source and step.target >= target:
            after = _walked(turn.play_die(source, step.die), step.target, target)
            if after is not None:
                return after
    return None


def _why_not(turn: Turn, source: int, target: int) -> PlayError:
    name, dice = step_name(source, target), turn.dice
    error = turn.problem(source, target) or PlayError("play_illegal", text=name)
    sums = {sum(dice[:count]) for count in range(2, len(dice) + 1)}
    if error.code == "number_missing" and source - target in sums:
        return PlayError("way_blocked", step=name)
    return error
