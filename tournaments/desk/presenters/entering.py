"""What a director is asked before players are entered."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clubs.presenters.listed import list_read
from games.clubs.selectors.players import Roster, people_listed
from games.names.identity import ByName
from games.names.lists import NameList
from games.permissions import Reader
from games.web.input import Input
from tournaments.desk.presenters.asking import Question, called_text, values_of
from tournaments.desk.presenters.matches import row_of
from tournaments.errors import EventRefused
from tournaments.events.selectors.events import People
from tournaments.events.selectors.late import late_entries
from tournaments.events.services.made_players import is_bare
from tournaments.events.services.naming import entered_in, people_once
from tournaments.events.services.removable import require_removable
from tournaments.events.services.removals import is_made_with
from tournaments.leagues.presenters.asked_leaving import taken_back_told
from tournaments.leagues.presenters.told import late_told
from tournaments.models import Division, Entry, Event, League, LeagueSeason, Match
from tournaments.record.selectors.dated import dated_of
from tournaments.record.selectors.situations import format_of


def list_preview(event: Event, division: Division, ask: Input) -> Question | None:
    """A list that is more than names is shown as it was read before it is entered."""
    found = people_listed(event.club, ask.one("names"))
    read = list_read(event.club, found)
    entered = entered_in(division) if len(found.people) > 1 else frozenset()
    there = _there_already(event, found, entered) if entered else []
    if read.is_plain and not there:
        return None
    people = people_once(event.club, found, entered)
    if not people:
        return None
    return Question(
        sentence=_enter_them(len(people)),
        effects=(*there, *read.lines),
        values=values_of(ask),
        yes=_("Enter them"),
        note=_(
            "Name · rating · club · country · federation number. If something was read wrongly, "
            "leave it and change the list."
        ),
        is_danger=False,
    )


def _there_already(event: Event, name_list: NameList, entered: Container[int]) -> list[str]:
    """Name those of a list who are entered: nothing of theirs changes."""
    roster = Roster(event.club)
    there = (roster.called(one.name) for one in name_list.people)
    names = dict.fromkeys(one.name for one in there if one is not None and one.pk in entered)
    said = _("%(name)s is entered already: their entry stays as it is.")
    return [said % {"name": name} for name in names]


def _enter_them(count: int) -> str:
    text = ngettext(
        "Enter %(count)s player like this?", "Enter %(count)s players like this?", count
    )
    return text % {"count": count}


def late_preview(event: Event, division: Division, reader: Reader, ask: Input) -> Question | None:
    """Say whom somebody meets who comes late to a bracket, and who has been called in vain."""
    entries = list(Entry.objects.filter(division=division).select_related("player__merged_into"))
    known = ByName((entry.name, entry) for entry in entries)
    listed = people_listed(event.club, ask.one("names"))
    entered = {entry.player.current.pk for entry in entries if entry.state != Entry.State.WITHDRAWN}
    people_named = people_once(event.club, listed, entered)
    named = [one for one in people_named if one.name not in known]
    late = late_entries(division, len(named))
    if late is None:
        return None
    people = People.of(entries, reader)
    names = {entry.number: people.name(entry) for entry in entries}
    effects = [
        *(() if (read := list_read(event.club, listed)).is_plain else read.lines),
        *(
            _("%(name)s takes the place of a bye and meets %(other)s.")
            % {"name": one.name, "other": names[other]}
            for one, other in zip(named, late.opponents, strict=True)
            if other in names
        ),
    ]
    called = Match.objects.filter(pk__in=late.called).select_related("first", "second")
    effects += [
        called_text(row_of(match, people)) for match in called.order_by("round__number", "position")
    ]
    note = _("They can be taken out of the draw only by withdrawing them.")
    if late.called:
        note = f"{_('Other players meet there then.')} {note}"
    return Question(
        sentence=_enter_them(len(named)),
        effects=tuple(effects),
        values=values_of(ask),
        yes=_("Enter them"),
        note=note,
        is_danger=bool(late.called),
    )


def season_preview(
    event: Event, division: Division, ask: Input, asked: Question | None
) -> Question | None:
    """Say of a season of a league that it is too late for who is entered, and which walkovers are
    taken back by who has withdrawn from it; `asked` is what else is asked about the list.
    """
    season = dated_of(event)
    if not isinstance(season, LeagueSeason) or not event.is_open:
        return asked
    there = Entry.objects.filter(division__event=event)
    entries = list(there.select_related("player__merged_into", "division__event"))
    plays = {one.player.current.pk for one in entries if one.state != Entry.State.WITHDRAWN}
    gone = {one.player.current.pk: one for one in entries if one.division_id == division.pk}
    new = people_once(event.club, people_listed(event.club, ask.one("names")), plays)
    roster = Roster(event.club)
    called = (roster.called(one.name) for one in new)
    back = [gone[one.pk] for one in called if one is not None and one.pk in gone]
    taken = [line for one in back for line in taken_back_told(one)]
    # Who has left a ladder comes back at any time.
    on_ladder = season.league.shape == League.Shape.LADDER
    late = late_told(season) if len(new) > len(back if on_ladder else ()) else []
    if not (taken or late):
        return asked
    found = asked or Question(_enter_them(len(new)), (), values_of(ask), _("Enter them"))
    sentence = _("Enter them although it is too late for this season?") if late else found.sentence
    effects = (*late, *taken, *found.effects)
    return replace(found, sentence=sentence, effects=effects, is_danger=True)


def _matches_go(count: int) -> list[str]:
    text = ngettext(
        "%(count)s match goes with the entry: nothing of it was played.",
        "%(count)s matches go with the entry: nothing of them was played.",
        count,
    )
    return [text % {"count": count}] if count else []


def removal(event: Event, reader: Reader, ask: Input) -> Question | None:
    """Say what goes with a wrong entry, and who has a bye then."""
    entries = Entry.objects.select_related("player", "division__event")
    entry = entries.filter(division__event=event, public_id=ask.one("entry")).first()
    if entry is None:
        return None
    try:
        matches = require_removable(entry)
    except EventRefused:
        return None
    people = People.of([entry], reader)
    name = people.name(entry)
    effects = []
    if format_of(entry.division).has_lone_matches:
        matches, effects = [], _matches_go(len(matches))
    for match in matches:
        other = match.second if match.first_id == entry.player_id else match.first
        if other is not None and match.round is not None:
            params = {"name": people.person(other).name, "number": match.round.number}
            effects.append(_("%(name)s has a bye in round %(number)s.") % params)
    if entry.fees_paid or entry.prize is not None:
        effects.append(
            _("What was written down as paid by or to %(name)s goes, too.") % {"name": name}
        )
    elsewhere = entry.player.entries.exclude(pk=entry.pk).exists()
    if is_made_with(entry) and not elsewhere and is_bare(entry.player, event, with_entries=True):
        text = _("%(name)s leaves the club as well: they were added with this list.")
    else:
        text = _("%(name)s stays a player of the club.")
    effects.append(text % {"name": name})
    return Question(
        sentence=_("Remove %(name)s, as if they had never been entered?") % {"name": name},
        effects=tuple(effects),
        values=values_of(ask),
        yes=_("Remove"),
        note=_(
            "Until the event is over they can be brought back, under “Removed”. Who does not come "
            "is withdrawn instead."
        ),
    )
