"""Signing in and out, one's own account, links that work once, invitations."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from games.errors import ServiceError
from games.forms.accounts import AccountForm, PasswordForm, SignInForm, SignUpForm
from games.models import User
from games.services.accounts import (
    invitation_accept,
    invitation_find,
    sign_in_link_redeem,
    user_create,
    user_rename,
)

BACKEND = "games.backends.AccountBackend"

View = TypeVar("View", bound=Callable[..., HttpResponse])


def sign_in_required(view: View) -> View:
    """Send who is not signed in to the sign-in page, and back here afterwards."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if isinstance(request.user, User):
            return view(request, *args, **kwargs)
        return redirect(f"{reverse('sign-in')}?{urlencode({'next': request.path})}")

    return cast("View", guarded)


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in by e-mail and password; a failure does not say which of them was wrong."""
    form = SignInForm(request.POST or None, request=request)
    if request.method == "POST" and form.is_valid():
        return signed_in(request, form.user, back(request))
    context = {"form": form, "next": request.POST.get("next") or request.GET.get("next", "")}
    return render(request, "accounts/sign_in.html", context, status=422 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_link(request: HttpRequest, token: str) -> HttpResponse:
    """Sign in by a link that works once; following it uses nothing up, the button does."""
    if request.method != "POST":
        return render(request, "accounts/sign_in_link.html")
    return signed_in(request, sign_in_link_redeem(token=token), reverse("home"))


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out on this device."""
    logout(request)
    return redirect("sign-in")


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """Change one's name and language."""
    user = own(request)
    form = AccountForm(request.POST or None, initial={"name": user.name, "language": user.language})
    if request.method == "POST" and form.is_valid():
        user_rename(user=user, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return speaking(redirect("account"), user)
    context = {"form": form, "has_password": user.has_usable_password()}
    return render(request, "accounts/account.html", context, status=422 if form.errors else 200)


@never_cache
@sensitive_post_parameters()
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def password(request: HttpRequest) -> HttpResponse:
    """Change one's password, or set a first one."""
    form = PasswordForm(own(request), request.POST or None)
    if request.method == "POST" and form.is_valid():
        update_session_auth_hash(request, form.save())
        messages.success(request, _("Your password is set."))
        return redirect("account")
    return render(
        request, "accounts/password.html", {"form": form}, status=422 if form.errors else 200
    )


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show what an invitation is for; accept it, with a new account where there is none."""
    found = invitation_find(token=token)
    form = SignUpForm(request.POST or None)
    if request.method == "POST":
        try:
            if not isinstance(request.user, User) and form.is_valid():
                user = user_create(**form.cleaned_data)
                login(request, user, backend=BACKEND)
            if isinstance(request.user, User):
                invitation_accept(token=token, user=request.user)
                messages.success(request, _("Welcome to %(club)s.") % {"club": found.club.name})
                return redirect("club", found.club.slug)
        except ServiceError as error:
            form.add_error(None, str(error))
    context = {"invitation": found, "form": form, "path": request.path}
    return render(request, "accounts/invitation.html", context, status=422 if form.errors else 200)


def signed_in(request: HttpRequest, user: User, where: str) -> HttpResponse:
    """Sign a user in, in his language."""
    login(request, user, backend=BACKEND)
    return speaking(HttpResponseRedirect(where), user)


def speaking(response: HttpResponse, user: User) -> HttpResponse:
    """Remember a user's language on this device."""
    if user.language:
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            user.language,
            max_age=settings.SESSION_COOKIE_AGE,
            samesite="Lax",
            secure=settings.LANGUAGE_COOKIE_SECURE,
        )
    return response


def back(request: HttpRequest) -> str:
    """Where to go after signing in: the page asked for, if it is one of ours."""
    wanted = request.POST.get("next", "")
    ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if ours else settings.LOGIN_REDIRECT_URL


def own(request: HttpRequest) -> User:
    """The user who is signed in, where `sign_in_required` has seen to it."""
    assert isinstance(request.user, User)
    return request.user
