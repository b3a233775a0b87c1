"""A rehearsal enters results by itself, one after so many seconds; the director draws."""

import datetime
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from games.clubs.services.deleting import club_delete
from games.errors import Conflict, NotAllowed, Refused
from games.models import Club, Game, Membership, User
from tests import evenings
from tournaments import tasks
from tournaments.events.services.draws import draw_confirm, draw_make, draw_release
from tournaments.events.services.events import event_cancel
from tournaments.events.services.rehearsal_pace import (
    ALONE,
    IDLE,
    _coming,
    rehearsal_begin,
    rehearsal_pace,
    rehearsal_step,
    rehearsals_due,
)
from tournaments.models import Division, Event, EventTable, Match
from tournaments.results.services.results import match_report
from tournaments.tables.services.play import new_key, table_start_game

pytestmark = pytest.mark.django_db

DIRECT = {Membership.Role.OWNER, Membership.Role.ORGANIZER, Membership.Role.DIRECTOR}


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("ann@example.org", name="Ann")


def playing(ann: User, format: str = "swiss", every: int | None = 5) -> Division:
    """A rehearsal with its first round released."""
    division = rehearsal_begin(by=ann, format=format, players=8, rounds=None, every=every)
    release(division, ann)
    return division


def release(division: Division, ann: User) -> None:
    draw_make(division=division, by=ann)
    draw_confirm(division=division, by=ann, in_spite=True)
    draw_release(division=division, by=ann)


def after(seconds: float) -> datetime.datetime:
    return timezone.now() + datetime.timedelta(seconds=seconds)


def settled() -> int:
    return Match.objects.filter(state="settled").count()


def test_a_result_comes_every_few_seconds_until_the_round_is_played(ann: User) -> None:
    division = playing(ann)
    event_id, now = division.event_id, after(0)
    for number in range(1, 5):
        assert rehearsal_step(event_id=event_id, now=now) == 5
        assert settled() == number
        now += datetime.timedelta(seconds=5)
    assert rehearsal_step(event_id=event_id, now=now) is None
    assert division.rounds.count() == 1  # the next one is the director's

    release(division, ann)

    assert rehearsals_due(now=now) == [event_id]
    assert rehearsal_step(event_id=event_id, now=now) == 5
    assert settled() == 5


def test_nothing_is_entered_before_it_is_due_however_often_a_task_runs(ann: User) -> None:
    event_id, now = playing(ann).event_id, after(0)
    assert rehearsal_step(event_id=event_id, now=now) == 5
    for seconds in (0, 1, 4.9):
        again = now + datetime.timedelta(seconds=seconds)
        assert rehearsal_step(event_id=event_id, now=again) is None
        assert rehearsals_due(now=again) == []
    assert settled() == 1


