"""Late arrivals, splits, merges and departures while a round is played."""

from copy import deepcopy

import pytest

from games.errors import NotAllowed
from games.errors import Refused as SessionRefused
from games.models import Session
from games.record.selectors.sessions import table_of
from games.record.services.amend import game_amend
from games.rules.chouette import EnterPoints, Join, Leave, StartGame
from games.sessions.services.sessions import session_reopen
from tests import evenings
from tests.tournaments.directing import key
from tests.tournaments.tables.tables import Tables, told
from tests.worlds import built_once
from tournaments.errors import EventRefused
from tournaments.models import Entry, EventTable, TableSeat
from tournaments.tables.selectors import balances_of, finish_of, table_results, table_standings
from tournaments.tables.services.proposals import merge_proposal, split_proposal
from tournaments.tables.services.tables import (
    table_join,
    table_leave,
    table_next,
    tables_merge,
    tables_split,
)

SIX = "Ann Bob Cid Dee Eve Fay"

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def night_built(django_db_setup, django_db_blocker):
    """Seven players at tables of four and three, a game played at each."""
    with built_once(django_db_blocker):
        event = Tables(evenings.club("built"), names=f"{SIX} Gus", format="club_night")
        event.next_round()
        for table in event.tables():
            event.game(table, **{event.names_at(table)[0]: 2})
        yield event


@pytest.fixture
def night(night_built, db):
    return deepcopy(night_built)


def join(event: Tables, name: str) -> EventTable:
    """Enter a player and seat them."""
    [entry] = event.enter(name)
    return table_join(division=event.division, entry=entry, by=event.director)


def split(table: EventTable, by) -> list[EventTable]:
    """Split a table as it is proposed."""
    return tables_split(table=table, by=by, proposed=split_proposal(table).key)


def merge(round, by) -> list[EventTable]:
    """Dissolve small tables as it is proposed."""
    return tables_merge(round=round, by=by, proposed=merge_proposal(round).key)


def total(event: Tables) -> int:
    """The points of all seats together."""
    return sum(TableSeat.objects.values_list("points", flat=True))


def test_a_late_arrival_sits_down_at_the_smaller_table(night):
    assert [len(night.names_at(table)) for table in night.tables()] == [4, 3]
    table = join(night, "Zoe")
    assert table.number == 2
    assert "Zoe" in night.names_at(table)
    assert night.entry("Zoe").from_round == 1
    night.game(table)
    assert night.seats()["Zoe"].games == 1
    # By the house rules a newcomer comes last in the line.
    line = night.table(2).session.games.order_by("-number")[0].line
    assert line["team"][-1] == night.player("Zoe").public_id


def test_who_comes_during_a_game_plays_from_the_next_one(night):
    session = night.start(night.table(2))
    table = join(night, "Zoe")
    assert table.number == 2
    night.enter_points(session)
    assert "Zoe" not in {
        score.player.name for score in session.games.order_by("-number")[0].scores.all()
    }
    night.game(table)
    assert night.seats()["Zoe"].games == 1


def test_who_comes_before_the_order_is_rolled_rolls_with_the_others():
    event = Tables(names=SIX, format="club_night")
    event.next_round()
    table = join(event, "Zoe")
    session = Session.objects.get(event_table=table)
    assert session.seats.count() == 4
    event.game(table)
    assert event.seats()["Zoe"].games == 1
    assert Session.objects.filter(status="void").count() == 1


def test_nobody_sits_down_twice(night):
    with pytest.raises(EventRefused) as caught:
        table_join(division=night.division, entry=night.entry("Ann"), by=night.director)
    assert caught.value.code == "entry_in"


def test_before_a_round_nobody_can_join_it():
    event = Tables(names=SIX, format="club_night")
    with pytest.raises(EventRefused) as caught:
        table_join(division=event.division, entry=event.entry("Ann"), by=event.director)
    assert caught.value.code == "table_unknown"


