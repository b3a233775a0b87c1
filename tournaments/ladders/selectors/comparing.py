"""Reads two players of a club side by side, in a constant number of queries."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.clubs.selectors.privacy import Person, is_left_out, people_seen
from games.models import Club, Player, Session
from games.permissions import NOBODY, Reader
from tournaments.ladders.selectors.people import Opponent, Record, record_get
from tournaments.models import EveningShare, MatchRatingPoint

TOGETHER_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Shared:
    """An evening that both played, and the points of each, in hundredths."""

    session: Session
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two players side by side, and what happened between them.

    `together` are the latest evenings of both, newest first; `evenings` counts all of them, `ahead`
    those in which the first, and the second, had more points. `between` are the points that went
    from one to the other, from the first's side; `won` the rated matches that each won of the
    other. `totals` are the running totals of both after each evening that either played.
    """

    club: Club
    people: tuple[Person, Person]
    records: tuple[Record, Record]
    together: tuple[Shared, ...]
    evenings: int
    ahead: tuple[int, int]
    between: Opponent | None
    won: tuple[int, int]
    totals: tuple[tuple[int | None, ...], tuple[int | None, ...]]

    @property
    def is_known(self) -> bool:
        """Whether either of them has played anything."""
        return any(one.evenings or one.match for one in self.records)


def players_to_compare(club: Club, reader: Reader = NOBODY) -> list[Person]:
    """Return the players who can be compared, by name; those the reader may not see are left
    out.
    """
    players = club.players.filter(merged_into=None).order_by("name_key", "pk")
    shown = (one for one in players if not is_left_out(one, reader))
    return list(people_seen(shown, reader).values())


def comparison_get(first: Player, second: Player, reader: Reader = NOBODY) -> Comparison:
    """Compare two players of a club.

    Raises:
        ValueError: it is one and the same.
    """
    if first == second:
        raise ValueError("a player is compared with somebody else")
    both = (first, second)
    records = (record_get(first, reader), record_get(second, reader))
    seen = people_seen(both, reader)
    points, days = _points(both)
    shared = [key for key in days if all(key in points[one.pk] for one in both)]
    shared.sort(key=lambda key: days[key], reverse=True)
    shown = shared[:TOGETHER_SHOWN]
    sessions = Session.objects.only("public_id", "title", "played_on").in_bulk(shown)
    pairs = [(points[first.pk][key], points[second.pk][key]) for key in shared]
    matches = MatchRatingPoint.objects.filter(player=first, opponent=second).order_by()
    won = list(matches.values_list("won", flat=True))
    return Comparison(
        club=first.club,
        people=(seen[first.pk], seen[second.pk]),
        records=records,
        together=tuple(
            Shared(sessions[key], points[first.pk][key], points[second.pk][key]) for key in shown
        ),
        evenings=len(shared),
        ahead=(sum(one > two for one, two in pairs), sum(one < two for one, two in pairs)),
        between=next((one for one in records[0].opponents if one.player.pk == second.pk), None),
        won=(sum(won), len(won) - sum(won)),
        totals=(_running(points[first.pk], days), _running(points[second.pk], days)),
    )


Day = tuple[object, int]


def _points(both: tuple[Player, Player]) -> tuple[dict[int, dict[int, int]], dict[int, Day]]:
    """Return the points of each by evening, and the day of every evening, in order."""
    found: dict[int, dict[int, int]] = {one.pk: {} for one in both}
    days: dict[int, Day] = {}
    shares = EveningShare.objects.filter(player__in=both).order_by("played_on", "session_id")
    for player, session, day, size in shares.values_list(
        "player_id", "session_id", "played_on", "points"
    ):
        found[player][session] = size
        days[session] = (day, session)
    return found, days


def _running(points: Mapping[int, int], days: Mapping[int, Day]) -> tuple[int | None, ...]:
    """Return a running total after each evening; None until the player came."""
    running: int | None = None
    found = []
    for session in days:
        if session in points:
            running = (running or 0) + points[session]
        found.append(running)
    return tuple(found)
