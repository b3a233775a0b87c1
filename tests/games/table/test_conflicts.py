"""The slower player is told what they meant and saw, what happened since, and the state now."""

import datetime
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Action, Pass, Player, Session, User
from games.record.services.actions import redo, undo
from games.sessions.actors import cookie_name, pass_sealed
from games.sessions.services.sessions import session_end
from games.table.presenters.conflict import MOST_TOLD
from tests.games.conftest import Scorer
from tests.games.phone import Phone

GAME = "order Ann, Bob, Cid, Dee\ngame\n"


def explained(answer: HttpResponse) -> str:
    """The conflict, as plain text."""
    page = answer.content.decode()
    assert answer.status_code == 409
    part = page[page.index('id="conflict"') :].split("</div>")[0]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", part.split(">", 1)[1]))


def test_it_says_what_was_tapped_and_what_happened_since(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME)
    seen = phone.session.version
    scorer.play("Bob doubles")
    said = explained(phone.tap("end_game", winner="box", level="2", version=seen))
    assert "Somebody was faster" in said
    assert "You tapped “box wins gammon”; it was not written." in said
    assert re.search(r"Olga: Bob doubles · \d\d:\d\d", said)


def test_who_was_at_the_table_before_returns_in_a_late_tap_too(
    phone: Phone, scorer: Scorer
) -> None:
    scorer.play(GAME + "box wins\n")
    phone.tap("leave", player=phone.ids["Dee"])
    seen = phone.session.version
    phone.tap("join", player=phone.ids["Dee"])
    assert "undo “Dee returns”" in phone.show()
    said = explained(phone.tap("join", player=phone.ids["Dee"], version=seen))
    assert "You tapped “Dee returns”; it was not written." in said
    assert "Olga: Dee returns" in said


def test_it_shows_the_state_that_was_seen_and_the_present_one(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME)
    seen = phone.session.version
    scorer.play("all double\nbox takes Bob, takes Cid, drops Dee")
    said = explained(phone.tap("end_game", winner="box", level="1", version=seen))
    assert "Bob cube 1, in the middle cube 2, at the box" in said
    assert "Dee cube 1, in the middle out: box dropped" in said
    assert "Ann" not in said.split("now", 1)[1]


def test_what_is_still_possible_can_be_tapped_again(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME)
    seen = phone.session.version
    scorer.play("Bob doubles\nbox takes Bob")
    answer = phone.tap("end_game", winner="team", level="1", version=seen, key="old")
    page = answer.content.decode()
    assert "Tap again: team wins" in explained(answer)
    form = page[
        page.rindex("<form", 0, page.index('id="tap-again"')) : page.index('id="tap-again"')
    ]
    sent = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form))
    assert (sent["do"], sent["winner"], sent["level"]) == ("end_game", "team", "1")
    assert sent["version"] == str(phone.session.version)
    assert sent["key"] not in ("", "old")
    again = phone.client.post(f"{phone.url}act/", sent, headers={"HX-Request": "true"})
    assert again.status_code == 200
    assert phone.table.game is None


def test_what_is_no_longer_possible_is_not_offered(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME)
    seen = phone.session.version
    scorer.play("Bob doubles")
    answer = phone.tap("team_doubles", member=phone.ids["Bob"], version=seen)
    assert "You tapped “Bob doubles”" in explained(answer)
    assert "tap-again" not in answer.content.decode()


def test_a_tap_that_would_mean_something_else_now_is_not_offered(
    phone: Phone, scorer: Scorer
) -> None:
    scorer.play("order Ann, Bob, Cid, Dee")
    seen = phone.session.version
    scorer.play("game\nbox wins")
    line = [phone.ids[name] for name in ("Ann", "Bob", "Cid", "Dee")]
    answer = phone.tap("start_game", line=line, version=seen)
    assert "You tapped “game started" in explained(answer)
    assert "tap-again" not in answer.content.decode()


@pytest.mark.parametrize(
    ("where", "words"),
    [("undo", "You tapped “undo “Bob doubles””"), ("end", "You tapped “end the evening”")],
)
def test_other_buttons_say_what_they_meant_too(
    phone: Phone, scorer: Scorer, where: str, words: str
) -> None:
    scorer.play(GAME + "Bob doubles")
    seen = phone.session.version
    scorer.play("box takes Bob")
    answer = phone.tap("", where=where, version=seen)
    assert words in explained(answer)
    assert "tap-again" not in answer.content.decode()


def test_undo_and_redo_of_others_are_told(phone: Phone, scorer: Scorer, organizer: User) -> None:
    scorer.play(GAME + "Bob doubles\nbox takes Bob")
    seen = phone.session.version
    for number, (move, steps) in enumerate(((undo, 2), (redo, 1), (undo, 1))):
        phone.session.refresh_from_db()
        move(
            session=phone.session,
            version=phone.session.version,
            key=f"move-{number}",
            sender=organizer,
            steps=steps,
        )
    said = explained(phone.tap("end_game", winner="box", level="1", version=seen))
    assert "2 steps are taken back" in said
    assert "“Bob doubles” is put back" in said
    assert "“Bob doubles” is taken back" in said


