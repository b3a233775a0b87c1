"""Signing in; the signed-in user; guests are sent to the sign-in page, and back afterwards."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, TypeVar, cast

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode

from games.errors import NotFound
from games.models import User
from games.web.known_devices import device_remember

BACKEND: Final = "games.backends.AccountBackend"
WELCOME: Final = "welcome"
"""Where the session of who looks around in the demo keeps the link that founds their own club."""

View = TypeVar("View", bound=Callable[..., HttpResponse])


def user_of(request: HttpRequest) -> User:
    """Return the signed-in user.

    Raises:
        NotFound: nobody is signed in.
    """
    if not isinstance(request.user, User):
        raise NotFound
    return request.user


def sign_in_required(view: View) -> View:
    """Redirect guests to the sign-in page, and back here afterwards."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if isinstance(request.user, User):
            return view(request, *args, **kwargs)
        return to_sign_in(request)

    return cast("View", guarded)


def beyond_demo(view: View) -> View:
    """Lead who looks around in the demo to where their own club begins, without its account."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not user_of(request).is_demo:
            return view(request, *args, **kwargs)
        token = request.session.get(WELCOME)
        return redirect("welcome", token) if token else redirect("home")

    return cast("View", guarded)


def to_sign_in(request: HttpRequest) -> HttpResponse:
    return redirect(f"{reverse('sign-in')}?{urlencode({'next': request.path})}")


def sign_in_answer(request: HttpRequest, user: User, where: str) -> HttpResponse:
    """Sign a user in, and switch to their language; this device knows the account from then on."""
    login(request, user, backend=BACKEND)
    answer = HttpResponseRedirect(where)
    device_remember(request, answer, user)
    return speaking(answer, user)


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
