"""The content of the live stream: tables and walls, their viewers, and who is present.

It implements `chouette.live.source.Source`, and `games.live` asks it. Topics are
"session:5" and "club:7", by primary keys. An audience is the key of a
`games.table.presenters.audience.Audience`, or "wall", and a language: "s.|de".
"""

from __future__ import annotations

from collections.abc import Collection
from copy import copy
from typing import Final

from django.core.exceptions import ObjectDoesNotExist
from django.utils import translation

from games.errors import ServiceError
from games.fast.kept import Kept
from games.fast.queries import Prepared
from games.models import Club, Session
from games.permissions import Capability
from games.table.live import wall
from games.table.live.presence import presence_delete, presence_write
from games.table.live.topics import CLUB, SESSION, WALL, WALL_NAMED, WALLS, beats, keys_of
from games.table.presenters.audience import reader_for
from games.table.presenters.html import panes_html, table_html
from games.table.presenters.page import page_from_reading
from games.table.presenters.parts import SWAP
from games.table.presenters.reading import own_of, pages_of_panes, reading_of
from games.table.presenters.values import Audience, Reading
from games.table.selectors.rights import (
    People,
    Rights,
    lasts,
    people_read,
    standings,
)
from games.web.input import Input

__all__ = ["beats", "fragment", "look", "pace", "presence_delete", "presence_write", "still"]

Looker = tuple[str, str, str]
"""Who, the audience, and the sign-in."""

CLUB_SECONDS: Final = 0.5
"""A wall of many tables is rendered at most twice a second; a table without delay."""


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
                (pk,) = keys_of([topic], SESSION)
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
        reading = _read(session, audience)
        own = own_of(copy(session), reading, audience, Input())
        return table_html(SWAP, page_from_reading(reading, own, Input(), broadcast=True))

    return session.beat, _fragments.find_or_make((*here, audience.key), render)


def panes_fragment(session: Session, audience: Audience) -> str:
    """Return every pane that an audience can open now, in the active language.

    Phones fetch it when nothing else is to be done, so that their next tap needs no network.
    """

    def render() -> str:
        whole = _read(session, audience, whole=True)
        reading = _read(session, audience)
        return panes_html(pages_of_panes(copy(session), reading, whole, audience))

    here = session.public_id, session.beat, translation.get_language() or ""
    return _fragments.find_or_make((*here, audience.key, "panes"), render)


def _read(session: Session, audience: Audience, *, whole: bool = False) -> Reading:
    """Return what all audiences with these names share, read once in a moment."""

    def read() -> Reading:
        # A copy, because others use the cached row at the same time.
        return reading_of(copy(session), reader_for(audience, session), whole=whole)

    language = translation.get_language() or ""
    key = session.public_id, session.beat, language, audience.sees_names, whole
    return _readings.find_or_make(key, read)


_session: Final = Prepared(
    lambda pk: Session.objects.filter(pk=pk).order_by().select_related("club")
)
_fragments: Final = Kept[str]()
_readings: Final = Kept[Reading]()
_looked: Final = Kept[Session]()


def _wall(topic: str, *, sees_names: bool) -> tuple[int, str]:
    kind, _, pk = topic.partition(":")
    beat = beats([topic]).get(topic)
    if beat is None:
        raise ObjectDoesNotExist
    return beat, wall.render(kind, int(pk), sees_names)


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
    found = Session.objects.select_related("club").in_bulk(keys_of(at, SESSION))
    clubs = Club.objects.in_bulk(keys_of(at, CLUB))
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


def _holds(standing: Rights, audience: str) -> bool:
    if Capability.VIEW_CLUB not in standing.allowed:
        return False
    key = audience.rpartition("|")[0]
    now = Audience(
        may_score=Capability.SCORE in standing.allowed,
        may_reopen=Capability.REOPEN_SESSION in standing.allowed,
        signed_in=standing.signed_in,
        sees_names=Capability.SEE_NAMES in standing.allowed,
        sees_money=Capability.VIEW_MONEY in standing.allowed,
        player=standing.player,
    )
    return key in (WALL_NAMED if now.sees_names else WALL, now.key)
