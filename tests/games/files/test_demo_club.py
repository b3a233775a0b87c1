"""What the demo shows: three months of a lively club, which end today."""

import datetime
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.boards.selectors.analyses import analysis_of
from games.files.services.demo import demo_create
from games.files.services.jobs import jobs_delete_old
from games.models import BoardStep, Club, Debt, Job, Payment, User
from games.record.log.checking import session_check
from games.record.selectors.sessions import table_of
from tests.worlds import built_once

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: Any) -> Iterator[Club]:
    with built_once(django_db_blocker):
        yield demo_create()


@pytest.fixture
def demo(made: Club, db: None) -> Club:
    """The demo, made once for all tests of this module."""
    return Club.objects.get(pk=made.pk)


def test_three_months_are_there_and_the_last_evening_is_running(demo: Club) -> None:
    sessions = list(demo.sessions.order_by("played_on", "pk"))
    assert [session.status for session in sessions] == ["ended"] * 14 + ["open"]
    assert table_of(sessions[-1]).phase == "play"
    assert sum(session.by_totals for session in sessions) == 3
    assert sum(session.on_board for session in sessions) == 1
    assert all(session.season is not None for session in sessions)
    assert demo.players.count() == 12
    assert Debt.objects.filter(session__club=demo, carried_to=None).exists()
    assert Payment.objects.filter(session__club=demo).exists()


def test_its_events_and_boards_show_what_there_is(demo: Club) -> None:
    events = {event.title: event.status for event in demo.events.all()}
    assert events == {
        "Club open": "finished",
        "Club league 1": "finished",
        "Club league 2": "running",
        "Club Swiss": "running",
    }
    swiss = demo.events.get(title="Club Swiss").divisions.get()
    assert swiss.rounds.filter(state="released").count() == 3
    boards = demo.boards.filter(session=None)
    over = Counter(boards.filter(status="ended").values_list("type", flat=True))
    assert over == {"backgammon": 3, "chess": 2, "dame": 1}
    waits = boards.get(status="playing")
    assert waits.seats.get(number=waits.waits_for).player.user.is_demo


def test_every_evening_is_what_its_log_says(demo: Club) -> None:
    for session in demo.sessions.all():
        assert session_check(session=session).differences == []


def test_nothing_lies_in_the_future_and_tuesdays_stay_tuesdays(demo: Club) -> None:
    now = timezone.now()
    ended = demo.sessions.filter(status="ended")
    assert {session.played_on.weekday() for session in ended} == {1}
    last = max(session.played_on for session in ended)
    assert 0 <= (now.date() - last).days <= 7
    running = demo.sessions.get(status="open")
    assert now - datetime.timedelta(hours=2) < running.log.latest("sequence").created_at <= now
    swiss = demo.events.get(title="Club Swiss")
    made = demo.boards.get(session=None, status="playing").created_at  # perhaps the day before
    assert swiss.starts_on == made.date()
    assert now - datetime.timedelta(hours=1) < swiss.changed_at < now
    assert max(BoardStep.objects.values_list("at", flat=True)) <= now.timestamp() * 1000


def test_its_figures_and_its_analyses_are_there_at_once(demo: Club, settings: Any) -> None:
    settings.DEMO_ACCOUNTS = True
    user = User.objects.get(is_demo=True)
    client = Client()
    client.force_login(user, backend="games.backends.AccountBackend")
    page = client.get(f"/clubs/{demo.slug}/leaderboard/?over=all&order=skill").content.decode()
    assert all(f">{name}<" in page for name in ("Ann", "Cid", "Fay"))
    assert "Too early to say: skill is shown once" not in page
    evening = demo.sessions.get(on_board=True)
    for board in evening.boards.all():
        job = analysis_of(board)
        assert job is not None
        assert "As JSON" in client.get(f"/analyses/{job.public_id}/").content.decode()


def test_its_analyses_outlive_the_first_night(demo: Club) -> None:
    kept = Job.objects.filter(club=demo, kind=Job.Kind.ANALYSIS).count()
    assert kept
    jobs_delete_old(now=timezone.now())
    assert Job.objects.filter(club=demo, kind=Job.Kind.ANALYSIS).count() == kept
