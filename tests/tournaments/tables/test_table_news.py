"""An open table page of an event is told of what changes its next game from outside."""

import datetime

import pytest
from django.utils import timezone

from games.models import Session
from games.permissions import Reader
from games.signals import table_changed
from games.table.live.source import fragment
from games.table.live.topics import beats
from games.table.presenters.audience import audience_of
from tests.tournaments.tables.tables import Tables, told
from tests.tournaments.tables.test_table_planner import Tapper, plan_shown
from tournaments.events.services import draws, entries
from tournaments.models import Round
from tournaments.tables.services.news import levels_tell
from tournaments.tasks import tell_levels

pytestmark = pytest.mark.django_db


@pytest.fixture
def heard():
    """The sessions whose viewers were woken."""
    found: list[int] = []

    def hear(sender, *, session_id, **rest):
        found.append(session_id)

    table_changed.connect(hear)
    yield found
    table_changed.disconnect(hear)


@pytest.fixture
def freeze_out():
    """Three with levels of half an hour, at one table, of which the first game is over."""
    event = Tables(names="Ann Bob Cid", format="freeze_out", params={"level_minutes": 30})
    event.next_round()
    event.game(event.table())
    return event


def session_of(event: Tables, number: int = 1) -> Session:
    """The session of a table."""
    return Session.objects.get(event_table=event.table(number))


def begun(minutes: float) -> datetime.datetime:
    """Let all rounds have begun so many minutes ago; the moment that is now."""
    now = timezone.now()
    Round.objects.update(released_at=now - datetime.timedelta(minutes=minutes))
    return now


def live(event: Tables) -> str:
    """What the stream shows the director of a table, said of its next game."""
    session = session_of(event)
    key = audience_of(Reader.of(event.director, session.club, session)).key
    found = fragment(f"session:{session.pk}", f"{key}|en")
    assert found is not None
    return plan_shown(found[1])


def test_a_table_is_told_when_the_clock_begins_the_next_level(freeze_out, heard):
    session = session_of(freeze_out)
    topic = f"session:{session.pk}"
    begun(29.9)
    assert "The cubes start at 1." in live(freeze_out)
    before = beats([topic])[topic]
    with told():
        tell_levels()
    assert (heard, beats([topic])[topic]) == ([], before)

    begun(30.1)
    with told():
        tell_levels()
    assert (heard, beats([topic])[topic]) == ([session.pk], before + 1)
    assert "The cubes start at 2." in live(freeze_out)


@pytest.mark.parametrize("minutes", [0, 12, 29, 31.1, 59, 150 + 31])
def test_between_two_levels_and_at_the_last_nobody_is_told(freeze_out, minutes):
    assert levels_tell(now=begun(minutes)) == []


def test_a_level_is_told_once_its_minute_is_full_however_the_calls_lie(freeze_out):
    # The calls lie half a minute apart: wherever they fall, one of them sees the level begin.
    for offset in (0.0, 0.2, 0.45):
        seen = [levels_tell(now=begun(60 + offset + half)) for half in (-0.5, 0.0, 0.5)]
        assert any(seen)


def test_the_end_of_the_clock_is_told_also_where_the_director_made_it_longer():
    event = Tables(names="Ann Bob Cid Dee", format="timed", params={"clock": 60})
    event.next_round()
    round = event.division.rounds.get()
    draws.clock_start(round=round, by=event.director, minutes=90)
    start = Round.objects.get().clock_started_at
    assert start is not None

    after = [start + datetime.timedelta(minutes=one) for one in (60.5, 90.5, 95)]
    assert [levels_tell(now=one) for one in after] == [[], [round], []]

    draws.clock_stop(round=round, by=event.director)
    assert levels_tell(now=after[1]) == []


def test_a_table_that_is_over_is_told_nothing(freeze_out):
    freeze_out.finish(freeze_out.table())

    assert levels_tell(now=begun(30.1)) == []


def test_tables_are_told_when_the_director_starts_or_stops_their_clock(heard):
    event = Tables(names="Ann Bob Cid Dee Eve Fay Gus Hal", format="timed", params={"clock": 60})
    event.next_round()
    sessions = {session_of(event, one.number).pk for one in event.tables()}
    assert len(sessions) == 2
    round = event.division.rounds.get()

    with told():
        draws.clock_start(round=round, by=event.director, minutes=30)
    assert (set(heard), len(heard)) == (sessions, 2)
    with told():
        draws.clock_stop(round=round, by=event.director)
    assert (set(heard), len(heard)) == (sessions, 4)


def test_the_table_of_who_buys_himself_in_again_is_told_and_shows_it(heard):
    event = Tables(names="Ann Bob Cid Dee", format="groups", params={"chips": 5})
    event.next_round()
    phone = Tapper(event)
    phone.press("b-roll")
    box, _captain = phone.lose(5)
    assert f"Out of it now: {box}." in live(event)
    session = session_of(event)
    heard.clear()

    with told():
        entries.entry_reenter(entry=event.entry(box), by=event.director)

    assert heard == [session.pk]
    assert session_of(event).beat == session.beat + 1
    assert "The cubes start" in live(event)
    assert "Out of it now" not in live(event)
