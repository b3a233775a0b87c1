"""Late entries at the desk: what they change in a draw is said before."""

import pytest

from tests.tournaments.desk.desk import desk
from tournaments.models import Entry, Match

pytestmark = pytest.mark.django_db

SEVEN = "Ann Bob Cid Dee Eva Fay Gil"


def test_who_comes_late_to_a_bracket_is_entered_once_the_director_knows_whom_they_meet() -> None:
    olga = desk(SEVEN, format="single", seeding="entry")
    olga.directed.next_round()

    page = olga.do("add", names="Zoe")

    assert "Zoe takes the place of a bye and meets Ann." in page
    assert "called to table" not in page
    assert not Entry.objects.filter(player__name="Zoe").exists()
    page = olga.do("add", names="Zoe", sure="1", view="entries")
    assert Match.objects.filter(first__name="Ann", second__name="Zoe", state="open").exists()
    assert "from round" not in page


def test_a_match_called_in_vain_is_named_before() -> None:
    olga = desk(SEVEN, format="single", seeding="entry")
    olga.directed.next_round()
    [match] = Match.objects.filter(first__name="Dee", second__name="Eva")
    olga.quick(match)
    assert Match.objects.filter(first__name="Ann", second__name="Dee", state="open").exists()

    page = olga.do("add", names="Zoe")

    assert "Zoe takes the place of a bye and meets Ann." in page
    assert "Ann – Dee: called to table" in page
    assert "Other players meet there then." in page


def test_a_full_bracket_refuses_without_a_question() -> None:
    olga = desk(f"{SEVEN} Hal", format="single", seeding="entry")
    olga.directed.next_round()
    assert "no place is left for a late entry" in olga.do("add", status=400, names="Zoe")


def test_before_the_draw_nothing_is_asked() -> None:
    olga = desk(SEVEN, format="single")
    olga.do("add", names="Zoe")
    assert Entry.objects.filter(player__name="Zoe").exists()


def test_between_rounds_of_a_swiss_event_nothing_is_asked() -> None:
    olga = desk(SEVEN)
    olga.directed.next_round()
    assert "from round 2" in olga.do("add", names="Zoe", view="entries")


def test_several_who_come_late_are_each_told_their_opponent() -> None:
    olga = desk("Ann Bob Cid Dee Eva Fay", format="single", seeding="entry")
    olga.directed.next_round()
    page = olga.do("add", names="Yan 1600\nZoe")
    assert "Yan takes the place of a bye and meets Bob." in page
    assert "Zoe takes the place of a bye and meets Ann." in page
    assert "Yan · 1600: new in the club." in page
