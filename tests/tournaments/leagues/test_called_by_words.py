"""By which words of a name somebody is meant: at the desk, in a pasted list and in a file alike."""

import html

import pytest

from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_small_faults import posted
from tests.tournaments.leagues.test_typed_results import points_of, sent
from tournaments.errors import EventRefused

pytestmark = pytest.mark.django_db

FULL = {
    "Ina": "Ina Jung",
    "Nina": "Nina Ott",
    "Jan": "Jan Berg",
    "Hans": "Hans Weiß",
    "Hansi": "Hansi Roth",
    "Anna": "Marianna Joost",
}


def with_surnames() -> Running:
    of = Running(" ".join(FULL))
    for short, name in FULL.items():
        player = of.player(short)
        player.name = name
        player.save()
    return of


TABLE = [
    ("Ina – Jan", "Ina Jung", "Jan Berg"),
    ("ina - jan", "Ina Jung", "Jan Berg"),
    ("Hans – Ina", "Hans Weiß", "Ina Jung"),
    ("Nina – Hansi", "Nina Ott", "Hansi Roth"),
    ("Jung – Berg", "Ina Jung", "Jan Berg"),
    ("Jung, Ina – Weiss", "Ina Jung", "Hans Weiß"),
    ("Mari – Ro", "Marianna Joost", "Hansi Roth"),
]


@pytest.mark.parametrize("way", ["desk", "list", "file"])
@pytest.mark.parametrize(("two", "one", "other"), TABLE)
def test_a_whole_first_name_wins_over_parts_of_others(
    way: str, two: str, one: str, other: str
) -> None:
    of = with_surnames()
    if way == "desk":
        shown = " ".join(f".{each.public_id}.{each.version}" for each in of.open())
        act = f"/events/{of.season.event.public_id}/direct/act/"
        posted(of, act, do="typed", text=f"{two} 11 3", as_shown=shown)
    elif way == "list":
        sent(of, f"{two} 11 3")
    else:
        first, second = two.replace(" - ", " – ").split(" – ")
        head = "player;second player;points;opponent points"
        sent(of, f"{head}\n{first};{second};11;3")
    assert points_of(of, one, other) == (11, 3)


def test_a_part_that_several_have_is_asked_about_still() -> None:
    of = with_surnames()
    shown = " ".join(f".{each.public_id}.{each.version}" for each in of.open())
    act = f"/events/{of.season.event.public_id}/direct/act/"
    asked = html.unescape(posted(of, act, do="typed", text="Han – Jan 11 3", as_shown=shown))
    assert "“Han – Jan” fits several players: type more of it." in asked
    with pytest.raises(EventRefused, match="fits several matches"):
        sent(of, "Han – Jan 11 3")
