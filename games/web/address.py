"""The address of this installation, for mails that no request asks for, and who reaches it."""

from __future__ import annotations

from ipaddress import ip_address
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest

from games.web.network import door, is_loopback


def site_address() -> str:
    """Return scheme and host without a slash; blank where nobody has set it.

    It is the first of CHOUETTE_TRUSTED_ORIGINS, or where `up` has served last. No request can set
    it: whoever sends one may name any host.
    """
    origins = [one for one in settings.CSRF_TRUSTED_ORIGINS if "*" not in one]
    if origins:
        return str(origins[0]).rstrip("/")
    try:
        return _file().read_text(encoding="utf-8").strip()
    except OSError:
        return ""


def absolute(request: HttpRequest, path: str) -> str:
    """Return an address for a mail: at this installation, whatever host the request names."""
    site = site_address()
    return site + path if site else request.build_absolute_uri(path)


def outward(request: HttpRequest, path: str) -> str:
    """Return an address for other devices, to be scanned or sent: the one they find this page by.

    Who has it open on the computer that serves it needs to know nothing of that.
    """
    found = door()
    if found is not None and found.origin and is_loopback(request):
        return found.origin + path
    return request.build_absolute_uri(path)


def is_reached(request: HttpRequest) -> bool:
    """Tell whether others than this computer's own browser can open the program."""
    if settings.CSRF_TRUSTED_ORIGINS or not settings.DEMO_ACCOUNTS:
        return True
    try:
        return not ip_address(request.META.get("REMOTE_ADDR") or "").is_loopback
    except ValueError:
        return True


def _file() -> Path:
    return Path(settings.DATA) / "address"
