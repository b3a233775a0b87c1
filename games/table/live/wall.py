"""What the live stream sends to a screen on the wall: its whole picture, in the active language."""

from django.template.loader import render_to_string

from games.models import Club, Session
from games.table.live.source import SESSION, beats
from games.table.presenters.wall import Wall, club_wall, session_wall


def hung(kind: str, pk: int, is_veiled: bool = False) -> tuple[Wall, int]:
    """Read a wall, of one session or of all that run in a club, and the beat it has at least.

    Raises:
        ObjectDoesNotExist: there is no such session or club.
    """
    topic = f"{kind}:{pk}"
    # Read first: what hangs there may be newer than its beat, never older.
    beat = beats([topic]).get(topic, 0)
    if kind == SESSION:
        session = Session.objects.select_related("club").get(pk=pk)
        session.club.veiled = is_veiled
        return session_wall(session), beat
    club = Club.objects.get(pk=pk)
    club.veiled = is_veiled
    return club_wall(club), beat


def render(kind: str, pk: int, is_veiled: bool = False) -> str:
    """Render a wall for all who look at it: whether names are veiled is all that they differ in."""
    wall, beat = hung(kind, pk, is_veiled)
    return render_to_string("wall/wall.html", {"wall": wall, "beat": beat})
