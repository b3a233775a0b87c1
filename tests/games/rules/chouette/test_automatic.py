"""Automatic doubles of which nobody noted the dice."""

import pytest

from games.rules.chouette import Automatic, RuleError
from games.rules.chouette.notation import parse
from games.rules.chouette.table import Table

HEAD = '[Rules "{}"]\n[Players "Ann, Bob, Cid"]\norder Ann, Bob, Cid\ngame\n'


def played(statements: str, rules: str = "canberra") -> Table:
    """The table after these statements in a first game of Ann, Bob and Cid."""
    return parse(HEAD.format(rules) + statements, unfinished=True).table


def cubes(table: Table) -> set[int]:
    assert table.game is not None
    return {bet.value for bet in table.game.bets}


def test_it_doubles_every_cube_and_play_goes_on() -> None:
    table = played("automatic\n")
    assert cubes(table) == {2}
    assert table.phase == "play"
    assert table.game is not None
    assert not any(bet.turned for bet in table.game.bets)
    assert cubes(played("automatic\nall double\nbox takes all\n")) == {4}


def test_it_stands_for_the_same_as_the_dice() -> None:
    noted = played("open 3 3\nopen 4 4 yes\nopen 2 1\n").game
    unnoted = played("automatic\nautomatic\n").game
    assert noted is not None
    assert unnoted is not None
    assert noted.bets == unnoted.bets
    assert noted.automatics == unnoted.automatics == 2


def test_it_also_says_that_tied_dice_were_rolled_again() -> None:
    assert cubes(played("open 3 3\nautomatic\nbox doubles all\n")) == {4}


@pytest.mark.parametrize(
    ("before", "rules", "code"),
    [
        ("open 2 1\n", "canberra", "open_done"),
        ("all double\nbox takes all\n", "canberra", "open_late"),
        ("", "cube_limit=1", "automatic_over_limit"),
        ("", "automatics=0; optional_automatics=off", "automatic_none_left"),
    ],
)
def test_it_is_refused_where_equal_dice_would_do_nothing(
    before: str, rules: str, code: str
) -> None:
    with pytest.raises(RuleError) as refused:
        played(before, rules).apply(Automatic())
    assert refused.value.code == code
