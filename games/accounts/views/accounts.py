"""Signing in and out, the user's account, sign-in links, invitations."""

from __future__ import annotations

import datetime
from typing import Any

from axes.helpers import get_cool_off
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts.forms import (
    TOKENS_HELP,
    AccountForm,
    ForgottenForm,
    NewPasswordForm,
    SignInForm,
    SignUpForm,
    password_form,
    tokens_said,
)
from games.accounts.sealing import public_key
from games.accounts.selectors import devices_of, live_tokens, memberships_of, push_devices_of
from games.accounts.services.accounts import (
    invitation_accept,
    invitation_find,
    sign_in_link_redeem,
    sign_up,
    user_rename,
)
from games.accounts.services.devices import pushes_end, sign_out_everywhere, sign_out_there
from games.accounts.services.mail_wishes import mails_refused, mails_set
from games.accounts.services.passwords import HOUR, password_ask, password_link_find, password_set
from games.accounts.sign_ins import device_name
from games.errors import ServiceError
from games.models import Invitation, User
from games.web.address import absolute
from games.web.known_devices import device_knows
from games.web.limits import limit_reached, too_often, within_limit
from games.web.sign_in import sign_in_answer, sign_in_required, speaking, user_of

# Per IP address: a whole club may forget its passwords, but nobody may try a list of addresses.
REQUESTS_AN_HOUR = 20
QUARTER = datetime.timedelta(minutes=15)
# Per IP address, over all accounts: a club may mistype, but nobody may try a list of accounts.
WRONG_SIGN_INS = 30
# Of the present password when setting a new one: an unattended phone must not allow guessing.
WRONG_PASSWORDS = 6


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in by e-mail and password; an error does not say which of them was wrong."""
    address = request.META["REMOTE_ADDR"]
    if (
        request.method == "POST"
        and limit_reached(what="wrong sign-in", who=address, most=WRONG_SIGN_INS)
        and not device_knows(request, request.POST.get("email", ""))
    ):
        return too_often(request, QUARTER.total_seconds())
    form = SignInForm(request.POST or None, request=request)
    if request.method == "POST":
        if form.is_valid():
            return sign_in_answer(request, form.user, back(request))
        within_limit(what="wrong sign-in", who=address, most=WRONG_SIGN_INS, lasts=QUARTER)
    context = {"form": form, "next": request.POST.get("next") or request.GET.get("next", "")}
    return render(request, "accounts/sign_in.html", context, status=422 if form.errors else 200)


def locked_out(
    request: HttpRequest, response: HttpResponse | None, credentials: dict[str, Any] | None
) -> HttpResponse:
    """Say when to try again; called by django-axes for account and address."""
    address, email = request.META.get("REMOTE_ADDR"), (credentials or {}).get("username")
    tries = AccessAttempt.objects.filter(ip_address=address, username=email)
    latest = tries.order_by("-attempt_time").values_list("attempt_time", flat=True).first()
    cool_off = get_cool_off(request)
    ends = (latest or timezone.now()) + cool_off
    seconds = max(1.0, (ends - timezone.now()).total_seconds())
    return too_often(request, seconds, is_locked=True)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_link(request: HttpRequest, token: str) -> HttpResponse:
    """Sign in by a one-time link; only the button uses it up, not opening it."""
    if request.method != "POST":
        return render(request, "accounts/sign_in_link.html")
    return sign_in_answer(request, sign_in_link_redeem(token=token), reverse("home"))


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    if isinstance(request.user, User):
        device = device_name(request.headers.get("User-Agent", ""))
        pushes_end(user=request.user, device=device)
    logout(request)
    return redirect("sign-in")


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """Change the user's name, language and wishes; show their clubs and signed-in devices."""
    user = user_of(request)
    now = {
        "name": user.name,
        "language": user.language,
        "time_zone": user.time_zone,
        "board_mails": not mails_refused([user.email]),
    }
    form = AccountForm(request.POST or None, initial=now)
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        user_rename(user=user, **{one: said[one] for one in ("name", "language", "time_zone")})
        mails_set(user=user, wanted=said["board_mails"])
        messages.success(request, _("Saved."))
        return speaking(redirect("account"), user)
    context = {
        "form": form,
        "has_password": user.has_usable_password(),
        "memberships": memberships_of(user),
        "devices": devices_of(user, request.session.session_key),
        "push_devices": push_devices_of(user),
        "push_key": public_key(settings.VAPID_KEY),
        "tokens_said": tokens_said(tokens) if (tokens := live_tokens(user)) else "",
        "tokens_help": TOKENS_HELP,
    }
    return render(request, "accounts/account.html", context, status=422 if form.errors else 200)