def test_of_two_workers_with_one_message_one_enters_the_result(
    ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other has read that it is due, and claims it first."""
    event_id, now = playing(ann).event_id, after(0)
    module = "tournaments.events.services.rehearsal_pace"
    found = _coming

    def beaten(*asked: Any) -> Match | EventTable | None:
        monkeypatch.setattr(f"{module}._coming", found)
        assert rehearsal_step(event_id=event_id, now=now) == 5
        return found(*asked)

    monkeypatch.setattr(f"{module}._coming", beaten)
    assert rehearsal_step(event_id=event_id, now=now) is None
    assert settled() == 1


def test_a_worker_killed_before_the_result_has_only_lost_a_turn(
    ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    event_id, now = playing(ann).event_id, after(0)
    with monkeypatch.context() as patch:
        patch.setattr("tournaments.events.services.rehearsal_pace.match_play", _killed)
        with pytest.raises(KeyboardInterrupt):
            rehearsal_step(event_id=event_id, now=now)
    assert settled() == 0
    now += datetime.timedelta(seconds=5)
    assert rehearsals_due(now=now) == [event_id]
    assert rehearsal_step(event_id=event_id, now=now) == 5
    assert settled() == 1


def _killed(*_asked: object) -> None:
    raise KeyboardInterrupt


def test_a_director_who_was_quicker_stays_right(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    division = playing(ann)
    before = list(Match.objects.select_related("first", "second"))
    for match in before:
        match_report(match=match, by=ann, points=(5, 0), version=match.version, key=new_key())
    monkeypatch.setattr(
        "tournaments.events.services.rehearsal_pace._coming", lambda *_asked: before[0]
    )
    assert rehearsal_step(event_id=division.event_id, now=after(0)) == 5
    assert set(Match.objects.values_list("first_points", "second_points")) == {(5, 0)}


def test_a_released_bracket_is_played_to_its_end(ann: User) -> None:
    division, now = playing(ann, "single", every=30), after(0)
    while rehearsal_step(event_id=division.event_id, now=now) == 30:
        now += datetime.timedelta(seconds=30)
    assert settled() == 7
    assert Event.objects.get().is_open  # finishing is the director's


@pytest.mark.thorough
@pytest.mark.parametrize("format", ["club_night", "freeze_out"])
def test_tables_of_a_chouette_play_games_and_finish(
    ann: User, format: str, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        division = playing(ann, format)
    now = after(10)  # a first turn was made when the speed was set
    for _turn in range(100):
        with django_capture_on_commit_callbacks(execute=True):
            if rehearsal_step(event_id=division.event_id, now=now) is None:
                break
        now += datetime.timedelta(seconds=5)
    assert set(EventTable.objects.values_list("session__status", flat=True)) == {"ended"}
    assert Game.objects.count() >= EventTable.objects.count()


def test_a_game_that_the_director_has_begun_is_left_alone(ann: User) -> None:
    division = playing(ann, "freeze_out")
    tables = EventTable.objects.select_related("round__division__event__club", "session__club")
    for table in tables:
        assert table.session is not None
        table_start_game(table=table, by=ann, version=table.session.version, key=new_key())
    assert rehearsal_step(event_id=division.event_id, now=after(0)) is None


def test_it_stops_when_the_event_ends_or_the_rehearsal_is_deleted(ann: User) -> None:
    first, other = playing(ann), playing(ann)
    event_cancel(event=first.event, by=ann)
    assert rehearsals_due(now=after(0)) == [other.event_id]
    assert rehearsal_step(event_id=first.event_id, now=after(0)) is None
    with pytest.raises(Conflict, match="not running"):
        rehearsal_pace(event=first.event, by=ann, every=5)
    club_delete(club=other.event.club, by=ann)
    assert rehearsal_step(event_id=other.event_id, now=after(0)) is None
    assert rehearsals_due(now=after(0)) == []


def test_a_club_that_is_deleted_in_the_middle_of_a_step_is_no_error(
    ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    division = playing(ann)

    def deleted(*_asked: object) -> Match | None:
        match = Match.objects.first()
        club_delete(club=division.event.club, by=ann)
        return match

    monkeypatch.setattr("tournaments.events.services.rehearsal_pace._coming", deleted)
    assert rehearsal_step(event_id=division.event_id, now=after(0)) is None


def test_it_stops_after_an_hour_in_which_nothing_was_released(ann: User) -> None:
    event = rehearsal_begin(by=ann, format="swiss", players=8, rounds=None, every=5).event
    assert rehearsal_step(event_id=event.pk, now=after(IDLE.total_seconds() - 60)) is None
    assert rehearsals_due(now=after(0)) == [event.pk]
    beat = Event.objects.get().beat
    assert rehearsal_step(event_id=event.pk, now=after(IDLE.total_seconds() + 60)) is None
    event.refresh_from_db()
    assert (event.plays_every, event.plays_at) == (None, None)
    assert event.beat > beat  # the desk shows it
    assert rehearsals_due(now=after(0)) == []


def test_it_stops_after_a_day_without_the_director_whatever_is_open(ann: User) -> None:
    event_id = playing(ann).event_id
    ann.is_active = False
    ann.save()
    now = after(0)
    for hours in (1, 12, 23.9):
        later = now + datetime.timedelta(hours=hours)
        assert rehearsal_step(event_id=event_id, now=later) == 5  # nobody may enter anything
    assert rehearsal_step(event_id=event_id, now=now + ALONE * 1.01) is None
    assert Event.objects.get().plays_every is None
    assert settled() == 0


def test_who_enters_everything_gets_no_result_and_may_stop_and_go_on(ann: User) -> None:
    division = playing(ann, every=None)
    event_id = division.event_id
    assert rehearsal_step(event_id=event_id, now=after(60)) is None
    rehearsal_pace(event=division.event, by=ann, every=30)
    assert rehearsal_step(event_id=event_id, now=after(0)) == 30
    rehearsal_pace(event=division.event, by=ann, every=None)
    assert rehearsal_step(event_id=event_id, now=after(60)) is None
    rehearsal_pace(event=division.event, by=ann, every=5)
    assert rehearsal_step(event_id=event_id, now=after(0)) == 5
    assert settled() == 2


def test_a_club_that_is_no_rehearsal_is_never_touched(ann: User) -> None:
    division = playing(ann)
    Club.objects.update(is_rehearsal=False)
    assert rehearsals_due(now=after(60)) == []
    assert rehearsal_step(event_id=division.event_id, now=after(60)) is None
    event = Event.objects.select_related("club").get()
    with pytest.raises(Refused, match="Only a rehearsal"):
        rehearsal_pace(event=event, by=ann, every=5)
    assert settled() == 0


@pytest.mark.parametrize("role", Membership.Role)
def test_only_who_directs_sets_the_speed(ann: User, role: Membership.Role) -> None:
    event = playing(ann, every=None).event
    other = evenings.member(event.club, "Orla", role.value)
    if role in DIRECT:
        rehearsal_pace(event=event, by=other, every=5)
    else:
        with pytest.raises(NotAllowed):
            rehearsal_pace(event=event, by=other, every=5)
    event.refresh_from_db()
    assert (event.plays_every is None) == (role not in DIRECT)


def test_the_task_comes_again_after_so_many_seconds_and_the_wake_queues_it(
    ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    event_id = playing(ann).event_id
    asked: list[tuple[Any, Any]] = []
    monkeypatch.setattr(
        tasks.play_rehearsal,
        "apply_async",
        lambda args, kwargs=None, countdown=None, **_rest: asked.append((args, countdown)),
    )
    tasks.wake_rehearsals()
    assert asked == [((event_id,), None)]
    tasks.play_rehearsal(event_id)
    assert asked[1:] == [((event_id,), 5)]
    tasks.play_rehearsal(event_id)
    assert len(asked) == 2  # it was not due, so there is still one chain
    assert settled() == 1


def test_setting_a_speed_enters_the_first_result_at_once(
    ann: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    division = playing(ann, every=None)
    with django_capture_on_commit_callbacks(execute=True):
        rehearsal_pace(event=division.event, by=ann, every=30)
    assert settled() == 1


def test_after_the_release_of_a_round_the_first_result_waits_for_no_wake(
    ann: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    division = rehearsal_begin(by=ann, format="swiss", players=8, rounds=None, every=5)
    with django_capture_on_commit_callbacks(execute=True):
        release(division, ann)
    assert settled() == 1
