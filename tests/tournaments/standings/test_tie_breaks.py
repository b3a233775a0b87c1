"""Tie-breaks worked out by hand: a Swiss of six, halves, byes, forfeits, and head-to-head."""

from fractions import Fraction

import pytest

from tournaments.pairing.chance import Chance
from tournaments.standings.results import Played, ResultSheet, Row
from tournaments.standings.table import StandingLine, standings
from tournaments.standings.tiebreaks import TIE_BREAKS

# A Swiss of six to 7 points; the last match of 2 and 4 was broken off at 5 : 5 and halved.
#
#     round 1      round 2      round 3         wins
#  1  beat 2  7-3  beat 3  7-6  lost 5  1-7     2
#  2  lost 1  3-7  beat 5  7-4  half 4  5-5     1 1/2
#  3  beat 4  7-5  lost 1  6-7  beat 6  7-1     2
#  4  lost 3  5-7  beat 6  7-2  half 2  5-5     1 1/2
#  5  beat 6  7-0  lost 2  4-7  beat 1  7-1     2
#  6  lost 5  0-7  lost 4  2-7  lost 3  1-7     0
SWISS = Played(
    (1, 2, 3, 4, 5, 6),
    (
        Row(1, 1, 2, 2, 0, 7, 3),
        Row(1, 3, 4, 2, 0, 7, 5),
        Row(1, 5, 6, 2, 0, 7, 0),
        Row(2, 1, 3, 2, 0, 7, 6),
        Row(2, 2, 5, 2, 0, 7, 4),
        Row(2, 4, 6, 2, 0, 7, 2),
        Row(3, 1, 5, 0, 2, 1, 7),
        Row(3, 2, 4, 1, 1, 5, 5, "unfinished"),
        Row(3, 3, 6, 2, 0, 7, 1),
    ),
)


def texts(played: Played, tie_break: str) -> dict[object, str]:
    """What is printed for a tie-break, by entry."""
    return {line.key: line.values[0].text for line in standings(played, [tie_break], "s")}


def places(played: Played, *tie_breaks: str, seed: str = "s") -> list[tuple[object, int]]:
    return [(line.key, line.place) for line in standings(played, tie_breaks, seed)]


def test_scores_wins_losses_and_byes_are_counted() -> None:
    lines = {line.key: line for line in standings(SWISS, [], "s")}
    assert lines[2] == StandingLine(2, 4, True, 3, "1½", 1, 1, 1, 0, ())
    assert [lines[key].score for key in (1, 2, 3, 4, 5, 6)] == [4, 3, 4, 3, 4, 0]


def test_wins() -> None:
    assert texts(SWISS, "wins") == {1: "2", 2: "1", 3: "2", 4: "1", 5: "2", 6: "0"}


def test_buchholz_is_the_sum_of_the_opponents_scores() -> None:
    """1: 1½ + 2 + 2; 2: 2 + 2 + 1½; 3: 1½ + 2 + 0; 4: 2 + 0 + 1½; 5: 0 + 1½ + 2; 6: 2 + 1½ + 2."""
    assert texts(SWISS, "buchholz") == {1: "5½", 2: "5½", 3: "3½", 4: "3½", 5: "3½", 6: "5½"}


def test_buchholz_cut_1_leaves_the_weakest_opponent_out() -> None:
    """1, 2, 6: 5½ - 1½; 3, 4, 5: 3½ - 0."""
    assert texts(SWISS, "buchholz_cut1") == {1: "4", 2: "4", 3: "3½", 4: "3½", 5: "3½", 6: "4"}


def test_the_median_leaves_the_strongest_out_too() -> None:
    """1, 2, 6: 1½, 2, 2 leave 2; 3, 4, 5: 0, 1½, 2 leave 1½."""
    assert texts(SWISS, "buchholz_median") == {1: "2", 2: "2", 3: "1½", 4: "1½", 5: "1½", 6: "2"}


def test_sonneborn_berger_counts_whom_one_has_beaten() -> None:
    """1: 1½ + 2; 2: 2 + half of 1½; 3: 1½ + 0; 4: 0 + half of 1½; 5: 0 + 2; 6: nobody."""
    assert texts(SWISS, "sonneborn_berger") == {
        1: "3½",
        2: "2¾",
        3: "1½",
        4: "¾",
        5: "2",
        6: "0",
    }
    values = {line.key: line.values[0].value for line in standings(SWISS, ["sonneborn_berger"], "")}
    assert values[2] == Fraction(11, 2)  # in match points, two a win


