"""The end of a game and of an evening, and games of points only."""

import re

from games.models import Action
from tests.games.conftest import Scorer
from tests.games.phone import Phone

ORDER = "order Ann, Bob, Cid, Dee\n"
GAME = ORDER + "game\n"
POINTS = {"Bob": "2", "Cid": "1", "Dee": "0"}


def test_settling_asks_for_what_is_missing(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME)
    assert "Tap whose bet" in phone.tap("settle", pane="settle").content.decode()
    member = phone.ids["Bob"]
    answer = phone.tap("settle", pane="settle", settled=member, points="two")
    assert "Points are a number" in answer.content.decode()
    phone.tap("settle", settled=member, points="1,5", payer="team")
    assert "settled" in phone.show()
    assert "−1.5" in phone.show()


def test_the_end_of_a_game_shows_points_the_new_line_and_why(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME)
    page = phone.tap("end_game", winner="team", level="1").content.decode()
    assert "Game 1: Team wins" in page
    assert "The team won: captain Bob becomes box, Ann goes to the end." in page
    assert "Play game 2" in page
    assert "What other house rules would have made of this game" in page
    assert phone.totals() == {"Ann": -3, "Bob": 1, "Cid": 1, "Dee": 1}


def test_jacoby_is_noted_where_it_takes_a_gammon_back(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME)
    assert "a gammon counts single" in phone.show("box-wins")


def test_a_game_of_points_only_is_one_step(phone: Phone, scorer: Scorer) -> None:
    scorer.play(ORDER)
    points = {f"points-{phone.ids[name]}": value for name, value in POINTS.items()}
    lost = {f"sign-{phone.ids['Cid']}": "-"}
    phone.tap("enter_points", line=list(phone.table.order), **points, **lost)
    assert phone.totals() == {"Ann": -1, "Bob": 2, "Cid": -1, "Dee": 0}
    assert Action.objects.filter(session=phone.session).last().step == phone.session.length - 1


def test_points_of_somebody_are_missing(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME)
    points = {f"points-{phone.ids['Bob']}": "2", f"points-{phone.ids['Cid']}": ""}
    answer = phone.tap("enter_points", pane="points", **points)
    assert "Everybody&#39;s points are needed" in answer.content.decode()
    assert 'value="2"' in answer.content.decode()


def test_the_session_ends_and_is_reopened(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME + "box wins\n")
    assert "This evening has ended" in phone.tap("", where="end").content.decode()
    assert "Reopen" in phone.show()
    phone.tap("", where="reopen")
    assert "Play game 2" in phone.show()


def test_the_only_bet_left_is_chosen_for_a_settlement(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME + "Bob Cid double\nbox drops Bob Cid\n")
    assert 'value="{}" id="f-settled-{}" checked'.format(*[phone.ids["Dee"]] * 2) in phone.show(
        "settle"
    ).replace("'", '"')


def test_the_end_of_a_game_says_who_left_and_joined_after_it(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME + "Ann leaves\nbox wins\n")
    phone.tap("", where="newcomer", name="Eve")
    page = phone.show()
    assert "The box won and may stay (result: +3)" in page
    assert "Then Ann left. Then Eve joined." in page


def test_the_end_of_a_game_is_one_list(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME + "all double\nbox takes all\nteam wins\n")
    page = phone.show()
    seats = [" ".join(re.sub("<[^>]+>", " ", one).split()) for one in page.split("<li class=")[1:5]]
    for seat, says in zip(
        seats,
        (
            "Box before: Captain Bob this game +2 total +2",
            "Captain before: 2 Cid this game +2 total +2",
            "2 before: 3 Dee this game +2 total +2",
            "3 before: Box Ann this game −6 total −6",
        ),
        strict=True,
    ):
        assert says in seat
    assert page.count('id="b-play"') == 1


def test_who_has_left_after_a_game_still_stands_in_its_list(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME + "box wins\nDee leaves\n")
    page = " ".join(re.sub("<[^>]+>", " ", phone.show()).split())
    assert "has left Settle up Dee this game −1 total −1 Dee settles up" in page
