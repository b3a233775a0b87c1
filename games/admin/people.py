"""Accounts, for superusers only: an organizer knows players, not accounts."""

from typing import TYPE_CHECKING

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.forms import AdminUserCreationForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.models import User

if TYPE_CHECKING:  # only the stubs know that these take a model
    CreationForm = AdminUserCreationForm[User]
    ModelAdmin = DjangoUserAdmin[User]
else:
    CreationForm = AdminUserCreationForm
    ModelAdmin = DjangoUserAdmin


class UserCreationForm(CreationForm):
    """Name and e-mail address; the password may be left to a sign-in link."""

    class Meta:
        model = User
        fields = ("email", "name")
        field_classes = {"email": forms.EmailField}


@admin.register(User)
class UserAdmin(ModelAdmin):
    """Who signs in."""

    add_form = UserCreationForm
    list_display = ("email", "name", "is_active", "is_superuser", "is_demo", "last_login")
    list_filter = ("is_active", "is_superuser", "is_demo")
    search_fields = ("email", "name")
    ordering = ("email",)
    filter_horizontal = ()
    readonly_fields = ("is_demo", "last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("email", "password")}),
        (_("Person"), {"fields": ("name", "language")}),
        (_("Access"), {"fields": ("is_active", "is_superuser", "is_demo")}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = (
        (None, {"fields": ("email", "name", "usable_password", "password1", "password2")}),
    )

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Let superusers in."""
        return self._is_superuser(request)

    def has_view_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Let superusers in."""
        return self._is_superuser(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Let superusers in."""
        return self._is_superuser(request)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Let superusers in."""
        return self._is_superuser(request)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Let nobody delete an account that the log names; it is made inactive."""
        return False

    def _is_superuser(self, request: HttpRequest) -> bool:
        user = request.user
        return isinstance(user, User) and user.is_active and user.is_superuser
