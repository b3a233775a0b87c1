"""Seasons of a league: their state, their final places, and the draft of the next one."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final, cast

from django.db.models import Min, prefetch_related_objects
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.models import Player
from tournaments.events.selectors.changes import REPLACE, changes_of, taken_over_by
from tournaments.events.selectors.events import DivisionShown, board_read
from tournaments.formats.situation import PLAYOFF
from tournaments.leagues.selectors.fixtures import FixtureShown
from tournaments.models import (
    Division,
    Entry,
    Event,
    League,
    LeagueSeason,
    Match,
    MatchStep,
    Round,
)
from tournaments.record.selectors.results import standings_of
from tournaments.results.selectors.leaving import given_up_in
from tournaments.standings.promotion import (
    WITHDRAWN,
    Few,
    Finisher,
    Move,
    Rule,
    Rules,
    next_season,
    ordered,
)

LEAVES, ENTERS = "leaves", "enters"
"""What somebody may have said about the next season."""


SIZES: Final[Mapping[str, tuple[int, int]]] = {
    League.Shape.ALL_PLAY_ALL: (3, 12),
    League.Shape.ROUNDS: (4, 64),
    League.Shape.LADDER: (2, 400),
}
"""How small and how large a division is, by the shape of the league."""


class Stage(StrEnum):
    """The life of a season."""

    ANNOUNCED = "announced"
    DRAWN = "drawn"
    RUNNING = "running"
    CLOSED = "closed"
    DRAFTED = "drafted"
    ENDED = "ended"
    CANCELLED = "cancelled"


def season_current(league: League) -> LeagueSeason | None:
    """Return the latest season of a league, over or not."""
    seasons = league.seasons.select_related("event__club", "league").order_by("-number")
    return seasons.first()


def stage_of(season: LeagueSeason) -> Stage:
    """Return how far a season has come."""
    event = season.event
    if event.status == Event.Status.CANCELLED:
        return Stage.CANCELLED
    if event.status == Event.Status.FINISHED:
        return Stage.ENDED
    if season.closed_at is not None:
        return Stage.CLOSED if season.draft is None else Stage.DRAFTED
    if event.status == Event.Status.RUNNING:
        return Stage.RUNNING
    drawn = Round.objects.filter(division__event=event).exists()
    return Stage.DRAWN if drawn else Stage.ANNOUNCED


def is_past(season: LeagueSeason | None) -> bool:
    """Tell whether a season is running although its deadline is over."""
    if season is None or season.deadline is None or stage_of(season) != Stage.RUNNING:
        return False
    return season.deadline < timezone.now()


def planned_end(season: LeagueSeason) -> datetime.datetime | None:
    """Return the deadline that a season was announced with, however often it was moved."""
    moved = season.event.log.filter(kind="league_deadline").order_by("sequence").first()
    was = None if moved is None else moved.payload.get("was")
    return datetime.datetime.fromisoformat(was) if was else season.deadline


def is_too_late(season: LeagueSeason) -> bool:
    """Tell whether who enters now plays from the next season on."""
    if season.closed_at is not None:
        return True
    if season.event.status == Event.Status.PLANNED:
        return False
    if season.goes_on:
        # There is no next one: a day that was only proposed when it was announced means nothing.
        return False
    if season.late_until is None:
        # On a ladder newcomers stand at the end, whenever they come.
        return season.league.shape != League.Shape.LADDER
    return season.event.club.today > season.late_until


def gave_up(season: LeagueSeason, player: Player) -> bool:
    """Tell whether opponents have walkovers because somebody has withdrawn from a season."""
    entries = Entry.objects.filter(Entry.of(player), division__event=season.event_id)
    gone = entries.filter(state=Entry.State.WITHDRAWN).select_related("division")
    return any(given_up_in(one.division, one.player_id).exists() for one in gone)


def rules_of(league: League) -> Rules:
    """Return how a league moves its players, and how large its divisions are."""
    least, most = SIZES[league.shape]
    if league.shape == League.Shape.LADDER:
        # One list: nobody goes up or down, and nobody is out for having played too little.
        return Rules(up=0, down=0, least=least, most=most)
    return Rules(
        rule=cast(Rule, league.rule),
        up=league.up,
        down=league.down,
        share=Fraction(league.share, 100),
        few=cast(Few, league.few),
        least=least,
        most=most,
    )


def wishes_of(season: LeagueSeason) -> dict[str, str]:
    """Return what players have said about the next season, by the public id that they have now."""
    now = _now(season, season.wishes)
    return {now.get(key, key): wish for key, wish in season.wishes.items()}


def drafted(season: LeagueSeason, which: str) -> tuple[Move, ...]:
    """Return the moves of a draft, as `computed`, as the director has them, `moves`, or as results
    and wishes had them when it was confirmed, `basis`: everybody once, by the public id of now.
    """
    rows = [] if season.draft is None else [Move(**row) for row in season.draft.get(which, ())]
    now = _now(season, [row.key for row in rows])
    found: dict[str, Move] = {}
    for row in rows:
        key = now.get(row.key, row.key)
        if key not in found or found[key].was is None:
            found[key] = replace(row, key=key)
    return tuple(found.values())


def _now(season: LeagueSeason, keys: Collection[str]) -> dict[str, str]:
    """Return as whom those count by now who were merged since, by their public ids."""
    if not keys:
        return {}
    merged = Player.objects.filter(club=season.event.club_id, merged_into__isnull=False)
    return dict(merged.values_list("public_id", "merged_into__public_id"))


def finishers_of(season: LeagueSeason) -> list[Finisher]:
    """Return where everybody of a season stands, by the public id of their player.

    Who has gone from one division to another stands once, where they play.
    """
    finishers: list[Finisher] = []
    wishes = wishes_of(season)
    fields = [(one, people_current(one)) for one in board_read(season.event, division=None).fields]
    everybody = [entry for _field, entries in fields for entry in entries.values()]
    once = _once(everybody)
    is_left = any(one.state == Entry.State.WITHDRAWN for one in everybody)
    replacements = changes_of(season.event, (REPLACE,)) if is_left else []
    for field, entries in fields:
        played, due = _played(field.matches, field.numbers)
        tables = standings_of(field.division, field.matches, field.numbers, field.entries)
        lines = [(int(line.key), line.score) for table in tables for line in table.lines]
        # Who withdrew before the draw stands in no table, and has withdrawn all the same.
        others = [(number, 0) for number in entries.keys() - {number for number, _score in lines}]
        for place, (number, score) in enumerate([*lines, *sorted(others)], 1):
            entry = entries[number]
            key = entry.player.current.public_id
            if once[key] != entry.pk:
                continue
            is_out = entry.state == Entry.State.WITHDRAWN
            finishers.append(
                Finisher(
                    key,
                    field.division.position,
                    place,
                    played.get(number, 0),
                    due.get(number, 0),
                    score,
                    not is_out and wishes.get(key) != LEAVES,
                    is_out,
                    is_out and taken_over_by(replacements, entry) is not None,
                )
            )
    return finishers


def _once(entries: Iterable[Entry]) -> dict[str, int]:
    """Return the entry of everybody that counts, by the public id of their player: where they play,
    or if they have withdrawn everywhere the latest.
    """
    found = sorted(entries, key=lambda one: (one.state != Entry.State.WITHDRAWN, one.pk))
    return {one.player.current.public_id: one.pk for one in found}


def forgotten_in(division: Division) -> Collection[int]:
    """Return the players of a division who have withdrawn and whose matches count for nobody; one
    query as long as nobody has.
    """
    gone = division.entries.filter(state=Entry.State.WITHDRAWN)
    players = dict(gone.values_list("number", "player_id"))
    if not players:
        return ()
    tables = standings_of(division)
    return {players[int(key)] for table in tables for key in table.forgotten}


def uncounted_in(fixtures: Iterable[FixtureShown]) -> frozenset[int]:
    """Return the keys of the decided matches that count for nobody, for one of the two has
    withdrawn: who plays in another division since may count there, or not, for itself.

    One query as long as nobody has withdrawn.
    """
    found: dict[int, list[Match]] = {}
    for one in fixtures:
        played = one.match.round
        if one.match.is_settled and played is not None and played.bracket != PLAYOFF:
            found.setdefault(played.division_id, []).append(one.match)
    left = Division.objects.filter(pk__in=found, entries__state=Entry.State.WITHDRAWN).distinct()
    keys: set[int] = set()
    for division in left.select_related("event__club") if found else ():
        gone = set(forgotten_in(division))
        keys |= {
            one.pk
            for one in found[division.pk]
            if not gone.isdisjoint((one.first_id, one.second_id))
        }
    return frozenset(keys)


def is_corrected(season: LeagueSeason, after: LeagueSeason | None) -> bool:
    """Tell whether something was written to a season since the one after it was announced."""
    return after is not None and season.event.changed_at > after.event.created_at


def places_of(season: LeagueSeason, after: LeagueSeason | None) -> dict[str, tuple[int, int]]:
    """Return division and place of everybody of a season that is over, by the public id of their
    player: as its draft has them, or by the results of now if one was put right since.
    """
    if is_corrected(season, after):
        return {one.key: (one.division, one.place) for one in finishers_of(season)}
    rows = drafted(season, "computed")
    return {row.key: (row.was, row.place or 0) for row in rows if row.was is not None}


def people_current(field: DivisionShown) -> dict[int, Entry]:
    """Return a division's entries by number, with whom their players are merged into, read once."""
    merged = [one.player for one in field.entries if one.player.merged_into_id is not None]
    prefetch_related_objects(merged, "merged_into")
    return field.by_number


