"""Renders a screen's wall for the live stream, in the active language."""

from django.template.loader import render_to_string

from games.models import Club, Session
from games.permissions import Capability, Reader
from games.table.live.topics import SESSION, beats
from games.table.presenters.wall import Wall, club_wall, session_wall


def hung(kind: str, pk: int, sees_names: bool = False) -> tuple[Wall, int]:
    """Read a wall of one session or of a club's running sessions, and its beat.

    Raises:
        ObjectDoesNotExist: the session or club does not exist.
    """
    topic = f"{kind}:{pk}"
    # Read first: the content may be newer than its beat, never older.
    beat = beats([topic]).get(topic, 0)
    if kind == SESSION:
        session = Session.objects.select_related("club").get(pk=pk)
        return session_wall(session, _anybody(session.club_id, session.pk, sees_names)), beat
    club = Club.objects.get(pk=pk)
    return club_wall(club, _anybody(club.pk, None, sees_names)), beat


def _anybody(club: int, session: int | None, sees_names: bool) -> Reader:
    """Return a reader of a wall: readers differ only in whether they see all names."""
    names = frozenset({Capability.SEE_NAMES} if sees_names else ())
    return Reader(club_id=club, session_id=session, let_in=names)


def render(kind: str, pk: int, sees_names: bool = False) -> str:
    """Render a wall for all viewers who see the same names."""
    wall, beat = hung(kind, pk, sees_names)
    return render_to_string("table/wall/wall.html", {"wall": wall, "beat": beat})
