"""Swiss rounds: against a solver that looks at every draw, and what they say about themselves."""

from random import Random
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.solver import Judge
from tournaments.pairing import costs, swiss
from tournaments.pairing.costs import Inside
from tournaments.pairing.entrants import Entrant
from tournaments.pairing.errors import PairingError
from tournaments.pairing.swiss import Draw, Pair, pair, problems

NEVER: frozenset[frozenset[str]] = frozenset()


def entrants(*scores: int) -> list[Entrant]:
    """Players A, B, C, ... seeded in this order."""
    return [Entrant(chr(65 + place), score, place + 1) for place, score in enumerate(scores)]


def met(players: list[Entrant], *pairs: str) -> list[Entrant]:
    """The same players after these meetings: "AB" says that A met B."""
    return [
        Entrant(
            one.key,
            one.score,
            one.rank,
            tuple(key for two in pairs if one.key in two for key in two if key != one.key),
            one.byes,
            one.floats,
        )
        for one in players
    ]


def drawn(draw: Draw) -> str:
    pairs = " ".join(two.first + two.second for two in draw.pairs)
    return pairs if draw.bye is None else f"{pairs} {draw.bye}"


def codes(draw: Draw) -> list[str]:
    return [remark.code for remark in draw.remarks]


def first_round(inside: Inside, count: int = 8, seed: str = "seed") -> str:
    return drawn(pair(entrants(*[0] * count), seed=seed, round_number=1, inside=inside))


@st.composite
def histories(draw: st.DrawFn, most: int) -> list[Entrant]:
    """Players after some rounds, with gaps: late, away, with byes, with an odd pair or two."""
    count = draw(st.integers(2, most))
    chance = Random(draw(st.integers(0, 2**32)))
    rounds = chance.randint(0, count)
    score, byes = [0] * count, [0] * count
    opponents: list[list[str]] = [[] for _ in range(count)]
    floats: list[list[int]] = [[] for _ in range(count)]
    for _ in range(rounds):
        here = [number for number in range(count) if chance.random() < 0.9]
        chance.shuffle(here)
        while len(here) > 1:
            one = here.pop()
            fresh = [number for number in here if f"k{number}" not in opponents[one]]
            other = chance.choice(fresh or here)
            here.remove(other)
            opponents[one].append(f"k{other}")
            opponents[other].append(f"k{one}")
            step = chance.choice((-1, 0, 0, 1))
            floats[one].append(step)
            floats[other].append(-step)
            score[chance.choice((one, other))] += chance.choice((1, 2))
        for number in here:
            byes[number] += 1
            score[number] += 2
    return [
        Entrant(
            f"k{number}",
            score[number],
            chance.randint(1, count),
            tuple(opponents[number]),
            byes[number],
            tuple(floats[number]),
        )
        for number in range(count)
    ]


FORBIDDEN = st.frozensets(
    st.frozensets(st.sampled_from([f"k{number}" for number in range(8)]), min_size=2, max_size=2),
    max_size=3,
)
INSIDE: st.SearchStrategy[Inside] = st.sampled_from(("fold", "slide", "random"))


@settings(max_examples=250, deadline=None)
@given(histories(7), FORBIDDEN, INSIDE, st.integers(0, 4), st.sampled_from((2, swiss.LARGE)))
def test_no_draw_of_a_small_field_is_better(
    players: list[Entrant],
    forbidden: frozenset[frozenset[str]],
    inside: Inside,
    further: int,
    large: int,
) -> None:
    """Also when it is paired like a large one, in which distant pairs are left out at first."""
    with patch.object(swiss, "LARGE", large):
        draw = pair(
            players,
            seed="seed",
            round_number=9,
            forbidden=forbidden,
            inside=inside,
            further=further,
        )
    judge = Judge(players, forbidden, inside, further=further)
    worth = judge.drawn([(two.first, two.second) for two in draw.pairs], draw.bye)
    assert worth == judge.best()
    broken, byes, future, *_ = worth
    assert draw.is_legal == (not broken and not byes)
    assert draw.is_legal == (not problems(draw.pairs, draw.bye, players, forbidden))
    if further and not broken:
        assert ("no_next_round" in codes(draw)) == (future == 3)


