"""Confirmation questions before a tap undoes what others have seen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from django.db.models import F, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.names.identity import sort_key
from games.names.lists import in_a_row
from games.permissions import Reader
from games.web.input import Input
from tournaments.desk.presenters.asking import PROPOSED, Question, values_of
from tournaments.desk.presenters.consequences import ENDINGS, Ending
from tournaments.desk.presenters.entering import (
    late_preview,
    list_preview,
    removal,
    season_preview,
)
from tournaments.desk.presenters.matches import row_of
from tournaments.desk.presenters.prizes import prize_said, prizes_unlike
from tournaments.desk.selectors import division_directed
from tournaments.errors import CorrectionReaches, EventRefused
from tournaments.events.selectors.events import People
from tournaments.events.selectors.fees import fees_open, paid_before
from tournaments.events.services.events import still_playing
from tournaments.events.services.made_players import made_for
from tournaments.events.services.removable import require_removable
from tournaments.leagues.presenters.asked_leaving import resuming_asked
from tournaments.models import (
    Division,
    Entry,
    Event,
    EventTable,
    LeagueSeason,
    Match,
    Round,
    TableSeat,
)
from tournaments.pages.presenters.purse import amounts_due
from tournaments.pages.presenters.reaches import reached
from tournaments.pages.selectors.matches import match_of_event
from tournaments.record.selectors.dated import dated_of
from tournaments.record.selectors.results import lost_by_leaving, names_of
from tournaments.record.selectors.rounds import is_played, latest_draw
from tournaments.record.selectors.situations import format_of, situation_of
from tournaments.tables.services.proposals import (
    Proposal,
    is_playing,
    merge_proposal,
    split_proposal,
)

PROPOSALS: Final = frozenset({"split", "merge"})


def question_of_reach(reach: CorrectionReaches, reader: Reader, ask: Input) -> Question:
    """Return what a step does to other matches, with the digest of just that."""
    found = reached(reach.effect, reader)
    return Question(
        sentence=found.sentence,
        effects=found.lines,
        values=(*values_of(ask), ("seen", found.seen)),
        yes=_("Change it all the same"),
        note=" ".join(found.notes),
        keep=_("Keep what was played") if found.may_keep else "",
    )


def question_before(
    event: Event, division: Division, reader: Reader, ask: Input
) -> Question | None:
    """Return the question before a button's action; None if it needs none.

    Actions that would be refused anyway are not asked about.
    """
    do = ask.one("do")
    if do in PROPOSALS:
        return _proposal(event, division, ask)
    if do == "add":
        try:
            asked = late_preview(event, division, reader, ask) or list_preview(event, division, ask)
            return season_preview(event, division, ask, asked)
        except EventRefused:
            return None
    if do == "entry_remove":
        return removal(event, reader, ask) or _withdraw_instead(event, reader, ask)
    if do == "withdraw":
        return _withdrawal(event, reader, ask)
    if do == "resume":
        return _return(event, ask)
    if do in ENDINGS:
        return _ending(event, ask)
    if do == "prizes_write":
        return _prizes(event, division, reader, ask)
    asks = QUESTIONS.get(do)
    found = None if asks is None else asks(event, division)
    if found is None:
        return None
    sentence, effects, yes, note = found
    asked = Question(sentence, tuple(effects), values_of(ask), yes, note)
    return _with_prizes(asked, event, reader) if do == "finish" else asked


def _with_prizes(asked: Question, event: Event, reader: Reader) -> Question:
    """Add to the end of an event whose prize is written down otherwise than it is due."""
    effects, links = list(asked.effects), []
    written = event.divisions.filter(entries__prize__isnull=False).distinct()
    for public_id in written.order_by("position").values_list("public_id", flat=True):
        directed = division_directed(event, reader, public_id)
        unlike = prizes_unlike(directed)
        if not unlike:
            continue
        name = directed.division.name
        text = _("The prizes written down in %(division)s are not those that are due: %(names)s")
        effects.append(text % {"division": name, "names": " ".join(unlike)})
        title = _("Money: %(division)s") % {"division": name}
        links.append((f"division={public_id}&view=money", title))
    return replace(asked, effects=tuple(effects), links=tuple(links))


def _proposal(event: Event, division: Division, ask: Input) -> Question | None:
    """Nobody is moved from a table in play before the director has seen where to."""
    tables = EventTable.objects.select_related("round__division__event__club", "session")
    table = tables.filter(round__division__event=event, public_id=ask.one("table")).first()
    if table is None:
        return None
    is_split = ask.one("do") == "split"
    found = split_proposal(table) if is_split else merge_proposal(table.round)
    playing = [one.number for one in found.tables if one.pk not in found.kept and is_playing(one)]
    if playing:
        return None  # the service names the game to finish first
    return Question(
        sentence=_("Split the table like this?") if is_split else _("Move them like this?"),
        effects=tuple(_seated(found, names_of(division))),
        values=(*values_of(ask), (PROPOSED, found.key)),
        yes=_("Split it") if is_split else _("Move them"),
        note=_("What was won stays. One player can be moved by hand: “More” at the table."),
    )


def _ending(event: Event, ask: Input) -> Question | None:
    """Say what it means for whom if a match is decided without play."""
    match = match_of_event(event, ask.one("match"))
    if match is None or not (match.first_id and match.second_id and ask.one("reason").strip()):
        return None
    side = ask.one("side")
    if ask.one("do") == "forfeit" and side not in ("0", "1"):
        return None
    found = ENDINGS[ask.one("do")](Ending(match, int(side) if side in ("0", "1") else None))
    if found is None:
        return None
    sentence, effects, yes, note = found
    values = values_of(ask)
    return Question(sentence, tuple(effects), values, yes, note)


def _withdrawal(event: Event, reader: Reader, ask: Input) -> Question | None:
    """Say which matches are lost without play if somebody withdraws."""
    entries = Entry.objects.select_related("player", "division__event")
    entry = entries.filter(division__event=event, public_id=ask.one("entry")).first()
    if entry is None or entry.state == Entry.State.WITHDRAWN:
        return None
    people = People.of([entry], reader)
    name = people.name(entry)
    effects = []
    for match in lost_by_leaving(entry):
        if match.state == Match.State.WAITING:
            effects.append(_("Their next opponent goes on without playing."))
            continue
        row = row_of(match, people)
        params = {"first": row.first, "second": row.second, "name": name}
        effects.append(_("%(first)s – %(second)s: %(name)s loses it without play.") % params)
    seats = TableSeat.objects.filter(entry=entry, left=False, table__session__status="open")
    effects.extend(
        _("%(name)s gets up from table %(number)s.") % {"name": name, "number": number}
        for number in seats.values_list("table__number", flat=True)
    )
    effects.append(_("%(name)s is not drawn any more.") % {"name": name})
    return Question(
        sentence=_("Withdraw %(name)s?") % {"name": name},
        effects=tuple(effects),
        values=values_of(ask),
        yes=_("Withdraw"),
        note=_left_by(entry),
    )


def _return(event: Event, ask: Input) -> Question | None:
    """Say what it takes back that somebody who has withdrawn from a season plays again."""
    if not isinstance(dated_of(event), LeagueSeason):
        return None
    entries = Entry.objects.select_related("player__merged_into", "division__event")
    entry = entries.filter(division__event=event, public_id=ask.one("entry")).first()
    found = None if entry is None else resuming_asked(entry, ask)
    if found is None:
        return None
    return Question(found.sentence, found.effects, values_of(ask), found.yes, found.note)


def _left_by(entry: Entry) -> str:
    """Say what becomes of the results of who withdraws."""
    division = entry.division
    if not division.is_chouette:
        if not _has_result(entry):
            return _("They have no result here yet. They can be brought back with “Plays again”.")
        now = situation_of(division)
        if format_of(division).forgets(now, entry.number):
            return _(
                "None of their results counts any more, for either of the two: so it is set for "
                "this division. “Plays again” brings them back with their results."
            )
    return _("What was played stays. They can be brought back with “Plays again”.")


def _has_result(entry: Entry) -> bool:
    mine = Q(first=entry.player_id) | Q(second=entry.player_id)
    found = Match.objects.filter(mine, round__division=entry.division_id)
    return found.filter(state=Match.State.SETTLED).exclude(outcome=Match.Outcome.BYE).exists()


def _withdraw_instead(event: Event, reader: Reader, ask: Input) -> Question | None:
    """Say why a wrong entry cannot be removed any more, with the button for what can be done."""
    asked = _withdrawal(event, reader, ask)
    entries = Entry.objects.select_related("player", "division__event")
    entry = entries.filter(division__event=event, public_id=ask.one("entry")).first()
    if asked is None or entry is None:
        return None
    try:
        require_removable(entry)
    except EventRefused as why:
        values = (pair for pair in asked.values if pair[0] != "do")
        return replace(
            asked,
            values=(*values, ("do", "withdraw")),
            yes=_("Withdraw them instead"),
            note=f"{why} {asked.note}",
        )
    return None


def _prizes(event: Event, division: Division, reader: Reader, ask: Input) -> Question | None:
    """No prize that stands there already, typed by hand perhaps, is replaced unseen; who gets one
    instead is named, too.
    """
    directed = division_directed(event, reader, division.public_id)
    due = amounts_due(directed.field, directed.entries)
    changed = [one for one in directed.entries if one.prize != due.get(one.number)]
    if all(one.prize is None for one in changed):
        return None
    effects = []
    for entry in changed:
        params = {
            "name": directed.names.get(str(entry.number), ""),
            "old": prize_said(entry.prize, event.currency),
            "new": prize_said(due.get(entry.number), event.currency),
        }
        effects.append(_("%(name)s: %(old)s becomes %(new)s.") % params)
    return Question(
        sentence=_("Replace the prizes that were written down?"),
        effects=tuple(effects),
        values=values_of(ask),
        yes=_("Replace them"),
        note=_("Were they typed by hand? Then leave them as they are."),
    )


def _seated(proposal: Proposal, names: Mapping[str, str]) -> Iterator[str]:
    kept = proposal.kept
    for table in proposal.tables:
        before = proposal.sitting[table.pk]
        if table.pk not in kept:
            params = {"number": table.number, "names": _listed(before, names)}
            yield _("Table %(number)s ends: %(names)s get up.") % params
            continue
        come = [one for one in kept[table.pk] if one not in before]
        if come:
            params = {"number": table.number, "names": _listed(sorted(come), names)}
            yield _("Table %(number)s goes on; added: %(names)s.") % params
    for order in proposal.drawn.tables:
        if frozenset(order) not in kept.values():
            yield _("New table: %(names)s.") % {"names": _listed(order, names)}


def _listed(numbers: Iterable[str], names: Mapping[str, str]) -> str:
    return in_a_row(names.get(one, one) for one in numbers)


Found = tuple[str, Iterable[str], str, str] | None


def _take_back(_event: Event, division: Division) -> Found:
    """What everybody has seen is not withdrawn by an accidental tap."""
    if format_of(division).is_of_league:
        return None  # the service says why not
    rounds = latest_draw(division)
    released = [one for one in rounds if one.state == Round.State.RELEASED]
    if not released or any(is_played(one) for one in rounds):
        return None
    effects = [_gone(one) for one in released]
    if any(one.clock_started_at and not one.clock_stopped_at for one in released):
        effects.append(_("The clock of the round is gone as well."))
    note = _("No result is lost: none was entered. Afterwards you draw again.")
    return _("Take the draw back?"), effects, _("Take it back"), note


def _gone(round: Round) -> str:
    params = {"number": round.number}
    tables = round.tables.count()
    if tables:
        text = ngettext(
            "Round %(number)s: %(count)s table, which players see already, is void.",
            "Round %(number)s: %(count)s tables, which players see already, are void.",
            tables,
        )
        return text % {**params, "count": tables}
    matches = round.matches.exclude(outcome=Match.Outcome.BYE).count()
    text = ngettext(
        "Round %(number)s: %(count)s match, which players see already, is gone.",
        "Round %(number)s: %(count)s matches, which players see already, are gone.",
        matches,
    )
    return text % {**params, "count": matches}


def _finish(event: Event, _division: Division) -> Found:
    if not event.is_open or still_playing(event):
        return None
    effects = [_("The standings are final, and no result can be entered.")]
    drafts = Round.objects.filter(division__event=event, state=Round.State.DRAFT).count()
    if drafts:
        effects.append(_("The draft that was not released is thrown away."))
    season = LeagueSeason.objects.filter(event=event).first()
    if season is not None and not _is_followed(season):
        effects.append(_no_next(season))
    if event.own_dates:
        effects.append(_("Phones that were let in show the end, and no other is let in."))
    else:
        effects.append(_("Phones that were let in show the end, and nobody can check in any more."))
    effects.extend(_fees_open(event))
    note = _("The winners then stand on the big screen. It can be opened again.")
    if any(one.terms.has_fee for one in event.divisions.all()):
        note = f"{note} {_('The payout sheet is under “Money”.')}"
    sentence = _("Finish the event?")
    if event.own_dates:
        sentence = _("Finish the cup?") if season is None else _("Finish the season?")
        if season is not None and season.goes_on:
            sentence = _("Finish the ladder?")
    return sentence, effects, _("Finish it"), note


def _no_next(season: LeagueSeason) -> str:
    """Say that nobody moves by a season that ends without the next one, and what leads to it."""
    if season.closed_at is None:
        return _(
            "No next season is drafted: nobody goes up or down by it. To end it with a draft, "
            "close it on the page of the league’s director."
        )
    if season.draft is None:
        return _(
            "No next season is drafted: nobody goes up or down by it. Draft it on the page of the "
            "league’s director, and confirm the draft: that ends this season, too."
        )
    return _(
        "The draft of the next season is not confirmed: nobody goes up or down by it. Confirm it "
        "on the page of the league’s director: that ends this season, too."
    )


def _reopen(event: Event, _division: Division) -> Found:
    """A season that is over is opened beside the one that has followed it."""
    season = LeagueSeason.objects.select_related("league").filter(event=event).first()
    if event.is_open or season is None or not _is_followed(season):
        return None
    last = season.league.seasons.select_related("event").order_by("-number")[0]
    text = _("%(title)s, which followed it, is over, too: only this one is open then.")
    if last.event.status == Event.Status.PLANNED:
        text = _(
            "%(title)s is announced meanwhile: then two seasons of the league are open, which its "
            "page says until this one is ended again."
        )
    elif last.event.is_open:
        text = _(
            "%(title)s goes on meanwhile: then two seasons of the league are open, which its page "
            "says until this one is ended again."
        )
    effects = [
        text % {"title": last.event.title},
        _("Who plays where next season stays as it is."),
    ]
    return _("Open this season again?"), effects, _("Open it again"), ""


def _is_followed(season: LeagueSeason) -> bool:
    """Tell whether the league has a later season: this one is open only to be put right."""
    return season.league.seasons.filter(number__gt=season.number).exists()


def _fees_open(event: Event) -> Iterator[str]:
    """Name those whose fee is still open."""
    owing = []
    for division in event.divisions.all():
        division.event = event
        if not division.terms.has_fee:
            continue
        rows = division.entries.filter(fees_paid__lt=1 + F("reentries"))
        entries = list(rows.select_related("player__merged_into"))
        before = paid_before(division, entries)
        owing += [one.name for one in entries if fees_open(one, before)]
    found = sorted(owing, key=sort_key)
    if found:
        text = ngettext(
            "%(count)s fee is open: %(names)s.", "%(count)s fees are open: %(names)s.", len(found)
        )
        yield text % {"count": len(found), "names": in_a_row(found)}


def _cancel(event: Event, _division: Division) -> Found:
    if not event.is_open:
        return None
    entered = Entry.objects.filter(division__event=event)
    count = entered.exclude(state=Entry.State.WITHDRAWN).count()
    text = ngettext(
        "%(count)s player is entered and sees that it was called off.",
        "%(count)s players are entered and see that it was called off.",
        count,
    )
    effects = [text % {"count": count}] if count else []
    playing = still_playing(event)
    if playing:
        text = ngettext(
            "%(count)s match or table stays without a result.",
            "%(count)s matches or tables stay without a result.",
            playing,
        )
        effects.append(text % {"count": playing})
    note = _("What was played stays and counts. It can be opened again.")
    sentence = _("Call the event off?")
    if event.own_dates:
        is_season = LeagueSeason.objects.filter(event=event).exists()
        sentence = _("Call the season off?") if is_season else _("Call the cup off?")
    return sentence, effects, _("Call it off"), note


def _remove_made(event: Event, _division: Division) -> Found:
    players = made_for(event)
    if not players:
        return None
    note = _("They have no account and have played nowhere else.")
    names = [one.name for one in players]
    return _("Remove these players from the club?"), names, _("Remove them"), note


def _pool_remove(_event: Event, _division: Division) -> Found:
    effects = [_("The list of who has joined it is lost, too.")]
    return _("Remove the side pool?"), effects, _("Remove it"), ""


QUESTIONS: Final[Mapping[str, Callable[[Event, Division], Found]]] = {
    "discard": _take_back,
    "finish": _finish,
    "cancel": _cancel,
    "made_remove": _remove_made,
    "reopen": _reopen,
    "pool_remove": _pool_remove,
}
"""The questions by the names of the buttons."""
