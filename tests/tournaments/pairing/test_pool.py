"""The next matches of those who are free: whom they have met least, and nobody forbidden."""

from collections import Counter
from random import Random

from tournaments.formats.match_free import FORMAT
from tournaments.formats.situation import Entered, Meeting, RoundKnown, Situation
from tournaments.pairing.pool import PoolDraw, Waiting, paired


def drawn(*free: Waiting, forbidden: frozenset[frozenset[str]] = frozenset()) -> PoolDraw:
    return paired(free, seed="s", forbidden=forbidden)


def test_neighbours_meet_who_have_not_met() -> None:
    draw = drawn(*map(Waiting, (1, 2, 3, 4)))
    assert draw.pairs == ((1, 2), (3, 4))
    assert {one.code for one in draw.remarks} == {"met_never"}
    one, two = Waiting(1, 1, {2: 1}, 2), Waiting(2, 1, {1: 1}, 1)
    assert drawn(one, two, Waiting(3), Waiting(4)).pairs == ((1, 3), (2, 4))


def test_of_an_odd_number_who_has_played_most_waits() -> None:
    draw = drawn(Waiting(1, 3, {4: 3}, 4), Waiting(2, 1, {5: 1}, 5), Waiting(3))
    assert (draw.pairs, draw.waits) == (((2, 3),), 1)
    assert draw.remarks[-1].code == "waits_free"


def test_two_alone_play_again_but_wait_while_others_play_and_two_forbidden_are_marked() -> None:
    one, two = Waiting(1, 1, {2: 1}, 2), Waiting(2, 1, {1: 1}, 1)
    assert [one.code for one in drawn(one, two).remarks] == ["met_times"]
    while_others_play = paired((one, two), seed="s", forbidden=frozenset(), is_alone=False)
    assert (while_others_play.pairs, while_others_play.apart) == ((), ((1, 2),))
    assert [one.code for one in while_others_play.remarks] == ["waits_apart"]
    both = frozenset({frozenset({"1", "2"})})
    assert "forbidden" in {row.code for row in drawn(one, two, forbidden=both).remarks}
    four = (*map(Waiting, (1, 2, 3, 4)),)
    assert drawn(*four, forbidden=both).pairs == ((1, 3), (2, 4))


def evening(hours: int, most: int = 0) -> Situation:
    """Nine people; matches end in any order, and those who are free are drawn at once."""
    chance = Random(3)
    entries = tuple(Entered(number, strength=(number,)) for number in range(1, 10))
    params = FORMAT.parse({"most": most})
    now = Situation(params=params, entries=entries, seed="s")
    for _ in range(hours):
        meetings = list(now.meetings)
        if FORMAT.ready(now) >= 2:
            [made] = FORMAT.draw(now, 1).rounds
            number = len(now.rounds) + 1
            meetings += [
                Meeting(len(meetings) + at, number, one.first, one.second)
                for at, one in enumerate(made.pairings, 1)
            ]
            rounds = (*now.rounds, RoundKnown(number))
        else:
            rounds = now.rounds
        playing = [at for at, one in enumerate(meetings) if not one.is_settled]
        if playing:
            at = chance.choice(playing)
            one = meetings[at]
            meetings[at] = Meeting(
                one.key, one.round, one.first, one.second, "settled", chance.randint(0, 1), "played"
            )
        now = Situation(
            params=params, entries=entries, seed="s", rounds=rounds, meetings=tuple(meetings)
        )
    return now


def test_nobody_plays_two_matches_at_once_and_all_meet_many() -> None:
    now = evening(60)
    busy = Counter(key for one in now.meetings if not one.is_settled for key in one.players)
    assert max(busy.values()) == 1
    met = Counter(frozenset(one.players) for one in now.meetings)
    assert len(met) > 25  # of 36
    assert max(met.values()) <= 4
    [table] = FORMAT.standings(now)
    ranks = [(-line.score, line.losses) for line in table.lines]
    assert ranks == sorted(ranks)
    assert all(line.values[0].value == line.wins + line.losses for line in table.lines)


def test_of_equals_who_has_lost_fewer_is_ahead_then_their_own_match_decides() -> None:
    """All have one win: 4 has lost nothing, 1 and 2 once, 2 has beaten 1; 3 has lost twice."""
    won = ((2, 1), (1, 3), (4, 2), (3, 5), (6, 3))
    now = Situation(
        params=None,
        entries=tuple(map(Entered, range(1, 7))),
        rounds=tuple(RoundKnown(number) for number in range(1, 6)),
        meetings=tuple(
            Meeting(number, number, *two, "settled", 0, "played")
            for number, two in enumerate(won, 1)
        ),
        tie_breaks=("buchholz", "head_to_head", "points_won"),
    )
    [table] = FORMAT.standings(now)
    assert [(line.key, line.place) for line in table.lines] == [
        (4, 1),
        (6, 1),
        (2, 3),
        (1, 4),
        (3, 5),
        (5, 6),
    ]
    assert [one.name for one in table.lines[0].values] == ["played", "head_to_head", "points_won"]


def test_with_a_limit_it_comes_to_an_end() -> None:
    now = evening(80, most=3)
    played = Counter(key for one in now.meetings for key in one.players)
    assert max(played.values()) == 3
    assert FORMAT.next_step(now) == "over"