def test_only_a_director_seats_people(night):
    scorer = evenings.member(night.club, "Sam", "scorer")
    [entry] = night.enter("Zoe")
    with pytest.raises(NotAllowed):
        table_join(division=night.division, entry=entry, by=scorer)


def test_nobody_moves_when_a_late_arrival_makes_a_table_too_large():
    event = Tables(names="Ann Bob Cid Dee Eve", format="club_night")
    event.next_round()
    event.game(event.table())
    before = event.names_at(event.table())
    join(event, "Zoe")
    assert len(event.tables()) == 1
    assert event.names_at(event.table()) == [*before, "Zoe"]


def test_a_table_that_passes_its_limit_is_split_and_what_was_won_stays():
    event = Tables(names="Ann Bob Cid Dee Eve", format="club_night")
    event.next_round()
    winner = event.names_at(event.table())[0]
    event.game(event.table(), **{winner: 4})
    before = {line.player: line.value("points") for line in table_standings(event.division).lines}
    join(event, "Zoe")
    split(event.table(), by=event.director)
    first, second, third = event.tables()
    assert first.session.status == "ended"
    assert event.names_at(first) == []
    assert sorted(event.names_at(second) + event.names_at(third)) == sorted(
        ["Ann", "Bob", "Cid", "Dee", "Eve", "Zoe"]
    )
    assert len(event.names_at(second)) == 3
    after = {line.player: line.value("points") for line in table_standings(event.division).lines}
    assert after == {**before, event.number("Zoe"): 0}
    for table in (second, third):
        event.game(table)
    assert total(event) == 0
    assert {seat.games for seat in event.seats().values()} == {1}


def test_while_a_game_is_running_a_full_table_takes_one_more():
    event = Tables(names="Ann Bob Cid Dee Eve", format="club_night")
    event.next_round()
    session = event.start(event.table())
    table = join(event, "Zoe")
    assert len(event.names_at(table)) == 6
    with pytest.raises(SessionRefused) as caught:
        split(event.table(), by=event.director)
    assert caught.value.code == "game_running"
    assert len(event.tables()) == 1
    event.enter_points(session)
    halves = split(event.table(), by=event.director)
    assert [len(event.names_at(half)) for half in halves] == [3, 3]


def test_a_table_within_its_limit_is_not_split(night):
    with pytest.raises(EventRefused) as caught:
        split(night.table(1), by=night.director)
    assert "4" in str(caught.value)


def test_a_table_under_three_is_dissolved_and_its_players_join_the_other(night):
    second = night.table(2)
    gone, *left = night.names_at(second)
    points = {name: seat.points for name, seat in night.seats().items()}
    assert table_leave(entry=night.entry(gone), by=night.director) == 2
    assert night.names_at(second) == left
    merged = merge(second.round, by=night.director)
    # Four and two: six are more than five, so that they play at two tables of three.
    assert sorted(len(night.names_at(table)) for table in merged) == [3, 3]
    assert {name for table in merged for name in night.names_at(table)} >= set(left)
    second.refresh_from_db()
    assert Session.objects.get(pk=second.session_id).status == "ended"
    for table in merged:
        night.game(table)
    assert total(night) == 0
    won = dict.fromkeys(points, 0)
    for seat in TableSeat.objects.select_related("entry__player"):
        won[seat.entry.player.name] += seat.points
    assert won[gone] == points[gone]


def test_two_who_are_left_join_a_table_that_has_room():
    event = Tables(names=SIX, format="club_night")
    event.next_round()
    first, second = event.tables()
    for table in (first, second):
        event.game(table)
    gone, *left = event.names_at(second)
    session = first.session_id
    table_leave(entry=event.entry(gone), by=event.director)
    [only] = merge(first.round, by=event.director)
    assert (only.pk, only.session_id) == (first.pk, session)
    assert set(left) < set(event.names_at(only))
    event.game(only)
    assert [event.seats()[name].games for name in left] == [1, 1]
    assert total(event) == 0


