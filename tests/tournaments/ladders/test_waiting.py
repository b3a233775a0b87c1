"""While figures are worked out, every page that shows them says so, and what is left."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.clubs.services.clubs import season_create
from games.models import Club, Session
from games.sessions.services.sessions import session_describe
from games.sessions.services.totals import evening_enter
from tests.evenings import MONDAY, TUESDAY, Evening, club, user
from tests.games.api.conftest import program_of
from tests.tournaments.ladders.match_results import match
from tournaments.ladders.selectors.waiting import Waiting, waiting_of
from tournaments.ladders.services.evenings import evenings_refresh
from tournaments.ladders.services.match_ratings import match_ratings_refresh
from tournaments.ladders.services.skills import ratings_refresh
from tournaments.models import EveningTally, RatingState

pytestmark = pytest.mark.django_db


def worked_out(of: Club) -> None:
    evenings_refresh(club_id=of.pk)
    ratings_refresh(club_id=of.pk)
    match_ratings_refresh(club_id=of.pk)


@pytest.fixture
def here() -> Club:
    """A club whose figures are up to date."""
    made = club()
    Evening(made, day=MONDAY).game(Bob=-1).end()
    Evening(made).game(Bob=-1).end()
    match(made, "Ann", "Bob")
    worked_out(made)
    return made


def another_evening(of: Club) -> None:
    Evening(of).game(Bob=-1).end()


def by_totals(of: Club) -> None:
    ann, bob = (of.players.get(name=name) for name in ("Ann", "Bob"))
    totals = {ann: 100, bob: -100}
    evening_enter(club=of, by=user("Olga"), totals=totals, played_on=TUESDAY)


def a_running_game(of: Club) -> None:
    Evening(of).game(Bob=-1)


def put_right(of: Club) -> None:
    """A correction, which is announced after its transaction."""
    session = of.sessions.latest("pk")
    EveningTally.objects.filter(pk=session.pk).update(formula=0)
    Session.objects.filter(pk=session.pk).update(version=session.version + 3)


def void(of: Club) -> None:
    """It leaves the estimate; its shares were marked when it was announced."""
    Session.objects.filter(pk=of.sessions.latest("pk").pk).update(status=Session.Status.VOID)


def another_season(of: Club) -> None:
    season = season_create(
        club=of, by=user("Olga"), name="Spring", starts_on=MONDAY, ends_on=TUESDAY
    )
    session = of.sessions.latest("pk")
    session_describe(
        session=session,
        by=user("Olga"),
        title="",
        place="",
        played_on=session.played_on,
        season=season,
    )


def older_formula(of: Club) -> None:
    RatingState.objects.filter(club=of).update(formula=1)


def another_match(of: Club) -> None:
    match(of, "Bob", "Ann")


CHANGES: dict[Callable[[Club], None], Waiting] = {
    another_evening: Waiting(1, 0),
    by_totals: Waiting(1, 0),
    a_running_game: Waiting(1, 0),
    put_right: Waiting(1, 0),
    void: Waiting(1, 0),
    another_season: Waiting(1, 0),
    older_formula: Waiting(2, 0),
    another_match: Waiting(0, 1),
}


@pytest.mark.parametrize("change", CHANGES, ids=lambda one: one.__name__)
def test_what_is_late_is_counted_until_it_is_worked_out(here: Club, change: Any) -> None:
    assert waiting_of(here) == Waiting()
    change(here)
    assert waiting_of(here) == CHANGES[change]
    worked_out(here)
    assert waiting_of(here) == Waiting()


def test_an_evening_that_has_only_begun_is_not_late(here: Club) -> None:
    Evening(here)
    assert not waiting_of(here)


def test_the_end_of_an_evening_makes_only_skill_late(here: Club) -> None:
    evening = Evening(here).game(Bob=-1)
    worked_out(here)
    evening.end()
    assert waiting_of(here) == Waiting(1, 0)
    ratings_refresh(club_id=here.pk)
    assert waiting_of(here) == Waiting()


def test_another_club_waits_for_nothing(here: Club) -> None:
    other = club("wednesday")
    another_evening(here)
    assert not waiting_of(other)


def test_it_is_one_query(here: Club, django_assert_num_queries: Any) -> None:
    another_evening(here)
    with django_assert_num_queries(1):
        assert waiting_of(here)


PAGES = ("leaderboard", "player_list", "records", "compare", "player", "player_rating")


def address(of: Club, page: str) -> str:
    ann = of.players.get(name="Ann").public_id
    ids = [of.slug, ann] if page in ("player", "player_rating") else [of.slug]
    return reverse(f"tournaments:{page}", args=ids)


@pytest.mark.parametrize("shown", PAGES)
def test_every_page_with_such_figures_says_so(here: Club, client: Client, shown: str) -> None:
    client.force_login(user("Olga"))
    at = address(here, shown)
    assert "Being worked out" not in client.get(at).content.decode()
    another_evening(here)
    text = client.get(at).content.decode()
    assert "Being worked out: 1 evening to go." in text
    assert 'id="figures"' in text
    german = client.get(at, headers={"accept-language": "de"}).content.decode()
    assert "Wird ausgerechnet: noch 1 Abend." in german


def test_the_line_answers_only_with_something_new_and_then_has_the_figures_shown(
    here: Club, client: Client
) -> None:
    client.force_login(user("Olga"))
    at = reverse("tournaments:waiting", args=[here.slug])
    another_evening(here)
    said = client.get(at).content.decode()
    assert "1 evening to go" in said
    assert client.get(at, {"said": "Being worked out: 1 evening to go."}).status_code == 204
    another_match(here)
    more = client.get(at, {"said": "Being worked out: 1 evening to go."}).content.decode()
    assert "1 evening to go, 1 match to go" in more
    worked_out(here)
    done = client.get(at, {"said": "Being worked out: 1 evening to go."}).content.decode()
    assert 'hx-target="#figures"' in done
    assert "every 3s" not in done


def test_a_stranger_is_told_nothing(here: Club, client: Client) -> None:
    assert client.get(reverse("tournaments:waiting", args=[here.slug])).status_code == 404


@pytest.mark.parametrize(
    "at", ["clubs/{club}/leaderboard", "players/{ann}/record", "players/{ann}/ratings"]
)
def test_programs_are_told_too(here: Club, at: str) -> None:
    another_evening(here)
    path = at.format(club=here.slug, ann=here.players.get(name="Ann").public_id)
    found = program_of(user("Olga"))("get", path).json()
    assert found["waiting"] == {"evenings": 1, "matches": 0}
