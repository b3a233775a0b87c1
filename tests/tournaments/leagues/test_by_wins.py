"""Up and down by wins: shape x what somebody had x the rule; who moves, and what the pages say."""

import re
from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement
from typing import Any

import pytest
from django.utils.translation import override

from games.permissions import Reader
from tests.tournaments.directing import key
from tests.tournaments.leagues.pages import client_of, shown_to
from tests.tournaments.leagues.recomputed import scores
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_files_recomputed import Rows, file_of, scored
from tournaments.api.exporting import event_export
from tournaments.leagues.presenters.rules import rules_said
from tournaments.leagues.selectors.seasons import draft_of
from tournaments.models import Match
from tournaments.results.services.results import match_break_off, match_forfeit, match_no_show

pytestmark = pytest.mark.django_db
UP, DOWN = 2, 1
FIELDS = {
    "all_play_all": ("Ann Bob Cid", "Dee Eve Fay"),
    "swiss": ("Ann Bob Cid Dee Eve", "Fay Gus Hal Ida Jon"),
}


def _forfeit(of: Running, match: Match, loser: int) -> None:
    match_forfeit(
        match=match, by=of.director, loser=loser, reason="x", version=match.version, key=key()
    )


def _stopped(of: Running, match: Match, side: int) -> None:
    match_break_off(match=match, by=of.director, reason="x", version=match.version, key=key())


def _nobody(of: Running, match: Match, side: int) -> None:
    match_no_show(match=match, by=of.director, reason="x", version=match.version, key=key())


HAD: dict[str, tuple[int, Callable[[Running, Match, int], object]]] = {
    "a win": (2, lambda of, match, side: of.win(match, side)),
    "a loss": (0, lambda of, match, side: of.win(match, 1 - side)),
    "a walkover won": (2, lambda of, match, side: _forfeit(of, match, 1 - side)),
    "a walkover lost": (0, lambda of, match, side: _forfeit(of, match, side)),
    "unfinished": (1, _stopped),
    "nobody came": (0, _nobody),
    "not played": (1, lambda of, match, side: None),
    "not played, nothing": (0, lambda of, match, side: None),
    "a bye": (2, lambda of, match, side: None),
}
"""What somebody had of a round: what it counts in halves of a win, and how it came about."""
LATE = ("not played", "not played, nothing")
"""What is decided by the closing of the season only: of the last round."""
AT_BOARDS = [one for one in HAD if one != "a bye"]
TWO = [
    *(two for two in combinations_with_replacement(AT_BOARDS, 2) if not {*LATE} <= {*two}),
    *(("a bye", had) for had in AT_BOARDS),
]
PLAYED = [
    (shape, *two)
    for shape in FIELDS
    for two in TWO
    if (two[0] not in LATE if shape == "swiss" else two[0] != "a bye")
]
SAID = {0: "0", 1: "½", 2: "1", 3: "1½", 4: "2"}


def subjects(of: Running, first: str) -> list[str]:
    """Of each division who has a bye in the first round, or the first player of its first match."""
    found = []
    for division in of.season.event.divisions.order_by("position"):
        matches = Match.objects.filter(round__division=division, round__number=1).order_by("pk")
        match = (
            matches.filter(outcome="bye") if first == "a bye" else matches.exclude(outcome="bye")
        ).first()
        assert match is not None
        found.append(str(match.first))
    return found


def play_round(of: Running, had: Sequence[str], who: Sequence[str]) -> None:
    """Play what is open: the subjects have what they are to have, in the order of their matches."""
    left = {name: list(had) for name in who}
    for match in of.open():
        two = (str(match.first), str(match.second))
        name = next((one for one in who if one in two), None)
        if name is None:
            of.win(match, 0)
        elif left[name]:
            HAD[left[name].pop(0)][1](of, match, two.index(name))


def ended(shape: str, first: str, second: str) -> tuple[Running, list[str]]:
    """A closed season in which one of each division had two things; newcomers wait below."""
    unplayed = "nothing" if "not played, nothing" in (first, second) else "half"
    more = {"rule": "wins", "up": UP, "down": DOWN, "unplayed": unplayed}
    of = Running(*FIELDS[shape], shape=shape, **more)
    who = subjects(of, first)
    if shape == "swiss":
        play_round(of, [first], who)
        of.release()
        play_round(of, [second], who)
    else:
        play_round(of, [first, second], who)
    of.close()
    # So that no division is filled up or joined with another because it has become too small.
    of.season.wishes = {of.player(f"New{one}").public_id: "enters" for one in "abcdef"}
    of.season.save()
    return of, who


