"""A game of Dame or chess from another program: read, shown move by move, and not kept."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Final

from django.utils.translation import gettext as _

from games.boards.errors import BoardRefused, sentence
from games.boards.faces.endings import game_ended_text
from games.boards.faces.games import GAMES
from games.boards.faces.squares.replay import (
    SquaresFrame,
    SquaresReplay,
    frame_of,
    said_as_text,
)
from games.boards.faces.walking import Link
from games.fast.apart import TooMuch, apart
from games.models import games_offered
from games.rules.coded import CodedError
from games.rules.online import game_type
from games.rules.online.recorded import READERS, Recorded, recorded

LARGEST: Final = 32
"""Kilobytes of a text: some games; they are held against the rules while the reader waits."""
KILOBYTE: Final = 1024
MOST_GAMES: Final = 60
"""Of one text: a thousand games of one move each would keep everybody waiting for a second."""
ENDS: Final = re.compile(r"(?:^|\s)(?:1-0|0-1|2-0|0-2|1-1|1/2-1/2|1/2|½-½|½–½|\*)(?=\s|$)")
"""How a game ends in the text of a record, outside of its tags."""
BEGINS: Final = re.compile(r"^[ \t]*\[(?!%)[^\n]*\n(?!\s*\[)", re.MULTILINE)
"""The last tag of a game."""
MOST_MOVES: Final = 600
"""Of both sides in one game; more than the longest games of masters have."""
SHORT: Final = 2 * KILOBYTE
"""Characters that are read at once; longer texts in a process of their own."""
NAMES: Final = {f".{of.FILE}": str(name) for name, of in GAMES.items()}
"""The games by the ends of their files' names."""


@dataclass(frozen=True, slots=True)
class Unread:
    """A game of a text that is not shown: its number, the line if one is wrong, and why."""

    number: int
    line: int | None
    reason: str

    def __str__(self) -> str:
        if self.line is None:
            return self.reason
        return _("Line %(line)s: %(reason)s") % {"line": self.line, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class GamesRead:
    """The games of a text by their number from 1, and those that cannot be read."""

    games: Mapping[int, Recorded]
    unread: Sequence[Unread]


@dataclass(frozen=True)
class ReadReplay(SquaresReplay):
    """A game of a text; `text` is sent again for another frame, or for its game `number`."""

    text: str = ""
    number: int = 1
    unread: Sequence[Unread] = ()


def game_named(file_name: str) -> str:
    """Return which game a file holds by its name; blank if that does not say it."""
    return next((game for end, game in NAMES.items() if file_name.lower().endswith(end)), "")


def games_read(name: str, text: str) -> GamesRead:
    """Return the games of a text; one that cannot be read does not lose the others.

    Raises:
        Refused: it is too long, it is no record of this game, or no game of it can be shown; the
            sentence says the line.
    """
    if name not in READERS:
        raise BoardRefused("record_game")
    if len(text) > LARGEST * KILOBYTE:
        raise BoardRefused("record_long", limit=LARGEST)
    if any(_are_many(sign, text) for sign in (ENDS, BEGINS)):
        raise BoardRefused("record_games", limit=MOST_GAMES)
    try:
        found = (recorded if len(text) <= SHORT else _apart)(name, text, MOST_MOVES)
    except TooMuch as error:
        raise BoardRefused("record_slow") from error
    except CodedError as error:
        raise BoardRefused("board_refused", reason=str(_unread(1, error))) from error
    games, unread = dict[int, Recorded](), list[Unread]()
    too_long = BoardRefused("record_moves", limit=MOST_MOVES)
    for number, one in enumerate(found, 1):
        if isinstance(one, CodedError):
            unread.append(_unread(number, one))
        elif one.last is None:
            unread.append(Unread(number, None, str(too_long)))
        else:
            games[number] = one
    if not games:
        raise too_long
    return GamesRead(games, unread)


def _apart(name: str, text: str, most: int) -> list[Recorded | CodedError]:
    return apart(recorded, name, text, most)


def _are_many(sign: re.Pattern[str], text: str) -> bool:
    return sum(1 for _found in islice(sign.finditer(text), MOST_GAMES + 1)) > MOST_GAMES


def _unread(number: int, error: CodedError) -> Unread:
    return Unread(number, getattr(error, "line", 1), sentence(error))


def frames_read(name: str, recorded: Recorded) -> list[SquaresFrame]:
    """Return every move of a game that was read."""
    rules, game = game_type(name), recorded.first
    frames = [SquaresFrame(0, None, _("The start"), game)]
    for do, given in recorded.acts:
        side = rules.actor(game)
        assert side is not None  # the record was held against the rules
        game, said = rules.act(game, side, do, given)
        frames.append(frame_of(GAMES[name], frames, side, said, game))
    return frames


def names_of(recorded: Recorded) -> tuple[str, str]:
    """Return who had White and Black; the colours where the text does not say it."""
    white, black = _names_told(recorded)
    return white or _("White"), black or _("Black")


def _names_told(recorded: Recorded) -> tuple[str, str]:
    white, black = (recorded.tags.get(name, "").strip(" ?") for name in ("White", "Black"))
    return white, black


def result_said(name: str, recorded: Recorded, names: tuple[str, str]) -> str:
    """Return how a game has ended, by its rules or as the text says."""
    by_rules = game_ended_text(name, recorded.last, names)
    if by_rules or recorded.result == "*":
        return by_rules or _("The record has no result.")
    if recorded.result == "1/2-1/2":
        return _("A draw.")
    return _("%(name)s wins.") % {"name": names[recorded.result == "0-1"]}


def read_replay(name: str, text: str, number: int, at: int) -> ReadReplay:
    """Return the page of a game of a text by its number from 1; of the first for any other.

    Those that cannot be read are named on it.

    Raises:
        Refused: see `games_read`.
    """
    read = games_read(name, text)
    games = read.games
    number = number if number in games else min(games)
    shown, of = games[number], GAMES[name]
    frames, names = frames_read(name, shown), names_of(shown)
    links = [Link(_("Game %(number)s") % {"number": one}, str(one), one == number) for one in games]
    start, *moves = frames
    return ReadReplay(
        of=of,
        name=name,
        title=_("%(white)s against %(black)s") % {"white": names[0], "black": names[1]},
        frames=list(chain([start], (replace(one, text=of.shown(one.text)) for one in moves))),
        names=names,
        url="",
        result=result_said(name, shown, names),
        at=at,
        games=links if len(games) > 1 else (),
        text=text,
        number=number,
        unread=read.unread,
    )


@dataclass(frozen=True, slots=True)
class GameTold:
    """A game of a text as programs read it; a name is blank if the text does not say it."""

    number: int
    white: str
    black: str
    result: str
    ended: str
    start: str
    moves: Sequence[str]
    position: str


def games_told(name: str, text: str) -> tuple[Sequence[GameTold], Sequence[Unread]]:
    """Return all games of a text, and those that cannot be read.

    Raises:
        Refused: see `games_read`.
    """
    read = games_read(name, text)
    position_of = game_type(name).position
    told = [
        GameTold(
            number,
            *_names_told(recorded),
            result=recorded.result,
            ended=result_said(name, recorded, names_of(recorded)),
            start=position_of(recorded.first),
            moves=[said_as_text(said) for said in recorded.said],
            position=recorded.position,
        )
        for number, recorded in read.games.items()
    ]
    return told, read.unread


def choices() -> Sequence[tuple[str, str]]:
    """Return the games that are read, with what they are called."""
    return [(name, title) for name, title in games_offered() if name in GAMES]
