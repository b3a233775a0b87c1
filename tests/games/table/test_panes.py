"""What a phone fetches ahead, so that its next tap needs no network."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import Session
from tests.games.conftest import Scorer
from tests.games.phone import Phone

ORDER = "order Ann, Bob, Cid, Dee\n"
GAME = ORDER + "game\n"

PHASES = {
    "order": "",
    "between": ORDER,
    "after a game": GAME + "box wins",
    "play": GAME,
    "extras": GAME + "all double\nbox takes all\n",
    "replies": GAME + "all double\n",
    "animals": GAME + "Bob Cid double\nbox beavers Bob, beavers Cid\n",
}


def panes(client: Client, session: Session) -> str:
    return client.get(f"/sessions/{session.public_id}/table/panes/").content.decode()


def names_in(found: str) -> set[str]:
    return set(re.findall(r'<template data-pane="([\w-]+)"', found))


@pytest.mark.parametrize("phase", PHASES)
def test_every_pane_that_a_button_opens_is_among_them(
    phone: Phone, scorer: Scorer, phase: str
) -> None:
    if PHASES[phase]:
        scorer.play(PHASES[phase])
    phone.session.refresh_from_db()
    found = panes(phone.client, phone.session)
    opened = set(re.findall(r'id="b-[\w-]+" href="[^"]*\?pane=([\w-]+)"', found))
    assert opened <= names_in(found)
    assert opened or phase in ("replies", "animals"), "this state has buttons that open panes"
    assert f'data-beat="{phone.session.beat}"' in found


def test_a_pane_is_what_the_server_shows_when_it_is_asked(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME)
    found = panes(phone.client, phone.session)
    for name in names_in(found):
        part = found.split(f'data-pane="{name}"')[1].split("</template>")[0]
        headings = re.findall(r"<h2[^>]*>.*?</h2>", phone.show(name).split('id="table"')[1])
        assert (
            re.findall(r"<h2[^>]*>.*?</h2>", part)
            == [one for one in headings if "What happened" not in one or name == "history"][
                : len(re.findall(r"<h2", part))
            ]
        )


def test_they_belong_to_nobody(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME)
    found = panes(phone.client, phone.session)
    assert 'name="csrfmiddlewaretoken"' not in found
    assert set(re.findall(r'name="key" value="(\w*)"', found)) == {""}


def test_who_only_watches_gets_none(client: Client, session: Session) -> None:
    session.club.visibility = "public"
    session.club.save()
    assert panes(client, session) == ""


def test_they_are_read_in_few_queries(
    phone: Phone, scorer: Scorer, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    scorer.play(GAME)
    with django_assert_num_queries(18):
        found = panes(phone.client, phone.session)
    assert found
