"""Players who enter themselves: the form on their phone, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Player
from games.web.codes import link_secret
from tournaments.events.selectors.fees import fee_owed
from tournaments.events.selectors.wishes import (
    Places,
    entry_now,
    is_over,
    place_in_list,
    places_of,
)
from tournaments.models import EntryWish, Event
from tournaments.pages.presenters.events_words import division_line

KIND = "enter"


@dataclass(frozen=True, slots=True)
class Choice:
    """A division to choose: how it is played, what it costs, and whether a place is free."""

    public_id: str
    name: str
    line: str
    fee: Decimal | None
    room: str
    can_enter: bool
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class EnterPage:
    """The form. `own` is the player of the account that is signed in; they type no name."""

    event: Event
    where: str
    choices: tuple[Choice, ...]
    until: str
    is_over: bool
    asks: bool
    own: Player | None
    name: str = ""
    home_club: str = ""
    problem: str = ""

    @property
    def can_enter(self) -> bool:
        """Whether there is anything to enter."""
        return not self.is_over and any(one.can_enter for one in self.choices)

    @property
    def costs(self) -> bool:
        """Whether a division has a fee."""
        return any(one.fee for one in self.choices)


@dataclass(frozen=True, slots=True)
class WishPage:
    """What became of a wish: a title, a sentence, the fee that they owe once they are in."""

    wish: EntryWish
    title: str
    said: str
    fee: Decimal | None
    can_stop: bool

    @property
    def event(self) -> Event:
        return self.wish.division.event

    @property
    def mark(self) -> str:
        """What differs where the page is to be shown anew."""
        return f"{self.said} {self.fee or ''}"


def entering_link(event: Event) -> str:
    """Return the address at which players enter an event themselves."""
    secret = link_secret(KIND, event.public_id, event.entry_code or "")
    return reverse("event_enter", args=[event.public_id, secret])


def closing_time(event: Event) -> str:
    """Say until when players can enter; blank without a limit."""
    if event.entry_until is None:
        return ""
    at = timezone.localtime(event.entry_until, ZoneInfo(event.club.time_zone))
    return str(date_format(at, "SHORT_DATETIME_FORMAT"))


def enter_page(
    event: Event,
    own: Player | None,
    *,
    chosen: str = "",
    name: str = "",
    home_club: str = "",
    problem: str = "",
) -> EnterPage:
    """Gather the form, with what was typed so far."""
    places = places_of(event)
    return EnterPage(
        event=event,
        where=entering_link(event),
        choices=tuple(
            Choice(
                public_id=one.division.public_id,
                name=one.division.name,
                line=division_line(one.division),
                fee=one.division.terms.fee or None,
                room=_room(one),
                can_enter=not one.is_drawn,
                is_chosen=one.division.public_id == chosen,
            )
            for one in places
        ),
        until=closing_time(event),
        is_over=is_over(event),
        asks=event.entry_asks,
        own=own,
        name=name,
        home_club=home_club,
        problem=problem,
    )


def wish_page(wish: EntryWish) -> WishPage:
    """Gather what became of a wish."""
    state, division = EntryWish.State, wish.division
    if wish.state not in EntryWish.OPEN and (now := entry_now(wish)) is not None:
        said = _("You are entered in %(division)s with number %(number)s.")
        params = {"division": now.division.name, "number": now.number}
        return WishPage(wish, now.name, said % params, fee_owed(now) or None, can_stop=False)
    if wish.state == state.LISTED:
        said = _(
            "All places of %(division)s are taken. You are number %(place)s on the waiting list."
        )
        params = {"division": division.name, "place": place_in_list(wish)}
        return WishPage(wish, wish.name, said % params, None, can_stop=True)
    if wish.state == state.ASKED:
        said = _("Your entry in %(division)s waits for a yes from the director.")
        return WishPage(wish, wish.name, said % {"division": division.name}, None, can_stop=True)
    said = _("You are not entered: the director said no, or has taken your entry back.")
    if wish.entry is not None:
        said = _("You do not play in %(event)s any more.") % {"event": wish.division.event.title}
    return WishPage(wish, wish.name, said, None, can_stop=False)


def _room(places: Places) -> str:
    if places.is_drawn:
        return _("drawn already: ask the director")
    if places.division.places is None:
        return ngettext(
            "%(count)s player is entered", "%(count)s players are entered", places.entered
        ) % {"count": places.entered}
    if places.is_full:
        return _("full: %(count)s on the waiting list") % {"count": places.listed}
    left = places.division.places - places.entered
    return ngettext("%(count)s place is left", "%(count)s places are left", left) % {"count": left}
