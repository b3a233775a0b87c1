"""Turns what services refuse into a page: a sentence, the right status, no traceback."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.errors import ServiceError


class RefusalMiddleware:
    """Answers a `ServiceError` that a page let through; programs get theirs from the API."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Show the sentence; leave every other exception to Django."""
        if not isinstance(error, ServiceError):
            return None
        context = {"status": error.status, "sentence": str(error)}
        return render(request, "errors/refused.html", context, status=error.status)
