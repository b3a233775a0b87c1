"""Keizer: what places are worth, and a ranking that is worked out anew after each round."""

from random import Random

from tournaments.pairing.keizer import Candidate, KeizerDraw, is_again, paired
from tournaments.standings.keizer import PART, ranked, text_of, values
from tournaments.standings.results import Played, Row


def test_the_first_is_worth_about_three_times_the_last() -> None:
    assert values("abcd") == {"a": 5, "b": 4, "c": 3, "d": 2}
    worth = values(range(40))
    assert (worth[0], worth[39]) == (59, 20)


def test_a_ranking_of_four_by_hand() -> None:
    """c beats a, b beats d. By the first ranking a 5, b 4, c 3, d 2: a 5, b 4 + 2, c 3 + 5, d 2.

    So c is first, then b, a, d; by the new values c 5 + 3, b 4 + 2, a 3, d 2: it stays.
    """
    played = Played(tuple("abcd"), (Row(1, "a", "c", 0, 2), Row(1, "b", "d", 2, 0)))
    ranking, scores = ranked("abcd", played)
    assert ranking == ["c", "b", "a", "d"]
    assert [scores[key] / PART for key in ranking] == [8, 6, 3, 2]


def test_a_bye_brings_two_thirds_and_a_missed_round_one_third_of_the_own_worth() -> None:
    """c has the bye; d comes in round 2, and from then on their missed round counts."""
    first = (Row(1, "a", "b", 1, 1), Row(1, "c", None, 2, kind="bye"))
    missed = frozenset({(1, "d")})
    _, before = ranked("abcd", Played(tuple("abcd"), first, missed))
    worth = values(["a", "b", "c", "d"])
    assert before["d"] == PART * 2
    assert before["c"] in {PART * worth[key] * 5 // 3 for key in "abc"}
    second = (*first, Row(2, "c", "d", 1, 1))
    ranking, after = ranked("abcd", Played(tuple("abcd"), second, missed))
    now = values(ranking)
    assert after["d"] == PART * now["d"] + 2 * now["d"] + 3 * now["c"]


def test_who_has_left_gets_nothing_for_later_rounds() -> None:
    rows = (Row(1, "a", "b", 2, 0), Row(2, "b", "c", 2, 0))
    gone = frozenset({(1, "c"), (2, "a")})
    ranking, scores = ranked("abc", Played(tuple("abc"), rows, gone))
    now = values(ranking)
    assert scores["a"] == PART * (now["a"] + now["b"])


def test_scores_are_written_with_thirds_and_halves() -> None:
    assert [text_of(one) for one in (0, 3, 4, 6, 14)] == ["0", "½", "⅔", "1", "2⅓"]


def drawn(field: list[Candidate], number: int, again: int = 3) -> KeizerDraw:
    return paired(field, round_number=number, again=again, seed="s")


def test_neighbours_meet_from_the_top() -> None:
    draw = drawn([Candidate(key) for key in (5, 3, 1, 2, 4)], 1)
    assert draw.pairs == ((5, 3), (1, 2))
    assert draw.bye == 4
    assert [one.code for one in draw.remarks] == ["ranked", "ranked", "bye_ranked"]


def test_two_who_met_lately_do_not_meet_and_later_they_may() -> None:
    field = [Candidate(1, met={2: 1}), Candidate(2, met={1: 1}), Candidate(3), Candidate(4)]
    assert drawn(field, 4).pairs == ((1, 3), (2, 4))
    draw = drawn(field, 5)
    assert draw.pairs == ((1, 2), (3, 4))
    assert {one.code for one in draw.remarks} == {"ranked", "met_in"}
    assert drawn(field, 30, again=0).pairs == ((1, 3), (2, 4))
    assert is_again(field[0], field[1], 30, 0)


def test_the_bye_is_for_the_fewest_byes_and_forbidden_pairs_are_kept_apart() -> None:
    field = [Candidate(1), Candidate(2), Candidate(3, byes=1)]
    assert drawn(field, 2).bye == 2
    four = [Candidate(key) for key in (1, 2, 3, 4)]
    forbidden = frozenset({frozenset({"1", "2"})})
    draw = paired(four, round_number=1, again=3, seed="s", forbidden=forbidden)
    assert draw.pairs == ((1, 3), (2, 4))


def test_a_season_of_eleven_repeats_nobody_within_three_rounds() -> None:
    """Twenty rounds by chance: each is legal, and byes differ by one at most."""
    chance = Random(7)
    rows: list[Row] = []
    met: dict[tuple[int, int], int] = {}
    for number in range(1, 21):
        ranking, _ = ranked(range(11), Played(tuple(range(11)), tuple(rows)))
        byes = [row.a for row in rows if row.b is None]
        field = [
            Candidate(int(key), byes.count(key), {b: r for (a, b), r in met.items() if a == key})
            for key in ranking
        ]
        draw = drawn(field, number)
        assert not any(one.is_breach for one in draw.remarks)
        for one, other in draw.pairs:
            won = chance.choice((0, 2))
            rows.append(Row(number, one, other, won, 2 - won))
            met[one, other] = met[other, one] = number
        rows.append(Row(number, draw.bye, None, 2, kind="bye"))
        counts = [[row.a for row in rows if row.b is None].count(key) for key in range(11)]
        assert max(counts) - min(counts) <= 1
