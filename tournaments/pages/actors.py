"""Who acts on an event's pages: a signed-in user, or the pass in a phone's cookie."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Final

from django.contrib import messages
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.accounts.services.link_tokens import token_hash
from games.errors import NotFound
from games.models import Board, Club, Player, User
from games.permissions import Capability, Reader, Somebody
from games.web.cookies import cookie_keep
from tournaments.errors import EventNotAllowed
from tournaments.events.selectors.events import event_seen
from tournaments.events.selectors.phones import own_player
from tournaments.models import EntryPass, Event, LeagueSeason, Match
from tournaments.pages.selectors.matches import former_find, is_out, match_find
from tournaments.record.selectors.passes import may_follow
from tournaments.record.services.access import directs, side_of
from tournaments.record.services.writing import Doer

SALT: Final = "tournaments.event-pass"
COOKIE: Final = "event-"
A_SEASON: Final = 120 * 24 * 60 * 60
"""How long a phone keeps its pass: a league may last for months."""
READ_AFTERWARDS: Final = datetime.timedelta(days=2)
"""How long a pass still shows an event after its end."""
SEASON_READ_AFTERWARDS: Final = datetime.timedelta(days=30)
"""The same of a season or a cup, which lasted for months: as long as passes are kept."""


def cookie_name(event: Event) -> str:
    return f"{COOKIE}{event.public_id}"


def token_sealed(token: str) -> str:
    """Return a pass's secret as links and cookies carry it."""
    return signing.dumps(token, salt=SALT)


def pass_opened(text: str) -> EntryPass | None:
    """Return the pass of a link or a cookie in any state; None if the text is invalid."""
    try:
        token = signing.loads(text, salt=SALT)
    except signing.BadSignature:
        return None
    if not isinstance(token, str):
        return None
    found = EntryPass.objects.filter(token_hash=token_hash(token))
    return found.select_related("event__club", "player").first()


def pass_of(request: HttpRequest, event: Event) -> EntryPass | None:
    """Return this phone's pass for an event, in any state."""
    sealed = request.COOKIES.get(cookie_name(event))
    holder = pass_opened(sealed) if sealed else None
    return holder if holder is not None and holder.event.public_id == event.public_id else None


def former_pass(request: HttpRequest, seasons: Sequence[LeagueSeason]) -> EntryPass | None:
    """Return this phone's pass of an earlier season, `seasons` being the latest first, with which
    it may go on in the latest; None if it has one of that already.
    """
    if len(seasons) < 2 or pass_of(request, seasons[0].event) is not None:
        return None
    for season in seasons[1:]:
        holder = pass_of(request, season.event)
        if holder is not None and may_follow(holder, seasons[0].event):
            return holder
    return None


def holds_some(request: HttpRequest) -> bool:
    """Tell whether this phone may hold a pass; without a query."""
    return any(name.startswith(COOKIE) for name in request.COOKIES)


def season_held(request: HttpRequest, seasons: Sequence[LeagueSeason]) -> LeagueSeason | None:
    """Return the season of a league that is this phone's own, `seasons` being the latest first: of
    those that its passes show the latest; none if the director has blocked it since.
    """
    for season in seasons:
        holder = pass_of(request, season.event)
        if holder is not None and holder.state == EntryPass.State.REVOKED:
            return None
        if is_let_in(holder):
            return season
    return None


def reader_held(request: HttpRequest, club: Club, seasons: Sequence[LeagueSeason]) -> Reader | None:
    """Return who reads a league with this phone's pass of one of its seasons: the names of all of
    them, in a public club, too; None without such a pass.
    """
    if season_held(request, seasons) is None:
        return None
    return Reader.of(request.user, club).also(Capability.VIEW_CLUB, Capability.SEE_NAMES)


def is_let_in(holder: EntryPass | None) -> bool:
    """Tell whether a pass shows its event: while it lasts, and for some days afterwards."""
    if holder is None or holder.state != EntryPass.State.GRANTED:
        return False
    event = holder.event
    lasts = SEASON_READ_AFTERWARDS if event.own_dates else READ_AFTERWARDS
    return event.is_open or timezone.now() - event.changed_at <= lasts


def _reads(request: HttpRequest, public_id: str, holder: EntryPass | None) -> bool:
    """Tell whether this phone reads an event: by its pass, or by one of another season of the same
    league, whose pages lead from season to season. With that it does not act.
    """
    if is_let_in(holder):
        return True
    by_others = holder is None or (
        holder.state != EntryPass.State.REVOKED and not holder.event.is_open
    )
    if not by_others or not holds_some(request):
        return False
    seasons = LeagueSeason.objects.filter(league__seasons__event__public_id=public_id)
    others = Event.objects.filter(league_season__in=seasons).only("public_id")
    return any(is_let_in(pass_of(request, one)) for one in others)


