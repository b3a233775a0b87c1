"""The content of the live stream: tables and walls, their viewers, and who is present.

It implements `chouette.live.source.Source`; `settings.LIVE_SOURCE` names this module. Topics are
"session:5" and "club:7", by primary keys. An audience is the key of a
`games.table.presenters.audience.Audience`, or "wall", and a language: "s.|de".
"""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Sequence
from copy import copy
from importlib import import_module
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Count, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone, translation

from games.errors import ServiceError
from games.fast.jinja import SWAP, table_html
from games.fast.queries import Prepared
from games.models import Club, Presence, Session, User
from games.permissions import Capability, Reader, Somebody
from games.table.live.kept import Kept
from games.table.presenters.audience import Audience
from games.table.presenters.reading import Reading, page_of_reading, reading_of
from games.table.selectors.rights import (
    HOLDER,
    USER,
    People,
    Standing,
    lasts,
    people_read,
    standings,
)
from games.web.input import Ask

Looker = tuple[str, str, str]
"""Who, the audience, and the sign-in."""

SESSION: Final = "session"
CLUB: Final = "club"
WALL: Final = "wall"
WALL_NAMED: Final = "wall-named"
"""A wall that also shows the names of players hidden from the public."""

WALLS: Final = (WALL, WALL_NAMED)

CLUB_SECONDS: Final = 0.5
"""A wall of many tables is rendered at most twice a second; a table without delay."""
FORGOTTEN: Final = datetime.timedelta(minutes=10)
"""The silence after which the presence left by a killed server is deleted."""


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
    sessions = _keys(topics, SESSION)
    if sessions:
        found |= {f"{SESSION}:{pk}": beat for pk, beat in _beats(sessions)}
    clubs = _keys(topics, CLUB)
    if clubs:
        beat = Coalesce(Sum("sessions__beat"), 0) + Count("sessions")
        counted = Club.objects.filter(pk__in=clubs).annotate(beat=beat)
        found |= {f"{CLUB}:{pk}": beat for pk, beat in counted.values_list("pk", "beat")}
    return found


def fragment(topic: str, audience: str, beat: int | None = None) -> tuple[int, str] | None:
    """Return what an audience sees, and its beat; None if the topic is gone.

    The beat is never newer than the content. `beat` is the one `look` has just returned, so that
    data of that version need not be read again.
    """
    key, _, language = audience.rpartition("|")
    with translation.override(language):
        try:
            if key in WALLS:
                return _wall(topic, sees_names=key == WALL_NAMED)
            session = _looked.find((topic, beat))
            if session is None:
                (pk,) = _keys([topic], SESSION)
                session = _session.first(pk)
            if session is None:
                return None
            return table_fragment(session, Audience.of_key(key))
        except (ObjectDoesNotExist, ServiceError):
            return None  # the page, when requested again, says why


def table_fragment(session: Session, audience: Audience) -> tuple[int, str]:
    """Return what an audience sees of a table, in the active language, and its beat.

    It is cached briefly: the player who taps and their viewers need the same rendering, and
    different audiences the same names and history.
    """
    language = translation.get_language() or ""
    here = session.public_id, session.beat, language

    def render() -> str:
        reading = _readings.find_or_make((*here, audience.sees_names), read)
        page = page_of_reading(reading, audience, Ask(), broadcast=True)
        return table_html(SWAP, page)

    def read() -> Reading:
        # A copy, because others use the cached row at the same time.
        return reading_of(copy(session), audience.reader_of(session))

    return session.beat, _fragments.find_or_make((*here, audience.key), render)


_session: Final = Prepared(
    lambda pk: Session.objects.filter(pk=pk).order_by().select_related("club")
)
_beats: Final = Prepared(
    lambda pks: Session.objects.filter(pk__in=pks).order_by().values_list("pk", "beat")
)
_fragments: Final = Kept[str]()
_readings: Final = Kept[Reading]()
_looked: Final = Kept[Session]()


def wall_for(reader: Reader) -> str:
    """Return the audience of a wall for an admitted reader."""
    return WALL_NAMED if reader.may(Capability.SEE_NAMES) else WALL


def _wall(topic: str, *, sees_names: bool) -> tuple[int, str]:
    kind, _, pk = topic.partition(":")
    beat = beats([topic]).get(topic)
    if beat is None:
        raise ObjectDoesNotExist
    # Imported by name, because the wall's page itself uses this module.
    html: str = import_module("games.table.live.wall").render(kind, int(pk), sees_names)
    return beat, html


