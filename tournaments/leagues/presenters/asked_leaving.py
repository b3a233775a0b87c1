"""What it changes that somebody leaves a season or a cup, or comes back."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.web.input import Input
from tournaments.leagues.presenters.asked import Asked, again, changes_told
from tournaments.leagues.selectors.seasons import forgotten_in
from tournaments.leagues.services.trials import TableChange
from tournaments.models import Entry, Match
from tournaments.record.selectors.dated import is_closed_season
from tournaments.record.selectors.results import lost_by_leaving
from tournaments.record.selectors.situations import format_of, situation_of
from tournaments.results.selectors.leaving import to_be_returned


def withdrawal_asked(entry: Entry, changes: Sequence[TableChange], ask: Input) -> Asked:
    """Return what a withdrawal changes: fixtures that go, and the table."""
    mine = Match.objects.filter(round__division=entry.division_id).filter(
        first=entry.player_id
    ) | Match.objects.filter(round__division=entry.division_id, second=entry.player_id)
    still = sum(one.state in Match.UNDECIDED for one in mine)
    gone = set(forgotten_in(entry.division))
    played = sum(
        match.is_settled
        and match.outcome == Match.Outcome.PLAYED
        and gone.isdisjoint((match.first_id, match.second_id))
        for match in mine
    )
    effects = [
        *_not_played(still),
        *_played(entry, played),
        *changes_told(entry, changes),
    ]
    return Asked(
        sentence=_("Withdraw %(name)s?") % {"name": entry.player.current.name},
        effects=tuple(effects),
        values=again(ask),
        yes=_("Withdraw"),
        note=_("Coming back takes the withdrawal back."),
    )


def cup_withdrawal_asked(entry: Entry, ask: Input) -> Asked:
    """Return what a withdrawal from a bracket changes: who goes on without playing."""
    name = entry.player.current.name
    effects = []
    for match in lost_by_leaving(entry):
        other = match.second if match.first_id == entry.player_id else match.first
        if other is None:
            effects.append(_("Their next opponent goes on without playing."))
        else:
            effects.append(_("%(other)s goes on without playing.") % {"other": other.current.name})
    return Asked(
        sentence=_("Withdraw %(name)s?") % {"name": name},
        effects=tuple(effects),
        values=again(ask),
        yes=_("Withdraw"),
        note=_("Matches that were played stay."),
    )


def _not_played(count: int) -> list[str]:
    """Say how many matches go with who withdraws."""
    if not count:
        return []
    text = ngettext(
        "%(count)s match is not played any more.",
        "%(count)s matches are not played any more.",
        count,
    )
    return [text % {"count": count}]


def _played(entry: Entry, count: int) -> list[str]:
    """Say what becomes of the matches that who withdraws has played."""
    if not count:
        return []
    division = entry.division
    if format_of(division).forgets(situation_of(division), entry.number):
        return [left_out(count)]
    said = ngettext(
        "%(count)s match that was played counts.",
        "%(count)s matches that were played count.",
        count,
    )
    return [said % {"count": count}]


def left_out(count: int) -> str:
    """Say how many matches count no more."""
    said = ngettext(
        "%(count)s match that was played does not count any more.",
        "%(count)s matches that were played do not count any more.",
        count,
    )
    return said % {"count": count}


def taken_back_told(entry: Entry) -> list[str]:
    """Say which walkovers are taken back if somebody who has withdrawn plays again."""
    division = entry.division
    is_over = not division.event.is_open or is_closed_season(division.event)
    if is_over or entry.state != Entry.State.WITHDRAWN:
        return []
    found = list(to_be_returned(division, entry.player_id).select_related("first", "second"))
    effects = [
        _("The match %(match)s is open again: its walkover is taken back.") % {"match": one}
        for one in found
    ]
    if not found or not format_of(division).has_challenges:
        return effects
    since = min(one.settled_at for one in found if one.settled_at is not None)
    played = Match.objects.filter(round__division=division, settled_at__gt=since)
    count = played.exclude(pk__in=[one.pk for one in found]).count()
    if count:
        text = ngettext(
            "%(count)s match was decided since: the list is made anew from all results.",
            "%(count)s matches were decided since: the list is made anew from all results.",
            count,
        )
        effects.append(text % {"count": count})
    return effects


def resuming_asked(entry: Entry, ask: Input) -> Asked | None:
    """Return what it changes that somebody who has withdrawn from a season plays again, by the
    director's word: walkovers are taken back. None where nothing was given up.
    """
    division, name = entry.division, entry.player.current.name
    effects = taken_back_told(entry)
    if not effects:
        return None
    note = _("If %(name)s comes back by “I play” on their own page, the walkover stays.")
    return Asked(
        sentence=_("%(name)s plays again?") % {"name": name},
        effects=tuple(effects),
        values=again(ask),
        yes=_("Plays again"),
        note=note % {"name": name} if format_of(division).has_challenges else "",
    )
