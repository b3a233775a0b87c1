"""Standings, cross tables and final places as an event's page shows them."""

import re
from typing import Any

import pytest
from django.test import Client

from tests import evenings
from tests.tournaments.directing import Directed
from tournaments.events.selectors.events import DivisionShown, board_read
from tournaments.events.services import draws, entries
from tournaments.models import Match
from tournaments.pages.presenters.events_standings import final_places, stand_tables
from tournaments.standings.tiebreaks import TIE_BREAKS
from tournaments.templatetags.events import cross_rows, standing_rows

pytestmark = pytest.mark.django_db


def field_of(directed: Directed) -> DivisionShown:
    directed.event.refresh_from_db()
    return board_read(directed.event).fields[0]


def strongest(match: Match) -> int:
    """Who comes first in the alphabet wins."""
    return 0 if str(match.first) < str(match.second) else 1


def played(format: str, names: str, rounds: int = 1, **fields: Any) -> Directed:
    directed = Directed(evenings.club(), names, format=format, **fields)
    for _ in range(rounds):
        directed.next_round()
        directed.play_all(strongest)
    return directed


def test_standings_have_every_chosen_tie_break_with_its_value_and_a_sentence() -> None:
    chosen = ["head_to_head", "buchholz", "sonneborn_berger", "points_difference", "lots"]
    directed = played("swiss", "Ann Bob Cid Dee", 2, tie_breaks=chosen)
    (table,) = stand_tables(field_of(directed))
    titles = [TIE_BREAKS[name].title for name in chosen]
    assert [column.title for column in table.columns] == ["Score", "Won–lost", *titles]
    assert all(column.help for column in table.columns)
    assert all(len(line.figures) == len(table.columns) for line in table.lines)


def test_wins_that_say_the_same_as_the_score_have_no_column_of_their_own() -> None:
    even = played("swiss", "Ann Bob Cid Dee", tie_breaks=["wins"])
    odd = Directed(even.club, "Ann Bob Cid", format="swiss", tie_breaks=["wins"])
    odd.next_round()
    for directed, says in ((even, False), (odd, True)):
        (table,) = stand_tables(field_of(directed))
        assert ("Wins without byes" in [column.title for column in table.columns]) == says


def test_who_has_won_all_stands_first() -> None:
    # Ann wins twice, Dee loses twice; Bob and Cid have one win each.
    directed = played("swiss", "Ann Bob Cid Dee", 2, tie_breaks=["points_difference"])
    (table,) = stand_tables(field_of(directed))
    assert table.lines[0].name == "Ann"
    assert table.lines[-1].name == "Dee"
    assert [line.figures[:2] for line in table.lines] == [
        ("2", "2–0"),
        ("1", "1–1"),
        ("1", "1–1"),
        ("0", "0–2"),
    ]


def test_places_that_are_shared_say_so() -> None:
    directed = played("swiss", "Ann Bob Cid Dee", 1, tie_breaks=["points_difference"])
    (table,) = stand_tables(field_of(directed))
    assert [line.place for line in table.lines] == ["=1", "=1", "=3", "=3"]


def test_a_bye_is_counted_and_named() -> None:
    directed = played("swiss", "Ann Bob Cid", 1)
    (table,) = stand_tables(field_of(directed))
    assert sorted(line.figures[1] for line in table.lines) == ["0–0 + 1 bye", "0–1", "1–0"]


def test_who_has_withdrawn_stays_and_is_marked() -> None:
    directed = played("swiss", "Ann Bob Cid Dee", 1)
    entries.entry_withdraw(entry=directed.entry("Bob"), by=directed.director)
    (table,) = stand_tables(field_of(directed))
    assert {line.name: line.note for line in table.lines}["Bob"] == "withdrawn"


def test_a_round_robin_has_a_cross_table_that_mirrors_itself() -> None:
    directed = played("round_robin", "Ann Bob Cid Dee")
    for _ in range(2):
        draws.draw_release(division=directed.division, by=directed.director)
        directed.play_all(strongest)
    (table,) = stand_tables(field_of(directed))
    assert table.cross is not None
    names = [line.name for line, _ in table.cross.rows]
    kinds = [[cell.kind for cell in cells] for _, cells in table.cross.rows]
    assert names == ["Ann", "Bob", "Cid", "Dee"]
    assert kinds == [
        ["self", "won", "won", "won"],
        ["lost", "self", "won", "won"],
        ["lost", "lost", "self", "won"],
        ["lost", "lost", "lost", "self"],
    ]
    assert table.cross.rows[0][1][1].text == "7–3"
    assert table.cross.rows[1][1][0].text == "3–7"


