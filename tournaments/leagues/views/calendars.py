"""Agreed dates for calendars: one as a file, all of a player under a secret address."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.clubs.selectors.privacy import people_seen
from games.errors import NotFound
from games.models import User
from games.web.address import site_address
from tournaments.leagues.exports.calendars import calendar_of
from tournaments.leagues.selectors.dated import dated_playing
from tournaments.leagues.selectors.fixtures import FixtureShown, fixture_of, fixtures_by_dated
from tournaments.leagues.services.feeds import LANGUAGE, feed_language, feed_player
from tournaments.models import EntryPass
from tournaments.pages.actors import match_for
from tournaments.record.selectors.dated import dated_of_match
from tournaments.record.services.access import directs, side_of


@never_cache
@require_safe
def fixture_calendar(request: HttpRequest, public_id: str) -> HttpResponse:
    """Give the agreed date of a fixture to its players and the director."""
    match, reader, actor = match_for(request, public_id)
    dated = dated_of_match(match)
    shown = None if dated is None else fixture_of(dated, public_id)
    doer = actor if isinstance(actor, User | EntryPass) else None
    is_theirs = doer is not None and (side_of(doer, match) is not None or directs(doer, match.club))
    if shown is None or not is_theirs or shown.agreed_at is None:
        raise NotFound
    two = [one for one in (shown.match.first, shown.match.second) if one is not None]
    names = {pk: one.name for pk, one in people_seen(two, reader).items()}
    return _calendar(calendar_of([shown], names, site_address()), f"{public_id}.ics")


@never_cache
@require_safe
def feed(request: HttpRequest, token: str) -> HttpResponse:
    """Give a player's calendar to whoever has its address."""
    player = feed_player(token)
    found = [
        shown
        for fixtures in fixtures_by_dated(dated_playing(player), player).values()
        for shown in fixtures
    ]
    with override(feed_language(player, request.GET.get(LANGUAGE, ""))):
        title = _("Matches of %(name)s") % {"name": player.name}
        content = calendar_of(found, _own_names(found), site_address(), title)
    return _calendar(content, "")


def _own_names(fixtures: list[FixtureShown]) -> dict[int, str]:
    """Return the names of the two of each fixture: who plays each other knows the other by name."""
    return {
        player.pk: player.current.name
        for shown in fixtures
        for player in (shown.match.first, shown.match.second)
        if player is not None
    }


def _calendar(content: bytes, name: str) -> HttpResponse:
    answer = HttpResponse(content, content_type="text/calendar; charset=utf-8")
    if name:
        answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