def test_after_a_merge_the_tables_that_play_on_are_numbered_without_gaps():
    event = Tables(names=" ".join(f"P{number}" for number in range(1, 13)), format="club_night")
    event.next_round()
    tables = event.tables()
    assert [one.number for one in tables] == [1, 2, 3]
    for table in tables:
        event.game(table)
    before = {name: seat.points for name, seat in event.seats().items()}
    for name in event.names_at(tables[0])[:2]:
        table_leave(entry=event.entry(name), by=event.director)
    merged = merge(tables[0].round, by=event.director)
    assert [one.number for one in merged] == list(range(1, len(merged) + 1))
    numbers = event.division.rounds.get().tables.values_list("number", flat=True)
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
    after = dict.fromkeys(before, 0)
    theirs = TableSeat.objects.filter(entry__division=event.division)
    for seat in theirs.select_related("entry__player"):
        after[seat.entry.player.name] += seat.points
    assert after == before


def test_two_small_tables_become_one():
    event = Tables(names=SIX, format="club_night")
    event.next_round()
    first, second = event.tables()
    for table in (first, second):
        table_leave(entry=event.entry(event.names_at(table)[0]), by=event.director)
    [only] = merge(first.round, by=event.director)
    only.refresh_from_db()
    assert only.number == 1
    assert len(event.names_at(only)) == 4
    event.game(only)


def test_without_a_small_table_nothing_is_merged(night):
    with pytest.raises(EventRefused) as caught:
        merge(night.table(1).round, by=night.director)
    assert caught.value.code == "merge_needless"


def test_the_last_two_of_an_evening_have_nowhere_to_go():
    event = Tables(names="Ann Bob Cid", format="club_night")
    event.next_round()
    event.game(event.table())
    table_leave(entry=event.entry("Ann"), by=event.director)
    with pytest.raises(EventRefused) as caught:
        merge(event.table().round, by=event.director)
    assert "Bob" in str(caught.value)


def test_who_has_gone_home_cannot_leave_again(night):
    table_leave(entry=night.entry("Ann"), by=night.director)
    with pytest.raises(EventRefused) as caught:
        table_leave(entry=night.entry("Ann"), by=night.director)
    assert caught.value.code == "table_unknown"


def test_who_leaves_during_a_game_plays_it_to_its_end(night):
    table = night.table(1)
    name = night.names_at(table)[1]
    session = night.start(table)
    assert table_leave(entry=night.entry(name), by=night.director) == 3
    night.enter_points(session)
    assert night.seats()[name].games == 2
    night.game(table)
    assert night.seats()[name].games == 2


def test_the_same_key_seats_once(night):
    [entry] = night.enter("Zoe")
    for _ in range(2):
        table = table_join(division=night.division, entry=entry, by=night.director, key="once")
    assert TableSeat.objects.filter(entry=entry).count() == 1
    assert table.session.seats.filter(player=entry.player).count() == 1


def test_a_schedule_keeps_its_table():
    event = Tables(names="Ann Bob Cid Dee", format="fixed")
    event.next_round()
    for change in (
        lambda: split(event.table(), by=event.director),
        lambda: merge(event.table().round, by=event.director),
    ):
        with pytest.raises(EventRefused) as caught:
            change()
        assert caught.value.code == "tables_stay"


def test_chips_go_along_to_another_table_and_who_is_out_stays_behind():
    event = Tables(names=f"{SIX} Gus", format="freeze_out", params={"chips": 4})
    event.next_round()
    first, second = event.tables()
    assert [len(event.names_at(table)) for table in (first, second)] == [4, 3]
    session = event.start(second)
    line = session.snapshot["table"]["game"]["line"]
    captain, third = line["team"]
    names = {event.player(name).public_id: name for name in event.names_at(second)}
    event.enter_points(session, **{names[captain]: 4})
    # The box is out; the captain has eight chips, the third has four.
    [table] = merge(first.round, by=event.director)
    assert names[line["box"]] not in event.names_at(table)
    assert {names[captain], names[third]} < set(event.names_at(table))
    seats = event.seats()
    assert seats[names[captain]].opening == 800
    assert seats[names[third]].opening == 400
    event.game(table)
    banks = balances_of(event.division)
    assert sum(banks.values()) == 7 * 400
    assert banks[event.number(names[line["box"]])] == 0
    assert not finish_of(event.division).is_over


