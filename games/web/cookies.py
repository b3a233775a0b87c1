"""Cookies that let a phone in: no script reads them, and no other site sends them."""

from django.conf import settings
from django.http import HttpResponse


def cookie_keep(
    answer: HttpResponse, name: str, value: str, *, lasts: int, path: str = "/"
) -> None:
    """Have a phone carry the value back to the pages under `path`, for so many seconds."""
    answer.set_cookie(
        name,
        value,
        max_age=lasts,
        path=path,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
