"""Reads one session: its row, its table, its people, and the user's permissions."""

from typing import Final

from django.db.models import QuerySet

from games.clubs.selectors.privacy import called_by
from games.errors import Damaged, NotFound
from games.fast.queries import Prepared
from games.models import Club, Seat, Session
from games.models.ids import is_public_id
from games.permissions import NOBODY, Asker, Capability, Reader, Somebody, capabilities
from games.record.log.snapshots import pending, position_of
from games.record.values import Pending
from games.rules.chouette import RULES_VERSION, Table

_by_public_id: Final = Prepared(
    lambda public_id: (
        Session.objects.filter(public_id=public_id).order_by().select_related("club", "season")
    )
)
_named: Final = Prepared(
    lambda session: (
        Seat.objects.filter(session=session)
        .order_by("position")
        .values_list("logged_as", "player__name", "player__shown")
    )
)


def session_get(public_id: str, user: Somebody) -> Session:
    """Return a session with its club and season.

    Raises:
        NotFound: it does not exist, or the user may not see it; a stranger cannot tell which.
    """
    return session_seen(public_id, user)[0]


def session_seen(public_id: str, user: Somebody) -> tuple[Session, Reader]:
    """Return a session with its club and season, and the user as its reader.

    Raises:
        NotFound: it does not exist, or the user may not see it; a stranger cannot tell which.
    """
    found = session_find(public_id)
    reader = Reader.of(user, found.club, found)
    if not reader.may(Capability.VIEW_CLUB):
        raise NotFound
    return found, reader


def session_find(public_id: str) -> Session:
    """Return a session with its club and season, without checking who may see it.

    Raises:
        NotFound: it does not exist.
    """
    if not is_public_id(public_id):
        raise NotFound
    found = _by_public_id.first(public_id)
    if found is None:
        raise NotFound
    return found


def session_list(club: Club) -> QuerySet[Session]:
    """Return a club's sessions, the latest first, void ones included."""
    return club.sessions.select_related("season").order_by("-played_on", "-pk")


def may(session: Session, user: Asker) -> frozenset[Capability]:
    """Return the user's permissions in a session."""
    return capabilities(user, session.club, session)


def table_of(session: Session) -> Table:
    """Return the current table from the session's row, without a query.

    Raises:
        Refused: a version of the rules with other results recorded it.
    """
    return position_of(session).table


def seats_of(session: Session) -> list[Seat]:
    """Return the seats with their players, in order of arrival; names are for those who may see
    them.
    """
    return list(session.seats.select_related("player").order_by("position"))


def names_of(session: Session, reader: Reader = NOBODY) -> dict[str, str]:
    """Return the names of everybody who ever sat here, by the log's id, in order of arrival."""
    rows = _named(session.pk)
    if not reader.sees_names_of(session.club_id):
        return called_by(rows)
    return {player: name for player, name, _shown in rows}


def players_present(session: Session) -> frozenset[str] | None:
    """Return who is at the table now, or was when the session ended; without a query.

    None where the row does not say it: it is damaged, or other rules wrote it.
    """
    if session.snapshot.get("rules_version") != RULES_VERSION:
        return None
    try:
        return frozenset(position_of(session).table.present)
    except Damaged:
        return None


def players_before(session: Session) -> frozenset[str]:
    """Return who had been at the table when the latest game began, as far as that is remembered;
    without a query.
    """
    checkpoint = session.checkpoint
    return frozenset(checkpoint["table"]["players"]) if checkpoint else frozenset()


def next_undo(session: Session) -> Pending | None:
    """Return what the next undo would undo, or None; without a query."""
    return pending(session, "undo") if session.is_open else None


def next_redo(session: Session) -> Pending | None:
    """Return what the next redo would redo, or None; without a query."""
    return pending(session, "redo") if session.is_open else None
