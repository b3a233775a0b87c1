"""Games of chess as PGN."""

import io

import chess.pgn
import pytest

from games.rules.chess import Game, Options, read_move
from games.rules.chess.errors import RecordError
from games.rules.chess.pgn import GameRecord, read_pgn, write_pgn

MATE = "1. f3 e5 2. g4 Qh4#"


def test_a_game_is_written_and_reads_back():
    game = Game.begin(Options(ending="rook"))
    for text in ("Ra4", "Kd5", "Ke2"):
        game = game.play(read_move(text, game.board))
    record = GameRecord(game.resign(1), "1-0", (("White", "Ann"), ("Black", 'Bo "B"')))
    (again,) = read_pgn(write_pgn(record))

    assert (again.game.start, again.game.moves, again.result) == (game.start, game.moves, "1-0")
    assert dict(again.tags) == {
        **dict.fromkeys(("Event", "Site", "Date", "Round"), "?"),
        **dict(record.tags),
    }


@pytest.mark.parametrize(
    "name", ['Ann "The Rook" Lee', "a\\b", 'ends "', "ends \\", '\\"', '"\\"', "[x]", "{y} ; (z)"]
)
def test_quotes_and_backslashes_in_tags_come_back(name):
    record = GameRecord(Game().play(read_move("e4", Game().board)), "*", (("White", name),))
    text = write_pgn(record)
    (again,) = read_pgn(text)
    assert dict(again.tags)["White"] == name
    assert chess.pgn.read_game(io.StringIO(text)).next() is not None  # others read the moves


WRITTEN = [
    ("1/2-1/2", "1/2-1/2"),
    *[(text, "1/2-1/2") for text in ("1/2", "½", "½-½", "½–½", "½ - ½", "1/2 - 1/2", "0.5-0.5")],
    *[(text, "1-0") for text in ("1-0", "1–0", "1 - 0", "1:0")],
    *[(text, "0-1") for text in ("0-1", "0−1", "0 – 1", "0:1")],
    ("*", "*"),
    *[(text, None) for text in ("1-1", "1/3", "½-0", "0-2", "draw", "remis", "1-0.", "3/4")],
]


@pytest.mark.parametrize(("text", "result"), WRITTEN)
@pytest.mark.parametrize("place", ["end", "line", "tag", "comment"])
def test_a_result_is_read_however_it_is_written_or_refused(text, result, place):
    moves = "1. e4 e5\n2. Nf3"
    texts = {
        "end": f"{moves} {text}",
        "line": f"{moves}\n{text}\n",
        "tag": f'[White "Ann"]\n[Result "{text}"]\n\n{moves}',
        "comment": f"{moves} {{{text}}} *",
    }
    if place == "comment":
        (found,) = read_pgn(texts[place])
        assert found.result == "*"
    elif result is not None:
        (found,) = read_pgn(texts[place])
        assert (found.result, len(found.game.moves)) == (result, 3)
    else:
        with pytest.raises(RecordError) as refused:
            read_pgn(texts[place])
        assert refused.value.code == "token_unknown"
        assert refused.value.line == {"end": 2, "line": 3, "tag": 2}[place]


def test_comments_variations_and_german_letters_are_read():
    (one, two) = read_pgn(
        '[White "Ann, D"]\n\n1. e4 {Sf3 Lb5} e5 2. Sf3 (2. d4 exd4) Sc6 $1 3. Lb5 ; Dd1\n*\n\n'
        f"{MATE} 0-1\n"
    )
    assert one.game.moves == ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5")
    assert dict(one.tags)["White"] == "Ann, D"
    assert two.result == "0-1"


@pytest.mark.parametrize(
    ("text", "code", "line", "at"),
    [
        ("", "pgn_empty", 1, ""),
        ("{ Nobody has moved. }", "pgn_empty", 1, ""),
        ("Dear Ann", "token_unknown", 1, ""),
        ('[White "Ann"]\n[Variant "Atomic"]\n\n1. e4 *', "pgn_variant", 2, ""),
        ('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 *', "fen_king", 1, ""),
        ('[White "Ann"\n\n1. e4 *', "tag_malformed", 1, ""),
        ("1. e4 e5\n2. Ke3 *", "king_way", 2, "2."),
        ("1. e4 Nf3 *", "move_none", 1, "1..."),
        ("1. e4\nzzz e5 *", "token_unknown", 2, ""),
        ("1. e4 { She thinks\ne5 *", "comment_open", 1, ""),
        ("1. e4 (1. d4\ne5 *", "comment_open", 2, ""),
        ("1. e4) e5 *", "comment_open", 1, ""),
        (f"{MATE}\n1-0", "pgn_result", 2, ""),
        (f'[White "Ann"]\n\n1. e4 e5 *\n\n{MATE}\n3. e4 *', "game_over", 6, "3."),
    ],
)
def test_what_is_no_game_of_chess_is_refused_at_its_place(text, code, line, at):
    with pytest.raises(RecordError) as refused:
        read_pgn(text)
    assert (refused.value.code, refused.value.line, refused.value.at) == (code, line, at)


def test_signs_and_ways_to_write_a_move_that_mean_nothing_else_are_left_out():
    text = "1.e4 d5 2.e5! f5?! 3.exf6e.p.+ N 3...Kd7 +- $14 4. fxg7 = 4...c6 5.gxh8=Q 1-0"
    (record,) = read_pgn(text)
    assert record.game.moves[4] == "e5f6"
    assert record.game.moves[-1] == "g7h8q"
