"""Seasons for tests: a league of a club whose director is Olga, its players named by one word."""

import datetime
from typing import Any

from games.models import Club, Player, User
from tests import evenings
from tests.tournaments.directing import key
from tests.worlds import build_again
from tournaments.events.services.events import division_change
from tournaments.events.services.money import fees_tick
from tournaments.leagues.selectors.ladders import ladder_of
from tournaments.leagues.services import challenges, closing, drafts, leagues, seasons
from tournaments.models import Division, Entry, League, LeagueSeason, Match
from tournaments.results.services import results

THREE = ("Ann Bob Cid", "Dee Eve Fay", "Gus Hal Ida")
LADDER = ("Ann Bob Cid Dee Eve Fay Gus Hal Ida",)
ROUNDS = ("Ann Bob Cid Dee", "Eve Fay Gus Hal")


class Running:
    """A season, announced with its divisions from the top, and released if asked for."""

    def __init__(
        self,
        *divisions: str,
        shape: str = "all_play_all",
        of: Club | None = None,
        is_released: bool = True,
        late: int | None = 30,
        **settings: Any,
    ) -> None:
        how = repr((divisions, shape, is_released, late, settings))

        def build() -> None:
            self._build(divisions, shape, of, late, settings)
            if is_released:
                self.release()

        build_again(self, how, build)

    def _build(
        self,
        divisions: tuple[str, ...],
        shape: str,
        of: Club | None,
        late: int | None,
        settings: dict[str, Any],
    ) -> None:
        self.club = of or evenings.club(time_zone="Europe/Berlin")
        self.director: User = evenings.user("Olga")
        usual = {"all_play_all": THREE, "swiss": ROUNDS, "ladder": LADDER}
        divisions = divisions or usual[shape]
        if shape == "swiss":
            settings.setdefault("params", {"rounds": 2})
        self.league: League = leagues.league_create(
            club=self.club, by=self.director, name="Winter", shape=shape, **settings
        )
        self.today = self.club.today
        self.season: LeagueSeason = seasons.season_announce(
            league=self.league,
            by=self.director,
            divisions=[[self.player(name) for name in one.split()] for one in divisions],
            starts_on=self.today,
            ends_on=self.today + datetime.timedelta(days=90),
            late_until=None if late is None else self.today + datetime.timedelta(days=late),
        )

    def release(self) -> None:
        """Release the season; on a ladder everybody at an even place challenges who is above."""
        seasons.season_release(season=self.season, by=self.director)
        self.again()
        if self.league.shape == "ladder":
            [names] = self.divisions()
            for above, below in zip(names[::2], names[1::2], strict=False):
                self.challenge(below, above)

    def challenge(self, one: str, other: str, **more: Any) -> Match:
        """Have a player challenge another on a ladder."""
        return challenges.challenge_make(
            season=self.season,
            challenger=self.entry(one),
            challenged=self.entry(other),
            **{"by": self.director, "key": key(), **more},
        )

    def ladder(self) -> list[str]:
        """Who plays on the ladder, from the top."""
        found = ladder_of(self.season)
        assert found is not None
        return [str(found.entries[int(one)].player) for one in found.rungs.order]

    def again(self) -> None:
        """Read the season as it is now."""
        found = LeagueSeason.objects.select_related("event__club", "league__club")
        self.season = found.get(pk=self.season.pk)

    def player(self, name: str) -> Player:
        return Player.objects.get_or_create(club=self.club, name=name)[0]

    def account(self, name: str) -> User:
        """A member of the club who is that player."""
        return evenings.account_of(self.player(name))

    def own(self, name: str) -> dict[str, Any]:
        """A player and the account that they are, as they act for themselves."""
        user = self.account(name)
        return {"player": self.player(name), "by": user}

    def entry(self, name: str) -> Entry:
        return Entry.objects.get(division__event=self.season.event, player__name=name)

    def match(self, one: str, other: str) -> Match:
        """The match of two players, in either order."""
        for match in Match.objects.filter(round__division__event=self.season.event):
            if {str(match.first), str(match.second)} == {one, other}:
                return match
        raise AssertionError(f"{one} and {other} do not meet")

    def open(self) -> list[Match]:
        found = Match.objects.filter(round__division__event=self.season.event, state="open")
        return list(found.select_related("first", "second").order_by("pk"))

    def win(self, match: Match, side: int, loser: int = 4) -> Match:
        length = match.length or 11
        points = (length, min(loser, length - 1))
        return results.match_report(
            match=match,
            by=self.director,
            points=points if side == 0 else points[::-1],
            version=match.version,
            key=key(),
        )

    def play(self, but: str = "") -> None:
        """Play what is open: the first by the alphabet wins; `but` plays nothing."""
        for match in self.open():
            first, second = str(match.first), str(match.second)
            if but not in (first, second):
                self.win(match, 0 if first < second else 1)

    def close_with_pool(self) -> Division:
        """Play and close it where all have paid 10, and its winner gets the pool."""
        division = self.season.event.divisions.get()
        division_change(division=division, by=self.director, fee="10", prizes=[100])
        fees_tick(division=division, by=self.director)
        self.play()
        self.close()
        return division

    def close(self, **said: Any) -> None:
        closing.season_close(season=self.season, by=self.director, **said)
        self.again()

    def draft(self) -> dict[str, tuple[int | None, str]]:
        """Make the draft; return where everybody plays next, and why."""
        drafts.season_draft(season=self.season, by=self.director)
        self.again()
        names = dict(self.club.players.values_list("public_id", "name"))
        rows = (self.season.draft or {})["moves"]
        return {names[row["key"]]: (row["to"], row["reason"]) for row in rows}

    def follow(self) -> LeagueSeason:
        """Confirm the draft; return the next season."""
        return drafts.season_follow(
            season=self.season,
            by=self.director,
            starts_on=self.today,
            ends_on=self.today + datetime.timedelta(days=180),
        )

    def divisions(self, season: LeagueSeason | None = None) -> list[list[str]]:
        found = (season or self.season).event.divisions.order_by("position")
        return [
            list(one.entries.order_by("number").values_list("player__name", flat=True))
            for one in found
        ]
