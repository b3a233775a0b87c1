"""Installing the app on a device, and using it offline."""

from __future__ import annotations

import hashlib
import json
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

# The files of the offline page, which the table page shares.
SHELL: Final = (
    "css/tokens.css",
    "css/base.css",
    "css/pages.css",
    "css/table.css",
    "img/mark.svg",
    "js/theme.js",
    "js/offline.js",
)
PAPER: Final = "#f3f6f3"
GREEN: Final = "#0c6350"


@require_safe
def device(request: HttpRequest) -> HttpResponse:
    """Show what this browser supports here; a script tests it and fills in the answers."""
    return render(request, "web/device.html")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Show the page that the service worker stores for offline use: the same for everybody."""
    answer = render(request, "web/offline.html")
    patch_vary_headers(answer, ["Accept-Language", "Cookie"])
    return answer


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Return the web app manifest in the reader's language."""
    content = {
        "id": "/",
        "name": "Chouette",
        "short_name": "Chouette",
        "description": _(
            "Keeps the score of a backgammon chouette: who is box, where every cube lies, "
            "who owes whom."
        ),
        "lang": get_language(),
        "dir": "ltr",
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": GREEN,
        "icons": [
            _icon("img/icon-192.png", 192, "any"),
            _icon("img/icon-512.png", 512, "any"),
            _icon("img/icon-maskable-512.png", 512, "maskable"),
        ],
    }
    answer = JsonResponse(content, content_type="application/manifest+json")
    patch_vary_headers(answer, ["Accept-Language", "Cookie"])
    return answer


def _icon(path: str, size: int, purpose: str) -> dict[str, str]:
    return {
        "src": static(path),
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": purpose,
    }


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker; it changes whenever one of its files does."""
    files = [static(path) for path in SHELL]
    pages = [_offline_in(language) for language, _name in settings.LANGUAGES]
    version = hashlib.sha256(json.dumps([files, pages]).encode()).hexdigest()[:12]
    context = {
        "version": version,
        "files": files,
        "offline": reverse("offline"),
        "offline_table": reverse("offline_table"),
        "try": reverse("try"),
        "icon": static("img/icon-192.png"),
    }
    answer = render(request, "web/sw.js", context, content_type="text/javascript; charset=utf-8")
    patch_cache_control(answer, no_cache=True)
    return answer


def _offline_in(language: str) -> str:
    with translation.override(language):
        return render_to_string("web/offline.html")
