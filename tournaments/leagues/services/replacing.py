"""Who plays is changed while a season is running: a replacement, divisions joined or split."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from django.db import transaction
from django.db.models import Case, Q, When
from django.utils.translation import gettext, override

from games.boards.services.boards import board_stop
from games.models import Player, User
from games.permissions import Capability, require
from tournaments.errors import EventConflict, EventRefused
from tournaments.events.selectors.changes import REPLACE
from tournaments.events.services.draws import (
    draw_confirm,
    draw_discard,
    draw_make,
    draw_release,
)
from tournaments.events.services.entering import (
    division_locked,
    entries_follow,
    require_one_division,
)
from tournaments.events.services.parting import addresses_keep, agree_again, agreed_in
from tournaments.events.services.removals import number_free
from tournaments.formats.situation import PLAYOFF
from tournaments.leagues.services.seasons import (
    asked_of,
    division_name,
    event_and_before_lock,
    season_read,
    size_checked,
)
from tournaments.models import (
    Division,
    Entry,
    Event,
    Fixture,
    League,
    LeagueSeason,
    Match,
    Round,
)
from tournaments.record.selectors.rounds import breaks_rules, is_played, latest_draw
from tournaments.record.services.writing import event_write
from tournaments.results.services.own_steps import step_write

BY_LEVEL: Final = (Case(When(level=0, then=1), default=0), "level", "number")
"""The best first; who has come since, and has no level, stands last."""


def player_replace(
    *, season: LeagueSeason, entry: Entry, by: User, player: Player, key: str = ""
) -> None:
    """Let somebody take over the matches of another that have no result; results stay and count.

    Who is replaced has withdrawn. Who has withdrawn from another division may take over, as they
    may be entered. `change_undo` takes it back.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: they play in this season already, or there is nothing to take over.
    """
    _no_ladder(season)
    person = player.current

    def change(locked: Event) -> None:
        if season_read(season).closed_at is not None:
            raise EventConflict("league_closed")
        division = division_locked(entry.division_id)
        gone = division.entries.select_related("player").get(pk=entry.pk)
        there = division.entries.filter(Entry.of(person))
        if there.exclude(state=Entry.State.WITHDRAWN).exists():
            raise EventRefused("entered_twice", name=person.name)
        require_one_division(division, person)
        taken = _to_take(division, gone.player)
        if not any(one.is_unentered for one in taken):
            raise EventRefused("league_nothing_to_take", name=gone.name)
        payload["before"] = _before(division, gone, person, taken)
        plays_as = _enter(division, person, gone)
        _require_no_second(division, plays_as, gone.player, taken)
        for match in taken:
            _board_ends(match, person)
            pass_on(match, gone.player, plays_as)
        gone.state = Entry.State.WITHDRAWN
        gone.save(update_fields=["state"])
        entries_follow(division, locked)
        leave(gone)

    payload: dict[str, Any] = {"entry": entry.public_id, "player": person.public_id}
    event_write(asked_of(season, by, REPLACE, payload, key), change)


@transaction.atomic
def divisions_join(*, season: LeagueSeason, upper: Division, by: User, key: str = "") -> None:
    """Make one division of two, before the first result of either: the lower joins the upper.

    What was released is drawn anew; dates that two have agreed on stay where they still meet.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: there is no lower one, something was played, it would be too large, or somebody
            has withdrawn from one of the two and plays in the other.
    """
    _begin(season, by)
    divisions = list(season.event.divisions.order_by("position").select_related("event__club"))
    lower = next((one for one in divisions if one.position > upper.position), None)
    if lower is None:
        raise EventRefused("league_no_lower")
    _require_once(upper, lower)
    there = [*_players(upper), *_players(lower)]
    size_checked(season.league, upper.name, len(there))
    divide(season, by, [upper, lower], [there], "league_join", key)


@transaction.atomic
def division_split(
    *, season: LeagueSeason, division: Division, by: User, stay: int, key: str = ""
) -> None:
    """Make two divisions of one, before its first result: the first `stay` by level stay above.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: something was played, or one of the two would be too small.
    """
    _begin(season, by)
    there = _players(division)
    groups = [there[:stay], there[stay:]]
    for place, group in enumerate(groups):
        size_checked(season.league, division_name(division.position + place), len(group))
    divide(season, by, [division], groups, "league_split", key)


def _require_once(upper: Division, lower: Division) -> None:
    """Refuse to join two divisions in which somebody is entered in both."""
    there = upper.entries.filter(player__in=lower.entries.values("player"))
    twice = there.select_related("player__merged_into").order_by("number").first()
    if twice is not None:
        raise EventRefused("league_join_twice", name=twice.player.current.name)


def _no_ladder(season: LeagueSeason) -> None:
    if season.league.shape == League.Shape.LADDER:
        raise EventRefused("ladder_one_list")


def _begin(season: LeagueSeason, by: User) -> None:
    _no_ladder(season)
    require(by, Capability.DIRECT, season.event.club)
    event_and_before_lock(season.event)
    if season_read(season).closed_at is not None:
        raise EventConflict("league_closed")


def divide(
    season: LeagueSeason,
    by: User,
    old: Sequence[Division],
    groups: Sequence[Sequence[Player]],
    kind: str,
    key: str,
    *,
    said: Mapping[str, Any] | None = None,
    names: Sequence[str] = (),
    gone: Mapping[int, int] = MappingProxyType({}),
) -> None:
    """Put the players of some divisions into others in their place, and draw what was drawn.

    `said` is what the log says of it, for want of something else the divisions; `names` are those
    of the new ones, `gone` into which of these each goes who has withdrawn.
    """
    event, was_released = season.event, False
    for one in old:
        rounds = latest_draw(one)
        if any(is_played(found) for found in rounds) or one.rounds.count() > len(rounds):
            raise EventRefused("league_played", name=one.name)
        was_released |= any(found.state == Round.State.RELEASED for found in rounds)
    agreed = agreed_in(event, Q(round__division__in=old))
    addresses_keep(event, Q(round__division__in=old))
    for one in old:
        if one.rounds.exists():
            draw_discard(division=one, by=by)

    def change(locked: Event) -> None:
        upper = division_locked(old[0].pk)
        fields = {name: getattr(upper, name) for name in ("format", "params", "match_length")}
        fields |= {"tie_breaks": upper.tie_breaks, "seeding": upper.seeding}
        places = [
            upper,
            *(
                Division.objects.create(event=locked, name="", position=900 + number, **fields)
                for number in range(1, len(groups))
            ),
        ]
        _move(old, places, groups, gone)
        for one in old[1:]:
            one.delete()
        _number(locked, upper, places)
        for place, name in zip(places, names, strict=False):
            if not locked.divisions.filter(name=name).exists():
                Division.objects.filter(pk=place.pk).update(name=name)
        payload["before"] = {"divisions": before, "made": [one.public_id for one in places]}

    before = [_listed(one) for one in old]
    usual = {"divisions": [one.public_id for one in old], "sizes": [len(one) for one in groups]}
    payload: dict[str, Any] = dict(usual if said is None else said)
    event_write(asked_of(season, by, kind, payload, key), change)
    season.event.refresh_from_db()
    undrawn = event.divisions.filter(rounds=None).select_related("event__club")
    for division in undrawn if was_released else ():
        draw_make(division=division, by=by)
        draw_confirm(division=division, by=by, in_spite=breaks_rules(division))
        draw_release(division=division, by=by)
    agree_again(event, agreed)


def _listed(division: Division) -> dict[str, Any]:
    """Return who is entered in a division, for who takes its change back."""
    rows = division.entries.order_by("number").values_list("player__public_id", "state")
    found = list(rows)
    return {
        "name": division.name,
        "players": [one for one, state in found if state != Entry.State.WITHDRAWN],
        "gone": [one for one, state in found if state == Entry.State.WITHDRAWN],
    }


def _before(
    division: Division, gone: Entry, person: Player, taken: Sequence[Match]
) -> dict[str, Any]:
    """Return what a replacement changes, for who takes it back."""
    there = division.entries.filter(Entry.of(person)).first()
    agreed = {
        fixture.match.public_id: {
            "agreed_at": None if fixture.agreed_at is None else fixture.agreed_at.isoformat(),
            "place": fixture.place,
        }
        for fixture in Fixture.objects.filter(match__in=taken).select_related("match")
    }
    nothing = {"agreed_at": None, "place": ""}
    kept = ("public_id", "number", "level", "from_round", "state")
    return {
        "division": division.public_id,
        "player": gone.player.public_id,
        "gone": {name: getattr(gone, name) for name in kept},
        "state": None if there is None else there.state,
        "now": Entry.State.ENTERED,
        "matches": {one.public_id: agreed.get(one.public_id, nothing) for one in taken},
    }


def _move(
    old: Sequence[Division],
    places: Sequence[Division],
    groups: Sequence[Sequence[Player]],
    gone: Mapping[int, int],
) -> None:
    """Put entries into their new divisions, numbered anew; who has withdrawn stands last."""
    entries = list(Entry.objects.filter(division__in=old).order_by(*BY_LEVEL))
    for spare, entry in enumerate(entries, 1000):
        Entry.objects.filter(pk=entry.pk).update(number=spare)
    to = {player.pk: place for place, group in zip(places, groups, strict=True) for player in group}
    numbers = dict.fromkeys((one.pk for one in places), 0)
    for entry in sorted(entries, key=lambda one: one.player_id not in to):
        place = to.get(entry.player_id, places[gone.get(entry.player_id, 0)])
        numbers[place.pk] += 1
        Entry.objects.filter(pk=entry.pk).update(
            division=place, number=numbers[place.pk], from_round=1
        )


def _number(event: Event, upper: Division, places: Sequence[Division]) -> None:
    """Give all divisions their places again, and those with the usual names these."""
    new = {one.pk for one in places[1:]}
    others = [one for one in event.divisions.order_by("position") if one.pk not in new]
    order: list[Division] = []
    for one in others:
        order += [one, *places[1:]] if one.pk == upper.pk else [one]
    usual = {division_name(one.position) for one in others} | {""}
    # Places and names are unique in an event: both are vacated first.
    for spare, division in enumerate(order, 500):
        Division.objects.filter(pk=division.pk).update(position=spare, name=f"{spare}")
    for place, division in enumerate(order, 1):
        name = division_name(place) if division.name in usual else division.name
        Division.objects.filter(pk=division.pk).update(position=place, name=name)


def _players(division: Division) -> list[Player]:
    """Return who plays in a division, the best by level first."""
    found = division.entries.exclude(state=Entry.State.WITHDRAWN).select_related("player")
    return [one.player for one in found.order_by(*BY_LEVEL)]


def _to_take(division: Division, player: Player) -> list[Match]:
    mine = Q(first=player) | Q(second=player)
    found = Match.objects.filter(mine, round__division=division, round__state=Round.State.RELEASED)
    # Who is level plays a deciding match themselves.
    rows = found.exclude(round__bracket=PLAYOFF).select_related("round", "club", "online__club")
    passes = passing(division, player)
    return [one for one in rows.order_by("pk") if passes(one)]


def _require_no_second(
    division: Division, person: Player, gone: Player, taken: Sequence[Match]
) -> None:
    """Refuse to let somebody who has withdrawn meet themselves, or an opponent a second time."""
    mine = Match.objects.filter(Q(first=person) | Q(second=person), round__division=division)
    met = {pk for two in mine.values_list("first", "second") for pk in two} | {person.pk}
    others = {pk for one in taken for pk in (one.first_id, one.second_id)} - {gone.pk}
    if mine.exists() and others & met:
        raise EventRefused("league_own_matches", name=person.current.name)


def passing(division: Division, player: Player) -> Callable[[Match], bool]:
    """Return what tells whether a player's match can pass to another: it has no result, though a
    board may be open for it.

    A match that is won because the opponent has withdrawn passes, too: the new player wins it.
    """
    out = division.entries.filter(state=Entry.State.WITHDRAWN).exclude(player=player)
    withdrawn = set(out.values_list("player", flat=True))

    def passes(match: Match) -> bool:
        is_won = match.is_settled and match.outcome == Match.Outcome.FORFEIT
        if is_won and withdrawn & {match.first_id, match.second_id}:
            return True
        return match.state == Match.State.OPEN and match.is_unentered

    return passes


def _board_ends(match: Match, person: Player) -> None:
    """End the board of a match that somebody takes over: it was that of the two before."""
    board, match.online = match.online, None
    if board is not None and board.is_open:
        with override(match.club.language or None):
            reason = gettext("%(name)s plays this match now") % {"name": person.name}
        board_stop(board=board, reason=reason)


def _enter(division: Division, person: Player, gone: Entry) -> Player:
    """Enter who takes over, at the level of who goes; who was there before plays again. Return as
    whom: after a merge their entry may still be that of before.
    """
    before = division.entries.filter(Entry.of(person)).select_related("player").first()
    if before is not None:
        before.state = Entry.State.ENTERED
        before.save(update_fields=["state"])
        return before.player
    Entry.objects.create(
        division=division,
        player=person,
        number=number_free(division),
        level=gone.level,
        from_round=gone.from_round,
    )
    return person


def pass_on(match: Match, gone: Player, person: Player) -> None:
    """Put somebody in another's place; a date that was agreed on is to be found anew."""
    side = 0 if match.first_id == gone.pk else 1
    if side == 0:
        match.first = person
    else:
        match.second = person
    match.board = None
    match.version += 1
    match.save(update_fields=["first", "second", "board", "online", "version"])
    payload = {"side": side, "was": gone.public_id, "now": person.public_id}
    step_write(match, "replaced", payload)
    Fixture.objects.filter(match=match).update(agreed_at=None)


def leave(entry: Entry) -> None:
    """Take somebody off the list who has withdrawn and has no match."""
    mine = Q(first=entry.player_id) | Q(second=entry.player_id)
    has_match = Match.objects.filter(mine, round__division=entry.division_id).exists()
    if not has_match and not entry.fees_paid:
        entry.delete()
