"""The last day of a ladder: nobody challenges after it, and it takes no place for want of days."""

from __future__ import annotations

import datetime

import pytest
from django.utils import timezone

from tests.clock import goes_from
from tests.tournaments.directing import key
from tests.tournaments.leagues.pages import shown_to
from tests.tournaments.leagues.seasons import Running
from tournaments.errors import EventRefused
from tournaments.leagues.services import challenges, seasons
from tournaments.leagues.services.challenges import challenges_lapse
from tournaments.leagues.times import said_day
from tournaments.models import Match

pytestmark = pytest.mark.django_db
DAYS = 7
OVER = "The last day of this season is over: nobody challenges any more."
NAMES = ["Ann", "Bob", "Cid", "Dee"]


class Ladder(Running):
    """A ladder of four with a last day, on which nobody has challenged anybody yet."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, lapsed: str = "challenger") -> None:
        more = {"round_days": DAYS, "params": {"reach": 3, "lapsed": lapsed}}
        super().__init__("Ann Bob Cid Dee", shape="ladder", is_released=False, **more)
        seasons.season_release(season=self.season, by=self.director)
        self.again()
        self.monkeypatch = monkeypatch

    def at(self, days: float) -> None:
        """Let it be so many days after the last one."""
        assert self.season.deadline is not None
        goes_from(self.monkeypatch, self.season.deadline + datetime.timedelta(days=days))

    def moved(self) -> list[str]:
        """The order in which the next season would begin."""
        return [name for name, _move in self.draft().items()]

    @property
    def last_day(self) -> str:
        return said_day(self.club, self.season.deadline)


@pytest.mark.parametrize("days", [-20, -0.1, 0.1, 3])
@pytest.mark.parametrize("who", ["Bob", "the director"])
def test_nobody_challenges_after_the_last_day(
    who: str, days: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    of = Ladder(monkeypatch)
    bob = of.account("Bob")
    of.at(days)
    mine = shown_to(of, f"/leagues/{of.league.public_id}/me/", "Bob")
    direct = shown_to(of, f"/leagues/{of.league.public_id}/direct/")
    assert (OVER in mine) == (days > 0)
    assert ('value="challenge"' in mine) == (days < 0)
    assert ("Enter a challenge" in direct) == (days < 0)
    by = bob if who == "Bob" else of.director
    if days < 0:
        assert of.challenge("Bob", "Ann", by=by)
        return
    with pytest.raises(EventRefused, match=OVER):
        of.challenge("Bob", "Ann", by=by)
    assert not Match.objects.exists()


@pytest.mark.parametrize("lapsed", ["challenger", "nothing"])
@pytest.mark.parametrize("days", [DAYS + 1, DAYS, DAYS - 1, 0])
def test_a_place_goes_to_the_challenger_where_its_days_are_over_by_the_last_one(
    days: int, lapsed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    of = Ladder(monkeypatch, lapsed)
    of.account("Ann")
    of.at(-0.1 - days)
    match = of.challenge("Bob", "Ann")
    wins = lapsed == "challenger" and days >= DAYS
    for name, said in (("Bob", "you have won it"), ("Ann", "it goes to who has challenged")):
        of.account(name)
        page = shown_to(of, f"/leagues/{of.league.public_id}/me/", name)
        assert (f"; otherwise {said}." in page) == wins
        assert ("; otherwise the challenge lapses." in page) == (not wins)
        if days < DAYS:
            assert f"To be played by {of.last_day};" in page
    page = shown_to(of, f"/fixtures/{match.public_id}/", "Ann")
    assert ("Refuse the challenge" in page) == wins
    of.at(2)
    challenges_lapse(now=timezone.now())
    match.refresh_from_db()
    assert match.is_settled == (days >= DAYS)
    of.close()
    match.refresh_from_db()
    assert (match.is_settled, match.winner) == (True, 0 if wins else None)
    assert of.moved() == (["Bob", "Ann", "Cid", "Dee"] if wins else NAMES)


def test_a_later_last_day_gives_a_challenge_its_days(monkeypatch: pytest.MonkeyPatch) -> None:
    of = Ladder(monkeypatch)
    of.at(-1)
    match = of.challenge("Bob", "Ann")
    seasons.season_deadline(
        season=of.season,
        by=of.director,
        ends_on=of.today + datetime.timedelta(days=120),
        reason="Ill",
        key=key(),
    )
    of.at(1)
    assert challenges_lapse(now=timezone.now()) == 0
    of.at(DAYS)
    assert challenges_lapse(now=timezone.now()) == 1
    match.refresh_from_db()
    assert match.winner == 0


def test_who_closes_before_a_worker_has_come_closes_what_the_ladder_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    of = Ladder(monkeypatch)
    of.at(-DAYS - 1)
    match = of.challenge("Bob", "Ann")
    of.at(0.01)
    of.close()
    match.refresh_from_db()
    assert (match.winner, match.outcome) == (0, Match.Outcome.FORFEIT)


def test_a_short_challenge_is_not_refused_for_nobody_would_win_by_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    of = Ladder(monkeypatch)
    of.at(-1)
    match = of.challenge("Bob", "Ann")
    with pytest.raises(EventRefused, match="it is not refused"):
        challenges.challenge_refuse(season=of.season, match=match, by=of.account("Ann"), key=key())
