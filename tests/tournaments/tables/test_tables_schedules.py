"""Fixed schedules and events against the clock, through the services."""

import datetime
from collections import Counter

import pytest
from django.utils import timezone

from games.errors import KeyReused, StaleVersion
from games.models import Game, Session
from games.record.selectors.sessions import table_of
from games.rules.chouette import EndGame, RuleError
from tests.tournaments.directing import key
from tests.tournaments.tables.tables import Tables, told
from tournaments.errors import EventConflict, EventRefused
from tournaments.events.services import draws
from tournaments.models import Round
from tournaments.tables.selectors import finish_of, table_results, table_standings
from tournaments.tables.services.tables import table_finish, table_next, table_start_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def four():
    """Four players by the fixed schedule, the round released."""
    event = Tables(names="Ann Bob Cid Dee", format="fixed")
    event.next_round()
    return event


def play(event: Tables) -> Game:
    """A game on the board, which the box wins single."""
    session = event.start(event.table())
    event.do(session, EndGame("box"))
    return session.games.order_by("-number")[0]


def test_twelve_games_by_schedule(four):
    games = [play(four) for _ in range(12)]
    boxes = Counter(game.box.name for game in games)
    captains = Counter(game.captain.name for game in games)
    assert set(boxes.values()) == {3}
    assert set(captains.values()) == {3}
    pairs = Counter((game.box.name, game.captain.name) for game in games)
    # Everyone once against each other as captain: four times three.
    assert len(pairs) == 12
    turns = [game.result["start"] for game in games]
    assert turns == [1, 2, 4] * 4
    # A box that wins single wins the cube from each of three: 3, 6, 12 for each player's own turn,
    # and pays 1, 2 and 4 in the turns of the three others: 21 - 3 * 7 = 0.
    standings = table_standings(four.division)
    assert standings.basis == "schedule"
    assert {line.value("points") for line in standings.lines} == {0}
    assert table_next(four.table()).is_over
    with pytest.raises(EventConflict) as caught:
        four.start(four.table())
    assert caught.value.code == "table_over"
    four.finish(four.table())
    assert finish_of(four.division).is_over
    with pytest.raises(EventRefused) as ended:
        draws.draw_make(division=four.division, by=four.director)
    assert ended.value.code == "rounds_over"


def test_what_comes_next_says_who_is_box_and_on_what_the_cubes_begin(four):
    coming = table_next(four.table())
    game = play(four)
    assert coming.number == 1
    assert coming.starting_cube == 1
    assert coming.lineup is not None
    assert coming.lineup[0] == four.number(game.box.name)
    assert coming.lineup[1] == four.number(game.captain.name)
    assert table_next(four.table()).starting_cube == 2


def test_the_same_key_starts_one_game(four):
    table = four.table()
    session = Session.objects.get(event_table=table)
    table.session = session
    for _ in range(2):
        with told():
            answer = table_start_game(table=table, by=four.director, version=1, key="once")
    assert answer.replayed
    session.refresh_from_db()
    assert table_of(session).game is not None
    assert session.log.filter(payload__type="start_game").count() == 1


def test_a_key_of_something_else_starts_nothing(four):
    play(four)
    table = four.table()
    with told():
        table_finish(table=table, by=four.director, key="once")
    with pytest.raises(KeyReused):
        table_start_game(table=four.table(), by=four.director, version=1, key="once")


def test_an_old_version_starts_nothing(four):
    play(four)
    with pytest.raises(StaleVersion):
        table_start_game(table=four.table(), by=four.director, version=1, key=key())


def test_no_game_begins_while_one_is_running(four):
    four.start(four.table())
    with pytest.raises(RuleError) as caught:
        four.start(four.table())
    assert caught.value.code == "game_running"


def test_who_goes_home_ends_the_schedule_and_the_line_rotates(four):
    from tournaments.tables.services.tables import table_leave

    play(four)
    assert table_leave(entry=four.entry("Dee"), by=four.director) == 3
    assert table_next(four.table()).lineup is None
    game = play(four)
    assert "Dee" not in {score.player.name for score in game.scores.all()}


@pytest.mark.slow
def test_eight_by_schedule_and_the_winners_fill_a_final():
    event = Tables(names="Ann Bob Cid Dee Eve Fay Gus Hal", format="fixed")
    event.next_round()
    for table in event.tables():
        for number in range(12):
            session = event.start(table)
            event.do(session, EndGame("box" if number < 3 else "team"))
    event.finish(*event.tables())
    finish = finish_of(event.division)
    assert (finish.is_over, finish.stage) == (False, "final")
    event.next_round()
    assert len(event.tables()) == 1
    seated = {event.number(name) for name in event.names_at(event.table())}
    assert seated == set(finish.qualified)


@pytest.fixture
def timed():
    """Six players against the clock of an hour."""
    return Tables(
        names="Ann Bob Cid Dee Eve Fay", format="timed", params={"clock": 60, "table_limit": 5}
    )


def test_against_the_clock_no_game_begins_after_its_end(timed):
    timed.next_round()
    table = timed.table()
    assert table.round.minutes == 60
    timed.game(table)
    begun = timezone.now() - datetime.timedelta(minutes=59, seconds=30)
    Round.objects.update(clock_started_at=begun)
    session = timed.start(timed.table())
    Round.objects.update(clock_started_at=begun - datetime.timedelta(minutes=1))
    assert table_next(timed.table()).is_over
    # The game that began before the end is played and counts.
    timed.do(session, EndGame("team"))
    assert len(table_results(timed.division)[0].games) == 2
    with pytest.raises(EventConflict):
        timed.start(timed.table())
    timed.finish(*timed.tables())
    finish = finish_of(timed.division)
    assert finish.is_over
    assert finish.winners


def test_a_director_may_give_more_time_than_the_format_says(timed):
    timed.next_round()
    draws.clock_start(round=timed.table().round, by=timed.director, minutes=90)
    begun = timezone.now() - datetime.timedelta(minutes=70)
    Round.objects.update(clock_started_at=begun)
    assert not table_next(timed.table()).is_over
    Round.objects.update(clock_started_at=begun - datetime.timedelta(minutes=21))
    assert table_next(timed.table()).is_over


def test_a_stopped_clock_stands_still(timed):
    timed.next_round()
    begun = timezone.now() - datetime.timedelta(minutes=90)
    stopped = begun + datetime.timedelta(minutes=10)
    Round.objects.update(clock_started_at=begun, clock_stopped_at=stopped)
    assert not table_next(timed.table()).is_over


def test_the_house_rules_of_a_table_are_the_divisions_with_what_the_format_sets():
    event = Tables(
        names="Ann Bob Cid Dee", format="fixed", rules="canberra; jacoby=off; cube_limit=2"
    )
    event.next_round()
    rules = Session.objects.get().rules_json
    assert rules["jacoby"] == "off"
    # The schedule begins games on 4: a limit of 2 would forbid them.
    assert rules["cube_limit"] == "none"


def test_without_rules_of_its_own_a_division_plays_by_those_of_the_club():
    event = Tables(names="Ann Bob Cid", format="club_night")
    event.club.default_rules = "canberra; extras=on"
    event.club.save()
    event.next_round()
    assert Session.objects.get().rules_json["extras"] == "on"
