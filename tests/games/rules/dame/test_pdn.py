"""Games of Dame as text: PDN read and written, with line and reason for what is wrong."""

from random import Random

import pytest

from games.rules.dame import BLACK, Game, Huff, Options, RecordError, Result
from games.rules.dame.pdn import read_pdn, write_pdn
from games.rules.dame.record import GameRecord
from tests.games.rules.dame.boards import HUFFING, STRICT, board

GAME = """[Event "Club \\"Stein\\""]
[White "Ann"]
[Black "Bob"]
[Result "0-1"]

1. 22-18 {the middle} 11-15 2. 18x11 (2. 23-19? 15x22) 8x15
; a remark to the end of the line
3. 24-20!? 4-8 $2 0-1
"""


def random_record(seed: int, options: Options) -> GameRecord:
    chance, game, steps = Random(seed), Game.begin(options=options), []
    while not game.result and len(steps) < 150:
        choices = [*game.legal_moves(), *map(Huff, game.huffable)]
        steps.append(chance.choice(choices))
        game = game.play(steps[-1])
    return GameRecord.of(game, tuple(steps), tags=(("White", "Ann"), ("Note", 'a "b" \\ c')))


@pytest.mark.parametrize("options", [Options(), STRICT, HUFFING, Options(backward=True)])
def test_games_are_read_as_they_were_written(options):
    records = tuple(random_record(seed, options) for seed in range(8))
    text = write_pdn(records)
    assert read_pdn(text) == records
    assert max(map(len, text.splitlines())) < 80


def test_a_game_with_comments_variations_and_marks():
    [record] = read_pdn(GAME)
    assert [str(step) for step in record.steps] == [
        *("22-18", "11-15", "18x11", "8x15", "24-20", "4-8"),
    ]
    assert (record.result, record.game.result) == ("0-1", None)
    assert dict(record.tags) == {"Event": 'Club "Stein"', "White": "Ann", "Black": "Bob"}


def test_how_a_game_is_written():
    start = board("22 32", "18 1", BLACK)
    game = Game.begin(start, HUFFING)
    steps = []
    for choice in ("1-5", "22-17", Huff(17), "18-22"):
        step = next(
            (one for one in game.legal_moves() if str(one) == choice),
            choice,
        )
        steps.append(step)
        game = game.play(step)
    record = GameRecord.of(game.resign(BLACK), tuple(steps), start, (("Black", "Bob"),))
    assert write_pdn((record,)) == (
        '[Black "Bob"]\n[Result "1-0"]\n[GameType "Dame"]\n'
        '[Rules "landing=free; backward=off; huffing=on"]\n'
        '[SetUp "1"]\n[FEN "B:W22,32:B1,18"]\n\n'
        "1... 1-5 2. 22-17 x17 18-22 1-0\n"
    )
    assert read_pdn(write_pdn((record,))) == (record,)


def test_both_ways_of_counting_results_are_read():
    texts = ("1. 22-18 2-0", "1. 22-18 0-2", "1. 22-18 1-1", "1. 22-18 *", "1. 22-18")
    found = [read_pdn(text)[0].result for text in texts]
    assert found == ["1-0", "0-1", "1/2-1/2", "*", "*"]


@pytest.mark.parametrize(
    ("text", "result"),
    [
        *[(text, "1/2-1/2") for text in ("1/2", "½", "½-½", "½–½", "1-1")],
        *[(text, "1-0") for text in ("1–0", "1:0", "2-0")],
        *[(text, None) for text in ("½-0", "draw", "3/4")],
    ],
)
def test_a_result_is_read_however_it_is_written_or_refused(text, result):
    for whole in (f"1. 22-18 {text}", f'[Result "{text}"]\n\n1. 22-18'):
        if result is None:
            with pytest.raises(RecordError):
                read_pdn(whole)
        else:
            assert read_pdn(whole)[0].result == result


def test_several_games_without_tags():
    assert [len(one.steps) for one in read_pdn("1. 22-18 * 1. 22-17 11-15 *")] == [1, 2]


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("", 1, "pdn_empty"),
        (" \n ; nothing\n", 1, "pdn_empty"),
        ('[White "Ann]\n\n1. 22-18 *', 1, "tag_malformed"),
        ("1. 22-18\n{open", 2, "comment_open"),
        ("1. 22-18\n(1. 22-17", 2, "comment_open"),
        ("1. 22-18\n) *", 2, "token_unknown"),
        ("1. 22-18\nhello *", 2, "token_unknown"),
        ("1. 22-18\n3. 11-15 *", 2, "number_wrong"),
        ("1. 22-18\n11-14 *", 2, "not_diagonal"),
        ("1. 22-18 11-15\n2. 24-20 *", 2, "man_must_capture"),
        ("1. 33-28 *", 1, "square_larger_board"),
        ("1. c3-d4 *", 1, "token_unknown"),
        ("1. 22-18\nx18 *", 2, "huff_off"),
        ('[GameType "20"]\n\n1. 22-18 *', 1, "variant_other"),
        ('[White "Ann"]\n[GameType "25,W,8,8,A0,0"]\n\n*', 2, "variant_other"),
        ('[White "Ann"]\n[Rules "landing=far"]\n\n1. 22-18 *', 2, "landing_unknown"),
        ('[White "Ann"]\n[FEN "W:W4:B5"]\n\n1. 22-18 *', 2, "man_on_last_row"),
        ('[FEN "W:W22:B18"]\n\n1. 22x15\n0-1', 4, "result_wrong"),
        ('[FEN "W:W22:B18"]\n\n1. 22x15\n15-11', 4, "game_over"),
        ('[White "Ann"]\n[Result "1-0"]\n\n1. 22-18 0-1', 2, "result_tag_wrong"),
        ('[White "Ann"]\n[Result "won"]\n\n1. 22-18 0-1', 2, "token_unknown"),
    ],
)
def test_what_is_wrong_has_a_line_and_a_reason(text, line, code):
    with pytest.raises(RecordError) as error:
        read_pdn(text)
    assert (error.value.line, error.value.code) == (line, code)
    assert str(error.value).endswith(".") or "Ann" in str(error.value)


def test_a_finished_game_has_its_result_without_words():
    [record] = read_pdn('[FEN "W:W22:B18"]\n\n1. 22x15')
    assert (record.result, record.game.result) == ("1-0", Result(0, "no_pieces"))
