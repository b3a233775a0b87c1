"""What an entry had before it became part of another is given back: matches and fees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final

from django.db.models import Max, Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Player
from tournaments.events.selectors.changes import REPLACE, changes_of, taken_over_by
from tournaments.events.services.entering import division_locked
from tournaments.events.services.parting import (
    agree_again,
)
from tournaments.events.services.removals import entry_again, entry_follows, number_free
from tournaments.formats.base import Pairing
from tournaments.formats.match_ladder import round_of
from tournaments.formats.situation import PLAYOFF
from tournaments.leagues.services.parted_two import GivingBack
from tournaments.leagues.services.words_back import talks_taken, words_in_place
from tournaments.models import (
    Division,
    Entry,
    Event,
    FormerMatch,
    Match,
    RemovedEntry,
    Round,
)
from tournaments.pairing.fixtures import missing_fixtures
from tournaments.record.selectors.dated import is_closed_season
from tournaments.record.selectors.situations import format_of, situation_of
from tournaments.results.services.own_steps import step_write
from tournaments.results.services.propagation import matches_add, round_known

ASIDE: Final = 20_000
"""From this position on a match waits for its place in a round."""


def entry_give_back(of: GivingBack) -> None:
    """Give a player their own entry again, with all that it had, as far as that can be; what cannot
    is said. The event is locked.

    In an event that is over, or a season that is closed, only words are theirs again.
    """
    removed = RemovedEntry.objects.select_related("division__event__club").filter(
        event=of.event, public_id=of.before["entry"]
    )
    found = removed.first()
    is_over = not of.event.is_open or is_closed_season(of.event)
    if found is None or is_over or _entries(of.event, [of.player.pk]).exists():
        words_in_place(of)
        if is_over:
            of.tell(_("%(event)s is over or closed: the results of %(name)s stay with %(into)s."))
        else:
            of.tell(_("%(event)s: the entry and the results of %(name)s stay with %(into)s."))
        return
    division = division_locked(found.division_id)
    division.event = of.event
    byes, number = found.byes, found.number
    stays = _stays(of)
    if stays is not None:
        _number_back(of, stays)
    entry = entry_again(found, division, of.player)
    entry.division = division
    if stays is not None:
        _money_back(of, entry, stays)
    _pools_back(of, division, entry, stays)
    begun: list[str] = []
    if format_of(division).has_lone_matches:
        begun = _lone_back(of, division, entry, stays)
    else:
        words_in_place(of)
        _byes_back(of, division, entry, byes)
    entry_follows(entry, of.event)
    if begun:
        text = _("%(event)s: the entry of %(name)s is there again, with their words and results:")
        of.said.insert(0, text % of.names + f" {'; '.join(begun)}.")
    else:
        text = _("%(event)s: the entry of %(name)s is there again.")
        of.said.insert(0, text % of.names)
    if entry.number != number and format_of(division).has_challenges:
        of.tell(_("%(event)s: %(name)s stands behind those who have come since."))
    if stays is not None and _has_played_since(of, division, stays):
        of.tell(_("%(event)s: what was played since stays with %(into)s."))


def _entries(event: Event, players: Iterable[int]) -> Any:
    found = Entry.objects.filter(division__event=event, player__in=list(players))
    return found.select_related("division", "player")


def _stays(of: GivingBack) -> Entry | None:
    """Return the entry that the other has become part of, or who has it by now."""
    there = _entries(of.event, of.others)
    own = there.filter(public_id=of.step.payload["entry"]).first()
    found: Entry | None = own or there.order_by("pk").first()
    return found


def _number_back(of: GivingBack, stays: Entry) -> None:
    """Let who stays have their own number again: on a ladder they took that of who was above."""
    number = of.before["stays"]["number"]
    if not of.before["passes_on"] or number == stays.number:
        return
    if stays.number != of.step.payload["number"]:
        return
    if stays.division.entries.filter(number=number).exists():
        number = number_free(stays.division)
    stays.number = number
    stays.save(update_fields=["number"])
    if number != of.before["stays"]["number"]:
        of.tell(_("%(event)s: %(into)s stands behind those who have come since."))


def _money_back(of: GivingBack, entry: Entry, stays: Entry) -> None:
    """Give back what was paid, and what of who stays was only known from the other entry."""
    before, paid = of.before, entry.fees_paid
    if before["passes_on"]:
        entry.fees_paid = min(paid, stays.fees_paid)
        stays.fees_paid -= entry.fees_paid
        for name in before["blank"]:
            if getattr(stays, name) == getattr(entry, name):
                setattr(stays, name, "" if name == "home_club" else None)
        was_active = before["stays"]["state"] in {Entry.State.ENTERED, Entry.State.PRESENT}
        if not was_active and stays.state == entry.state:
            stays.state = before["stays"]["state"]
        entry.save(update_fields=["fees_paid"])
        stays.save(update_fields=["fees_paid", "state", *before["blank"]])
    if entry.fees_paid:
        text = ngettext(
            "%(event)s: %(count)s fee stands at %(name)s again.",
            "%(event)s: %(count)s fees stand at %(name)s again.",
            entry.fees_paid,
        )
        of.tell(text, count=entry.fees_paid)
    if entry.fees_paid != paid:
        text = _(
            "%(event)s: fewer fees are noted by now than both had paid. Correct the numbers of "
            "%(name)s and %(into)s at the desk."
        )
        of.tell(text)


def _pools_back(of: GivingBack, division: Division, entry: Entry, stays: Entry | None) -> None:
    """Let them be in the side pools in which they were, each for themselves."""
    were = dict(of.before["pools"])
    if not were:
        return
    for pool in division.side_pools:
        if pool["name"] in were:
            joined = {*pool["joined"], entry.number}
            if of.before["passes_on"] and stays is not None and not were[pool["name"]]:
                joined.discard(stays.number)
            pool["joined"] = sorted(joined)
    division.save(update_fields=["side_pools"])


# matches that stand for themselves


def _lone_back(of: GivingBack, division: Division, entry: Entry, stays: Entry | None) -> list[str]:
    """Give matches and words back, and add what both lack then; return what was begun."""
    rows = of.before["matches"]
    agreed = talks_taken(of, division)
    begun = _matches_back(of, division, rows)
    if stays is not None and stays.division_id == division.pk:
        _matches_added(of, division, rows, entry, stays)
    else:
        _matches_added(of, division, rows, entry, None)
    agree_again(of.event, agreed)
    return begun


def _matches_back(of: GivingBack, division: Division, rows: Sequence[dict[str, Any]]) -> list[str]:
    """Put a player into the matches that passed on, at their former places; return them in words.

    One that is being played on a board which was opened since stays.
    """
    theirs = {row["match"]: row for row in rows if of.player.public_id in row["two"]}
    found = Match.objects.filter(round__division=division, public_id__in=theirs)
    sides: dict[int, int] = {}
    moving: list[Match] = []
    for match in found.select_related("round", "first", "second", "online").order_by("pk"):
        side = next((one for one in (0, 1) if _two(match)[one] in of.others), None)
        if side is None:
            continue
        board = match.online
        if board is not None and not match.is_settled and board.created_at > of.step.created_at:
            of.tell(
                _("%(event)s: %(match)s is played on a board: it stays with %(into)s."),
                match=match,
            )
            continue
        sides[match.pk] = side
        moving.append(match)
    is_ladder = format_of(division).has_challenges
    if not is_ladder:
        for place, match in enumerate(moving):
            Match.objects.filter(pk=match.pk).update(
                first=None, second=None, position=ASIDE + place
            )
    said = []
    for match in moving:
        side, was = sides[match.pk], (match.first, match.second)[sides[match.pk]]
        setattr(match, ("first", "second")[side], of.player)
        if not is_ladder:
            row = theirs[match.public_id]
            match.round, match.position = _place(
                division, row["round"], row["position"], _two(match)
            )
        match.version += 1
        match.save(update_fields=["first", "second", "round", "position", "version"])
        assert was is not None, "they were found by it"
        payload = {"side": side, "was": was.public_id, "now": of.player.public_id}
        step_write(match, "replaced", payload)
        if not match.is_unbegun:
            said.append(f"{match} {'-'.join(match.figures)}" if match.is_settled else str(match))
    return said


def _two(match: Match) -> tuple[int | None, int | None]:
    return match.first_id, match.second_id


def _place(
    division: Division, number: int, position: int, two: Collection[int | None]
) -> tuple[Round, int]:
    """Return a round in which two can stand, the one that is asked for if that is free, and their
    position in it.
    """
    there = Match.objects.filter(round__division=division)
    busy = Q(first__in=two) | Q(second__in=two)
    others = division.rounds.exclude(bracket=PLAYOFF).values_list("number", flat=True)
    for one in (number, *sorted(others)):
        if there.filter(busy, round__number=one).exists():
            continue
        found = _round(division, one)
        if not found.matches.filter(position=position).exists():
            return found, position
        return found, _last(found) + 1
    last = division.rounds.aggregate(last=Max("number"))["last"] or 0
    return _round(division, last + 1), 1


def _round(division: Division, number: int) -> Round:
    there = division.rounds.filter(number=number).first()
    return there or round_known(division, situation_of(division), number)


def _last(round: Round) -> int:
    last = round.matches.filter(position__lt=ASIDE).aggregate(last=Max("position"))["last"]
    return int(last or 0)


def _matches_added(
    of: GivingBack,
    division: Division,
    rows: Sequence[dict[str, Any]],
    entry: Entry,
    stays: Entry | None,
) -> None:
    """Write the matches that either lacks now and had before, and those with who has come since."""
    entries = list(division.entries.select_related("player__merged_into"))
    now = {one.player.public_id: one for one in entries}
    replaced = changes_of(of.event, (REPLACE,))
    heirs: dict[int, int] = {}
    for one in entries:
        taker = taken_over_by(replaced, one) if one.state == Entry.State.WITHDRAWN else None
        if taker is not None and taker in now:
            heirs[one.player_id] = now[taker].player_id

    def stands(public_id: str) -> int | None:
        """Who stands for a player of then: they, or who has taken over from them."""
        if public_id == of.before["into"] and stays is not None:
            return heirs.get(stays.player_id, stays.player_id)
        found = now.get(public_id)
        return None if found is None else heirs.get(found.player_id, found.player_id)

    there = Match.objects.filter(round__division=division)
    met = Counter[frozenset[int | None]](
        frozenset(heirs.get(pk or 0, pk) for pk in two)
        for two in there.values_list("first", "second")
    )
    owed = Counter[frozenset[int | None]]()
    for row in rows:
        first, second = (None if one is None else stands(one) for one in row["two"])
        pair = frozenset[int | None]((first, second))
        if first is None or second is None or first == second:
            continue
        owed[pair] += 1
        if met[pair] < owed[pair]:
            met[pair] += _match_again(of, division, row, (first, second))
    if format_of(division).has_challenges:
        return
    known = {*of.before["field"], of.player.public_id}
    come = [one for key, one in now.items() if key not in known and not _is_gone(one)]
    situation = situation_of(division)
    times = 2 if situation.params.twice else 1
    fixtures = [(m.round, *m.players) for m in situation.meetings if len(m.players) == 2]
    for one in come:
        found = missing_fixtures(
            [entry.number, one.number],
            [(round, first, second) for round, first, second in fixtures],
            times=times,
        )
        fixtures += found
        numbers = {each.number: each.player_id for each in entries}
        pairings = [(round, Pairing(first, second)) for round, first, second in found]
        matches_add(division, situation, numbers, pairings)


def _is_gone(entry: Entry) -> bool:
    return entry.state == Entry.State.WITHDRAWN


def _match_again(
    of: GivingBack, division: Division, row: dict[str, Any], two: tuple[int, int]
) -> bool:
    """Write a match that was dropped, under its address if that is free; tell whether it could be:
    on a ladder nobody has two at once.
    """
    played_by, situation = format_of(division), situation_of(division)
    number, position = row["round"], row["position"]
    if played_by.has_challenges:
        open_ones = Match.objects.filter(round__division=division, state__in=Match.UNDECIDED)
        if open_ones.filter(Q(first__in=two) | Q(second__in=two)).exists():
            names = dict(Player.objects.filter(pk__in=two).values_list("pk", "name"))
            of.tell(
                _("%(event)s: the challenge of %(one)s and %(other)s is not there again."),
                one=names[two[0]],
                other=names[two[1]],
            )
            return False
        numbers = dict(division.entries.values_list("player", "number"))
        number = round_of(situation, numbers[two[0]], numbers[two[1]])
    round, position = _place(division, number, position, two)
    match = Match(
        club_id=of.event.club_id,
        round=round,
        game=of.event.game,
        position=position,
        first_id=two[0],
        second_id=two[1],
        length=played_by.length(situation.params, division.match_length, "", round.number),
        played_on=of.event.starts_on,
    )
    if not Match.objects.filter(public_id=row["match"]).exists():
        match.public_id = row["match"]
        FormerMatch.objects.filter(public_id=row["match"]).delete()
    match.save(force_insert=True)
    return True


# rounds that are drawn


def _byes_back(
    of: GivingBack, division: Division, entry: Entry, byes: Sequence[dict[str, Any]]
) -> None:
    """Give a player the byes again that they had, and say which matches they do not have again."""
    theirs = Match.objects.filter(
        Q(first=of.player) | Q(second=of.player), round__division=division
    )
    again = set(theirs.values_list("public_id", flat=True))
    lost = sum(one["match"] not in again for one in byes)
    if lost:
        text = ngettext(
            "%(event)s: %(count)s match of %(name)s is not there again: the opponent has a bye.",
            "%(event)s: %(count)s matches of %(name)s are not there again: the opponents have a "
            "bye.",
            lost,
        )
        of.tell(text, count=lost)
    for row in of.before["matches"]:
        if row["two"] != [of.player.public_id, None]:
            continue
        round = division.rounds.filter(number=row["round"]).first()
        if round is None or Match.objects.filter(public_id=row["match"]).exists():
            continue
        is_free = not round.matches.filter(position=row["position"]).exists()
        Match.objects.create(
            public_id=row["match"],
            club_id=of.event.club_id,
            round=round,
            game=of.event.game,
            position=row["position"] if is_free else _last(round) + 1,
            first=of.player,
            state=Match.State.SETTLED,
            outcome=Match.Outcome.BYE,
            winner=0,
            settled_at=timezone.now(),
            length=division.match_length,
            played_on=of.event.starts_on,
        )


def _has_played_since(of: GivingBack, division: Division, stays: Entry) -> bool:
    theirs = Match.objects.filter(
        Q(first=stays.player_id) | Q(second=stays.player_id), round__division__event=of.event
    )
    begun = [one.pk for one in theirs.select_related("online") if not one.is_unbegun]
    said = Match.objects.filter(pk__in=begun, log__created_at__gt=of.step.created_at)
    return said.exclude(outcome=Match.Outcome.BYE).exists()
