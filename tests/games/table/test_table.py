"""The table page: what it shows, to whom, and how it is served."""

from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import Club, Session, User
from tests.games.conftest import Scorer
from tests.games.phone import Phone

ORDER = "order Ann, Bob, Cid, Dee\n"
GAME = ORDER + "game\n"


def test_it_shows_the_line_with_every_cube_where_it_lies(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME + "Bob doubles\nbox takes Bob\nbox doubles Cid\nCid takes\nDee doubles\n")
    scorer.play("box drops Dee")
    page = phone.show()
    assert "cube 2, at the box" in page
    assert "cube 2, at Cid" in page
    assert "box dropped" in page
    assert "may advise" in page
    page = page[page.index('class="seats"') :]
    assert page.index("Ann") < page.index("Bob") < page.index("Cid") < page.index("Dee")


def test_it_shows_what_the_box_risks(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME + "all double\nbox takes all\n")
    # Three cubes at 2, turned: a backgammon costs 3 x 2 x 3.
    assert "At worst Ann −18 (backgammon)" in phone.show()


@pytest.mark.parametrize(
    ("joins", "told"), [("", "Cid and Dee may advise"), ("Eve joins\n", "3 may advise")]
)
def test_of_many_who_may_advise_the_quiet_line_has_the_number(
    phone: Phone, scorer: Scorer, club: Club, joins: str, told: str
) -> None:
    club.players.create(name="Eve")
    scorer.play(f"{ORDER}{joins}game\nall double\nbox takes all\n")
    assert told in phone.show()


def test_a_gammon_that_does_not_count_yet_is_not_named(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME)
    page = phone.show()
    assert "At worst Ann −3" in page
    assert "At worst Ann −3 (" not in page


def test_while_cubes_are_offered_the_answers_alone_say_what_is_at_stake(
    phone: Phone, scorer: Scorer
) -> None:
    scorer.play(GAME + "all double\n")
    page = phone.show()
    assert "At worst" not in page
    assert "Ann: win" in page


def test_the_fewest_takes_are_said_for_a_beaver_too(phone: Phone, scorer: Scorer) -> None:
    there = phone.elsewhere("minimum_take=profit")
    Scorer(there.session, scorer.user).play(GAME + "all double\n")
    assert "Take at least 2 (1 with a beaver)" in there.show()


def test_a_beaver_is_refused_in_the_words_of_its_button(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME + "Bob Cid double\nbox beavers Bob, beavers Cid\n")
    page = phone.show()
    assert "Refusing costs 2." in page
    assert ">Refuse<" in page


def test_what_the_team_answers_is_said_of_the_team(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME + "box doubles Bob Cid\n")
    bob, cid = (scorer.ids()[name] for name in ("Bob", "Cid"))
    page = phone.show(pane="replies", **{f"reply-{bob}": "take", f"reply-{cid}": "drop"})
    assert "Bob takes, Cid drops" in page


def test_it_shows_only_the_table_to_htmx(phone: Phone) -> None:
    swapped = phone.swap()
    assert swapped.startswith('<div id="table"')
    assert "<html" not in swapped


def test_it_is_not_found_by_strangers(client: Client, session: Session) -> None:
    answer = client.get(f"/sessions/{session.public_id}/table/")
    assert answer.status_code == 404
    assert "Sign in" in answer.content.decode()


def test_an_unknown_table_is_a_page_that_says_so(phone: Phone) -> None:
    answer = phone.client.get("/sessions/nowhere/table/")
    assert answer.status_code == 404
    assert "There is nothing here" in answer.content.decode()


def test_guests_of_a_public_club_watch_without_buttons(
    client: Client, club: Club, session: Session
) -> None:
    club.visibility = "public"
    club.save()
    page = client.get(f"/sessions/{session.public_id}/table/").content.decode()
    assert "You are watching" in page
    assert "Roll a die" not in page


def test_members_who_do_not_score_may_not_tap(
    client: Client, session: Session, member: Callable[[str], User]
) -> None:
    client.force_login(member("player"))
    phone = Phone(client, session)
    assert "You are watching" in phone.show()
    assert phone.tap("set_order", line=list(phone.ids.values())).status_code == 403
    assert not phone.table.ordered


