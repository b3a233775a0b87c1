"""The back office's pages about matches, and about ratings: state, runs, official lists."""

import secrets
from abc import abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import structlog
from django import forms
from django.contrib import admin, messages
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from kombu.exceptions import OperationalError

from games.backoffice.clubs import is_superuser
from games.backoffice.decide import DecidingAdmin
from games.backoffice.forms import ReasonForm
from games.backoffice.lists import ClubFilter
from games.backoffice.pages.record import players_like
from games.backoffice.scope import ScopedAdmin, ScopedInline
from games.decisions.kinds.deciding import Decision
from games.decisions.services.effects import Effect, EffectLine
from games.models import Club, User
from games.permissions import Reader
from games.record.log.origins import Sender
from games.web.sign_in import user_of
from tournaments.errors import CorrectionReaches
from tournaments.formats.effects import NOTHING
from tournaments.formats.effects import Effect as StepEffect
from tournaments.ladders.services.runs import largest_first, rebuilding_ask, runs_mark_lost
from tournaments.models import (
    Difference,
    Match,
    MatchStep,
    OfficialList,
    OfficialRow,
    RatingRun,
    RatingState,
    Round,
)
from tournaments.pages.presenters.reaches import reached
from tournaments.results.services import results
from tournaments.tasks import rebuild_ratings

logger = structlog.get_logger(__name__)


class ResultForm(ReasonForm):
    """The points of both, and why."""

    first_points = forms.IntegerField(min_value=0, max_value=999)
    second_points = forms.IntegerField(min_value=0, max_value=999)

    def prepare(self) -> None:
        """Name the two, and begin with what stands there."""
        for match in self.rows:
            for side, name in enumerate(("first", "second")):
                field = self.fields[f"{name}_points"]
                field.label = str(getattr(match, name))
                if match.outcome == Match.Outcome.PLAYED:
                    field.initial = (match.first_points, match.second_points)[side]


class WalkoverForm(ReasonForm):
    """Who has lost without play, and why."""

    loser = forms.ChoiceField(label=_("Who did not come, or resigns?"))

    def prepare(self) -> None:
        """Offer the two."""
        for match in self.rows:
            field = self.fields["loser"]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [("0", str(match.first)), ("1", str(match.second))]


class _TakenBack(Exception):
    """Rolls back the trial behind a preview."""


class MatchDecision(Decision):
    """A decision about one match, through the services of the director's desk."""

    many = False

    def offered(self, row: Match) -> bool:
        is_out = row.round is None or row.round.state == Round.State.RELEASED
        return is_out and bool(row.first_id and row.second_id)

    def state(self, row: Match) -> str:
        """A match has changed if its version has; so has what it does to others, with the event."""
        event = None if row.round is None else row.round.division.event
        return f"{row.pk}v{row.version}" + ("" if event is None else f"b{event.beat}")

    def apply(self, row: Match, by: User, data: dict[str, Any], origin: Sender | None) -> None:
        """Do it; what it changes further on stood in the preview."""
        self._done(row, by, data)

    def _done(self, row: Match, by: User, data: dict[str, Any]) -> StepEffect:
        """Do it, and return what it changes further on."""
        key = f"office-{secrets.token_hex(8)}"
        try:
            self.do(row, by, data, key)
        except CorrectionReaches as reach:
            self.do(row, by, data, key, reach.effect.digest)
            return reach.effect
        return NOTHING

    @abstractmethod
    def do(self, match: Match, by: User, data: dict[str, Any], key: str, seen: str = "") -> None:
        """Call the service; `seen` is the digest of the effect that the preview showed."""

    def effect(
        self, rows: Sequence[Match], by: User, data: dict[str, Any], fresh: Callable[[], Any]
    ) -> Effect:
        """Show this match and the later ones as they are and as they would be; and who moves."""
        before = after = _picture(rows)
        notes = list[str]()
        with suppress(_TakenBack), transaction.atomic():
            for row in fresh():
                found = self._done(row, by, data)
                if found.moved:
                    notes += reached(found, Reader.of(by, row.club)).lines
            after = _picture(rows)
            raise _TakenBack
        own = {row.pk for row in rows}
        lines = (
            EffectLine(label, before[pk][1], now)
            for pk, (label, now) in after.items()
            if pk in own or before[pk][1] != now
        )
        return Effect(tuple(lines), notes=tuple(notes))


