"""Lists of the admin that answer at once whatever the size: capped counts, prefixes, seasons."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property
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
"""Rows that are counted and can be paged through; who looks for more searches."""

EVENINGS: Final = 100
"""Sessions whose games, points and rows of the log a list shows."""

CHOICES: Final = 40
"""Clubs or seasons that a filter offers."""

ALL: Final = "all"
NO_SEASON: Final = "none"


class CappedPaginator(Pages):
    """Counts no further than somebody would leaf."""

    @cached_property
    def count(self) -> int:
        """How many rows there are, at most one more than `COUNTED`."""
        rows = self.object_list
        assert isinstance(rows, QuerySet)
        return rows.order_by().values("pk")[: COUNTED + 1].count()

    @property
    def is_capped(self) -> bool:
        """Tell whether there are more than were counted."""
        return self.count > COUNTED

    @cached_property
    def num_pages(self) -> int:
        """How many pages can be leafed through."""
        return max(1, -(-min(self.count, COUNTED) // self.per_page))


class RowsList(ChangeList):
    """A change list whose page of rows is completed in one go, not row by row."""

    def get_results(self, request: HttpRequest) -> None:
        """Let the admin look up what it says about all rows of the page."""
        super().get_results(request)
        self.result_list = list(self.result_list)
        self.model_admin.complete(self.result_list)  # type: ignore[attr-defined]
        times_localize(self.result_list, self.model_admin.club_path)  # type: ignore[attr-defined]


class ClubFilter(admin.SimpleListFilter):
    """One of the reader's clubs; not there for who has one."""

    title = _("club")
    parameter_name = "club"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Offer his clubs."""
        self.path = model_admin.club_path
        clubs = clubs_managed_by(request.user).order_by("name", "pk")
        found = [(str(club.pk), club.name) for club in clubs[:CHOICES]]
        return found if len(found) > 1 else []

    def queryset(self, request: HttpRequest, queryset: "QuerySet[Any]") -> "QuerySet[Any]":
        """Leave the rows of that club; the list is that of his clubs already."""
        value = self.value()
        if value is None:
            return queryset
        key = whole_read(value)
        return queryset.none() if key is None else queryset.filter(**{self.path: key})


class LevelFilter(admin.SimpleListFilter):
    """How high a game was won; the levels are known without looking through all games."""

    title = _("level")
    parameter_name = "level"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Offer the three levels."""
        return [("1", str(_("single"))), ("2", str(_("gammon"))), ("3", str(_("backgammon")))]

    def queryset(self, request: HttpRequest, queryset: "QuerySet[Any]") -> "QuerySet[Any]":
        """Leave the games of that level."""
        value = self.value()
        return queryset.filter(level=value) if value in ("1", "2", "3") else queryset


class SeasonFilter(admin.SimpleListFilter):
    """The season a list opens at: the latest; or another one, none, or the latest evenings of all.

    It opens at all where a season would hide what is as new: evenings of another club, or evenings
    that belong to no season.
    """

    title = _("season")
    parameter_name = "season"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Offer the seasons of his clubs, the latest first."""
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
        """The season that is chosen, by key, or all."""
        chosen = super().value()
        if chosen is not None:
            return chosen
        return str(self.seasons[0].pk) if self.is_one_club and not self.loose else ALL

    def choices(self, changelist: ChangeList) -> Iterator[Any]:
        """Offer no second "all", which would be the season again."""
        for value, title in self.lookup_choices:
            yield {
                "selected": self.value() == str(value),
                "query_string": changelist.get_query_string({self.parameter_name: value}),
                "display": title,
            }

    def queryset(self, request: HttpRequest, queryset: "QuerySet[Any]") -> "QuerySet[Any]":
        """Leave the sessions of that season."""
        value = self.value()
        if value == ALL:
            return queryset
        key = whole_read(value)
        if value == NO_SEASON:
            return queryset.filter(season__isnull=True)
        return queryset.none() if key is None else queryset.filter(season_id=key)


class EveningFilter(SeasonFilter):
    """The latest evenings of a season, for what is many times as many as sessions; or one of them.

    Rows lead to their session by `session_path` of the admin. One evening is written `e` and its
    key; the page of a session leads there.
    """

    title = _("evenings")

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Offer seasons, as for sessions, and the evening that was asked for."""
        self.path = model_admin.session_path
        return super().lookups(request, model_admin)

    def choices(self, changelist: ChangeList) -> Iterator[Any]:
        """Say that it is one evening, where it is."""
        yield from super().choices(changelist)
        if self.evening is not None:
            yield {"selected": True, "query_string": "", "display": _("one evening")}

    @property
    def evening(self) -> int | None:
        """The key of the one evening that was asked for."""
        value = self.value()
        return whole_read(value[1:]) if value[:1] == "e" else None

    def queryset(self, request: HttpRequest, queryset: "QuerySet[Any]") -> "QuerySet[Any]":
        """Leave the rows of so many evenings."""
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