@sign_in_required
@require_POST
def device_out(request: HttpRequest, device: str) -> HttpResponse:
    """End the user's sign-in on another device."""
    sign_out_there(user=user_of(request), device=device)
    messages.success(request, _("Signed out there."))
    return redirect("account")


@sign_in_required
@require_POST
def devices_out(request: HttpRequest) -> HttpResponse:
    """End all of the user's sign-ins, this one included, and on request their tokens."""
    sign_out_everywhere(
        user=user_of(request),
        but=request.session.session_key,
        with_tokens="with_tokens" in request.POST,
    )
    logout(request)
    messages.success(request, _("You are signed out everywhere."))
    return redirect("sign-in")


@never_cache
@sensitive_post_parameters()
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def password(request: HttpRequest) -> HttpResponse:
    """Change the user's password, or set a first one; other devices are signed out."""
    user = user_of(request)
    what, who = "present password", str(user.pk)
    if request.method == "POST" and limit_reached(what=what, who=who, most=WRONG_PASSWORDS):
        return too_often(request, QUARTER.total_seconds())
    form = password_form(user, request.POST or None)
    if request.method == "POST" and form.has_error("old_password"):
        within_limit(what=what, who=who, most=WRONG_PASSWORDS, lasts=QUARTER)
    elif request.method == "POST" and form.is_valid():
        chosen, here = form.cleaned_data["new_password1"], request.session.session_key
        with_tokens = form.cleaned_data.get("with_tokens", False)
        try:
            password_set(
                user=user,
                password=chosen,
                but=here,
                with_tokens=with_tokens,
                email=form.cleaned_data.get("email", ""),
            )
        except ServiceError as error:
            form.add_error(None, str(error))
            return render(request, "accounts/password.html", {"form": form}, status=422)
        update_session_auth_hash(request, user)
        messages.success(request, _("Your password is set; other devices are signed out."))
        return redirect("account")
    return render(
        request, "accounts/password.html", {"form": form}, status=422 if form.errors else 200
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def password_forgotten(request: HttpRequest) -> HttpResponse:
    """Send a link for a new password; the answer does not reveal whether there is such an
    account.
    """
    form = ForgottenForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        context = {"form": form}
        status = 422 if form.errors else 200
        return render(request, "accounts/password_forgotten.html", context, status=status)
    address = request.META["REMOTE_ADDR"]
    if not within_limit(what="forgotten", who=address, most=REQUESTS_AN_HOUR, lasts=HOUR):
        return too_often(request, HOUR.total_seconds())
    path = absolute(request, reverse("password_new", args=["UID", "TOKEN"]))
    # The worker looks the account up and sends: the response time must not reveal it either.
    password_ask(email=form.cleaned_data["email"], language=get_language() or "", path=path)
    context = {"is_printed": settings.EMAIL_BACKEND.endswith("console.EmailBackend")}
    return render(request, "accounts/password_mailed.html", context)


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def password_new(request: HttpRequest, uid: str, token: str) -> HttpResponse:
    """Set a new password by a one-time link from an e-mail."""
    user = password_link_find(uid=uid, token=token)
    form = NewPasswordForm(user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        password_set(
            user=user,
            password=form.cleaned_data["new_password1"],
            with_tokens=form.cleaned_data.get("with_tokens", False),
        )
        messages.success(request, _("Your password is set."))
        return sign_in_answer(request, user, reverse("home"))
    return render(
        request, "accounts/password.html", {"form": form}, status=422 if form.errors else 200
    )


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show an invitation; accept it, with a new account if the reader has none."""
    invitation = invitation_find(token=token)
    name = invitation.player.name if invitation.player else ""
    # Mails have no browser that asks for a language.
    form = SignUpForm(
        request.POST if request.method == "POST" else None,
        initial={"name": name, "language": invitation.club.language or get_language()},
    )
    if request.method == "POST":
        try:
            if isinstance(request.user, User):
                invitation_accept(token=token, user=request.user)
                return welcomed(request, invitation, redirect("club", invitation.club.slug))
            if form.is_valid():
                user = sign_up(token=token, **form.cleaned_data)
                answer = sign_in_answer(request, user, reverse("club", args=[invitation.club.slug]))
                return welcomed(request, invitation, answer)
        except ServiceError as error:
            form.add_error(None, str(error))
    context = {"invitation": invitation, "form": form, "path": request.path}
    return render(request, "accounts/invitation.html", context, status=422 if form.errors else 200)


def welcomed(request: HttpRequest, invitation: Invitation, answer: HttpResponse) -> HttpResponse:
    """Greet a new member on their first page."""
    messages.success(request, _("Welcome to %(club)s.") % {"club": invitation.club.name})
    return answer


def back(request: HttpRequest) -> str:
    """Return where to go after signing in: the requested page, if it is one of ours."""
    wanted = request.POST.get("next", "")
    ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if ours else settings.LOGIN_REDIRECT_URL
