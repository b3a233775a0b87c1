"""What any tap may meet: nonsense, somebody faster, a lost answer, an expired login; and undo."""

from typing import Any

import pytest
from django.test import Client

from games.models import Action, Session, User
from games.sessions.services.sessions import session_end
from tests.games.conftest import Scorer
from tests.games.phone import Phone

ORDER = "order Ann, Bob, Cid, Dee\n"
GAME = ORDER + "game\n"


def test_undo_says_what_it_takes_back(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME + "Bob doubles\n")
    assert "undo “Bob doubles”" in phone.show()
    page = phone.tap("", where="undo").content.decode()
    assert "undo “game started”" in page
    assert "redo" in page
    phone.tap("", where="redo")
    assert phone.table.phase == "replies"


def test_the_history_takes_back_several_steps(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME + "Bob doubles\nbox takes Bob\n")
    page = phone.show("history")
    assert "box takes Bob" in page
    assert "order set by hand" in page
    phone.tap("", where="undo", steps="3")
    assert phone.table.phase == "between"


def test_nothing_to_undo_is_said(phone: Phone) -> None:
    answer = phone.tap("", where="undo")
    assert answer.status_code == 400
    assert "There is nothing to undo." in answer.content.decode()


@pytest.mark.parametrize(
    "fields",
    [
        {"do": ""},
        {"do": "dance"},
        {"do": "open", "box_die": "7", "captain_die": "x"},
        {"do": "open"},
        {"do": "team_doubles", "member": "nobody"},
        {"do": "team_doubles"},
        {"do": "box_replies", "reply-nobody": "take"},
        {"do": "box_replies", "reply-nobody": "perhaps"},
        {"do": "team_animals", "reply-all": "accept"},
        {"do": "settle", "settled": "nobody", "points": "2"},
        {"do": "settle", "settled": "nobody", "points": "Infinity"},
        {"do": "settle", "settled": "nobody", "points": "1e99"},
        {"do": "settle", "settled": "nobody", "points": "0.123"},
        {"do": "enter_points", "points-nobody": "1"},
        {"do": "end_game", "winner": "dee", "level": "9"},
        {"do": "join", "player": "nobody"},
        {"do": "join", "player": "nobody", "stake": "-1"},
        {"do": "leave", "player": "nobody"},
        {"do": "name_partner", "player": "nobody", "percent": "much"},
        {"do": "start_game"},
        {"do": "play_by_hand"},
        {"do": "sit_out"},
        {"do": "set_order", "line": "\U0001f989"},
        {"do": "roll_order"},
        {"do": "extra_reply", "reply": "both"},
        {"do": "give_extra", "giver": "x", "taker": "y"},
    ],
)
def test_nonsense_gets_a_sentence_and_writes_nothing(
    phone: Phone, scorer: Scorer, fields: dict[str, Any]
) -> None:
    scorer.play(GAME)
    rows = Action.objects.count()
    answer = phone.tap(**fields)
    assert answer.status_code in (400, 422)
    assert 'role="alert"' in answer.content.decode()
    assert Action.objects.count() == rows


@pytest.mark.parametrize("pane", ["replies", "animals", "opening", "../etc", "\U0001f989", "dice"])
def test_a_pane_that_is_not_due_shows_what_is(phone: Phone, scorer: Scorer, pane: str) -> None:
    scorer.play(GAME + "Bob doubles\nbox takes Bob\n")
    assert "Box wins …" in phone.show(pane)


def test_who_comes_second_sees_the_present_table(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME)
    seen = phone.session.version
    scorer.play("Bob doubles")
    answer = phone.tap("end_game", winner="box", level="1", version=seen)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Somebody was faster" in page
    assert "The box answers" in page
    assert phone.table.game is not None


def test_the_same_tap_twice_is_recorded_once(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME)
    version = phone.session.version
    first = phone.tap("team_doubles", member=phone.ids["Bob"], version=version, key="tap-1")
    again = phone.tap("team_doubles", member=phone.ids["Bob"], version=version, key="tap-1")
    assert (first.status_code, again.status_code) == (200, 200)
    assert Action.objects.filter(key="tap-1").count() == 1
    other = phone.tap("team_doubles", member=phone.ids["Cid"], version=version, key="tap-1")
    assert other.status_code == 409


def test_an_expired_login_keeps_the_page_and_explains(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME)
    phone.client.logout()
    answer = phone.tap("end_game", winner="box", level="1")
    assert answer.status_code == 401
    assert answer["HX-Retarget"] == "#notice"
    assert "You are signed out. Nothing is lost." in answer.content.decode()
    assert phone.table.game is not None


def test_without_htmx_a_tap_leads_back_to_the_table(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME)
    fields = {"do": "end_game", "winner": "box", "level": "1", "key": "k"}
    answer = phone.client.post(
        f"{phone.url}act/", {**fields, "version": phone.session.version}, follow=True
    )
    assert answer.redirect_chain == [(phone.url, 302)]
    assert "Game 1: Box wins" in answer.content.decode()


def test_a_tap_after_the_end_of_the_session_is_refused(
    phone: Phone, scorer: Scorer, organizer: User
) -> None:
    scorer.play(GAME + "box wins\n")
    session_end(session=phone.session, by=organizer, version=phone.session.version, key="end")
    answer = phone.tap("start_game", line=list(phone.table.order))
    assert answer.status_code == 409
    assert "has ended" in answer.content.decode()


def test_a_tap_whose_answer_was_lost_means_what_it_meant(phone: Phone, scorer: Scorer) -> None:
    scorer.play(ORDER)
    fields = {"sit_out": phone.ids["Cid"], "version": phone.session.version, "key": "rest"}
    assert phone.tap("sit_out", **fields).status_code == 200
    assert phone.tap("sit_out", **fields).status_code == 200
    assert Action.objects.filter(key="rest").count() == 1


def test_a_refusal_that_is_loaded_again_is_the_table(phone: Phone) -> None:
    answer = phone.client.get(f"{phone.url}act/")
    assert (answer.status_code, answer["Location"]) == (302, phone.url)


def test_null_characters_do_no_harm(phone: Phone, scorer: Scorer) -> None:
    scorer.play(ORDER)
    phone.tap("", where="newcomer", name="E\0ve")
    assert phone.session.club.players.filter(name="Eve").exists()


def test_a_tap_without_any_cookie_says_that_one_is_signed_out(session: Session) -> None:
    nobody = Client(enforce_csrf_checks=True)
    answer = nobody.post(
        f"/sessions/{session.public_id}/table/act/",
        {"do": "end_game"},
        headers={"HX-Request": "true"},
    )
    assert answer.status_code == 401
    assert "You are signed out. Nothing is lost." in answer.content.decode()
