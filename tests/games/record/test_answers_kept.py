"""Answers given in secret: no step is written over them unasked, and undo gives them back."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.errors import AnswersGiven, Conflict, KeyReused
from games.models import Session
from games.record.services.actions import redo, undo
from games.record.services.amend import game_amend
from games.record.services.notes import note_add
from games.rules.chouette import (
    BoxDoubles,
    BoxReplies,
    EndGame,
    EnterPoints,
    StartGame,
    TeamAnimals,
    TeamDoubles,
    TeamReplies,
)
from games.sessions.services.sessions import session_reopen, session_void
from tests.games.record.declaring import Phones

TEAM = ("Bob", "Cid", "Dee")


@pytest.fixture
def phones(session, scorer, players):
    """Ann is the box; one game has ended, the second is on; replies stay hidden."""
    scorer.play("order Ann, Bob, Cid, Dee\ngame\nbox wins\ngame")
    Session.objects.filter(pk=session.pk).update(replies_hidden=True)
    return Phones(session, players)


def members(phones: Phones) -> tuple[str, ...]:
    return tuple(phones.ids[name] for name in TEAM)


def offered(phones: Phones) -> dict[str, str]:
    return {"Cid": "double", "Bob": "hold"}


def doubled(phones: Phones) -> dict[str, str]:
    phones.record("Ann", BoxDoubles(members(phones)))
    return {"Bob": "drop", "Cid": "take"}


def beavered(phones: Phones) -> dict[str, str]:
    phones.say("Bob", "double")
    phones.say("Cid", "double")
    phones.say("Dee", "double")
    phones.record("Ann", BoxReplies(tuple((one, "beaver") for one in members(phones))))
    return {"Bob": "accept", "Cid": "refuse"}


def all_say(kind, word):
    return lambda phones: kind(tuple((one, word) for one in members(phones)))


def next_game(phones):
    line = phones.table.line
    return StartGame(line.box, None, line.team)


def one_says(phones):
    return TeamReplies(((phones.ids["Bob"], "take"),))


STEPS = {
    "the team doubles": (offered, lambda phones: TeamDoubles(members(phones)[1:])),
    "the box doubles": (offered, lambda phones: BoxDoubles(members(phones))),
    "the game ends": (offered, lambda phones: EndGame("team")),
    "points only": (
        offered,
        lambda phones: EnterPoints(tuple((one, 100) for one in members(phones))),
    ),
    "take all": (doubled, all_say(TeamReplies, "take")),
    "drop all": (doubled, all_say(TeamReplies, "drop")),
    "accept all": (beavered, all_say(TeamAnimals, "accept")),
    "refuse all": (beavered, all_say(TeamAnimals, "refuse")),
}
"""What is asked and answered, and a step that closes it."""


def back(phones, by, service=undo, over=None):
    """Undo or redo one step."""
    session = phones.fresh()
    key = f"{service.__name__} {session.version}"
    service(session=session, version=session.version, key=key, sender=by, over=over)


@pytest.mark.parametrize("case", STEPS)
def test_a_step_over_answers_is_refused_until_it_names_their_question(phones, organizer, case):
    ask, step = STEPS[case]
    said = ask(phones)
    for name, word in said.items():
        phones.say(name, word)
    number, length = phones.number, phones.fresh().length

    for over in (None, number + 1):
        with pytest.raises(AnswersGiven) as caught:
            phones.record("Ann", step(phones), sender=organizer, over=over)
        named = [phones.names[one] for one in caught.value.players]
        assert (caught.value.code, caught.value.status) == ("answers_given", 409)
        assert (named, caught.value.question) == (list(said), number)
        assert not set(said.values()) & set(str(caught.value).replace(",", " ").split())
        assert (phones.words(), phones.fresh().length) == (said, length)

    phones.record("Ann", step(phones), sender=organizer, over=number)

    assert phones.words() == {}
    assert phones.fresh().length == length + 1


@pytest.mark.parametrize("case", STEPS)
def test_undo_gives_the_answers_back_and_redo_takes_them_away(phones, organizer, case):
    ask, step = STEPS[case]
    said = ask(phones)
    for name, word in said.items():
        phones.say(name, word)
    before = phones.question
    phones.record("Ann", step(phones), sender=organizer, over=before["number"])
    for _ in range(2):
        back(phones, organizer)

        again = phones.question
        assert phones.words() == said
        assert (again["kind"], again["mark"]) == (before["kind"], before["mark"])
        assert again["number"] > before["number"]
        with pytest.raises(AnswersGiven):
            back(phones, organizer, redo)
        back(phones, organizer, redo, over=again["number"])
        assert phones.words() == {}
    back(phones, organizer)

    word = {"offers": "hold", "replies": "take", "animals": "accept"}[before["kind"]]
    assert phones.say("Dee", word).is_settled


@pytest.mark.parametrize("case", STEPS)
def test_undo_of_an_earlier_step_asks_and_redo_gives_the_answers_back(phones, organizer, case):
    ask, _ = STEPS[case]
    said = ask(phones)
    for name, word in said.items():
        phones.say(name, word)
    kind, number = phones.question["kind"], phones.number

    with pytest.raises(AnswersGiven):
        back(phones, organizer)
    assert phones.words() == said
    back(phones, organizer, over=number)
    assert phones.words() == {}

    back(phones, organizer, redo)
    assert phones.words() == said
    assert phones.question["kind"] == kind


def test_only_undo_of_the_very_step_gives_the_answers_back(phones, organizer):
    doubled(phones)
    phones.say("Cid", "take")
    phones.record("Ann", all_say(TeamReplies, "drop")(phones), sender=organizer, over=phones.number)
    phones.record("Ann", next_game(phones), sender=organizer)

    back(phones, organizer)
    assert phones.words() == {}
    back(phones, organizer)
    assert phones.words() == {"Cid": "take"}


def test_a_step_for_one_member_sets_aside_only_what_he_said(phones, organizer):
    doubled(phones)
    phones.say("Bob", "drop")
    phones.say("Cid", "take")

    with pytest.raises(AnswersGiven) as caught:
        phones.record("Ann", one_says(phones), sender=organizer)
    assert caught.value.players == (phones.ids["Bob"],)
    phones.record("Ann", one_says(phones), sender=organizer, over=phones.number)
    assert phones.words() == {"Cid": "take"}

    back(phones, organizer)
    assert phones.words() == {"Bob": "drop", "Cid": "take"}


def test_who_has_said_all_of_it_is_not_asked_and_it_comes_back_all_the_same(phones, organizer):
    doubled(phones)
    phones.say("Bob", "drop", by=organizer)

    phones.record("Ann", all_say(TeamReplies, "take")(phones), sender=organizer)
    assert phones.words() == {}

    back(phones, organizer)
    assert phones.words() == {"Bob": "drop"}


def remark(session, by):
    note_add(session=session, game=2, by=by, text="The dice fell.", key="n")


def correction(session, by):
    actions = [EndGame("team")]
    game_amend(
        session=session, game=1, actions=actions, version=session.version, key="a", sender=by
    )


def voided(session, by):
    session_void(session=session, by=by, version=session.version, key="v")
    session.refresh_from_db()
    session_reopen(session=session, by=by, version=session.version, key="r")


@pytest.mark.parametrize("beside", [remark, correction, voided])
@pytest.mark.parametrize("ask", [offered, doubled, beavered])
def test_what_changes_nothing_that_is_asked_leaves_the_answers(phones, organizer, ask, beside):
    said = ask(phones)
    for name, word in said.items():
        phones.say(name, word)
    number = phones.number

    beside(phones.fresh(), organizer)

    assert (phones.words(), phones.number) == (said, number)


def test_a_late_or_doubled_answer_meets_the_fate_of_its_own(phones, organizer):
    doubled(phones)
    number = phones.number
    phones.say("Bob", "drop", key="bob")
    phones.record("Ann", all_say(TeamReplies, "take")(phones), sender=organizer, over=number)

    with pytest.raises(Conflict) as caught:
        phones.say("Bob", "drop", key="bob", question=number)
    assert caught.value.code == "question_closed"
    back(phones, organizer)

    assert phones.say("Bob", "drop", key="bob", question=number).replayed
    with pytest.raises(KeyReused):
        phones.say("Bob", "take", key="bob", question=number)
    with pytest.raises(Conflict) as caught:
        phones.say("Cid", "take", question=number)
    assert caught.value.code == "question_closed"


def test_a_tap_while_nothing_is_asked_reads_no_answers(phones, organizer):
    phones.record("Ann", EndGame("box"), sender=organizer)
    with CaptureQueriesContext(connection) as found:
        phones.record("Ann", next_game(phones), sender=organizer)

    assert not [one["sql"] for one in found if "games_declaration" in one["sql"]]
