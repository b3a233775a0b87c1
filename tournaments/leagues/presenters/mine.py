"""What a member's leagues and cups ask of them, a line for each: on *Play*."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Club, Player
from games.permissions import Reader, Somebody
from tournaments.leagues.presenters.fixtures import FixtureCard, cards_of
from tournaments.leagues.presenters.words import bye_said, waiting_said
from tournaments.leagues.selectors.dated import dated_playing, name_of, own_page
from tournaments.leagues.selectors.fixtures import FixtureShown, decided_lately, fixtures_by_dated
from tournaments.leagues.selectors.idle import idle_in
from tournaments.leagues.selectors.leagues import player_of
from tournaments.models import Cup, Dated


@dataclass(frozen=True, slots=True)
class LeagueLine:
    """What is next in a league or cup, or what is owed there, and where a tap leads."""

    title: str
    text: str
    url: str
    waits: bool


def leagues_mine(club: Club, user: Somebody, reader: Reader) -> tuple[LeagueLine, ...]:
    """Return what is next for a member in each league and cup that has a match for them."""
    player = player_of(club, user)
    playing = [] if player is None else dated_playing(player)
    if player is None or not playing:
        return ()
    found = fixtures_by_dated(playing, player)
    news = decided_lately((shown for ones in found.values() for shown in ones), user)
    idle = idle_in(playing, player)
    return tuple(
        line
        for one in playing
        for line in (
            *_lines(one, found[one.event_id], club, reader, player, news),
            *_idle(one, idle.get(one.event_id)),
        )
    )


def _idle(dated: Dated, number: int | None) -> Iterator[LeagueLine]:
    """Yield that they have the bye in a round, or wait for their next opponent in a cup."""
    if number is not None:
        said = waiting_said() if isinstance(dated, Cup) else bye_said(number)
        yield LeagueLine(name_of(dated), said, own_page(dated), waits=False)


def _lines(
    dated: Dated,
    fixtures: Sequence[FixtureShown],
    club: Club,
    reader: Reader,
    player: Player,
    news: Collection[int],
) -> Iterator[LeagueLine]:
    """Yield what the director has decided of late; what waits for them, else their next date; and
    how many matches they owe, if it is not just that one.
    """
    cards = cards_of(fixtures, club, reader, player, decided=news, news=news)
    for one in cards:
        if one.is_news:
            text = f"{one.status} · {one.decided}"
            yield LeagueLine(name_of(dated), _with(one, text), _page(one), waits=False)
    owed = [one for one in cards if one.is_open]
    first, text = _next(cards, owed, fixtures)
    if first is not None:
        yield LeagueLine(name_of(dated), _with(first, text), _page(first), waits=first.waits)
    if owed and owed != [first]:
        yield LeagueLine(name_of(dated), _owed(owed), own_page(dated), waits=False)


def _next(
    cards: Sequence[FixtureCard], owed: Sequence[FixtureCard], fixtures: Sequence[FixtureShown]
) -> tuple[FixtureCard | None, str]:
    """Return the match that comes first, and what is the matter with it."""
    waiting = next((one for one in cards if one.waits), None)
    if waiting is not None:
        return waiting, waiting.status
    seated = next((one for one in owed if one.table), None)
    if seated is not None:
        return seated, _("Table %(number)s") % {"number": seated.table}
    now = timezone.now()
    dates = {
        shown.match.public_id: shown.agreed_at
        for shown in fixtures
        if shown.agreed_at is not None and shown.agreed_at >= now
    }
    with_date = [one for one in owed if one.public_id in dates]
    if not with_date:
        return None, ""
    first = min(with_date, key=lambda one: dates[one.public_id])
    return first, ", ".join(filter(None, (first.agreed, first.place)))


def _owed(owed: Sequence[FixtureCard]) -> str:
    text = ngettext(
        "You still owe %(count)s match", "You still owe %(count)s matches", len(owed)
    ) % {"count": len(owed)}
    first = next((one for one in owed if one.is_overdue), owed[0])
    day = first.deadline
    if not day:
        return text
    until = _("overdue since %(day)s") if first.is_overdue else _("to be played by %(day)s")
    return f"{text} · {until % {'day': day}}"


def _with(card: FixtureCard, text: str) -> str:
    """Say against whom, and what is the matter."""
    return f"{card.opponent}: {text}"


def _page(card: FixtureCard) -> str:
    """Return where a match is arranged, or where its reported result is confirmed."""
    return reverse("fixture" if card.is_open else "match", args=[card.public_id])
