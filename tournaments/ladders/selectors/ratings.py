"""Reads what a player's figure is made of, and the games behind a club's figures."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.clubs.selectors.privacy import people_seen
from games.models import Club, Player, Session
from games.permissions import NOBODY, Reader
from tournaments.ladders.services.played import games_of
from tournaments.models import RatingPoint, RatingState, SessionEvidence, SkillRating
from tournaments.ratings.evidence import BoxGame, Evidence, expected
from tournaments.ratings.inputs import Input
from tournaments.ratings.skill import Z95, Spread, forgotten, surprise

EVENINGS: Final = 10
"""The number of latest evenings whose effect on a figure is shown."""
LONG: Final = ("session__snapshot", "session__checkpoint", "session__rules_json")


@dataclass(frozen=True, slots=True)
class Played:
    """A game from a player's side: role, points won, points expected by the estimate, and how far
    dice move them (a variance).
    """

    number: int
    role: str
    won: float
    expected: float
    variance: float


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening: games, points won and expected, and its effect on today's figure."""

    session: Session
    games: tuple[Played, ...]
    adds: float

    @property
    def won(self) -> float:
        """The points won, for a stake of one and without side bets."""
        return sum(game.won for game in self.games)

    @property
    def expected(self) -> float:
        """The points expected by today's figures."""
        return sum(game.expected for game in self.games)

    @property
    def width(self) -> float:
        """How far from the expected points dice alone take 19 of 20 such evenings."""
        return Z95 * math.sqrt(sum(game.variance for game in self.games))


@dataclass(frozen=True)
class Explained:
    """A figure and its parts: `older` is the sum of all earlier evenings.

    `before` is the figure of the previous month in which the player played. Without a rating there
    is nothing to explain; a settled player has no evenings.
    """

    player: Player
    club: Club
    rating: SkillRating | None
    state: RatingState | None
    history: tuple[RatingPoint, ...]
    evenings: tuple[Evening, ...] = ()
    older: float = 0.0

    @property
    def before(self) -> RatingPoint | None:
        return self.history[-2] if len(self.history) > 1 else None


def rating_explained(player: Player) -> Explained:
    """Read what a player's figure is made of, in nine queries."""
    club = player.club
    rating = SkillRating.objects.filter(player=player).first()
    state = RatingState.objects.filter(club=club).first()
    history = tuple(RatingPoint.objects.filter(player=player).order_by("month"))
    found = Explained(player, club, rating, state, history)
    if rating is None or rating.is_settled or state is None or state.played_on is None:
        return found
    rows = list(
        SessionEvidence.objects.filter(session__seats__player=player, club=club, games__gt=0)
        .select_related("session")
        .defer(*LONG)
        .order_by("-played_on", "-pk")[:EVENINGS]
    )
    evidence = {row.pk: Evidence.from_bytes(bytes(row.data)) for row in rows}
    skill = _skills({name for one in evidence.values() for name in one.players})
    games = _games(str(player.pk), list(evidence), skill, state.spread)
    evenings = []
    for row in rows:
        if row.pk in games:
            age = (state.played_on - row.played_on).days
            pull = surprise(evidence[row.pk], skill, state.spread)[str(player.pk)]
            adds = 1000 * state.spread.tau**2 * forgotten(age) * pull
            evenings.append(Evening(row.session, tuple(games[row.pk]), adds))
    older = rating.estimate.figure - 1500 - sum(evening.adds for evening in evenings)
    return Explained(player, club, rating, state, history, tuple(evenings), older)


def inputs_of(club: Club, reader: Reader = NOBODY) -> list[Input]:
    """Return the games behind a club's figures, with names as the reader may see them."""
    rows = SessionEvidence.objects.filter(club=club, games__gt=0).order_by("played_on", "pk")
    sessions = {
        pk: (public_id, day)
        for pk, public_id, day in rows.values_list("pk", "session__public_id", "played_on")
    }
    people = people_seen(club.players.order_by("pk"), reader).values()
    names = {str(one.pk): one.name for one in people}
    found = [
        Input(*sessions[session], number, _named(game, names))
        for session, number, game in games_of(sessions)
    ]
    return sorted(found, key=lambda one: (one.day, one.session, one.number))


def _named(game: BoxGame, names: Mapping[str, str]) -> BoxGame:
    box = tuple((names[player], share) for player, share in game.box)
    members = tuple(names[member] for member in game.members)
    return BoxGame(box, members, game.points, game.cube)


def _skills(players: set[str]) -> dict[str, float]:
    rows = SkillRating.objects.filter(player__in=map(int, players)).order_by()
    known = {str(pk): skill for pk, skill in rows.values_list("player_id", "skill")}
    # A merge may happen between the queries; a missing player counts as average.
    return {player: known.get(player, 0.0) for player in players}


def _games(
    player: str, sessions: Sequence[int], skill: dict[str, float], spread: Spread
) -> dict[int, list[Played]]:
    found: dict[int, list[Played]] = {}
    for session, number, game in games_of(sessions):
        for name in (*game.members, *(name for name, _share in game.box)):
            skill.setdefault(name, 0.0)
        seen = _seen_by(player, number, game, skill, spread)
        if seen is not None:
            found.setdefault(session, []).append(seen)
    return found


def _seen_by(
    player: str, number: int, game: BoxGame, skill: Mapping[str, float], spread: Spread
) -> Played | None:
    cubes, one, m = expected(game, skill), game.cube**2 * spread.sigma2, len(game.members)
    for place, (member, won) in enumerate(zip(game.members, game.points, strict=True)):
        if member == player:
            role = "crew" if place else "captain"
            return Played(number, role, won, cubes[place] * game.cube, one)
    for place, (name, share) in enumerate(game.box):
        if name == player:
            role = "partner" if place else "box"
            lost = -share * sum(game.points)
            swing = share**2 * one * m * (1 + (m - 1) * spread.rho)
            return Played(number, role, lost, -share * sum(cubes) * game.cube, swing)
    return None
