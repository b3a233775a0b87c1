"""What stands first at the desk, and what each match that waits is waiting for."""

import re

import pytest

from tests.tournaments.desk.desk import Desk, desk, text_of
from tournaments.models import Match

pytestmark = pytest.mark.django_db


def waits(page: str) -> list[str]:
    """What each waiting match of the page says, in its order."""
    return re.findall(r'class="bout__waits">([^<]*)<', page)


def rows(page: str) -> list[str]:
    """The public ids of the matches in the list, in its order."""
    listed = page.split('<ul class="bouts bouts--lines">')[1].split("</ul>")[0]
    return re.findall(r'id="m-([^"]*)"', listed)


def won(olga: Desk, match: Match) -> Match:
    return olga.directed.win(match, 0)


def test_what_is_open_stands_above_what_is_decided() -> None:
    olga = desk()
    olga.directed.next_round()
    first, *others = olga.directed.open()
    won(olga, first)
    assert rows(olga.show()) == [*(one.public_id for one in others), first.public_id]


def test_a_match_of_a_bracket_says_whose_result_it_waits_for() -> None:
    olga = desk("Ann Bob Cid Dee", format="double")
    olga.directed.next_round()
    first, other = olga.directed.open()
    won(olga, first)

    two = f"{other.first} – {other.second} (Table {other.board})"
    assert sorted(waits(olga.show())) == [
        f"waits for the loser of {two}",
        f"waits for the winner of {two}",
    ]
    won(olga, other)
    won(olga, Match.objects.get(node="main-2-1"))
    assert "waits for the winner of Lower bracket · Final" in waits(olga.show())


def test_a_player_who_waits_far_ahead_reads_which_round_is_played_before() -> None:
    olga = desk("Ann Bob Cid Dee Eva Fay", format="single")
    olga.directed.next_round()
    assert all(one.startswith("waits for the winner of ") for one in waits(olga.show()))


def test_a_match_that_finds_no_table_waits_for_one() -> None:
    olga = desk("Ann Bob Cid Dee", event_fields={"tables": 1})
    olga.directed.next_round()
    assert waits(olga.show()) == ["waits for a table"]


def test_in_a_league_a_match_has_a_date_of_its_own() -> None:
    olga = desk("Ann Bob Cid Dee", format="round_robin")
    olga.directed.next_round()
    olga.do("release")
    assert waits(olga.show()) == ["at a date of its own"] * 2
    public = text_of(olga.client.get(f"/events/{olga.directed.event.public_id}/"))
    assert "at a date of its own" in public
    assert "waits for a table" not in public


def test_who_still_plays_elsewhere_is_named_with_their_table() -> None:
    olga = desk("Ann Bob Cid Dee", format="round_robin", event_fields={"tables": 8})
    olga.directed.next_round()
    olga.do("release")
    found = waits(olga.show())
    assert len(found) == 2
    assert all(re.fullmatch(r"\w+ plays at table [12]", one) for one in found)


def test_the_bracket_is_printed_part_by_part() -> None:
    olga = desk("Ann Bob Cid Dee Eva Fay Gil Hal", format="progressive")
    olga.directed.next_round()
    address = f"/events/{olga.directed.event.public_id}/slips/"
    paper = text_of(olga.client.get(address, {"what": "bracket"}))
    assert re.findall(r"<h2>([^<]*)</h2>\s*<svg", paper) == [
        "Main bracket",
        "Consolation",
        "Last chance",
    ]
    assert "what=bracket" in paper


def test_where_no_bracket_is_drawn_none_is_printed() -> None:
    olga = desk()
    olga.directed.next_round()
    address = f"/events/{olga.directed.event.public_id}/slips/"
    assert "what=bracket" not in text_of(olga.client.get(address))


def test_who_has_played_has_been_seen() -> None:
    olga = desk("Ann Bob Cid Dee")
    olga.directed.next_round()
    first, second = olga.directed.open()
    for match in (first, second):
        assert match.first is not None
        assert match.second is not None
    assert "here: 0" in olga.show(view="entries")
    won(olga, first)
    shown = olga.show(view="entries")
    assert "here: 2" in shown
    assert shown.count('value="check_in"') == 2
    olga.directed.enter("Eva")
    won(olga, second)
    assert "1 of them has not checked in" in olga.step()
