"""Reads a player's totals, roles, evenings, cubes and opponents, in few queries."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.db.models import Count, Q, Sum

from games.clubs.selectors.privacy import Person, is_left_out, people_seen
from games.models import GameScore, Player, Session, Transfer
from games.permissions import NOBODY, Reader
from tournaments.ladders.selectors.game_ratings import OwnGame, own_games
from tournaments.ladders.selectors.match_ratings import RatedMatch, rated_matches_of
from tournaments.ladders.selectors.skills import SkillPoint, history_of, ratings_of
from tournaments.models import EveningShare, TableShare
from tournaments.ratings.cubes import CHOICES, DEEDS, Answers
from tournaments.ratings.ladder import Record as MatchRecord
from tournaments.ratings.places import Stand
from tournaments.ratings.rates import Rate, rate_of, summed
from tournaments.ratings.skill import DEFAULTS, Skill

EVENINGS_SHOWN = 10
EVENINGS_CHARTED = 60
GAMES_FOR_A_TITLE = 30
"""With fewer games together an opponent is nemesis or favourite only "so far"."""
EVEN_GAMES = round(DEFAULTS.spread.sigma2 / (2 * DEFAULTS.spread.tau**2))
"""So many games together say as much of two players as that they are like any two of a club."""
COUNTED = ~Q(game__session__status=Session.Status.VOID)
ROLES = tuple(GameScore.Role.values)


@dataclass(frozen=True, slots=True)
class Evening:
    """A player's session: points in hundredths, games, and their running total after it."""

    session: Session
    points: int
    games: int
    running: int


@dataclass(frozen=True, slots=True)
class RoleTotal:
    """Games and points in one role."""

    role: str
    games: int
    points: int
    average: Rate

    @property
    def name(self) -> str:
        return str(GameScore.Role(self.role).label)


@dataclass(frozen=True, slots=True)
class CubeTotal:
    """How often a player did something with a cube, and what those bets brought, in hundredths."""

    deed: str
    times: int
    points: int
    average: Rate


@dataclass(frozen=True, slots=True)
class AnswerTotal:
    """A player's takes and drops in one kind of choice: how many, and what each brought beside its
    alternative, in hundredths of the cube; `compared` drops have a known one.
    """

    choice: str
    takes: int
    take_gain: Rate
    drops: int
    compared: int
    drop_gain: Rate


@dataclass(frozen=True, slots=True)
class BoxTotal:
    """Games as box against so many: won in per cent, points a game, games until the box was lost.

    `usual` is the same of all other boxes of the club.
    """

    others: int
    games: int
    won: Rate
    average: Rate
    stay: Rate
    usual: "BoxTotal | None" = None


@dataclass(frozen=True, slots=True)
class Streak:
    """The number of consecutive games as box, and when."""

    games: int
    played_on: date


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent: what the player won from them and lost to them, in hundredths, and the balance
    a game.
    """

    player: Person
    games: int
    taken: int
    given: int
    average: Rate

    @property
    def balance(self) -> int:
        """The difference, from the player's side."""
        return self.taken - self.given

    @property
    def tendency(self) -> float:
        """The balance per game, drawn to nothing by as many even games as the prior is worth."""
        return self.balance / (self.games + EVEN_GAMES)

    @property
    def is_so_far(self) -> bool:
        """Whether the two have too few games together for a title."""
        return self.games < GAMES_FOR_A_TITLE


