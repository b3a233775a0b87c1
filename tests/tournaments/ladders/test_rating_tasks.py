"""Work on ratings: queued when a session counts or no longer does, rebuilt, written down."""

import datetime
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone

from games.errors import NotAllowed
from games.models import Club, User
from tests import evenings
from tests.evenings import MONDAY, Evening
from tournaments import receivers
from tournaments.ladders.services import runs
from tournaments.ladders.services.skills import ratings_refresh
from tournaments.models import RatingRun, RatingState, SkillRating
from tournaments.tasks import refresh_ratings

pytestmark = pytest.mark.django_db


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The clubs whose ratings were queued."""
    clubs: list[int] = []
    monkeypatch.setattr(
        receivers,
        "soon",
        lambda task, number: clubs.append(number) if task is refresh_ratings else None,
    )
    return clubs


def test_a_session_is_rated_when_it_ends_and_no_tap_before_queues_anything(
    queued: list[int], django_capture_on_commit_callbacks: Any
) -> None:
    club = evenings.club()
    with django_capture_on_commit_callbacks(execute=True):
        evening = Evening(club).game(Bob=-1)
    assert queued == []
    with django_capture_on_commit_callbacks(execute=True):
        evening.end()
    assert queued == [club.pk]


def test_one_that_counted_is_queued_again_when_it_is_reopened_or_void(
    queued: list[int], django_capture_on_commit_callbacks: Any
) -> None:
    club = evenings.club()
    evening = Evening(club).game(Bob=-1).end()
    ratings_refresh(club_id=club.pk)
    for change in (evening.reopen, evening.void):
        queued.clear()
        with django_capture_on_commit_callbacks(execute=True):
            change()
        assert queued == [club.pk]


@pytest.mark.django_db(transaction=True)
def test_an_ended_session_stands_in_the_list_by_itself_and_leaves_it_when_void() -> None:
    evening = Evening(evenings.club()).game(Bob=-1).end()
    assert SkillRating.objects.count() == 3
    assert RatingRun.objects.get().games == 1
    evening.void()
    assert SkillRating.objects.count() == 0


def test_a_refresh_that_finds_nothing_leaves_no_run() -> None:
    club = evenings.club()
    Evening(club).game(Bob=-1).end()
    refresh_ratings(club.pk)
    refresh_ratings(club.pk)
    run = RatingRun.objects.get()
    assert (run.kind, run.state, run.sessions, run.games) == ("change", "done", 1, 1)
    assert run.started_at is not None
    assert run.finished_at is not None


def test_what_went_wrong_is_written_down_and_the_old_figures_stay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = evenings.club()
    Evening(club, day=MONDAY).game(Bob=-1).end()
    refresh_ratings(club.pk)
    before = list(SkillRating.objects.order_by("row").values_list("player", "skill"))
    Evening(club).game(Bob=-1).end()

    def fail(*_args: Any) -> None:
        raise RuntimeError("no room on the disk")

    monkeypatch.setattr("tournaments.ladders.services.skills._list_write", fail)
    with pytest.raises(RuntimeError):
        refresh_ratings(club.pk)
    run = RatingRun.objects.latest("pk")
    assert (run.state, run.error) == ("failed", "RuntimeError: no room on the disk")
    assert list(SkillRating.objects.order_by("row").values_list("player", "skill")) == before


def test_the_command_rebuilds_all_clubs_and_says_how_fast(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for slug in ("tuesday", "other"):
        Evening(evenings.club(slug)).game(Bob=-1).end()
    call_command("ratings_rebuild", workers=1)
    assert "2 clubs, 2 games" in capsys.readouterr().out
    run = RatingRun.objects.get()
    assert (run.kind, run.state, run.done, run.total, run.games) == ("rebuild", "done", 2, 2, 2)
    assert run.club is None
    call_command("ratings_rebuild", "--club", "other", "--workers", "1")
    assert RatingRun.objects.latest("pk").club == Club.objects.get(slug="other")


def test_the_command_names_a_club_it_does_not_know() -> None:
    with pytest.raises(CommandError, match="nowhere"):
        call_command("ratings_rebuild", "--club", "nowhere")


def test_a_task_that_comes_twice_counts_once() -> None:
    clubs = [evenings.club("one"), evenings.club("two")]
    run = runs.rebuilding_ask(clubs=clubs, by=None)
    for club in (clubs[0], clubs[0], clubs[1]):
        runs.rebuild(run_id=run.pk, club_id=club.pk)
    run.refresh_from_db()
    assert (run.done, run.total, run.state) == (2, 2, "done")


def test_one_club_that_fails_leaves_the_others_their_rebuilding(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = evenings.club("one"), evenings.club("two")
    real = runs.ratings_refresh

    def refresh(*, club_id: int, **rest: Any) -> Any:
        if club_id == first.pk:
            raise RuntimeError("broken")
        return real(club_id=club_id, **rest)

    monkeypatch.setattr(runs, "ratings_refresh", refresh)
    with pytest.raises(CommandError, match="broken"):
        call_command("ratings_rebuild", workers=1)
    run = RatingRun.objects.get()
    assert (run.state, run.done) == ("failed", 2)
    assert RatingState.objects.filter(club=second, rebuilt_in=run).exists()


def test_only_organizers_ask_for_a_rebuilding() -> None:
    club = evenings.club()
    with pytest.raises(NotAllowed):
        runs.rebuilding_ask(clubs=[club], by=evenings.member(club, "Dirk", "director"))
    assert runs.rebuilding_ask(clubs=[club], by=evenings.user("Olga")).state == "queued"


def test_runs_are_forgotten_after_a_month() -> None:
    club = evenings.club()
    run = runs.rebuilding_ask(clubs=[club], by=None)
    runs.runs_delete_old(now=timezone.now() + datetime.timedelta(days=29))
    assert RatingRun.objects.filter(pk=run.pk).exists()
    runs.runs_delete_old(now=timezone.now() + datetime.timedelta(days=31))
    assert not RatingRun.objects.exists()


def test_an_organizer_rebuilds_in_the_back_office_and_sees_how_it_went(client: Any) -> None:
    club, hidden = evenings.club(), evenings.club("hidden")
    hidden.memberships.all().delete()
    for one in (club, hidden):
        evening = Evening(one) if one is club else None
        if evening:
            evening.game(Bob=-1).end()
        ratings_refresh(club_id=one.pk)
    client.force_login(evenings.user("Olga"), backend="games.backends.AccountBackend")
    states = reverse("admin:tournaments_ratingstate_changelist")
    page = client.get(states)
    assert "Tuesday" in page.content.decode()
    assert "Hidden" not in page.content.decode()
    both = [club.pk, hidden.pk]
    answer = client.post(states, {"action": "ratings_rebuild", "_selected_action": both})
    assert answer.status_code == 302
    run = RatingRun.objects.get(kind="rebuild")
    assert (run.club, run.state, run.games, run.asked_by) == (
        club,
        "done",
        1,
        evenings.user("Olga"),
    )
    listed = client.get(reverse("admin:tournaments_ratingrun_changelist")).content.decode()
    assert "1 of 1" in listed


def test_a_superuser_rebuilds_several_clubs_in_one_run(client: Any) -> None:
    clubs = [evenings.club("one"), evenings.club("two")]
    for club in clubs:
        ratings_refresh(club_id=club.pk)
    root = User.objects.create_superuser("root@example.org", name="Root")
    client.force_login(root, backend="games.backends.AccountBackend")
    client.post(
        reverse("admin:tournaments_ratingstate_changelist"),
        {"action": "ratings_rebuild", "_selected_action": [club.pk for club in clubs]},
    )
    run = RatingRun.objects.get(kind="rebuild")
    assert (run.done, run.total, run.state) == (2, 2, "done")


def silent(run: RatingRun, minutes: int, state: str = "running") -> None:
    """Let a run have shown its last sign of life so long ago."""
    then = timezone.now() - datetime.timedelta(minutes=minutes)
    RatingRun.objects.filter(pk=run.pk).update(state=state, started_at=then, seen_at=then)
    run.refresh_from_db()


def test_a_run_whose_workers_are_gone_has_failed_and_says_since_when() -> None:
    club = evenings.club()
    lost, alive, waiting = (runs.rebuilding_ask(clubs=[club], by=None) for _ in range(3))
    silent(lost, 16)
    silent(alive, 14)
    assert runs.runs_mark_lost(now=timezone.now()) == 1
    for run in (lost, alive, waiting):
        run.refresh_from_db()
    assert (lost.state, alive.state, waiting.state) == ("failed", "running", "queued")
    assert lost.seen_at is not None
    assert f"{lost.seen_at:%Y-%m-%d %H:%M}" in lost.error
    assert lost.finished_at is not None
    assert runs.runs_mark_lost(now=timezone.now()) == 0


def test_each_club_that_is_begun_is_a_sign_of_life() -> None:
    clubs = [evenings.club("one"), evenings.club("two")]
    run = runs.rebuilding_ask(clubs=clubs, by=None)
    runs.rebuild(run_id=run.pk, club_id=clubs[0].pk)
    silent(run, 60)
    runs.rebuild(run_id=run.pk, club_id=clubs[0].pk)  # done already, but somebody is there
    run.refresh_from_db()
    assert run.seen_at is not None
    assert timezone.now() - run.seen_at < datetime.timedelta(minutes=1)


def test_a_run_that_was_thought_lost_goes_on_when_its_work_comes_back() -> None:
    clubs = [evenings.club("one"), evenings.club("two")]
    run = runs.rebuilding_ask(clubs=clubs, by=None)
    runs.rebuild(run_id=run.pk, club_id=clubs[0].pk)
    silent(run, 60)
    runs.runs_mark_lost(now=timezone.now())
    runs.rebuild(run_id=run.pk, club_id=clubs[1].pk)
    run.refresh_from_db()
    assert (run.state, run.done, run.error) == ("done", 2, "")


def test_what_else_went_wrong_in_a_lost_run_is_kept() -> None:
    clubs = [evenings.club("one"), evenings.club("two")]
    run = runs.rebuilding_ask(clubs=clubs, by=None)
    silent(run, 60)
    RatingRun.objects.filter(pk=run.pk).update(error="7: RuntimeError: broken", done=1)
    runs.runs_mark_lost(now=timezone.now())
    runs.rebuild(run_id=run.pk, club_id=clubs[1].pk)
    run.refresh_from_db()
    assert (run.state, run.error) == ("failed", "7: RuntimeError: broken")


def test_the_back_office_shows_that_a_run_was_lost(client: Any) -> None:
    run = runs.rebuilding_ask(clubs=[evenings.club()], by=None)
    silent(run, 60)
    client.force_login(evenings.user("Olga"), backend="games.backends.AccountBackend")
    page = client.get(reverse("admin:tournaments_ratingrun_changelist")).content.decode()
    assert "no worker has been at it since" in page
