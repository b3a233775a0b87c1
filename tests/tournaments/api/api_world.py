"""An event with a past for tests of the interface, and everybody who may knock at its door."""

from typing import Any

from games.models import Club, Membership, User
from tests import evenings
from tests.games.api.conftest import Program, program_of
from tests.tournaments.directing import Directed
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.tables.tables import Tables
from tournaments.models import EntryPass, EventTable, League, Match, Round
from tournaments.record.services.passes import pass_create

ROLES = ("owner", "director", "scorer", "member", "ann", "foreign", "anonymous")


class World:
    """A Swiss event of four whose first round is released, an evening of tables, another club."""

    def __init__(self) -> None:
        self.swiss = Directed(names="Ann Bob Cid Dee", match_length=5)
        self.swiss.next_round()
        self.club: Club = self.swiss.club
        self.night = Tables(self.club, "Ann Bob Cid Dee", format="club_night")
        self.users: dict[str, User | None] = {"owner": self.swiss.director, "anonymous": None}
        for role in ("director", "scorer"):
            self.users[role] = evenings.member(self.club, role.title(), role)
        self.users["member"] = evenings.member(self.club, "Member")
        ann = evenings.member(self.club, "Ann")
        player = self.swiss.player("Ann")
        player.user = ann
        player.save(update_fields=["user"])
        self.users["ann"] = ann
        self.season = Running("Gus Hal Ida Ann", of=self.club)
        self.league: League = self.season.league
        self.other = evenings.club("other")
        self.users["foreign"] = evenings.user("Fay")
        Membership.objects.filter(club=self.other).update(user=self.users["foreign"])
        # Olga directs there as well: only a token's limits keep her out.
        Membership.objects.create(user=self.swiss.director, club=self.other, role="organizer")
        self.passed: EntryPass = pass_create(
            event=self.swiss.event, player=player, by=self.swiss.director
        ).holder

    def program(self, role: str, **limits: Any) -> Program:
        """The program of somebody."""
        return program_of(self.users[role], **limits)

    @property
    def round(self) -> Round:
        """The round of the Swiss event."""
        return Round.objects.get(division=self.swiss.division)

    @property
    def match(self) -> Match:
        """Ann's match."""
        return next(
            one
            for one in self.swiss.open()
            if "Ann" in {getattr(one.first, "name", ""), getattr(one.second, "name", "")}
        )

    @property
    def table(self) -> EventTable:
        """The table of the evening, which is drawn when it is first asked for."""
        if not self.night.division.rounds.exists():
            self.night.next_round()
        return self.night.table()
