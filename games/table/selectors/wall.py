"""Reads the data of a wall: a club's running sessions, with names."""

from collections.abc import Sequence

from games.clubs.selectors.privacy import called_by
from games.models import Club, Seat, Session
from games.permissions import NOBODY, Reader
from games.rule_texts import Names
from games.sessions.selectors.sheets import Card, cards

MOST_TABLES = 12
"""More tables would be too small to read across the room."""
LATEST_SESSIONS = 3


def running_sessions(club: Club) -> tuple[list[Session], int]:
    """Return the tables of a wall, the oldest first, and the total number."""
    running = club.sessions.filter(status=Session.Status.OPEN).order_by("pk")
    shown = list(running[: MOST_TABLES + 1])
    for session in shown:
        session.club = club
    return shown[:MOST_TABLES], len(shown) if len(shown) <= MOST_TABLES else running.count()


def names_at(sessions: Sequence[Session], reader: Reader = NOBODY) -> dict[int, Names]:
    """Return the names of everybody who ever sat in these sessions, by the log's ids, in one
    query.
    """
    rows: dict[int, list[tuple[str, str, str]]] = {session.pk: [] for session in sessions}
    open_ones = {one.pk for one in sessions if reader.sees_names_of(one.club_id)}
    seats = Seat.objects.filter(session__in=rows).order_by("position")
    for session, player, name, shown in seats.values_list(
        "session_id", "logged_as", "player__name", "player__shown"
    ):
        rows[session].append((player, name, shown))
    return {
        pk: Names({key: name for key, name, _ in found} if pk in open_ones else called_by(found))
        for pk, found in rows.items()
    }


def latest_results(club: Club, reader: Reader = NOBODY) -> tuple[Card, ...]:
    """Return the latest sessions that count, with their best players."""
    ended = club.sessions.filter(status=Session.Status.ENDED)
    return cards(ended.order_by("-played_on", "-pk")[:LATEST_SESSIONS], reader)
