"""What players have written and no director has read: on the director's pages, and on *Play*."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clubs.selectors.privacy import people_seen
from games.models import Club, Player
from games.permissions import Capability, Reader
from tournaments.leagues.presenters.cups import unreleased_said
from tournaments.leagues.presenters.mine import LeagueLine
from tournaments.leagues.selectors.dated import dated_in, directors_page, name_of
from tournaments.leagues.selectors.progress import (
    directors_waiting,
    overdue_in,
    read_in,
    unread_of,
)
from tournaments.leagues.selectors.seasons import is_past
from tournaments.leagues.times import said_at
from tournaments.models import Dated, Event, FixtureNote, LeagueSeason

MOST_UNREAD: Final = 40
"""Messages that are listed at once, the oldest first; the others follow once these are read."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message of a player about their match."""

    public_id: str
    title: str
    season: str
    """The season it is of, where that is another than the one that is shown."""
    who: str
    text: str
    at: str


@dataclass(frozen=True, slots=True)
class Unread:
    """How many messages no director has read, the oldest of them, and up to which these go."""

    number: int
    messages: tuple[Message, ...]
    up_to: int


def unread_listed(dated: Dated, reader: Reader) -> Unread:
    """Return the messages of a season or cup that no director has read."""
    number, notes = unread_of(dated, MOST_UNREAD)
    two = {one.pk: one for note in notes for one in _two(note) if one is not None}
    names = {pk: person.name for pk, person in people_seen(two.values(), reader).items()}
    return Unread(
        number,
        tuple(_message(one, names, dated) for one in notes),
        notes[-1].pk if notes else 0,
    )


def _message(note: FixtureNote, names: dict[int, str], dated: Dated) -> Message:
    match, at = note.fixture.match, said_at(dated.event.club, note.created_at)
    event = None if match.round is None else match.round.division.event
    season = "" if event is None or event.pk == dated.event_id else event.title
    two = ["" if one is None else names.get(one.pk, "") for one in _two(note)]
    who = two[note.side] if note.side is not None else ""
    return Message(match.public_id, " – ".join(two), season, who, note.text, at)


def _two(note: FixtureNote) -> tuple[Player | None, Player | None]:
    """Return the two who met when it was said: one of them may have been replaced since."""
    match = note.fixture.match
    return (match.first, match.second) if note.first_id is None else note.two


def leagues_directed(club: Club, reader: Reader) -> tuple[LeagueLine, ...]:
    """Return what waits for a director in each league and cup of their club, a line for each."""
    if not reader.may_in(Capability.DIRECT, club.pk):
        return ()
    found = dated_in(read_in(club))
    if not found:
        return ()
    waiting, late = directors_waiting(club), overdue_in(found)
    latest = {one.league_id: one.number for one in found if isinstance(one, LeagueSeason)}
    unread = _unread_by_page(found, waiting, latest)
    lines = []
    for one in found:
        if not one.event.is_open and not unread[one.event_id]:
            continue
        to_decide, to_read = waiting.get(one.event_id, (0, 0))[0], unread[one.event_id]
        said = [_waits(to_decide + late.get(one.event_id, 0), to_read)]
        page = directors_page(one)
        if isinstance(one, LeagueSeason) and one.number < latest[one.league_id]:
            said.append(_("It is open again: finish it at its desk."))
            page = reverse("event_direct", args=[one.event.public_id])
        elif one.event.is_open:
            said.append(_step(one) if isinstance(one, LeagueSeason) else unreleased_said(one))
        if any(said):
            text = " · ".join(filter(None, said))
            lines.append(LeagueLine(_title(one, latest), text, page, waits=True))
    return tuple(lines)


def _unread_by_page(
    found: Sequence[Dated], waiting: Mapping[int, tuple[int, int]], latest: Mapping[int, int]
) -> Counter[int]:
    """Return how much is to be read, by event: of all seasons of a league on the page of the
    latest.
    """
    pages = {
        one.league_id: one.event_id
        for one in found
        if isinstance(one, LeagueSeason) and one.number == latest[one.league_id]
    }
    counted: Counter[int] = Counter()
    for one in found:
        page = pages[one.league_id] if isinstance(one, LeagueSeason) else one.event_id
        counted[page] += waiting.get(one.event_id, (0, 0))[1]
    return counted


def _title(dated: Dated, latest: Mapping[int, int]) -> str:
    """Name a league, or the season of it that is not the latest."""
    if isinstance(dated, LeagueSeason) and dated.number < latest[dated.league_id]:
        return dated.event.title
    return name_of(dated)


def _step(season: LeagueSeason) -> str:
    """Say that a season is late to be released or to be closed; blank if it is neither."""
    if is_past(season):
        return _("The deadline is over: close the season, or move the deadline.")
    event = season.event
    if event.status == Event.Status.PLANNED and event.starts_on < event.club.today:
        day = date_format(event.starts_on)
        return _("It was to begin on %(day)s: release the season.") % {"day": day}
    return ""


def _waits(to_decide: int, to_read: int) -> str:
    decide = ngettext(
        "%(count)s match waits for your decision",
        "%(count)s matches wait for your decision",
        to_decide,
    ) % {"count": to_decide}
    read = ngettext("%(count)s message to read", "%(count)s messages to read", to_read) % {
        "count": to_read
    }
    return " · ".join(said for count, said in ((to_decide, decide), (to_read, read)) if count)
