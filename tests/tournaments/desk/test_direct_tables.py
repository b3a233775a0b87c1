"""The desk during a round of chouettes: a table too large is split, one too small is dissolved."""

import re
from html import unescape

import pytest

from games.models import Session
from tests.tournaments.desk.desk import Desk, text_of
from tests.tournaments.tables.tables import Tables, told
from tournaments.models import EventStep, EventTable, TableSeat
from tournaments.tables.services.tables import table_join

pytestmark = pytest.mark.django_db

FIVE = "Ann Bob Cid Dee Eve"
SIX = f"{FIVE} Fay"


class TableDesk(Desk):
    """The desk of an event of chouettes, whose buttons are pressed as the page has them."""

    directed: Tables

    def press(self, button: str, status: int = 200) -> str:
        """Press a button by its id, with the form around it; the page after it."""
        return self.send(self.form(button), status)

    def form(self, button: str) -> dict[str, str]:
        """What the form around a button sends."""
        [form] = [
            one
            for one in re.findall(r"<form[^>]*>.*?</form>", self.shown(), re.DOTALL)
            if f'id="{button}"' in one
        ]
        hidden = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form)
        [do] = re.findall(rf'name="do" value="(\w+)" id="{button}"', form)
        return {name: unescape(value) for name, value in hidden} | {"do": do}

    def send(self, form: dict[str, str], status: int = 200) -> str:
        """Send a form as htmx does; the page after it."""
        with told():
            answer = self.client.post(f"{self.url}act/", form, headers={"HX-Request": "true"})
        assert answer.status_code == status, text_of(answer)
        return text_of(answer)

    def shown(self) -> str:
        """The page, as the server sends it."""
        answer = self.client.get(self.url)
        assert answer.status_code == 200
        return str(answer.content.decode())

    def yes(self, page: str, status: int = 200) -> str:
        """Say yes to the question on a page."""
        return self.send(asked(page), status)

    def offers(self, do: str) -> list[int]:
        """The numbers of the tables at which there is a button."""
        keys = re.findall(rf'id="{do}-(\w+)"', self.shown())
        return sorted(EventTable.objects.get(public_id=one).number for one in keys)

    def button(self, do: str, number: int) -> str:
        """The id of a button at a table."""
        return f"{do}-{self.directed.table(number).public_id}"


def asked(page: str) -> dict[str, str]:
    """What the form of a question sends."""
    found = re.search(r'<section class="card question.*?</section>', page, re.DOTALL)
    assert found, "nothing is asked"
    hidden = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', found.group())
    return {name: unescape(value) for name, value in hidden}


def night(names: str, **fields: str) -> TableDesk:
    """The desk of a club night whose first round is released, a game played at each table."""
    directed = Tables(names=names, **{"format": "club_night", **fields})
    directed.next_round()
    for table in directed.tables():
        directed.game(table)
    return TableDesk(directed)


def full(names: str = FIVE) -> tuple[TableDesk, Session]:
    """A table to which a sixth has come while a game is running, and its session."""
    olga = night(names)
    session = olga.directed.start(olga.directed.table())
    [zoe] = olga.directed.enter("Zoe")
    table_join(entry=zoe, by=olga.directed.director)
    return olga, session


def test_a_table_that_has_passed_its_limit_is_split_by_a_button():
    olga, session = full()
    olga.directed.enter_points(session)
    assert olga.offers("split") == [1]

    proposed = olga.press(olga.button("split", 1))
    assert "Split the table like this?" in proposed
    assert re.search(r"Table 1 ends: (\w+, ){5}\w+ get up\.", proposed)
    assert len(re.findall(r"New table: (?:\w+, ){2}\w+\.", proposed)) == 2
    assert session.is_open  # nothing has moved yet
    assert EventTable.objects.count() == 1
    page = olga.yes(proposed)

    assert "2 tables are still playing." in page
    for names in re.findall(r"New table: ([\w, ]+)\.", proposed):
        assert set(names.split(", ")) in [
            set(olga.directed.names_at(one)) for one in olga.directed.tables()
        ]
    old, *new = olga.directed.tables()
    assert old.session is not None
    assert not old.session.is_open
    assert [len(olga.directed.names_at(one)) for one in new] == [3, 3]
    # The old one stays on the page with its score sheet, the new ones are to be played.
    assert page.count("Score sheet") == 1
    assert page.count("Keep the score") == 2
    assert olga.offers("split") == []
    for name in (*FIVE.split(), "Zoe"):
        assert name in page


def test_the_same_tap_splits_a_table_once():
    olga, session = full()
    olga.directed.enter_points(session)
    form = asked(olga.press(olga.button("split", 1)))
    olga.send(form)

    page = olga.send(form)

    assert "2 tables are still playing." in page
    assert EventTable.objects.count() == 3


def test_a_table_is_not_split_in_the_middle_of_a_game():
    olga, session = full()

    page = olga.press(olga.button("split", 1), status=400)

    assert "Game 2 is still being played: finish it, or undo it." in page
    assert EventTable.objects.count() == 1
    session.refresh_from_db()
    assert session.is_open