def test_the_end_of_the_session_is_told(phone: Phone, scorer: Scorer, organizer: User) -> None:
    scorer.play(GAME + "box wins")
    seen = phone.session.version
    session_end(session=phone.session, by=organizer, version=seen, key="end")
    said = explained(phone.tap("start_game", line=list(phone.table.order), version=seen))
    assert "Olga: the evening is over" in said


def test_of_a_very_old_page_it_says_only_how_many_steps_there_were(
    phone: Phone, scorer: Scorer
) -> None:
    scorer.play(GAME)
    seen = phone.session.version
    scorer.play("box wins\ngame\n" * MOST_TOLD)
    said = explained(phone.tap("end_game", winner="box", level="1", version=seen))
    assert f"{2 * MOST_TOLD} steps were made since then." in said
    assert "when you tapped" not in said


def test_a_version_that_never_was_is_not_explained(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME)
    for version in (0, 999):
        answer = phone.tap("end_game", winner="box", level="1", version=version)
        assert answer.status_code == 409
        assert 'id="conflict"' not in answer.content.decode()
        assert "Somebody was faster" in answer.content.decode()


def test_a_conflict_takes_as_many_queries_late_in_the_evening(phone: Phone, scorer: Scorer) -> None:
    def queries() -> int:
        seen = phone.session.version
        scorer.play("Bob doubles")
        with CaptureQueriesContext(connection) as asked:
            said = explained(phone.tap("end_game", winner="box", level="1", version=seen))
        assert "Bob doubles" in said
        return len(asked)

    scorer.play(GAME)
    phone.show()
    first = queries()
    scorer.play("box takes Bob\nbox wins\n" + "game\nbox wins\n" * 6 + "game")
    assert queries() == first


# who did what, and when


def history(phone: Phone) -> list[str]:
    """The lines of the history, newest first."""
    page = phone.swap("history")
    sheet = page[page.index('class="history"') : page.index("</ol>")]
    return [
        re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", one)).strip() for one in sheet.split("<li>")[1:]
    ]


def test_the_history_says_who_did_what_and_when_by_the_clock_of_the_club(
    phone: Phone, scorer: Scorer
) -> None:
    phone.session.club.time_zone = "Europe/Berlin"
    phone.session.club.save()
    scorer.play(GAME)
    at = datetime.datetime(2026, 11, 17, 20, 14, tzinfo=datetime.UTC)
    QuerySet(Action).update(created_at=at)
    assert history(phone)[0].startswith("game started Olga · 21:14")


def test_a_member_is_called_as_at_the_table(
    phone: Phone, scorer: Scorer, organizer: User, players: dict[str, Player]
) -> None:
    players["Cid"].user = organizer
    players["Cid"].save()
    scorer.play(GAME)
    assert "Cid ·" in history(phone)[0]
    assert "(Cid)" in phone.show()


@pytest.mark.parametrize(("player", "name"), [("Dee", "Dee ·"), ("", "tablet ·")])
def test_a_phone_without_an_account_has_the_name_of_its_player(
    phone: Phone, scorer: Scorer, player: str, name: str
) -> None:
    scorer.play(GAME)
    holder = Pass.objects.create(
        club=phone.session.club,
        session=phone.session,
        role="scorer",
        player=phone.ids.get(player, ""),
    )
    client = Client()
    client.cookies[cookie_name(phone.session)] = pass_sealed(holder)
    Phone(client, phone.session).tap("team_doubles", member=phone.ids["Bob"])
    assert name in history(phone)[0]


def test_the_table_names_the_latest_step_and_who_made_it(
    phone: Phone, scorer: Scorer, organizer: User
) -> None:
    scorer.play(GAME + "Bob doubles")
    assert 'data-by="Olga" data-did="Bob doubles"' in phone.swap()
    phone.tap("", where="undo")
    assert 'data-by="Olga" data-did="“Bob doubles” is taken back"' in phone.swap()
    phone.tap("", where="redo")
    assert 'data-did="“Bob doubles” is put back"' in phone.swap()


def test_the_history_takes_as_many_queries_after_many_games(
    phone: Phone, scorer: Scorer, member: Callable[[str], Any]
) -> None:
    def queries(games: int) -> int:
        with CaptureQueriesContext(connection) as asked:
            lines = history(phone)
        assert sum("wins" in line for line in lines) == games
        return len(asked)

    scorer.play(GAME + "box wins\n")
    phone.swap("history")
    first = queries(1)
    scorer.play("game\nbox wins\n" * 5)
    assert queries(6) == first


def test_a_step_of_nobody_has_no_name(phone: Phone, session: Session, scorer: Scorer) -> None:
    scorer.play(GAME)
    session.refresh_from_db()
    last = session.length + 1
    Action.objects.create(
        session=session, sequence=last, kind="end", payload={}, step=last, version=session.version
    )
    Session.objects.update(length=last)
    assert 'data-by="" data-did="the evening is over"' in phone.swap()
