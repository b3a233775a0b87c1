"""The log of an event, as its directors read it."""

import pytest

from tests.tournaments.desk.desk import Desk
from tests.tournaments.tables.tables import Tables
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
