"""What every page of the admin obeys: organizers see their own clubs, and no ledger is edited."""

from typing import TYPE_CHECKING, Any, TypeVar

from django.contrib import admin
from django.db.models import ForeignKey, Model, QuerySet
from django.forms import ModelChoiceField
from django.http import HttpRequest

from games.models import Club, User
from games.permissions import TABLE, Capability

if TYPE_CHECKING:
    Base = admin.ModelAdmin
else:

    class Base(admin.ModelAdmin):
        """The same class; only the stubs know that it takes a model."""

        def __class_getitem__(cls, model: Any) -> Any:
            return cls


Row = TypeVar("Row", bound=Model)
ROLES = [role.value for role in TABLE[Capability.USE_ADMIN]]


def clubs_managed_by(user: Any) -> QuerySet[Club]:
    """Return the clubs that a user organizes; a superuser organizes all."""
    if not isinstance(user, User) or not user.is_active:
        return Club.objects.none()
    if user.is_superuser:
        return Club.objects.all()
    return Club.objects.filter(memberships__user=user, memberships__role__in=ROLES)


def may_enter(request: HttpRequest) -> bool:
    """Tell whether somebody gets in: superusers, and organizers of a club."""
    user = request.user
    if not isinstance(user, User) or not user.is_active:
        return False
    if user.is_superuser:
        return True
    # Every entry of the menu asks again; the answer is looked up once.
    known = vars(request)
    if "organizes" not in known:
        known["organizes"] = clubs_managed_by(user).exists()
    return bool(known["organizes"])


class ScopedAdmin(Base[Row]):
    """Shows the rows of one's own clubs; `club_path` leads from a row to its club.

    Nothing can be added, changed or deleted unless a page says so: what belongs to a ledger is
    written by services only.
    """

    club_path = "club"
    changeable = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Row]:
        """Return the rows of the clubs that who asks organizes."""
        rows = super().get_queryset(request)
        if isinstance(request.user, User) and request.user.is_superuser:
            return rows
        return rows.filter(**{f"{self.club_path}__in": clubs_managed_by(request.user)})

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Let in whom the site lets in."""
        return may_enter(request)

    def has_view_permission(self, request: HttpRequest, obj: Row | None = None) -> bool:
        """Let him see rows of his clubs."""
        if not may_enter(request):
            return False
        return obj is None or self.get_queryset(request).filter(pk=obj.pk).exists()

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Let nobody add, unless the page can be changed."""
        return self.changeable and may_enter(request)

    def has_change_permission(self, request: HttpRequest, obj: Row | None = None) -> bool:
        """Let nobody change, unless the page can be changed."""
        return self.changeable and self.has_view_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Row | None = None) -> bool:
        """Let nobody delete: players and clubs are made inactive, sessions void."""
        return False

    def formfield_for_foreignkey(
        self, db_field: "ForeignKey[Any, Any]", request: HttpRequest, **kwargs: Any
    ) -> "ModelChoiceField[Any] | None":
        """Offer rows of his own clubs only; the field refuses others, too."""
        model = db_field.remote_field.model
        own = clubs_managed_by(request.user)
        if model is Club:
            kwargs["queryset"] = own
        elif any(field.name == "club" for field in model._meta.get_fields()):
            kwargs["queryset"] = model._default_manager.filter(club__in=own)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)
