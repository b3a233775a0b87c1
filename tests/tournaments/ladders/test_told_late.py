"""A club of forty evenings by totals and ten played ones: skill holds when a game is put right."""

import datetime
import random
import re

import pytest
from django.test import Client
from django.urls import reverse

from games.clubs.services.clubs import player_create
from games.decisions.services.decisions import game_amend_decide
from games.models import Club, Player
from games.record.selectors.sessions import table_of
from games.rules.chouette import EnterPoints
from games.sessions.services.totals import evening_enter
from tests.evenings import MONDAY, Evening, club, user
from tournaments.ladders.services.evenings import evenings_refresh
from tournaments.ladders.services.skills import ratings_refresh
from tournaments.models import RatingPoint, RatingState, SkillRating

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("told_late")]

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve")
WRONG = 64
Shown = dict[str, tuple[int, int, int]]
"""By name: place, figure, and how far it may be off."""


def totals(of: Club, evenings: int, chance: random.Random) -> None:
    players = {name: player_create(club=of, by=user("Olga"), name=name) for name in NAMES}
    for week in range(evenings):
        points = [chance.randint(-20, 20) for _name in NAMES[1:]]
        made = dict(zip(players.values(), (-sum(points), *points), strict=True))
        evening_enter(
            club=of,
            by=user("Olga"),
            totals={player: 100 * total for player, total in made.items()},
            played_on=MONDAY - datetime.timedelta(days=7 * (week + 12)),
        )


def played(of: Club, week: int, games: int, chance: random.Random) -> Evening:
    day = MONDAY - datetime.timedelta(days=7 * week)
    evening = Evening(of, " ".join(NAMES), day=day)
    for _game in range(games):
        _box, team = evening.start()
        side = chance.choice((1, -1))
        points = tuple((one, 100 * side * chance.choice((1, 2, 4))) for one in team)
        evening.do(EnterPoints(points, "team" if side > 0 else "box"))
    return evening


def mistaken(evening: Evening) -> tuple[int, EnterPoints]:
    """Enter a game with 64 points for the wrong side; return its number, and what was right."""
    _box, team = evening.start()
    evening.do(EnterPoints(tuple((one, -100 * WRONG) for one in team), "box"))
    right = EnterPoints(tuple((one, 200) for one in team), "team")
    return table_of(evening.session).played, right


def figures_follow(of: Club) -> None:
    evenings_refresh(club_id=of.pk)
    ratings_refresh(club_id=of.pk)


def shown(client: Client, of: Club) -> Shown:
    """Read the list by skill as it stands on the page."""
    client.force_login(user("Olga"))
    url = reverse("tournaments:leaderboard", args=[of.slug])
    page = client.get(url, {"over": "all", "order": "skill"}).content.decode()
    rows = re.findall(
        r'<td class="nowrap">(\d+).*?<th scope="row"><a [^>]*>(\w+)</a>.*?'
        r'data-label="Skill">(\d+) <span class="soft small">± (\d+)',
        page,
        re.S,
    )
    return {name: (int(place), int(figure), int(off)) for place, name, figure, off in rows}


@pytest.mark.thorough
def test_a_game_put_right_leaves_every_figure_within_what_was_shown(client: Client) -> None:
    here, chance = club(), random.Random(27)
    totals(here, 40, chance)
    for week in range(9, 0, -1):
        played(here, week, 25, chance).end()
    last = played(here, 0, 24, chance)
    number, right = mistaken(last)
    last.end()
    figures_follow(here)
    before = shown(client, here)
    assert set(before) == set(NAMES)
    ranges = {row.player.name: (row.first, row.last) for row in SkillRating.objects.all()}

    last.session.refresh_from_db()
    game_amend_decide(
        session=last.session, game=number, actions=[right], by=user("Olga"), reason="The other way."
    )
    figures_follow(here)
    after = shown(client, here)

    assert after != before, "the correction counts"
    for name, (_place, figure, off) in before.items():
        place, now, _off = after[name]
        assert abs(now - figure) <= off
        first, final = ranges[name]
        assert first <= place <= final


@pytest.mark.thorough
def test_four_played_evenings_beside_forty_totals_tell_no_skill_yet(client: Client) -> None:
    here, chance = club(), random.Random(27)
    totals(here, 40, chance)
    played(here, 0, 10, chance).end()
    figures_follow(here)
    assert not SkillRating.objects.exists()
    assert not RatingPoint.objects.exists()
    state = RatingState.objects.get()
    assert (state.games, state.tau) == (10, None)
    assert shown(client, here) == {}
    ann = [here.slug, Player.objects.get(name="Ann").public_id]
    pages = [
        reverse("tournaments:leaderboard", args=[here.slug]) + "?order=skill",
        reverse("tournaments:player", args=ann),
        reverse("tournaments:player_rating", args=ann),
    ]
    for page in pages:
        assert "skill is shown once the club has played about 200 games" in (
            client.get(page).content.decode()
        ), page
