"""What it changes that somebody challenges, or leaves a ladder."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.web.input import Input
from tournaments.leagues.presenters.asked import Asked, again
from tournaments.leagues.services.challenges import goes_to_challenger
from tournaments.leagues.times import said_day
from tournaments.models import Entry, LeagueSeason, Match
from tournaments.record.selectors.dated import own_due


def challenge_asked(season: LeagueSeason, match: Match, ask: Input) -> Asked:
    """Return what a challenge means for the two, who is made for a trial."""
    name = "" if match.second is None else match.second.current.name
    said = {"name": name, "day": said_day(match.club, own_due(season, match, match.fixture))}
    late = _("To be played by %(day)s; otherwise the challenge lapses.")
    if goes_to_challenger(match, season):
        late = _("To be played by %(day)s; otherwise you have won it.")
    return Asked(
        sentence=_("Challenge %(name)s?") % said,
        effects=(
            late % said,
            _("Until it is decided, neither of you two plays another match on the ladder."),
        ),
        values=again(ask),
        yes=pgettext("on a ladder", "Challenge"),
        note=_("You can take it back until you have agreed on a date."),
    )


def cancel_asked(match: Match, names: Mapping[int, str], ask: Input) -> Asked:
    """Return what it changes that a director cancels a challenge."""
    two = [names.get(pk or 0, "") for pk in (match.first_id, match.second_id)]
    said = {"name": two[0], "other": two[1]}
    return Asked(
        sentence=_("Cancel the challenge of %(name)s to %(other)s?") % said,
        effects=(_("It has never been: nobody’s place changes, and both can challenge again."),),
        values=again(ask),
        yes=_("Cancel the challenge"),
    )


def leaving_asked(entry: Entry, ask: Input) -> Asked:
    """Return what it changes that a player leaves a ladder that goes on, for themselves."""
    mine = Q(first=entry.player_id) | Q(second=entry.player_id)
    found = Match.objects.filter(mine, round__division=entry.division_id)
    still = found.filter(state__in=Match.UNDECIDED).exists()
    effects = [_("Who stands below you moves up."), _("Your results stay.")]
    if still:
        effects.insert(0, _("Your open match goes to your opponent."))
    return Asked(
        sentence=_("Leave the ladder?"),
        effects=tuple(effects),
        values=again(ask),
        yes=_("Leave the ladder"),
        note=_("You can come back: the match stays your opponent’s.")
        if still
        else _("You can come back: then you stand where you stood."),
    )