def test_the_page_takes_as_many_queries_after_ten_games_as_after_one(
    phone: Phone, scorer: Scorer, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    scorer.play(GAME + "box wins\n")
    phone.show()
    with django_assert_max_num_queries(14) as first:
        phone.show()
    scorer.play("game\nbox wins\n" * 9)
    with django_assert_max_num_queries(14) as tenth:
        page = phone.show()
    assert "Game 10" in page
    assert len(first.captured_queries) == len(tenth.captured_queries)


def test_it_is_served_under_the_strict_policy_and_without_inline_code(
    phone: Phone, scorer: Scorer
) -> None:
    scorer.play(GAME)
    answer = phone.client.get(phone.url)
    assert "default-src 'self'" in answer["Content-Security-Policy"]
    assert " style=" not in answer.content.decode()
    assert "<script>" not in answer.content.decode()
    assert "onclick" not in answer.content.decode()


def test_who_left_some_games_ago_still_stands_with_their_points(
    phone: Phone, scorer: Scorer
) -> None:
    # Bob -1, and goes; one more game is played without him.
    scorer.play(GAME + "box wins\nBob leaves\ngame\nbox wins\n")
    line = phone.show().split('class="seats"')[1].split("</ol>")[0]
    gone = line.split("seat--left")[1]
    assert "Bob" in gone
    assert "has left" in gone
    assert "−1" in gone
    assert line.count("seat--left") == 1


def test_who_was_at_the_table_before_comes_back_and_does_not_join(
    phone: Phone, scorer: Scorer
) -> None:
    scorer.play(GAME + "box wins\n")
    phone.tap("sit_out", sit_out=[phone.ids["Cid"]])
    ending = {"winner": "box", "level": 1}
    assert phone.tap("end_game", **ending).status_code == 200
    assert "Then Cid came back." in phone.show()
    assert "Cid sits out" in phone.show(pane="history")

    phone.tap("leave", player=phone.ids["Dee"])
    phone.tap("start_game", line=phone.table.order)
    phone.tap("end_game", **ending)
    phone.tap("join", player=phone.ids["Dee"])
    assert 'data-did="Dee returns"' in phone.show()
    phone.tap("", where="newcomer", name="Eve")
    page = phone.show()
    assert "Then Dee came back. Then Eve joined." in page
    assert 'data-did="Eve joins"' in page
    assert "Dee returns" in page
    whole = phone.show(pane="history")
    assert "Dee returns" in whole
    assert "Dee joins" not in whole
    assert "Eve joins" in whole
    phone.client.cookies.load({"django_language": "de"})
    assert "Danach kam Dee wieder. Danach kam Eve dazu." in phone.show()


def test_points_are_written_as_in_the_language_of_the_reader(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME + "Bob settles 1.5\n")
    phone.client.cookies.load({"django_language": "de"})
    page = phone.client.get(phone.url, headers={"Accept-Language": "de"}).content.decode()
    assert "+1,5" in page
    assert "+1.5" not in page


def test_who_was_added_by_mistake_is_taken_off_before_the_first_line(phone: Phone) -> None:
    assert "Join, leave …" in phone.show()
    page = phone.show(pane="people")
    assert "Take Bob off" in page
    assert "sits out" not in page
    phone.tap("leave", player=phone.ids["Bob"])
    line = phone.show().split('class="seats"')[1].split("</ol>")[0]
    assert ("Ann" in line, "Bob" in line) == (True, False)
    assert 'name="die-' + phone.ids["Bob"] not in phone.show(pane="dice")
    assert phone.tap("", where="roll").status_code == 200
    assert set(phone.table.order) == {phone.ids[name] for name in ("Ann", "Cid", "Dee")}
    phone.tap("", where="undo")
    phone.tap("", where="undo")
    assert "Bob" in phone.show()


def test_who_was_forgotten_joins_before_the_first_line(phone: Phone) -> None:
    phone.tap("", where="newcomer", name="Zoe")
    assert "after this game" not in phone.show()
    assert "Zoe" in phone.show(pane="dice")
    phone.tap("", where="roll")
    assert len(phone.table.order) == 5


def test_two_are_too_few_for_a_line_and_the_page_says_so(phone: Phone) -> None:
    for name in ("Bob", "Cid"):
        phone.tap("leave", player=phone.ids[name])
    answer = phone.tap("", where="roll")
    assert answer.status_code == 422
    assert "three players or more" in answer.content.decode()
