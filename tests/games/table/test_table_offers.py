"""The table during a game: doubles and answers; what buttons do, and say if they may not."""

import re

import pytest

from games.models import Action, Club, Session, User
from tests.games.conftest import Scorer
from tests.games.phone import Phone

ORDER = "order Ann, Bob, Cid, Dee\n"
GAME = ORDER + "game\n"


def test_team_doubles_has_everybody_chosen_who_may(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME)
    page = phone.show("team-doubles")
    assert "Bob, Cid and Dee double" in page
    assert "Cid doubles" in phone.show("team-doubles", sent="1", member=phone.ids["Cid"])


@pytest.mark.parametrize(
    ("pane", "everybody", "but_one"),
    [
        ("team-doubles", "All 4 double", "Bob, Cid and Dee double"),
        ("box-doubles", "Box doubles all 4", "Box doubles Bob, Cid and Dee"),
    ],
)
def test_where_more_than_three_cubes_are_turned_the_button_counts_them(
    phone: Phone, scorer: Scorer, club: Club, pane: str, everybody: str, but_one: str
) -> None:
    club.players.create(name="Eve")
    scorer.play(ORDER + "Eve joins\ngame\n")
    assert everybody in phone.show(pane)
    three = [phone.ids[name] for name in ("Bob", "Cid", "Dee")]
    assert but_one in phone.show(pane, sent="1", member=three)


def test_one_tap_on_a_seat_doubles_for_one_member(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME)
    assert "Cid doubles" in phone.show()
    answer = phone.tap("team_doubles", member=phone.ids["Cid"]).content.decode()
    assert "The box answers" in answer
    assert phone.table.game is not None
    assert phone.table.game.round is not None
    assert phone.table.game.round.members == (phone.ids["Cid"],)


def test_a_button_that_may_not_be_used_says_why(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME + "all double\nbox takes all\n")
    page = phone.show()
    assert 'id="b-team-doubles" role="button" aria-disabled="true"' in page
    why = phone.show("play", why="team-doubles")
    assert "The box owns the cube: Bob, Cid and Dee may not double." in why


def test_the_coach_says_what_must_be_taken(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME + "all double\n")
    page = phone.show()
    # canberra: the captain's cube may not be dropped while another is taken.
    assert "Take at least 2 (1 with a beaver), Bob among them; or drop all." in page
    # Taking all: 3 x 2 won or lost, twice that for a gammon.
    assert "Ann: win +6 · +12 · +18, loss −6 · −12 · −18" in page


def test_an_illegal_vector_explains_itself_before_it_is_sent(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME + "all double\n")
    page = phone.show("replies", **{f"reply-{phone.ids['Bob']}": "drop"})
    assert "The captain&#39;s cube (Bob) may not be dropped while another is taken." in page
    assert 'id="confirm" aria-disabled="true"' in page


def test_an_illegal_vector_that_is_sent_all_the_same_writes_nothing(
    phone: Phone, scorer: Scorer
) -> None:
    scorer.play(GAME + "all double\n")
    rows = Action.objects.count()
    replies = {
        f"reply-{phone.ids[name]}": word
        for name, word in {"Bob": "drop", "Cid": "take", "Dee": "take"}.items()
    }
    answer = phone.tap("box_replies", pane="replies", **replies)
    assert answer.status_code == 422
    assert "may not be dropped while another is taken" in answer.content.decode()
    assert Action.objects.count() == rows


def test_the_whole_vector_is_sent_at_once(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME + "all double\n")
    words = {"Bob": "take", "Cid": "beaver", "Dee": "take"}
    phone.tap("box_replies", **{f"reply-{phone.ids[n]}": w for n, w in words.items()})
    assert phone.table.phase == "animals"
    phone.tap("team_animals", **{f"reply-{phone.ids['Cid']}": "refuse"})
    page = phone.show()
    # Cid is asked to play for 4, refuses, and pays half of it.
    assert "refused" in page
    assert "−2" in page