def test_points_won_and_their_difference() -> None:
    """1: 7+7+1 - 3-6-7; 2: 3+7+5 - 7-4-5; 3: 7+6+7 - 5-7-1; 4: 5+7+5 - 7-2-5; and so on."""
    assert texts(SWISS, "points_won") == {1: "15", 2: "15", 3: "20", 4: "17", 5: "18", 6: "3"}
    assert texts(SWISS, "points_difference") == {
        1: "−1",
        2: "−1",
        3: "+7",
        4: "+3",
        5: "+10",
        6: "−18",
    }


def test_places_are_shared_until_a_tie_break_parts_them() -> None:
    assert places(SWISS) == [(1, 1), (3, 1), (5, 1), (2, 4), (4, 4), (6, 6)]
    assert places(SWISS, "buchholz") == [(1, 1), (3, 2), (5, 2), (2, 4), (4, 5), (6, 6)]
    assert places(SWISS, "buchholz", "sonneborn_berger") == [
        (1, 1),
        (5, 2),
        (3, 3),
        (2, 4),
        (4, 5),
        (6, 6),
    ]
    assert places(SWISS, "points_difference") == [
        (5, 1),
        (3, 2),
        (1, 3),
        (4, 4),
        (2, 5),
        (6, 6),
    ]


# head to head


def test_head_to_head_needs_all_of_the_tied_to_have_met() -> None:
    """3 and 5 have not met, so 1, 3 and 5 stay tied; 2 and 4 have halved: ½ each."""
    assert places(SWISS, "head_to_head") == places(SWISS)
    assert texts(SWISS, "head_to_head") == {1: "–", 2: "½", 3: "–", 4: "½", 5: "–", 6: "–"}


def test_head_to_head_applies_to_who_is_left_tied_by_what_came_before() -> None:
    """A over B 7-3, B over C 4-2, C over d 7-0: one win each, and A and C have not met.

    Points won leave A (7) and B (3 + 4) tied behind C (2 + 7), and of those two A won.
    """
    played = Played(
        ("A", "B", "C", "d"),
        (Row(1, "A", "B", 2, 0, 7, 3), Row(1, "C", "d", 2, 0, 7, 0), Row(2, "B", "C", 2, 0, 4, 2)),
    )
    assert places(played, "head_to_head")[:3] == [("A", 1), ("B", 1), ("C", 1)]
    assert places(played, "points_won")[:3] == [("C", 1), ("A", 2), ("B", 2)]
    assert places(played, "points_won", "head_to_head")[:3] == [("C", 1), ("A", 2), ("B", 3)]


def test_head_to_head_is_looked_at_anew_among_who_stays_tied() -> None:
    """All four have two wins: A over B and C, B over C and D, C over D and e, D over A and f.

    Among the four A and B have two, C and D one. Of A and B, A won; of C and D, C.
    """
    played = Played(
        ("A", "B", "C", "D", "e", "f"),
        (
            Row(1, "A", "B", 2),
            Row(1, "C", "D", 2),
            Row(2, "A", "C", 2),
            Row(2, "B", "D", 2),
            Row(3, "D", "A", 2),
            Row(3, "B", "C", 2),
            Row(4, "e", "A", 2),
            Row(4, "f", "B", 2),
            Row(5, "C", "e", 2),
            Row(5, "D", "f", 2),
        ),
    )
    assert places(played, "head_to_head") == [
        ("A", 1),
        ("B", 2),
        ("C", 3),
        ("D", 4),
        ("e", 5),
        ("f", 5),
    ]
    assert texts(played, "head_to_head") == {
        "A": "2 · 1",
        "B": "2 · 0",
        "C": "1 · 1",
        "D": "1 · 0",
        "e": "–",
        "f": "–",
    }


def test_a_ring_of_three_stays_tied() -> None:
    ring = Played((1, 2, 3), (Row(1, 1, 2, 2), Row(2, 2, 3, 2), Row(3, 3, 1, 2)))
    assert places(ring, "head_to_head") == [(1, 1), (2, 1), (3, 1)]
    assert set(texts(ring, "head_to_head").values()) == {"1"}


def test_a_forfeit_is_no_meeting() -> None:
    """2 won against 1 only because 1 did not come; both have one win."""
    played = Played(
        (1, 2, 3, 4), (Row(1, 1, 3, 2), Row(1, 4, 2, 2), Row(2, 2, 1, 2, 0, kind="forfeit"))
    )
    assert places(played, "head_to_head") == [(1, 1), (2, 1), (4, 1), (3, 4)]


# byes and forfeits


