"""Reads what a player has done: totals, roles, evenings, opponents, in few queries."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Q, Sum

from games.errors import NotFound
from games.ledger.figures import average_hundredths
from games.models import Club, GameScore, Player, Session, Transfer

# A streak is looked for among so many of the latest games.
STREAK_GAMES = 500
EVENINGS_SHOWN = 10
EVENINGS_CHARTED = 60
COUNTED = ~Q(game__session__status=Session.Status.VOID)


@dataclass(frozen=True)
class Evening:
    """A player's session: points in hundredths, games, and his running total after it."""

    session: Session
    points: int
    games: int
    running: int


@dataclass(frozen=True)
class RoleTotal:
    """Games and points in one role."""

    role: str
    games: int
    points: int

    @property
    def name(self) -> str:
        """The role in the reader's language."""
        return str(GameScore.Role(self.role).label)

    @property
    def average(self) -> int:
        """Points per game in hundredths."""
        return average_hundredths(self.points, self.games)


@dataclass(frozen=True)
class Streak:
    """So many games running as box, and when."""

    games: int
    played_on: date


@dataclass(frozen=True)
class Record:
    """What a player's page shows; points in hundredths. `evenings` are the latest, newest first."""

    player: Player
    points: int
    games: int
    roles: tuple[RoleTotal, ...]
    evenings: tuple[Evening, ...]
    charted: tuple[Evening, ...]
    streak: Streak | None
    customer: Player | None
    nemesis: Player | None

    @property
    def average(self) -> int:
        """Points per game in hundredths."""
        return average_hundredths(self.points, self.games)


@dataclass(frozen=True)
class Sitter:
    """A player in the club's list."""

    player: Player
    points: int
    games: int


def player_of(club: Club, public_id: str) -> Player:
    """Find a player of a club.

    Raises:
        NotFound: the club has no such player.
    """
    players = club.players.select_related("club", "merged_into__club")
    player = players.filter(public_id=public_id).first()
    if player is None:
        raise NotFound
    return player.current


def record_get(player: Player) -> Record:
    """Read a player's record; eight queries whatever he has played."""
    evenings = _evenings(player)
    customer, nemesis = _opponents(player)
    return Record(
        player=player,
        points=evenings[-1].running if evenings else 0,
        games=sum(evening.games for evening in evenings),
        roles=_roles(player),
        evenings=tuple(reversed(evenings[-EVENINGS_SHOWN:])),
        charted=tuple(evenings[-EVENINGS_CHARTED:]),
        streak=_box_streak(player),
        customer=customer,
        nemesis=nemesis,
    )


def players_with_totals(club: Club) -> tuple[Sitter, ...]:
    """List the club's players by name, with what they have played, in one query."""
    counted = ~Q(scores__game__session__status=Session.Status.VOID)
    players = (
        club.players.annotate(
            games_played=Count("scores", filter=counted),
            points_made=Sum("scores__points", filter=counted, default=0),
        )
        .filter(Q(is_active=True) | Q(games_played__gt=0))
        .order_by("name", "pk")
    )
    return tuple(Sitter(p, p.points_made, p.games_played) for p in players)


def _evenings(player: Player) -> list[Evening]:
    """Every session he played, the oldest first."""
    found = list(
        GameScore.objects.filter(COUNTED, player=player)
        .order_by("game__session__played_on", "game__session_id")
        .values_list("game__session_id")
        .annotate(Sum("points"), Count("pk"))
    )
    last = [pk for pk, *_ in found[-EVENINGS_CHARTED:]]
    sessions = Session.objects.select_related("club").in_bulk(last)
    evenings, running = [], 0
    for pk, points, games in found:
        running += points
        session = sessions.get(pk) or Session(pk=pk)
        evenings.append(Evening(session, points, games, running))
    return evenings


def _roles(player: Player) -> tuple[RoleTotal, ...]:
    found = {
        role: (games, points)
        for role, games, points in GameScore.objects.filter(COUNTED, player=player)
        .order_by()
        .values_list("role")
        .annotate(Count("pk"), Sum("points"))
    }
    return tuple(RoleTotal(role, *found[role]) for role in GameScore.Role.values if role in found)


def _box_streak(player: Player) -> Streak | None:
    """Find the most games running he was box in one session, the latest of equals."""
    latest = list(
        GameScore.objects.filter(COUNTED, player=player)
        .order_by("-game__session__played_on", "-game__session_id", "-game__number")
        .values_list("game__session_id", "game__session__played_on", "role")[:STREAK_GAMES]
    )
    best: Streak | None = None
    games, session = 0, None
    for session_pk, played_on, role in latest:
        games = games + 1 if session_pk == session else 1
        session = session_pk
        if role != GameScore.Role.BOX:
            games = 0
        elif best is None or games > best.games:
            best = Streak(games, played_on)
    return best


def _opponents(player: Player) -> tuple[Player | None, Player | None]:
    """Find whom he has taken most from, and who has taken most from him; None for nobody."""
    transfers = Transfer.objects.filter(COUNTED).order_by()
    balance: dict[int, int] = {}
    taken = transfers.filter(payee=player).values_list("payer_id").annotate(Sum("amount"))
    given = transfers.filter(payer=player).values_list("payee_id").annotate(Sum("amount"))
    for found, sign in ((taken, 1), (given, -1)):
        for pk, size in found:
            balance[pk] = balance.get(pk, 0) + sign * size
    if not balance:
        return None, None
    ranked = sorted(balance, key=lambda pk: (balance[pk], pk))
    people = Player.objects.in_bulk([ranked[0], ranked[-1]])
    customer = people[ranked[-1]] if balance[ranked[-1]] > 0 else None
    nemesis = people[ranked[0]] if balance[ranked[0]] < 0 else None
    return customer, nemesis
