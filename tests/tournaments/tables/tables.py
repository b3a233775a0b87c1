"""Tables of events for tests: games at them are of points only, by the names of their players."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.test import TestCase

from games.models import Player, Session
from games.record.selectors.sessions import table_of
from games.record.services.actions import record_action
from games.rules.chouette import EnterPoints
from tests.tournaments.directing import Directed, key
from tournaments.models import EventTable, TableSeat
from tournaments.tables.services.tables import table_finish, table_start_game


@contextmanager
def told() -> Iterator[None]:
    """Let the others hear at the end what waits for a commit, as they do where it is real."""
    with TestCase.captureOnCommitCallbacks(execute=True):
        yield


class Tables(Directed):
    """An event with one division of chouettes."""

    def tables(self, number: int | None = None) -> list[EventTable]:
        """The tables of a round, the latest if no number is given, fresh from the database."""
        found = EventTable.objects.filter(round__division=self.division)
        if number is None:
            number = self.division.rounds.count()
        rows = found.filter(round__number=number).order_by("number")
        return list(rows.select_related("round__division__event__club", "session__club"))

    def table(self, number: int = 1, round: int | None = None) -> EventTable:
        """A table by its number."""
        return next(one for one in self.tables(round) if one.number == number)

    def names_at(self, table: EventTable) -> list[str]:
        """Who sits at a table and has not left."""
        seats = table.seats.filter(left=False).order_by("position")
        return list(seats.values_list("entry__player__name", flat=True))

    def start(self, table: EventTable) -> Session:
        """Start the next game by the format."""
        session = Session.objects.select_related("club").get(event_table=table)
        table.session = session
        with told():
            table_start_game(table=table, by=self.director, version=session.version, key=key())
        session.refresh_from_db()
        return session

    def game(self, table: EventTable, **points: int) -> Session:
        """Play a game: named members have so many points, the others none, the box the rest.

        A named box gets them from the captain alone.
        """
        session = self.start(table)
        return self.enter_points(session, **points)

    def enter_points(self, session: Session, **points: int) -> Session:
        """End the game in progress with these points of members."""
        game = table_of(session).game
        assert game is not None, "it has just begun"
        named = {self.player(name).public_id: value for name, value in points.items()}
        entered = {member: 100 * named.pop(member, 0) for member in game.team}
        if game.box in named:
            entered[game.captain] -= 100 * named.pop(game.box)
        assert not named, "nobody else plays"
        side = "team" if entered[game.captain] > 0 else "box"
        self.do(session, EnterPoints(tuple(entered.items()), side))
        return session

    def do(self, session: Session, *actions: Any) -> None:
        """Record actions as one step."""
        session.refresh_from_db()
        with told():
            record_action(
                session=session,
                actions=actions,
                version=session.version,
                key=key(),
                sender=self.director,
            )
        session.refresh_from_db()

    def finish(self, *tables: EventTable) -> None:
        """End tables."""
        for table in tables:
            with told():
                table_finish(table=table, by=self.director)

    def play_round(self, games: int = 1) -> None:
        """Release the next round, play games at every table in which the captain wins, end it."""
        self.next_round()
        for table in self.tables():
            for _ in range(games):
                session = self.start(table)
                game = table_of(session).game
                assert game is not None, "it has just begun"
                captain = Player.objects.get(public_id=game.captain)
                self.enter_points(session, **{captain.name: 2})
        self.finish(*self.tables())

    def seats(self, number: int | None = None) -> dict[str, TableSeat]:
        """The latest seat of everybody in a round, by name."""
        found = TableSeat.objects.filter(table__in=self.tables(number)).order_by("pk")
        return {one.entry.player.name: one for one in found.select_related("entry__player")}

    def number(self, name: str) -> str:
        """What a player is called inside a format."""
        return str(self.entry(name).number)
