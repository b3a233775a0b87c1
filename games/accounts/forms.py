"""Forms of accounts: signing in, signing up, name and language, password."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.accounts.selectors import live_tokens
from games.accounts.services.accounts import check_demo
from games.accounts.services.founding import lacks_address
from games.errors import ServiceError
from games.models import User
from games.models.clubs import validate_time_zone
from games.web.forms import entry

TOKENS_HELP = _("Programs that use one stop working until they are given another.")
PASSWORD_RULES = _(
    "At least eight characters, not only digits, not your name, and none that everybody uses."
)


class SignInForm(forms.Form):
    """E-mail and password. After `is_valid` the form knows its ``user``."""

    email = forms.EmailField(
        label=_("E-mail"),
        max_length=254,
        widget=forms.EmailInput(attrs=entry(autocomplete="username")),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        max_length=200,
        widget=forms.PasswordInput(attrs=entry(autocomplete="current-password")),
    )

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        self.request = request
        self.user = User()
        super().__init__(*args, **kwargs)

    def clean(self) -> dict[str, Any]:
        """Find the user; the error does not say why there is none."""
        given: dict[str, Any] = super().clean() or {}
        if "email" not in given or "password" not in given:
            return given
        user = authenticate(
            self.request, username=User.clean_email(given["email"]), password=given["password"]
        )
        if not isinstance(user, User):
            raise ValidationError(_("The e-mail or the password is wrong."))
        try:
            check_demo(user)
        except ServiceError as error:
            raise ValidationError(str(error)) from error
        self.user = user
        return given


class LanguageForm(forms.Form):
    """A form that asks for a language last."""

    language = forms.ChoiceField(
        label=_("Language"), required=False, widget=forms.Select(attrs=entry())
    )

    field_order = ("name", "email", "password", "language", "time_zone")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        language = self.fields["language"]
        assert isinstance(language, forms.ChoiceField)
        language.choices = [("", _("As the browser asks")), *settings.LANGUAGES]


class AccountForm(LanguageForm):
    """A user's name and language, and whether they want mails about boards."""

    name = forms.CharField(
        label=_("Name"), max_length=80, widget=forms.TextInput(attrs=entry(autocomplete="name"))
    )
    time_zone = forms.CharField(
        label=_("Time zone"),
        required=False,
        max_length=64,
        validators=[validate_time_zone],
        help_text=_("Like Europe/London, if yours is not your club's: dates are said in both."),
        widget=forms.TextInput(attrs=entry(autocomplete="off")),
    )
    board_mails = forms.BooleanField(
        label=_("Mails about my games on the board and my leagues"),
        required=False,
        help_text=_(
            "Invitations, one digest a day of the games that wait for you, one of your leagues, "
            "and reminders before your time runs out."
        ),
    )


class AccountFields(forms.Form):
    """An address to sign in with, and a password that is not easy to guess."""

    called = "name"
    """The field with the name of whose account it is: their password is not close to it."""

    email = forms.EmailField(
        label=_("E-mail"),
        max_length=254,
        widget=forms.EmailInput(attrs=entry(autocomplete="username")),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        max_length=200,
        help_text=PASSWORD_RULES,
        widget=forms.PasswordInput(attrs=entry(autocomplete="new-password")),
    )

    def clean(self) -> dict[str, Any]:
        """Refuse passwords that are easy to guess, such as the user's own name or address."""
        given: dict[str, Any] = super().clean() or {}
        if "password" in given:
            owner = User(name=given.get(self.called, ""), email=given.get("email", ""))
            try:
                validate_password(given["password"], owner)
            except ValidationError as error:
                self.add_error("password", error)
        return given


class SignUpForm(AccountFields, LanguageForm):
    """A new account for the reader of an invitation."""

    name = forms.CharField(
        label=_("Your name"),
        max_length=80,
        widget=forms.TextInput(attrs=entry(autocomplete="name")),
    )


class ForgottenForm(forms.Form):
    """The address for a link to a new password."""

    email = forms.EmailField(
        label=_("E-mail"),
        max_length=254,
        widget=forms.EmailInput(attrs=entry(autocomplete="username")),
    )


class NewPasswordForm(SetPasswordForm):  # type: ignore[type-arg]
    """A new password, typed twice: the first one, or by a link from an e-mail."""

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(user, *args, **kwargs)
        look_like_ours(self)
        offer_tokens(self, user)


class ChangedPasswordForm(NewPasswordForm, PasswordChangeForm):
    """A new password, typed twice, and the present one: an unattended phone is not enough."""


def offer_tokens(form: forms.Form, user: User) -> None:
    """Offer to withdraw the user's tokens too, if there are any."""
    count = live_tokens(user)
    if count:
        form.fields["with_tokens"] = forms.BooleanField(
            label=tokens_said(count), required=False, initial=True, help_text=TOKENS_HELP
        )


def tokens_said(count: int) -> str:
    return gettext("Revoke my access tokens as well (%(count)s)") % {"count": count}


def look_like_ours(form: forms.Form) -> None:
    """Give a Django form our inputs, and the password rules in one sentence."""
    for field in form.fields.values():
        field.widget.attrs.update(entry())
    form.fields["new_password1"].help_text = PASSWORD_RULES


def password_form(user: User, data: Any) -> NewPasswordForm | ChangedPasswordForm:
    """Return the form; it asks for the present password if the user has one."""
    kind = ChangedPasswordForm if user.has_usable_password() else NewPasswordForm
    form = kind(user, data)
    if lacks_address(user):
        form.fields = {"email": address_field(), **form.fields}
    return form


def address_field() -> forms.Field:
    """Return the field for the address that one signs in with."""
    field = deepcopy(AccountFields.base_fields["email"])
    field.help_text = _("You sign in with it. It is shown to nobody.")
    return field
