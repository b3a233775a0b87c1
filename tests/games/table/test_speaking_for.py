"""A player leaves their phone while the others wait: now the captain speaks for them."""

import pytest

from games.models import Session
from games.rules.chouette import BoxDoubles
from games.table.services.proxies import proxy_set
from tests.games.record.declaring import Phones


@pytest.fixture
def phones(session, scorer, players):
    """Ann is the box, Bob the captain, Cid and Dee the crew; the first game is on."""
    scorer.play("order Ann, Bob, Cid, Dee\ngame")
    Session.objects.filter(pk=session.pk).update(replies_hidden=True)
    return Phones(session, players)


@pytest.fixture
def leave_it_to_the_captain(phones, organizer):
    """The scorer says that the captain speaks for somebody."""

    def leave(name):
        proxy_set(session=phones.fresh(), by=organizer, player=phones.ids[name])

    return leave


def test_a_round_of_offers_that_waited_for_him_alone_is_complete(phones, leave_it_to_the_captain):
    phones.say("Cid", "double")
    phones.say("Bob", "hold")
    leave_it_to_the_captain("Dee")

    assert phones.last() == ("play", {"type": "team_doubles", "members": ["Cid"]})
    assert phones.question["kind"] == "replies"


def test_answers_that_waited_for_him_alone_are_given(phones, leave_it_to_the_captain):
    everybody = tuple(phones.ids[name] for name in ("Bob", "Cid", "Dee"))
    phones.record("Ann", BoxDoubles(everybody))
    phones.say("Bob", "take")
    phones.say("Cid", "drop")
    leave_it_to_the_captain("Dee")

    kind, payload = phones.last()
    assert (kind, payload["type"]) == ("play", "team_replies")
    assert dict(payload["replies"]) == {"Bob": "take", "Cid": "drop", "Dee": "take"}


@pytest.mark.parametrize("spoken", [[], ["Cid"]])
def test_while_others_are_waited_for_nothing_is_said(phones, leave_it_to_the_captain, spoken):
    phones.record("Ann", BoxDoubles(tuple(phones.ids[name] for name in ("Bob", "Cid", "Dee"))))
    for name in spoken:
        phones.say(name, "take")
    leave_it_to_the_captain("Dee")

    assert phones.last()[1]["type"] == "box_doubles"
    assert set(phones.words()) == set(spoken)


def test_where_nothing_is_asked_nothing_happens(phones, leave_it_to_the_captain):
    leave_it_to_the_captain("Dee")

    assert phones.last()[1]["type"] == "start_game"
