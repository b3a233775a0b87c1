"""What plays and cubes cost, held against figures worked out by hand with a stand-in."""

import json
from dataclasses import replace
from math import isclose, sqrt

import pytest

from games.assistant.analysis import (
    MatchReport,
    Rating,
    analysed,
    decisions_of,
    rating_of,
    report_of,
    side_report,
    summed,
)
from games.assistant.engine import Stakes
from games.assistant.findings import Findings, findings_of
from games.assistant.judging import JudgedCube, JudgedPlay, PlayAsked, judged
from games.assistant.levels import engine_of
from games.assistant.remembering import Cache, RememberingEngine
from games.rules.backgammon import (
    GameRecord,
    MatchRecord,
    Options,
    Play,
    Position,
    Resigned,
    Roll,
    Rolled,
    legal_plays,
)
from games.rules.backgammon.mat import read_mat
from games.rules.backgammon.match_score import MatchScore
from games.rules.backgammon.recorder import Recorder
from games.rules.codec import from_plain, to_plain
from tests.games.assistant.stand_in import StandIn
from tests.games.rules.backgammon.boards import real_matches


def text_of(position: Position, roll: Roll, place: int) -> str:
    """The text of the play that the stand-in puts at this place."""
    result = StandIn().rate_plays(position, roll, Stakes())[place].result
    play = next(one for one in legal_plays(position, roll) if one.result == result)
    return " ".join(map(str, play.steps))


def match_of(record: GameRecord, length: int = 0) -> MatchRecord:
    return MatchRecord(length, ("White", "Black"), (record,))


def played_out(*, answer: str = "drop", length: int | None = None) -> GameRecord:
    """White opens 3-1 with the third play, Black rolls 6-5 and plays the best, White doubles."""
    recorder = Recorder(MatchScore(length))
    recorder.roll(0, (3, 1), text_of(recorder.game.position, (3, 1), 2))
    recorder.roll(1, (6, 5), text_of(recorder.game.position, (6, 5), 0))
    recorder.double(0)
    if answer == "drop":
        recorder.drop(1)
        return recorder.record()
    if answer == "beaver":
        recorder.double(1)
    recorder.take(1 if answer == "take" else 0)
    recorder.resign(1, "single")
    return recorder.record()


def report(record: GameRecord, engine: StandIn, options: Options | None = None) -> MatchReport:
    steps = list(analysed(match_of(record), engine, *([options] if options else [])))
    return report_of(one for step in steps for one in step.found)


def test_a_play_costs_what_it_is_worse_than_the_best() -> None:
    first, *_ = analysed(match_of(played_out()), StandIn())
    [play] = first.found
    assert isinstance(play, JudgedPlay)
    assert (play.game, play.move, play.side, play.roll) == (0, 0, 0, (3, 1))
    assert isclose(play.loss, 0.2)
    assert play.counts
    assert play.played != play.best
    assert play.position.startswith("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:")


@pytest.mark.parametrize(("place", "kept"), [(0, 5), (2, 5), (4, 5), (5, 6), (11, 6)])
def test_the_five_best_plays_are_kept_and_the_one_that_was_made(place: int, kept: int) -> None:
    recorder = Recorder(MatchScore(None))
    recorder.roll(0, (3, 1), text_of(recorder.game.position, (3, 1), place))
    recorder.resign(1, "single")
    (first, *_) = analysed(match_of(recorder.record()), StandIn())
    [play] = first.found
    assert isinstance(play, JudgedPlay)
    values = [one.equity for one in play.candidates]
    assert values == pytest.approx([-0.1 * one for one in range(5)] + [-0.1 * place] * (kept - 5))
    assert play.candidates[min(place, 5)].result == play.played
    assert play.candidates[0].result == play.best


def test_what_is_kept_names_plays_as_text_with_their_chances() -> None:
    judged = [one for step in analysed(match_of(played_out()), StandIn()) for one in step.found]
    found = Findings.read(findings_of(match_of(played_out()), "stand-in", judged).dumped())
    assert found.has_candidates
    opening, held, *_ = found.decisions
    assert opening.played == opening.candidates[2].play
    assert opening.best == opening.candidates[0].play
    assert {one.chances for one in opening.candidates} == {(0.5, 0.2, 0.1, 0.15, 0.05)}
    assert held.chances == (0.7, 0.0, 0.0, 0.0, 0.0)
    assert held.equities == (0.6, 0.7, 1.0)


