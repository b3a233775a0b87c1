"""Reports errors to a service that speaks Sentry's protocol, if one is configured.

A report has the error's type and its lines of code, and nothing about people: neither the request,
nor the user, nor the values of variables, nor the text of the error, which may contain a name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.core.exceptions import ImproperlyConfigured

VARIABLE: Final = "CHOUETTE_ERRORS_DSN"
KEPT: Final = {
    "event_id",
    "exception",
    "level",
    "logger",
    "modules",
    "platform",
    "release",
    "sdk",
    "timestamp",
    "transaction",
    "type",
}

PLACE: Final = {"abs_path", "filename", "function", "in_app", "lineno", "module"}
"""The fields of a stack frame to keep: its location, not its variables."""


def start(environment: Mapping[str, str]) -> bool:
    """Start reporting if the variable is set; return whether it is."""
    address = environment.get(VARIABLE)
    if not address:
        return False
    try:
        import sentry_sdk
    except ImportError as error:
        raise ImproperlyConfigured(
            f"{VARIABLE} is set, and the package sentry-sdk is not installed: "
            "install it with `pip install sentry-sdk`, or take the variable away."
        ) from error
    sentry_sdk.init(
        address,
        before_send=scrubbed,
        before_send_transaction=lambda event, hint: None,
        before_breadcrumb=lambda crumb, hint: None,
        include_local_variables=False,
        include_source_context=False,
        max_request_body_size="never",
        server_name="",
    )
    return True


def scrubbed(event: Any, hint: Any = None) -> Any:
    """Return only the parts of a report about the program; the rest may be about people."""
    kept = {name: value for name, value in event.items() if name in KEPT}
    values = (kept.get("exception") or {}).get("values") or []
    shown = []
    for value in values:
        kind = {name: value[name] for name in ("type", "module", "mechanism") if name in value}
        frames = ((value.get("stacktrace") or {}).get("frames")) or []
        clean = [{k: v for k, v in frame.items() if k in PLACE} for frame in frames]
        shown.append({**kind, "value": "", "stacktrace": {"frames": clean}})
        if isinstance(kind.get("mechanism"), dict):
            shown[-1]["mechanism"] = {
                k: v for k, v in kind["mechanism"].items() if k in {"type", "handled"}
            }
    if shown:
        kept["exception"] = {"values": shown}
    return kept
