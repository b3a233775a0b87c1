"""A round robin: head to head comes first, and there are no Buchholz and no early lots."""

from tournaments.events.services.events import DEFAULT_TIE_BREAKS
from tournaments.formats.match_tables import ROUND_ROBIN
from tournaments.formats.situation import Entered, Meeting, RoundKnown, Situation


def table(*won: tuple[int, int], tie_breaks: tuple[str, ...] = DEFAULT_TIE_BREAKS) -> Situation:
    """Matches that the first of each two has won, a round each."""
    return Situation(
        params=None,
        entries=tuple(map(Entered, (1, 2, 3, 4))),
        rounds=tuple(RoundKnown(number) for number in range(1, len(won) + 1)),
        meetings=tuple(
            Meeting(number, number, one, two, "settled", 0, "played", (5, 4))
            for number, (one, two) in enumerate(won, 1)
        ),
        seed="s",
        tie_breaks=tie_breaks,
    )


def placed(now: Situation) -> list[tuple[int, int]]:
    [found] = ROUND_ROBIN.standings(now)
    return [(int(line.key), line.place) for line in found.lines]


def test_equals_are_ordered_by_their_own_match_before_anything_else() -> None:
    """1 and 2 have two wins each, 2 one of them from 1; 1 has the better points."""
    won = ((2, 1), (1, 3), (1, 4), (2, 3), (4, 2), (3, 4))
    for first in ("points_difference", "sonneborn_berger", "buchholz"):
        assert placed(table(*won, tie_breaks=(first,)))[:2] == [(2, 1), (1, 2)]


def test_no_buchholz_is_shown_and_no_lots_before_a_match() -> None:
    [found] = ROUND_ROBIN.standings(table())
    assert [one.name for one in found.lines[0].values] == [
        "head_to_head",
        "sonneborn_berger",
        "lots",
    ]
    assert {line.place for line in found.lines} == {1}
    assert {one.text for line in found.lines for one in line.values[2:]} == {"–"}