@pytest.mark.parametrize("who", ["director", "member"])
def test_a_result_of_the_cross_table_leads_a_director_to_its_sheet(who: str) -> None:
    directed = played("round_robin", "Ann Bob Cid Dee")
    member = evenings.member(directed.event.club, "Mia")
    client = Client()
    client.force_login(directed.director if who == "director" else member)
    page = client.get(f"/events/{directed.event.public_id}/").content.decode()
    found = re.findall(r'href="(/events/\w+/direct/\?[^"]+sheet=\w+)#sheet"', page)
    assert len(found) == (0 if who == "member" else 4), "two matches, each seen by both"
    for link in found:
        assert 'id="sheet-save"' in client.get(link.replace("&amp;", "&")).content.decode()


def test_a_double_round_robin_has_both_results_in_a_cell() -> None:
    directed = played("round_robin", "Ann Bob", params={"twice": True})
    draws.draw_release(division=directed.division, by=directed.director)
    directed.play_all(lambda match: 1 - strongest(match))
    (table,) = stand_tables(field_of(directed))
    assert table.cross is not None
    cell = table.cross.rows[0][1][1]
    assert sorted(cell.text.split()) == ["3–7", "7–3"]
    assert cell.kind == "halved"


def test_groups_have_standings_and_cross_tables_of_their_own() -> None:
    params = {"groups": 2, "qualifiers": 1}
    directed = played("groups_knockout", "Ann Bob Cid Dee Eve Fay", params=params)
    tables = stand_tables(field_of(directed))
    assert [table.title for table in tables] == ["Group A", "Group B"]
    inside = [{line.name for line in table.lines} for table in tables]
    assert inside[0] | inside[1] == {"Ann", "Bob", "Cid", "Dee", "Eve", "Fay"}
    assert not inside[0] & inside[1]
    for table in tables:
        assert table.cross is not None
        assert len(table.cross.rows) == 3


def test_a_bracket_has_places_as_soon_as_they_are_certain() -> None:
    directed = Directed(evenings.club(), "Ann Bob Cid Dee", format="single")
    directed.next_round()
    assert final_places(field_of(directed)) == ()
    directed.play_all(strongest)
    (places,) = final_places(field_of(directed))
    assert [(line.place, line.name) for line in places.lines][:2][0] == ("1", "Ann")
    assert [line.place for line in places.lines] == ["1", "2", "3–4", "3–4"]


def test_consolation_has_places_of_its_own() -> None:
    directed = played("progressive", "Ann Bob Cid Dee Eve Fay Gus Hal")
    found = final_places(field_of(directed))
    titles = ["Places", "Consolation: places", "Last chance: places"]
    assert [part.title for part in found] == titles
    assert found[0].lines[0].name == "Ann"
    assert len({line.name for line in found[0].lines}) == 8


def test_there_are_no_standings_before_the_first_round() -> None:
    directed = Directed(evenings.club(), "Ann Bob Cid Dee")
    assert stand_tables(field_of(directed)) == ()


def test_names_that_are_hidden_have_no_way_to_a_page() -> None:
    directed = played("swiss", "Ann Bob")
    directed.club.players.filter(name="Ann").update(shown="hidden")
    directed.event.refresh_from_db()
    (table,) = stand_tables(board_read(directed.event).fields[0])
    lines = {line.name: line.url for line in table.lines}
    assert lines["a player"] == ""
    assert lines["Bob"].startswith(f"/clubs/{directed.club.slug}/players/")


def test_what_stands_in_a_row_is_text_whatever_a_player_is_called() -> None:
    directed = Directed(evenings.club(), format="round_robin")
    directed.enter("<b>Ann", 'Bob" on=')
    directed.next_round()
    (table,) = stand_tables(field_of(directed))
    assert table.cross is not None
    shown = standing_rows(table, table.lines[0].number, opens=True) + cross_rows(table.cross)
    assert "<b>" not in shown
    assert "Bob&quot; on=" in shown
    assert "More of &lt;b&gt;Ann" in shown
    assert shown.count('aria-current="true"') == 1
