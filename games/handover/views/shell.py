"""The page on which a device keeps score: the same for everybody, so that a browser may keep it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe


@require_safe
def table(request: HttpRequest) -> HttpResponse:
    """Give the page; whose evening it shows only the device knows."""
    answer = render(request, "handover/table.html")
    patch_vary_headers(answer, ["Accept-Language", "Cookie"])
    return answer
