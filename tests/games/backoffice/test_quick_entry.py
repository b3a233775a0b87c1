"""A paper sheet becomes a session: the same points, all or nothing, and faults are named."""

import datetime
from decimal import Decimal

import pytest

from games.decisions.services.quick_entry import sheet_enter
from games.decisions.services.sheet_reading import Row, SheetWrong
from games.errors import KeyReused, NotAllowed
from games.models import Player, Session
from games.record.log.checking import session_check
from games.record.selectors.sessions import names_of, table_of

DAY = datetime.date(2026, 3, 3)
NAMES = ["Ann", "Bob", "Cid", "Dee"]


@pytest.fixture
def enter(club, organizer, players):
    """Types a sheet: cells separated by bars, statements after a double bar."""

    def type_in(text, names=NAMES, **more):
        rows = []
        for line in text.strip().splitlines():
            cells, _, statements = line.partition("||")
            rows.append(Row(tuple(cell.strip() for cell in cells.split("|")), statements.strip()))
        more = {"played_on": DAY, **more}
        return sheet_enter(club=club, by=organizer, names=names, rows=rows, **more)

    return type_in


def totals(session):
    names = names_of(session)
    return {names[one]: points / 100 for one, points in table_of(session).totals.items()}


def faults(error):
    return [str(problem) for problem in error.value.problems]


def test_points_of_a_sheet_become_games_of_points_only(enter):
    session = enter("b 6 | c -2 | -2 | -2\n-1 | b 3 | c -1 | -1")

    assert totals(session) == {"Ann": 5, "Bob": 1, "Cid": -3, "Dee": -3}
    assert session.entered_afterwards
    assert session.status == "ended"
    assert session.played_on == DAY
    assert session.games.get(number=2).box.name == "Bob"
    assert session.games.filter(ending="points").count() == 2
    assert session_check(session=session).differences == []


def test_a_sheet_is_played_for_what_a_point_is_worth_in_the_club(enter, club):
    club.stake_amount, club.currency = Decimal("0.50"), "EUR"
    club.save()
    session = enter("b 6 | c -2 | -2 | -2")

    assert (session.stake_amount, session.currency) == (Decimal("0.50"), "EUR")
    assert {str(debt) for debt in session.debts.all()} == {
        f"{name} → Ann 1 EUR" for name in ("Bob", "Cid", "Dee")
    }


def test_who_is_absent_sits_out_and_may_come_back(enter):
    session = enter("b 2 | c -1 | -1 | -\nb 3 | c -1 | -1 | -1\n | b 2 | c -1 | -1")

    assert [game.scores.count() for game in session.games.all()] == [3, 4, 3]
    assert totals(session) == {"Ann": 5, "Bob": 0, "Cid": -3, "Dee": -2}
    assert session_check(session=session).differences == []


def test_a_partner_shares_by_half_or_as_the_points_say(enter):
    session = enter("b 2 | c -2 | p 2 | -2\nb 3 | c -2 | p 1 | -2")

    assert totals(session) == {"Ann": 5, "Bob": -4, "Cid": 3, "Dee": -4}
    assert {game.partner.name for game in session.games.all()} == {"Cid"}
    assert session_check(session=session).differences == []


def test_a_row_with_statements_is_played_with_its_cubes(enter):
    # all double, Bob drops 1, Cid and Dee play a gammon on 2: 4 each
    session = enter(
        "b | c | x | x || Bob doubles; box drops Bob; Cid Dee double; box takes all; "
        "team wins gammon",
        rules="canberra; jacoby=off",
    )
    game = session.games.get()
    assert game.ending == "board"
    assert totals(session) == {"Ann": -9, "Bob": 1, "Cid": 4, "Dee": 4}
    assert game.scores.get(player__name="Cid").cube == 2


def test_points_beside_statements_are_compared(enter):
    enter("b 3 | c -1 | x | x || box wins")
    with pytest.raises(SheetWrong) as error:
        enter("b 3 | c -1 | -2 | x || box wins")
    assert faults(error) == ["Row 1, Cid: −2 is written, but the game comes to −1."]


@pytest.mark.parametrize(
    ("sheet", "fault"),
    [
        ("b 6 | c -2 | -2 | -1", "Row 1: The points add up to 1, not to 0."),
        ("b 6 | c -2 | zwei | -2", "Row 1, Cid: “zwei” is no letter with points."),
        ("6 | c -2 | -2 | -2", "Row 1: Nobody is marked as the box (b)."),
        ("b 6 | -2 | -2 | -2", "Row 1: Nobody is marked as the captain (c)."),
        ("b 3 | b 3 | c -3 | -3", "Row 1, Bob: This role is given twice."),
        ("b 2 | c -2 | x | -", "Row 1, Cid: Points are missing; 0 is a number, too."),
        ("b 6 | c -2,123 | -2 | -2", "Row 1, Bob: “c -2,123” is no letter with points."),
        ("b | c | x | x || box doubles", "Row 1, cubes: "),
        ("b | c | x | x || all double", "Row 1, cubes: With these statements"),
        ("b | c | x | x || box wins; box wins", "Row 1, cubes: The game has ended before"),
        (" | | | ", "No game has been entered."),
    ],
)
def test_a_fault_names_row_and_column_and_nothing_is_written(enter, sheet, fault):
    with pytest.raises(SheetWrong) as error:
        enter(sheet)
    assert faults(error)[0].startswith(fault)
    assert not Session.objects.exists()


