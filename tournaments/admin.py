"""The back office's pages about ratings: state, runs, official lists."""

from typing import Any

import structlog
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from kombu.exceptions import OperationalError

from games.backoffice.clubs import is_superuser
from games.backoffice.lists import ClubFilter
from games.backoffice.scope import ScopedAdmin, ScopedInline
from games.models import Club
from games.web.sign_in import user_of
from tournaments.ladders.services.runs import largest_first, rebuilding_ask, runs_mark_lost
from tournaments.models import Difference, OfficialList, OfficialRow, RatingRun, RatingState
from tournaments.tasks import rebuild_ratings

logger = structlog.get_logger(__name__)


@admin.action(description=_("Rebuild the ratings from the log"))
def ratings_rebuild(
    page: ScopedAdmin[Any], request: HttpRequest, queryset: "QuerySet[RatingState]"
) -> None:
    """Ask for a rebuild of the selected clubs; the list of runs shows its progress."""
    clubs = list(Club.objects.filter(pk__in=queryset.order_by().values("club")))
    # Organizers cannot see a run for all, so they get one for each club.
    groups = [clubs] if is_superuser(request) else [[club] for club in clubs]
    try:
        for group in filter(None, groups):
            run = rebuilding_ask(clubs=group, by=user_of(request))
            for club in largest_first(group):
                rebuild_ratings.delay(run.pk, club.pk)
    except OperationalError as error:
        logger.warning("rebuild_not_queued", error=str(error))
        page.message_user(request, _("Nobody takes the work just now."), messages.ERROR)
        return
    sentence = ngettext(
        "The ratings of %(count)s club are being rebuilt: see the runs.",
        "The ratings of %(count)s clubs are being rebuilt: see the runs.",
        len(clubs),
    )
    page.message_user(request, sentence % {"count": len(clubs)}, messages.SUCCESS)


@admin.register(RatingState)
class RatingStateAdmin(ScopedAdmin[RatingState]):
    """The state of each club's ratings."""

    list_display = ("club", "played_on", "sessions", "games", "matches", "spread", "written_at")
    list_filter = (ClubFilter,)
    list_select_related = ("club",)
    ordering = ("club__name", "pk")
    fields = readonly_fields = (
        "club",
        "played_on",
        "sessions",
        "games",
        "matches",
        "spread",
        "written_at",
        "generation",
        "rebuilt_in",
    )
    actions = (ratings_rebuild,)

    @admin.display(description=_("spread"))
    def spread(self, state: RatingState) -> str:
        """Return the club's spread: variance, correlation, and between its players."""
        if state.tau is None:
            return ""
        one = state.spread
        return f"σ² {one.sigma2:.2f} · ρ {one.rho:.2f} · τ {one.tau:.3f}"


@admin.register(RatingRun)
class RatingRunAdmin(ScopedAdmin[RatingRun]):
    """Runs: progress, duration and errors; kept for 30 days."""

    list_display = (
        "asked_at",
        "kind",
        "club",
        "state",
        "progress",
        "sessions",
        "games",
        "matches",
        "duration",
        "error",
    )
    list_filter = ("state", "kind", ClubFilter)
    list_select_related = ("club",)
    ordering = ("-pk",)

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """Show the runs, after marking those without a worker as failed."""
        runs_mark_lost(now=timezone.now())
        return super().changelist_view(request, extra_context)

    @admin.display(description=_("clubs done"))
    def progress(self, run: RatingRun) -> str:
        return _("%(done)s of %(total)s") % {"done": run.done, "total": run.total}

    @admin.display(description=_("took"))
    def duration(self, run: RatingRun) -> str:
        if run.started_at is None or run.finished_at is None:
            return ""
        return f"{(run.finished_at - run.started_at).total_seconds():.2f} s"


@admin.register(Difference)
class DifferenceAdmin(ScopedAdmin[Difference]):
    """Figures being recalculated, with progress and errors."""

    list_display = ("found_at", "club", "figure", "progress", "tries", "error")
    list_filter = ("figure", ClubFilter)
    list_select_related = ("club",)
    ordering = ("found_at", "pk")

    @admin.display(description=_("done"))
    def progress(self, difference: Difference) -> str:
        return _("%(done)s of %(total)s") % {"done": difference.done, "total": difference.total}


class OfficialRowInline(ScopedInline):
    """The lines of an official list."""

    model = OfficialRow
    fields = readonly_fields = (
        "place",
        "player",
        "figure",
        "games",
        "is_wide",
        "points_place",
        "in_points",
    )
    ordering = ("pk",)

    @admin.display(description=_("skill"))
    def figure(self, row: OfficialRow) -> str:
        return f"{row.estimate.figure:.0f}"

    @admin.display(description=_("points"))
    def in_points(self, row: OfficialRow) -> str:
        return f"{row.points / 100:+g}"

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related("player")


@admin.register(OfficialList)
class OfficialListAdmin(ScopedAdmin[OfficialList]):
    """Frozen lists."""

    list_display = ("day", "kind", "club", "season", "frozen_at")
    list_filter = ("kind", ClubFilter)
    list_select_related = ("club", "season")
    ordering = ("-day", "-pk")
    inlines = (OfficialRowInline,)