@dataclass(frozen=True, slots=True)
class Record:
    """The data of a player's page; points in hundredths.

    `evenings` are the latest, newest first; `months` counts games by the first day of each month;
    `opponents` are all with whom points changed hands, from favourite to nemesis. `matches` are the
    latest rated ones, the latest first; `of_games` is what was played at boards of two. `place`
    and `stand` are those of the list by skill.
    """

    player: Player
    points: int
    games: int
    bets: int
    average: Rate
    per_bet: Rate
    roles: tuple[RoleTotal, ...]
    cubes: tuple[CubeTotal, ...]
    answers: tuple[AnswerTotal, ...]
    boxes: tuple[BoxTotal, ...]
    evenings: tuple[Evening, ...]
    charted: tuple[Evening, ...]
    best: Evening | None
    worst: Evening | None
    streak: Streak | None
    months: dict[date, int]
    opponents: tuple[Opponent, ...]
    skill: Skill | None
    place: int | None
    stand: Stand | None
    history: tuple[SkillPoint, ...]
    match: MatchRecord | None
    matches: tuple[RatedMatch, ...]
    of_games: tuple[OwnGame, ...]

    @property
    def favourite(self) -> Opponent | None:
        """The opponent from whom the player tends to win most, or None; those with enough games
        together before all others.
        """
        found = [one for one in self.opponents if one.balance > 0]
        return min(found, key=lambda one: (one.is_so_far, -one.tendency), default=None)

    @property
    def nemesis(self) -> Opponent | None:
        """The opponent to whom the player tends to lose most, or None; likewise."""
        found = [one for one in self.opponents if one.balance < 0]
        return min(found, key=lambda one: (one.is_so_far, one.tendency), default=None)


def record_get(player: Player, reader: Reader = NOBODY) -> Record:
    """Read a player's record in twelve queries."""
    shares = list(EveningShare.objects.filter(player=player).order_by("played_on", "session_id"))
    evenings = _evenings(shares)
    played = [share for share in shares if share.games]
    known = ratings_of(player.club_id, players=[player.pk]).get(player.pk)
    return Record(
        player=player,
        points=sum(share.points for share in shares),
        games=sum(share.games for share in shares),
        bets=sum(share.bets for share in shares),
        average=rate_of(summed((share.points, share.games) for share in played)),
        per_bet=rate_of(summed((share.points, share.bets) for share in played), 100),
        roles=_roles(shares),
        cubes=_cubes(shares),
        answers=_answers(shares),
        boxes=_boxes(player),
        evenings=tuple(reversed(evenings[-EVENINGS_SHOWN:])),
        charted=tuple(evenings[-EVENINGS_CHARTED:]),
        best=max(evenings, key=lambda evening: evening.points, default=None),
        worst=min(evenings, key=lambda evening: evening.points, default=None),
        streak=_streak(shares),
        months=_months(shares),
        opponents=_opponents(player, reader),
        skill=known.skill if known else None,
        place=known.place if known else None,
        stand=known.stand if known else None,
        history=history_of(player.pk),
        match=known.match if known else None,
        matches=rated_matches_of(player, reader) if known and known.match else (),
        of_games=own_games(player),
    )


def _evenings(shares: list[EveningShare]) -> list[Evening]:
    """Return every session of the player, the oldest first; only the ones shown have titles."""
    if not shares:
        return []
    best = max(shares, key=lambda share: share.points)
    worst = min(shares, key=lambda share: share.points)
    shown = {share.session_id for share in (*shares[-EVENINGS_CHARTED:], best, worst)}
    sessions = Session.objects.only("public_id", "title", "played_on").in_bulk(shown)
    evenings, running = [], 0
    for share in shares:
        running += share.points
        session = sessions.get(share.session_id) or Session(pk=share.session_id)
        evenings.append(Evening(session, share.points, share.games, running))
    return evenings


def _roles(shares: list[EveningShare]) -> tuple[RoleTotal, ...]:
    totals = (
        RoleTotal(
            role,
            sum(getattr(share, f"{role}_games") for share in shares),
            sum(getattr(share, f"{role}_points") for share in shares),
            rate_of(
                summed(
                    (getattr(share, f"{role}_points"), getattr(share, f"{role}_games"))
                    for share in shares
                )
            ),
        )
        for role in ROLES
    )
    return tuple(total for total in totals if total.games)


def _cubes(shares: list[EveningShare]) -> tuple[CubeTotal, ...]:
    totals = (
        CubeTotal(
            deed,
            sum(getattr(share, deed) for share in shares),
            sum(getattr(share, f"{deed}_points") for share in shares),
            rate_of(
                summed((getattr(share, f"{deed}_points"), getattr(share, deed)) for share in shares)
            ),
        )
        for deed in DEEDS
    )
    return tuple(total for total in totals if total.times)


