"""All others at once: the scorer gives one answer for everybody who has said nothing."""

import uuid
from typing import Any

import pytest

from games.errors import Conflict, KeyReused, NotAllowed
from games.models import Pass, Session, User
from games.record.services.actions import undo
from games.record.services.asked import Declared
from games.record.services.declarations import others_answer
from games.rules.chouette import BoxDoubles, RuleError
from games.sessions.services.sessions import session_create
from games.table.presenters.audience import Audience
from games.table.presenters.reading import table_page
from games.table.services.proxies import proxy_set
from games.web.input import Input
from tests.games.conftest import Scorer
from tests.games.record.declaring import Phones

EVERYBODY = ("Bob", "Cid", "Dee")


@pytest.fixture
def phones(club, organizer, players):
    """Ann is the box and doubles; of Bob, Cid and Dee none has a phone at the table."""
    return doubled(club, organizer, players, "canberra")


def doubled(club, organizer, players, rules: str) -> Phones:
    made = session_create(club=club, by=organizer, players=list(players.values()), rules=rules)
    Session.objects.filter(pk=made.pk).update(replies_hidden=True)
    Scorer(made, organizer).play("order Ann, Bob, Cid, Dee\ngame")
    found = Phones(made, players)
    found.record("Ann", BoxDoubles(tuple(found.ids[name] for name in EVERYBODY)))
    without(found, *EVERYBODY)
    return found


def without(phones: Phones, *names: str) -> None:
    """These have no phone of their own at the table."""
    Pass.objects.filter(pk__in=[phones.passes[one].pk for one in names]).update(state="revoked")


def phone(phones: Phones, *names: str) -> None:
    """These have."""
    Pass.objects.filter(pk__in=[phones.passes[one].pk for one in names]).update(state="granted")


def others(phones: Phones, word: str, by: User | Pass, **request: Any) -> Declared:
    asked = {"session": phones.fresh(), "question": phones.number, "key": uuid.uuid4().hex}
    return others_answer(**{**asked, "word": word, "sender": by, **request})


@pytest.mark.parametrize(
    ("said", "with_phone", "also", "expected"),
    [
        ({}, (), (), dict.fromkeys(EVERYBODY, "take")),
        ({"Bob": "drop"}, ("Bob",), (), {"Bob": "drop", "Cid": "take", "Dee": "take"}),
        ({}, ("Dee",), (), {"Bob": "take", "Cid": "take"}),
        ({}, ("Dee",), ("Dee",), dict.fromkeys(EVERYBODY, "take")),
        ({}, ("Cid", "Dee"), ("Cid",), {"Bob": "take", "Cid": "take"}),
    ],
)
def test_who_has_said_nothing_and_has_no_phone_is_answered_for(
    phones, organizer, said, with_phone, also, expected
):
    phone(phones, *with_phone)
    for name, word in said.items():
        phones.say(name, word)
    declared = others(phones, "take", organizer, also=[phones.ids[one] for one in also])
    assert declared.is_settled == (len(expected) == len(EVERYBODY))
    if declared.is_settled:
        kind, payload = phones.last()
        assert (kind, payload["type"]) == ("play", "team_replies")
        assert dict(payload["replies"]) == expected
    else:
        assert phones.words() == expected


def test_where_all_have_phones_there_is_nobody_to_answer_for(phones, organizer):
    phone(phones, *EVERYBODY)
    with pytest.raises(Conflict) as refused:
        others(phones, "take", organizer)
    assert refused.value.code == "nobody_silent"
    assert phones.words() == {}


def test_who_follows_the_captain_says_what_the_captain_says(phones, organizer):
    proxy_set(session=phones.fresh(), by=organizer, player=phones.ids["Dee"])
    phone(phones, "Bob")
    phones.say("Bob", "take")
    others(phones, "drop", organizer)
    assert dict(phones.last()[1]["replies"]) == {"Bob": "take", "Cid": "drop", "Dee": "take"}


def test_answers_that_are_illegal_together_are_refused_and_nothing_is_written(
    club, organizer, players
):
    phones = doubled(club, organizer, players, "canberra; minimum_take=half")
    phone(phones, "Bob")
    phones.say("Bob", "take")
    with pytest.raises(RuleError):
        others(phones, "drop", organizer)
    assert phones.words() == {"Bob": "take"}


def test_the_same_request_counts_once_and_its_key_serves_for_nothing_else(phones, organizer):
    number = phones.number
    assert others(phones, "take", organizer, key="one").is_settled
    again = others(phones, "take", organizer, key="one", question=number)
    assert (again.replayed, again.is_settled) == (True, True)
    with pytest.raises(KeyReused):
        others(phones, "drop", organizer, key="one", question=number)


def test_a_player_answers_for_nobody_else(phones):
    phone(phones, "Bob")
    with pytest.raises(NotAllowed):
        others(phones, "take", phones.passes["Bob"])


def test_an_undo_asks_again(phones, organizer):
    others(phones, "take", organizer)
    session = phones.fresh()
    undo(session=session, version=session.version, key="u", sender=organizer)
    assert phones.question["kind"] == "replies"
    assert phones.words() == {}


def shown(phones: Phones, pane: str = "") -> Any:
    return table_page(phones.fresh(), Audience(may_score=True), Input(pane))


def test_the_scorers_page_names_whom_the_tap_is_for(phones):
    phone(phones, "Bob", "Dee")
    phones.say("Bob", "take")
    offered = shown(phones).asked.others
    assert offered.names == "Cid"
    assert [word for word, _label, _kind in offered.words] == ["take", "drop"]
    assert [name for _player, name in offered.phones] == ["Dee"]
    assert shown(phones, "speak").pane.data["others"] == offered


def test_above_the_names_at_the_buttons_it_only_says_how_many_have_answered(phones):
    phone(phones, "Bob", "Dee")
    assert shown(phones).asked.others.names == "Cid"
    assert shown(phones).asked.words == "0 of 3 have answered."
    phones.say("Bob", "take")
    assert shown(phones).asked.words == "1 of 3 has answered."
    phone(phones, "Cid")
    assert shown(phones).asked.words == "1 of 3 has answered. Not yet: Cid and Dee."


def test_where_each_answer_is_written_at_once_nothing_of_it_is_shown(phones):
    Session.objects.filter(pk=phones.session.pk).update(replies_hidden=False)
    assert shown(phones, "speak").pane.data["others"] is None