def nine_rounds(results: str, *, unplayed: int, last: int = 9) -> ResultSheet:
    """P against a new opponent each round; in one round nobody sat down."""
    scores = {"1": 2, "=": 1, "0": 0}
    rows = [
        Row(
            number,
            "P",
            f"Q{number}",
            scores[result],
            2 - scores[result],
            kind="forfeit" if number == unplayed else "played",
        )
        for number, result in enumerate(results[:last], 1)
    ]
    return ResultSheet(Played(("P", *(f"Q{number}" for number in range(1, 10))), tuple(rows)))


@pytest.mark.parametrize(
    ("results", "unplayed", "last", "virtual"),
    [
        # the two examples of FIDE's handbook, and two of the committee that made the rule
        ("1=0000000", 3, 3, 2.5),
        ("1=0000000", 3, 9, 5.5),
        ("111=01000", 6, 6, 3.5),
        ("111=01000", 6, 9, 5.0),
        ("111111000", 3, 9, 5.0),
        ("111100011", 7, 9, 6.0),
    ],
)
def test_an_own_unplayed_round_counts_as_a_virtual_opponent(
    results: str, unplayed: int, last: int, virtual: float
) -> None:
    """As much as oneself before, then what one did not get, then halves."""
    sheet = nine_rounds(results, unplayed=unplayed, last=last)
    assert sheet.against["P"][unplayed - 1][0] == 2 * virtual


@pytest.mark.parametrize(
    ("results", "unplayed", "to_others"), [("111111000", 3, 5.5), ("111100011", 7, 6.5)]
)
def test_an_opponents_unplayed_round_counts_as_a_half(
    results: str, unplayed: int, to_others: float
) -> None:
    sheet = nine_rounds(results, unplayed=unplayed)
    assert sheet.scores["P"] == 12
    assert sheet.against["Q1"] == [(2 * to_others, 0)]


def test_a_bye_is_no_win_and_no_points_but_counts_in_the_score() -> None:
    """Three players, two rounds. 3 had the bye first: ½ + ½ for the virtual opponent, who got
    nothing in round 1 and halves round 2: ½; and 1, who won a match and then lost: 1.
    """
    played = Played(
        (1, 2, 3),
        (
            Row(1, 1, 2, 2, 0, 5, 1),
            Row(1, 3, None, 2, points_a=5, kind="bye"),
            Row(2, 3, 1, 2, 0, 5, 4),
            Row(2, 2, None, 2, points_a=5, kind="bye"),
        ),
    )
    lines = standings(played, ["wins", "buchholz", "points_won", "points_difference"], "s")
    assert [(line.key, line.score_text, line.wins, line.losses, line.byes) for line in lines] == [
        (3, "2", 1, 0, 1),
        (1, "1", 1, 1, 0),
        (2, "1", 0, 1, 1),
    ]
    # 3: virtual 0 + 0 + ½, and 1 with 1; 1: 2 with ½ (its bye), 3 with 1½; 2: 1, and virtual 0 + 0
    assert [[value.text for value in line.values] for line in lines] == [
        ["1", "1½", "5", "+1"],
        ["1", "2", "9", "+3"],
        ["0", "1", "1", "−4"],
    ]


def test_a_forfeit_counts_as_a_win_and_a_loss_without_points() -> None:
    played = Played((1, 2), (Row(1, 1, 2, 2, kind="forfeit"),))
    lines = standings(played, ["points_won", "points_difference"], "s")
    assert [(line.wins, line.losses, line.byes) for line in lines] == [(1, 0, 0), (0, 1, 0)]
    assert [value.text for line in lines for value in line.values] == ["0", "0", "0", "0"]


# lots


def test_lots_are_drawn_with_the_seed_and_the_higher_number_is_ahead() -> None:
    halved = tuple(Row(1, key, key + 1, 1, 1, kind="unfinished") for key in (1, 3, 5, 7))
    played = Played(tuple(range(1, 9)), halved)
    lots = {key: Chance("evening").number("lots", key) for key in range(1, 9)}
    expected = sorted(lots, key=lots.__getitem__, reverse=True)
    lines = standings(played, ["lots"], "evening")
    assert [line.key for line in lines] == expected
    assert [line.place for line in lines] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [line.values[0].text for line in lines] == [
        f"{lots[key] * 1_000_000 // 2**64:06d}" for key in expected
    ]
    assert places(played, "lots", seed="another") != places(played, "lots", seed="evening")