def pace(topic: str) -> float:
    """Return the minimum seconds between two renderings."""
    return CLUB_SECONDS if topic.startswith(CLUB) else 0.0


def look(topic: str, lookers: Collection[Looker]) -> tuple[int | None, set[Looker]]:
    """Return a topic's beat, and the lookers who still have the same access.

    In a few queries, however many they are. A looker whose access has changed is left out, too:
    their browser reconnects and gets their new view.
    """
    kind, _, pk = topic.partition(":")
    session, club, beat = None, None, None
    if kind == SESSION:
        session = _session.first(int(pk))
        if session is not None:
            club, beat = session.club, session.beat
            _looked.keep((topic, beat), session)
    else:
        club = Club.objects.filter(pk=int(pk)).first()
        beat = beats([topic]).get(topic)
    if club is None:
        return None, set()
    places = [] if session is None else [session.pk]
    people = people_read([club.pk], places, {who for who, _audience, _by in lookers})
    return beat, _holding(club, session, lookers, people)


def still(lookers: Collection[tuple[str, Looker]]) -> set[tuple[str, Looker]]:
    """Return the lookers who still have access to their topics.

    In seven queries, however many viewers and tables: the end of a sign-in, membership or pass
    changes no beat, and this runs every other second.
    """
    at: dict[str, set[Looker]] = {}
    for topic, looker in lookers:
        at.setdefault(topic, set()).add(looker)
    found = Session.objects.select_related("club").in_bulk(_keys(at, SESSION))
    clubs = Club.objects.in_bulk(_keys(at, CLUB))
    places = {f"{SESSION}:{pk}": (one.club, one) for pk, one in found.items()}
    everywhere: dict[str, tuple[Club, Session | None]] = {
        **places,
        **{f"{CLUB}:{pk}": (one, None) for pk, one in clubs.items()},
    }
    near = {club.pk for club, _session in everywhere.values()}
    people = people_read(near, list(found), {looker[0] for _topic, looker in lookers})
    return {
        (topic, looker)
        for topic, (club, session) in everywhere.items()
        for looker in _holding(club, session, at[topic], people)
    }


def _holding(
    club: Club, session: Session | None, lookers: Collection[Looker], people: People
) -> set[Looker]:
    known = standings(club, session, {who for who, _audience, _by in lookers}, people)
    holds = {
        (standing, audience): _holds(standing, audience)
        for standing, audience in {(known[who], audience) for who, audience, _by in lookers}
    }
    return {
        (who, audience, sign_in)
        for who, audience, sign_in in lookers
        if holds[known[who], audience] and lasts(who, sign_in, people)
    }


def _holds(standing: Standing, audience: str) -> bool:
    if Capability.VIEW_CLUB not in standing.allowed:
        return False
    key = audience.rpartition("|")[0]
    now = Audience(
        may_score=Capability.SCORE in standing.allowed,
        may_reopen=Capability.REOPEN_SESSION in standing.allowed,
        signed_in=standing.signed_in,
        sees_names=Capability.SEE_NAMES in standing.allowed,
        player=standing.player,
    )
    return key in (WALL_NAMED if now.sees_names else WALL, now.key)


def presence_write(connections: Sequence[tuple[str, str, str]]) -> None:
    """Record that these are connected: topic, who, and the connection's id."""
    now = timezone.now()
    names = [name for _topic, _who, name in connections]
    Presence.objects.filter(seen_at__lt=now - FORGOTTEN).delete()
    known = Presence.objects.filter(connection__in=names)
    known.update(seen_at=now)
    known_names = set(known.values_list("connection", flat=True))
    Presence.objects.bulk_create(
        [
            _presence(topic, who, name, now)
            for topic, who, name in connections
            if name not in known_names and topic.startswith(SESSION)
        ],
        ignore_conflicts=True,
    )


def _presence(topic: str, who: str, name: str, now: datetime.datetime) -> Presence:
    number = int(who[len(USER) :])
    return Presence(
        session_id=int(topic.partition(":")[2]),
        user_id=number if who.startswith(USER) else None,
        holder_id=number if who.startswith(HOLDER) else None,
        connection=name,
        seen_at=now,
    )


def presence_delete(connections: Collection[str]) -> None:
    """Record that these are no longer connected."""
    Presence.objects.filter(connection__in=connections).delete()


def _keys(topics: Iterable[str], kind: str) -> list[int]:
    return [int(topic.partition(":")[2]) for topic in topics if topic.startswith(f"{kind}:")]
