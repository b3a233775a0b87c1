"""Earlier games: put right as text, noted, disputed; and the page of the house rules."""

from games.models import Note, User
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
