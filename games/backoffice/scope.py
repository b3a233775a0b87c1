"""What every page of the admin obeys: organizers see their own clubs, and services do the writing.

Whatever is registered here inherits `ScopedAdmin`, and its inlines `ScopedInline`; the site takes
nothing else.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar
from zoneinfo import ZoneInfo

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Field, Model, Q, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import SimpleTemplateResponse
from django.utils import timezone

from games.backoffice.clubs import is_superuser, may_enter, of_own_clubs
from games.backoffice.lists import CappedPaginator, RowsList
from games.backoffice.local_times import time_zone_path
from games.errors import ServiceError
from games.models.names import begins_with
from games.record.log.writing import Sender
from games.rules.chouette import ChouetteError

if TYPE_CHECKING:
    Base = admin.ModelAdmin
    TabularInline = admin.TabularInline[Any, Any]
else:

    class Base(admin.ModelAdmin):
        """The same class; only the stubs know that it takes a model."""

        def __class_getitem__(cls, model: Any) -> Any:
            return cls

    TabularInline = admin.TabularInline

Row = TypeVar("Row", bound=Model)


def sender_of(request: HttpRequest) -> Sender:
    """Where a decision came from."""
    return Sender(request.META.get("REMOTE_ADDR"), request.headers.get("User-Agent", "")[:200])


class OwnChoices:
    """Offers in forms only what the reader may see; the fields refuse all else, too."""

    admin_site: admin.AdminSite

    def formfield_for_dbfield(
        self, db_field: "Field[Any, Any]", request: HttpRequest, **kwargs: Any
    ) -> Any:
        """Let every relation choose among the rows that its own admin page would list."""
        if db_field.is_relation and "queryset" not in kwargs:
            model: Any = db_field.related_model
            page = self.admin_site._registry.get(model)
            rows = model._default_manager.none() if page is None else page.get_queryset(request)
            kwargs["queryset"] = rows
        return super().formfield_for_dbfield(db_field, request, **kwargs)  # type: ignore[misc]


class ScopedAdmin(OwnChoices, Base[Row]):
    """Shows the rows of one's own clubs; `club_path` leads from a row to its club.

    Without a path the page is for superusers. Nothing can be added or changed unless the class
    says so and has a service for it (`write`); nothing is ever deleted: players are retired,
    games and sessions are void, accounts are locked.
    """

    club_path: str | None = "club"
    session_path = "session"
    addable = False
    changeable = False
    search_prefix: Sequence[str] = ()
    """Folded columns, with an index each, that begin with what is searched for."""
    search_exact: Sequence[str] = ()
    """Columns that are what is searched for."""

    paginator = CappedPaginator
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    list_per_page = 50
    list_max_show_all = 50
    sortable_by: ClassVar[tuple[str, ...]] = ()
    view_on_site = False

    # -- what is seen

    def get_queryset(self, request: HttpRequest) -> QuerySet[Row]:
        """Return the rows of the clubs that who asks organizes."""
        rows = super().get_queryset(request)
        if self.club_path is None:
            return rows if is_superuser(request) else rows.none()
        return of_own_clubs(rows, request, self.club_path)

    def get_search_results(
        self, request: HttpRequest, queryset: "QuerySet[Any]", search_term: str
    ) -> "tuple[QuerySet[Any], bool]":
        """Search by what an index finds: how a name begins, or an identifier as a whole."""
        term = search_term.strip()
        if not term:
            return queryset, False
        return queryset.filter(self.search_condition(request, term)), False

    def search_condition(self, request: HttpRequest, term: str) -> Q:
        """Return what a search looks for."""
        condition = Q(pk__in=())
        for path in self.search_prefix:
            condition |= begins_with(path, term)
        for path in self.search_exact:
            condition |= Q(**{path: term})
        return condition

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        """Use a list that completes its rows in one go."""
        return RowsList

    def complete(self, rows: Sequence[Any]) -> None:
        """Look up what the list says of these rows beyond their columns."""

    # -- who may

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Let in whom the site lets in."""
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Row | None = None) -> bool:
        """Let him see rows of his clubs."""
        if not (is_superuser(request) if self.club_path is None else may_enter(request)):
            return False
        return obj is None or self.get_queryset(request).filter(pk=obj.pk).exists()

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Let nobody add, unless there is a service for it."""
        return self.addable and self.has_view_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Row | None = None) -> bool:
        """Let nobody change, unless there is a service for it."""
        return self.changeable and self.has_view_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Row | None = None) -> bool:
        """Let nobody delete."""
        return False

    # -- what is written, and by whom

    def get_inline_instances(self, request: HttpRequest, obj: Row | None = None) -> Any:
        """Show inlines to be read; of what is sent they take nothing."""
        if request.method == "POST":
            return []
        return super().get_inline_instances(request, obj)

    def write(
        self, request: HttpRequest, obj: Row, form: "ModelForm[Any]", change: bool
    ) -> Row | None:
        """Write the form by a service, and return the row it made; pages that change override it.

        Raises:
            PermissionDenied: this page writes nothing.
        """
        raise PermissionDenied

    def save_model(
        self, request: HttpRequest, obj: Row, form: "ModelForm[Any]", change: bool
    ) -> None:
        """Leave the writing to a service."""
        written = self.write(request, obj, form, change)
        if written is not None:
            obj.pk = written.pk
            obj.refresh_from_db()

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Write nothing: inlines are there to be read."""

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """Refuse: inlines are there to be read."""
        raise PermissionDenied

    def delete_model(self, request: HttpRequest, obj: Row) -> None:
        """Refuse: nothing is deleted."""
        raise PermissionDenied

    def delete_queryset(self, request: HttpRequest, queryset: "QuerySet[Row]") -> None:
        """Refuse: nothing is deleted."""
        raise PermissionDenied

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> Any:
        """Say in a sentence what a service refuses; nothing was written then.

        Times are those of the row's club.
        """
        try:
            with timezone.override(self.time_zone(object_id)):
                page = super().changeform_view(request, object_id, form_url, extra_context)
                return page.render() if isinstance(page, SimpleTemplateResponse) else page
        except (ServiceError, ChouetteError) as error:
            self.message_user(request, str(error), messages.ERROR)
            response: HttpResponse = redirect(request.get_full_path())
            return response

    def time_zone(self, object_id: str | None) -> ZoneInfo | None:
        """Return the zone of the club of a row; None where there is no such row or club."""
        if object_id is None or self.club_path is None:
            return None
        try:
            row = self.model._default_manager.filter(pk=unquote(object_id))
            name = row.values_list(time_zone_path(self.club_path), flat=True).first()
        except (ValueError, ValidationError):
            return None
        return ZoneInfo(name) if name else None


class ScopedInline(OwnChoices, TabularInline):
    """Rows below their owner, who has been found in one's own clubs; nothing is edited here."""

    extra = 0
    max_num = 0
    can_delete = False
    show_change_link = False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Show what belongs to a row that may be seen."""
        if obj is None:
            return may_enter(request)
        page = self.admin_site._registry[type(obj)]
        return page.has_view_permission(request, obj)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Let nobody add."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Let nobody change."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Let nobody delete."""
        return False
