"""One entry remains of two in a season, when two players turn out to be the same person."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.db.models import Max, Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.errors import Refused
from games.models import Club, Player, User
from games.models.locks import rows_lock
from games.sessions.services.sessions import seasons_locked
from tournaments.errors import EventRefused
from tournaments.events.services.entering import division_locked, entries_follow
from tournaments.events.services.parting import (
    Agreed,
    Talk,
    Two,
    addresses_keep,
    agree_again,
    agreed_in,
    last_agreed,
    talks_at,
    words_of,
)
from tournaments.events.services.removable import require_removable
from tournaments.events.services.removals import as_removed, entry_remove
from tournaments.formats.situation import Situation
from tournaments.models import (
    Division,
    Entry,
    EntryPass,
    Event,
    Fixture,
    FixtureNote,
    LeagueSeason,
    Match,
)
from tournaments.record.selectors.situations import format_of, situation_of
from tournaments.record.services.writing import EventRequest, event_write
from tournaments.results.selectors.leaving import given_up_in
from tournaments.results.services.leaving import walkovers_keep
from tournaments.results.services.own_steps import step_write
from tournaments.results.services.propagation import round_known
from tournaments.standings.ladder import Turn, turns

OPEN: Final = (Event.Status.PLANNED, Event.Status.RUNNING)
UNITED: Final = "entries_united"
PLACE: Final = ("round_id", "position", "board", "node")
TAKEN: Final = ("prize", "rating", "home_club")
"""What who stays has of who goes, if nothing was known of it before."""


def entries_unite(*, player: Player, into: Player, by: User) -> tuple[str, ...]:
    """Let the entry of `into` remain in each season in which both are entered; say what changes.

    Who is merged gives their results to who stays, so that no opponent plays twice as often.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: both have played against the same opponent or in two divisions; they have met; or
            who is merged has played where results cannot pass on.
    """
    both = Event.objects.filter(own_dates=True, status__in=OPEN)
    for one in (player, into):
        both = both.filter(divisions__entries__player__in=one.own_keys())
    events = list(both.distinct().select_related("club").order_by("pk"))
    if not events:
        return ()
    rows_lock(Club.objects.filter(pk=player.club_id))
    seasons_locked(*(one.season_id for one in events))
    rows_lock(Event.objects.filter(pk__in=[one.pk for one in events]))
    return tuple(said for event in events for said in _unite(event, player, into, by))


def _unite(event: Event, player: Player, into: Player, by: User) -> list[str]:
    if LeagueSeason.objects.filter(event=event).exclude(closed_at=None).exists():
        names = {"name": player.name, "other": into.name, "event": event.title}
        raise EventRefused("merge_closed", **names)
    entries = Entry.objects.filter(division__event=event).select_related(
        "division__event__club", "player"
    )
    said = []
    for goes in entries.filter(player__in=player.own_keys()).order_by("pk"):
        stays = entries.filter(player__in=into.own_keys()).order_by("pk").first()
        if stays is not None:
            said += _one_remains(event, goes, stays, by)
    if said:
        text = _(
            "If the merge is taken back before %(event)s is closed, both have their own entry, "
            "results and words again; later the results stay with %(into)s."
        )
        said.append(text % {"event": event.title, "into": into.name})
    return said


def _one_remains(event: Event, goes: Entry, stays: Entry, by: User) -> list[str]:
    _require_not_met(goes, stays)
    names = {"name": goes.player.name, "into": stays.player.name, "event": event.title}
    try:
        unbegun = require_removable(goes)
    except Refused:
        if goes.division_id == stays.division_id and format_of(goes.division).has_lone_matches:
            fees = _fees_of_both(goes, stays)
            return [_pass_on(goes, stays, by) % names, *fees]
        if goes.division_id == stays.division_id:
            return []  # `require_one_person` says why not
        if Entry.State.WITHDRAWN in (goes.state, stays.state):
            return []
        raise EventRefused("merge_divisions", **names) from None
    asked = _asked(goes, stays, by, passes_on=False)
    EntryPass.objects.filter(event=event, player=goes.player).update(player=stays.player)
    division, player, other = goes.division, goes.player, stays.player
    entry_remove(entry=goes, by=by, keeps_person=True)

    def words_follow(locked: Event) -> None:
        if division.pk == stays.division_id and format_of(division).has_lone_matches:
            # What was said with who goes is kept while their matches are gone: it is for who stays.
            agree_again(locked, _as_one(locked, agreed_in(locked, Q(pk__in=())), player, other))

    event_write(asked, words_follow)
    gone = ngettext(
        "%(event)s: the entry of %(name)s goes, with %(count)s match that has not begun; "
        "that of %(into)s remains.",
        "%(event)s: the entry of %(name)s goes, with %(count)s matches that have not begun; "
        "that of %(into)s remains.",
        len(unbegun),
    )
    byes = [] if format_of(division).has_lone_matches else _byes(unbegun, player)
    fees = [_("What %(name)s has paid as a fee goes with that entry.") % names]
    return [gone % {**names, "count": len(unbegun)}, *byes, *(fees if goes.fees_paid else ())]


def _byes(matches: Iterable[Match], goes: Player) -> list[str]:
    """Say who has nobody to play in a round once the entry of who goes is removed."""
    said = []
    for match in matches:
        other = match.second if match.first_id == goes.pk else match.first
        if other is not None and match.round is not None:
            names = {"name": other.current.name, "number": match.round.number}
            said.append(_("%(name)s has a bye in round %(number)s.") % names)
    return said


def _asked(goes: Entry, stays: Entry, by: User, *, passes_on: bool) -> EventRequest:
    """Return the step of two entries that become one, with what is needed to part them; whether
    matches and fees pass on.
    """
    event, matches = goes.division.event, _matches(goes)
    if goes.division_id == stays.division_id:
        met = {one.pk for one in matches}
        matches += [one for one in _matches(stays) if one.pk not in met]
    before = {
        "entry": goes.public_id,
        "field": list(goes.division.entries.values_list("player__public_id", flat=True)),
        "matches": [
            {
                "match": one.public_id,
                "round": one.round.number,
                "position": one.position,
                "two": [None if who is None else who.public_id for who in (one.first, one.second)],
            }
            for one in matches
            if one.round is not None
        ],
        "into": stays.player.public_id,
        "stays": {"number": stays.number, "state": stays.state},
        "passes_on": passes_on,
        "blank": [name for name in TAKEN if getattr(stays, name) in (None, "")],
        "pools": [
            [pool["name"], stays.number in pool["joined"]]
            for pool in goes.division.side_pools
            if goes.number in pool["joined"]
        ],
        "passes": list(
            goes.player.event_passes.filter(event=event).values_list("public_id", flat=True)
        ),
        "words": words_of(event, goes.player),
    }
    payload = {
        "entry": stays.public_id,
        "player": goes.player.public_id,
        "number": goes.number,
        "before": before,
    }
    return EventRequest(event, by, UNITED, payload)


def _fees_of_both(goes: Entry, stays: Entry) -> list[str]:
    """Say what becomes of the fees where both entries have paid."""
    if not goes.fees_paid or not stays.fees_paid:
        return []
    said = _(
        "Both have paid: %(count)s fees stand at %(into)s then. Pay one back, and correct the "
        "number at the desk."
    )
    return [said % {"count": goes.fees_paid + stays.fees_paid, "into": stays.player.name}]


def _require_not_met(goes: Entry, stays: Entry) -> None:
    given = _given_up(goes.division)
    for match in _matches(goes):
        is_met = not match.is_unbegun and match.pk not in given
        if stays.player_id in (match.first_id, match.second_id) and is_met:
            raise EventRefused(
                "merge_met", name=goes.player.name, other=stays.player.name, event=str(match)
            )


def _matches(entry: Entry) -> list[Match]:
    mine = Q(first=entry.player_id) | Q(second=entry.player_id)
    found = Match.objects.filter(mine, round__division=entry.division_id)
    return list(found.select_related("round", "first", "second").order_by("pk"))


def _by_opponent(entry: Entry) -> Mapping[int | None, list[Match]]:
    found = defaultdict[int | None, list[Match]](list)
    for match in _matches(entry):
        found[match.second_id if match.first_id == entry.player_id else match.first_id].append(
            match
        )
    return found


def _pass_on(goes: Entry, stays: Entry, by: User) -> str:
    """Give the matches that were begun to who stays, in the place of those against the same."""
    passed: list[str] = []

    def change(locked: Event) -> None:
        division = division_locked(goes.division_id)
        if format_of(division).has_challenges:
            passed.extend(_pass_on_ladder(division, goes, stays))
            _keep(goes, stays, locked)
            entries_follow(division, locked)
            return
        theirs, others = _by_opponent(goes), _by_opponent(stays)
        given = _given_up(division)
        dropped: list[int] = []
        taken: list[tuple[Match, Match | None]] = []
        for opponent, matches in theirs.items():
            there = others.get(opponent, [])
            results = [one for one in matches if not one.is_unbegun and one.pk not in given]
            if results and any(not one.is_unbegun and one.pk not in given for one in there):
                raise EventRefused("merge_results", **_against(goes, stays, results[0]))
            # A walkover of who has withdrawn gives way: it follows by itself where it is missing.
            left = [one for one in matches if one.pk in given]
            begun = results or ([] if there or opponent == stays.player_id else left)
            dropped += [one.pk for one in matches if one not in begun]
            dropped += [one.pk for one in there[: len(begun)]]
            free = [*there[: len(begun)], *[None] * len(begun)]
            taken += list(zip(begun, free, strict=False))
        agreed = agreed_in(locked, Q(pk__in=dropped))
        addresses_keep(locked, Q(pk__in=dropped))
        Match.objects.filter(pk__in=dropped).delete()
        passed.extend(_take(match, there, goes, stays) for match, there in taken)
        _keep(goes, stays, locked)
        agree_again(locked, _as_one(locked, agreed, goes.player, stays.player))
        entries_follow(division, locked)

    event_write(_asked(goes, stays, by, passes_on=True), change)
    results = "; ".join(passed).replace("%", "%%")
    return _(
        "%(event)s: the results of %(name)s become those of %(into)s, whose entry remains:"
    ) + (f" {results}.")


def _given_up(division: Division) -> set[int]:
    """Return the keys of the matches that were given up by who has withdrawn."""
    gone = division.entries.filter(state=Entry.State.WITHDRAWN).values_list("player", flat=True)
    return set(given_up_in(division, *gone).values_list("pk", flat=True))


def _pass_on_ladder(division: Division, goes: Entry, stays: Entry) -> list[str]:
    """Give all challenges of who goes to who stays: each is a match of its own, also where both
    have met the same. Then the rounds say again what came before what; return what passed on.

    Raises:
        Refused: both have a match that is open.
    """
    both = {goes.player_id, stays.player_id}
    # What either has lost by leaving is decided, if the other plays on.
    walkovers_keep(division, *both)
    # Nobody challenges themselves.
    Match.objects.filter(first__in=both, second__in=both, round__division=division).delete()
    passes = {one.pk: one for one in _matches(goes)}
    is_open = any(not one.is_settled for one in passes.values())
    if is_open and any(not one.is_settled for one in _matches(stays)):
        names = {"name": goes.player.name, "other": stays.player.name}
        raise EventRefused("merge_challenges", **names, event=division.event.title)
    found = Match.objects.filter(round__division=division)
    matches = {one.pk: one for one in found.select_related("round", "first", "second")}
    rounds = turns([_turn(one, goes.player_id, stays.player_id) for one in matches.values()])
    now, said = situation_of(division), []
    # The latest first: so nobody stands twice in a round meanwhile.
    for pk in sorted(rounds, key=lambda one: (-rounds[one], one)):
        match = matches[pk]
        assert match.round is not None, "it was read by its round"
        place = match if match.round.number == rounds[pk] else _free(division, now, rounds[pk])
        if pk in passes:
            said.append(_take(match, place, goes, stays))
        elif place is not match:
            match.round, match.position = place.round, place.position
            match.save(update_fields=["round", "position"])
    return said[::-1]


def _turn(match: Match, goes: int, stays: int) -> Turn:
    """Return a match as what it is in the order of a ladder; what is open comes last."""
    assert match.round is not None, "a match of a ladder is in a round"
    was = str(match.first_id), str(match.second_id)
    now = [str(stays) if one == str(goes) else one for one in was]
    at = (not match.is_settled, match.settled_at or timezone.now())
    return Turn(match.pk, match.round.number, was, (now[0], now[1]), at)


def _free(division: Division, now: Situation, number: int) -> Match:
    """Return a place that is free in a round of a ladder, which is made if it is not there."""
    round = round_known(division, now, number)
    last = round.matches.aggregate(last=Max("position"))["last"] or 0
    return Match(round=round, position=last + 1)


def _against(goes: Entry, stays: Entry, match: Match) -> dict[str, str]:
    other = match.second if match.first_id == goes.player_id else match.first
    return {
        "name": goes.player.name,
        "other": stays.player.name,
        "opponent": "" if other is None else other.name,
        "event": goes.division.event.title,
    }


def _take(match: Match, there: Match | None, goes: Entry, stays: Entry) -> str:
    """Put who stays into a match that was begun, in the place of the one that was dropped."""
    said = f"{match} {'-'.join(match.figures)}" if match.is_settled else str(match)
    side = 0 if match.first_id == goes.player_id else 1
    setattr(match, ("first", "second")[side], stays.player)
    if there is not None:
        for name in PLACE:
            setattr(match, name, getattr(there, name))
    match.version += 1
    match.save(update_fields=["first", "second", *PLACE, "version"])
    payload = {"side": side, "was": goes.player.public_id, "now": stays.player.public_id}
    step_write(match, "replaced", payload)
    notes = FixtureNote.objects.filter(fixture__match=match)
    for name in ("player", "first", "second"):
        notes.filter(**{name: goes.player}).update(**{name: stays.player})
    return said


def _as_one(event: Event, agreed: Agreed, goes: Player, stays: Player) -> Agreed:
    """Return what was said with who goes as said with who stays; where both have talked with the
    same opponent, it becomes one talk.
    """
    found: Agreed = {}
    for two, kept in agreed.items():
        now = two
        if goes.pk in two and stays.pk not in two:
            now = (two - {goes.pk}) | {stays.pk}
            for _fixture, notes in kept:
                for note in notes:
                    if note.player_id == goes.pk:
                        note.player = stays
        found.setdefault(now, []).extend(kept)
    for two, kept in list(found.items()):
        if stays.pk in two:
            for others, talk in _talks_fit(event, two, kept).items():
                found.setdefault(others, []).append(talk)
    return found


def _talks_fit(event: Event, two: Two, kept: list[Talk]) -> dict[Two, Talk]:
    """Let two who meet have no more talks than matches: the rest is added to their last one. Return
    what others have said at that one, who met there before.
    """
    others: dict[Two, Talk] = {}
    matches = Match.objects.filter(round__division__event=event, first__in=two, second__in=two)
    free = matches.filter(fixture=None).count()
    if len(kept) > free == 0 and (match := matches.order_by("-pk").first()) is not None:
        fixture = Fixture.objects.select_related("match").get(match=match)
        others = talks_at(fixture)
        kept.insert(0, others.pop(two))
        Fixture.objects.filter(pk=fixture.pk).delete()
        free = 1
    while len(kept) > free > 0:
        kept.append(_one_talk(kept.pop(), kept.pop()))
    return others


def _one_talk(one: Talk, other: Talk) -> Talk:
    """Add one talk to another, in the order of time: the date that was agreed on last holds."""
    notes = sorted([*one[1], *other[1]], key=lambda note: note.created_at)
    agreed = [two for two in (one, other) if two[0].agreed_at is not None]
    fixture, _notes = max(agreed or [other], key=lambda two: last_agreed(two[1]))
    ends = [two[0].deadline for two in (one, other) if two[0].deadline is not None]
    fixture.deadline = max(ends, default=None)
    fixture.read_to = 0  # a director reads it again, as one
    return fixture, notes


def _keep(goes: Entry, stays: Entry, event: Event) -> None:
    """Let what was known of the entry that goes stay with the other one."""
    stays.fees_paid += goes.fees_paid
    stays.prize = goes.prize if stays.prize is None else stays.prize
    stays.rating = goes.rating if stays.rating is None else stays.rating
    stays.home_club = stays.home_club or goes.home_club
    if not stays.is_active and goes.is_active:
        stays.state = goes.state
    stays.save(update_fields=["fees_paid", "prize", "rating", "home_club", "state"])
    division = goes.division
    division.side_pools = [_joined(pool, goes.number, stays.number) for pool in division.side_pools]
    division.save(update_fields=["side_pools"])
    EntryPass.objects.filter(event=event, player=goes.player).update(player=stays.player)
    removed = as_removed(goes, event)
    goes.delete()
    removed.save(force_insert=True)
    if format_of(division).has_challenges and goes.number < stays.number:
        # They have been on the list since they were first entered: results count from there.
        stays.number = goes.number
        stays.save(update_fields=["number"])


def _joined(pool: Mapping[str, Any], goes: int, stays: int) -> dict[str, Any]:
    now = dict.fromkeys(stays if one == goes else one for one in pool["joined"])
    return {**pool, "joined": list(now)}