def cell(rows: Rows, name: str, column: str) -> str:
    [row] = [one for one in rows if one["name"] == name]
    return row[column]


@pytest.mark.parametrize(("shape", "first", "second"), PLAYED)
def test_by_wins_move_those_whom_the_score_of_the_table_moves(
    shape: str, first: str, second: str
) -> None:
    of, (above, below) = ended(shape, first, second)
    halves = HAD[first][0] + HAD[second][0]
    moves = of.draft()
    assert (moves[above][1] == "down") == (halves <= 2 * DOWN), moves[above]
    assert (moves[below][1] == "up") == (halves >= 2 * UP), moves[below]
    assert moves[above][1] in ("down", "stays")
    assert moves[below][1] in ("up", "stays", "up_extra")
    # The director reads it with the number, and finds this number in the table.
    page = re.sub(r"<[^>]+>", " ", shown_to(of, f"/leagues/{of.league.public_id}/direct/"))
    for name in (above, below):
        assert re.search(rf"{name} .{{0,80}}\(wins: {SAID[halves]}\)", " ".join(page.split())), name
    rows = file_of(of, "tables")
    for name in (above, below):
        if shape == "swiss" or "Score" in rows[0]:
            assert float(cell(rows, name, "Score").replace("½", ".5")) == halves / 2
        else:
            assert cell(rows, name, "Won–lost").startswith(f"{halves // 2}–")
    # From the file of the fixtures alone, and from the export, the same follows for everybody.
    mine = scored(file_of(of, "fixtures"))
    exported: Any = event_export(of.season.event, Reader.system())
    for division in exported["divisions"]:
        people = {one["number"]: one["name"] for one in division["entries"]}
        for number, score in scores(division).items():
            assert mine[division["name"], people[number]] == score
    names = {one.name: one.public_id for one in of.club.players.all()}
    draft = draft_of(of.season)
    assert draft is not None
    known = {one.key: one for one in draft.computed if one.was is not None}
    for (division, name), score in mine.items():
        move = known[names[name]]
        assert move.score == 2 * score, name
        if division == "Division 1":
            assert (move.reason == "down") == (score <= DOWN), name
        else:
            assert (move.reason == "up") == (score >= UP), name


@pytest.mark.parametrize("rule", ["wins", "places"])
@pytest.mark.parametrize(
    ("shape", "language", "said"),
    [
        ("swiss", "en", "Wins are those of the column “Score”: a bye is one, "),
        ("swiss", "de", "Siege sind die der Spalte „Zähler“: Ein Freilos ist einer, "),
        ("all_play_all", "en", "A match won by walkover is a win, "),
        ("all_play_all", "de", "Ein kampfloser Sieg ist ein Sieg, "),
    ],
)
def test_the_rules_say_what_is_a_win_where_wins_move(
    shape: str, language: str, said: str, rule: str
) -> None:
    of = Running(*FIELDS[shape], shape=shape, rule=rule)
    with override(language):
        assert (said in " ".join(rules_said(of.league, of.season))) == (rule == "wins")


def test_a_column_that_leaves_byes_out_says_so() -> None:
    of = Running(*FIELDS["swiss"], shape="swiss", tie_breaks=["wins", "lots"])
    of.play()
    page = shown_to(of, f"/leagues/{of.league.public_id}/")
    assert "Wins without byes" in page
    [head, *_rows] = (
        client_of(of.director)
        .get(f"/leagues/{of.league.public_id}/seasons/1/tables.csv")
        .content.decode("utf-8-sig")
        .splitlines()
    )
    assert "Wins without byes" in head
    assert any("Equals: Wins without byes" in one for one in rules_said(of.league, of.season))


def test_a_draft_of_before_that_knows_no_scores_is_read_and_made_anew() -> None:
    of, (above, _below) = ended("swiss", "a bye", "a win")
    of.draft()
    assert of.season.draft is not None
    for rows in (of.season.draft["computed"], of.season.draft["moves"]):
        for row in rows:
            row.pop("score", None)
            if row["key"] == of.player(above).public_id:
                row.update(to=2, reason="down")
    of.season.save()
    page = shown_to(of, f"/leagues/{of.league.public_id}/direct/")
    assert "have changed since this draft was made" in page
    draft = draft_of(of.season)
    assert draft is not None
    assert {one.score for one in draft.moves} == {None}
    assert of.draft()[above] == (1, "stays")
