"""What is said on the page of somebody's own matches: where they are none yet, or not any more."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Max
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.models import Player
from tournaments.formats.situation import PLAYOFF
from tournaments.leagues.presenters.days import AHEAD
from tournaments.leagues.selectors.fixtures import FixtureShown
from tournaments.leagues.selectors.leagues import withdrawal_of
from tournaments.leagues.selectors.seasons import forgotten_in, stage_of
from tournaments.leagues.times import local
from tournaments.models import Entry, EventStep, League, LeagueSeason, Match, Round
from tournaments.record.selectors.situations import planned_rounds


def nothing_said(season: LeagueSeason, entry: Entry, *, plays: bool) -> str:
    """Tell a player who is entered in a season that is not over why they have no match; `plays` is
    whether they have not said before the release that they do not.
    """
    stage = stage_of(season)
    if stage in AHEAD:
        if not plays:
            return _("You do not play this season. Once it is released you are not in it.")
        return _("You are entered. Your opponents stand here as soon as the season is released.")
    if season.closed_at is not None:
        return _("This season is closed, and you have no match in it.")
    if season.league.shape != League.Shape.ROUNDS:
        return _("You are entered. Your opponents stand here as soon as they are drawn.")
    first, planned = max(entry.from_round, _drawn(entry) + 1), planned_rounds(entry.division)
    if planned is not None and first > planned:
        return _("All rounds of this season are drawn: you have no match in it.")
    text = _(
        "You are entered, and play from round %(number)s on: your opponent stands here as soon as "
        "it is drawn."
    )
    return text % {"number": first}


def _drawn(entry: Entry) -> int:
    """Return the latest round of a division that is out."""
    out = Round.objects.filter(division=entry.division_id, state=Round.State.RELEASED)
    last = out.exclude(bracket=PLAYOFF).aggregate(last=Max("number"))["last"]
    return int(last or 0)


def withdrawn_said(
    season: LeagueSeason,
    entry: Entry | None,
    player: Player | None,
    fixtures: Sequence[FixtureShown],
) -> tuple[str, ...]:
    """Say to who has withdrawn from a season when that was, and whether their results count."""
    if entry is None or player is None or entry.state != Entry.State.WITHDRAWN:
        return ()
    step = withdrawal_of(season, entry)
    if season.league.shape == League.Shape.LADDER:
        return (_left(season, step, player),)
    played = any(
        one.match.is_settled and one.match.outcome == Match.Outcome.PLAYED for one in fixtures
    )
    if not played:
        return (_left(season, step, player),)
    if entry.player_id in forgotten_in(entry.division):
        counts = _("Your results count for nobody: in the cross table they stand in brackets.")
    else:
        counts = _("Your results stay, and count.")
    return (_left(season, step, player), counts)


def _left(season: LeagueSeason, step: EventStep | None, player: Player) -> str:
    """Say when somebody has withdrawn, themselves, with a phone, too, or by the director."""
    if step is None:
        return _("You have withdrawn from this season.")
    day = date_format(local(season.event.club, step.created_at).date())
    is_own = step.sender_id is None or step.sender_id == player.user_id
    if is_own:
        return _("You have withdrawn from this season on %(day)s.") % {"day": day}
    return _("The director has withdrawn you from this season on %(day)s.") % {"day": day}
