"""Texts with several games: one that cannot be read is named by its line, and loses no other."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from games.rules.chess.pgn import read_pgn, read_pgn_games
from games.rules.coded import CodedError
from games.rules.dame.pdn import read_pdn, read_pdn_games

# Three games each: with tags, with tags and without a result, and with moves alone.
CHESS = (
    '[White "Ann"]\n[Black "Bob"]\n\n1. e4 {good} e5 (1... c5)\n2. Nf3 1-0\n\n',
    '[White "Cid"]\n\n1. d4 d5\n\n',
    '[White "Dee"]\n\n1. c4 ; why\nc5 1/2-1/2\n',
)
DAME = (
    '[White "Ann"]\n[Black "Bob"]\n\n1. 22-18 {good} 9-14 (1... 9-13)\n2. 18x9 1-0\n\n',
    '[White "Cid"]\n\n1. 21-17 9-13\n\n',
    '[White "Dee"]\n\n1. 22-18 ; why\n11-15 1/2-1/2\n',
)
Damage = Callable[[str], str]
DAMAGES: dict[str, Damage] = {
    "not legal": lambda game: game.replace("e5", "e7").replace("d5", "d3").replace("c5", "c1")
    .replace("9-14", "9-15").replace("9-13 ", "9-20 ").replace("9-13\n", "9-20\n")
    .replace("11-15", "11-20"),
    "no word": lambda game: game.replace("1. ", "zzz 1. "),
    "comment open": lambda game: game.replace("1. ", "{ 1. "),
    "variation open": lambda game: game.replace("1. ", "( 1. "),
    "tag": lambda game: game.replace('"]', '"', 1),
    "variant": lambda game: '[Variant "Atomic"]\n[GameType "20"]\n' + game,
    "tag's result": lambda game: '[Result "won"]\n' + game,
}  # fmt: skip
FORMATS: dict[str, tuple[tuple[str, ...], Callable[[str], Any], Callable[[str], Any]]] = {
    "pgn": (CHESS, read_pgn_games, read_pgn),
    "pdn": (DAME, read_pdn_games, read_pdn),
}


def names(found: Any) -> list[str]:
    return ["" if isinstance(one, CodedError) else dict(one.tags)["White"] for one in found]


@pytest.mark.parametrize(
    ("form", "damage", "place", "ends"),
    list(product(FORMATS, DAMAGES, range(3), ["\n", "\r\n"])),
)
def test_one_bad_game_loses_no_other(form, damage, place, ends):
    games, read, read_whole = FORMATS[form]
    torn = [DAMAGES[damage](one) if number == place else one for number, one in enumerate(games)]
    assert torn[place] != games[place]
    before = "".join(torn[:place]).count("\n")

    text = "".join(torn).replace("\n", ends)
    found = read(text)

    expected = ["Ann", "Cid", "Dee"]
    expected[place] = ""
    assert names(found) == expected
    wrong = found[place]
    assert before < wrong.line <= before + torn[place].count("\n") + 1
    assert str(wrong)
    with pytest.raises(CodedError) as first:
        read_whole(text)
    assert (first.value.code, first.value.line) == (wrong.code, wrong.line)


@pytest.mark.parametrize("form", FORMATS)
def test_games_without_tags_are_told_apart_by_their_results(form):
    games, read, read_whole = FORMATS[form]
    bare = [one[one.index("1. ") :] for one in games]
    assert len(read_whole(" ".join([bare[0], bare[2], bare[0]]))) == 3
    found = read("".join([bare[0], bare[2].replace("5", "9"), bare[0]]))
    assert [isinstance(one, CodedError) for one in found] == [False, True, False]


@pytest.mark.parametrize("form", FORMATS)
def test_where_no_game_can_be_read_the_first_reason_is_told(form):
    _games, read, _whole = FORMATS[form]
    with pytest.raises(CodedError) as refused:
        read("what is this *\n\nand that *\n")
    assert (refused.value.code, refused.value.line) == ("token_unknown", 1)
    with pytest.raises(CodedError) as refused:
        read("\n\n")
    assert refused.value.code.endswith("_empty")


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("sign", ["{", "(", ")", "[", "[A ", "1", "{}", '\n\n[a "', "; \n"])
def test_a_text_of_one_sign_over_and_over_takes_no_time(form, sign):
    _games, read, _whole = FORMATS[form]
    began = time.process_time()
    with pytest.raises(CodedError) as refused:
        read(sign * (32_000 // len(sign)))
    assert refused.value.line >= 1
    assert time.process_time() - began < 3