def moves_of(season: LeagueSeason) -> tuple[Move, ...]:
    """Return who would play where next season by the results and wishes of now."""
    return _moves(season, finishers_of(season), wishes_of(season))


def _moves(
    season: LeagueSeason, finishers: Iterable[Finisher], wishes: Mapping[str, str]
) -> tuple[Move, ...]:
    """Return who plays where next season if everybody wishes what `wishes` say."""
    wishing = [
        replace(one, is_back=not one.is_out and wishes.get(one.key) != LEAVES) for one in finishers
    ]
    return next_season(wishing, newcomers_of(season, wishes), rules_of(season.league))


def wishes_json(season: LeagueSeason) -> list[dict[str, str]]:
    """Return the wishes of now as a draft keeps them, in rows like its moves."""
    return [{"key": key, "wish": wish} for key, wish in wishes_of(season).items()]


def _wishes_kept(season: LeagueSeason, which: str) -> dict[str, str] | None:
    """Return the wishes when a draft was made, `wished`, or confirmed, `wished_last`, by the public
    ids of now; None for a draft of a time when it kept none.
    """
    rows = (season.draft or {}).get(which)
    if rows is None:
        return None
    now = _now(season, [row["key"] for row in rows])
    return {now.get(row["key"], row["key"]): row["wish"] for row in rows}


