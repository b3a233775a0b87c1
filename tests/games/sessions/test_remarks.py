"""Earlier games: put right as text, noted, disputed; and the page of the house rules."""

import html
import re

from games.models import Note, Session, User
from tests.games.conftest import Scorer
from tests.games.phone import Phone

TWO_GAMES = """order Ann, Bob, Cid, Dee
game
all double
box takes all
team wins
game
box wins
"""


def amend(phone: Phone, text: str, do: str = "save", **fields: object) -> tuple[int, str]:
    """Post the text of game 1; return the status and the page at the end."""
    phone.session.refresh_from_db()
    answer = phone.client.post(
        f"/sessions/{phone.session.public_id}/games/1/amend/",
        {"text": text, "do": do, "version": phone.session.version, "key": "amend-1", **fields},
        follow=True,
    )
    return answer.status_code, answer.content.decode()


def test_a_game_is_shown_in_the_words_of_the_notation(phone: Phone, scorer: Scorer) -> None:
    scorer.play(TWO_GAMES)
    page = phone.client.get(f"/sessions/{phone.session.public_id}/games/1/amend/").content.decode()
    assert "Bob Cid Dee double\nbox takes Bob Cid Dee\nteam wins</textarea>" in page
    assert "The line was Ann | Bob Cid Dee." in page


def test_rules_and_remarks_lead_back_to_the_table_and_after_the_evening_to_its_sheet(
    phone: Phone, scorer: Scorer
) -> None:
    scorer.play(TWO_GAMES)
    here = f"/sessions/{phone.session.public_id}/"
    for is_over, back in ((False, "table/"), (True, "")):
        if is_over:
            Session.objects.update(status=Session.Status.ENDED)
        for page in ("rules/", "games/1/note/"):
            text = phone.client.get(here + page).content.decode()
            assert f'crumb" href="{here}{back}"' in text, page


def test_a_preview_shows_the_points_and_writes_nothing(phone: Phone, scorer: Scorer) -> None:
    scorer.play(TWO_GAMES)
    status, page = amend(phone, "all double\nbox takes all\nteam wins gammon", "preview")
    assert status == 200
    # Three cubes at 2, gammon: the box loses 3 x 2 x 2.
    assert "Team wins, gammon" in page
    assert "−12" in page
    assert phone.totals()["Ann"] == -7


def test_a_game_is_put_right_and_the_later_ones_follow(phone: Phone, scorer: Scorer) -> None:
    scorer.play(TWO_GAMES)
    assert phone.totals() == {"Ann": -7, "Bob": 5, "Cid": 1, "Dee": 1}
    status, page = amend(phone, "team wins\n")
    assert status == 200
    assert "Game 1 was put right." in page
    # Game 1: the box pays 3 x 1. Game 2: Bob, box, wins 1 of each.
    assert phone.totals() == {"Ann": -4, "Bob": 4, "Cid": 0, "Dee": 0}
    assert "undo “game 1 put right”" in phone.show()


def test_a_line_that_cannot_be_read_is_named(phone: Phone, scorer: Scorer) -> None:
    scorer.play(TWO_GAMES)
    status, page = amend(phone, "all double\nbox taks all\nteam wins")
    assert status == 422
    assert "Line 2:" in page
    assert "box taks all" in page


def test_a_text_that_ends_inside_the_game_is_refused(phone: Phone, scorer: Scorer) -> None:
    scorer.play(TWO_GAMES)
    status, page = amend(phone, "all double")
    assert status == 422
    assert "would not come to its end" in page


def test_a_text_that_goes_on_after_the_end_is_refused(phone: Phone, scorer: Scorer) -> None:
    scorer.play(TWO_GAMES)
    status, page = amend(phone, "team wins\nbox wins")
    assert status == 422
    assert "has ended before the last" in page


def test_an_amendment_of_an_old_table_is_a_conflict_and_keeps_the_text(
    phone: Phone, scorer: Scorer
) -> None:
    scorer.play(TWO_GAMES)
    status, page = amend(phone, "team wins gammon", version=3)
    assert status == 409
    assert "team wins gammon" in page


def test_a_huge_text_is_refused(phone: Phone, scorer: Scorer) -> None:
    scorer.play(TWO_GAMES)
    status, page = amend(phone, "# " + "x" * 30_000)
    assert status == 422
    assert "At most 20000 characters." in page


def test_a_game_that_was_not_played_is_no_page(phone: Phone, scorer: Scorer) -> None:
    scorer.play(TWO_GAMES)
    answer = phone.client.get(f"/sessions/{phone.session.public_id}/games/9/amend/")
    assert answer.status_code == 400
    assert "no finished game 9" in answer.content.decode()


