"""Two who do it at once: every game is counted once, every late arrival sits once."""

import threading
from collections.abc import Callable

import pytest
from django.db import connections

from games.models import Session
from games.record.selectors.sessions import table_of
from games.record.services.actions import record_action
from games.rules.chouette import EnterPoints, RuleError
from tests.tournaments.directing import key
from tests.tournaments.tables.tables import Tables
from tournaments.errors import EventRefused
from tournaments.models import Entry, EventTable, TableSeat
from tournaments.tables.services import play
from tournaments.tables.services.counting import table_count
from tournaments.tables.services.tables import table_join, table_start_game

pytestmark = pytest.mark.django_db(transaction=True)


def together(*works: Callable[[], object]) -> list[BaseException]:
    """Do all of this at once, each in a thread with a connection of its own; return failures."""
    gate = threading.Barrier(len(works))
    failures: list[BaseException] = []

    def run(work: Callable[[], object]) -> None:
        try:
            gate.wait()
            work()
        except Exception as error:
            failures.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return failures


@pytest.fixture
def night() -> Tables:
    """A bank of eight at two tables, the round released."""
    event = Tables(names="Ann Bob Cid Dee Eve Fay Gus Hal", format="bank", params={"bank": 20})
    event.next_round()
    return event


def test_a_table_that_two_count_at_once_is_counted_once(night):
    for number in (1, 2):
        session = night.start(night.table(number))
        game = table_of(session).game
        assert game is not None
        points = tuple((member, 500 if member == game.captain else 0) for member in game.team)
        night.do(session, EnterPoints(points))
    before = list(TableSeat.objects.order_by("pk").values())
    EventTable.objects.update(counted_version=0, payments=[])
    TableSeat.objects.update(points=1, paid=1, games=9, bets=1)
    sessions = list(EventTable.objects.values_list("session_id", flat=True))
    works = [lambda session=session: table_count(session) for session in sessions * 2]
    assert together(*works) == []
    assert list(TableSeat.objects.order_by("pk").values()) == before
    for table in EventTable.objects.select_related("session"):
        assert table.counted_version == table.session.version
        assert len(table.payments) == 1


def test_two_tables_that_end_their_games_at_once_both_count(night):
    works = []
    for number in (1, 2):
        session = night.start(night.table(number))
        game = table_of(session).game
        assert game is not None
        points = tuple((member, 300 if member == game.captain else 0) for member in game.team)
        works.append(
            lambda session=session, points=points: record_action(
                session=session,
                actions=[EnterPoints(points)],
                version=session.version,
                key=key(),
                sender=night.director,
            )
        )
    assert together(*works) == []
    assert (
        sorted(TableSeat.objects.values_list("paid", flat=True)) == [-300] * 2 + [0] * 4 + [300] * 2
    )


def test_of_two_who_start_the_next_game_one_does(night):
    def start() -> None:
        table = night.table(1)
        table_start_game(table=table, by=night.director, version=1, key=key())

    [refused] = together(start, start)
    assert isinstance(refused, RuleError)
    assert refused.code == "game_running"
    session = Session.objects.get(event_table=night.table(1))
    assert table_of(session).game is not None
    assert session.log.filter(payload__type="start_game").count() == 1


def test_who_starts_a_game_just_after_another_hears_that_it_is_running(night, monkeypatch):
    """The other one comes between reading the table and writing, which threads rarely do."""
    late = night.table(1)

    def first(**given):
        monkeypatch.setattr(play, "record_action", record_action)
        table_start_game(table=night.table(1), by=night.director, version=1, key=key())
        return record_action(**given)

    monkeypatch.setattr(play, "record_action", first)
    with pytest.raises(RuleError) as caught:
        table_start_game(table=late, by=night.director, version=1, key=key())
    assert caught.value.code == "game_running"
    session = Session.objects.get(event_table=night.table(1))
    assert session.log.filter(payload__type="start_game").count() == 1


def test_a_late_arrival_whom_two_directors_seat_sits_once(night):
    [entry] = night.enter("Zoe")

    def join() -> None:
        fresh = Entry.objects.select_related("division__event__club").get(pk=entry.pk)
        table_join(division=fresh.division, entry=fresh, by=night.director)

    failures = together(join, join)
    assert [type(error) for error in failures] == [EventRefused]
    assert TableSeat.objects.filter(entry=entry, left=False).count() == 1
