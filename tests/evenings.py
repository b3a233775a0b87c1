"""Evenings for tests: a club, its people, and games of which the points are given."""

import datetime
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from games.models import Club, Membership, Player, Session, User
from games.record.selectors.sessions import table_of
from games.record.services.actions import record_action
from games.rules.chouette import (
    Action,
    BoxReplies,
    EndGame,
    EnterPoints,
    Join,
    Leave,
    SetOrder,
    StartGame,
    TeamDoubles,
)
from games.sessions.services.sessions import (
    session_create,
    session_end,
    session_reopen,
    session_void,
)

MONDAY = datetime.date(2026, 11, 16)
TUESDAY = datetime.date(2026, 11, 17)
WEDNESDAY = datetime.date(2026, 11, 18)


def user(name: str) -> User:
    """The account of that name, made when it is first asked for."""
    email = f"{name.lower()}@example.org"
    return User.objects.filter(email=email).first() or User.objects.create_user(email, name=name)


def club(slug: str = "tuesday", **fields: Any) -> Club:
    """A club owned by Olga, who does not play."""
    made = Club.objects.create(slug=slug, name=slug.title(), **fields)
    Membership.objects.create(user=user("Olga"), club=made, role=Membership.Role.OWNER)
    return made


def account_of(player: Player) -> User:
    """The account of a player, who is a member of the club."""
    found = user(player.name)
    if not found.memberships.filter(club=player.club).exists():
        member(player.club, player.name)
    Player.objects.filter(pk=player.pk).update(user=found)
    return found


def member(of: Club, name: str, role: str = "player") -> User:
    """A member of the club."""
    account = user(name)
    Membership.objects.create(user=account, club=of, role=role)
    return account


class Evening:
    """A session that is played by calling methods; players are named, and made where missing."""

    def __init__(
        self,
        of: Club,
        names: str = "Ann Bob Cid",
        *,
        stake: str | None = None,
        currency: str = "",
        day: datetime.date = TUESDAY,
        **fields: Any,
    ) -> None:
        self.club = of
        self.organizer = user("Olga")
        self.session: Session = session_create(
            club=of,
            by=self.organizer,
            players=[self.player(name) for name in names.split()],
            rules="canberra",
            stake_amount=None if stake is None else Decimal(stake),
            currency=currency,
            played_on=day,
            **fields,
        )
        self.do(SetOrder(tuple(self.player(name).public_id for name in names.split())))

    def player(self, name: str) -> Player:
        """The club's player of that name."""
        return Player.objects.get_or_create(club=self.club, name=name)[0]

    def do(self, *actions: Action) -> None:
        """Record actions as one step."""
        self.session.refresh_from_db()
        record_action(
            session=self.session,
            actions=actions,
            version=self.session.version,
            key=f"key-{self.session.version}",
            sender=self.organizer,
        )
        self.session.refresh_from_db()

    def start(self) -> tuple[str, Sequence[str]]:
        """Start a game in the line the rules propose; box and team."""
        line = table_of(self.session).line
        assert line is not None
        self.do(StartGame(line.box, line.partner, line.team, by_hand=False))
        return line.box, line.team

    def game(self, winner: str | None = None, **points: str | int) -> "Evening":
        """A game of points only: `game(Bob=-1, Cid="2.5")`; the box gets the rest."""
        return self.points(self.start()[1], points, winner)

    def points(
        self, team: Sequence[str], points: Mapping[str, Any], winner: str | None = None
    ) -> "Evening":
        """The end of a game that has started."""
        named = {self.player(name).public_id: Decimal(value) for name, value in points.items()}
        members = tuple((member, int(named.pop(member, Decimal(0)) * 100)) for member in team)
        assert not named, "only members have points; the box gets the rest"
        side = winner if winner or members[0][1] else "box"
        self.do(EnterPoints(members, side))
        return self

    def doubled_game(self, winner: str = "box", level: int = 1) -> "Evening":
        """A game in which the captain doubles and the box takes; all cubes are played out."""
        _, team = self.start()
        self.do(TeamDoubles((team[0],)))
        self.do(BoxReplies(((team[0], "take"),)))
        self.do(EndGame(winner, level))
        return self

    def join(self, name: str) -> "Evening":
        """Somebody sits down."""
        self.do(Join(self.player(name).public_id, None))
        return self

    def leave(self, name: str) -> "Evening":
        """Somebody goes home."""
        self.do(Leave(self.player(name).public_id))
        return self

    def end(self) -> "Evening":
        """End the session."""
        return self._change(session_end)

    def reopen(self) -> "Evening":
        """Take the end back."""
        return self._change(session_reopen)

    def void(self) -> "Evening":
        """Declare that the session counts nowhere."""
        return self._change(session_void)

    def _change(self, service: Any) -> "Evening":
        self.session.refresh_from_db()
        service(
            session=self.session,
            by=self.organizer,
            version=self.session.version,
            key=f"key-{self.session.version}",
        )
        self.session.refresh_from_db()
        return self
