"""Background tasks: projections follow the games."""

from contextlib import suppress

from celery import shared_task
from celery.signals import worker_ready
from django.utils import timezone
from kombu.exceptions import OperationalError

from tournaments.events.services.rehearsal_pace import rehearsal_step, rehearsals_due
from tournaments.ladders.services.differences import HEALERS
from tournaments.ladders.services.evenings import evenings_refresh
from tournaments.ladders.services.healing import figures_heal
from tournaments.ladders.services.official import official_lists_freeze
from tournaments.ladders.services.runs import (
    matches_follow,
    ratings_follow,
    rebuild,
    runs_delete_old,
    runs_mark_lost,
)
from tournaments.leagues.services.challenges import challenges_lapse
from tournaments.leagues.services.confirming import reports_confirm
from tournaments.leagues.services.cups import lates_lapse
from tournaments.leagues.services.reminders import reminders_send
from tournaments.leagues.services.telling import results_tell
from tournaments.leagues.services.webhooks import league_news_tell
from tournaments.record.services.passes import entry_passes_delete_old
from tournaments.results.services.board_results import boards_count
from tournaments.tables.services.catching_up import HEALER as TABLES
from tournaments.tables.services.news import levels_tell


@shared_task(name="tournaments.rebuild_leaderboard")
def rebuild_leaderboard(club_id: int) -> None:
    """Update a club's leaderboards from the evenings that changed."""
    evenings_refresh(club_id=club_id)


@shared_task(name="tournaments.refresh_ratings")
def refresh_ratings(club_id: int) -> None:
    """Update a club's ratings; it finds the changed sessions by itself."""
    ratings_follow(club_id=club_id)


@shared_task(name="tournaments.refresh_match_ratings")
def refresh_match_ratings(club_id: int) -> None:
    """Update a club's match ratings; it finds the changed results by itself."""
    matches_follow(club_id=club_id)


@shared_task(name="tournaments.rebuild_ratings")
def rebuild_ratings(run_id: int, club_id: int) -> None:
    """Rebuild one club's ratings as part of a run, so that several workers share it."""
    rebuild(run_id=run_id, club_id=club_id)


@shared_task(name="tournaments.heal_figures")
def heal_figures() -> None:
    """Repair all figures that differ from their games; other tasks get turns in between."""
    if not figures_heal(healers=(*HEALERS, TABLES)):
        heal_figures.delay()


@worker_ready.connect
def heal_at_start(**_rest: object) -> None:
    """Sweep when a worker starts: a new release may have other formulas."""
    with suppress(OperationalError):
        heal_figures.delay()


@shared_task(name="tournaments.freeze_lists")
def freeze_lists() -> None:
    """Do the nightly work: close seasons, freeze official lists, revoke passes of past events.

    Missed nights are caught up.
    """
    official_lists_freeze(now=timezone.now())
    runs_mark_lost(now=timezone.now())
    runs_delete_old(now=timezone.now())
    entry_passes_delete_old(now=timezone.now())


@shared_task(name="tournaments.tell_levels")
def tell_levels() -> None:
    """Notify event tables when the clock has begun a level or ended the round."""
    levels_tell(now=timezone.now())


@shared_task(name="tournaments.count_boards")
def count_boards() -> None:
    """Count boards online whose end was lost between the write and its news."""
    boards_count(now=timezone.now())


@shared_task(name="tournaments.confirm_reports")
def confirm_reports() -> None:
    """Confirm results that nobody has answered for some days, and decide what was not played in
    time: challenges of ladders, and matches of cups whose rule says so.
    """
    reports_confirm(now=timezone.now())
    challenges_lapse(now=timezone.now())
    lates_lapse(now=timezone.now())


@shared_task(name="tournaments.league_news")
def league_news() -> None:
    """Mail what leagues have to tell, once a day to each; runs every ten minutes."""
    reminders_send()


@shared_task(name="tournaments.league_webhooks")
def league_webhooks() -> None:
    """Store what leagues tell webhooks, and tell the devices of who is to confirm a result."""
    league_news_tell(now=timezone.now())
    results_tell(now=timezone.now())


@shared_task(name="tournaments.play_rehearsal")
def play_rehearsal(event_id: int) -> None:
    """Enter a rehearsal's next result, and come again; `wake_rehearsals` mends a broken chain."""
    seconds = rehearsal_step(event_id=event_id, now=timezone.now())
    if seconds is not None:
        play_rehearsal.apply_async((event_id,), countdown=seconds)


@shared_task(name="tournaments.wake_rehearsals")
def wake_rehearsals() -> None:
    """Go on with rehearsals that waited for a round, or whose worker was killed."""
    for event_id in rehearsals_due(now=timezone.now()):
        play_rehearsal.delay(event_id)