def confirmed_now(season: LeagueSeason) -> tuple[Move, ...]:
    """Return who would play where by the results of now had the draft been made and confirmed with
    them: with the wishes of then, for what players have said since is no matter of results.

    Whoever has said something between the two is put as the confirmed draft has put them.
    """
    first, last = _wishes_kept(season, "wished"), _wishes_kept(season, "wished_last")
    if last is None:
        last = _wishes_told(season)
    stand = finishers_of(season)
    if first is None or first == last:
        return _moves(season, stand, last)
    moves, fresh = _moves(season, stand, first), _moves(season, stand, last)
    return _with_said(moves, fresh, _said_since(moves, fresh))


def _wishes_told(season: LeagueSeason) -> dict[str, str]:
    """Return the wishes that a draft which kept none shows by who leaves and who is new."""
    rows = drafted(season, "computed")
    leaving = {row.key: LEAVES for row in rows if row.reason == WITHDRAWN}
    return leaving | {row.key: ENTERS for row in rows if row.was is None}


def newcomers_of(season: LeagueSeason, wishes: Mapping[str, str] | None = None) -> list[str]:
    """Return who plays the next season and not this one, by the public id of their player: as they
    wish now, or as `wishes` say.
    """
    wishes = wishes_of(season) if wishes is None else wishes
    rows = Entry.objects.filter(division__event=season.event_id)
    there = set(
        rows.values_list(Coalesce("player__merged_into__public_id", "player__public_id"), flat=True)
    )
    return [key for key, wish in wishes.items() if wish == ENTERS and key not in there]


def moves_json(moves: tuple[Move, ...]) -> list[dict[str, Any]]:
    """Return moves as a draft keeps them: the score where it has decided."""
    return [
        {
            "key": move.key,
            "was": move.was,
            "to": move.to,
            "reason": move.reason,
            "place": move.place,
            **({} if move.score is None else {"score": move.score}),
        }
        for move in moves
    ]


@dataclass(frozen=True, slots=True)
class Draft:
    """Who plays where next season: as it was computed, and as the director has it.

    `is_outdated` tells whether more would change if it were made again.
    """

    computed: tuple[Move, ...]
    moves: tuple[Move, ...]
    is_outdated: bool

    def to_json(self) -> dict[str, list[dict[str, Any]]]:
        return {"computed": moves_json(self.computed), "moves": moves_json(self.moves)}


def draft_of(season: LeagueSeason) -> Draft | None:
    """Return the draft of the next season, with what players have said since it was made.

    Who leaves or withdraws is not in it, who plays again or is new is. As for all others it stays
    as it is until it is made again; whom the director moves by hand afterwards stays there.
    """
    if season.draft is None:
        return None
    computed, moves = drafted(season, "computed"), drafted(season, "moves")
    fresh = moves_of(season)
    changed = _said_since(computed, fresh)
    if changed:
        computed, moves = (_with_said(rows, fresh, changed) for rows in (computed, moves))
    return Draft(computed, moves, computed != fresh)


