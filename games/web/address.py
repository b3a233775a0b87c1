"""The address of this installation, for mails that no request asks for."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.http import HttpRequest


def site_address() -> str:
    """Return scheme and host without a slash; blank before anybody has come by.

    It is the first of CHOUETTE_TRUSTED_ORIGINS, or the one that was remembered last.
    """
    origins = [one for one in settings.CSRF_TRUSTED_ORIGINS if "*" not in one]
    if origins:
        return str(origins[0]).rstrip("/")
    try:
        return _file().read_text(encoding="utf-8").strip()
    except OSError:
        return ""


def site_remember(request: HttpRequest) -> None:
    """Remember the address by which somebody has come: one whose host is allowed here."""
    address = request.build_absolute_uri("/").rstrip("/")
    if settings.CSRF_TRUSTED_ORIGINS or address == site_address():
        return
    _file().write_text(address + "\n", encoding="utf-8")


def _file() -> Path:
    return Path(settings.DATA) / "address"
