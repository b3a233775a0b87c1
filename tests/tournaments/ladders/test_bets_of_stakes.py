"""A bet is for the lower of the box's stake and the member's: so bets are counted everywhere."""

from collections import Counter
from collections.abc import Mapping

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from games.models import Club, Game, Player
from tests import evenings
from tests.evenings import Evening
from tournaments.ladders.selectors.leaderboards import LeaderboardQuery, leaderboard_asked
from tournaments.ladders.selectors.people import record_get
from tournaments.ladders.services.rebuild import leaderboard_rebuild
from tournaments.models import EveningShare
from tournaments.tables.selectors import _game

NAMES = ("Ann", "Bob", "Cid", "Dee")


def evening_with(club: Club, stakes: Mapping[str, int]) -> Evening:
    """An evening in which people play for these stakes; who is not named plays for one."""
    players = {name: Player.objects.get_or_create(club=club, name=name)[0] for name in NAMES}
    return Evening(
        club,
        " ".join(NAMES),
        stakes={players[name].public_id: stake for name, stake in stakes.items()},
    )


def bets(club: Club) -> dict[str, int]:
    """Everybody's bets, in hundredths."""
    leaderboard_rebuild(club_id=club.pk)
    board = leaderboard_asked(club, LeaderboardQuery(over="all"))
    return {line.player.name: line.ranked.total.bets for line in board.lines}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("stakes", "expected"),
    [
        ({}, {"Ann": 300, "Bob": 100, "Cid": 100, "Dee": 100}),
        # The box plays for one: members with higher stakes have a bet of one.
        ({"Bob": 3, "Cid": 2}, {"Ann": 300, "Bob": 100, "Cid": 100, "Dee": 100}),
        # The box plays for two: nobody has a bet of more than two.
        ({"Ann": 2, "Bob": 3, "Cid": 2}, {"Ann": 500, "Bob": 200, "Cid": 200, "Dee": 100}),
        ({"Ann": 5}, {"Ann": 300, "Bob": 100, "Cid": 100, "Dee": 100}),
    ],
)
def test_a_bet_is_for_the_lower_of_two_stakes(
    stakes: dict[str, int], expected: dict[str, int]
) -> None:
    club = evenings.club()
    evening_with(club, stakes).game(Bob=-1)
    assert bets(club) == expected
    result = Game.objects.get().result
    named = {player.public_id: player.name for player in club.players.all()}
    assert _game(1, result, named, None).bets == expected


@pytest.mark.django_db
def test_points_per_bet_and_cubes_divide_by_the_bets_that_were_played() -> None:
    club = evenings.club()
    evening = evening_with(club, {"Ann": 2, "Bob": 3}).doubled_game("box")
    leaderboard_rebuild(club_id=club.pk)
    bob = record_get(evening.player("Bob"))
    # Two cubes of two, lost to a box that plays for two.
    assert (bob.points, bob.per_bet.value) == (-400, -200)
    (doubled,) = (one for one in bob.cubes if one.deed == "doubled")
    assert (doubled.times, doubled.points, doubled.average.value) == (2, -400, -200)
    ann = record_get(evening.player("Ann"))
    (took,) = (one for one in ann.cubes if one.deed == "took")
    assert (took.times, took.points, took.average.value) == (2, 400, 200)


class Stakes(TestCase):
    """Whatever people play for."""

    @settings(max_examples=15, suppress_health_check=list(HealthCheck))
    @given(
        stakes=st.dictionaries(st.sampled_from(NAMES), st.integers(1, 5)),
        games=st.lists(st.sampled_from(["box", "team"]), min_size=1, max_size=4),
    )
    def test_bets_are_what_the_games_say(self, stakes: dict[str, int], games: list[str]) -> None:
        """Compare with the games one by one: each bet counts for its member and for the box."""
        club = evenings.club(f"club-{Club.objects.count()}")
        evening = evening_with(club, stakes)
        for winner in games:
            evening.game(winner)
        wanted: Counter[str] = Counter()
        for game in Game.objects.filter(session=evening.session).select_related("box"):
            box = game.box.name
            for player in evening.session.seats.exclude(player=game.box):
                stake = min(stakes.get(box, 1), stakes.get(player.player.name, 1))
                wanted[player.player.name] += 100 * stake
                wanted[box] += 100 * stake
        assert bets(club) == wanted
        assert sum(EveningShare.objects.filter(club=club).values_list("bets", flat=True)) == sum(
            wanted.values()
        )
