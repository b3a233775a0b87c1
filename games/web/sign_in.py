"""The signed-in user; guests are redirected to the sign-in page, and back afterwards."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, TypeVar, cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode

from games.errors import NotFound
from games.models import User

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


def to_sign_in(request: HttpRequest) -> HttpResponse:
    return redirect(f"{reverse('sign-in')}?{urlencode({'next': request.path})}")
