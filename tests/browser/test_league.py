"""Two phones play a season: a date, one match on the board, one disputed, one nobody came to."""

import datetime
from collections.abc import Iterator

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from games.models import Board
from tests.browser.conftest import judged, phone_context
from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import Running
from tournaments.leagues.services import fixtures, seasons
from tournaments.models import Fixture, Match
from tournaments.pages.actors import token_sealed
from tournaments.record.services.passes import pass_create
from tournaments.results.services import results
from tournaments.results.services.online import board_count

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIDER = "document.documentElement.scrollWidth > innerWidth"


class Phone:
    """A player's phone, which came in by its link."""

    def __init__(self, browser: Browser, of: Running, name: str, url: str) -> None:
        made = pass_create(event=of.season.event, player=of.player(name), by=of.director)
        self.context = phone_context(browser)
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.league = f"{url}/leagues/{of.league.public_id}/"
        self.page.goto(f"{url}/e/link/{token_sealed(made.token)}/")

    def mine(self) -> None:
        """Look at the own matches."""
        self.page.goto(f"{self.league}me/")

    def fixture(self, match: Match) -> None:
        self.page.goto(f"{self.league.partition('/leagues/')[0]}/fixtures/{match.public_id}/")

    def fits(self) -> None:
        found = judged(self.page)
        assert found.violations_count == 0, found.generate_report()
        assert not self.page.evaluate(WIDER)


@pytest.fixture
def phones(browser: Browser, live_server: object) -> Iterator[tuple[Running, Phone, Phone]]:
    of = Running("Ann Bob Cid", "Dee Eve Fay")
    two = tuple(Phone(browser, of, name, str(live_server)) for name in ("Ann", "Bob"))
    yield of, two[0], two[1]
    for one in two:
        one.context.close()
        assert one.complaints == []


def test_a_season_of_six_from_entry_to_promotion(phones: tuple[Running, Phone, Phone]) -> None:
    of, ann, bob = phones
    theirs, with_cid, bobs = of.match("Ann", "Bob"), of.match("Ann", "Cid"), of.match("Bob", "Cid")
    expect(ann.page.get_by_role("heading", name="My matches")).to_be_visible()
    expect(ann.page.get_by_role("article")).to_have_count(2)
    ann.fits()

    # Two find a date.
    bob.fixture(theirs)
    bob.fits()
    at = timezone.localtime() + datetime.timedelta(days=3)
    bob.page.get_by_label("Date 1").fill(at.strftime("%Y-%m-%dT20:00"))
    bob.page.get_by_label("Where").fill("Club room")
    bob.page.get_by_role("button", name="Propose").tap()
    expect(bob.page.get_by_text("You have proposed dates").first).to_be_visible()
    ann.mine()
    ann.fits()
    ann.page.get_by_role("button", name="Accept").tap()
    expect(ann.page.get_by_text("A date is agreed")).to_be_visible()

    # One reports, the other contradicts, the director decides.
    ann.fits()
    ann.page.locator("label.choice", has_text="Ann").first.tap()
    ann.page.get_by_role("button", name="4", exact=True).tap()
    expect(ann.page.get_by_text("You have reported")).to_be_visible()
    bob.mine()
    bob.page.get_by_role("link", name="Confirm or contradict").tap()
    bob.page.locator("#reject").tap()
    expect(bob.page.get_by_text("What is right?")).to_be_visible()
    ann.mine()
    expect(ann.page.get_by_text("Disputed: the director decides")).to_be_visible()
    theirs.refresh_from_db()
    results.match_correct(
        match=theirs, by=of.director, points=(11, 4), version=theirs.version, key=key()
    )

    # One is played on the board: its result is the match's.
    ann.fixture(with_cid)
    ann.page.get_by_role("button", name="Play on the board").tap()
    ann.page.wait_for_url("**/boards/**")
    board = Board.objects.get(match=with_cid)
    winner = 0 if str(with_cid.first) == "Ann" else 1
    score = (
        {"score_white": 11, "score_black": 2}
        if winner == 0
        else {"score_white": 2, "score_black": 11}
    )
    Board.objects.filter(pk=board.pk).update(status=Board.Status.ENDED, winner=winner, **score)
    board_count(board_id=board.pk)
    with_cid.refresh_from_db()
    assert (with_cid.state, with_cid.winner) == ("settled", winner)

    # To one nobody came.
    day = timezone.now() + datetime.timedelta(days=1)
    note = fixtures.fixture_propose(match=bobs, by=of.account("Cid"), times=[day], key=key())
    fixtures.fixture_accept(match=bobs, by=of.account("Bob"), proposal=note.pk, at=day, key=key())
    Fixture.objects.filter(match=bobs).update(
        agreed_at=timezone.now() - datetime.timedelta(hours=1)
    )
    bob.fixture(bobs)
    bob.page.get_by_label("What happened").fill("I waited an hour.")
    bob.page.get_by_role("button", name="Nobody came").tap()
    expect(bob.page.get_by_text("Somebody did not come")).to_be_visible()
    fixtures.fixture_decide(match=bobs, by=of.director, how="walkover", key=key())

    # The season ends, and everybody reads where they play.
    of.play()
    of.close()
    of.draft()
    of.follow()
    ann.page.goto(ann.league)
    ann.fits()
    expect(ann.page.get_by_text("champion: Ann")).to_be_visible()
    expect(ann.page.get_by_text("Ann, Bob, Dee")).to_be_visible()


def test_two_phones_challenge_and_climb_on_a_ladder(browser: Browser, live_server: object) -> None:
    of = Running("Ann Bob Cid", shape="ladder", is_released=False)
    seasons.season_release(season=of.season, by=of.director)
    of.again()
    ann, cid = (Phone(browser, of, name, str(live_server)) for name in ("Ann", "Cid"))
    cid.mine()
    expect(cid.page.get_by_role("heading", name="Your place: 3")).to_be_visible()
    cid.fits()
    cid.page.get_by_role("button", name="Challenge Ann").tap()
    expect(cid.page.get_by_text("One match at a time")).to_be_visible()
    cid.fits()
    ann.mine()
    ann.page.get_by_role("link", name="I have lost").tap()
    ann.page.get_by_role("button", name="4", exact=True).tap()
    expect(ann.page.get_by_text("You have reported")).to_be_visible()
    cid.mine()
    cid.page.get_by_role("link", name="Confirm or contradict").tap()
    cid.page.locator("#confirm").tap()
    expect(cid.page.locator("#confirm")).to_have_count(0)
    cid.mine()
    expect(cid.page.get_by_role("heading", name="Your place: 1")).to_be_visible()
    cid.page.goto(cid.league)
    expect(cid.page.locator("tbody tr").first).to_contain_text("Cid")
    cid.fits()
    for one in (ann, cid):
        one.context.close()
        assert one.complaints == []