def test_a_schedule_takes_a_fourth_player_before_its_first_game_only():
    event = Tables(names="Ann Bob Cid", format="fixed")
    event.next_round()
    table = join(event, "Dee")
    assert len(table_next(table).lineup or ()) == 4
    event.game(table)
    with pytest.raises(EventRefused) as caught:
        join(event, "Eve")
    assert caught.value.code == "field_fixed"


def test_a_late_arrival_at_a_freeze_out_has_all_his_chips():
    event = Tables(names="Ann Bob Cid", format="freeze_out", params={"chips": 20})
    event.next_round()
    event.game(event.table())
    join(event, "Dee")
    assert event.seats()["Dee"].opening == 2000
    assert balances_of(event.division)[event.number("Dee")] == 2000
    event.game(event.table())
    assert event.seats()["Dee"].games == 1


def test_banks_go_along_when_a_table_is_split_also_after_a_correction():
    event = Tables(names="Ann Bob Cid Dee Eve", format="bank", params={"bank": 20})
    event.next_round()
    session = event.start(event.table())
    line = session.snapshot["table"]["game"]["line"]
    captain, *crew = line["team"]
    names = {event.player(name).public_id: name for name in event.names_at(event.table())}
    event.enter_points(session, **{names[captain]: 6})
    join(event, "Zoe")
    split(event.table(), by=event.director)
    seats = event.seats()
    assert seats[names[captain]].opening == 2600
    assert seats[names[line["box"]]].opening == 1400
    assert seats["Zoe"].opening == 2000
    session.refresh_from_db()
    with told():
        session_reopen(session=session, by=event.director, version=session.version, key=key())
        session.refresh_from_db()
        game_amend(
            session=session,
            game=1,
            actions=[EnterPoints(((captain, 300), *((one, 0) for one in crew)))],
            version=session.version,
            key=key(),
            sender=event.director,
        )
    seats = event.seats()
    assert seats[names[captain]].opening == 2300
    assert seats[names[line["box"]]].opening == 1700
    assert sum(balances_of(event.division).values()) == 6 * 2000


def test_who_was_moved_is_drawn_once_in_the_next_round(night):
    join(night, "Hal")
    join(night, "Ida")
    tables = [one for one in night.tables() if one.session.is_open]
    night.finish(*tables)
    night.next_round()
    seated = [name for table in night.tables() for name in night.names_at(table)]
    assert sorted(seated) == sorted(f"{SIX} Gus Hal Ida".split())
    assert Entry.objects.count() == 9
    assert len(table_results(night.division)) >= 4
    assert table_of(night.table(1).session).ordered is False


def test_who_changes_tables_by_himself_sits_where_he_plays(night):
    first, second = night.tables()
    name = night.names_at(first)[0]
    player = night.player(name)
    night.do(first.session, Leave(player.public_id))
    night.do(second.session, Join(player.public_id))
    night.game(second)
    assert name not in night.names_at(first)
    assert name in night.names_at(second)
    seats = TableSeat.objects.filter(entry=night.entry(name)).order_by("pk")
    assert [(seat.games, seat.left) for seat in seats] == [(1, True), (1, False)]
    night.game(first)
    night.game(second)
    assert [seat.games for seat in seats.all()] == [1, 2]
    assert total(night) == 0


def test_who_went_home_and_comes_back_plays_on(night):
    table = night.table(1)
    name = night.names_at(table)[0]
    table_leave(entry=night.entry(name), by=night.director)
    night.game(table)
    assert name not in night.names_at(table)
    night.do(table.session, Join(night.player(name).public_id))
    session = night.table(1).session
    line = table_of(session).line
    night.do(session, StartGame(line.box, line.partner, line.team))
    night.enter_points(session)
    assert name in night.names_at(table)
    night.game(table)
    assert night.seats()[name].games == 3
