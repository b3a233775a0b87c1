"""A staged event's page says who goes on, from the end of a stage until the next draw is out."""

import re

import pytest

from games.models import Player
from games.record.selectors.sessions import table_of
from games.rules.chouette import Table
from tests.tournaments.pages.public import open_club, page, text_of
from tests.tournaments.tables.tables import Tables
from tournaments.events.services import draws, entries, events

pytestmark = pytest.mark.django_db

EIGHT = "Ann Bob Cid Dee Eve Fay Gus Hal"


def stage(format: str = "freeze_out") -> Tables:
    """Eight at two tables; in a freeze-out one of each goes on."""
    directed = Tables(open_club(), EIGHT, format=format)
    directed.next_round()
    assert len(directed.tables()) == 2
    return directed


def played(directed: Tables, number: int) -> str:
    """Finish a table after a game that gives the captain three points; return their name."""
    table = directed.table(number)
    session = directed.start(table)
    now: Table = table_of(session)
    assert now.game is not None, "it has just begun"
    captain = str(directed.club.players.get(public_id=now.game.captain).name)
    directed.enter_points(session, **{captain: 3})
    directed.finish(directed.table(number))
    return captain


def test_who_goes_on_is_said_as_soon_as_the_last_table_is_finished():
    directed = stage()
    one = played(directed, 1)
    assert "1 of 2 tables are over" in text_of(page(directed))
    assert "Go on" not in text_of(page(directed))

    other = played(directed, 2)

    shown = page(directed)
    told = f"Go on as winners of their tables: {one}, {other}."
    assert told in text_of(shown)
    # Three make a table: the best of the others is the third.
    assert "Go on as the best of the others, to fill the table: " in text_of(shown)
    # Who listens to the page hears it too.
    heard = shown.split('id="event-news"')[1].split("</p>")[0]
    assert f"2 of 2 tables are over. {told} " in heard
    assert ".." not in heard


def test_it_is_said_until_the_next_draw_is_released_which_draws_the_same():
    directed = stage()
    winners = {played(directed, 1), played(directed, 2)}
    draws.draw_make(division=directed.division, by=directed.director)
    draws.draw_confirm(division=directed.division, by=directed.director, in_spite=True)
    assert "Go on as winners of their tables" in text_of(page(directed))

    draws.draw_release(division=directed.division, by=directed.director)

    assert "Go on" not in text_of(page(directed))
    assert winners < set(directed.names_at(directed.table()))
    assert "Go on as winners of their tables" in text_of(page(directed, "rounds"))


def test_nothing_is_said_once_one_of_them_has_gone_or_the_event_is_over():
    directed = stage()
    winner = played(directed, 1)
    played(directed, 2)
    entries.entry_pause(entry=directed.entry(winner), by=directed.director)
    assert "Go on" not in text_of(page(directed))
    entries.entry_resume(entry=directed.entry(winner), by=directed.director)
    assert "Go on" in text_of(page(directed))

    events.event_finish(event=directed.event, by=directed.director)

    assert "Go on" not in text_of(page(directed))


def test_where_everybody_plays_on_nothing_is_said():
    directed = stage("club_night")
    played(directed, 1)
    played(directed, 2)
    assert "2 of 2 tables are over" in text_of(page(directed))
    assert "Go on" not in text_of(page(directed))


def test_strangers_read_the_initials_of_who_wants_no_more_shown():
    directed = stage()
    one, other = played(directed, 1), played(directed, 2)
    Player.objects.update(shown="initials")
    shown = text_of(page(directed))
    assert f"Go on as winners of their tables: {one[0]}., {other[0]}." in shown
    assert re.search(rf"\b{one}\b", shown) is None  # "Events" is nobody
