"""Every rate stands on pages, in the API and in files alike, each with its interval."""

import csv
import datetime
import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from games.models import Club
from games.rules.chouette import BoxReplies, EndGame, TeamDoubles
from games.templatetags.figures import average, unsigned_average
from tests import evenings
from tests.evenings import MONDAY, Evening
from tests.tournaments.ladders.match_results import match
from tests.worlds import built_once
from tournaments.ladders.services.evenings import evenings_refresh
from tournaments.ladders.services.match_ratings import match_ratings_refresh
from tournaments.ladders.services.skills import ratings_refresh

pytestmark = pytest.mark.django_db

RESULTS = [("box", 1), ("team", 1), ("team", 2), ("box", 2), ("box", 1), ("team", 1), ("team", 3)]
"""Who wins how much, over and over."""

Found = dict[str, Any]


@dataclass
class Shown:
    """What is shown of Ann: her pages, what programs get, her file's lines."""

    pages: str
    record: Found
    evenings: Found
    lines: list[list[str]]

    def line(self, *start: str, unit: str = "") -> list[str]:
        """The one line of her file that begins like that, of that unit."""
        [line] = [
            line
            for line in self.lines
            if tuple(line[: len(start)]) == start and (not unit or line[6] == unit)
        ]
        return line


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: Any) -> Iterator[Shown]:
    """What is read of it, once for all: no test writes anything."""
    with built_once(django_db_blocker):
        yield five_evenings(Client())


@pytest.fixture
def shown(built: Shown, db: None) -> Shown:
    return built


def five_evenings(client: Client) -> Shown:
    """Four have played five evenings of up to nine games, in which the box takes two doubles and
    drops the third; and Ann has won a match.
    """
    club = evenings.club(visibility=Club.Visibility.PUBLIC)
    results = iter(RESULTS * 9)
    for number in range(5):
        evening = Evening(
            club, "Ann Bob Cid Dee", day=MONDAY - datetime.timedelta(days=30 * (5 - number))
        )
        for _game in range(9 - number):
            _box, (captain, crew, last) = evening.start()
            evening.do(TeamDoubles((captain, crew, last)))
            evening.do(BoxReplies(((captain, "take"), (crew, "take"), (last, "drop"))))
            evening.do(EndGame(*next(results)))
        evening.end()
    match(club, "Ann", "Bob")
    evenings_refresh(club_id=club.pk)
    ratings_refresh(club_id=club.pk)
    match_ratings_refresh(club_id=club.pk)
    ann = evening.player("Ann").public_id
    own, programs = f"/clubs/{club.slug}/players/{ann}", f"/api/v1/players/{ann}"
    file = client.get(f"{own}/figures.csv").content.decode("utf-8-sig")
    return Shown(
        "".join(client.get(f"{own}/{page}").content.decode() for page in ("", "rating/")),
        client.get(f"{programs}/record").json(),
        client.get(f"{programs}/evenings").json(),
        list(csv.reader(io.StringIO(file))),
    )


def rate(found: Found) -> tuple[int, int]:
    return found["value"], found["width"]


def widened(found: Found, name: str, scale: int = 1) -> tuple[int, int]:
    return scale * found[name], scale * found[f"{name}_width"]


def of(found: list[Found], key: str, value: str) -> Found:
    [one] = [one for one in found if one[key] == value]
    return one


PER_GAME, PER_BET = "points per game", "points per bet"
ANSWER = "cubes per bet, more than the other answer"
WON, STAY = "percentage of games won", "games until the box was lost"

RATES: dict[str, tuple[Callable[[Found], tuple[int, int]], tuple[str, ...]]] = {
    "points a game": (lambda all: rate(all["average"]), ("in all", "games", PER_GAME)),
    "points a bet": (lambda all: rate(all["per_bet"]), ("in all", "bets", PER_BET)),
    **{
        f"as {role}": (
            lambda all, role=role: rate(of(all["roles"], "role", role)["average"]),
            ("by role", role, PER_GAME),
        )
        for role in ("box", "captain", "crew")
    },
    **{
        f"bets {deed}": (
            lambda all, deed=deed: rate(of(all["cubes"], "deed", deed)["average"]),
            ("cubes", deed, PER_BET),
        )
        for deed in ("doubled", "took", "dropped")
    },
    "takes": (
        lambda all: rate(of(all["answers"], "choice", "box_first")["take_gain"]),
        ("take or drop", "took as box, first double", ANSWER),
    ),
    "drops": (
        lambda all: rate(of(all["answers"], "choice", "box_first")["drop_gain"]),
        ("take or drop", "dropped as box, first double", ANSWER),
    ),
    "games won as box": (
        lambda all: tuple(100 * each for each in rate(all["boxes"][0]["won"])),
        ("as box", "against 3", WON),
    ),
    "points as box": (
        lambda all: rate(all["boxes"][0]["average"]),
        ("as box", "against 3", PER_GAME),
    ),
    "stay as box": (
        lambda all: widened(all["boxes"][0], "stay"),
        ("as box", "against 3", STAY),
    ),
    "games other boxes won": (
        lambda all: widened(all["boxes"][0], "usual_won", 100),
        ("other boxes", "against 3", WON),
    ),
    "points of other boxes": (
        lambda all: widened(all["boxes"][0], "usual_average"),
        ("other boxes", "against 3", PER_GAME),
    ),
    "stay of other boxes": (
        lambda all: widened(all["boxes"][0], "usual_stay"),
        ("other boxes", "against 3", STAY),
    ),
    "balance with an opponent": (
        lambda all: rate(of(all["opponents"], "name", "Bob")["average"]),
        ("against whom", "Bob", PER_GAME),
    ),
}