def test_every_row_that_cannot_be_read_is_named(enter):
    with pytest.raises(SheetWrong) as error:
        enter("b 6 | c -2 | -2 | -1\nb 3 | c -1 | -1 | -1\nb 3 | c -1 | ? | -1")
    assert [problem.row for problem in error.value.problems] == [1, 3]


def test_unknown_names_are_added_only_when_asked_for(enter, club):
    sheet = "b 2 | c -1 | -1"
    with pytest.raises(SheetWrong) as error:
        enter(sheet, names=["Ann", "Bob", "Eve"])
    assert faults(error) == ["Eve: The club has no player of this name."]

    enter(sheet, names=["Ann", "Bob", "Eve"], add_players=True)
    assert Player.objects.filter(club=club, name="Eve").exists()


def test_a_fault_in_a_game_adds_no_player_either(enter):
    with pytest.raises(SheetWrong):
        enter("b 2 | c -1 | -2", names=["Ann", "Bob", "Eve"], add_players=True)
    assert not Player.objects.filter(name="Eve").exists()


def test_two_columns_of_one_player_are_refused(enter):
    with pytest.raises(SheetWrong) as error:
        enter("b 2 | c -1 | -1", names=["Ann", "Bob", "Ann"])
    assert "a column already" in faults(error)[0]


def test_the_same_key_makes_one_session(enter):
    first = enter("b 6 | c -2 | -2 | -2", key="abc")
    assert enter("b 6 | c -2 | -2 | -2", key="abc") == first
    assert Session.objects.count() == 1


@pytest.mark.parametrize(
    "other",
    [
        {"text": "b 6 | c -4 | -2 | 0"},
        {"title": "Second"},
        {"played_on": datetime.date(2026, 3, 4)},
    ],
)
def test_the_same_key_with_another_sheet_is_a_conflict(enter, other):
    enter("b 6 | c -2 | -2 | -2", key="abc")
    with pytest.raises(KeyReused):
        enter(**{"text": "b 6 | c -2 | -2 | -2", "key": "abc", **other})
    assert Session.objects.count() == 1


def test_a_player_enters_no_sheet(club, member, players):
    with pytest.raises(NotAllowed):
        sheet_enter(club=club, by=member("player"), names=NAMES, rows=[], played_on=DAY)


def test_a_sheet_says_for_what_it_was_played_and_who_played_for_more(enter):
    sheet = "b | c | x | x || all double; box takes all; team wins"
    session = enter(sheet, stakes=["2", "2", "", "1"], worth=(Decimal("0.25"), "CHF"))

    # Ann and Bob play for 2: their cube of 2 is 4 points; Cid and Dee play for 1 against Ann.
    assert totals(session) == {"Ann": -8, "Bob": 4, "Cid": 2, "Dee": 2}
    assert (session.stake_amount, session.currency) == (Decimal("0.25"), "CHF")
    assert session_check(session=session).differences == []


@pytest.mark.parametrize("stake", ["0", "1.5", "-2", "much"])
def test_a_stake_that_is_no_whole_number_is_named(enter, stake):
    with pytest.raises(SheetWrong) as error:
        enter("b 6 | c -2 | -2 | -2", stakes=["", stake, "", ""])
    assert faults(error) == ["Bob: A stake is a whole number from 1."]
    assert not Session.objects.exists()


def test_a_sheet_is_entered_on_a_page_of_the_club(club, organizer, players, client):
    client.force_login(organizer)
    here = f"/clubs/{club.slug}/sessions/enter/"
    page = client.get(here).content.decode()
    assert 'name="stake_amount"' in page
    sent = {
        "club": club.pk,
        "played_on": "2026-03-03",
        "stake_amount": "0.50",
        "currency": "EUR",
        "key": "one",
        "columns": "4",
        "rows": "1",
        "enter": "1",
        **{f"name-{at}": name for at, name in enumerate(NAMES)},
        **{f"cell-0-{at}": cell for at, cell in enumerate(["b 6", "c -2", "-2", "-1"])},
    }
    answer = client.post(here, sent)
    assert answer.status_code == 422
    assert "Nothing was written." in answer.content.decode()
    assert not Session.objects.exists()

    answer = client.post(here, {**sent, "cell-0-3": "-2"})
    session = Session.objects.get()
    assert answer["Location"] == f"/sessions/{session.public_id}/"
    assert totals(session) == {"Ann": 6, "Bob": -2, "Cid": -2, "Dee": -2}
    assert (session.stake_amount, session.currency) == (Decimal("0.50"), "EUR")
    assert "Enter a paper sheet" in client.get(f"/clubs/{club.slug}/sessions/").content.decode()
