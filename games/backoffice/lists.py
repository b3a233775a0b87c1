"""Lists of the admin that stay fast at any size: capped counts, prefix searches, seasons."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import ChangeList
from django.core.paginator import Paginator
from django.db import DataError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from games.backoffice.clubs import clubs_managed_by, of_own_clubs
from games.backoffice.local_times import times_localize
from games.ledger.figures import whole_read
from games.models import Season, Session

if TYPE_CHECKING:
    Pages = Paginator[Any]
else:
    Pages = Paginator

COUNTED: Final = 10_000
"""Rows that are counted and paged through; beyond that people search."""

EVENINGS: Final = 100
"""Sessions whose games, points and log rows a list shows."""

CHOICES: Final = 40
"""Clubs or seasons that a filter offers."""

ALL: Final = "all"
NO_SEASON: Final = "none"


UNSTORABLE: Final = (OverflowError, ValueError, DataError)
"""What a query raises for a number in the address that no column can hold."""


class CappedPaginator(Pages):
    """Stops counting after `COUNTED` rows."""

    @cached_property
    def count(self) -> int:
        """The number of rows, at most one more than `COUNTED`."""
        rows = self.object_list
        assert isinstance(rows, QuerySet)
        return rows.order_by().values("pk")[: COUNTED + 1].count()

    @property
    def is_capped(self) -> bool:
        return self.count > COUNTED

    @cached_property
    def num_pages(self) -> int:
        """The number of pages that can be reached."""
        return max(1, -(-min(self.count, COUNTED) // self.per_page))


class RowsList(ChangeList):
    """A change list that loads extra data for a page of rows at once, not row by row.

    It is called by what is in it.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if not self.is_popup:
            self.title = capfirst(str(self.opts.verbose_name_plural))

    def get_queryset(self, request: HttpRequest, *args: Any) -> "QuerySet[Any]":
        try:
            return super().get_queryset(request, *args)
        except UNSTORABLE as error:
            raise IncorrectLookupParameters(error) from error

    def get_results(self, request: HttpRequest) -> None:
        """Let the admin page load its extra data for the rows of this page."""
        try:
            super().get_results(request)
            self.result_list = list(self.result_list)
        except UNSTORABLE as error:
            raise IncorrectLookupParameters(error) from error
        self.model_admin.complete(self.result_list)  # type: ignore[attr-defined]
        times_localize(self.result_list, self.model_admin.club_path)  # type: ignore[attr-defined]


class ClubFilter(admin.SimpleListFilter):
    """One of the user's clubs; hidden for users with one club."""

    title = _("club")
    parameter_name = "club"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        self.path = model_admin.club_path
        clubs = clubs_managed_by(request.user).order_by("name", "pk")
        found = [(str(club.pk), club.name) for club in clubs[:CHOICES]]
        return found if len(found) > 1 else []

    def queryset(self, request: HttpRequest, queryset: "QuerySet[Any]") -> "QuerySet[Any]":
        """Keep the rows of that club; they are limited to the user's clubs already."""
        value = self.value()
        if value is None:
            return queryset
        key = whole_read(value)
        return queryset.none() if key is None else queryset.filter(**{self.path: key})


class LevelFilter(admin.SimpleListFilter):
    """The level of a game; the levels are fixed, so that no query looks for them."""

    title = _("level")
    parameter_name = "level"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("1", str(_("single"))), ("2", str(_("gammon"))), ("3", str(_("backgammon")))]

    def queryset(self, request: HttpRequest, queryset: "QuerySet[Any]") -> "QuerySet[Any]":
        value = self.value()
        return queryset.filter(level=value) if value in ("1", "2", "3") else queryset


class SeasonFilter(admin.SimpleListFilter):
    """The season of a list: the latest by default; or another one, none, or the latest evenings of
    all.

    The default is all where a season would hide evenings that are as recent: evenings of another
    club, or of no season.
    """

    title = _("season")
    parameter_name = "season"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Offer the seasons of the user's clubs, the latest first."""
        seasons = of_own_clubs(Season.objects.all(), request, "club").select_related("club")
        self.seasons = list(seasons.order_by("-starts_on", "-pk")[:CHOICES])
        clubs = {season.club_id for season in self.seasons}
        sessions = of_own_clubs(Session.objects.all(), request, "club")
        self.loose = sessions.filter(season__isnull=True).exists()
        self.is_one_club = len(clubs) == 1
        return [
            *(
                (str(one.pk), f"{one.name} · {one.club.name}" if len(clubs) > 1 else one.name)
                for one in self.seasons
            ),
            *([(NO_SEASON, str(_("Without a season")))] if self.loose else []),
            (ALL, str(_("All"))),
        ]

    def value(self) -> str:
        """The chosen season by key, or "all"."""
        chosen = super().value()
        if chosen is not None:
            return chosen
        return str(self.seasons[0].pk) if self.is_one_club and not self.loose else ALL

    def choices(self, changelist: ChangeList) -> Iterator[Any]:
        """Omit Django's own "all", which would select the default season."""
        for value, title in self.lookup_choices:
            yield {
                "selected": self.value() == str(value),
                "query_string": changelist.get_query_string({self.parameter_name: value}),
                "display": title,
            }

    def queryset(self, request: HttpRequest, queryset: "QuerySet[Any]") -> "QuerySet[Any]":
        value = self.value()
        if value == ALL:
            return queryset
        key = whole_read(value)
        if value == NO_SEASON:
            return queryset.filter(season__isnull=True)
        return queryset.none() if key is None else queryset.filter(season_id=key)


class EveningFilter(SeasonFilter):
    """The latest evenings of a season, or a single evening, for tables much larger than the
    sessions'.

    `session_path` leads from a row to its session. A single evening is written `e` and its key; the
    page of a session links to it.
    """

    title = _("evenings")

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Offer the seasons and the requested evening."""
        self.path = model_admin.session_path
        return super().lookups(request, model_admin)

    def choices(self, changelist: ChangeList) -> Iterator[Any]:
        """Add the chosen evening, if any."""
        yield from super().choices(changelist)
        if self.evening is not None:
            yield {"selected": True, "query_string": "", "display": _("one evening")}

    @property
    def evening(self) -> int | None:
        """The key of the requested evening."""
        value = self.value()
        return whole_read(value[1:]) if value[:1] == "e" else None

    def queryset(self, request: HttpRequest, queryset: "QuerySet[Any]") -> "QuerySet[Any]":
        """Keep the rows of these evenings."""
        if self.evening is not None:
            return queryset.filter(**{self.path: self.evening})
        sessions = of_own_clubs(Session.objects.all(), request, "club")
        value = self.value()
        if value != ALL:
            key = whole_read(value)
            if value == NO_SEASON:
                sessions = sessions.filter(season__isnull=True)
            elif key is None:
                return queryset.none()
            else:
                sessions = sessions.filter(season_id=key)
        latest = sessions.order_by("-played_on", "-pk").values_list("pk", flat=True)[:EVENINGS]
        return queryset.filter(**{f"{self.path}__in": list(latest)})
