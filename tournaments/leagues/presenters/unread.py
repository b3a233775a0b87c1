"""What players have written and no director has read: on the director's pages, and on *Play*."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import ngettext

from games.clubs.selectors.privacy import people_seen
from games.models import Club
from games.permissions import Capability, Reader
from tournaments.leagues.presenters.mine import LeagueLine
from tournaments.leagues.selectors.dated import dated_in, directors_page, name_of
from tournaments.leagues.selectors.progress import directors_waiting, unread_of
from tournaments.leagues.times import said_at
from tournaments.models import Dated, Event, FixtureNote

MOST_UNREAD: Final = 40
"""Messages that are listed at once, the oldest first; the others follow once these are read."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message of a player about their match."""

    public_id: str
    title: str
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
    matches = [one.fixture.match for one in notes]
    two = {one.pk: one for match in matches for one in (match.first, match.second) if one}
    names = {pk: person.name for pk, person in people_seen(two.values(), reader).items()}
    return Unread(
        number,
        tuple(_message(one, names, dated.event.club) for one in notes),
        notes[-1].pk if notes else 0,
    )


def _message(note: FixtureNote, names: dict[int, str], club: Club) -> Message:
    match = note.fixture.match
    two = [names.get(pk or 0, "") for pk in (match.first_id, match.second_id)]
    who = two[note.side] if note.side is not None else ""
    return Message(match.public_id, " – ".join(two), who, note.text, said_at(club, note.created_at))


def leagues_directed(club: Club, reader: Reader) -> tuple[LeagueLine, ...]:
    """Return what waits for a director in each league and cup of their club, a line for each."""
    waiting = directors_waiting(club) if reader.may_in(Capability.DIRECT, club.pk) else {}
    if not waiting:
        return ()
    return tuple(
        LeagueLine(name_of(one), _waits(*waiting[one.event_id]), directors_page(one), waits=True)
        for one in dated_in(Event.objects.filter(pk__in=waiting))
    )


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