def test_no_lots_are_drawn_where_nobody_has_played() -> None:
    """All are first; once 1 and 2 have played, 3 and 4 still share their place."""
    none = standings(Played((1, 2, 3, 4), ()), ["lots"], "evening")
    assert [(line.key, line.place, line.values[0].text) for line in none] == [
        (key, 1, "–") for key in (1, 2, 3, 4)
    ]
    some = standings(Played((1, 2, 3, 4), (Row(1, 1, 2, 1, 1, kind="unfinished"),)), ["lots"], "s")
    assert {line.key: line.place for line in some if line.score == 0} == {3: 3, 4: 3}


# what is refused


@pytest.mark.parametrize(
    ("played", "message"),
    [
        (Played((1, 1), ()), "named twice"),
        (Played((1,), (Row(1, 1, 2, 2),)), "not an entry"),
        (Played((1,), (Row(1, 1, 1, 2),)), "meets itself"),
        (Played((1, 2, 3), (Row(1, 1, 2, 2), Row(1, 3, 1, 2))), "plays twice in round 1"),
        (Played((1, 2), (Row(1, 1, 2, 2, kind="bye"),)), "without an opponent"),
        (Played((1, 2), (Row(1, 1, None, 2),)), "without an opponent"),
    ],
)
def test_results_that_contradict_each_other_are_refused(played: Played, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        standings(played, [], "s")


def test_an_unknown_tie_break_is_refused() -> None:
    with pytest.raises(ValueError, match="no tie-break 'age'"):
        standings(SWISS, ["age"], "s")


def test_every_tie_break_has_a_title_and_a_sentence() -> None:
    for name, tie_break in TIE_BREAKS.items():
        assert tie_break.name == name
        assert tie_break.title
        assert tie_break.help.endswith(".")


def test_a_round_somebody_missed_is_a_half_to_others_and_a_lost_game_to_himself() -> None:
    # Three rounds: 4 came after the first, 3 withdrew after the second.
    rows = (
        Row(1, 1, 2, 2, 0),
        Row(1, 3, None, 2, kind="bye"),
        Row(2, 1, 3, 2, 0),
        Row(2, 2, 4, 2, 0),
        Row(3, 1, 4, 2, 0),
        Row(3, 2, None, 2, kind="bye"),
    )
    plain = ResultSheet(Played((1, 2, 3, 4), rows))
    counted = ResultSheet(Played((1, 2, 3, 4), rows, frozenset({(1, 4), (3, 3)})))
    # To those who met them, 3 and 4 have a half more.
    assert sum(score for score, _ in counted.against[1]) == 2 + sum(
        score for score, _ in plain.against[1]
    )
    # For the player's own sum: an opponent level at 0 before round 1, who won it and halves the
    # two later ones.
    assert counted.against[4] == [*plain.against[4], (0 + 2 + 2, 0)]
    # Who had 2 after two rounds missed the last against somebody who had 2 and won.
    assert counted.against[3] == [*plain.against[3], (2 + 2, 0)]
    # Who plays still is not absent: a round without a row adds nothing.
    assert plain.against[3] != counted.against[3]


def test_buchholz_counts_what_was_not_played_as_its_explanation_says() -> None:
    """A missed round as a forfeit lost, and a match halved without play as one halved at a board,
    for the player and for who met them.
    """
    rest = (Row(2, 1, 3, 2, 0), Row(2, 2, 4, 2, 0), Row(3, 1, 4, 2, 0), Row(3, 2, 3, 2, 0))
    other = Row(1, 1, 2, 2, 0)
    missed = ResultSheet(Played((1, 2, 3, 4), (other, *rest), frozenset({(1, 4)})))
    lost = ResultSheet(Played((1, 2, 3, 4), (other, Row(1, 3, 4, 2, 0, kind="forfeit"), *rest)))
    assert sum(one for one, _ in missed.against[4]) == sum(one for one, _ in lost.against[4])
    assert [one for one, _ in missed.against[1]][-1] == [one for one, _ in lost.against[1]][-1]
    halved = [
        ResultSheet(Played((1, 2, 3, 4), (other, row, *rest))).against
        for row in (
            Row(1, 3, 4, 1, 1, kind="unfinished"),
            Row(1, 3, 4, 1, 1, 5, 5, "played"),
        )
    ]
    assert halved[0] == halved[1]
    assert "A missed round counts as a forfeit lost; " in TIE_BREAKS["buchholz"].help
    assert "as one that was played." in TIE_BREAKS["buchholz"].help


def test_who_never_played_has_no_virtual_opponents() -> None:
    rows = (Row(1, 1, 2, 2, 0),)
    sheet = ResultSheet(Played((1, 2, 3), rows, frozenset({(1, 3)})))
    assert sheet.against[3] == []
