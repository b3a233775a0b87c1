"""Cups for tests: a bracket of a club whose director is Olga, played over weeks."""

import datetime
from typing import Any

from django.utils import timezone

from games.models import Club, Player, User
from tests import evenings
from tests.tournaments.directing import key
from tournaments.leagues.selectors.fixtures import FixtureShown, fixture_of, fixtures_of
from tournaments.leagues.services import cups, fixtures
from tournaments.models import Cup, Entry, Fixture, FixtureNote, Match, Round
from tournaments.results.services import results

SHAPES = ("single", "progressive", "double")


class Playing:
    """A cup, announced with its players, the strongest first, and released if asked for."""

    def __init__(
        self,
        names: str = "Ann Bob Cid Dee",
        shape: str = "single",
        of: Club | None = None,
        is_released: bool = True,
        **rules: Any,
    ) -> None:
        self.club = of or evenings.club(time_zone="Europe/Berlin")
        self.director: User = evenings.user("Olga")
        self.today = self.club.today
        self.cup: Cup = cups.cup_announce(
            club=self.club,
            by=self.director,
            title="Spring cup",
            shape=shape,
            players=[self.player(name) for name in names.split()],
            first_on=self.today + datetime.timedelta(days=14),
            **rules,
        )
        if is_released:
            self.release()

    def release(self) -> None:
        cups.cup_release(cup=self.cup, by=self.director)
        self.again()

    def again(self) -> None:
        """Read the cup as it is now."""
        self.cup = Cup.objects.select_related("event__club").get(pk=self.cup.pk)

    def player(self, name: str) -> Player:
        return Player.objects.get_or_create(club=self.club, name=name)[0]

    def account(self, name: str) -> User:
        """A member of the club who is that player."""
        return evenings.account_of(self.player(name))

    def entry(self, name: str) -> Entry:
        return Entry.objects.get(division__event=self.cup.event, player__name=name)

    def round(self, number: int) -> Round:
        return Round.objects.get(division__event=self.cup.event, number=number)

    def meeting(self, name: str) -> Match:
        """The open match of somebody."""
        [one] = [one.match for one in self.fixtures(name) if not one.match.is_settled]
        return one

    def other(self, match: Match, name: str) -> str:
        """Who plays somebody in a match."""
        return str(match.second) if str(match.first) == name else str(match.first)

    def shown(self, match: Match) -> FixtureShown:
        self.again()
        found = fixture_of(self.cup, match.public_id)
        assert found is not None
        return found

    def fixtures(self, name: str = "") -> list[FixtureShown]:
        self.again()
        return fixtures_of(self.cup, self.player(name) if name else None)

    def agree(self, match: Match, days: int = 3) -> datetime.datetime:
        """Let the two of a match agree on a date."""
        one, other = str(match.first), str(match.second)
        at = timezone.now().replace(microsecond=0) + datetime.timedelta(days=days)
        note: FixtureNote = fixtures.fixture_propose(
            match=match, by=self.account(one), times=[at], place="Club room", key=key()
        )
        fixtures.fixture_accept(
            match=match, by=self.account(other), proposal=note.pk, at=at, key=key()
        )
        return at

    def long_ago(self, match: Match, minutes: int = 60) -> None:
        """Put the agreed time so many minutes into the past."""
        at = timezone.now() - datetime.timedelta(minutes=minutes)
        Fixture.objects.filter(match=match).update(agreed_at=at)

    def late(self, number: int = 1) -> None:
        """Put the deadline of a round into the past, and the beginning of its matches before it."""
        now = timezone.now()
        rounds = Round.objects.filter(division__event=self.cup.event, number=number)
        rounds.update(deadline=now - datetime.timedelta(days=1))
        long_ago = now - datetime.timedelta(days=60)
        Match.objects.filter(round__in=rounds).update(known_at=long_ago)

    def win(self, match: Match, name: str) -> Match:
        """Let the director enter that somebody has won."""
        match.refresh_from_db()
        points = (match.length or 7, 3)
        return results.match_report(
            match=match,
            by=self.director,
            points=points if str(match.first) == name else points[::-1],
            version=match.version,
            key=key(),
        )

    def play(self) -> None:
        """Play everything: the first by the alphabet wins."""
        while found := [one.match for one in self.fixtures() if not one.match.is_settled]:
            for match in found:
                self.win(match, min(str(match.first), str(match.second)))
