"""Scripts of boards are fetched at once, and before the board is there."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template
from django.test import Client
from django.urls import reverse

from games.boards.services.boards import Terms, board_create
from games.boards.services.invitations import invitation_make
from games.boards.services.sitters import Sitter

JS = Path(settings.STATICFILES_DIRS[0]) / "js"
LINK = re.compile(r'<link rel="modulepreload" href="/static/js/([\w-]+\.js)">')
ENTRIES = sorted(one.name for one in JS.glob("*.js"))


def linked(text: str) -> list[str]:
    return LINK.findall(text)


@pytest.mark.parametrize("entry", ENTRIES)
def test_what_a_script_imports_is_linked_once(entry):
    text = Template(f'{{% load modules %}}{{% modules_of "js/{entry}" %}}').render(Context())
    found = linked(text)
    assert text.count("<link") == len(found) == len(set(found))
    there = {entry, *found}
    for name in there:
        imported = re.findall(
            r'(?:from|^import) "\./([\w-]+\.js)"', (JS / name).read_text("utf-8"), re.M
        )
        assert set(imported) <= there, name
    assert entry not in found


@pytest.mark.django_db
def test_pages_before_a_board_fetch_its_scripts(club, ann, board_between):
    client = Client()
    client.force_login(ann)
    waiting = board_create(club=club, by=ann, terms=Terms())
    _made, token = invitation_make(board=waiting, by=Sitter(0, ann))
    playing = board_between().seed()
    pages = {
        "new": client.get(reverse("board_new", args=[club.slug])),
        "invitation": Client().get(reverse("board_invitation", args=[token])),
        "begin": client.get(reverse("board", args=[waiting.public_id])),
        "board": client.get(reverse("board", args=[playing.board.public_id])),
    }
    found = {name: set(linked(page.content.decode())) for name, page in pages.items()}
    of_the_board = found["board"]
    assert {"stream.js", "board_view.js", "board_pieces.js"} <= of_the_board
    for name in ("new", "invitation", "begin"):
        assert of_the_board | {"board.js"} <= found[name], name
    assert {"dice_proof.js", "board_begin.js"} <= found["invitation"]


def test_an_attribute_that_holds_an_address_never_holds_anything_else():
    holds: dict[str, set[bool]] = {}
    for place in (JS.parents[1] / "templates").rglob("*.html"):
        text = place.read_text("utf-8")
        for name, value in re.findall(r'(data-[\w-]+)="([^"]+)', text):
            is_address = re.match(r"\{% url |\{\{ ?(url\(|[\w.]*_url\b)", value) is not None
            if is_address or not value.startswith("{"):  # else it cannot be told here
                holds.setdefault(name, set()).add(is_address)
    assert "data-moves" in holds
    assert [name for name, found in holds.items() if len(found) > 1] == []
