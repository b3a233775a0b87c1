"""Links that a command prints: where they lead to."""

from typing import Final

from django.core.management.base import CommandParser
from django.urls import reverse

from games.web.address import site_address

HERE: Final = "http://127.0.0.1:8000"


def address_add(parser: CommandParser) -> None:
    """Let a command be told where Chouette answers."""
    parser.add_argument(
        "--address",
        default=site_address() or HERE,
        help="where Chouette answers; where it has served last, if not given",
    )


def link(address: str, view: str, token: str) -> str:
    """Return the whole address of a view that takes a secret."""
    return address.rstrip("/") + reverse(view, args=[token])