@pytest.mark.slow
@pytest.mark.long
@settings(max_examples=1500, deadline=None)
@given(histories(9), FORBIDDEN, INSIDE, st.integers(0, 4))
def test_no_draw_of_up_to_nine_is_better(
    players: list[Entrant], forbidden: frozenset[frozenset[str]], inside: Inside, further: int
) -> None:
    draw = pair(
        players,
        seed="seed",
        round_number=9,
        forbidden=forbidden,
        inside=inside,
        further=further,
    )
    judge = Judge(players, forbidden, inside, further=further)
    assert judge.drawn([(two.first, two.second) for two in draw.pairs], draw.bye) == judge.best()


@given(histories(12), st.randoms(use_true_random=False), INSIDE)
@settings(max_examples=60, deadline=None)
def test_the_order_in_which_players_are_given_does_not_matter(
    players: list[Entrant], chance: Random, inside: Inside
) -> None:
    shuffled = players.copy()
    chance.shuffle(shuffled)
    once = pair(players, seed="a", round_number=4, inside=inside)
    assert once == pair(shuffled, seed="a", round_number=4, inside=inside)


def test_the_first_round_folds_the_field() -> None:
    assert first_round("fold") == "AH BG CF DE"


def test_the_first_round_slides_the_upper_half_over_the_lower() -> None:
    assert first_round("slide") == "AE BF CG DH"


def test_a_drawn_first_round_depends_on_the_seed_alone() -> None:
    assert first_round("random", seed="kiel 2026") == first_round("random", seed="kiel 2026")
    assert len({first_round("random", seed=str(seed)) for seed in range(60)}) > 30


def test_a_drawn_round_of_a_known_seed_never_changes() -> None:
    assert first_round("random", 16, "kiel 2026") == "AN BC DJ EH FP GI KO LM"


def test_every_opponent_is_drawn_about_as_often() -> None:
    opponents = [first_round("random", 4, str(seed))[1] for seed in range(600)]
    assert all(160 < opponents.count(key) < 240 for key in "BCD")


def test_the_last_of_an_odd_field_has_the_bye_in_the_first_round() -> None:
    draw = pair(entrants(*[0] * 7), seed="seed", round_number=1)
    assert drawn(draw) == "AF BE CD G"
    assert str(draw.remarks[-1]) == "G has the bye: lowest score without a bye so far."


def test_nobody_has_a_second_bye_while_another_is_possible() -> None:
    players = entrants(2, 2, 0, 0, 0)
    resting = [Entrant(one.key, one.score, one.rank, byes=one.key in "CDE") for one in players]
    draw = pair(resting, seed="seed", round_number=2)
    assert draw.bye == "B"
    assert codes(draw)[-1] == "bye"
    assert draw.is_legal


def test_the_bye_goes_higher_when_a_rematch_would_be_the_price() -> None:
    """Without C the two others would meet again."""
    draw = pair(met(entrants(4, 2, 0), "AB"), seed="seed", round_number=2)
    assert drawn(draw) == "AC B"
    assert codes(draw)[-1] == "bye_needed"


def test_a_second_bye_is_said_when_everybody_has_had_one() -> None:
    resting = [Entrant(one.key, one.score, one.rank, byes=1) for one in entrants(4, 2, 0)]
    draw = pair(resting, seed="seed", round_number=2)
    assert draw.bye == "C"
    assert not draw.is_legal
    assert [str(one) for one in draw.warnings] == ["C has had a bye already."]


def test_a_float_says_that_the_number_was_odd() -> None:
    draw = pair(entrants(2, 2, 2, 0, 0, 0), seed="seed", round_number=2)
    assert drawn(draw) == "AB CD EF"
    assert str(draw.remarks[1]) == "Float from score 2 to 0: 3 have 2, an odd number."
    assert draw.remarks[1].players == ("C", "D")


