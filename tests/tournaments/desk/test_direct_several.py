"""Level, fees and prizes of several entries at once, from the desk's list."""

import re

import pytest

from games.errors import NotAllowed
from tests import evenings
from tests.tournaments.desk.desk import Desk, desk
from tests.tournaments.directing import Directed, key
from tournaments.errors import EventRefused
from tournaments.events.services import entries
from tournaments.models import EventStep
from tournaments.record.services.passes import check_in_open, pass_claim

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga() -> Desk:
    """Four who owe a fee; Ann has a level already."""
    made = desk("Ann Bob Cid Dee", event_fields={"fee": "10", "currency": "EUR"})
    ann = made.directed.entry("Ann")
    entries.entry_change(entry=ann, by=made.directed.director, level=2)
    return made


def ids(olga: Desk, *names: str) -> list[str]:
    return [olga.directed.entry(name).public_id for name in names]


def noted(olga: Desk) -> dict[str, tuple[int, int, str]]:
    """Level, fees and prize of everybody."""
    found = olga.directed.division.entries.select_related("player")
    return {one.player.name: (one.level, one.fees_paid, str(one.prize or "")) for one in found}


def test_what_is_typed_goes_to_all_who_are_ticked_and_blanks_change_nothing(olga):
    page = olga.show(view="entries")
    assert page.count('name="entry" value=') >= 8
    assert page.count("fee open") == 4

    page = olga.do(
        "entries_change",
        view="entries",
        entry=ids(olga, "Ann", "Cid"),
        level=" ",
        fees_paid="1",
        prize="",
    )

    assert noted(olga) == {
        "Ann": (2, 1, ""),
        "Bob": (0, 0, ""),
        "Cid": (0, 1, ""),
        "Dee": (0, 0, ""),
    }
    assert page.count("fee open") == 2


def test_all_three_can_be_noted_at_once_and_it_is_one_step_of_the_log(olga):
    before = EventStep.objects.count()

    olga.do("entries_change", entry=ids(olga, "Bob", "Dee"), level="3", fees_paid="1", prize="7,50")

    assert noted(olga)["Bob"] == noted(olga)["Dee"] == (3, 1, "7.500")
    assert EventStep.objects.count() == before + 1
    log = olga.client.get(f"/events/{olga.directed.event.public_id}/log/").content.decode()
    assert "</strong> changed entries: Bob, Dee</li>" in log


def test_the_same_tap_counts_once(olga):
    sent = {"key": key(), "entry": ids(olga, "Bob"), "level": "3"}
    olga.do("entries_change", **sent)
    entries.entry_change(entry=olga.directed.entry("Bob"), by=olga.directed.director, level=5)

    olga.do("entries_change", **sent)

    assert noted(olga)["Bob"][0] == 5


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"level": "3"}, "Tick who it is about."),
        ({"entry": "Ann", "level": "", "prize": " "}, "Type a level, fees or a prize."),
        ({"entry": "Ann", "level": "x"}, "“x” is not a whole number from 0."),
        ({"entry": "Ann", "prize": "much"}, "“much” is not an amount, such as 12.50."),
    ],
)
def test_a_form_that_says_too_little_is_told_what_is_missing(olga, fields, said):
    before = noted(olga)
    if "entry" in fields:
        fields = fields | {"entry": ids(olga, fields["entry"])}

    assert said in olga.do("entries_change", status=422, view="entries", **fields)

    assert noted(olga) == before


def test_all_or_none_are_changed(olga):
    chosen = [olga.directed.entry(name) for name in ("Ann", "Bob")]
    elsewhere = Directed(olga.directed.club, "Eva Fay").entry("Eva")
    by, division = olga.directed.director, olga.directed.division
    scorer = evenings.member(olga.directed.club, "Sam", "scorer")
    for wrong in ([*chosen, elsewhere], [elsewhere], []):
        with pytest.raises(EventRefused) as caught:
            entries.entries_change(division=division, by=by, entries=wrong, level=7)
        assert caught.value.code == "entry_unknown"
    with pytest.raises(Exception, match="level"):
        entries.entries_change(division=division, by=by, entries=chosen, level=-1)
    with pytest.raises(TypeError):
        entries.entries_change(division=division, by=by, entries=chosen, number=7)
    with pytest.raises(NotAllowed):
        entries.entries_change(division=division, by=scorer, entries=chosen, level=7)
    assert noted(olga)["Ann"] == (2, 0, "")
    assert noted(olga)["Bob"] == (0, 0, "")


def test_all_are_here_but_those_who_are_ticked() -> None:
    olga = desk("Ann Bob Cid Dee")
    absent = olga.directed.entry("Cid")

    assert "All here but …" in olga.show(view="entries")
    olga.do("all_here", entry=absent.public_id)
    states = {one.player.name: one.state for one in olga.directed.division.entries.all()}
    assert states == {"Ann": "present", "Bob": "present", "Cid": "entered", "Dee": "present"}
    olga.do("all_here")
    absent.refresh_from_db()
    assert absent.state == "present"


def test_everybody_finds_their_table_by_name_on_paper() -> None:
    olga = desk("Zoe Bob Cid Dee Eva")
    olga.directed.next_round()
    page = olga.client.get(f"/events/{olga.directed.event.public_id}/slips/?what=where")

    names = re.findall(r'<th scope="row">(\w+)</th>', page.content.decode())
    assert names == ["Bob", "Cid", "Dee", "Eva", "Zoe"]


def test_one_yes_lets_all_phones_in_but_two_for_one_player() -> None:
    olga = desk("Ann Bob Cid")
    event = olga.directed.event
    check_in_open(event=event, by=olga.directed.director)
    event.refresh_from_db()
    for name in ("Ann", "Bob", "Cid", "Cid"):
        player = olga.directed.player(name).public_id
        pass_claim(code=event.code or "", player=player, device="Phone")

    page = olga.show()
    assert "Yes to all 2" in page
    assert page.count("two phones for this player") == 2
    olga.do("claims_grant", claim=re.findall(r'name="claim" value="(\w+)"', page))
    granted = event.passes.filter(state="granted").values_list("player__name", flat=True)
    assert sorted(granted) == ["Ann", "Bob"]