def test_a_match_names_the_match_equity_table_and_other_games_have_none() -> None:
    for length, named in ((0, ""), (7, "Kazaross-XG2")):
        found = findings_of(match_of(played_out(), length), "any", [], table="Kazaross-XG2")
        assert found.table == named


def test_an_analysis_of_before_there_were_candidates_is_read_and_says_so() -> None:
    judged = [one for step in analysed(match_of(played_out()), StandIn()) for one in step.found]
    data = json.loads(findings_of(match_of(played_out()), "stand-in", judged).dumped())
    del data["table"]
    for one in data["decisions"]:
        del one["candidates"], one["chances"]
    found = Findings.read(json.dumps(data))
    assert not found.has_candidates
    assert [one.loss for one in found.wrong] == pytest.approx([0.3, 0.2, 0.1])


def test_luck_is_what_a_roll_is_worth_above_the_average() -> None:
    # An average roll has 7 pips, with and without doubles counted once; so 4 - 7 and 11 - 7 tenths.
    white, black = report(played_out(), StandIn()).sides
    assert isclose(white.luck, -0.3)
    assert isclose(black.luck, 0.4)


def test_the_opening_roll_is_no_moment_to_double() -> None:
    steps = list(analysed(match_of(played_out()), StandIn()))
    assert [type(one) for one in steps[0].found] == [JudgedPlay]
    assert [type(one) for one in steps[1].found] == [JudgedCube, JudgedPlay]


def test_cubes_are_split_by_what_was_wrong() -> None:
    # Black rolled instead of doubling: 0.7 - 0.6. White's double was right; dropping cost 1 - 0.7.
    white, black = report(played_out(), StandIn()).sides
    assert (black.missed_doubles.count, black.wrong_passes.count) == (1, 1)
    assert isclose(black.missed_doubles.loss, 0.1)
    assert isclose(black.wrong_passes.loss, 0.3)
    assert (white.wrong_doubles.count, white.wrong_takes.count) == (0, 0)
    assert isclose(black.cube_loss, 0.4)


def test_a_double_that_was_too_early_and_a_take_that_was_one_too_many() -> None:
    # Held 0.85, doubled 1 at most but taken for 1.2: the double is right, the take costs 0.2.
    white, black = report(played_out(answer="take"), StandIn(0.85, 1.2)).sides
    assert isclose(black.wrong_takes.loss, 0.2)
    # Held for 0.6 and taken for 0.5: doubling costs 0.1, taking is right.
    white, black = report(played_out(answer="take"), StandIn(0.6, 0.5)).sides
    assert isclose(white.wrong_doubles.loss, 0.1)
    assert black.wrong_takes.count == 0
    assert black.missed_doubles.count == 0


def test_a_beaver_counts_as_the_take_that_it_is() -> None:
    white, black = report(played_out(answer="beaver"), StandIn(0.6, 1.2)).sides
    assert isclose(black.wrong_takes.loss, 0.2)
    assert white.cubes == 1


def test_an_obvious_double_counts_only_if_it_is_wrong() -> None:
    # Held 0.9, taken 0.3, a beaver: nobody doubles there. Black held, and has no decision; White
    # doubled, and has one.
    white, black = report(played_out(answer="take"), StandIn(0.9, 0.3)).sides
    assert black.cubes == 1  # the take
    assert white.cubes == 1
    assert isclose(white.wrong_doubles.loss, 0.6)


def test_the_rating_is_five_hundred_times_the_loss_of_a_decision_with_its_interval() -> None:
    # Losses 0.2, 0 and 0.1: mean 0.1, standard deviation 0.1, its error 0.1 / sqrt 3.
    rating = rating_of([0.2, 0.0, 0.1])
    assert rating is not None
    assert isclose(rating.value, 50)
    assert rating.low == 0
    assert isclose(rating.high or 0, 50 + 1.96 * 500 * 0.1 / sqrt(3))
    assert rating_of([0.1]) == Rating(50, None, None)
    assert rating_of([]) is None


def test_forced_plays_and_dances_are_no_decisions() -> None:
    match = read_mat(real_matches()["galaxy002.txt"])
    found = [one for step in analysed(match, StandIn()) for one in step.found]
    plays = [one for one in found if isinstance(one, JudgedPlay)]
    dances = [one for one in plays if one.best is None]
    forced = [one for one in plays if one.best is not None and not one.counts]
    assert dances
    assert forced
    assert all(one.loss == 0 for one in dances)
    assert all(one.played == one.best for one in forced)
    assert len(plays) == match.games[0].plies


