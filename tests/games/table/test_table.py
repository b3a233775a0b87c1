"""The table page: what it shows, what its buttons do, and what it says when they may not."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import Action, Club, Session, User
from games.sessions.services.sessions import session_end
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
    # Three cubes at 2, turned: a gammon costs 3 x 2 x 2.
    assert "At worst Ann −12 (gammon)" in phone.show()


def test_a_gammon_that_does_not_count_yet_is_not_named(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME)
    page = phone.show()
    assert "At worst Ann −3" in page
    assert "At worst Ann −3 (gammon)" not in page


def test_while_cubes_are_offered_the_answers_alone_say_what_is_at_stake(
    phone: Phone, scorer: Scorer
) -> None:
    scorer.play(GAME + "all double\n")
    page = phone.show()
    assert "At worst" not in page
    assert "Ann: win" in page


def test_the_fewest_takes_are_said_for_a_beaver_too(phone: Phone, scorer: Scorer) -> None:
    there = other(phone, "minimum_take=profit")
    Scorer(there.session, scorer.user).play(GAME + "all double\n")
    assert "Take at least 2 (1 with a beaver)" in there.show()


def test_a_beaver_is_refused_in_the_words_of_its_button(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME + "Bob Cid double\nbox beavers Bob, beavers Cid\n")
    page = phone.show()
    assert "Refusing costs half of the new value." in page
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


# the order


def test_the_program_rolls_in_front_of_everyone(phone: Phone) -> None:
    phone.tap("", where="roll")
    assert len(phone.table.order) == 4
    assert "The dice" in phone.show()


def test_real_dice_are_typed_in_with_a_roll_off_for_the_tied(phone: Phone) -> None:
    ids = phone.ids
    first = {
        f"die-{ids['Ann']}-0": "6",
        f"die-{ids['Bob']}-0": "5",
        f"die-{ids['Cid']}-0": "3",
        f"die-{ids['Dee']}-0": "3",
    }
    page = phone.show("dice", **first)
    assert "Cid and Dee are tied and roll again." in page
    half = phone.show("dice", **first, **{f"die-{ids['Cid']}-1": "4"})
    assert "Dee still has to roll again." in half
    second = {f"die-{ids['Cid']}-1": "4", f"die-{ids['Dee']}-1": "1"}
    assert "The order is clear." in phone.show("dice", **first, **second)
    phone.tap("roll_order", **first, **second)
    assert phone.table.order == tuple(ids[name] for name in ("Ann", "Bob", "Cid", "Dee"))


def test_two_ties_are_rolled_off_one_after_the_other(phone: Phone) -> None:
    dice = {f"die-{player}-0": die for player, die in zip(phone.ids.values(), "5533", strict=True)}
    phone_page = phone.show("dice", **dice)
    assert "Ann and Bob are tied" in phone_page
    dice |= {f"die-{phone.ids['Ann']}-1": "1", f"die-{phone.ids['Bob']}-1": "2"}
    assert "Cid and Dee are tied" in phone.show("dice", **dice)


def test_incomplete_dice_are_refused_with_a_sentence(phone: Phone) -> None:
    answer = phone.tap("roll_order", **{f"die-{phone.ids['Ann']}-0": "6"})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()


def test_the_line_is_moved_seat_by_seat(phone: Phone) -> None:
    ids = phone.ids
    line = [ids[name] for name in ("Ann", "Bob", "Cid", "Dee")]
    page = phone.show("line", line=line, move=f"up-{ids['Bob']}")
    assert page.index(f'value="{ids["Bob"]}"') < page.index(f'value="{ids["Ann"]}"')
    phone.tap("set_order", line=[ids["Bob"], ids["Ann"], ids["Cid"], ids["Dee"]])
    assert phone.table.order[0] == ids["Bob"]


def test_the_line_is_made_by_tapping_names_in_order(phone: Phone) -> None:
    ids = phone.ids
    line = [ids[name] for name in ("Ann", "Bob", "Cid", "Dee")]
    # Dee was tapped first, and is box; now Cid is tapped, and is captain.
    page = phone.show("line", line=line, picked=[ids["Dee"]], move=f"next-{ids['Cid']}")
    places = [page.index(f'name="line" value="{ids[name]}"') for name in ("Dee", "Cid", "Ann")]
    assert places == sorted(places)
    # A second tap on Dee takes the first back: Cid is first.
    again = {"line": line, "picked": [ids["Dee"], ids["Cid"]], "move": f"next-{ids['Dee']}"}
    page = phone.show("line", **again)
    assert page.index(f'value="{ids["Cid"]}"') < page.index(f'value="{ids["Dee"]}"')


# playing


def test_team_doubles_has_everybody_chosen_who_may(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME)
    page = phone.show("team-doubles")
    assert "Bob, Cid and Dee: double" in page
    assert "Cid: double" in phone.show("team-doubles", sent="1", member=phone.ids["Cid"])


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
    assert "Take at least 1, Bob among them; or drop all." in page
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
    ("word", "label"), [("take", "Confirm: take all for 2"), ("drop", "Confirm: drop all for 1")]
)
def test_one_tap_answers_for_all_cubes_and_the_button_says_so(
    phone: Phone, scorer: Scorer, word: str, label: str
) -> None:
    scorer.play(GAME + "all double\n")
    page = phone.show("replies", **{"reply-all": word})
    assert re.search(rf'id="confirm">{label}</button>', page)
    assert len(re.findall(rf'value="{word}" id="f-reply-\S+" checked', page)) == 3


def test_the_button_that_confirms_is_not_called_as_the_one_that_marks(
    phone: Phone, scorer: Scorer
) -> None:
    scorer.play(GAME + "Bob double\nbox takes Bob\nbox doubles Bob\nBob takes\nall double\n")
    page = phone.show("replies", **{"reply-all": "take"})
    assert re.search(r'id="confirm">Confirm: Take all</button>', page)  # Bob's at 4, others' at 1


def test_what_may_not_be_done_to_all_is_greyed_and_says_why(phone: Phone) -> None:
    phone = other(phone, "captain_cube=must_take")
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


def test_the_game_is_started_with_the_line_on_the_page(phone: Phone, scorer: Scorer) -> None:
    scorer.play(ORDER)
    wrong = [phone.ids[name] for name in ("Bob", "Ann", "Cid", "Dee")]
    answer = phone.tap("start_game", line=wrong)
    assert answer.status_code == 422
    phone.tap("play_by_hand", line=wrong)
    assert phone.table.game is not None
    assert phone.table.game.by_hand


# between games


def test_who_sits_out_leaves_and_joins_again_in_one_step(phone: Phone, scorer: Scorer) -> None:
    scorer.play(ORDER)
    cid = phone.ids["Cid"]
    assert "Play game 1 without Cid" in phone.show("people", sit_out=cid)
    answer = phone.tap(
        "", where="newcomer", name="Fay", sit_out=cid, headers={"HX-Request": "true"}
    )
    assert "Play game 1 without Cid" in answer.content.decode()
    phone.tap("", where="undo")
    phone.tap("sit_out", sit_out=cid)
    assert "undo “Cid sits out, game started”" in phone.show()
    assert phone.table.game is not None
    assert cid not in phone.table.game.team
    assert cid in phone.table.present
    phone.tap("", where="undo")
    assert phone.table.game is None
    assert cid in phone.table.order


def test_somebody_new_joins_by_name(phone: Phone, scorer: Scorer) -> None:
    scorer.play(ORDER)
    phone.tap("", where="newcomer", name=" Eve  Ó'Hara ")
    assert phone.session.club.players.filter(name="Eve Ó'Hara").exists()
    assert len(phone.table.order) == 5


def test_a_name_that_deceives_is_refused_and_kept(phone: Phone, scorer: Scorer) -> None:
    scorer.play(ORDER)
    answer = phone.tap("", where="newcomer", pane="people", name="Eve\u200b")
    assert answer.status_code == 400
    assert "Eve\u200b" in answer.content.decode()
    assert len(phone.table.order) == 4


def test_a_club_player_joins_and_another_leaves(phone: Phone, scorer: Scorer) -> None:
    scorer.play(ORDER)
    phone.tap("leave", player=phone.ids["Dee"])
    assert len(phone.table.order) == 3
    assert "Dee" in phone.show("people")
    phone.tap("join", player=phone.ids["Dee"])
    assert len(phone.table.order) == 4


def test_the_box_takes_a_partner(phone: Phone, scorer: Scorer) -> None:
    scorer.play(ORDER)
    answer = phone.tap("name_partner", pane="partner")
    assert "Tap who becomes" in answer.content.decode()
    phone.tap("name_partner", player=phone.ids["Cid"], percent="25")
    assert phone.table.line is not None
    assert phone.table.line.partner == phone.ids["Cid"]
    phone.tap("start_game", line=list(phone.table.order))
    assert "Partner" in phone.show()


def test_a_game_of_points_only_is_one_step(phone: Phone, scorer: Scorer) -> None:
    scorer.play(ORDER)
    points = {f"points-{phone.ids[name]}": value for name, value in POINTS.items()}
    lost = {f"sign-{phone.ids['Cid']}": "-"}
    phone.tap("enter_points", line=list(phone.table.order), **points, **lost)
    assert phone.totals() == {"Ann": -1, "Bob": 2, "Cid": -1, "Dee": 0}
    assert Action.objects.filter(session=phone.session).last().step == phone.session.length - 1


POINTS = {"Bob": "2", "Cid": "1", "Dee": "0"}


def test_points_of_somebody_are_missing(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME)
    points = {f"points-{phone.ids['Bob']}": "2", f"points-{phone.ids['Cid']}": ""}
    answer = phone.tap("enter_points", pane="points", **points)
    assert "Everybody&#39;s points are needed" in answer.content.decode()
    assert 'value="2"' in answer.content.decode()


def test_the_session_ends_and_is_reopened(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAME + "box wins\n")
    assert "This session has ended" in phone.tap("", where="end").content.decode()
    assert "Reopen" in phone.show()
    phone.tap("", where="reopen")
    assert "Play game 2" in phone.show()


# undo


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


# other house rules


def test_with_one_cube_there_is_one_answer(
    phone: Phone, session: Session, club: Club, organizer: User
) -> None:
    phone = other(phone, "cubes=team")
    phone.tap("set_order", line=list(phone.ids.values()))
    phone.tap("start_game", line=list(phone.table.order))
    # A tap on any seat is the team's double: there is one cube.
    assert phone.show().count("Team doubles</span>") == 3
    phone.tap("team_doubles", member=list(phone.table.order[1:]))
    assert "reply-all" in phone.show()
    phone.tap("box_replies", **{"reply-all": "take"})
    assert "cube 2, at the box" in phone.show()


def test_extras_are_given_and_redoubled(phone: Phone) -> None:
    phone = other(phone, "extras=on; lone_taker=free")
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


def other(phone: Phone, rules: str) -> Phone:
    """The phone at another table of the club, with other rules."""
    from games.sessions.services.sessions import session_create

    club = phone.session.club
    session = session_create(
        club=club,
        by=User.objects.get(name="Olga"),
        players=list(club.players.order_by("name")),
        rules=f"canberra; {rules}",
    )
    return Phone(phone.client, session)


# bad input, and two people at once


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


def test_the_page_takes_as_many_queries_after_ten_games_as_after_one(
    phone: Phone, scorer: Scorer, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    scorer.play(GAME + "box wins\n")
    phone.show()
    with django_assert_max_num_queries(14) as first:
        phone.show()
    scorer.play("game\nbox wins\n" * 9)
    with django_assert_max_num_queries(14) as tenth:
        phone.show()
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


def test_a_tap_whose_answer_was_lost_means_what_it_meant(phone: Phone, scorer: Scorer) -> None:
    scorer.play(ORDER)
    fields = {"sit_out": phone.ids["Cid"], "version": phone.session.version, "key": "rest"}
    assert phone.tap("sit_out", **fields).status_code == 200
    assert phone.tap("sit_out", **fields).status_code == 200
    assert Action.objects.filter(key="rest").count() == 1


def test_who_was_undone_is_still_called_by_name(phone: Phone, scorer: Scorer) -> None:
    scorer.play(ORDER)
    phone.tap("", where="newcomer", name="Eve")
    page = phone.tap("", where="undo").content.decode()
    assert "Eve joins" in page


def test_a_refusal_that_is_loaded_again_is_the_table(phone: Phone) -> None:
    answer = phone.client.get(f"{phone.url}act/")
    assert (answer.status_code, answer["Location"]) == (302, phone.url)


def test_null_characters_do_no_harm(phone: Phone, scorer: Scorer) -> None:
    scorer.play(ORDER)
    phone.tap("", where="newcomer", name="E\0ve")
    assert phone.session.club.players.filter(name="Eve").exists()


def test_a_newcomer_without_a_name_is_asked_for_one(phone: Phone, scorer: Scorer) -> None:
    scorer.play(ORDER)
    answer = phone.tap("", where="newcomer", pane="people", name="  ")
    assert answer.status_code == 422
    assert "Tap who joins, or type a name." in answer.content.decode()


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
    phone.tap("", where="newcomer", name="Eve")
    page = phone.show()
    assert "Then Dee came back. Then Eve joined." in page
    assert 'data-did="Eve joins"' in page
    assert "Dee comes back" in page
    whole = phone.show(pane="history")
    assert "Dee comes back" in whole
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


def test_a_tap_without_any_cookie_says_that_one_is_signed_out(session: Session) -> None:
    nobody = Client(enforce_csrf_checks=True)
    answer = nobody.post(
        f"/sessions/{session.public_id}/table/act/",
        {"do": "end_game"},
        headers={"HX-Request": "true"},
    )
    assert answer.status_code == 401
    assert "You are signed out. Nothing is lost." in answer.content.decode()


def test_with_one_cube_for_all_a_double_is_one_tap_and_one_answer(phone: Phone) -> None:
    phone = other(phone, "cubes=team")
    phone.tap("set_order", line=[phone.ids[name] for name in ("Ann", "Bob", "Cid", "Dee")])
    phone.tap("start_game", line=list(phone.table.order))
    page = phone.show()
    assert "?pane=team-doubles" not in page
    assert "?pane=box-doubles" not in page
    answer = phone.tap("team_doubles", member=list(phone.table.order[1:])).content.decode()
    assert "The box answers" in answer
    assert "Take at least" not in answer


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
    assert "has left before: 3 Dee this game −1 total −1" in page


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
