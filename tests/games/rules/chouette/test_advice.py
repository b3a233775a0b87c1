"""Who may advise the captain: by their own cube, or because the captain asks."""

import pytest

from games.rules.chouette.options import PRESETS
from tests.games.rules.chouette.building import table

# what has happened, whom the captain asks, who may advise then
ADVICE = [
    ("-", ("Cid",), ()),  # no game
    ("", (), ()),
    ("", ("Cid",), ("Cid",)),
    ("", ("Cid", "Dee"), ("Cid", "Dee")),
    ("", ("Bob", "Ann"), ()),  # the captain decides, and the box is asked nothing
    ("Cid doubles", (), ()),  # offered is not turned
    ("Cid doubles; box takes Cid", (), ("Cid",)),
    ("Cid doubles; box takes Cid", ("Dee",), ("Cid", "Dee")),
    ("Cid doubles; box drops Cid", ("Cid",), ()),  # who has dropped keeps silent
    ("Bob doubles; box takes Bob", (), ()),
    ("Bob doubles; box drops Bob", (), ()),  # Cid is captain now
    ("Bob doubles; box drops Bob", ("Dee", "Bob"), ("Dee",)),
    ("box doubles all; Bob takes; Cid takes; Dee drops", ("Dee",), ("Cid",)),
]


@pytest.mark.parametrize(("happened", "asked", "advisers"), ADVICE)
@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_the_same_holds_in_all_presets(preset, happened, asked, advisers):
    assert table(happened, rules=preset).may_advise(asked) == advisers


def test_automatics_let_nobody_advise():
    assert table("open 2 2; open 1 2", rules="automatics=1").may_advise() == ()


def test_one_cube_for_all_lets_all_advise():
    assert table("team doubles; box takes", rules="cubes=team").may_advise() == ("Cid", "Dee")


def test_who_sold_their_cube_keeps_silent():
    happened = "box doubles all; Bob takes; Cid sells Bob; Dee takes"
    there = table(happened, rules="captain_may_buy=on; lone_taker=free")
    assert there.may_advise(("Cid",)) == ("Dee",)
