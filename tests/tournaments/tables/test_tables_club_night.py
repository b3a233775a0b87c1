"""Club nights through the services: drawn, released, played, counted by themselves."""

from copy import deepcopy
from itertools import combinations

import pytest
from django.db.models import F

from games.models import Session
from games.record.services.actions import undo
from games.record.services.amend import game_amend
from games.record.services.voiding import game_void
from games.rules.chouette import EnterPoints
from games.sessions.services.sessions import session_void
from tests import evenings
from tests.tournaments.directing import key
from tests.tournaments.tables.tables import Tables, told
from tests.worlds import built_once
from tournaments.errors import EventConflict, EventRefused
from tournaments.events.services import draws, entries
from tournaments.ladders.services.healing import figures_heal
from tournaments.models import Event, EventTable, Round, TableSeat
from tournaments.tables.selectors import finish_of, table_results, table_standings, tables_of
from tournaments.tables.services import tables
from tournaments.tables.services.catching_up import HEALER, tables_stale
from tournaments.tables.services.counting import table_count

EIGHT = "Ann Bob Cid Dee Eve Fay Gus Hal"

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def night_built(django_db_setup, django_db_blocker):
    """Eight players, two rounds."""
    with built_once(django_db_blocker):
        yield Tables(evenings.club("built"), names=EIGHT, format="club_night", params={"rounds": 2})


@pytest.fixture
def night(night_built, db):
    return deepcopy(night_built)


def mates(night: Tables, number: int) -> set[frozenset[str]]:
    """Who shared a table in a round."""
    return {
        frozenset(pair)
        for table in night.tables(number)
        for pair in combinations(night.names_at(table), 2)
    }


def test_eight_players_play_two_rounds_at_two_tables_and_meet_again_as_little_as_can_be(night):
    night.play_round(games=2)
    assert [len(night.names_at(table)) for table in night.tables()] == [4, 4]
    night.play_round(games=2)
    # Two tables of four: each of the new tables has at least two of each old one. 2 pairs twice.
    assert len(mates(night, 1) & mates(night, 2)) == 4
    finish = finish_of(night.division)
    assert finish.is_over
    standings = table_standings(night.division)
    assert standings.basis == "points"
    assert len(standings.lines) == 8
    assert sum(line.value("points") for line in standings.lines) == 0
    assert {line.value("games") for line in standings.lines} == {4}
    with pytest.raises(EventRefused) as caught:
        draws.draw_make(division=night.division, by=night.director)
    assert caught.value.code == "rounds_over"


def test_a_table_is_a_session_and_its_result_flows_in_by_itself(night):
    night.next_round()
    table = night.table(1)
    names = night.names_at(table)
    session = night.start(table)
    assert session.title == "Open · round 1, table 1"
    assert set(session.seats.values_list("player__name", flat=True)) == set(names)
    beat = Event.objects.get(pk=night.event.pk).beat
    box = session.snapshot["table"]["game"]["line"]["box"]
    members = [name for name in names if night.player(name).public_id != box]
    session = night.enter_points(session, **{members[0]: 3, members[1]: -1})
    seats = night.seats()
    # 3 to one, 1 from another, nothing with the third: the box has lost 2.
    [boxer] = set(names) - set(members)
    assert [seats[name].points for name in (*members, boxer)] == [300, -100, 0, -200]
    assert [seats[name].paid for name in (*members, boxer)] == [300, -100, 0, -200]
    assert [seats[name].bets for name in (*members, boxer)] == [100, 100, 100, 300]
    assert {seats[name].games for name in names} == {1}
    table.refresh_from_db()
    assert table.counted_version == session.version
    assert table.payments == []
    assert Event.objects.get(pk=night.event.pk).beat > beat


def test_counting_twice_changes_nothing(night):
    night.next_round()
    table = night.table(1)
    session = night.game(table)
    before = list(TableSeat.objects.order_by("pk").values())
    beat = Event.objects.get(pk=night.event.pk).beat
    assert table_count(session.pk) is False
    assert list(TableSeat.objects.order_by("pk").values()) == before
    assert Event.objects.get(pk=night.event.pk).beat == beat


def test_a_session_beside_the_event_is_nobodys_table(night):
    assert table_count(4711) is False


