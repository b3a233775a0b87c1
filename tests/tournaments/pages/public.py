"""Events of open clubs for tests, and their pages as everybody reads them."""

import csv
import io
import re
from collections.abc import Sequence
from html import unescape
from typing import Any

from django.test import Client

from games.models import Club
from tests import evenings
from tests.tournaments.directing import Directed
from tournaments.formats import EVENT_FORMATS

FOUR = "Ann Bob Cid Dee"
FORMATS = tuple(one.code for one in EVENT_FORMATS if not one.is_chouette)
LEAVES = ("now", "rounds", "entries")


def open_club(**fields: Any) -> Club:
    return evenings.club(visibility=Club.Visibility.PUBLIC, **fields)


def page(directed: Directed, leaf: str = "", client: Client | None = None, **asked: Any) -> str:
    query = {"show": leaf, **asked}
    answer = (client or Client()).get(f"/events/{directed.event.public_id}/", query)
    assert answer.status_code == 200
    return answer.content.decode()


def text_of(html: str) -> str:
    """What is read on a page, without its marks."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html)))


def rows_of(directed: Directed, what: str) -> list[list[str]]:
    answer = Client().get(f"/events/{directed.event.public_id}/{what}.csv")
    assert answer.status_code == 200
    return list(csv.reader(io.StringIO(answer.content.decode().lstrip("\ufeff"))))


def named(count: int) -> Sequence[str]:
    return [f"Player{number:02d}" for number in range(1, count + 1)]


def format_params(format: str) -> dict[str, Any]:
    return {"groups": 2, "qualifiers": 1} if format == "groups_knockout" else {}
