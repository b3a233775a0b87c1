"""The log of an event, as its directors read it."""

import pytest

from games.models import Club
from tests.tournaments.desk.desk import Desk, desk
from tests.tournaments.directing import key
from tests.tournaments.tables.tables import Tables
from tournaments.events.services import draws
from tournaments.models import Division
from tournaments.record.services import passes
from tournaments.tables.services.tables import table_leave

pytestmark = pytest.mark.django_db


def test_the_log_says_in_words_what_was_done_with_tables_and_phones() -> None:
    directed = Tables(names="Ann Bob Cid Dee", format="club_night")
    directed.next_round()
    by, event = directed.director, directed.event
    table_leave(entry=directed.entry("Ann"), by=by)
    passes.check_in_open(event=event, by=by)
    made = passes.pass_create(event=event, player=directed.player("Bob"), by=by)
    passes.pass_revoke(holder=made.holder, by=by)
    passes.check_in_close(event=event, by=by)
    olga = Desk(directed)

    log = olga.client.get(f"/events/{event.public_id}/log/").content.decode()

    for line in (
        "let go home from their table: Ann",
        "let phones ask in",
        "made a link for a phone: Bob",
        "signed out the phone of a player: Bob",
        "closed the check-in by phone",
    ):
        assert f"</strong> {line}</li>" in log


def log_of(olga: Desk) -> str:
    event = olga.directed.event.public_id
    return olga.client.get(f"/events/{event}/log/").content.decode()


def test_the_log_says_which_round_was_released_and_its_division_where_there_are_several() -> None:
    olga = desk("Ann Bob Cid Dee")
    olga.directed.next_round()
    assert "</strong> released the draw: Round 1</li>" in log_of(olga)

    olga.directed.play_all()
    olga.directed.next_round()
    Division.objects.create(event=olga.directed.event, name="Beginners", position=9, format="swiss")
    name = olga.directed.division.name
    assert f"</strong> released the draw: {name}, Round 2</li>" in log_of(olga)
    assert f"</strong> confirmed the draw: {name}" in log_of(olga)


def test_of_a_bracket_the_first_and_the_last_round_are_named() -> None:
    olga = desk(format="single")
    olga.directed.next_round()
    said = "released the draw: Main bracket · Quarter-finals to Main bracket · Final</li>"
    assert said in log_of(olga)


def test_a_release_that_is_sent_again_is_done_once() -> None:
    directed = desk("Ann Bob").directed
    draws.draw_make(division=directed.division, by=directed.director)
    draws.draw_confirm(division=directed.division, by=directed.director)
    same = key()
    for _time in range(2):
        draws.draw_release(division=directed.division, by=directed.director, key=same)
    assert directed.event.log.filter(kind="draw_release").count() == 1


def test_the_log_says_who_set_the_speed_of_a_rehearsal() -> None:
    olga = desk("Ann Bob")
    Club.objects.update(is_rehearsal=True)
    olga.do("pace", value="5")
    olga.do("pace", value="")
    log = log_of(olga)
    assert "set the speed of the rehearsal: A result every 5 seconds</li>" in log
    assert "set the speed of the rehearsal: I enter everything myself</li>" in log
