"""Places from the counted seats are those from the games themselves."""

import pytest

from games.models import Game, Session
from games.record.services.voiding import game_void
from tests.tournaments.directing import key
from tests.tournaments.tables.tables import Tables, told
from tournaments.models import EventTable
from tournaments.tables.selectors import (
    chouettes_now,
    finish_of,
    summed_results,
    table_results,
    table_standings,
)
from tournaments.tables.services.tables import table_join, table_leave

pytestmark = pytest.mark.django_db
SEVEN = "Ann Bob Cid Dee Eve Fay Gus"


def agree(event: Tables) -> None:
    """Places and the end are the same, read either way."""
    games = table_results(event.division)
    played_by, now = chouettes_now(event.division, games)
    for table, summed in zip(games, summed_results(event.division), strict=True):
        assert (table.round, table.table, table.players) == (
            summed.round,
            summed.table,
            summed.players,
        )
        assert (len(table.games), table.is_over, table.left) == (
            len(summed.games),
            summed.is_over,
            summed.left,
        )
    assert table_standings(event.division) == played_by.places(now)
    assert finish_of(event.division) == played_by.finish(now)


@pytest.mark.thorough
@pytest.mark.parametrize("ranking", ["points", "per_bet", "table"])
def test_of_nights_with_tables_of_different_size(ranking):
    event = Tables(names=SEVEN, format="club_night", params={"ranking": ranking})
    event.play_round(games=3)
    agree(event)
    event.play_round(games=2)
    agree(event)


def test_of_a_table_that_somebody_joined_and_another_left_between_games():
    event = Tables(names=SEVEN, format="club_night")
    event.next_round()
    first = event.names_at(event.table(1))
    event.game(event.table(1), **{first[0]: 2})
    [late] = event.enter("Zoe")
    table = table_join(division=event.division, entry=late, by=event.director)
    event.game(table, Zoe=3)
    agree(event)
    table_leave(entry=event.entry(first[0]), by=event.director)
    event.game(event.table(1), **{event.names_at(event.table(1))[0]: 1})
    agree(event)
    event.finish(*event.tables())
    agree(event)


def test_of_a_game_that_is_running_one_that_is_void_and_a_table_nobody_counted():
    event = Tables(names=SEVEN, format="club_night")
    event.next_round()
    for table in event.tables():
        for _ in range(2):
            event.game(table, **{event.names_at(table)[0]: 2})
    session = Session.objects.get(event_table=event.table(1))
    with told():
        game_void(
            session=session, game=1, version=session.version, key=key(), sender=event.director
        )
    agree(event)
    event.start(event.table(1))
    agree(event)
    EventTable.objects.filter(pk=event.table(2).pk).update(counted_version=0)
    agree(event)


def test_of_a_fixed_schedule():
    event = Tables(names="Ann Bob Cid Dee", format="fixed")
    event.play_round(games=12)
    agree(event)
    assert finish_of(event.division).is_over


def test_counted_tables_are_read_without_their_games(django_assert_num_queries):
    event = Tables(names=SEVEN, format="club_night")
    event.play_round(games=2)
    with django_assert_num_queries(4) as read:
        summed = summed_results(event.division)
    assert len(summed) == len(event.tables())
    games = Game._meta.db_table
    assert not [one for one in read.captured_queries if f'"{games}"."result"' in one["sql"]]