def _answers(shares: list[EveningShare]) -> tuple[AnswerTotal, ...]:
    totals = []
    for choice in CHOICES:
        rows = [Answers(*share.answers[choice]) for share in shares if choice in share.answers]
        if rows:
            totals.append(
                AnswerTotal(
                    choice,
                    sum(row.takes for row in rows),
                    rate_of(summed((row.take_gain, row.takes) for row in rows)),
                    sum(row.drops for row in rows),
                    sum(row.compared for row in rows),
                    rate_of(summed((row.drop_gain, row.compared) for row in rows)),
                )
            )
    return tuple(totals)


def _boxes(player: Player) -> tuple[BoxTotal, ...]:
    """Read a player's games as box by the size of the table, and the others', in two queries."""
    rows = TableShare.objects.filter(club=player.club_id, box_games__gt=0).order_by()
    columns = ("box_games", "box_won", "box_points", "box_stays")
    own: dict[int, list[tuple[int, ...]]] = defaultdict(list)
    for size, *counts in rows.filter(player=player).values_list("size", *columns):
        own[size].append(tuple(counts))
    others: dict[int, list[tuple[int, ...]]] = defaultdict(list)
    evenings = rows.exclude(player=player).filter(size__in=own).values_list("size", "session")
    for size, _session, *sums in evenings.annotate(*(Sum(column) for column in columns)):
        others[size].append(tuple(map(int, sums)))
    return tuple(
        replace(_box(size, played), usual=_box(size, others[size]) if size in others else None)
        for size, played in sorted(own.items())
    )


def _box(size: int, played: Sequence[tuple[int, ...]]) -> BoxTotal:
    """Sum up evenings of boxes at tables of a size: games, won, points, stays."""
    return BoxTotal(
        size - 1,
        sum(games for games, *_rest in played),
        rate_of(summed((100 * won, games) for games, won, _points, _stays in played)),
        rate_of(summed((points, games) for games, _won, points, _stays in played)),
        rate_of(summed((100 * games, stays) for games, _won, _points, stays in played)),
    )


def _streak(shares: list[EveningShare]) -> Streak | None:
    """Find the longest streak as box within one session, the latest of equals."""
    best = max(shares, key=lambda share: (share.box_streak, share.played_on), default=None)
    return Streak(best.box_streak, best.played_on) if best and best.box_streak else None


def _months(shares: list[EveningShare]) -> dict[date, int]:
    months: dict[date, int] = defaultdict(int)
    for share in shares:
        if share.games:
            months[share.played_on.replace(day=1)] += share.games
    return dict(months)


def _opponents(player: Player, reader: Reader) -> tuple[Opponent, ...]:
    """Read with whom points changed hands, in three queries."""
    transfers = Transfer.objects.filter(COUNTED).order_by()
    # By opponent and session: points taken, points given, games.
    sums: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0, 0]))
    taken = transfers.filter(payee=player).values_list("payer_id", "game__session")
    given = transfers.filter(payer=player).values_list("payee_id", "game__session")
    for column, found in enumerate((taken, given)):
        for pk, session, size, games in found.annotate(Sum("amount"), Count("pk")):
            sums[pk][session][column] += size
            sums[pk][session][2] += games
    people = Player.objects.in_bulk(sums)
    totals = {pk: [sum(column) for column in zip(*sums[pk].values(), strict=True)] for pk in sums}
    ranked = sorted(sums, key=lambda pk: (totals[pk][1] - totals[pk][0], pk))
    seen = people_seen((people[pk] for pk in ranked), reader)
    return tuple(
        Opponent(
            seen[pk],
            games=totals[pk][2],
            taken=totals[pk][0],
            given=totals[pk][1],
            average=rate_of(summed((won - lost, games) for won, lost, games in sums[pk].values())),
        )
        for pk in ranked
        if not is_left_out(people[pk], reader)
    )