def test_a_beaver_that_is_never_allowed_is_greyed_and_says_why(
    phone: Phone, session: Session, scorer: Scorer
) -> None:
    scorer.play(GAME + "open 3 3\nopen 4 4 yes\nopen 2 2 yes\nopen 1 1 yes\nopen 5 5 yes\n")
    scorer.play("open 1 6\nall double\n")
    # Cubes stand at 32: a beaver would make 128, and the limit is 64.
    page = phone.show()
    assert "choice--forbidden" in page
    assert "A beaver would pass the cube limit of 64." in page


def test_the_answers_stand_on_the_seats_of_the_offered_cubes(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME + "Bob Dee double\n")
    page = phone.show()
    line, thumb = page.split('class="dock"')
    for name, times in (("Bob", 3), ("Cid", 0), ("Dee", 3)):
        assert line.count(f'name="reply-{phone.ids[name]}"') == times
    assert "reply-" not in re.sub(r"pane=replies&amp;reply-all=(take|drop)", "", thumb)


@pytest.mark.parametrize(
    ("word", "label"), [("take", "Box takes all, cubes to 2"), ("drop", "Box drops all for 1 each")]
)
def test_one_tap_answers_for_all_cubes_and_the_button_says_so(
    phone: Phone, scorer: Scorer, word: str, label: str
) -> None:
    scorer.play(GAME + "all double\n")
    page = phone.show("replies", **{"reply-all": word})
    assert re.search(rf'id="confirm">{label}</button>', page)
    assert len(re.findall(rf'value="{word}" id="f-reply-\S+" checked', page)) == 3


@pytest.mark.parametrize(
    ("word", "label"), [("take", "All take, cubes to 2"), ("drop", "All drop for 1 each")]
)
def test_where_the_team_answers_the_button_does_not_speak_of_the_box(
    phone: Phone, scorer: Scorer, word: str, label: str
) -> None:
    scorer.play(GAME + "box doubles all\n")
    page = phone.show("replies", **{"reply-all": word})
    assert re.search(rf'id="confirm">{label}</button>', page)


def test_the_button_that_confirms_is_not_called_as_the_one_that_marks(
    phone: Phone, scorer: Scorer
) -> None:
    scorer.play(GAME + "Bob double\nbox takes Bob\nbox doubles Bob\nBob takes\nall double\n")
    page = phone.show("replies", **{"reply-all": "take"})
    assert re.search(r'id="confirm">Box takes all</button>', page)  # Bob's at 4, others' at 1


def test_what_may_not_be_done_to_all_is_greyed_and_says_why(phone: Phone) -> None:
    phone = phone.elsewhere("captain_cube=must_take")
    phone.tap("set_order", line=list(phone.ids.values()))
    phone.tap("start_game", line=list(phone.table.order))
    phone.tap("team_doubles", member=list(phone.table.order[1:]))
    assert re.search(r'id="all-drop"[^>]* aria-disabled="true" title="The captain', phone.show())


@pytest.mark.parametrize(
    ("played", "label"),
    [
        ("Bob doubles\n", "Take for 2"),
        ("Bob doubles\nbox beavers Bob\n", "Accept for 4"),
        ("all double\nbox beavers Bob, beavers Cid, beavers Dee\n", "Accept for 4"),
    ],
)
def test_the_button_says_for_how_much(
    phone: Phone, scorer: Scorer, played: str, label: str
) -> None:
    scorer.play(GAME + played)
    assert f'id="confirm">{label}</button>' in phone.show()


