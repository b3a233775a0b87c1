"""Past results: a row is a game, an evening is a day and a title."""

import datetime

import pytest

from games.files.importing.columns import OF_PLAYERS, OF_RESULTS, guessed, guessed_people
from games.files.importing.evenings import seated, steps
from games.files.importing.problems import Unusable
from games.files.importing.results import Results, read_results
from games.files.importing.tables import read_table
from games.rules.chouette import HouseRules, Table, action_to_json

DAY = datetime.date(2026, 11, 25)
HEAD = "Datum;Abend;Box;Kapitän;Ann;Bob;Cid;Notiz\n"
COLUMNS = ["date", "title", "box", "captain", "points", "points", "points", ""]


def read(rows: str, order: str = "dmy") -> Results:
    sheet = read_table((HEAD + rows).encode())
    return read_results(sheet, COLUMNS, order, [], {}, lambda _name: "", DAY)


def codes(rows: str) -> list[str]:
    return [f"{one.row}:{one.column}:{one.code}" for one in read(rows).problems]


def test_columns_are_guessed_by_heading_and_content() -> None:
    sheet = read_table((HEAD + "17.11.2026;Cup;Ann;Bob;4;-2;-2;late\n").encode())
    assert guessed(sheet, OF_RESULTS) == COLUMNS
    assert guessed_people(read_table(b"Vorname;Nachname;Mail\nAnn;Lee;x\n"), OF_PLAYERS) == [
        "first_name", "last_name", "",
    ]  # fmt: skip
    assert guessed_people(read_table(b"Club list\nAnn\n"), OF_PLAYERS) == ["name"]


def test_games_of_one_day_and_title_are_one_evening() -> None:
    results = read(
        "17.11.2026;Cup;Ann;Bob;4;-2;-2;\n"
        "18.11.2026;;Bob;Ann;1;-1;;\n"
        "17.11.2026;Cup;Bob;Cid;1;-2;1;\n"
        "18.11.2026;;Bob;Cid;;2;-2;\n"
    )
    assert not results.problems
    assert [(e.title, [g.number for g in e.games]) for e in results.evenings] == [
        ("Cup", [2, 4]),
        ("", [3, 5]),
    ]


def test_the_line_is_box_captain_and_the_others_by_column() -> None:
    (row,) = read("17.11.2026;Cup;cid;Bob;4;-2;-2;\n").rows
    names = {"4": "Ann", "5": "Bob", "6": "Cid"}
    assert [names[key] for key in row.line] == ["Cid", "Bob", "Ann"]


def test_what_is_wrong_is_said_with_row_and_column() -> None:
    assert codes("31.2.2026;;Ann;Bob;1;-1;;\n") == ["2:Datum:date"]
    assert codes("1.2.2026;=A1;Ann;Bob;4;-2;-2;\n") == ["2:Abend:formula"]
    assert codes("1.2.2026;;Ann;Bob;4;-2;two;\n") == ["2:Cid:number"]
    assert codes("1.2.2026;;Ann;Bob;4;-2;-1;\n") == ["2::sum"]
    assert codes("1.2.2026;;;Bob;4;-2;-2;\n") == ["2:Box:box_missing"]
    assert codes("1.2.2026;;Ann;Ann;4;-2;-2;\n") == ["2:Kapitän:captain_is_box"]
    assert codes("1.2.2026;;Eve;Bob;4;-2;-2;\n") == ["2:Box:not_in_game"]
    assert codes("1.2.2026;;Ann;Cid;4;-4;;\n") == ["2:Kapitän:not_in_game"]
    assert codes("1.2.2026;;Ann;;0;;;\n") == ["2::too_few"]
    assert codes("1.2.2026;;Ann;Bob;1;-1;;\n") == ["2::evening_too_small"]


def test_an_evening_is_played_by_the_rules_with_who_comes_and_goes() -> None:
    results = read(
        "1.2.2026;;Ann;Bob;1;-1;;\n"  # two play, the third sat down
        "1.2.2026;;Bob;Cid;-2;4;-2;\n"
        "1.2.2026;;Cid;Ann;0;;0;\n"  # nobody won a point: the box did not, so the team did
    )
    (evening,) = results.evenings
    assert len(seated(evening)) == 3
    ids = dict.fromkeys(evening.people, "") | {"4": "ann", "5": "bob", "6": "cid"}
    table = Table.new([ids[key] for key in seated(evening)], HouseRules())
    for actions in steps(evening, ids):
        for action in actions:
            table = table.apply(action)
    assert table.played == 3
    assert table.totals == {"ann": -100, "bob": 300, "cid": -200}
    assert action_to_json(action)["winner"] == "team"


def test_more_games_than_fit_into_one_transaction_are_refused() -> None:
    with pytest.raises(Unusable) as refused:
        read("1.2.2026;;Ann;Bob;4;-2;-2;\n" * 5_001)
    assert refused.value.code == "too_many_rows"


def test_a_past_result_is_never_in_the_future() -> None:
    day = "{};;Ann;;4;-2;-2;\n"
    assert codes(day.format("25.11.2026") + day.format("24.11.2026 23:59")) == []
    assert codes(day.format("26.11.2026") + day.format("2027-01-01 20:00")) == [
        "2:Datum:date_later",
        "3:Datum:date_later",
    ]