def moved_since(season: LeagueSeason, before: LeagueSeason) -> list[tuple[int | None, Move]]:
    """Return who would move otherwise into a season by the results of the one before as they are
    now: where they play, or were to play if they do not, and the move of now. Only if something was
    written to it since, and not who plays there already, because a director has moved them.

    Whom a director has moved after a correction is among them where all corrections were taken
    back. Who was moved for another reason is not, nor whoever has only changed their mind: the
    wishes are those with which the draft was confirmed.
    """
    if before.draft is None or not is_corrected(before, season):
        return []
    was = {row.key: row for row in drafted(before, "basis") or drafted(before, "computed")}
    meant = {row.key: row.to for row in drafted(before, "moves")}
    there = _plays_in(season)
    fresh = [one for one in confirmed_now(before) if one.key in was]
    is_back = all(one.to == was[one.key].to for one in fresh)
    came_late = _entered_after_correction(before, season) if is_back else frozenset()

    def is_otherwise(one: Move) -> bool:
        plays = there.get(one.key)
        is_moved_since = plays is not None and plays != meant.get(one.key, plays)
        is_moved_back = is_moved_since and one.key in came_late and one.reason != WITHDRAWN
        return plays != one.to and (one.to != was[one.key].to or is_moved_back)

    return [(there.get(one.key, was[one.key].to), one) for one in fresh if is_otherwise(one)]


def _entered_after_correction(before: LeagueSeason, season: LeagueSeason) -> frozenset[str]:
    """Return who came into a division of a season after a result of the one before was put right,
    by the public id of their player.
    """
    steps = MatchStep.objects.filter(
        match__round__division__event=before.event_id, created_at__gt=season.event.created_at
    ).exclude(kind__in=MatchStep.BESIDE)
    first = steps.aggregate(first=Min("created_at"))["first"]
    if first is None:
        return frozenset()
    entries = Entry.objects.filter(division__event=season.event_id, created_at__gte=first)
    key = Coalesce("player__merged_into__public_id", "player__public_id")
    return frozenset(entries.values_list(key, flat=True))


def moves_made(season: LeagueSeason, after: LeagueSeason | None) -> list[tuple[Move, bool]]:
    """Return where everybody of a season that is over has gone, as its draft says; whom a director
    has moved since because a result was put right, as the results of now say. Who was moved in the
    next season for another reason has gone up or down all the same.

    The second of a pair tells whether the results of now would have them elsewhere, unless a
    director has moved them by hand.
    """
    if season.draft is None:
        return []
    by_draft = drafted(season, "moves")
    if after is None or not is_corrected(season, after):
        return [(one, False) for one in by_draft]
    fresh = {one.key: one for one in confirmed_now(season)}
    there = _plays_in(after)
    made = []
    for drawn_up in by_draft:
        plays, now = there.get(drawn_up.key, drawn_up.to), fresh.get(drawn_up.key, drawn_up)
        move = now if plays == now.to != drawn_up.to else drawn_up
        made.append((move, move.reason != "hand" and now.to != move.to))
    return made


def _plays_in(season: LeagueSeason) -> dict[str, int]:
    """Return the division of everybody who plays in a season, by the public id of their player."""
    entries = Entry.objects.filter(division__event=season.event_id)
    plays = entries.exclude(state=Entry.State.WITHDRAWN)
    key = Coalesce("player__merged_into__public_id", "player__public_id")
    return dict(plays.values_list(key, "division__position"))


def players_by_id(league: League) -> dict[str, Player]:
    """Return the players of a league's club by public id."""
    return {one.public_id: one for one in league.club.players.all()}


def _played(
    matches: Sequence[Match], numbers: Mapping[int, int]
) -> tuple[dict[int, int], dict[int, int]]:
    """Count the matches that somebody has played or won by walkover, and those they have or had.

    Whose opponents withdraw or do not come has not played too little.
    """
    played: dict[int, int] = {}
    due: dict[int, int] = {}
    for match in matches:
        if match.round is not None and match.round.bracket == PLAYOFF:
            continue
        for side, pk in enumerate((match.first_id, match.second_id)):
            number = numbers.get(pk or 0)
            if number is None or match.outcome == Match.Outcome.BYE:
                continue
            due[number] = due.get(number, 0) + 1
            is_given = match.outcome == Match.Outcome.FORFEIT and match.winner == side
            is_played = match.outcome == Match.Outcome.PLAYED or is_given
            played[number] = played.get(number, 0) + (match.is_settled and is_played)
    return played, due


def _with_said(
    rows: Iterable[Move], fresh: Iterable[Move], changed: Collection[str]
) -> tuple[Move, ...]:
    """Return the moves of a draft with those of now for who has said something since."""
    since = [one for one in fresh if one.key in changed]
    return tuple(ordered([*(one for one in rows if one.key not in changed), *since]))


def _said_since(computed: Sequence[Move], fresh: Sequence[Move]) -> set[str]:
    """Return whom a draft does not have as they play now: they leave, play again, or are new."""
    was, now = ({one.key: one.reason == WITHDRAWN for one in rows} for rows in (computed, fresh))
    return {key for key in was.keys() | now.keys() if was.get(key) != now.get(key)}