@pytest.mark.parametrize(
    ("word", "label"),
    [("accept", "Accept for 4"), ("refuse", "Refuse and pay 2"), ("raccoon", "Raccoon to 8")],
)
def test_the_button_says_what_answers_a_beaver(
    phone: Phone, scorer: Scorer, word: str, label: str
) -> None:
    scorer.play(GAME + "Bob Cid double\nbox beavers Bob, beavers Cid\n")
    fields = {f"reply-{phone.ids[name]}": word for name in ("Bob", "Cid")}
    assert f'id="confirm">{label}</button>' in phone.show("animals", **fields)
    mixed = {**fields, f"reply-{phone.ids['Cid']}": "accept"}
    if word == "refuse":
        assert 'id="confirm">Accept Cid, refuse Bob</button>' in phone.show("animals", **mixed)


def test_an_automatic_double_is_one_tap(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME)
    assert 'id="b-automatic"' in phone.show()
    page = phone.tap("automatic").content.decode()
    assert "cube 2, in the middle" in page
    assert "undo “automatic double”" in page
    scorer.session.refresh_from_db()
    scorer.play("all double\nbox takes all\n")
    assert 'id="b-automatic"' not in phone.show()


def test_automatic_doubles_say_what_they_do(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME)
    dice = {"box_die": "2", "captain_die": "2"}
    assert "every cube starts at 2" in phone.show("opening", **dice)
    phone.tap("open", **dice)
    assert phone.table.phase == "opening"
    assert "Automatic double" in phone.show("opening", **dice)
    phone.tap("open", automatic="no", **dice)
    phone.tap("open", box_die="1", captain_die="5")
    assert phone.table.phase == "play"


def test_with_one_cube_there_is_one_answer(
    phone: Phone, session: Session, club: Club, organizer: User
) -> None:
    phone = phone.elsewhere("cubes=team")
    phone.tap("set_order", line=list(phone.ids.values()))
    phone.tap("start_game", line=list(phone.table.order))
    # A tap on any seat is the team's double: there is one cube.
    assert phone.show().count("Team doubles</span>") == 3
    phone.tap("team_doubles", member=list(phone.table.order[1:]))
    assert "reply-all" in phone.show()
    phone.tap("box_replies", **{"reply-all": "take"})
    assert "cube 2, at the box" in phone.show()


def test_extras_are_given_and_redoubled(phone: Phone) -> None:
    phone = phone.elsewhere("extras=on; lone_taker=free")
    ids = phone.ids
    phone.tap("set_order", line=list(ids.values()))
    phone.tap("start_game", line=list(phone.table.order))
    phone.tap("box_doubles", member=[ids["Bob"], ids["Cid"], ids["Dee"]])
    replies = {"Bob": "take", "Cid": "drop", "Dee": "drop"}
    phone.tap("team_replies", **{f"reply-{ids[n]}": word for n, word in replies.items()})
    assert "Cid gives Bob an extra" in phone.show("side-bets")
    phone.tap("give_extra", giver=ids["Cid"], taker=ids["Bob"])
    assert "extra 2 from Cid" in phone.show()
    assert "Bob redoubles the extra with Cid" in phone.show("side-bets")
    phone.tap("extra_doubles", doubler=ids["Bob"], other=ids["Cid"])
    assert "Cid answers the extra" in phone.show()
    phone.tap("extra_reply", answerer=ids["Cid"], doubler=ids["Bob"], reply="take")
    phone.tap("end_game", winner="box", level="1")
    # Bob loses 2 to the box and 4 to Cid; Cid dropped 1 and paid 1 for the extra; Dee dropped 1.
    assert phone.totals() == {"Ann": 4, "Bob": -5, "Cid": 2, "Dee": -1}


def test_with_one_cube_for_all_a_double_is_one_tap_and_one_answer(phone: Phone) -> None:
    phone = phone.elsewhere("cubes=team")
    phone.tap("set_order", line=[phone.ids[name] for name in ("Ann", "Bob", "Cid", "Dee")])
    phone.tap("start_game", line=list(phone.table.order))
    page = phone.show()
    assert "?pane=team-doubles" not in page
    assert "?pane=box-doubles" not in page
    answer = phone.tap("team_doubles", member=list(phone.table.order[1:])).content.decode()
    assert "The box answers" in answer
    assert "Take at least" not in answer
