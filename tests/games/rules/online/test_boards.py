"""A board played online: seats, dice, turns, offers, the clock and the end, all from its log."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.rules.backgammon import GameError, PlayError
from games.rules.backgammon.mat import read_mat, write_mat
from games.rules.clock import MINUTE, SECOND
from games.rules.dice import seat_commitment
from games.rules.online import Board, OnlineError, board_of, match_record
from games.rules.online.board import DAY
from tests.games.rules.online.boards import GAME_ID, SEEDS, Table, played_at_random


def refused(code: str) -> pytest.RaisesExc[OnlineError]:
    return pytest.RaisesExc(OnlineError, check=lambda error: error.code == code)


# seats and seeds


def test_a_board_waits_until_both_seats_are_taken() -> None:
    table = Table()
    table.do("seat", seat=0, seeds=True)
    assert table.board.phase == "waiting"
    with refused("board_waiting"):
        table.roll(3, 1, 0)
    table.do("seat", seat=1, seeds=True)
    assert table.board.phase == "seeds"


def test_no_dice_roll_before_all_seeds_are_open() -> None:
    table = Table().seat()
    for seat in (0, 1):
        table.do("commit", seat, commitment=seat_commitment(GAME_ID, seat, SEEDS[seat]))
    table.do("reveal", 0, seed=SEEDS[0])
    with refused("dice_closed"):
        table.roll(3, 1, 0)
    table.do("reveal", 1, seed=SEEDS[1])
    assert table.roll(3, 1, 0).phase == "play"


def test_a_seed_is_not_opened_before_everybody_has_committed() -> None:
    table = Table().seat()
    table.do("commit", 0, commitment=seat_commitment(GAME_ID, 0, SEEDS[0]))
    with refused("seed_early"):
        table.do("reveal", 0, seed=SEEDS[0])


def opened_alone() -> Table:
    """White has chosen and opened a seed while nobody sat opposite."""
    table = Table()
    table.do("seat", seat=0, seeds=True)
    table.do("commit", 0, commitment=seat_commitment(GAME_ID, 0, SEEDS[0]))
    table.do("reveal", 0, seed=SEEDS[0])
    return table


def test_who_sits_down_after_a_seed_was_opened_gives_one_and_that_is_chosen_anew() -> None:
    table = opened_alone()
    assert table.do("seat", seat=1, seeds=True, joins=True).phase == "seeds"
    assert table.board.dice is not None
    assert (table.board.dice.seats, table.board.dice.seeds) == ((0, 1), ())


def test_a_seed_that_was_said_openly_stays_for_who_sits_down_later() -> None:
    table = Table()
    table.do("seat", seat=0, seeds=True)
    table.do("say", 0, seed="my lucky number", unprotected=True)
    table.do("seat", seat=1, seeds=True, joins=True)
    assert table.board.dice is not None
    assert (table.board.phase, table.board.dice.missing) == ("seeds", (1,))


def test_a_record_from_before_keeps_its_dice_of_one_seed() -> None:
    table = opened_alone()
    assert table.do("seat", seat=1, seeds=True).phase == "opening"
    assert table.board.dice is not None
    assert table.board.dice.seats == (0,)


@pytest.mark.parametrize("control", [[120_000, 12_000, "bronstein"], None])
@pytest.mark.parametrize(("game", "options"), [("chess", {}), ("dame", {}), ("backgammon", {})])
@pytest.mark.parametrize("starts", [True, False])
def test_the_clock_starts_when_both_sit_unless_a_roll_comes_first(
    game: str, options: dict[str, Any], control: list[Any] | None, starts: bool
) -> None:
    given: dict[str, Any] = {"type": game, "length": None, "options": options, "control": control}
    if game != "backgammon":
        given["dice"] = None
    table = Table(**given)
    for seat in (0, 1):
        extra = {"starts": True} if starts else {}
        table.do("seat", seat=seat, seeds=game == "backgammon", joins=True, **extra)
    clock = table.board.clock
    assert (clock is None) == (control is None)
    runs = starts and game != "backgammon" and control is not None
    assert bool(clock and clock.is_running) == runs
    if runs:
        assert clock is not None
        assert clock.turn == table.board.actor == 0


def test_another_seed_than_the_chosen_one_is_refused() -> None:
    table = Table().seat()
    for seat in (0, 1):
        table.do("commit", seat, commitment=seat_commitment(GAME_ID, seat, SEEDS[seat]))
    with refused("seed_wrong"):
        table.do("reveal", 0, seed=SEEDS[1])


def test_a_browser_without_scripts_says_its_seed_last() -> None:
    table = Table().seat()
    with refused("seed_waits"):
        table.do("say", 0, seed="my lucky number")
    table.do("commit", 1, commitment=seat_commitment(GAME_ID, 1, SEEDS[1]))
    table.do("say", 0, seed="my lucky number")
    table.do("reveal", 1, seed=SEEDS[1])
    assert table.board.phase == "opening"
    assert table.board.dice is not None
    assert [one.openly for one in table.board.dice.seeds] == [True, False]


def test_two_browsers_without_scripts_agree_to_be_unprotected() -> None:
    table = Table().seat()
    table.do("say", 0, seed="seven", unprotected=True)
    assert table.do("say", 1, seed="eleven").phase == "opening"


def test_an_assistant_gives_no_seed() -> None:
    table = Table()
    table.do("seat", seat=0, seeds=True)
    table.do("seat", seat=1, seeds=False)
    table.do("commit", 0, commitment=seat_commitment(GAME_ID, 0, SEEDS[0]))
    assert table.do("reveal", 0, seed=SEEDS[0]).phase == "opening"


def test_the_dice_start_anew_where_somebody_does_not_open() -> None:
    table = Table().seat()
    for seat in (0, 1):
        table.do("commit", seat, commitment=seat_commitment(GAME_ID, seat, SEEDS[seat]))
    table.do("dice", dice={"game_id": "another", "commitment": "ab" * 32, "seats": [0, 1]})
    assert table.board.dice is not None
    assert table.board.dice.missing == (0, 1)


def test_a_roll_is_never_made_twice() -> None:
    table = Table().opened()
    table.play("8/5 6/5")
    with refused("roll_wrong"):
        table.do("roll", 1, dice=[6, 5], number=0)


# turns


def test_the_rules_of_the_game_refuse_with_their_own_sentence() -> None:
    table = Table().opened()
    with pytest.raises(PlayError, match="8/3"):
        table.play("8/3")
    with pytest.raises(GameError):
        table.do("roll", 0, dice=[1, 1], number=1)
    with refused("not_your_turn"):
        table.do("play", 1, text="8/5 6/5")


def test_a_play_is_kept_in_own_points_with_its_result() -> None:
    table = Table().opened(1, 3)
    table.play("17-20 19-20")
    kept = table.log[-1].payload
    assert kept["text"] == "8/5 6/5"
    assert kept["steps"] == [[8, 5, False], [6, 5, False]]
    assert table.board.last is not None
    assert table.board.last.dice == (1, 3)


def test_a_dance_passes_the_turn_and_is_shown() -> None:
    table = Table().opened(3, 1)
    table.play("8/5 6/5")
    for roll, play in (((6, 6), "24/18(2) 13/7(2)"), ((5, 5), "13/3(2)")):
        table.roll(*roll)
        if table.board.phase == "play":
            table.play(play)
    assert table.board.last is not None


def test_the_last_turn_is_taken_back_if_the_other_agrees() -> None:
    table = Table().opened(3, 1)
    before = table.game.position
    table.play("24/23 13/10")
    table.do("takeback", 0)
    with refused("offer_own"):
        table.do("accept", 0)
    table.do("accept", 1)
    assert (table.board.phase, table.board.actor) == ("play", 0)
    assert table.game.position == before
    table.play("8/5 6/5")
    record = match_record(table.log, ("Ann", "Bo"))
    assert record.games == ()


def test_a_turn_is_not_taken_back_after_the_next_roll() -> None:
    table = Table().opened(3, 1)
    table.play("8/5 6/5")
    table.roll(6, 5)
    with refused("takeback_late"):
        table.do("takeback", 0)


def test_playing_on_refuses_an_offer() -> None:
    table = Table().opened(3, 1)
    table.play("8/5 6/5")
    table.do("draw", 0)
    assert table.board.offer is not None
    table.roll(6, 5)
    assert table.board.offer is None


# draws, resignations, the clock, the end


def test_a_drawn_single_game_counts_nothing() -> None:
    table = Table(None).opened()
    table.do("draw", 0)
    board = table.do("accept", 1)
    assert board.ending is not None
    assert (board.ending.how, board.ending.winner, board.ending.score) == ("draw", None, (0, 0))


def test_after_a_drawn_game_of_a_match_the_next_follows_at_the_same_score() -> None:
    table = Table(3).opened()
    table.do("draw", 0)
    assert table.do("accept", 1).phase == "over"
    assert table.board.can(0) == ("next",)
    table.do("next", 1)
    assert (table.board.phase, table.board.number) == ("opening", 2)
    assert table.game.score.shown == (0, 0)


def test_there_is_no_draw_in_a_knock_out() -> None:
    table = Table(3, with_draws=False).opened()
    assert "draw" not in table.board.can(0)
    with refused("draw_off"):
        table.do("draw", 0)


def test_a_resignation_waits_for_its_answer() -> None:
    table = Table(3).opened()
    table.do("resign", 0, level="gammon")
    assert table.board.can(1) == ("accept", "refuse")
    assert table.do("refuse", 1).phase == "play"
    table.do("resign", 0, level="backgammon")
    board = table.do("accept", 1)
    assert board.ending is not None
    assert (board.ending.winner, board.ending.score) == (1, (0, 3))


@pytest.mark.parametrize("rolled", [False, True])
def test_who_is_not_to_move_resigns_and_the_other_goes_on_where_they_refuse(rolled: bool) -> None:
    table = Table(3).opened()
    table.play("8/5 6/5")
    if rolled:
        table.roll(6, 5)
    before = table.board
    assert "resign" in before.can(0)
    table.do("resign", 0, level="single")
    assert (table.board.actor, table.board.can(1)) == (1, ("accept", "refuse"))
    assert table.do("refuse", 1).can(1) == before.can(1)
    table.do("resign", 0, level="gammon")
    assert table.do("accept", 1).type.score(table.board.game) == (0, 2)
    (game,) = match_record(table.log, ("Ann", "Bo")).games
    assert (game.winner, game.points, game.how) == (1, 2, "resign")
    assert read_mat(write_mat(match_record(table.log, ("Ann", "Bo")))).games == (game,)


def test_nobody_resigns_while_an_answer_is_outstanding() -> None:
    table = Table(3).opened()
    table.play("8/5 6/5")
    table.do("double", 1)
    for side in (0, 1):
        assert "resign" not in table.board.can(side)
        with pytest.raises(GameError):
            table.do("resign", side, level="single")


def test_the_flag_is_claimed_by_the_opponent_and_not_by_itself() -> None:
    table = Table(3, control=[MINUTE, 12 * SECOND, "simple"]).opened()
    with refused("flag_up"):
        table.do("flag", 1)
    table.at += 5 * MINUTE
    assert table.board.left(0, table.at) == 0
    board = table.do("flag", 1)
    assert board.ending is not None
    assert (board.ending.how, board.ending.winner) == ("time", 1)


def test_a_flag_that_nobody_claims_stops_nobody() -> None:
    table = Table(3, control=[MINUTE, 12 * SECOND, "simple"]).opened()
    table.play("8/5 6/5", wait=5 * MINUTE)
    assert table.board.left(0, table.at) == 0
    table.roll(6, 5)
    table.play("24/13")
    with refused("flag_up"):
        table.do("flag", 0)
    table.do("flag", 1)


def test_a_holiday_stops_the_clock_of_one_side() -> None:
    control = [2 * DAY, DAY, "simple"]
    table = Table(3, control=control, holiday_days=14).opened()
    table.do("holiday", 0, days=7)
    table.at += 7 * DAY
    assert table.board.left(0, table.at) == 2 * DAY
    table.at += 2 * DAY
    assert table.board.left(0, table.at) is not None
    assert DAY - MINUTE < (table.board.left(0, table.at) or 0) <= DAY
    with refused("holiday_spent"):
        table.do("holiday", 0, days=8)


def test_an_adjourned_game_stands_still_until_somebody_resumes_it() -> None:
    table = Table(3, control=[MINUTE, 0, "simple"]).opened()
    table.do("adjourn", 1)
    table.do("accept", 0)
    with refused("board_adjourned"):
        table.play("8/5 6/5")
    left = table.board.left(0, table.at)
    table.do("resume", 1, wait=DAY)
    assert table.board.left(0, table.at) == left
    table.play("8/5 6/5")


def test_an_abandoned_board_has_no_winner_and_takes_no_more_steps() -> None:
    table = Table(3).opened()
    board = table.do("abandon", None, reason="the server was restored")
    assert board.ending is not None
    assert (board.ending.how, board.ending.winner) == ("abandoned", None)
    with refused("board_over"):
        table.play("8/5 6/5")


# the log is the truth


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("length", [None, 3])
def test_a_log_leads_to_the_same_board_again(seed: int, length: int | None) -> None:
    control = [100 * DAY, 0, "simple"]
    table = Table(length, control=control).seeded()
    for board in played_at_random(table, seed):
        data = board.to_json()
        assert Board.from_json(json.loads(json.dumps(data))).to_json() == data
    assert board_of(table.log).to_json() == table.board.to_json()
    assert table.board.stage == "over"
    record = match_record(table.log, ("Ann", "Bo"))
    ending = table.board.ending
    assert ending is not None
    if record.games:
        read = read_mat(write_mat(record))
        assert [(one.winner, one.points) for one in read.games] == [
            (one.winner, one.points) for one in record.games
        ]
        assert read.games[-1].position == record.games[-1].position
