"""Reads phones at a table: connected, waiting, and who speaks for whom."""

from typing import Final

from django.db.models import QuerySet
from django.utils import timezone

from games.errors import NotFound
from games.fast.queries import Prepared
from games.models import Club, Pass, Presence, Session
from games.models.ids import is_public_id
from games.record.services.speakers import CONNECTED as SEEN

_waiting: Final = Prepared(
    lambda session: Pass.objects.filter(session=session, state=Pass.State.WAITING).order_by("pk")
)


def claims_of(session: Session) -> list[Pass]:
    """Return the phones waiting for approval, in order of arrival."""
    return _waiting(session.pk)


def passes_of(session: Session) -> QuerySet[Pass]:
    """Return the granted passes, used or not."""
    return session.passes.filter(state=Pass.State.GRANTED).order_by("pk")


def screens_of(club: Club) -> QuerySet[Pass]:
    """Return the passes of screens that show all tables of a club."""
    granted = club.passes.filter(session__isnull=True, state=Pass.State.GRANTED)
    return granted.select_related("created_by").order_by("pk")


def pass_get(place: Session | Club, public_id: str) -> Pass:
    """Return a pass of a table, or of a club's walls, in any state.

    Raises:
        NotFound: it does not exist.
    """
    if not is_public_id(public_id):
        raise NotFound
    rows = place.passes.filter(public_id=public_id)
    if isinstance(place, Club):
        rows = rows.filter(session__isnull=True)
    found = rows.select_related("club", "session__club").first()
    if found is None:
        raise NotFound
    return found


def present_at(session: Session) -> QuerySet[Presence]:
    """Return the open streams of those who may act at a table."""
    seen = session.presences.filter(seen_at__gte=timezone.now() - SEEN)
    return seen.select_related("user", "holder").order_by("pk")


def speakers_at(session: Session) -> dict[str, str]:
    """Return who speaks for whom, by the log's ids; blank means the captain of the moment."""
    return dict(session.proxies.values_list("player", "speaker"))


def session_of_code(code: str) -> Session | None:
    """Return the running session with this short code."""
    if not is_public_id(code):
        return None
    open_now = Session.objects.filter(join_code=code, status=Session.Status.OPEN)
    return open_now.select_related("club").first()
