"""The page of somebody's own matches in a league, and whether they play on."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.models import Club, Player
from games.permissions import Reader
from tournaments.leagues.presenters.days import AHEAD, OVER, is_late, reason_said, until_of
from tournaments.leagues.presenters.fees import fee_open, fee_said
from tournaments.leagues.presenters.fixtures import FixtureCard, cards_of, said_day
from tournaments.leagues.presenters.leagues import is_open_to, wish_of
from tournaments.leagues.presenters.own_words import nothing_said, withdrawn_said
from tournaments.leagues.presenters.words import bye_said
from tournaments.leagues.selectors.clashes import agreed_by
from tournaments.leagues.selectors.fixtures import FixtureShown, decided_in
from tournaments.leagues.selectors.seasons import ENTERS, LEAVES, gave_up, is_too_late, stage_of
from tournaments.models import Division, Entry, League, LeagueSeason


@dataclass(frozen=True, slots=True)
class MinePage:
    """A player's own fixtures, and whether they play on."""

    club: Club
    league: League
    season: LeagueSeason | None
    player: Player | None
    division: str
    deadline: str
    deadline_reason: str
    is_past: bool
    """Whether it is running although its deadline is over."""
    is_over: bool
    is_closed: bool
    """Whether the director has closed it: nobody withdraws any more."""
    cards: tuple[FixtureCard, ...]
    waiting: int
    still_open: int
    may_enter: bool
    enters_in: str
    """The division of who enters now; blank where there is no choice."""
    enters_for: str
    """The fee of who enters now; blank if there is none."""
    is_entered: bool
    is_ahead: bool
    """Whether it is not released yet: who says now that they do not play is left out of it."""
    plays_next: bool
    may_say: bool
    """Whether there is somebody to say who plays: an account, or the phone of who is entered."""
    may_leave: bool
    """Whether they can leave at any time: a ladder that goes on."""
    asks: bool
    """Whether they say here who plays; a ladder that goes on has no next season."""
    bye: str
    """That they have no opponent in the latest round."""
    fee: str
    """The fee that they have not paid."""
    withdrawn: tuple[str, ...]
    """That they have withdrawn, and whether their results count."""
    empty: str
    """Why they have no match, where none is listed."""
    later: str
    """The season of now, where this is one before in which they played last."""
    problem: str = ""


def mine_page(
    league: League,
    season: LeagueSeason | None,
    reader: Reader,
    player: Player | None,
    entry: Entry | None,
    fixtures: Sequence[FixtureShown],
    *,
    is_signed_in: bool,
    is_phone: bool = False,
    later: LeagueSeason | None = None,
    uncounted: Collection[int] = (),
    news: Collection[int] = (),
    bye: int | None = None,
    problem: str = "",
) -> MinePage:
    """Return a player's own page: what waits for them first, and the `news` of the director;
    `uncounted` are the keys of the matches that count for nobody, `bye` is the round in which they
    have no opponent.
    """
    decided = decided_in(fixtures)
    busy = agreed_by(player)
    cards = cards_of(fixtures, league.club, reader, player, uncounted, decided, news, busy)
    is_entered = entry is not None and entry.state != Entry.State.WITHDRAWN
    wish = wish_of(season, player)
    is_over = season is None or stage_of(season) in OVER
    may_enter = not is_entered and is_open_to(season, player)
    is_ladder = league.shape == League.Shape.LADDER
    # What their opponents have won by it, only the director takes back.
    is_withdrawn = entry is not None and not is_entered and not is_ladder
    if is_withdrawn and season is not None and player is not None and gave_up(season, player):
        may_enter = False
    comes_back = is_ladder and may_enter and entry is not None
    until, lowest = until_of(season), _lowest(season) if may_enter else None
    return MinePage(
        club=league.club,
        league=league,
        season=season,
        player=player,
        division="" if entry is None or is_ladder else entry.division.name,
        deadline=said_day(league.club, until),
        deadline_reason=reason_said(season, until),
        is_past=is_late(season),
        is_over=season is not None and is_over,
        is_closed=season is not None and season.closed_at is not None,
        cards=cards,
        waiting=sum(one.waits for one in cards),
        still_open=sum(one.is_open for one in cards),
        may_enter=may_enter,
        enters_in=lowest.name if lowest is not None and lowest.position > 1 else "",
        enters_for=fee_said(lowest) if entry is None else "",
        may_leave=is_entered and not is_over and season is not None and season.goes_on,
        asks=may_enter or season is None or not season.goes_on or wish == ENTERS,
        bye="" if bye is None or not is_entered else bye_said(bye),
        fee="" if season is None or entry is None else fee_open(season.event, entry),
        withdrawn=() if season is None else withdrawn_said(season, entry, player, fixtures),
        empty="" if cards or bye is not None else _empty_said(season, entry, plays=wish != LEAVES),
        later="" if later is None else later.event.title,
        is_entered=is_entered,
        is_ahead=season is not None and stage_of(season) in AHEAD,
        plays_next=wish == ENTERS or (is_entered and wish != LEAVES),
        may_say=is_signed_in or (is_phone and (is_entered or comes_back) and not is_over),
        problem=problem,
    )


def _empty_said(season: LeagueSeason | None, entry: Entry | None, *, plays: bool) -> str:
    """Say why somebody has no match."""
    if season is None:
        return ""
    is_entered = entry is not None and entry.state != Entry.State.WITHDRAWN
    if stage_of(season) in OVER:
        return _("This season is over.")
    if entry is not None and is_entered:
        return nothing_said(season, entry, plays=plays)
    if entry is not None:  # that they have withdrawn is said already
        return ""
    return _("You do not play in this season. Your matches stand here when you do.")


def _lowest(season: LeagueSeason | None) -> Division | None:
    """Return the division in which a season's newcomers play; None if it is too late for it."""
    if season is None or is_too_late(season):
        return None
    return season.event.divisions.select_related("event").order_by("-position").first()