def test_within_its_limit_no_table_has_a_button_to_split_or_to_dissolve_it():
    olga = night(SIX)
    assert (olga.offers("split"), olga.offers("merge")) == ([], [])


def test_two_who_are_left_are_moved_to_the_other_table_by_a_button():
    olga = night(SIX)
    gone, *left = olga.directed.names_at(olga.directed.table(2))
    olga.do("withdraw", sure="1", entry=olga.directed.entry(gone).public_id)
    assert olga.offers("merge") == [2]

    proposed = olga.press(olga.button("merge", 2))
    assert "Table 1 goes on; added: " in proposed
    assert f"Table 2 ends: {', '.join(left)} get up." in proposed
    assert olga.offers("merge") == [2]
    page = olga.yes(proposed)

    assert "1 table is still playing." in page
    first, second = olga.directed.tables()
    assert set(left) < set(olga.directed.names_at(first))
    assert second.session is not None
    assert not second.session.is_open
    assert olga.offers("merge") == []
    # A player who went home stays at their table, marked as gone.
    where = page.split(f'id="t-{second.public_id}"')[1]
    assert re.search(rf"{gone}\s+<span[^>]*>gone</span>", where)


def test_two_who_have_nowhere_to_go_stay_and_it_is_said():
    olga = night("Ann Bob Cid")
    gone, *left = olga.directed.names_at(olga.directed.table())
    olga.do("withdraw", sure="1", entry=olga.directed.entry(gone).public_id)

    page = olga.press(olga.button("merge", 1), status=400)

    assert f"There is no other table for {', '.join(left)}." in page
    assert olga.directed.names_at(olga.directed.table()) == left
    assert olga.offers("merge") == [1]


def test_a_table_by_schedule_is_never_split():
    olga = night("Ann Bob Cid Dee", format="fixed")
    assert olga.offers("split") == []
    form = olga.form(olga.button("finish", 1)) | {"do": "split"}

    page = olga.send(form, status=400)

    assert "In this format nobody changes tables during a round." in page
    assert EventTable.objects.count() == 1


def test_a_yes_to_a_seating_that_has_changed_since_moves_nobody():
    olga, session = full()
    olga.directed.enter_points(session)
    proposed = olga.press(olga.button("split", 1))
    gone = olga.directed.names_at(olga.directed.table())[0]
    [hal] = olga.directed.enter("Hal")
    table_join(entry=hal, by=olga.directed.director)

    page = olga.yes(proposed, status=409)

    assert "Somebody has come or gone since this was proposed: look at it again." in page
    assert EventTable.objects.count() == 1
    assert gone in olga.directed.names_at(olga.directed.table())


def test_a_player_is_moved_by_hand_between_two_games():
    olga = night(SIX)
    first, second = olga.directed.tables()
    name = olga.directed.names_at(first)[0]
    entry = olga.directed.entry(name)
    before = olga.directed.seats()[name].points
    sheet = olga.show(sheet=first.public_id)
    assert "Move a player by hand" in sheet
    assert f'<option value="{entry.public_id}">{name}</option>' in sheet
    session = olga.directed.start(first)
    page = olga.do("move", 400, entry=entry.public_id, to=second.public_id)
    assert f"{name} is in the middle of a game: finish it or undo it first." in page
    olga.directed.enter_points(session)
    before = olga.directed.seats()[name].points

    with told():
        olga.do("move", entry=entry.public_id, to=second.public_id)

    assert name in olga.directed.names_at(second)
    assert name not in olga.directed.names_at(first)
    assert len(olga.directed.names_at(second)) == 4
    old = TableSeat.objects.get(table=first, entry=entry)
    assert (old.left, old.points) == (True, before)  # what was won stays where it was won
    olga.directed.game(second)
    assert TableSeat.objects.get(table=second, entry=entry).games == 1
    assert sum(TableSeat.objects.values_list("points", flat=True)) == 0
    log = EventStep.objects.filter(kind="table_move")
    assert log.get().payload["table"] == second.number
    page = olga.do("move", 400, entry=entry.public_id, to=second.public_id)
    assert f"{name} sits at table 2 already." in page


def test_nobody_is_moved_by_hand_out_of_a_schedule_or_to_a_full_table():
    olga = night("Ann Bob Cid Dee Eve Fay Gil Hal Ida Jim", format="club_night")
    first, second = olga.directed.tables()
    for name in ("Kim", "Lou"):
        [late] = olga.directed.enter(name)
        table_join(entry=late, by=olga.directed.director)
    for name in olga.directed.names_at(second)[:2]:
        olga.do("move", entry=olga.directed.entry(name).public_id, to=first.public_id)
        if len(olga.directed.names_at(first)) == 7:
            break
    name = olga.directed.names_at(second)[0]
    page = olga.do("move", 400, entry=olga.directed.entry(name).public_id, to=first.public_id)
    assert "Table 1 is full: 7 sit there." in page
