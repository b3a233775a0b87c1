"""A game of Dame or chess from another program: read, shown move by move, and not kept."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Any, Final

from django.utils.translation import gettext as _

from games.boards.errors import BoardRefused, sentence
from games.boards.presenters.endings import game_ended_text
from games.boards.presenters.replay import Link
from games.boards.presenters.squares.games import GAMES
from games.boards.presenters.squares.recorded import Recorded
from games.boards.presenters.squares.replay import SquaresFrame, SquaresReplay, frame_of
from games.models import games_offered
from games.rules.coded import CodedError
from games.rules.online import game_type

LARGEST: Final = 32
"""Kilobytes of a text: some games; they are held against the rules while the reader waits."""
KILOBYTE: Final = 1024
MOST_GAMES: Final = 60
"""Of one text: a thousand games of one move each would keep everybody waiting for a second."""
ENDS: Final = re.compile(r"(?:^|\s)(?:1-0|0-1|2-0|0-2|1-1|1/2-1/2|1/2|½-½|½–½|\*)(?=\s|$)")
"""How a game ends in the text of a record, outside of its tags."""
MOST_MOVES: Final = 600
"""Of both sides in one game; more than the longest games of masters have."""
NAMES: Final = {f".{of.FILE}": str(name) for name, of in GAMES.items()}
"""The games by the ends of their files' names."""


@dataclass(frozen=True)
class ReadReplay(SquaresReplay):
    """A game of a text; `text` is sent again for another frame, or for its game `number`."""

    text: str = ""
    number: int = 1


def game_named(file_name: str) -> str:
    """Return which game a file holds by its name; blank if that does not say it."""
    return next((game for end, game in NAMES.items() if file_name.lower().endswith(end)), "")


def games_read(name: str, text: str) -> Sequence[Recorded]:
    """Return the games of a text.

    Raises:
        Refused: it or a game is too long, or it is no record of this game; the sentence says
            the line.
    """
    if name not in GAMES:
        raise BoardRefused("record_game")
    if len(text) > LARGEST * KILOBYTE:
        raise BoardRefused("record_long", limit=LARGEST)
    if sum(1 for _end in islice(ENDS.finditer(text), MOST_GAMES + 1)) > MOST_GAMES:
        raise BoardRefused("record_games", limit=MOST_GAMES)
    try:
        found = GAMES[name].read(text)
    except CodedError as error:
        line = getattr(error, "line", 1)
        reason = _("Line %(line)s: %(reason)s") % {"line": line, "reason": sentence(error)}
        raise BoardRefused("board_refused", reason=reason) from error
    if any(len(one.acts) > MOST_MOVES for one in found):
        raise BoardRefused("record_moves", limit=MOST_MOVES)
    return found


def frames_read(name: str, recorded: Recorded) -> list[SquaresFrame]:
    """Return every move of a game that was read."""
    rules, game = game_type(name), recorded.first
    frames = [SquaresFrame(0, None, _("The start"), game)]
    for do, given in recorded.acts:
        side = rules.actor(game)
        assert side is not None  # the record was held against the rules
        game, said = rules.act(game, side, do, given)
        frames.append(frame_of(name, frames, side, said, game))
    return frames


def names_of(recorded: Recorded) -> tuple[str, str]:
    """Return who had White and Black; the colours where the text does not say it."""
    white, black = _names_told(recorded)
    return white or _("White"), black or _("Black")


def _names_told(recorded: Recorded) -> tuple[str, str]:
    white, black = (recorded.tags.get(name, "").strip(" ?") for name in ("White", "Black"))
    return white, black


def result_said(name: str, recorded: Recorded, last: Any, names: tuple[str, str]) -> str:
    """Return how a game has ended, by its rules or as the text says."""
    by_rules = game_ended_text(name, last, names)
    if by_rules or recorded.result == "*":
        return by_rules or _("The record has no result.")
    if recorded.result == "1/2-1/2":
        return _("A draw.")
    return _("%(name)s wins.") % {"name": names[recorded.result == "0-1"]}


def read_replay(name: str, text: str, number: int, at: int) -> ReadReplay:
    """Return the page of a game of a text by its number from 1; of the first for any other.

    Raises:
        Refused: see `games_read`.
    """
    games = games_read(name, text)
    number = number if 1 <= number <= len(games) else 1
    recorded, of = games[number - 1], GAMES[name]
    frames, names = frames_read(name, recorded), names_of(recorded)
    links = [
        Link(_("Game %(number)s") % {"number": one}, str(one), one == number)
        for one in range(1, len(games) + 1)
    ]
    start, *moves = frames
    return ReadReplay(
        name=name,
        title=_("%(white)s against %(black)s") % {"white": names[0], "black": names[1]},
        frames=list(chain([start], (replace(one, text=of.shown(one.text)) for one in moves))),
        names=names,
        url="",
        result=result_said(name, recorded, frames[-1].game, names),
        at=at,
        games=links if len(games) > 1 else (),
        text=text,
        number=number,
    )


@dataclass(frozen=True, slots=True)
class Told:
    """A game of a text as programs read it; a name is blank if the text does not say it."""

    white: str
    black: str
    result: str
    ended: str
    start: str
    moves: Sequence[str]
    position: str


def games_told(name: str, text: str) -> Sequence[Told]:
    """Return all games of a text.

    Raises:
        Refused: see `games_read`.
    """
    found, position_of = [], game_type(name).position
    for recorded in games_read(name, text):
        frames = frames_read(name, recorded)
        last = frames[-1].game
        found.append(
            Told(
                *_names_told(recorded),
                result=recorded.result,
                ended=result_said(name, recorded, last, names_of(recorded)),
                start=position_of(recorded.first),
                moves=[frame.text for frame in frames[1:]],
                position=position_of(last),
            )
        )
    return found


def choices() -> Sequence[tuple[str, str]]:
    """Return the games that are read, with what they are called."""
    return [(name, title) for name, title in games_offered() if name in GAMES]
