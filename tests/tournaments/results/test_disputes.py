"""A reported result that the opponent calls wrong: players, director and programs see it."""

import pytest

from tests.games.api.conftest import program_of
from tests.tournaments.desk.desk import Desk
from tests.tournaments.directing import Directed
from tests.tournaments.event_phones import Phone
from tournaments.models import Match

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_cache")]


def disputed() -> tuple[Directed, Match, Phone, Phone]:
    """Ann has reported 7 : 4, and Bob's phone says that it is wrong."""
    of = Directed(names="Ann Bob", params={"rounds": 1})
    of.next_round()
    match = of.match("Ann", "Bob")
    ann, bob = Phone(of), Phone(of)
    ann.open("Ann")
    bob.open("Bob")
    sent = {"match": match.public_id, "version": 0, "winner": 0, "loser_points": 4}
    winner = 0 if match.first == of.player("Ann") else 1
    assert ann.act(do="report", **{**sent, "winner": winner}).status_code == 200
    assert bob.act(do="reject", match=match.public_id, version=1).status_code == 200
    match.refresh_from_db()
    return of, match, ann, bob


def test_a_dispute_stands_on_both_phones_with_what_can_be_done() -> None:
    _, match, ann, bob = disputed()
    assert match.state == "disputed"
    his, hers = bob.me().content.decode(), ann.me().content.decode()
    assert "Ann has reported: Ann wins 7 : 4. You have said that this is wrong." in his
    assert "You have reported: Ann wins 7 : 4. Bob says that this is wrong." in hers
    for page in (his, hers):
        assert "The director decides, or one of you enters what is right." in page
        assert 'name="do" value="report"' in page
        assert 'value="reject"' not in page
        assert f"Table {match.board} · Match to 7 points" in page
        assert "next-table--disputed" in page
    assert "Right after all: Ann wins 7 : 4" in his
    assert "Right after all: Ann wins 7 : 4" not in hers


def test_a_dispute_ends_when_one_enters_another_result_and_the_other_says_yes() -> None:
    of, match, ann, bob = disputed()
    winner = 0 if match.first == of.player("Bob") else 1
    fields = {"match": match.public_id, "winner": winner, "loser_points": 6}
    assert bob.act(do="report", version=2, **fields).status_code == 200
    assert "Bob has reported: Bob wins 7 : 6. Is that right?" in ann.me().content.decode()
    assert ann.act(do="confirm", match=match.public_id, version=3).status_code == 200
    match.refresh_from_db()
    assert (match.state, match.winner) == ("settled", winner)


def test_the_desk_marks_a_dispute_and_does_not_confirm_it_with_the_others() -> None:
    of, match, _, _ = disputed()
    olga = Desk(of)
    page = olga.show()
    assert "Disputed" in page
    assert "disputed by Bob" in page
    assert "1 is disputed: decide it." in olga.step()
    assert 'value="confirm_all"' not in page
    assert '<b class="count__number">1</b> <span>Disputed' in page
    assert "missing" not in olga.step()
    olga.do("confirm_all", shown=f"{match.public_id}:{match.version}")
    match.refresh_from_db()
    assert match.state == "disputed"
    olga.do("match_confirm", match=match.public_id, version=match.version)
    match.refresh_from_db()
    assert match.state == "settled"


def test_programs_read_the_dispute_as_a_state_of_its_own() -> None:
    of, match, _, _ = disputed()
    told = program_of(of.director)("get", f"matches/{match.public_id}").json()
    assert (told["state"], told["winner"], told["reported_by"]) == (
        "disputed",
        match.winner,
        match.reported_by,
    )


def test_the_match_page_tells_everybody_of_a_dispute() -> None:
    of, match, ann, bob = disputed()
    address = f"/matches/{match.public_id}/"
    seen = Desk(of).client.get(address).content.decode()
    assert "Ann has reported: Ann wins 7 : 4. Bob says that this is wrong." in seen
    assert "Bob says that this is wrong." in ann.client.get(address).content.decode()
    assert "You have said that this is wrong." in bob.client.get(address).content.decode()
