"""A replacement, a join or a split of divisions is taken back, with a reason.

Each of them writes with its step what was before. It is taken back as long as nothing was done
since that rests on it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction

from games.decisions.services.effects import tried
from games.models import Player, User
from games.permissions import Capability, require
from tournaments.errors import EventConflict, EventRefused
from tournaments.events.selectors.changes import REPLACE, UNDO, changes_of
from tournaments.events.services.entering import (
    division_locked,
    entries_follow,
    require_one_division,
)
from tournaments.events.services.removals import number_free
from tournaments.leagues.services.absences import Claim, claims_in
from tournaments.leagues.services.replacing import divide, leave, pass_on, passing
from tournaments.leagues.services.seasons import asked_of, event_and_before_lock, season_read
from tournaments.models import (
    Division,
    Entry,
    Event,
    EventStep,
    Fixture,
    FixtureNote,
    LeagueSeason,
    Match,
)
from tournaments.record.selectors.rounds import is_played, latest_draw
from tournaments.record.services.writing import event_write

KINDS: Final = (REPLACE, "league_join", "league_split")


def change_latest(season: LeagueSeason) -> EventStep | None:
    """Return the latest change of who plays that can be taken back, unless it was already."""
    latest = next(iter(changes_of(season.event, KINDS)), None)
    # What was done before changes kept what was before them stays.
    return latest if latest is not None and "before" in latest.payload else None


@dataclass(frozen=True, slots=True)
class UndoTried:
    """What it would come to: how many play in each division, and how many words are kept: of two
    who do not meet then. Below zero as many stand at matches again. And which words that somebody
    did not come end with it, or wait for the director again.
    """

    divisions: tuple[tuple[str, int], ...]
    parted: int
    claims_end: tuple[Claim, ...] = ()
    claims_again: tuple[Claim, ...] = ()


def undo_tried(*, season: LeagueSeason, by: User, step: int, reason: str) -> UndoTried:
    """Return what taking a change back comes to; nothing of it stays.

    Raises:
        ServiceError: see `change_undo`.
    """

    def do() -> UndoTried:
        notes = FixtureNote.objects.filter(fixture__match__round__division__event=season.event)
        before = notes.count()
        matches = Match.objects.filter(round__division__event=season.event)
        claims = claims_in(matches)
        change_undo(season=season, by=by, step=step, reason=reason)
        rows = Entry.objects.filter(division__event=season.event)
        rows = rows.exclude(state=Entry.State.WITHDRAWN).order_by("division__position")
        sizes = Counter(rows.values_list("division__name", flat=True))
        after = claims_in(matches)
        return UndoTried(
            tuple(sizes.items()),
            before - notes.count(),
            tuple(one for one in claims if one not in after),
            tuple(one for one in after if one not in claims),
        )

    return tried(do)


@transaction.atomic
def change_undo(*, season: LeagueSeason, by: User, step: int, reason: str, key: str = "") -> None:
    """Take the latest change of who plays back; its step in the log says who did so, and why.

    Raises:
        NotAllowed: the user may not direct events here.
        Refused: there is no reason, or something was played since.
        Conflict: it was taken back already, or who plays has changed since.
    """
    require(by, Capability.DIRECT, season.event.club)
    event_and_before_lock(season.event)
    if not reason.strip():
        raise EventRefused("league_undo_why")
    if season_read(season).closed_at is not None:
        raise EventConflict("league_closed")
    done = change_latest(season)
    if done is None or done.sequence != step:
        raise EventConflict("league_undo_gone")
    said = {"step": step, "undoes": done.kind, "reason": reason.strip()[:200]}
    if done.kind == REPLACE:
        _give_back(season, by, done.payload, said, key)
    else:
        _divide_back(season, by, done.payload["before"], said, key)


def change_refused(season: LeagueSeason, done: EventStep) -> str:
    """Say why a change of who plays cannot be taken back any more; blank if it can. Only reads."""
    before = done.payload["before"]
    try:
        if done.kind != REPLACE:
            old = _divided(season, before)
            played = next((one for one in old if any(map(is_played, latest_draw(one)))), None)
            if played is not None:
                raise EventRefused("league_played", name=played.name)
            return ""
        division = season.event.divisions.filter(public_id=before["division"]).first()
        person = Player.objects.filter(public_id=done.payload["player"]).first()
        if division is None or person is None:
            raise EventConflict("league_undo_changed")
        _taken(division, person, before["matches"])
    except (EventConflict, EventRefused) as error:
        return str(error)
    return ""


def _divided(season: LeagueSeason, before: dict[str, Any]) -> list[Division]:
    """Return the divisions that a join or split has made, if the same people are in them.

    Raises:
        Conflict: they are not.
    """
    divisions = season.event.divisions.filter(public_id__in=before["made"])
    old = list(divisions.order_by("position").select_related("event__club"))
    for name, is_gone in (("players", False), ("gone", True)):
        entries = Entry.objects.filter(division__in=old)
        rows = entries.filter(state=Entry.State.WITHDRAWN)
        rows = rows if is_gone else entries.exclude(state=Entry.State.WITHDRAWN)
        now = set(rows.values_list("player__public_id", flat=True))
        was = {key for one in before["divisions"] for key in one[name]}
        if len(old) != len(before["made"]) or now != was:
            raise EventConflict("league_undo_changed")
    return old


def _give_back(
    season: LeagueSeason, by: User, done: dict[str, Any], said: dict[str, Any], key: str
) -> None:
    """Let who was replaced play their matches again; who took over leaves if they came for it."""
    before = done["before"]

    def change(locked: Event) -> None:
        found = locked.divisions.filter(public_id=before["division"]).first()
        players = {
            player.public_id: player
            for player in Player.objects.filter(public_id__in=[done["player"], before["player"]])
        }
        person, gone = players.get(done["player"]), players.get(before["player"])
        if found is None or person is None or gone is None:
            raise EventConflict("league_undo_changed")
        division = division_locked(found.pk)
        matches = _taken(division, person, before["matches"])
        entry, other = _entry(division, person), division.entries.filter(player=gone).first()
        if entry is None or entry.state != before["now"]:
            raise EventConflict("league_undo_changed")
        if other is not None and other.state != Entry.State.WITHDRAWN:
            raise EventConflict("league_undo_changed")
        require_one_division(division, gone.current)
        _play_again(division, gone, other, before)
        for match in matches:
            pass_on(match, person, gone)
            agreed = before["matches"][match.public_id]
            Fixture.objects.filter(match=match).update(**agreed)
        entry.state = before["state"] or Entry.State.WITHDRAWN
        entry.save(update_fields=["state"])
        entries_follow(division, locked)
        if before["state"] is None:
            leave(entry)

    event_write(asked_of(season, by, UNDO, said, key), change)


def _taken(division: Division, person: Player, ids: Any) -> list[Match]:
    """Return the matches that were taken over, none of them begun since."""
    found = Match.objects.filter(public_id__in=list(ids), round__division=division)
    matches = list(found.select_related("round").order_by("pk"))
    if len(matches) != len(ids):
        raise EventConflict("league_undo_changed")
    passes = passing(division, person)
    for match in matches:
        if person.pk not in (match.first_id, match.second_id):
            raise EventConflict("league_undo_changed")
        if match.online_id or not passes(match):
            raise EventRefused("league_undo_played", name=person.name)
    return matches


def _entry(division: Division, person: Player) -> Entry | None:
    return division.entries.filter(player=person).first()


def _play_again(
    division: Division, gone: Player, entry: Entry | None, before: dict[str, Any]
) -> None:
    """Enter who was replaced as they were; who had nothing else to play had left the list."""
    if entry is not None:
        entry.state = before["gone"]["state"]
        entry.save(update_fields=["state"])
        return
    kept = dict(before["gone"])
    if division.entries.filter(number=kept["number"]).exists():
        kept["number"] = number_free(division)
    Entry.objects.create(division=division, player=gone, **kept)


def _divide_back(
    season: LeagueSeason, by: User, before: dict[str, Any], said: dict[str, Any], key: str
) -> None:
    """Put everybody back into the division in which they were, and draw what was drawn."""
    old, was = _divided(season, before), before["divisions"]
    people = {
        player.public_id: player
        for player in Player.objects.filter(entries__division__in=old).distinct()
    }
    divide(
        season,
        by,
        old,
        [[people[one] for one in each["players"]] for each in was],
        UNDO,
        key,
        said=said,
        names=[each["name"] for each in was],
        gone={people[one].pk: place for place, each in enumerate(was) for one in each["gone"]},
    )
