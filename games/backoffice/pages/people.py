"""Accounts, for superusers only: an organizer knows players, not accounts."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as BaseUserAdmin
from django.contrib.auth.forms import AdminUserCreationForm
from django.core.exceptions import PermissionDenied
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from games.accounts.services.accounts import user_create, user_rename
from games.accounts.services.superusers import user_admit
from games.backoffice.scope import ScopedAdmin
from games.models import User
from games.web.sign_in import user_of

if TYPE_CHECKING:  # only the stubs declare type parameters
    CreationForm = AdminUserCreationForm[User]
    DjangoUserAdmin = BaseUserAdmin[User]
else:
    CreationForm = AdminUserCreationForm
    DjangoUserAdmin = BaseUserAdmin


class UserCreationForm(CreationForm):
    """Name and e-mail address; without a password, the user signs in by a link."""

    class Meta:
        model = User
        fields = ("email", "name")
        field_classes = {"email": forms.EmailField}


@admin.register(User)
class UserAdmin(ScopedAdmin[User], DjangoUserAdmin):
    """Accounts."""

    add_form = UserCreationForm
    list_display = ("email", "name", "is_active", "is_superuser", "is_demo", "last_login")
    list_filter = ("is_active", "is_superuser", "is_demo")
    search_fields = ("email",)
    search_prefix = ("email",)
    search_help_text = _("How the e-mail address begins.")
    ordering = ("email",)
    filter_horizontal = ()
    readonly_fields = ("is_demo", "last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("email",)}),
        (_("Person"), {"fields": ("name", "language")}),
        (_("Access"), {"fields": ("is_active", "is_superuser", "is_demo")}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = (
        (None, {"fields": ("email", "name", "usable_password", "password1", "password2")}),
    )
    club_path = None
    addable = changeable = True

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Lock the address, by which the log's senders are known; users cannot lock themselves
        out.
        """
        if obj is None:
            return self.readonly_fields
        own_row = ("is_active", "is_superuser") if obj == request.user else ()
        return ("email", *own_row, *self.readonly_fields)

    def write(
        self, request: HttpRequest, obj: User, form: "ModelForm[Any]", change: bool
    ) -> User | None:
        if not change:
            password = form.cleaned_data.get("password1") or None
            return user_create(email=obj.email, name=obj.name, password=password)
        data = form.cleaned_data
        user = User.objects.get(pk=obj.pk)
        return user_admit(
            user=user_rename(user=user, name=data["name"], language=data["language"]),
            by=user_of(request),
            is_active=data.get("is_active", user.is_active),
            is_superuser=data.get("is_superuser", user.is_superuser),
        )

    def user_change_password(
        self, request: HttpRequest, id: str, form_url: str = ""
    ) -> HttpResponse:
        """Other people's passwords cannot be changed here: a sign-in link lets them set their
        own.
        """
        raise PermissionDenied