def test_a_float_says_that_no_opponent_was_left_without_a_rematch() -> None:
    players = met(entrants(4, 4, 2, 2), "AB", "CD")
    draw = pair(players, seed="seed", round_number=2)
    assert [str(one) for one in draw.remarks] == [
        "Float from score 4 to 2: no opponent left without a rematch.",
        "Float from score 4 to 2: no opponent left without a rematch.",
    ]


def test_who_is_alone_with_his_score_floats() -> None:
    assert "float_alone" in codes(pair(entrants(4, 2, 2, 0), seed="seed", round_number=3))


def test_who_has_floated_down_does_not_float_down_again_while_another_can() -> None:
    players = entrants(2, 2, 2, 0, 0, 0)
    sunk = [Entrant(one.key, one.score, one.rank, floats=(-(one.key == "C"),)) for one in players]
    assert "CD" not in drawn(pair(sunk, seed="seed", round_number=2))


def test_small_gaps_for_two_are_better_than_a_large_one_for_one() -> None:
    """4-2 and 2-0 cost 4 + 4, 4-0 and 2-2 cost 16 + 0."""
    assert drawn(pair(entrants(4, 2, 2, 0), seed="seed", round_number=3)) in ("AB CD", "AC BD")


def test_a_forbidden_pair_does_not_meet_while_another_draw_is_possible() -> None:
    never = frozenset({frozenset("AD")})
    draw = pair(entrants(0, 0, 0, 0), seed="seed", round_number=1, forbidden=never)
    assert "AD" not in drawn(draw)
    assert draw.is_legal


def test_without_a_legal_draw_the_nearest_is_made_and_says_what_it_breaks() -> None:
    players = met(entrants(4, 2, 2, 0), "AB", "AC", "AD", "BC")
    draw = pair(players, seed="seed", round_number=4, further=0)
    assert not draw.is_legal
    assert drawn(draw) in ("AC BD", "AB CD")
    assert [str(one) for one in draw.warnings] in (
        ["A and C have met before."],
        ["A and B have met before."],
    )


def test_a_rematch_is_rather_made_than_a_forbidden_pair() -> None:
    players = met(entrants(2, 0), "AB")
    assert [one.code for one in pair(players, seed="seed", round_number=2).warnings] == [
        "rematch",
        "no_next_round",
    ]
    never = frozenset({frozenset("AC"), frozenset("AD")})
    four = met(entrants(0, 0, 0, 0), "AB")
    assert drawn(pair(four, seed="seed", round_number=3, forbidden=never)) == "AB CD"


def test_six_play_five_rounds_because_the_third_leaves_no_two_triangles() -> None:
    """After AB, CD, EF and BC, DE, FA the rungs AD, BE, CF would leave ACE and BDF."""
    players = met(entrants(*[0] * 6), "AB", "CD", "EF", "BC", "DE", "AF")
    never = {"AD", "BE", "CF"}
    for seed in range(20):
        draw = pair(players, seed=str(seed), round_number=3, inside="random")
        assert set(drawn(draw).split()) != never
        assert "no_next_round" not in codes(draw)


@pytest.mark.parametrize("count", [4, 5, 6, 7, 8, 9, 10, 11])
def test_a_small_field_can_play_until_everybody_has_met(count: int) -> None:
    rounds = count - 1 + count % 2
    for seed in range(15):
        chance = Random(seed)
        state = {one.key: one for one in entrants(*[0] * count)}
        for number in range(1, rounds + 1):
            draw = pair(
                state.values(),
                seed=str(seed),
                round_number=number,
                inside="random",
                further=rounds - number,
            )
            assert draw.is_legal, f"round {number} of {rounds}: {draw.warnings}"
            for two in draw.pairs:
                winner = chance.choice((two.first, two.second))
                for key, other in ((two.first, two.second), (two.second, two.first)):
                    one = state[key]
                    won = 2 * (key == winner)
                    state[key] = Entrant(
                        key, one.score + won, one.rank, (*one.opponents, other), one.byes
                    )
            if draw.bye is not None:
                one = state[draw.bye]
                state[draw.bye] = Entrant(one.key, one.score + 2, one.rank, one.opponents, 1)


