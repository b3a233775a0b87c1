"""The desk of brackets and at the end: what a correction calls back, the picture, open fees."""

import re
from decimal import Decimal

import pytest

from tests.tournaments.desk.desk import Desk, desk
from tournaments.models import Entry, Match

pytestmark = pytest.mark.django_db


def bracket(names: str = "Ann Bob Cid Dee") -> Desk:
    """The desk of a single elimination that is released."""
    olga = desk(names, format="single")
    olga.directed.next_round()
    return olga


def test_a_correction_names_the_match_that_is_called_already() -> None:
    olga = bracket()
    first, second = olga.directed.open()
    olga.directed.win(first, 0)
    olga.directed.win(second, 0)
    final = olga.directed.open()[0]
    first.refresh_from_db()
    sent = {"match": first.public_id, "version": first.version, "sheet": first.public_id}
    score = {"first_points": 2, "second_points": 7}

    page = olga.do("result", 409, **sent, **score)
    assert "1 match that is announced gets other players." in page
    assert f"{final.first} – {final.second}, called to table {final.board} already" in page
    seen = re.findall(r'name="seen" value="(\w+)"', page)
    olga.do("result", sure=1, seen=seen, **sent, **score)
    final.refresh_from_db()
    assert final.first == first.second


def test_the_bracket_is_shown_drafted_and_released() -> None:
    olga = desk("Ann Bob Cid Dee Eva", format="single")
    olga.do("draw")
    assert 'id="bracket-main"' in olga.show()
    olga.directed.event.refresh_from_db()
    olga.do("confirm", version=olga.directed.event.version)
    olga.directed.event.refresh_from_db()
    olga.do("release", version=olga.directed.event.version)
    assert 'id="bracket-main"' in olga.show()


def test_the_last_result_is_told_though_no_match_is_left_to_list() -> None:
    olga = desk("Ann Bob Cid Dee", format="double")
    olga.directed.next_round()
    while len(olga.directed.open()) > 1 or Match.objects.filter(state="waiting").count() > 1:
        olga.directed.win(olga.directed.open()[0], 0)
    page = olga.quick(olga.directed.open()[0])
    assert "Everything is decided" in page
    assert re.search(r'id="said"[^>]*>Saved: ', page)


def test_the_bye_of_a_draft_is_no_point_yet() -> None:
    olga = desk("Ann Bob Cid Dee Eva")
    olga.directed.next_round()
    olga.directed.play_all()
    olga.do("draw")

    scores = re.findall(r'class="soft">score (\d)', olga.show())
    assert sorted(scores) == ["0", "0", "1", "1", "1"]


def test_finishing_names_the_open_fees_and_the_way_to_the_payout() -> None:
    olga = desk("Ann Bob", event_fields={"fee": Decimal(10)}, params={"rounds": 1})
    olga.directed.next_round()
    olga.directed.play_all()
    Entry.objects.filter(player__name="Ann").update(fees_paid=1)

    page = olga.do("finish")
    assert "1 fee is open: Bob." in page
    assert "The payout sheet is under “Money”." in page
    page = olga.do("finish", sure=1)
    assert 'id="to-money"' in page
    assert 'id="to-wall"' in page


def test_a_finished_event_offers_no_change_of_a_result() -> None:
    olga = desk("Ann Bob", params={"rounds": 1})
    olga.directed.next_round()
    olga.directed.play_all()
    olga.do("finish", sure=1)
    match = Match.objects.get()

    page = olga.show(sheet=match.public_id)
    assert "The event is over: open it again to change a result." in page
    assert ">Change</a>" not in page
    for button in ("sheet-save", "end-forfeit", "sheet-undo", "rate-save"):
        assert f'id="{button}"' not in page


@pytest.mark.parametrize(
    ("visibility", "said"), [("public", "What everybody sees"), ("members", "What members see")]
)
def test_the_desk_says_who_sees_the_page_of_the_event(visibility: str, said: str) -> None:
    olga = bracket()
    olga.directed.club.visibility = visibility
    olga.directed.club.save()
    assert said in olga.show(view="event")
    assert said in olga.show(view="standings")