def plain(html: str) -> str:
    return " ".join(re.sub("<[^>]*>", " ", html).split())


@pytest.mark.parametrize("name", RATES)
def test_a_rate_has_the_same_interval_on_the_page_in_the_api_and_in_the_file(
    shown: Shown, name: str
) -> None:
    read, (part, figure, unit) = RATES[name]
    value, width = read(shown.record)
    assert width is not None
    line = shown.line(part, figure, unit=unit)
    low, high = value - width, value + width
    assert [float(cell) for cell in (line[5], *line[7:10])] == [
        each / 100 for each in (value, width, low, high)
    ]
    assert line[10] == "95 %, from evening to evening"
    if unit == WON:
        words = f"{value // 100} % ± {width // 100}"
    else:
        words = f"{average(value)} ± {unsigned_average(width)}"
    if unit == STAY:
        words = words.lstrip("+")
    assert words in plain(shown.pages)


def test_an_evening_has_how_far_dice_take_it_on_the_page_in_the_api_and_in_the_file(
    shown: Shown,
) -> None:
    assert len(shown.evenings["evenings"]) == 5
    for one in shown.evenings["evenings"]:
        line = shown.line("beyond what was expected", one["played_on"])
        won, expected, beyond, width = (
            one[name] for name in ("won", "expected", "beyond", "width")
        )
        assert beyond == pytest.approx(won - expected, abs=1)
        assert [float(cell) for cell in (*line[3:6], *line[7:10])] == [
            each / 100 for each in (won, expected, beyond, width, beyond - width, beyond + width)
        ]
        assert line[10] == "dice alone, in 19 of 20 evenings"
        assert f"{average(beyond)} ± {unsigned_average(width)}" in plain(shown.pages)


def test_behind_elo_it_is_said_what_its_deviation_is(client: Client, shown: Shown) -> None:
    words = "in two of three cases the truth is no further away"
    line = shown.line("ratings", "matches (Elo)")
    assert line[10] == f"deviation: {words}"
    rating, deviation, low, high = map(int, (line[5], *line[7:10]))
    assert (low, high) == (rating - deviation, rating + deviation)
    assert f"{rating} after 1 matches; deviation {deviation}: {words}" in plain(shown.pages)
    found = client.get(f"/api/v1/players/{shown.record['player']}/ratings").json()["match_rating"]
    assert (round(found["rating"]), round(found["deviation"])) == (rating, deviation)


def test_skill_has_the_same_interval_in_the_file_and_on_the_page(shown: Shown) -> None:
    line = shown.line("ratings", "skill")
    figure, low, high = line[5], line[8], line[9]
    assert f"{figure}, with 95 % certainty between {low} and {high}" in plain(shown.pages)


def test_luck_is_told_of_no_evening_at_a_real_board(shown: Shown) -> None:
    assert shown.record["judged"] == []
    assert not [line for line in shown.lines if line[0] == "on the board"]


def test_a_workbook_has_the_same_lines(client: Client, shown: Shown) -> None:
    ann = shown.record["player"]
    answer = client.get(f"/clubs/tuesday/players/{ann}/figures.xlsx")
    assert answer.status_code == 200
    assert answer["Content-Disposition"].endswith(f'"player-tuesday-{ann}.xlsx"')


def test_strangers_to_a_members_club_get_no_figures(client: Client) -> None:
    evening = Evening(evenings.club("members")).game(Bob=-1).end()
    ann = evening.player("Ann").public_id
    assert client.get(f"/clubs/members/players/{ann}/figures.csv").status_code in (302, 404)
    assert client.get(f"/api/v1/players/{ann}/evenings").status_code in (403, 404)
