"""Names of the live stream's topics and viewers, and the topics' beats."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Sum
from django.db.models.functions import Coalesce

from games.fast.queries import Prepared
from games.models import Club, Session, User
from games.permissions import Capability, Reader, Somebody
from games.table.selectors.rights import HOLDER, USER

SESSION: Final = "session"
CLUB: Final = "club"
WALL: Final = "wall"
WALL_NAMED: Final = "wall-named"
"""A wall that also shows the names of players hidden from the public."""

WALLS: Final = (WALL, WALL_NAMED)

_beats: Final = Prepared(
    lambda pks: Session.objects.filter(pk__in=pks).order_by().values_list("pk", "beat")
)


def topic_of(what: Session | Club) -> str:
    return f"{SESSION if isinstance(what, Session) else CLUB}:{what.pk}"


def who_is(actor: Somebody | None) -> str:
    """Return an actor's name for the stream; blank for a guest."""
    if isinstance(actor, User):
        return f"{USER}{actor.pk}"
    return "" if actor is None or isinstance(actor, AnonymousUser) else f"{HOLDER}{actor.pk}"


def beats(topics: Collection[str]) -> dict[str, int]:
    """Return the beat of each existing topic, in one query per kind."""
    found: dict[str, int] = {}
    sessions = keys_of(topics, SESSION)
    if sessions:
        found |= {f"{SESSION}:{pk}": beat for pk, beat in _beats(sessions)}
    clubs = keys_of(topics, CLUB)
    if clubs:
        beat = Coalesce(Sum("sessions__beat"), 0) + Count("sessions")
        counted = Club.objects.filter(pk__in=clubs).annotate(beat=beat)
        found |= {f"{CLUB}:{pk}": beat for pk, beat in counted.values_list("pk", "beat")}
    return found


def wall_for(reader: Reader) -> str:
    """Return the audience of a wall for an admitted reader."""
    return WALL_NAMED if reader.may(Capability.SEE_NAMES) else WALL


def keys_of(topics: Iterable[str], kind: str) -> list[int]:
    return [int(topic.partition(":")[2]) for topic in topics if topic.startswith(f"{kind}:")]
