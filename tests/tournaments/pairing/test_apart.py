"""Players of one club or country meet only where every other draw is less fair."""

from itertools import combinations

import pytest

from tests.tournaments.directing import Directed
from tournaments.events.services import entries, events
from tournaments.models import Entry, Match
from tournaments.pairing import keizer, pool, swiss
from tournaments.pairing.apart import kept_apart
from tournaments.pairing.brackets import Seed, single
from tournaments.pairing.entrants import Entrant

KINDS = [("swiss", {"rounds": 3}), ("keizer", {"rounds": 3}), ("single", {}), ("progressive", {})]


def of_clubs(count: int, clubs: int) -> frozenset[frozenset[str]]:
    """Pairs of one club: number 1 to `count`, each club a block of neighbours."""
    size = count // clubs
    blocks = [range(1 + size * club, 1 + size * (club + 1)) for club in range(clubs)]
    return frozenset(frozenset(map(str, two)) for block in blocks for two in combinations(block, 2))


def test_a_swiss_round_keeps_clubs_apart_while_scores_stay_first() -> None:
    apart = of_clubs(8, 2)
    level = [Entrant(str(number), 0, number) for number in range(1, 9)]
    drawn = swiss.pair(level, seed="x", round_number=1, apart=apart)
    assert not any(frozenset((one.first, one.second)) in apart for one in drawn.pairs)
    apart = frozenset({frozenset(("1", "2"))})
    two = [Entrant("1", 2, 1), Entrant("2", 2, 2), Entrant("3", 0, 3), Entrant("4", 0, 4)]
    drawn = swiss.pair(two, seed="x", round_number=1, apart=apart)
    assert {(one.first, one.second) for one in drawn.pairs} == {("1", "2"), ("3", "4")}
    assert "apart" in {remark.code for remark in drawn.remarks}
    assert drawn.is_legal


def test_keizer_and_free_play_look_for_somebody_of_another_club() -> None:
    apart = frozenset({frozenset(("1", "2")), frozenset(("3", "4"))})
    ranking = [keizer.Candidate(number) for number in range(1, 5)]
    drawn = keizer.paired(ranking, round_number=1, again=3, seed="x", apart=apart)
    assert not any(frozenset(map(str, two)) in apart for two in drawn.pairs)
    free = [pool.Waiting(number) for number in range(1, 5)]
    matches = pool.paired(free, seed="x", forbidden=frozenset(), kept_apart=apart)
    assert not any(frozenset(map(str, two)) in apart for two in matches.pairs)


def test_in_a_bracket_clubs_meet_in_the_last_round_that_can_be() -> None:
    field = list(range(1, 17))
    order = kept_apart(field, [0] * 16, of_clubs(16, 2))
    assert sorted(order) == field
    first = [one for one in single(16).nodes if one.round == 1]
    for node in first:
        clubs = {
            (order[source.number - 1] - 1) // 8
            for source in node.sources
            if isinstance(source, Seed)
        }
        assert len(clubs) == 2
    assert kept_apart(field, [0] * 16, of_clubs(16, 2)) == order


def test_who_is_seeded_keeps_their_place() -> None:
    tiers = [*range(8), *[-1] * 8]
    order = kept_apart(list(range(1, 17)), tiers, of_clubs(16, 4))
    assert order[:8] == list(range(1, 9))


@pytest.mark.django_db
@pytest.mark.parametrize(("format", "params"), KINDS)
@pytest.mark.parametrize("by", ["club", "country"])
def test_the_first_round_of_an_event_has_no_two_of_one_club_or_country(format, params, by) -> None:
    event = Directed(names="Ann Bob Cid Dee Eva Fay Gil Hal", format=format, params=params)
    events.division_change(division=event.division, by=event.director, apart=by)
    for place, one in enumerate(Entry.objects.order_by("number").select_related("player")):
        where = "Bern" if place < 4 else " BERN " if place == 4 else "Ulm"
        field = {"home_club": where} if by == "club" else {"country": where.strip().title()}
        if place == 4:
            field = dict.fromkeys(field, "Köln")
        entries.entry_change(entry=one, by=event.director, **field)
    event.next_round()
    bern = {"Ann", "Bob", "Cid", "Dee"}
    for match in Match.objects.filter(round__number=1).select_related("first", "second"):
        assert match.first is not None
        assert match.second is not None
        assert len(bern & {match.first.name, match.second.name}) == 1
