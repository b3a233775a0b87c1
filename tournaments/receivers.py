"""Receives the signals of the games app."""

from contextlib import suppress
from functools import partial

from django.db import transaction
from django.db.models import Q
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError

from games.models import Action, Board, Player, Session, User
from games.names.identity import identity
from games.names.lists import in_a_row
from games.signals import (
    board_changed,
    demo_made,
    player_anonymise_asked,
    player_anonymising,
    players_merging,
    players_parting,
    players_uniting,
    session_changed,
)
from tournaments.events.selectors.entered import plays_in
from tournaments.ladders.services.evenings import evening_stale
from tournaments.ladders.services.gathering import soon
from tournaments.leagues.services.separating import entries_part
from tournaments.leagues.services.uniting import entries_unite
from tournaments.models import Entry, EntryWish, RemovedEntry
from tournaments.record.services.access import require_one_person
from tournaments.results.services.board_results import board_count
from tournaments.signals import matches_changed, rehearsal_plays
from tournaments.tables.services.counting import table_count
from tournaments.tasks import (
    play_rehearsal,
    rebuild_leaderboard,
    refresh_match_ratings,
    refresh_ratings,
)


@receiver(session_changed, dispatch_uid="tournaments.ratings.leaderboard")
def results_changed(
    sender: object, *, session_id: int, club_id: int, results_changed: bool, **rest: object
) -> None:
    """Queue the leaderboards of a club whose results changed; other taps change none.

    The game is already recorded: without a broker the leaderboard is late, and the sweep updates
    it.
    """
    if results_changed:
        evening_stale(session_id=session_id)
        soon(rebuild_leaderboard, club_id)


@receiver(session_changed, dispatch_uid="tournaments.ratings")
def session_counts(
    sender: object, *, session_id: int, club_id: int, kind: str, **rest: object
) -> None:
    """Queue the ratings of a club when one of its sessions starts or stops counting.

    A running session does not count; its reopening has queued this already. Without a broker the
    ratings are late: the next task or the sweep finds what is stale.
    """
    if kind == Action.Kind.PLAY:
        return
    counts = ~Q(status=Session.Status.OPEN) | Q(evidence__isnull=False)
    if Session.objects.filter(counts, pk=session_id).exists():
        soon(refresh_ratings, club_id)


@receiver(player_anonymising, dispatch_uid="tournaments.home_clubs")
def home_clubs_forget(sender: object, *, player: Player, **rest: object) -> None:
    """Forget the home club of somebody who is made anonymous, and that they wanted to play."""
    RemovedEntry.objects.filter(player=player).delete()
    wishes = EntryWish.objects.filter(division__event__club=player.club_id)
    wishes.filter(Q(player=player) | Q(who=identity(player.name)[:120])).delete()
    theirs = Entry.objects.filter(Q(player=player) | Q(player__merged_into=player))
    theirs.exclude(home_club="").update(home_club="")


@receiver(player_anonymise_asked, dispatch_uid="tournaments.goes_on")
def goes_on_without_name(sender: object, *, player: Player, **rest: object) -> tuple[str, ...]:
    """Say where somebody goes on to play under the new name: nothing withdraws them."""
    titles = plays_in(player)
    if not titles:
        return ()
    text = _(
        "They go on playing in %(names)s under the new name: to end that, withdraw them there "
        "first."
    )
    return (text % {"names": in_a_row(titles)},)


@receiver(demo_made, dispatch_uid="tournaments.demo")
def demo_counts(sender: object, *, club_id: int, **rest: object) -> None:
    """Work the demo's figures out at once: whoever looks around does not wait for the worker."""
    for work in (rebuild_leaderboard, refresh_ratings, refresh_match_ratings):
        work(club_id)


@receiver(matches_changed, dispatch_uid="tournaments.match_ratings")
def matches_count(sender: object, *, club_id: int, **rest: object) -> None:
    """Queue the match ratings of a club in which a match was settled or corrected."""
    _queue_matches(club_id)


@receiver(rehearsal_plays, dispatch_uid="tournaments.rehearsals")
def rehearsal_goes_on(sender: object, *, event_id: int, seconds: int, **rest: object) -> None:
    """Queue the next result of a rehearsal. Without a broker the next wake does."""
    with suppress(OperationalError):
        play_rehearsal.apply_async((event_id,), countdown=seconds)


@receiver(post_save, sender=Player, dispatch_uid="tournaments.merged_players")
def player_merged(
    sender: object, *, instance: Player, update_fields: frozenset[str] | None = None, **rest: object
) -> None:
    """Queue the match ratings of a club after a merge of players or its undoing."""
    if update_fields and "merged_into" in update_fields:
        _queue_matches(instance.club_id)


def _queue_matches(club_id: int) -> None:
    transaction.on_commit(partial(soon, refresh_match_ratings, club_id))


@receiver(session_changed, dispatch_uid="tournaments.tables")
def table_changed(
    sender: object, *, session_id: int, results_changed: bool, kind: str, **rest: object
) -> None:
    """Count the event table of a session after changes of its games or its end."""
    if results_changed or kind in {Action.Kind.END, Action.Kind.REOPEN, Action.Kind.VOID}:
        table_count(session_id)


@receiver(board_changed, dispatch_uid="tournaments.online")
def board_ended(sender: object, *, board_id: int, status: str = "", **rest: object) -> None:
    """Let the result of a board that has ended stand in its match."""
    if status == Board.Status.ENDED:
        board_count(board_id=board_id)


@receiver(players_uniting, dispatch_uid="tournaments.one_entry")
def one_entry_remains(
    sender: object, *, player: Player, into: Player, by: User, **rest: object
) -> tuple[str, ...]:
    """Let one entry remain in each season in which both are entered."""
    return entries_unite(player=player, into=into, by=by)


@receiver(players_parting, dispatch_uid="tournaments.two_entries")
def two_entries_again(
    sender: object, *, player: Player, other: Player, by: User, **rest: object
) -> tuple[str, ...]:
    """Let each have their own in the seasons in which one entry remained."""
    return entries_part(player=player, other=other, by=by)


@receiver(players_merging, dispatch_uid="tournaments.two_people")
def met_each_other(sender: object, *, player: Player, into: Player, **rest: object) -> None:
    """Refuse to merge two players who were entered in one division or have met in a match."""
    require_one_person(player, into)
