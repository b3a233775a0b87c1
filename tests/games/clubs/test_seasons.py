"""Seasons: added, renamed, closed; a closed one takes no session and lets none go."""

import datetime
from collections.abc import Callable

import pytest
from django.test import Client

from games.clubs.selectors.seasons import season_get
from games.clubs.services.clubs import club_create, season_create
from games.clubs.services.seasons import season_change, season_close, season_reopen
from games.errors import NotAllowed, NotFound, Refused
from games.models import Club, Player, Season, Session, User
from games.sessions.services.sessions import session_create, session_describe, session_end

DAY = datetime.date(2026, 11, 17)
FIRST, LAST = datetime.date(2026, 1, 1), datetime.date(2026, 12, 31)


@pytest.fixture
def season(club: Club, organizer: User) -> Season:
    """The year 2026."""
    return season_create(club=club, by=organizer, name="2026", starts_on=FIRST, ends_on=LAST)


@pytest.fixture
def evening(
    club: Club, organizer: User, players: dict[str, Player], season: Season
) -> Callable[[], Session]:
    """Sets up a session on a day of the season."""

    def make() -> Session:
        return session_create(
            club=club, by=organizer, players=list(players.values()), played_on=DAY
        )

    return make


def test_a_closed_season_takes_no_session(
    evening: Callable[[], Session],
    season: Season,
    organizer: User,
    players: dict[str, Player],
    club: Club,
) -> None:
    season = season_close(season=season, by=organizer)
    assert evening().season is None
    with pytest.raises(Refused, match="2026 is closed"):
        session_create(club=club, by=organizer, players=list(players.values()), season=season)
    assert season_reopen(season=season, by=organizer).closed_by is None
    assert evening().season == season


def test_a_session_neither_enters_nor_leaves_a_closed_season(
    evening: Callable[[], Session], season: Season, organizer: User
) -> None:
    inside = evening()
    session_end(session=inside, by=organizer, version=inside.version, key="end")
    season = season_close(season=season, by=organizer)
    outside = evening()
    for session, target in ((inside, None), (outside, season)):
        with pytest.raises(Refused, match="2026 is closed"):
            session_describe(
                session=session, by=organizer, title="", place="", played_on=DAY, season=target
            )
    # A new title is no move.
    described = session_describe(
        session=inside, by=organizer, title="Final", place="", played_on=DAY, season=season
    )
    assert described.title == "Final"


def test_a_season_is_not_closed_over_a_running_session(
    evening: Callable[[], Session], season: Season, organizer: User
) -> None:
    session = evening()
    with pytest.raises(Refused, match="still running"):
        season_close(season=season, by=organizer)
    session_end(session=session, by=organizer, version=session.version, key="end")
    closed = season_close(season=season, by=organizer)
    assert closed.closed_by == organizer
    assert season_close(season=season, by=organizer).closed_at == closed.closed_at


def test_a_season_of_another_club_is_refused(
    organizer: User, players: dict[str, Player], club: Club
) -> None:
    other = club_create(by=organizer, name="Other")
    strange = season_create(club=other, by=organizer, name="x", starts_on=FIRST, ends_on=LAST)
    with pytest.raises(Refused, match="not a season of this club"):
        session_create(club=club, by=organizer, players=list(players.values()), season=strange)
    with pytest.raises(NotFound):
        season_get(club, strange.public_id)


def test_a_season_is_renamed_until_it_is_closed(season: Season, organizer: User) -> None:
    changed = {"name": "Year", "starts_on": FIRST, "ends_on": DAY}
    assert season_change(season=season, by=organizer, **changed).ends_on == DAY  # type: ignore[arg-type]
    with pytest.raises(Refused):
        season_change(season=season, by=organizer, name="x", starts_on=LAST, ends_on=FIRST)
    season_close(season=season, by=organizer)
    with pytest.raises(Refused):
        season_change(season=season, by=organizer, **changed)  # type: ignore[arg-type]


def test_scorers_close_no_season(season: Season, member: Callable[[str], User]) -> None:
    for act in (season_close, season_reopen):
        with pytest.raises(NotAllowed):
            act(season=season, by=member("scorer"))


def test_a_director_runs_the_seasons_on_their_page(
    client: Client, club: Club, member: Callable[[str], User]
) -> None:
    client.force_login(member("director"))
    url = f"/clubs/{club.slug}/seasons/"
    fields = {"name": "2026", "starts_on": "2026-01-01", "ends_on": "2026-12-31"}
    assert client.post(url, fields)["Location"] == url
    assert client.post(url, fields).status_code == 422
    season = Season.objects.get()
    own = f"{url}{season.public_id}/"
    page = client.get(own).content.decode()
    assert 'value="2026-01-01"' in page
    prefixed = {f"{season.public_id}-{name}": value for name, value in fields.items()}
    client.post(own, {**prefixed, f"{season.public_id}-name": "Year 2026"})
    assert "Year 2026" in client.get(url).content.decode()
    assert "is closed" in client.post(f"{own}close/", follow=True).content.decode()
    assert "Open again" in client.get(url).content.decode()
    assert "is open again" in client.post(f"{own}reopen/", follow=True).content.decode()
    assert client.post(f"{own}explode/").status_code == 404


def test_dates_that_are_none_are_said(client: Client, club: Club, organizer: User) -> None:
    client.force_login(organizer)
    for first, last in (("owl", "2026-12-31"), ("2026-12-31", "2026-01-01"), ("", "")):
        fields = {"name": "x", "starts_on": first, "ends_on": last}
        assert client.post(f"/clubs/{club.slug}/seasons/", fields).status_code == 422
    assert not Season.objects.exists()