class MatchResult(MatchDecision):
    """Enter a result, or put it right."""

    slug = "result"
    label = _("Enter or correct the result")
    explanation = _(
        "It counts at once: standings, brackets and ratings follow. The reason stands in the "
        "match’s history."
    )

    def do(self, match: Match, by: User, data: dict[str, Any], key: str, seen: str = "") -> None:
        points = (data["first_points"], data["second_points"])
        said: dict[str, Any] = {
            "match": match,
            "by": by,
            "points": points,
            "version": match.version,
            "key": key,
        }
        if match.state == Match.State.OPEN:
            results.match_report(**said, seen=seen, reason=data["reason"])
        else:
            results.match_correct(**said, seen=seen, reason=data["reason"])


class MatchWalkover(MatchDecision):
    """One of the two wins without play."""

    slug = "walkover"
    label = _("Walkover")
    explanation = _("One of the two wins without play. The match is not rated.")

    def do(self, match: Match, by: User, data: dict[str, Any], key: str, seen: str = "") -> None:
        results.match_forfeit(
            match=match,
            by=by,
            loser=int(data["loser"]),
            reason=data["reason"],
            version=match.version,
            key=key,
            seen=seen,
        )


class MatchNeither(MatchDecision):
    """Neither of the two came."""

    slug = "neither"
    label = _("Neither came")
    explanation = _("Both lose, and nobody gets a win. The match is not rated.")

    def do(self, match: Match, by: User, data: dict[str, Any], key: str, seen: str = "") -> None:
        results.match_no_show(
            match=match,
            by=by,
            reason=data["reason"],
            version=match.version,
            key=key,
            seen=seen,
        )


def _picture(rows: Sequence[Match]) -> dict[int, tuple[str, str]]:
    """Return the matches of these divisions: which it is, and who meets whom, with the score."""
    matches = Match.objects.select_related("first", "second", "round")
    divisions = {row.round.division_id for row in rows if row.round is not None}
    of_rows = Q(pk__in=[row.pk for row in rows]) | Q(round__division__in=divisions)
    return {
        match.pk: (
            _label(match),
            f"{match.first or '…'} – {match.second or '…'} {_score(match)}".strip(),
        )
        for match in matches.filter(of_rows).order_by("round__number", "position")
    }


def _label(match: Match) -> str:
    where = "" if match.round is None else str(match.round)
    return where if match.board is None else f"{where} · {_('table')} {match.board}"


def _score(match: Match) -> str:
    if match.outcome == Match.Outcome.PLAYED:
        return " : ".join(match.figures)
    return str(match.get_outcome_display()) if match.outcome else ""


class MatchStepInline(ScopedInline):
    """The history of a match."""

    model = MatchStep
    fields = readonly_fields = ("sequence", "created_at", "kind", "sender", "payload")
    ordering = ("sequence",)

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related("sender")


@admin.register(Match)
class MatchAdmin(DecidingAdmin[Match]):
    """Matches of events and by themselves, the latest first."""

    list_display = ("played_on", "event", "round", "board", "first", "second", "result", "state")
    list_display_links = ("played_on", "first", "second")
    list_filter = ("state", ClubFilter)
    list_select_related = ("club", "round__division__event", "first", "second")
    search_help_text = _("How a player's name begins, or a match's identifier.")
    search_exact = ("public_id",)
    ordering = ("-played_on", "-pk")
    fields = (
        "public_id",
        ("club", "event"),
        ("round", "board", "length"),
        ("first", "second", "result"),
        ("state", "reason", "is_rated"),
        "played_on",
    )
    readonly_fields = ("event", "result")
    inlines = (MatchStepInline,)
    decisions = (MatchResult, MatchWalkover, MatchNeither)
    forms = {MatchResult: ResultForm, MatchWalkover: WalkoverForm}

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Match]":
        """Leave drafts out, and the games, which no list shows."""
        found = super().get_queryset(request).select_related(*self.list_select_related)
        out = Q(round=None) | Q(round__state=Round.State.RELEASED)
        return found.filter(out).defer("clock")

    def search_condition(self, request: HttpRequest, term: str) -> Q:
        """Search by identifier or player."""
        players = players_like(request, self, term)
        condition = super().search_condition(request, term)
        return condition | Q(first__in=players) | Q(second__in=players)

    def links(self, row: Match | None) -> list[tuple[str, str | Promise]]:
        """Lead to the desk and to the match's page."""
        if row is None:
            return []
        found: list[tuple[str, str | Promise]] = [
            (reverse("match", args=[row.public_id]), _("Open the match’s page"))
        ]
        if row.round is not None:
            event = row.round.division.event
            found.insert(0, (reverse("event_direct", args=[event.public_id]), _("To the desk")))
        return found

    @admin.display(description=_("event"))
    def event(self, match: Match) -> str:
        return "" if match.round is None else match.round.division.event.title

    @admin.display(description=_("result"))
    def result(self, match: Match) -> str:
        return _score(match)


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
        page.message_user(
            request, _("The background worker is not running. Try again later."), messages.ERROR
        )
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
