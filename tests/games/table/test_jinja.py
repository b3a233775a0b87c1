"""The part of the table page that Jinja renders: its texts, what it escapes, whose token it has."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest
from django.template import engines
from django.utils import translation
from django.utils.translation import gettext
from jinja2 import UndefinedError

from games.models import Player
from games.table.presenters.html import table_html
from games.table.presenters.page import TablePage
from games.table.presenters.parts import SWAP
from games.table.presenters.reading import table_page
from games.table.presenters.values import Audience
from games.web.input import Input
from tests import evenings
from tests.evenings import Evening

ENVIRONMENT = engines["jinja"].env
SCORER = Audience(may_score=True, signed_in=True)
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


@pytest.fixture
def evening(db: None) -> Evening:
    return Evening(evenings.club(), "Ann Bob Cid").game(Bob="2.5", Cid=-1)


@pytest.fixture
def request_of_somebody(rf: Any) -> HttpRequest:
    request: HttpRequest = rf.get("/")
    request._messages = CookieStorage(request)  # type: ignore[attr-defined]
    return request


def page(evening: Evening, *, broadcast: bool = False) -> TablePage:
    return table_page(evening.session, SCORER, Input(), broadcast=broadcast)


@pytest.mark.parametrize("name", ENVIRONMENT.list_templates())
def test_every_template_compiles_and_django_finds_none_of_them(name: str) -> None:
    assert ENVIRONMENT.get_template(name)
    with pytest.raises(Exception, match=name):
        engines["django"].get_template(name)


def test_a_name_that_is_not_there_is_an_error_not_a_blank(evening: Evening) -> None:
    for slip in (
        "{{ nothing }}",
        "{{ page.nothing }}",
        "{% if page.pane.data.nothing %}{% endif %}",
    ):
        with pytest.raises(UndefinedError):
            ENVIRONMENT.from_string(slip).render(page=page(evening))


def test_each_reader_has_his_language_and_his_decimal_sign(evening: Evening) -> None:
    first = table_html(SWAP, page(evening))
    with translation.override("de"):
        german = table_html(SWAP, page(evening))
        translated = gettext("What happened")

    assert "What happened" in first
    assert "+2.5" in first
    assert translated in german
    assert "What happened" not in german
    assert "+2,5" in german
    assert "What happened" in table_html(SWAP, page(evening))


def test_what_somebody_typed_is_escaped_in_texts_too(evening: Evening) -> None:
    _box, (captain, *_) = evening.start()
    Player.objects.filter(public_id=captain).update(name="<i>O'Neil")

    html = table_html(SWAP, page(evening))

    assert "<i>O" not in html
    assert "&lt;i&gt;O&#39;Neil doubles" in html


def test_every_form_of_a_readers_own_page_has_his_token(
    evening: Evening, request_of_somebody: HttpRequest
) -> None:
    own = table_html(SWAP, page(evening), request_of_somebody)

    assert len(TOKEN.findall(own)) == own.count('<form method="post"') > 0
    assert len(set(TOKEN.findall(own))) == 1
    assert not TOKEN.findall(table_html(SWAP, page(evening, broadcast=True), request_of_somebody))


def test_messages_are_told_once(evening: Evening, request_of_somebody: HttpRequest) -> None:
    request_of_somebody._messages.add(25, "Made <well>.")  # type: ignore[attr-defined]

    html = table_html(SWAP, page(evening), request_of_somebody)

    assert '<p class="notice notice--good">Made &lt;well&gt;.</p>' in html
    assert request_of_somebody._messages.used  # type: ignore[attr-defined]


def test_every_fold_of_the_table_has_a_name_by_which_it_stays_open() -> None:
    """What came with the next picture is found again by its id."""
    folder = Path(settings.ROOT) / "templates" / "jinja" / "table"
    folds = [
        tag
        for one in folder.rglob("*.html")
        for tag in re.findall(r"<details[^>]*", one.read_text())
    ]
    names = re.findall(r' id="(fold-[a-z]+)"', " ".join(folds))
    assert len(set(names)) == len(folds) > 3
