"""Draws of tables that wait for their release, when somebody comes or goes meanwhile."""

import pytest

from tests.tournaments.tables.tables import Tables
from tournaments.errors import EventConflict, EventRefused
from tournaments.events.services import draws, entries
from tournaments.models import Round

EIGHT = "Ann Bob Cid Dee Eve Fay Gus Hal"

pytestmark = pytest.mark.django_db


def drafted(format: str = "club_night", names: str = EIGHT, **fields: object) -> Tables:
    night = Tables(names=names, format=format, **fields)  # type: ignore[arg-type]
    draws.draw_make(division=night.division, by=night.director)
    return night


def said(night: Tables) -> list[tuple[str, list[str]]]:
    """What the latest draw breaks, and of whom."""
    round = Round.objects.latest("number")
    codes = {"unknown", "no_table"}
    return [(row["code"], row["players"]) for row in round.remarks if row["code"] in codes]


@pytest.mark.parametrize("format", ["club_night", "timed", "bank", "freeze_out", "groups", "fixed"])
def test_a_draft_says_who_left_and_who_came(format: str) -> None:
    night = drafted(format, "Ann Bob Cid Dee Eve Fay Gus Hal Ida")
    entries.entry_withdraw(entry=night.entry("Bob"), by=night.director)
    night.enter("Jan")
    assert said(night) == [
        ("unknown", [night.number("Bob")]),
        ("no_table", [night.number("Jan")]),
    ]
    with pytest.raises(EventConflict, match="Bob does not play in this round"):
        draws.draw_confirm(division=night.division, by=night.director)
    draws.draw_again(division=night.division, by=night.director)
    draws.draw_confirm(division=night.division, by=night.director)
    seated = {name for table in night.tables() for name in night.names_at(table)}
    assert "Bob" not in seated
    assert "Jan" in seated


def test_who_goes_after_the_tables_were_confirmed_gets_no_seat_in_a_session() -> None:
    night = drafted()
    draws.draw_confirm(division=night.division, by=night.director)
    entries.entry_pause(entry=night.entry("Bob"), by=night.director)
    with pytest.raises(EventRefused, match="Confirm the draw"):
        draws.draw_release(division=night.division, by=night.director)
    with pytest.raises(EventConflict, match="Bob does not play"):
        draws.draw_confirm(division=night.division, by=night.director)
    entries.entry_resume(entry=night.entry("Bob"), by=night.director)
    draws.draw_confirm(division=night.division, by=night.director)
    draws.draw_release(division=night.division, by=night.director)
    assert len(night.tables()) == 2


def test_who_comes_after_the_tables_were_confirmed_plays_from_the_next_round() -> None:
    night = drafted()
    draws.draw_confirm(division=night.division, by=night.director)
    night.enter("Ida")
    draws.draw_release(division=night.division, by=night.director)
    assert said(night) == []


def test_who_is_left_over_is_not_missing_whether_drawn_or_by_hand() -> None:
    # One board only, at which seven sit: one sits out.
    night = drafted(names=EIGHT, event_fields={"tables": 1})
    seated = set(night.names_at(night.table(1)))
    [out] = set(EIGHT.split()) - seated
    one = min(seated)
    draws.draw_swap(
        division=night.division,
        by=night.director,
        first=night.entry(one),
        second=night.entry(out),
    )
    by_hand = [row for row in Round.objects.get().remarks if row["code"] == "sits_by_hand"]
    assert [row["players"] for row in by_hand] == [[night.number(one)]]
    assert said(night) == []
    draws.draw_confirm(division=night.division, by=night.director)


def test_who_comes_into_a_draft_may_take_the_seat_of_who_left() -> None:
    night = drafted()
    entries.entry_withdraw(entry=night.entry("Bob"), by=night.director)
    night.enter("Ida")
    draws.draw_swap(
        division=night.division,
        by=night.director,
        first=night.entry("Bob"),
        second=night.entry("Ida"),
    )
    assert said(night) == []
    draws.draw_confirm(division=night.division, by=night.director)


def test_who_does_not_go_on_is_not_missing_in_the_next_draft() -> None:
    night = Tables(names=EIGHT, format="freeze_out")
    night.next_round()
    night.finish(*night.tables())
    draws.draw_make(division=night.division, by=night.director)
    assert said(night) == []
    draws.draw_confirm(division=night.division, by=night.director)