def test_progress_comes_with_each_move_and_may_be_left_at_any() -> None:
    match = read_mat(real_matches()["galaxy002.txt"])
    moves = len(match.games[0].moves)
    engine = StandIn()
    run = analysed(match, engine)
    assert [(step.done, step.total) for step, _ in zip(run, range(3), strict=False)] == [
        (done, moves) for done in (1, 2, 3)
    ]
    asked = len(engine.asked)
    run.close()  # type: ignore[attr-defined]
    assert len(engine.asked) == asked


def test_the_worst_ten_come_first_and_only_what_was_wrong() -> None:
    match = read_mat(real_matches()["galaxy002.txt"])
    found = [one for step in analysed(match, StandIn()) for one in step.found]
    worst = report_of(found).worst
    losses = [one.loss for one in worst]
    assert len(worst) == 10
    assert losses == sorted(losses, reverse=True)
    assert losses[0] == max(one.loss for one in found if one.counts)


def test_jacoby_and_beavers_are_judged_as_agreed() -> None:
    for jacoby, animals in ((True, 1), (False, 0)):
        engine = StandIn()
        report(played_out(), engine, Options(jacoby=jacoby, animals=animals))
        assert {(one.jacoby, one.beavers) for one in engine.asked} == {(jacoby, animals > 0)}


def test_automatics_show_in_the_first_double() -> None:
    recorder = Recorder(MatchScore(None))
    recorder.roll(0, (3, 1), "8/5 6/5")
    recorder.roll(1, (6, 5), "24/18 18/13")
    recorder.double(0, 4)
    recorder.drop(1)
    engine = StandIn()
    report(recorder.record(), engine)
    assert {one.cube for one in engine.asked} == {2}


def test_a_play_that_was_not_recorded_is_passed_over() -> None:
    moves = (Rolled(0, (3, 1), None), Rolled(1, (6, 5), None), Resigned(1, "single"))
    judged = list(analysed(match_of(GameRecord((0, 0), moves, 0, 1, "resign")), StandIn()))
    assert [len(step.found) for step in judged] == [0, 1, 0]


def test_a_position_that_was_rated_is_not_rated_again() -> None:
    cache: Cache = {}
    engine = StandIn()
    match = match_of(played_out())
    first = list(analysed(match, RememberingEngine(engine, cache)))
    asked = len(engine.asked)
    assert list(analysed(match, RememberingEngine(engine, cache))) == first
    assert len(engine.asked) == asked


def test_what_was_found_is_kept_as_json() -> None:
    steps = analysed(match_of(played_out()), StandIn())
    for one in (one for step in steps for one in step.found):
        assert from_plain(type(one), to_plain(one)) == one


def test_a_game_of_the_best_engine_against_itself_costs_nothing() -> None:
    best = engine_of(2)
    recorder = Recorder(MatchScore(5))
    for number, roll in enumerate([(3, 1), (5, 2), (6, 4)]):
        position = recorder.game.position
        stakes = Stakes(needs=(5, 5), jacoby=False, beavers=False)
        result = best.rate_plays(position, roll, stakes)[0].result
        play: Play = next(one for one in legal_plays(position, roll) if one.result == result)
        recorder.roll(number % 2, roll, " ".join(map(str, play.steps)))
    recorder.resign(1, "single")
    match = match_of(recorder.record(), 5)
    found = [one for step in analysed(match, best) for one in step.found]
    assert len(found) == 5
    assert sum(one.loss for one in found) == 0


def test_the_accounts_of_many_matches_make_one() -> None:
    one = report(played_out(), StandIn()).sides[1]
    both = summed([one, one])
    assert (both.plays, both.cubes) == (2 * one.plays, 2 * one.cubes)
    assert both.missed_doubles.count == 2 * one.missed_doubles.count
    assert isclose(both.cube_loss, 2 * one.cube_loss)
    assert both.rating is not None
    assert one.rating is not None
    assert isclose(both.rating.value, one.rating.value)
    assert summed([]).rating is None


def test_what_is_played_against_several_cubes_is_weighed_by_them() -> None:
    # Two cubes at 1 and 3: a play that costs 0.2 at each costs 0.2; luck is the same.
    [(play,)] = list(decisions_of(match_of(played_out())))[:1]
    assert isinstance(play, PlayAsked)
    alone = judged(play, StandIn())
    bets = (Stakes(cube=1), Stakes(cube=3, holder="other"))
    several = judged(replace(play, side=7, bets=bets), StandIn())
    assert isinstance(several, JudgedPlay)
    assert several.side == 7
    assert isclose(several.loss, alone.loss)
    assert side_report([several]).plays == 1
