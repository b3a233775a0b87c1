"""What can be typed at the board of each game, and what a wrong word is told."""

import pytest

from games.rules.online import GAME_TYPES, OnlineError
from games.rules.online.typed import COMMANDS, commands_of, typed

HAS = {
    "backgammon": ("$roll", "$double", "$take", "$drop", "$beaver", "$next"),
    "dame": ("$claim", "$blasen"),
    "chess": ("$claim",),
}
EVERY = ("$quit", "$remis", "$accept", "$refuse", "$takeback", "$flag")


@pytest.mark.parametrize("game", ["backgammon", *GAME_TYPES])
@pytest.mark.parametrize("word", COMMANDS)
def test_a_command_is_known_where_the_game_has_it(game: str, word: str) -> None:
    commands = commands_of(game, has_cube=game == "backgammon")
    has = word in (*EVERY, *HAS[game]) or (word == "$raccoon" and game == "backgammon")
    assert (word in commands) == has
    if has:
        assert typed(word, commands)[0] == COMMANDS[word]


@pytest.mark.parametrize("game", ["backgammon", *GAME_TYPES])
def test_a_wrong_word_is_told_what_there_is_and_undo_that_nothing_is_to_be_undone(
    game: str,
) -> None:
    commands = commands_of(game, has_cube=game == "backgammon")
    with pytest.raises(OnlineError) as wrong:
        typed("$foo", commands)
    assert wrong.value.params["words"] == (*commands, "$undo")
    with pytest.raises(OnlineError) as nothing:
        typed("$undo", commands)
    assert nothing.value.code == "undo_nothing"
