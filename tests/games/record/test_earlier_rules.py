"""An evening keeps what an earlier version of the rules allowed, and goes on by those of today."""

import uuid

import pytest

from games.models import Session
from games.record.log.checking import session_check
from games.record.selectors.sessions import table_of
from games.record.services.actions import record_action, redo, undo
from games.rules.chouette import (
    BoxReplies,
    EndGame,
    RuleError,
    StartGame,
    TeamDoubles,
    legality,
)
from games.rules.chouette.notation import parse
from games.sessions.services.csn import csn_export
from games.sessions.services.sessions import session_end

OLD = 2
"""The version that asked for the lone captain's beaver in teams of two only."""


class Evening:
    """A session that is told by actions: no text of today's notation could say all of them."""

    def __init__(self, session, by):
        self.session, self.by = session, by
        self.ids = dict(session.club.players.values_list("name", "public_id"))

    def request(self):
        return {
            "session": self.session,
            "sender": self.by,
            "version": self.session.version,
            "key": uuid.uuid4().hex,
        }

    def say(self, *actions):
        for action in actions:
            record_action(actions=[action], **self.request())

    def start(self):
        line = table_of(self.session).line
        self.say(StartGame(line.box, line.partner, line.team))

    def captain_alone(self):
        """All double, and only the captain's cube is taken."""
        captain, *crew = table_of(self.session).game.team
        self.say(TeamDoubles((captain, *crew)))
        self.say(BoxReplies(((captain, "take"), *((one, "drop") for one in crew))))

    def totals(self):
        names = {key: name for name, key in self.ids.items()}
        return {names[one]: amount // 100 for one, amount in table_of(self.session).totals.items()}


@pytest.fixture
def evening(scorer, session, monkeypatch):
    """An evening whose first game has an answer that version 2 of the rules let pass."""
    scorer.play("order Ann, Bob, Cid, Dee")
    told = Evening(session, scorer.user)
    told.start()
    with monkeypatch.context() as then:
        then.setattr(legality, "_lone_captain_problem", lambda *_: None)
        told.captain_alone()
    Session.objects.update(rules_version=OLD, snapshot={**session.snapshot, "rules_version": OLD})
    session.refresh_from_db()
    return told


def test_what_was_answered_stands_and_the_game_goes_on(evening):
    evening.say(EndGame("team"))
    assert evening.totals() == {"Ann": -4, "Bob": 2, "Cid": 1, "Dee": 1}


def test_the_next_answer_is_held_against_the_rules_of_today(evening):
    evening.say(EndGame("team"))
    evening.start()
    with pytest.raises(RuleError, match="alone, the box must beaver it"):
        evening.captain_alone()


def test_undo_redo_and_the_check_follow_the_log(evening):
    evening.say(EndGame("team"))
    undo(**evening.request())
    redo(**evening.request())
    report = session_check(session=evening.session)
    assert report.differences == []
    assert not any("refuse" in remark for remark in report.remarks)
    assert evening.totals()["Ann"] == -4


def test_its_file_can_be_read_again(evening):
    evening.say(EndGame("team"))
    evening.start()
    evening.say(EndGame("box"))
    request = evening.request()
    session_end(by=request.pop("sender"), **request)
    text = csn_export(session=evening.session)
    assert "# Games that today's rules would not allow are given as points." in text
    first, second = parse(text).results
    assert (first.ending, sorted(first.points.values())) == ("points", [-400, 100, 100, 200])
    assert (second.ending, sorted(second.points.values())) == ("board", [-100, -100, -100, 300])
