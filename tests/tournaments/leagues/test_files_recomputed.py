"""The files of a season hold together: its tables can be worked out from its fixtures."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable

import pytest
from openpyxl import load_workbook

from tests.tournaments.directing import key
from tests.tournaments.leagues.pages import client_of, shown_to
from tests.tournaments.leagues.seasons import Running
from tournaments.events.services.entries import entries_add, entry_withdraw
from tournaments.events.services.result_files import results_file
from tournaments.models import Entry
from tournaments.results.services.results import match_forfeit

pytestmark = pytest.mark.django_db
DIVISIONS = ("Ann Bob Cid Dee", "Eve Fay Gus Hal")
Rows = list[dict[str, str]]


def file_of(of: Running, what: str, kind: str = "csv") -> Rows:
    path = f"/leagues/{of.league.public_id}/seasons/1/{what}.{kind}"
    data = client_of(of.director).get(path).content
    if kind == "csv":
        return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))
    sheet = load_workbook(io.BytesIO(data)).active
    head, *rows = sheet.iter_rows(values_only=True)
    return [
        {str(name): "" if cell is None else str(cell) for name, cell in zip(head, row, strict=True)}
        for row in rows
    ]


def recomputed(fixtures: Rows, win: int, loss: int) -> Counter[tuple[str, str]]:
    """Points for wins, and for losses at the board, by division and name."""
    points: Counter[tuple[str, str]] = Counter()
    for row in fixtures:
        if row["state"] != "decided" or row["how it ended"].endswith("does not count"):
            continue
        for name in (row["first player"], row["second player"]):
            won, played = name == row["winner"], row["how it ended"] == "played"
            points[row["division"], name] += win if won else loss if played else 0
    return points


def scored(fixtures: Rows) -> dict[tuple[str, str], float]:
    """Wins, byes and walkovers won with them, and halves, by division and name."""
    score: dict[tuple[str, str], float] = {}
    for row in fixtures:
        for name in filter(None, (row["first player"], row["second player"])):
            score.setdefault((row["division"], name), 0)
            if row["state"] != "decided" or row["how it ended"].endswith("does not count"):
                continue
            is_half = row["how it ended"] in ("unfinished", "not played, a half for each")
            score[row["division"], name] += 0.5 if is_half else name == row["winner"]
    return score


def entered(of: Running, place: int) -> Entry:
    """Where Ann is entered."""
    return Entry.objects.get(
        division__event=of.season.event, division__position=place, player__name="Ann"
    )


def plays(of: Running, place: int, most: int = 9) -> None:
    """So many of Ann's matches in a division are played: she wins."""
    for match in [one for one in of.open() if "Ann" in (str(one.first), str(one.second))][:most]:
        assert match.round is not None
        if match.round.division.position == place:
            of.win(match, 0 if str(match.first) == "Ann" else 1)


def moves(of: Running) -> None:
    entry_withdraw(entry=entered(of, 1), by=of.director)
    below = of.season.event.divisions.get(position=2)
    entries_add(division=below, by=of.director, players=[of.player("Ann")])
    of.again()


def moved_late(of: Running) -> None:
    """After half of her matches: they count."""
    plays(of, 1)
    moves(of)


def moved_late_and_left(of: Running) -> None:
    """After half of her matches, which count; below she leaves before half of them."""
    moved_late(of)
    plays(of, 2, 1)
    entry_withdraw(entry=entered(of, 2), by=of.director)


def moved_early(of: Running) -> None:
    """Before half of her matches, which do not count; those below do."""
    plays(of, 1, 1)
    moves(of)
    plays(of, 2)


def moved_early_and_left(of: Running) -> None:
    moved_early(of)
    entry_withdraw(entry=entered(of, 2), by=of.director)


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
@pytest.mark.parametrize("shape", ["half", "kept", "removed", "swiss"])
@pytest.mark.parametrize(
    "way", [moved_late, moved_late_and_left, moved_early, moved_early_and_left]
)
def test_the_tables_follow_from_the_file_of_the_fixtures_whoever_has_moved(
    way: Callable[[Running], None], shape: str, kind: str
) -> None:
    """The shape is that of rounds, or what becomes in the other of the matches of who withdraws."""
    more = {"shape": "swiss"} if shape == "swiss" else {"params": {"withdrawn": shape}}
    of = Running(*DIVISIONS, **more)
    way(of)
    of.play("Ann")
    if shape == "swiss":
        of.release()
        of.play()
    points = "Score" if shape == "swiss" else "Points"
    said = {
        (row["division"], row["name"]): int(float(row[points]))
        for row in file_of(of, "tables", kind)
        if row["note"] != "withdrawn, matches do not count"
    }
    mine = recomputed(file_of(of, "fixtures", kind), *((1, 0) if shape == "swiss" else (3, 1)))
    assert {one: mine[one] for one in said} == said
    assert not set(+mine) - set(said)


def test_a_bye_is_a_line_of_the_file_that_is_read_as_no_result() -> None:
    of = Running("Ann Bob Cid Dee Eve", shape="swiss")
    [bye] = [row for row in file_of(of, "fixtures") if row["how it ended"] == "bye"]
    assert bye["winner"] == bye["first player"]
    assert not bye["second player"]
    path = f"/leagues/{of.league.public_id}/seasons/1/fixtures.csv"
    data = client_of(of.director).get(path).content
    read = results_file(event=of.season.event, by=of.director, data=data, key=key(), dry_run=True)
    assert not read.problems
    assert read.notes == ("2 lines have no result yet and were left out.",)


def test_a_walkover_has_the_time_at_which_it_was_settled_in_the_file() -> None:
    of = Running("Ann Bob Cid", shape="ladder")
    match = of.open()[0]
    assert {row["settled at"] for row in file_of(of, "fixtures")} == {""}
    match_forfeit(
        match=match, by=of.director, loser=0, reason="x", version=match.version, key=key()
    )
    [row] = [one for one in file_of(of, "fixtures") if one["how it ended"]]
    assert row["date"] == ""
    assert row["settled at"].startswith(f"{of.today}")


def test_a_player_reads_of_each_match_whether_it_counts_in_its_division() -> None:
    of = Running(*DIVISIONS)
    moved_early(of)
    page = shown_to(of, f"/leagues/{of.league.public_id}/me/", "Ann")
    # One was played, and two were won by her opponents, in the division that she has left.
    assert page.count("does not count: one of you has withdrawn") == 3