def test_an_amended_an_undone_and_a_void_game_are_counted_anew(night):
    night.next_round()
    table = night.table(1)
    session = night.start(table)
    line = session.snapshot["table"]["game"]["line"]
    captain, *crew = line["team"]
    names = {night.player(name).public_id: name for name in night.names_at(table)}
    session = night.enter_points(session, **{names[captain]: 2})
    with told():
        game_amend(
            session=session,
            game=1,
            actions=[EnterPoints(((captain, 500), *((one, -100) for one in crew)))],
            version=session.version,
            key=key(),
            sender=night.director,
        )
    seats = night.seats()
    # The captain wins 5, two of the crew lose 1 each: the box has lost 3.
    assert [seats[names[one]].points for one in (captain, *crew)] == [500, -100, -100]
    assert seats[names[line["box"]]].points == -300
    session.refresh_from_db()
    with told():
        undo(session=session, version=session.version, key=key(), sender=night.director)
    assert night.seats()[names[captain]].points == 200
    with told():
        game_void(
            session=session, game=1, version=session.version, key=key(), sender=night.director
        )
    seats = night.seats()
    assert {seats[name].points for name in names.values()} == {0}
    assert {seats[name].games for name in names.values()} == {0}
    assert table_results(night.division)[0].games == ()


def test_a_void_session_counts_nowhere(night):
    night.next_round()
    session = night.game(night.table(1))
    with told():
        session_void(session=session, by=night.director, version=session.version, key=key())
    assert {seat.points for seat in night.seats().values()} == {0}
    assert table_results(night.division)[0].is_over


def test_a_round_is_over_once_every_table_has_ended(night):
    night.next_round()
    first, second = night.tables()
    round = first.round
    assert tables.open_tables(round) == 2
    night.game(first)
    night.finish(first)
    assert tables.open_tables(round) == 1
    with pytest.raises(EventConflict) as caught:
        draws.draw_make(division=night.division, by=night.director)
    assert caught.value.code == "round_running"
    night.finish(second)
    assert tables.open_tables(round) == 0
    assert draws.draw_make(division=night.division, by=night.director)[0].number == 2


def test_what_nobody_was_told_about_is_counted_before_the_next_draw(night):
    night.next_round()
    first, second = night.tables()
    session = night.game(first)
    night.finish(first, second)
    EventTable.objects.filter(pk=first.pk).update(counted_version=0)
    TableSeat.objects.filter(table=first).update(points=F("points") + 700)
    draws.draw_make(division=night.division, by=night.director)
    assert sum(seat.points for seat in night.seats(1).values()) == 0
    first.refresh_from_db()
    session.refresh_from_db()
    assert first.counted_version == session.version


def test_columns_of_an_older_formula_or_of_a_lost_change_are_counted_by_the_sweep(night):
    night.next_round()
    first, second = night.tables()
    night.game(first)
    night.game(second)
    before = list(TableSeat.objects.order_by("pk").values())
    # At a table that is played at, only its formula is looked at; at one that has ended, both.
    EventTable.objects.filter(pk=first.pk).update(formula=0)
    night.finish(second)
    EventTable.objects.filter(pk=second.pk).update(counted_version=0)
    TableSeat.objects.update(bets=7)
    assert tables_stale([night.event.club_id]).count() == 2
    assert figures_heal(healers=[HEALER])
    assert tables_stale([night.event.club_id]).count() == 0
    assert list(TableSeat.objects.order_by("pk").values()) == before


def test_with_two_players_nothing_is_drawn():
    night = Tables(names="Ann Bob", format="club_night")
    with pytest.raises(EventRefused) as caught:
        draws.draw_make(division=night.division, by=night.director)
    assert caught.value.code == "too_few_entries"


def test_an_interrupted_draw_leaves_nothing(night, monkeypatch):
    def broken(*_args, **_kwargs):
        raise RuntimeError("the power fails")

    monkeypatch.setattr("tournaments.tables.services.tables.TableSeat.objects.bulk_create", broken)
    with pytest.raises(RuntimeError):
        draws.draw_make(division=night.division, by=night.director)
    assert not Round.objects.exists()
    assert not EventTable.objects.exists()


def test_an_interrupted_release_leaves_no_session(night, monkeypatch):
    draws.draw_make(division=night.division, by=night.director)
    draws.draw_confirm(division=night.division, by=night.director)
    opened = tables.table_open

    def broken(table, by):
        if table.number == 2:
            raise RuntimeError("the power fails")
        return opened(table, by)

    monkeypatch.setattr("tournaments.tables.services.tables.table_open", broken)
    with pytest.raises(RuntimeError):
        draws.draw_release(division=night.division, by=night.director)
    assert not Session.objects.exists()
    assert Round.objects.get().state == Round.State.CONFIRMED
    monkeypatch.undo()
    draws.draw_release(division=night.division, by=night.director)
    assert Session.objects.count() == 2


