"""Who wants to play, for the director: the code, who waits for a yes, who waits for a place."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.safestring import SafeString

from games.clubs.selectors.players import Roster
from games.models import Club, Player
from games.web.qr import qr_code
from tournaments.events.selectors.wishes import Places, places_of, wishes_open
from tournaments.leagues.presenters.told import late_in
from tournaments.models import Division, EntryWish, Event


@dataclass(frozen=True, slots=True)
class WishRow:
    """Somebody who wants to play; `is_known`: the club has a player of that name. `near` is the one
    who may be meant by a name that nobody has.
    """

    public_id: str
    name: str
    home_club: str
    division: Division
    is_known: bool
    near: Player | None = None


@dataclass(frozen=True, slots=True)
class EnteringPage:
    """The director's page. `code` is blank while nobody can enter; `late` are sentences on who
    comes too late for a season.
    """

    event: Event
    club: Club
    code: str
    link: str
    host: str
    qr: SafeString
    asks: bool
    until: str
    places: tuple[Places, ...]
    asked: tuple[WishRow, ...]
    listed: tuple[WishRow, ...]
    late: tuple[str, ...]

    @property
    def sure(self) -> tuple[WishRow, ...]:
        """Who can be answered with all others at once: nothing is to be asked about their name."""
        return tuple(one for one in self.asked if one.near is None)


def entering_page(event: Event, address: str) -> EnteringPage:
    """Gather the page; `address` is the code's link."""
    host, code = urlsplit(address), event.entry_code or ""
    wishes = wishes_open(event)
    roster = Roster(event.club) if wishes else None

    def row(wish: EntryWish) -> WishRow:
        shown = (wish.public_id, wish.name, wish.home_club, wish.division)
        if wish.player is not None or roster is None:
            return WishRow(*shown, is_known=wish.player is not None)
        is_known = bool(roster.fitting(wish.name))
        return WishRow(*shown, is_known, None if is_known else roster.resembling(wish.name))

    state = EntryWish.State
    return EnteringPage(
        event=event,
        club=event.club,
        code=code,
        link=address,
        host=host.netloc,
        qr=qr_code(address) if code else SafeString(""),
        asks=event.entry_asks,
        until=_typed(event),
        places=tuple(places_of(event)),
        asked=tuple(row(one) for one in wishes if one.state == state.ASKED),
        listed=tuple(row(one) for one in wishes if one.state == state.LISTED),
        late=tuple(late_in(event)) if wishes else (),
    )


def _typed(event: Event) -> str:
    """Return the closing time as the field has it."""
    if event.entry_until is None:
        return ""
    at = timezone.localtime(event.entry_until, ZoneInfo(event.club.time_zone))
    return f"{at:%Y-%m-%dT%H:%M}"
