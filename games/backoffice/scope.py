"""The rules of every admin page: organizers see only their own clubs, and only services write.

Every page inherits from `ScopedAdmin`, and its inlines from `ScopedInline`; the site registers
nothing else.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar
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
from games.backoffice.labels import labels_give
from games.backoffice.lists import UNSTORABLE, CappedPaginator, RowsList
from games.backoffice.local_times import time_zone_path
from games.errors import ServiceError
from games.models.names import begins_with
from games.rules.chouette import ChouetteError

if TYPE_CHECKING:
    Base = admin.ModelAdmin
    TabularInline = admin.TabularInline[Any, Any]
else:

    class Base(admin.ModelAdmin):
        """The same class; only the stubs declare a type parameter."""

        def __class_getitem__(cls, model: Any) -> Any:
            return cls

    TabularInline = admin.TabularInline

Row = TypeVar("Row", bound=Model)


class OwnChoices:
    """Limits the choices in forms to rows the user may see; the fields refuse all others, too.

    Columns without a label of their own get one in the reader's language.
    """

    admin_site: admin.AdminSite
    model: Any

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        labels_give(self.model)

    def formfield_for_dbfield(
        self, db_field: "Field[Any, Any]", request: HttpRequest, **kwargs: Any
    ) -> Any:
        """Limit a relation to the rows that its own admin page would list."""
        if db_field.is_relation and "queryset" not in kwargs:
            model: Any = db_field.related_model
            page = self.admin_site._registry.get(model)
            rows = model._default_manager.none() if page is None else page.get_queryset(request)
            kwargs["queryset"] = rows
        return super().formfield_for_dbfield(db_field, request, **kwargs)  # type: ignore[misc]


FILTER_ENDS: Final = ("", "__exact", "__isnull", "__isempty", "__in", "__id__exact", "__pk__exact")
"""How a column's own filter asks."""
DATE_PARTS: Final = ("year", "month", "day", "gte", "lt")


def _column(filtered_by: Any) -> str:
    """Return the column of a filter; blank for one of our own, which reads its own values."""
    return (
        filtered_by
        if isinstance(filtered_by, str)
        else str(filtered_by[0])
        if isinstance(filtered_by, tuple)
        else ""
    )