def holding(answer: HttpResponse, event: Event, sealed: str) -> HttpResponse:
    """Store a pass in a cookie, sent to all pages, because matches have their own addresses."""
    cookie_keep(answer, cookie_name(event), sealed, lasts=A_SEASON)
    return answer


def event_for(request: HttpRequest, public_id: str) -> tuple[Event, Reader, EntryPass | None]:
    """Return an event the user may see, its reader, and this phone's pass if granted.

    Raises:
        NotFound: it does not exist, or the user may not see it; a stranger cannot tell which.
        NotAllowed: this phone's pass was revoked.
    """
    holder = pass_of(request, Event(public_id=public_id))
    reads = _reads(request, public_id, holder)
    try:
        event, reader = event_seen(public_id, request.user, is_let_in=reads)
    except NotFound:
        raise _unseen(holder) from None
    return event, reader, holder if is_let_in(holder) else None


def match_for(request: HttpRequest, public_id: str) -> tuple[Match, Reader, Somebody | EntryPass]:
    """Return a match, its reader, and its actor.

    The actor is the signed-in user if permitted, else their phone's pass, else none.

    Raises:
        NotFound: it does not exist, or the user may not see it; a stranger cannot tell which.
        NotAllowed: this phone's pass for the event was revoked.
    """
    match, user = match_find(public_id), request.user
    reader = Reader.of(user, match.club)
    event = None if match.round is None else match.round.division.event
    holder = None if event is None else pass_of(request, event)
    reads = event is not None and _reads(request, event.public_id, holder)
    if reads:
        reader = reader.also(Capability.VIEW_CLUB, Capability.SEE_NAMES)
    if not reader.may(Capability.VIEW_CLUB):
        raise _unseen(holder)
    if not is_out(match) and not reader.may(Capability.DIRECT):
        raise NotFound
    if isinstance(user, User) and (directs(user, match.club) or side_of(user, match) is not None):
        return match, reader, user
    return match, reader, holder if holder is not None and is_let_in(holder) else user


def led_on(request: HttpRequest, public_id: str) -> HttpResponse:
    """Lead whoever asks for a match that is gone, for its division was drawn anew, to the match of
    the two as it is now; where they do not meet any more, players to their own page.

    Raises:
        NotFound: there was none, or the user may not see it; a stranger cannot tell which.
        NotAllowed: this phone's pass for the event was revoked.
    """
    former, match = former_find(public_id)
    event, _reader, holder = event_for(request, former.public_id)
    if match is not None:
        messages.info(request, _("This match was drawn anew since: here it is as it is now."))
        return redirect("match", match.public_id)
    messages.info(request, _("That match is not played any more: the two do not meet now."))
    own = player_in(event, doer_in(request, event, holder))
    return redirect("event" if own is None else "event_me", event.public_id)


def match_of_board(request: HttpRequest, board: Board) -> str:
    """Return the page of the match on a board, for a phone with a pass of who plays it."""
    if not holds_some(request):
        return ""
    found = Match.objects.select_related("round__division__event", "first", "second")
    match = found.filter(online=board, round__isnull=False).first()
    if match is None or match.round is None:
        return ""
    holder = pass_of(request, match.round.division.event)
    if holder is None or not is_let_in(holder) or side_of(holder, match) is None:
        return ""
    return reverse("match", args=[match.public_id])


def _unseen(holder: EntryPass | None) -> NotFound | EventNotAllowed:
    """Return the error for a reader without access; a phone with a former pass learns why."""
    if holder is None:
        return NotFound()
    if holder.state == EntryPass.State.PARTED:
        # It rests since its player is not entered any more, or since the event is long over.
        return EventNotAllowed("pass_parted" if holder.event.is_open else "pass_over")
    if holder.state == EntryPass.State.GRANTED:
        return EventNotAllowed("pass_over")
    is_blocked = holder.state == EntryPass.State.REVOKED
    return EventNotAllowed("pass_unknown") if is_blocked else NotFound()


def doer_in(request: HttpRequest, event: Event, holder: EntryPass | None) -> Doer | None:
    """Return who acts for their own player in an event: the account, else the phone."""
    user = request.user
    if isinstance(user, User) and own_player(event, user) is not None:
        return user
    return holder


def may_be_in(request: HttpRequest, event: Event, holder: EntryPass | None) -> bool:
    """Tell whether an event offers *My table* to this reader.

    Players of the event find their own page there, and guests say there who they are.
    """
    if not request.user.is_authenticated:
        return True
    return player_in(event, doer_in(request, event, holder)) is not None


def player_in(event: Event, doer: Doer | None) -> Player | None:
    """Return the player for whom a user or phone acts in an event."""
    if isinstance(doer, EntryPass):
        return doer.player.current
    return None if doer is None else own_player(event, doer)
