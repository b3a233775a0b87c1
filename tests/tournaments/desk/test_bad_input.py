"""What goes wrong at a real desk: for each a sentence, nothing lost, nothing elsewhere."""

import pytest

from tests.tournaments.desk.desk import Desk, desk
from tests.tournaments.desk.test_typed_lines import answers, called_twice, enter_first, later
from tests.tournaments.directing import agreed, key
from tests.tournaments.event_phones import account
from tournaments.models import Entry, Match
from tournaments.results.services import results
from tournaments.results.services.online import match_board_open

pytestmark = pytest.mark.django_db


def named(number: int) -> str:
    return f"B{chr(97 + number % 26)}rg{chr(97 + number // 26)}"


def states() -> list[tuple[int, str, int, int]]:
    found = Match.objects.order_by("pk")
    return list(found.values_list("pk", "state", "first_points", "second_points"))


def add(olga: Desk, text: str) -> str:
    """Paste a list, and say yes to how it was read, if that is asked."""
    page = olga.do("add", names=text, status=200)
    if "question" in page and not Entry.objects.exists():
        return page + olga.do("add", names=text, sure="1")
    return page


@pytest.mark.thorough
def test_a_file_with_thirty_doubles_enters_each_once_and_names_them() -> None:
    olga = desk("")
    rows = [f"{named(number)};Ann;{10_000 + number}" for number in range(470)]
    page = add(olga, "\n".join(["Surname;First name;Federation number", *rows, *rows[:30]]))
    assert "500 of 500 rows read" in page
    assert "30" in page
    assert Entry.objects.count() == 470


@pytest.mark.thorough
def test_six_hundred_rows_are_too_many_for_a_division_and_nobody_is_entered() -> None:
    olga = desk("")
    rows = [f"{named(number)};Ann;{10_000 + number}" for number in range(570)]
    text = "\n".join(["Surname;First name;Federation number", *rows, *rows[:30]])
    assert "600 of 600 rows read" in olga.do("add", names=text)
    page = olga.do("add", names=text, sure="1", status=400)
    assert "A division has at most 512 players" in page
    assert not Entry.objects.exists()


def test_two_heads_are_two_lists_and_no_player() -> None:
    olga = desk("")
    page = add(olga, "Name;Rating\nAnn;1650\n\nClub,Surname,First name,Elo\nKiel,Cox,Bob,1500")
    assert "2 of 2 rows read" in page
    found = Entry.objects.order_by("number").values_list("player__name", "home_club")
    assert list(found) == [("Ann", ""), ("Bob Cox", "Kiel")]


def test_a_correction_while_the_next_round_is_drawn_says_which_round_it_was() -> None:
    olga = desk("Ann Bob Cid Dee")
    olga.directed.next_round()
    first, second = olga.directed.open()
    for match in (first, second):
        olga.directed.win(match, 0)
    olga.do("draw")
    first.refresh_from_db()
    said = {"match": first.public_id, "version": first.version}
    page = olga.do("result", 409, first_points="3", second_points="7", **said)
    assert "Round 2, which is not out yet, was paired with the wrong score" in page
    first.refresh_from_db()
    assert (first.first_points, first.second_points) == (7, 3)


def test_a_result_of_a_match_on_a_running_board_says_what_becomes_of_the_game() -> None:
    olga = desk("Ann Bob", params={"rounds": 1}, match_length=3)
    olga.directed.next_round()
    [match] = olga.directed.open()
    assert match.first is not None
    board = match_board_open(match=match, by=account(olga.directed, match.first.name))
    board.status = "playing"
    board.save(update_fields=["status"])
    page = olga.do("quick", 409, match=match.public_id, version=0, winner=0, loser_points=1)
    assert "What you enter counts; their game on the board stays theirs" in page
    match.refresh_from_db()
    assert match.state == "open"


def test_a_slip_for_a_table_that_was_called_twice_is_asked_about_and_names_both() -> None:
    olga, first, second = called_twice()
    shown = enter_first(olga, first)
    before = states()
    page = olga.type("1 7 5", 409, as_shown=shown)
    both = " ".join(answers(page)) + page
    for match in (first, second):
        assert f"{match.first} " in both
    assert states() == before


def test_lines_of_an_hour_without_a_network_go_where_they_were_typed_or_are_asked() -> None:
    olga = desk("Ann Bob Cid Dee Eva Fay Gil Hal", event_fields={"tables": 2})
    olga.directed.next_round()
    shown = olga.shown()
    first, second = (Match.objects.get(board=board) for board in (1, 2))
    lines = [("1 7 2", first), ("2 7 4", second)]
    # Meanwhile the other director enters the first one, and its table is called again.
    agreed(
        results.match_report,
        match=first,
        by=olga.directed.director,
        points=(7, 6),
        version=first.version,
    )
    with later(60):
        pages = [
            olga.type(text, status, as_shown=shown, since=3600, key=key())
            for (text, _match), status in zip(lines, (409, 200), strict=True)
        ]
    assert 'data-outcome="asked"' in pages[0]
    assert 'data-outcome="saved"' in pages[1]
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.first_points, first.second_points) == (7, 6)
    assert (second.first_points, second.second_points) == (7, 4)
    others = Match.objects.exclude(pk__in=[first.pk, second.pk])
    assert set(others.values_list("state", flat=True)) == {"open"}