class ScopedAdmin(OwnChoices, Base[Row]):
    """Shows the rows of the user's clubs; `club_path` leads from a row to its club.

    Without a path the page is for superusers. Nothing can be added or changed unless the class
    allows it and has a service for it (`write`); nothing is ever deleted: players are retired,
    games and sessions are void, accounts are locked.
    """

    club_path: str | None = "club"
    session_path = "session"
    addable = False
    changeable = False
    search_prefix: Sequence[str] = ()
    """Folded, indexed columns that are searched by prefix."""
    search_exact: Sequence[str] = ()
    """Columns that are searched by exact match."""

    paginator = CappedPaginator
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    list_per_page = 50
    list_max_show_all = 50
    sortable_by: ClassVar[tuple[str, ...]] = ()
    view_on_site = False

    # -- reading

    def get_queryset(self, request: HttpRequest) -> QuerySet[Row]:
        """Return the rows of the clubs that the user organizes."""
        rows = super().get_queryset(request)
        if self.club_path is None:
            return rows if is_superuser(request) else rows.none()
        return of_own_clubs(rows, request, self.club_path)

    def get_search_results(
        self, request: HttpRequest, queryset: "QuerySet[Any]", search_term: str
    ) -> "tuple[QuerySet[Any], bool]":
        """Search only by what an index can find: the start of a name, or a whole identifier."""
        term = search_term.strip()
        if not term:
            return queryset, False
        return queryset.filter(self.search_condition(request, term)), False

    def search_condition(self, request: HttpRequest, term: str) -> Q:
        condition = Q(pk__in=())
        for path in self.search_prefix:
            condition |= begins_with(path, term)
        for path in self.search_exact:
            condition |= Q(**{path: term})
        return condition

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return RowsList

    def complete(self, rows: Sequence[Any]) -> None:
        """Load extra data for these rows, beyond their columns."""

    def lookup_allowed(self, lookup: str, value: Any, request: Any = None) -> bool:
        """Allow in the address only what the list's own filters put there.

        Otherwise anybody with a list could ask for columns that it does not show, letter by letter.
        """
        columns = [_column(one) for one in self.list_filter]
        allowed = {f"{name}{end}" for name in columns if name for end in FILTER_ENDS}
        allowed |= {getattr(one, "parameter_name", "") for one in self.list_filter}
        if self.date_hierarchy:
            allowed |= {f"{self.date_hierarchy}__{part}" for part in DATE_PARTS}
        return lookup in allowed

    # -- permissions

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Row | None = None) -> bool:
        if not (is_superuser(request) if self.club_path is None else may_enter(request)):
            return False
        return obj is None or self.get_queryset(request).filter(pk=obj.pk).exists()

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.addable and self.has_view_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Row | None = None) -> bool:
        return self.changeable and self.has_view_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Row | None = None) -> bool:
        return False

    # -- writing

    def get_inline_instances(self, request: HttpRequest, obj: Row | None = None) -> Any:
        """Show inlines read-only; posted changes to them are ignored."""
        if request.method == "POST":
            return []
        return super().get_inline_instances(request, obj)

    def write(
        self, request: HttpRequest, obj: Row, form: "ModelForm[Any]", change: bool
    ) -> Row | None:
        """Save the form with a service, and return the row; pages that allow changes override this.

        Raises:
            PermissionDenied: this page is read-only.
        """
        raise PermissionDenied

    def save_model(
        self, request: HttpRequest, obj: Row, form: "ModelForm[Any]", change: bool
    ) -> None:
        """Save with a service."""
        written = self.write(request, obj, form, change)
        if written is not None:
            obj.pk = written.pk
            # Django logs and shows `obj`, but the service has written another instance.
            obj.refresh_from_db()

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Do nothing: inlines are read-only."""

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        raise PermissionDenied

    def delete_model(self, request: HttpRequest, obj: Row) -> None:
        raise PermissionDenied

    def delete_queryset(self, request: HttpRequest, queryset: "QuerySet[Row]") -> None:
        raise PermissionDenied

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> Any:
        """Show a service's refusal as a sentence; nothing was written then.

        Times are in the zone of the row's club.
        """
        try:
            with timezone.override(self.time_zone(object_id)):
                page = super().changeform_view(request, object_id, form_url, extra_context)
                return page.render() if isinstance(page, SimpleTemplateResponse) else page
        except (ServiceError, ChouetteError) as error:
            self.message_user(request, str(error), messages.ERROR)
            response: HttpResponse = redirect(request.get_full_path())
            return response

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> Row | None:
        """Find a row; a number that no key can be finds none."""
        try:
            return super().get_object(request, object_id, from_field)
        except UNSTORABLE:
            return None

    def time_zone(self, object_id: str | None) -> ZoneInfo | None:
        """Return the time zone of a row's club; None if there is no such row or club."""
        if object_id is None or self.club_path is None:
            return None
        try:
            row = self.model._default_manager.filter(pk=unquote(object_id))
            name = row.values_list(time_zone_path(self.club_path), flat=True).first()
        except (*UNSTORABLE, ValidationError):
            return None
        return ZoneInfo(name) if name else None


class ScopedInline(OwnChoices, TabularInline):
    """Read-only rows below their parent, which is in one of the user's clubs."""

    extra = 0
    max_num = 0
    can_delete = False
    show_change_link = False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Show rows whose parent may be seen."""
        if obj is None:
            return may_enter(request)
        page = self.admin_site._registry[type(obj)]
        return page.has_view_permission(request, obj)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