def test_after_the_last_possible_round_the_draw_says_so() -> None:
    players = met(entrants(*[0] * 4), "AB", "CD", "AC", "BD")
    assert "no_next_round" in codes(pair(players, seed="seed", round_number=3, further=1))
    assert "no_next_round" not in codes(pair(players, seed="seed", round_number=3, further=0))


@pytest.mark.parametrize("count", [99, 100, 150])
def test_a_drawn_large_field_is_the_same_if_no_pair_is_left_out_at_first(count: int) -> None:
    draw = pair(entrants(*[0] * count), seed="seed", round_number=1, inside="random")
    with patch.object(costs, "DENSE", 1000):
        whole = pair(entrants(*[0] * count), seed="seed", round_number=1, inside="random")
    assert draw == whole


@pytest.mark.parametrize("count", [99, 100])
def test_a_large_field_is_paired_as_well_with_and_without_its_distant_pairs(count: int) -> None:
    chance = Random(count)
    state = entrants(*[0] * count)
    for number in range(1, 6):
        draw = pair(state, seed="seed", round_number=number)
        with patch.object(swiss, "LARGE", 1000):
            whole = pair(state, seed="seed", round_number=number)
        assert draw == whole
        winners = {chance.choice((two.first, two.second)) for two in draw.pairs} | {draw.bye}
        meets = {two.first: two.second for two in draw.pairs}
        meets |= {two.second: two.first for two in draw.pairs}
        state = [
            Entrant(
                one.key,
                one.score + 2 * (one.key in winners),
                one.rank,
                (*one.opponents, *([meets[one.key]] if one.key in meets else [])),
                one.byes + (one.key == draw.bye),
            )
            for one in state
        ]


def test_two_players_are_a_round_and_one_is_none() -> None:
    assert drawn(pair(entrants(0, 0), seed="seed", round_number=1, further=0)) == "AB"
    for count in (0, 1):
        with pytest.raises(PairingError, match=f"there are {count}"):
            pair(entrants(*[0] * count), seed="seed", round_number=1)


def test_somebody_entered_twice_is_refused() -> None:
    with pytest.raises(PairingError, match="A is entered twice"):
        pair([*entrants(0, 0), Entrant("A", 2, 9)], seed="seed", round_number=1)


def test_scores_beyond_comparison_are_refused_and_wide_ones_are_not() -> None:
    with pytest.raises(PairingError, match="too far apart"):
        pair(entrants(2_000_000, 0), seed="seed", round_number=1)
    wide = entrants(1_000_000, 999_999, 3, 2, 1, 0)
    assert drawn(pair(wide, seed="seed", round_number=1)) == "AB CD EF"


def test_who_is_gone_counts_neither_as_opponent_nor_as_forbidden() -> None:
    players = [Entrant("A", 0, 1, ("gone",)), Entrant("B", 0, 2, ("gone",))]
    never = frozenset({frozenset({"A", "gone"})})
    assert pair(players, seed="seed", round_number=2, forbidden=never, further=0).is_legal


def test_a_draw_by_hand_is_judged() -> None:
    players = met(entrants(2, 2, 0, 0, 0), "AB")
    players[4] = Entrant("E", 0, 5, byes=1)
    never = frozenset({frozenset("CD")})
    wrong = problems([Pair("B", "A"), Pair("D", "C")], "E", players, never)
    assert [str(one) for one in wrong] == [
        "B and A have met before.",
        "D and C must not meet.",
        "E has had a bye already.",
    ]
    assert problems([Pair("A", "C"), Pair("B", "E")], "D", players, never) == ()


def test_a_draw_by_hand_has_everybody_once() -> None:
    wrong = problems([Pair("A", "B"), Pair("A", "Z")], None, entrants(0, 0, 0), NEVER)
    assert [str(one) for one in wrong] == [
        "Z does not play in this round.",
        "A is drawn twice.",
        "C is in no pair.",
    ]


def test_somebody_against_himself_is_drawn_twice() -> None:
    wrong = problems([Pair("A", "A"), Pair("B", "C")], None, entrants(0, 0, 0), NEVER)
    assert [one.code for one in wrong] == ["twice"]