def test_a_game_is_disputed(phone: Phone, scorer: Scorer, organizer: User) -> None:
    scorer.play(TWO_GAMES)
    url = f"/sessions/{phone.session.public_id}/games/1/note/"
    page = phone.client.post(url, {"text": "  ", "kind": "dispute", "key": "n1"})
    assert page.status_code == 422
    assert "A few words are needed." in page.content.decode()
    page = phone.client.post(url, {"text": "It was a gammon", "kind": "dispute", "key": "n2"})
    assert page.status_code == 302
    note = Note.objects.get()
    assert (note.text, note.is_dispute, note.author) == ("It was a gammon", True, organizer)


def test_the_house_rules_say_what_was_changed(phone: Phone, scorer: Scorer) -> None:
    page = phone.client.get(f"/sessions/{phone.session.public_id}/rules/").content.decode()
    assert "House rules: Canberra" in page
    assert "Enough that a single win costs nothing" in page


def test_the_house_rules_of_a_session_that_is_older_than_an_option(phone: Phone) -> None:
    session = phone.session
    del session.rules_json["settlements"]
    session.save()
    page = phone.client.get(f"/sessions/{session.public_id}/rules/")
    assert page.status_code == 200
    assert "Settlements" in page.content.decode()


def tapped(phone: Phone, do: str = "save", **fields: object) -> tuple[int, str]:
    """Post the rows of game 1: as the page has them, but for these fields."""
    url = f"/sessions/{phone.session.public_id}/games/1/amend/"
    page = phone.client.get(url).content.decode().split("</h1>")[1].split("<details")[0]
    sent: dict[str, list[object]] = {}
    for tag in re.findall(r"<input[^>]*>", page):
        said = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        if said.get("type", "text") in ("hidden", "text") or "checked" in tag:
            sent.setdefault(said["name"], []).append(html.unescape(said["value"]))
    for name, value in fields.items():
        sent[name.replace("_", "-")] = list(value) if isinstance(value, list) else [value]
    answer = phone.client.post(url, {**sent, "do": do}, follow=True)
    return answer.status_code, answer.content.decode()


def test_a_game_is_put_right_by_tapping_who_took_and_how_high(phone: Phone, scorer: Scorer) -> None:
    scorer.play(TWO_GAMES)
    status, page = tapped(phone, "preview")
    assert "This is how it stands." in page
    status, page = tapped(phone, "preview", answer_1_2="drop", level="2")
    assert status == 200
    # Cid's cube was dropped: 1; Bob's and Dee's at 2, gammon: 4 each.
    assert re.findall(r'<th scope="row">(\w+)</th><td[^>]*>([^<]+)</td><td[^>]*>([^<]+)', page) == [
        ("Ann", "−6", "−9"),
        ("Bob", "+2", "+4"),
        ("Cid", "+2", "+1"),
        ("Dee", "+2", "+4"),
    ]
    assert phone.totals()["Ann"] == -7
    tapped(phone, answer_1_2="drop", level="2")
    assert phone.totals() == {"Ann": -10, "Bob": 7, "Cid": 0, "Dee": 3}


def test_what_a_change_makes_impossible_goes_with_it(phone: Phone, scorer: Scorer) -> None:
    scorer.play(TWO_GAMES)
    # Nobody doubled: then nobody took, either.
    tapped(phone, out_0="1")
    assert phone.totals()["Ann"] == -7 + 6 - 3


def test_a_double_that_was_forgotten_is_added_and_everybody_takes(
    phone: Phone, scorer: Scorer
) -> None:
    scorer.play(TWO_GAMES)
    _status, page = tapped(phone, "add-box")
    assert page.count("Whom does the box double?") == 1
    assert 'name="answer-3-1" value="take" id="answer-3-1-take" checked' in page
    # Cubes at 4, and the team won.
    assert "−12" in page


def test_a_game_that_would_not_end_says_so(phone: Phone, scorer: Scorer) -> None:
    scorer.play("order Ann, Bob, Cid, Dee\ngame\nall double\nbox drops all\ngame\nbox wins")
    status, page = tapped(phone, answer_1_1="take")
    assert status == 422
    assert 'role="alert"' in page
    status, page = tapped(phone, **{f"answer_1_{one}": "take" for one in (1, 2, 3)}, winner="box")
    assert status == 200
    assert "Game 1 was put right." in page


def test_every_step_of_a_game_comes_back_from_its_rows(phone: Phone, scorer: Scorer) -> None:
    for line in (
        "order Ann, Bob, Cid, Dee",
        "game",
        "open 3 5",
        "all double",
        "box takes Bob, beavers Cid, drops Dee",
        "Cid accepts",
        "box doubles Bob",
        "Bob takes",
        "Cid settles 2",
        "team wins gammon",
    ):
        scorer.play(line)
    _status, page = tapped(phone, "preview")
    assert "This is how it stands." in page
