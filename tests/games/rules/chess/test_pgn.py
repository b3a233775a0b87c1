"""Games of chess as PGN."""

import pytest

from games.rules.chess import ChessError, Game, Options, read_move
from games.rules.chess.pgn import GameRecord, read_pgn, write_pgn

MATE = "1. f3 e5 2. g4 Qh4#"


def test_a_game_is_written_and_reads_back():
    game = Game.begin(Options(ending="rook"))
    for text in ("Ra4", "Kd5", "Ke2"):
        game = game.play(read_move(text, game.board))
    record = GameRecord(game.resign(1), "1-0", (("White", "Ann"), ("Black", 'Bo "B"')))
    (again,) = read_pgn(write_pgn(record))

    assert (again.game.start, again.game.moves, again.result) == (game.start, game.moves, "1-0")
    assert dict(again.tags)["White"] == "Ann"


def test_comments_variations_and_german_letters_are_read():
    (one, two) = read_pgn(
        '[White "Ann, D"]\n\n1. e4 {Sf3 Lb5} e5 2. Sf3 (2. d4 exd4) Sc6 $1 3. Lb5 ; Dd1\n*\n\n'
        f"{MATE} 0-1\n"
    )
    assert one.game.moves == ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5")
    assert dict(one.tags)["White"] == "Ann, D"
    assert two.result == "0-1"


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("", "pgn_empty", ""),
        ("Dear Ann", "pgn_empty", ""),
        ('[Variant "Atomic"]\n\n1. e4 *', "pgn_variant", ""),
        ('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 *', "fen_king", ""),
        ("1. e4 e5 2. Ke3 *", "king_way", "2."),
        ("1. e4 Nf3 *", "move_none", "1..."),
        (f"{MATE} 1-0", "pgn_result", ""),
        (f"{MATE} 3. e4 *", "game_over", "3."),
    ],
)
def test_what_is_no_game_of_chess_is_refused_at_its_place(text, code, at):
    with pytest.raises(ChessError) as refused:
        read_pgn(text)
    assert (refused.value.code, getattr(refused.value, "at", "")) == (code, at)
