"""A club's archive has its leagues; the club that is read from it writes the same, and plays on."""

import datetime
import io
import json

import pytest
from django.utils import timezone

from games.files.services.archive_making import archive_club_create
from games.files.services.archive_parts import contents_said
from games.files.services.archive_reading import archive_read
from games.files.services.archive_writing import archive_write
from games.files.services.job_files import Progress
from games.models import Club
from tests.tournaments.directing import key
from tests.tournaments.leagues.cups import Playing
from tests.tournaments.leagues.seasons import Running
from tournaments.leagues.selectors.fixtures import fixtures_of
from tournaments.leagues.selectors.seasons import Stage, season_current, stage_of
from tournaments.leagues.services import closing, drafts, fixtures, seasons

pytestmark = pytest.mark.django_db


def written(club: Club) -> bytes:
    file = io.BytesIO()
    archive_write(club=club, file=file, progress=Progress())
    return file.getvalue()


def copied(of: Running | Playing) -> Club:
    archive = archive_read(data=written(of.club), progress=Progress())
    return archive_club_create(archive=archive, by=of.director, progress=Progress())


def said(of: Running) -> None:
    """Ann and Bob have agreed on a date, and Cid does not play next season."""
    match = of.match("Ann", "Bob")
    at = timezone.now().replace(microsecond=0) + datetime.timedelta(days=2)
    note = fixtures.fixture_propose(match=match, by=of.account("Ann"), times=[at], key=key())
    fixtures.fixture_accept(match=match, by=of.account("Bob"), proposal=note.pk, at=at, key=key())
    seasons.season_wish(season=of.season, **of.own("Cid"), plays=False)
    of.again()


@pytest.mark.parametrize("rule", ["places", "wins"])
def test_the_club_that_is_read_writes_the_same_leagues(rule: str) -> None:
    of = Running(rule=rule)
    said(of)
    of.play()
    of.close()
    of.draft()
    of.follow()
    other = copied(of)
    first, second = json.loads(written(of.club)), json.loads(written(other))
    assert len(first["leagues"][0]["seasons"]) == 2
    assert first["leagues"][0]["seasons"][0]["fixtures"][0]["notes"]
    assert first["leagues"] == second["leagues"]


def test_a_season_goes_on_in_the_club_that_is_read() -> None:
    of = Running()
    said(of)
    other = copied(of)
    season = season_current(other.leagues.get())
    assert season is not None
    assert stage_of(season) == Stage.RUNNING
    agreed = [one for one in fixtures_of(season) if one.agreed_at is not None]
    assert [str(one.match) for one in agreed] == [str(of.match("Ann", "Bob"))]
    closing.season_close(season=season, by=of.director)
    season.refresh_from_db()
    drafts.season_draft(season=season, by=of.director)
    names = dict(other.players.values_list("public_id", "name"))
    moves = {names[row["key"]]: row["reason"] for row in season.draft["moves"]}
    assert moves["Cid"] == "withdrawn"


def test_an_archive_of_before_has_no_leagues() -> None:
    of = Running()
    data = json.loads(written(of.club))
    del data["leagues"], data["manifest"]["leagues"]
    archive = archive_read(data=json.dumps(data).encode(), progress=Progress())
    other = archive_club_create(archive=archive, by=of.director, progress=Progress())
    assert not other.leagues.exists()


def test_an_archive_says_what_is_in_it_and_not_that_no_evening_is() -> None:
    of = Running("Ann Bob Cid")
    counts = archive_write(club=of.club, file=io.BytesIO(), progress=Progress())
    assert contents_said(counts) == "1 event, 1 league"
    assert contents_said({"sessions": 2, "events": 0}) == "2 sessions"
    assert contents_said({"sessions": 0}) == "0 sessions"
