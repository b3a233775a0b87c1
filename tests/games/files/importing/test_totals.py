"""Old evenings by totals, in the shapes in which clubs keep them."""

import datetime
from collections.abc import Sequence

import pytest

from games.files.importing.tables import SpreadsheetRow, TabSheet
from games.files.importing.totals import AWAY, PLAYED, OldTotals, is_totals, read_totals

TODAY = datetime.date(2026, 11, 17)
Said = dict[str, dict[str, float]]
EXPECTED: Said = {
    "2026-03-03": {"Ann": 7, "Bob": -7},
    "2026-03-10": {"Ann": -2, "Bob": -3, "Cid": 5},
}


def tab(text: str, name: str = "") -> TabSheet:
    """A sheet, written with a semicolon between cells."""
    lines = [line.strip() for line in text.strip().splitlines()]
    rows = [
        SpreadsheetRow(number, tuple(cell.strip() for cell in line.split(";")))
        for number, line in enumerate(lines, 1)
        if line.strip("; ")
    ]
    return TabSheet(name, tuple(rows))


def read(*sheets: TabSheet, order: str = "", zeros: str = "") -> OldTotals:
    return read_totals(sheets, [], {}, lambda _name: "", TODAY, order=order, zeros=zeros)


def told(found: OldTotals) -> Said:
    names = {person.key: person.name for person in found.people}
    return {
        one.date.isoformat(): {names[key]: points / 100 for key, points in one.totals.items()}
        for one in found.evenings
    }


def problems(found: OldTotals) -> Sequence[tuple[int, str, str]]:
    return [(one.row, one.column, one.code) for one in found.problems]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            """Date;Ann;Bob;Cid
            2026-03-03;7;-7;
            2026-03-10;-2;-3;5""",
            id="days in rows",
        ),
        pytest.param(
            """;2026-03-03;2026-03-10
            Ann;7;-2
            Bob;-7;-3
            Cid;x;5""",
            id="days in columns",
        ),
        pytest.param(
            """Chouette;;;;
            ;;;;
            Datum;Ann;Bob;Cid;Summe
            03.03.2026;7;-7;x;0
            10.03.2026;-2;-3;5;0
            Summe;5;-10;5;0""",
            id="a title above, sums beside and below",
        ),
        pytest.param(
            """Date;Ann;Bob;Cid
            3/3/26;7;-7;
            10/3/26;-2;-3;5
            ;5;-10;5""",
            id="sums that nobody names",
        ),
        pytest.param(
            """Date;Player;Points
            2026-03-03;Ann;7
            2026-03-03;Bob;-7
            2026-03-10;Ann;-2
            2026-03-10;Bob;-3
            2026-03-10;Cid;5""",
            id="a line for each player and evening",
        ),
        pytest.param(
            """Spieler;Tag;Ergebnis
            Ann;3. März 2026;7
            Bob;;-7
            Ann;10. März 2026;-2
            Bob;;-3
            Cid;;5""",
            id="the day once, merged over its lines",
        ),
        pytest.param(
            """March 3, 2026 ;Ann;7
            March 3, 2026 ;Bob;-7
            March 10, 2026;Ann;-2
            March 10, 2026;Bob;-3
            March 10, 2026;Cid;5""",
            id="a list without a heading",
        ),
        pytest.param(
            """Date;Where;Ann;Bob;Cid;Remarks
            Tue 3 March 2026;Café;7;−7;-;rain
            Tue 10 March 2026;Café;-2;-3;5;late""",
            id="remarks, a true minus, days of the week",
        ),
    ],
)
def test_shapes(text: str) -> None:
    found = read(tab(text))
    assert problems(found) == []
    assert told(found) == EXPECTED
    assert is_totals([tab(text)])


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Date;Ann;Bob\n3.3.;7;-7", "Date;Ann;Bob;Cid\n10.3.;-2;-3;5"),
        ("Day;Ann;Bob\n3;7;-7", "Day;Ann;Bob;Cid\n10;-2;-3;5"),
        (";3\nAnn;7\nBob;-7", ";10\nAnn;-2\nBob;-3\nCid;5"),
    ],
)
def test_a_sheet_for_each_month_says_the_month_on_its_tab(first: str, second: str) -> None:
    found = read(tab(first, "March 2026"), tab(second, "März 2026"))
    assert problems(found) == []
    assert told(found) == EXPECTED


@pytest.mark.parametrize(
    ("text", "guessed", "there"),
    [
        ("Date;Ann;Bob;Cid\n2026-03-03;7;-7;0", AWAY, ["Ann", "Bob"]),
        ("Date;Ann;Bob;Cid\n2026-03-03;7;-7;0\n2026-03-10;x;1;-1", PLAYED, ["Ann", "Bob", "Cid"]),
    ],
)
def test_zero_is_absence_where_nothing_else_says_so(
    text: str, guessed: str, there: list[str]
) -> None:
    found = read(tab(text))
    assert (found.zeros, found.has_zeros) == (guessed, True)
    assert list(told(found)["2026-03-03"]) == there
    other = PLAYED if guessed == AWAY else AWAY
    assert told(read(tab(text), zeros=other)) != told(found)


def test_sums_that_are_not_zero_are_named() -> None:
    found = read(tab("Date;Ann;Bob\n2026-03-03;7;-6.25\n2026-03-10;1;-1"))
    assert [(one.date.isoformat(), one.sum) for one in found.odd] == [("2026-03-03", 75)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Date;Ann;Bob\n2026-03-03;7;=B1", [(2, "C", "formula")]),
        ("Date;Ann;Bob\n2026-03-03;7;minus\n2026-03-10;1;-1", [(2, "C", "number")]),
        ("Date;Ann;Bob\n2026-03-03;7;-1.255", [(2, "C", "number")]),
        ("Date;Ann;Ann\n2026-03-03;7;-7", [(2, "C", "twice_in_evening")]),
        ("Date;Ann;Bob\n2026-03-03;7;-7\n31.02.2026;1;-1", [(3, "A", "date")]),
        ("Date;Ann;Bob\n2026-03-03;7;-7\n;1;-1", [(3, "A", "date_missing")]),
        ("Date;Ann;Bob\n2027-03-03;7;-7", [(2, "", "date_later")]),
        ("2026-03-03;7;-7\n2026-03-10;1;-1", [(1, "A", "names_missing")]),
    ],
)
def test_what_is_wrong_is_named_with_its_place(
    text: str, expected: Sequence[tuple[int, str, str]]
) -> None:
    assert problems(read(tab(text))) == expected


def test_the_order_of_day_and_month_is_asked_where_it_is_open() -> None:
    text = "Date;Ann;Bob\n3/10/2026;7;-7"
    assert read(tab(text)).asks_order
    assert list(told(read(tab(text)))) == ["2026-10-03"]
    assert list(told(read(tab(text), order="mdy"))) == ["2026-03-10"]


def test_sheets_of_games_and_of_people_are_none() -> None:
    assert not is_totals([tab("Name;Country\nAnn;DE\nBob;FR")])
