"""A cube that the captain has bought is told as the captain's; who beavers whom is named."""

from __future__ import annotations

import html
import re

import pytest
from django.utils import translation

from games.sessions.services.sessions import session_create
from games.table.presenters.reading import table_page
from games.table.presenters.values import Audience
from games.web.input import Input
from tests.games.conftest import Scorer
from tests.games.phone import Phone

pytestmark = pytest.mark.django_db

RULES = "canberra; captain_may_buy=on; lone_taker=free; animals=3"
SOLD = "order Ann, Bob, Cid, Dee\ngame\nbox doubles all\nCid sells Bob\nBob Dee take\n"
BOUGHT = "captain (Cid's cube)"


@pytest.fixture
def evening(club, organizer, players):
    """A table on which the captain may buy, the scorer's phone at it, and who plays."""
    session = session_create(club=club, by=organizer, players=list(players.values()), rules=RULES)
    return session, Scorer(session, organizer)


@pytest.fixture
def at(evening, client, organizer):
    client.force_login(organizer)
    return Phone(client, evening[0])


def text(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


STEPS = {
    # what is played after the sale: how it is told then
    "Bob Cid double\nbox takes all\n": [f"Bob and {BOUGHT} double", f"box takes Bob and {BOUGHT}"],
    "Cid doubles\nbox takes Cid\n": [f"{BOUGHT} doubles", f"box takes {BOUGHT}"],
    "Bob Cid double\nbox takes Bob, drops Cid\n": [f"box takes Bob, drops {BOUGHT}"],
    "Cid doubles\nbox beavers Cid\nCid accepts\n": [f"box beavers {BOUGHT}", f"{BOUGHT} accepts"],
    "Cid settles 2 for team\n": [f"{BOUGHT} settles for +2"],
}


@pytest.mark.parametrize(("played", "told"), STEPS.items(), ids=map(str.strip, STEPS))
def test_what_happens_to_a_bought_cube_is_told_as_the_captains(evening, at, played, told):
    _session, scorer = evening
    scorer.play(SOLD + played)
    found = text(at.show(pane="history"))
    for words in [*told, "Cid sells", "box doubles Bob, Cid and Dee"]:
        assert words.lower() in found.lower()
    assert f'data-did="{told[-1]}' in html.unescape(at.show())  # the last step
    scorer.play("team wins\ngame\nCid Dee double\n")
    assert 'data-did="Cid and Dee double"' in at.show()  # it is another game


def test_the_sale_itself_is_told_of_who_sold(evening, at):
    _session, scorer = evening
    scorer.play(SOLD.removesuffix("Bob Dee take\n"))
    assert 'data-did="Cid sells"' in at.show()


def test_the_panes_name_a_bought_cube_by_who_plays_it(evening, at):
    _session, scorer = evening
    scorer.play(SOLD)
    assert BOUGHT in text(at.show(pane="team-doubles"))
    assert BOUGHT in text(at.show(pane="settle"))
    scorer.play("Bob Cid double\n")
    assert BOUGHT in text(at.show())
    with translation.override("de"):
        at.client.cookies["django_language"] = "de"
        assert "Kapitän (Würfel von Cid)" in text(at.show())


def test_a_sheet_tells_a_game_with_a_bought_cube(evening, at):
    session, scorer = evening
    scorer.play(SOLD + "Cid doubles\nbox takes Cid\nteam wins\n")
    page = text(at.client.get(f"/sessions/{session.public_id}/games/1/").content.decode())
    assert f"{BOUGHT} doubles" in page
    assert "Cid sells" in page
    assert page.count("Cid doubles") == 1  # in the score file, whose bets are named by members


ANIMALS = {
    # the answers so far, and how the next one is asked of a member on their own phone
    "Cid doubles\nbox beavers Cid\n": "The box beavers you",
    "box doubles Cid\nCid beavers\nbox raccoons Cid\n": "The box raccoons you",
    "Cid doubles\nbox beavers Cid\nCid raccoons\nbox raccoons Cid\n": (
        "The box doubles you once more"
    ),
}


@pytest.mark.parametrize(("played", "asked"), ANIMALS.items(), ids=list(ANIMALS.values()))
def test_a_member_who_is_redoubled_reads_by_what(evening, players, played, asked):
    session, scorer = evening
    scorer.play("order Ann, Bob, Cid, Dee\ngame\n" + played)
    session.refresh_from_db()
    page = table_page(session, Audience(player=players["Cid"].public_id), Input())
    assert page.pane.title == asked