def test_two_change_tables_in_a_draft(night):
    draws.draw_make(division=night.division, by=night.director)
    first, second = night.tables()
    one, other = night.names_at(first)[0], night.names_at(second)[2]
    draws.draw_swap(
        division=night.division,
        by=night.director,
        first=night.entry(one),
        second=night.entry(other),
    )
    assert night.names_at(first)[0] == other
    assert night.names_at(second)[2] == one
    codes = {row["code"] for row in Round.objects.get().remarks}
    assert "drawn_random" not in codes


def test_who_sits_out_changes_places_with_who_sits():
    night = Tables(names=EIGHT, format="club_night")
    draws.draw_make(division=night.division, by=night.director)
    [late] = night.enter("Ida")
    seated = night.names_at(night.table(1))[0]
    draws.draw_swap(
        division=night.division, by=night.director, first=night.entry(seated), second=late
    )
    assert night.names_at(night.table(1))[0] == "Ida"
    assert TableSeat.objects.filter(entry=night.entry(seated)).count() == 0


def test_drawn_by_standing_neighbours_sit_together():
    night = Tables(names=EIGHT, format="club_night", params={"drawn_by": "standing"})
    night.play_round(games=3)
    ranks = [line.player for line in table_standings(night.division).lines]
    points = {line.player: line.value("points") for line in table_standings(night.division).lines}
    draws.draw_make(division=night.division, by=night.director)
    first = [night.number(name) for name in night.names_at(night.table(1))]
    second = [night.number(name) for name in night.names_at(night.table(2))]
    assert set(first) | set(second) == set(ranks)
    assert min(points[one] for one in first) >= max(points[one] for one in second)


def test_a_draw_by_level_puts_the_strongest_together():
    night = Tables(format="club_night", params={"drawn_by": "level"})
    players = [night.player(name) for name in EIGHT.split()]
    # 1 is the strongest: the second four are stronger.
    entries.entries_add(
        division=night.division,
        by=night.director,
        players=players,
        levels=[3, 3, 3, 3, 1, 1, 1, 1],
    )
    draws.draw_make(division=night.division, by=night.director)
    assert {frozenset(night.names_at(table)) for table in night.tables()} == {
        frozenset(["Ann", "Bob", "Cid", "Dee"]),
        frozenset(["Eve", "Fay", "Gus", "Hal"]),
    }


def test_pages_see_tables_with_sessions_names_and_games(night, django_assert_max_num_queries):
    night.next_round()
    night.game(night.table(1))
    round = night.table(1).round
    with django_assert_max_num_queries(4):
        views = tables_of(round)
    assert [view.games for view in views] == [1, 0]
    assert [one.name for one in views[0].seats] == night.names_at(night.table(1))
    assert all(one.bank is None for one in views[0].seats)
    assert not views[0].is_over


@pytest.mark.parametrize("names", [EIGHT, f"{EIGHT} Ida Jan Kim Lea Mia Nat Oto Pia"])
def test_results_take_the_same_number_of_queries_however_many_play(
    names, django_assert_num_queries
):
    night = Tables(names=names, format="club_night")
    night.play_round(games=2)
    with django_assert_num_queries(5):
        results = table_results(night.division)
    assert {len(one.games) for one in results} == {2}
    assert sum(len(one.games[0].points) for one in results) == len(names.split())


def test_who_sits_down_without_being_entered_is_entered_when_his_game_counts(night):
    night.next_round()
    table = night.table(1)
    night.game(table)
    session = table.session
    guest = night.player("Zoe")
    from games.rules.chouette import Join

    night.do(session, Join(guest.public_id))
    night.game(table)
    entry = night.entry("Zoe")
    assert entry.number == 9
    assert entry.from_round == 1
    seat = TableSeat.objects.get(entry=entry)
    assert (seat.table_id, seat.games, seat.left) == (table.pk, 1, False)
    assert sum(one.points for one in night.seats().values()) == 0


def test_with_too_few_boards_the_tables_are_larger():
    night = Tables(names=f"{EIGHT} Ida Jan Kim", format="club_night", event_fields={"tables": 2})
    draws.draw_make(division=night.division, by=night.director)
    assert [len(night.names_at(table)) for table in night.tables()] == [6, 5]
    assert "boards_short" in {row["code"] for row in Round.objects.get().remarks}


def test_the_sessions_of_a_draw_that_is_taken_back_are_void(night):
    night.next_round()
    round = night.table(1).round
    for _ in range(2):
        tables.tables_discard(round, night.director)
    assert set(Session.objects.values_list("status", flat=True)) == {"void"}
