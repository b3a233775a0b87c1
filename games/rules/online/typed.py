"""What players type at a board: a play, or a command that begins with a dollar."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from games.rules.online.acts import ACTS
from games.rules.online.errors import OnlineError

COMMANDS: Final[Mapping[str, str]] = {word: do for do, act in ACTS.items() for word in act.words}
UNDO: Final = "$undo"
"""Done by the page itself, as long as nothing of a turn has been sent."""
AT_CHOUETTE: Final[Mapping[str, str]] = {
    word: COMMANDS[word] for word in ("$roll", "$quit", "$accept", "$refuse", "$flag")
}
"""What there is at the board of a chouette, whose cubes are said at the table."""
LEVELS: Final = ("single", "gammon", "backgammon")
LONGEST: Final = 80
_HUFF: Final = re.compile("x([0-9]{1,2})")
"""Blasen: the piece on this square is removed."""


def commands_of(game: str, *, has_cube: bool) -> Mapping[str, str]:
    """Return what can be typed at the board of a game.

    >>> "$roll" in commands_of("chess", has_cube=False)
    False
    """
    return {
        word: do
        for word, do in COMMANDS.items()
        if ACTS[do].game in ("", game) and ACTS[do].has_cube in (None, has_cube)
    }


def typed(text: str, commands: Mapping[str, str] = COMMANDS) -> tuple[str, str]:
    """Return the step that a text means, and what belongs to it: the play, or the level.

    >>> typed("24/18 13/8")
    ('play', '24/18 13/8')
    >>> typed("$quit gammon")
    ('resign', 'gammon')
    >>> typed("x14")
    ('huff', '14')

    Raises:
        OnlineError: there is no such command, or nothing was typed.
    """
    words = text[:LONGEST].lower().split()
    if not words:
        raise OnlineError("play_text_missing")
    removed = _HUFF.fullmatch(words[0])
    if removed and len(words) == 1:
        return "huff", removed[1]
    if not words[0].startswith("$"):
        return "play", text.strip()
    if words[0] == UNDO:
        raise OnlineError("undo_nothing")
    do = commands.get(words[0])
    if do is None:
        raise OnlineError("typed_unknown", text=words[0], words=(*commands, UNDO))
    rest = " ".join(words[1:])
    if do == "huff":
        return do, rest.removeprefix("x")
    return do, rest if do == "resign" and rest in LEVELS else ""
