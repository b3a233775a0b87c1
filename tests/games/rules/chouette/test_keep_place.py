"""Sitting out one game without losing one's place (``keep_place``)."""

import pytest

from games.rules.chouette import Join, Leave, Table
from tests.games.rules.chouette.building import table

LINE = "order Ann, Bob, Cid, Dee, Eve\ngame Ann | Bob Cid Dee Eve\n  box wins\n"
# After it: Ann | Cid Dee Eve Bob. Bob, the captain, was sent to the end.


def after(winner: str, sits_out: str, rules: str = "keep_place=on") -> str:
    """The line after a second game that one player sat out."""
    line = [one for one in ("Ann", "Cid", "Dee", "Eve", "Bob") if one != sits_out]
    text = (
        f"{LINE}{sits_out} leaves\n"
        f"game {line[0]} | {' '.join(line[1:])}\n{sits_out} joins\n  {winner} wins\n"
    )
    return " ".join(evening(text, rules).order)


def evening(text: str, rules: str) -> Table:
    return table(text, players="Ann, Bob, Cid, Dee, Eve", rules=rules)


@pytest.mark.parametrize(
    ("winner", "sits_out", "line"),
    [
        # Box Ann stays, captain Cid goes to the end; Dee still stands ahead of Eve.
        ("box", "Dee", "Ann Dee Eve Bob Cid"),
        # Captain Cid becomes box, Ann goes to the end.
        ("team", "Dee", "Cid Dee Eve Bob Ann"),
        # Nobody stood behind Bob: he stays ahead of the one who was sent down.
        ("box", "Bob", "Ann Dee Eve Bob Cid"),
        ("team", "Bob", "Cid Dee Eve Bob Ann"),
        # The captain's turn was played by Dee, who goes to the end; Cid is captain again.
        ("box", "Cid", "Ann Cid Eve Bob Dee"),
        # Dee took the captain's place and won it; nobody comes in before the box.
        ("team", "Cid", "Dee Cid Eve Bob Ann"),
        # The box's place is not kept: it is the first behind the box.
        ("team", "Ann", "Dee Ann Eve Bob Cid"),
    ],
)
def test_who_sits_out_comes_back_to_their_place(winner: str, sits_out: str, line: str) -> None:
    assert after(winner, sits_out) == line


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        ("keep_place=off", "Ann Eve Bob Cid Dee"),
        ("keep_place=off; joiner=ahead_of_loser", "Ann Eve Bob Dee Cid"),
    ],
)
def test_without_the_option_they_come_back_as_newcomers(rules: str, line: str) -> None:
    assert after("box", "Dee", rules) == line


def test_who_comes_back_before_the_next_game_sits_where_they_sat() -> None:
    found = evening(LINE, "keep_place=on").apply(Leave("Dee")).apply(Join("Dee"))
    assert found.order == ("Ann", "Cid", "Dee", "Eve", "Bob")


def test_who_misses_two_games_joins_at_the_end() -> None:
    text = (
        f"{LINE}Dee leaves\ngame Ann | Cid Eve Bob\n  box wins\n"
        "game Ann | Eve Bob Cid\n  box wins\nDee joins\n"
    )
    assert evening(text, "keep_place=on").order == ("Ann", "Bob", "Cid", "Eve", "Dee")


def test_a_newcomer_joins_at_the_end() -> None:
    assert evening(f"{LINE}Fay joins\n", "keep_place=on").order[-1] == "Fay"
