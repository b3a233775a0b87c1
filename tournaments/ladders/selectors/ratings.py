"""Reads what a player's figure is made of, and the games behind a club's figures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.clubs.selectors.privacy import people_seen
from games.models import Club, Player, Session
from games.permissions import NOBODY, Reader
from tournaments.ladders.services.played import games_of
from tournaments.models import RatingPoint, RatingState, SessionEvidence, SkillRating
from tournaments.ratings.evidence import BoxGame, Evidence
from tournaments.ratings.inputs import Input
from tournaments.ratings.parts import Part, Played, seen_by
from tournaments.ratings.skill import Spread, forgotten, surprise

EVENINGS: Final = 10
"""The number of latest evenings whose effect on a figure is shown."""
LONG: Final = ("session__snapshot", "session__checkpoint", "session__rules_json")


@dataclass(frozen=True, slots=True)
class Evening(Part):
    """An evening's part of a figure, with its session."""

    session: Session


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
            evenings.append(Evening(games[row.pk], adds, row.session))
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
) -> dict[int, tuple[Played, ...]]:
    games: dict[int, list[tuple[int, BoxGame]]] = {}
    for session, number, game in games_of(sessions):
        for name in (*game.members, *(name for name, _share in game.box)):
            skill.setdefault(name, 0.0)
        games.setdefault(session, []).append((number, game))
    found = {session: seen_by(player, those, skill, spread) for session, those in games.items()}
    return {session: those for session, those in found.items() if those}
