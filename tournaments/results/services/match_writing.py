"""Every write to a match: checked by version, once per key, with a row in its log.

The row says who did what, and the state before.
"""

import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.eventlog.appending import LogRequest, append_once
from games.models import Board
from games.models.locks import rows_lock, rows_locked
from games.rules.backgammon.match_errors import MatchError
from games.rules.clock import Clock
from tournaments.errors import (
    CorrectionReaches,
    EventConflict,
    EventRefused,
    refused,
)
from tournaments.formats.effects import Effect
from tournaments.formats.situation import GROUP_NODE, Meeting
from tournaments.models import Division, Event, Match, MatchStep, Round
from tournaments.record.selectors.situations import MEETING_STATES, format_of, situation_of
from tournaments.record.services.access import side_or_director
from tournaments.record.services.writing import Doer, event_beat, event_lock, named, said_before
from tournaments.results.selectors.versions import KEPT
from tournaments.results.services.match_scores import log_of, played_day
from tournaments.results.services.places import boards_assign
from tournaments.results.services.propagation import division_propagate
from tournaments.results.services.reach import (
    Reach,
    columns_of,
    moved_by,
    places_on,
    rounds_mispaired,
)
from tournaments.signals import matches_changed

DECIDES: Final = frozenset({"correct", "forfeit", "no_show"})
"""The steps with which a director may let stand what was played since."""


@dataclass(frozen=True, slots=True)
class MatchRequest:
    """A request about a match: the version seen, and the client's key.

    `by` is None for the program, which acts as a director does. `payload` is the content: the same
    key must come with the same content. `seen` is the digest of the effect on other matches that
    the user was shown and agrees to. With `keeps` a director lets stand what was played since.
    `played_on` is the day that a director gives for a result; without one it is worked out. A
    director acts `as_player` on the page of their own match, see `acts_as_player`.
    """

    match: Match
    by: Doer | None
    kind: str
    payload: Mapping[str, Any]
    version: int
    key: str
    seen: str = ""
    keeps: bool = False
    played_on: datetime.date | None = None
    as_player: bool = False


Change = Callable[[Match, int | None], Mapping[str, Any] | None]
"""Changes the locked row; it may return what else to log."""


def match_write(tap: MatchRequest, change: Change) -> Match:
    """Do one thing to a match. `change` gets the locked row and the side of the user.

    The side is None for a director, also in their own match. Sent again with the same key it does
    nothing.

    Raises:
        NotAllowed: the user neither plays it nor directs, or players do not report here.
        Conflict: the version is outdated, or the event is over.
        CorrectionReaches: other matches would lose something that is not what `seen` says.
        NotAllowed: they would, and the user does not direct.
        KeyReused: see `said_before`.
        Refused: the match does not allow it, or its round is not released.
    """
    try:
        return append_once(_OfMatch(tap, change))
    except MatchError as error:
        raise refused(error) from error


class _OfMatch(LogRequest[Match, Match]):
    """A request to a match's log."""

    event: Event | None
    side: int | None

    def __init__(self, tap: MatchRequest, change: Change) -> None:
        super().__init__(tap.key, tap.version, is_key_needed=True)
        self.tap, self.change = tap, change

    def lock(self) -> Match:
        # All writes of an event lock its row: results of one bracket affect each other.
        tap = self.tap
        event_id = _event_of(tap.match)
        self.event = None if event_id is None else event_lock(event_id)
        if tap.match.node.startswith(GROUP_NODE):
            # Another result may change who is in the knockout.
            rows_lock(Division.objects.filter(rounds=tap.match.round_id))
        match = match_get(tap.match.pk, is_locked=True)
        self.side = None
        if tap.by is not None:
            self.side = side_or_director(tap.by, match, as_player=tap.as_player)
        return match

    def read(self) -> Match:
        return match_get(self.tap.match.pk)

    def heard(self, head: Match) -> Match | None:
        tap = self.tap
        is_known = said_before(head.log.all(), tap.key, tap.kind, tap.by, tap.payload)
        return head if is_known else None

    def stale(self, head: Match) -> EventConflict:
        return EventConflict("match_stale")

    def require(self, head: Match) -> None:
        super().require(head)
        if self.event is not None and not self.event.is_open:
            raise EventConflict("event_over")
        _require_released(head)

    def write(self, head: Match) -> Match:
        return _written(self.tap, head, self.event, self.side, self.change)


def _written(
    tap: MatchRequest, match: Match, event: Event | None, side: int | None, change: Change
) -> Match:
    """Change a match and write its step, and what follows in other matches."""
    whole, settled_at = columns_of(match), match.settled_at
    before, day = {name: getattr(match, name) for name in KEPT}, match.played_on
    games = _games(match)
    payload = dict(change(match, side) or {})
    if _says_nothing(tap, before, match) and tap.played_on in {None, day}:
        return match_get(match.pk)
    if match.state != Match.State.OPEN or _games(match) > games:
        _rest(match)
    if tap.played_on is not None:
        match.played_on = tap.played_on
    elif _has_come_in(tap, before["state"], match):
        match.played_on = played_day(match)
    if settled_at is not None and match.is_settled:
        match.settled_at = settled_at  # a corrected match keeps its place in the rating order
    match.version += 1
    last = match.log.order_by("-sequence").values_list("sequence", flat=True).first()
    changed = (*KEPT, "clock", "settled_at", "played_on", "version")
    columns = {name: getattr(match, name) for name in changed}
    undone = _undone(match, payload)
    reach = Reach(match, undone.get("rows", ()))
    reach.next_step[match.pk] = (last or 0) + 1
    orders = _order_follows(match, tap, undone)
    places = _places(tap, side, match)
    if not Match.objects.filter(pk=match.pk, version=tap.version).update(**columns):
        raise IntegrityError("the match's row has changed since it was read")
    if event is not None and match.round is not None:
        if {before["state"], match.state} & {Match.State.SETTLED} or before["state"] != match.state:
            division_propagate(match.round.division, reach)
            boards_assign(event, reach)
        event_beat(event.pk)
    effect = _agreed(tap, side, match, reach, whole, places)
    if not reach.is_empty and (effect.is_asked or before["state"] == Match.State.SETTLED):
        payload["reach"] = {"rows": reach.kept(), "orders": orders}
        payload["lost"] = [one.match for one in effect.lost]
    MatchStep(
        match=match,
        sequence=(last or 0) + 1,
        version=match.version,
        kind=tap.kind,
        payload={**tap.payload, **payload, "before": before},
        key=tap.key,
        **named(tap.by),
    ).save(force_insert=True)
    if Match.State.SETTLED in {before["state"], match.state}:
        club_id = match.club_id
        transaction.on_commit(lambda: matches_changed.send_robust(sender=Match, club_id=club_id))
    return match_get(match.pk)


def _says_nothing(tap: MatchRequest, before: Mapping[str, Any], match: Match) -> bool:
    """Tell whether a decision changes nothing and gives no reason: it was only saved once more.

    A step that changes nothing would be what the next undo takes back.
    """
    if tap.kind not in DECIDES or "reason" in tap.payload:
        return False
    was_decided = before["state"] == Match.State.SETTLED
    return was_decided and all(
        before[name] == getattr(match, name) for name in KEPT if name != "score"
    )


def _places(tap: MatchRequest, side: int | None, match: Match) -> Mapping[int, int]:
    """Return who stands where on a ladder, for a director who may move others than the two."""
    if tap.by is None or side is not None or match.round is None:
        return {}
    division = match.round.division
    return places_on(division) if format_of(division).has_challenges else {}


def _agreed(
    tap: MatchRequest,
    side: int | None,
    match: Match,
    reach: Reach,
    before: Mapping[str, Any],
    places: Mapping[int, int],
) -> Effect:
    """Return what the step has done to other matches; who asked for it must have seen just that.

    Raises:
        CorrectionReaches: they have not: everything is rolled back.
        NotAllowed: they have, and do not direct.
    """
    paired = rounds_mispaired(match, before, columns_of(match))
    was_decided = before["state"] == Match.State.SETTLED
    may_keep = was_decided and tap.kind in DECIDES and not tap.keeps
    if match.is_of_bracket and before["goes_on"] is None and before["winner"] is None:
        may_keep = False  # nobody has gone on
    # A director may not know that the two are playing; a player may have forgotten that the board
    # reports by itself.
    has_come_in = not was_decided and match.is_settled
    if side is not None:
        has_come_in = tap.kind == "report" and before["state"] == Match.State.OPEN
    is_online = (
        has_come_in
        and tap.by is not None
        and match.online is not None
        and match.online.status == Board.Status.PLAYING
    )
    moved = moved_by(match, places, _places(tap, side, match)) if places else ()
    effect = reach.effect(paired=paired, moved=moved, may_keep=may_keep, is_online=is_online)
    if not effect.is_asked:
        return effect
    if side is not None and effect.takes_from_others:
        raise CorrectionReaches(effect, is_allowed=False)
    if effect.digest != tap.seen:
        raise CorrectionReaches(effect)
    return effect


def _undone(match: Match, found: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what the step that is being undone did to other matches."""
    if "undone" not in found:
        return {}
    step = match.log.filter(sequence=found["undone"]).first()
    kept: Mapping[str, Any] = {} if step is None else step.payload.get("reach") or {}
    return kept


def _order_follows(match: Match, tap: MatchRequest, undone: Mapping[str, Any]) -> list[Any]:
    """Change who goes on from the groups after a result; return the order before and now.

    An undo gives back the order that the step has changed, unless it is another one by now. Empty
    where nothing changes.
    """
    if tap.keeps or match.round is None or not match.node.startswith(GROUP_NODE):
        return []
    division = match.round.division
    format, before = format_of(division), situation_of(division)
    meetings = (_as_now(one, match) for one in before.meetings)
    after = replace(before, meetings=tuple(meetings))
    order = format.corrected(before, after)
    was, became = undone.get("orders") or (None, None)
    if became is not None and became == division.order:
        order = was
    if order is None:
        return []
    orders = [division.order, dict(order)]
    division.order = dict(order)
    division.save(update_fields=["order"])
    return orders


def _as_now(meeting: Meeting, match: Match) -> Meeting:
    if meeting.key != match.pk:
        return meeting
    return replace(
        meeting,
        state=MEETING_STATES.get(match.state, "entered"),
        winner=match.winner,
        goes_on=match.goes_on,
        outcome=match.outcome,
        points=(match.first_points, match.second_points),
        is_kept=match.score is not None,
    )


def _has_come_in(tap: MatchRequest, state: str, match: Match) -> bool:
    """Tell whether the match has just got its result: then its day is set."""
    was_open = state in {Match.State.OPEN, Match.State.WAITING}
    return was_open and match.state in Match.ENTERED and tap.kind != "undo"


def _games(match: Match) -> int:
    return 0 if match.clock is None else len(log_of(match).score.games)


def _rest(match: Match) -> None:
    """Stop the clock at the end of the game or match; the player who begins the next starts it."""
    if match.clock is not None:
        clock = Clock.from_json(match.clock)
        match.clock = clock.rest(now()).to_json()


def now() -> int:
    """Return the time in milliseconds, as clocks count it."""
    return int(timezone.now().timestamp() * 1000)


def _require_released(match: Match) -> None:
    if match.round is not None and match.round.state != Round.State.RELEASED:
        raise EventRefused("round_not_released")


def _event_of(match: Match) -> int | None:
    if match.round_id is None:
        return None
    found = Round.objects.values_list("division__event", flat=True)
    return found.get(pk=match.round_id)


def match_get(pk: int, *, is_locked: bool = False) -> Match:
    """Return a match with its related rows, locked for writing if `is_locked`."""
    found = Match.objects.select_related("club", "round__division__event__club", "first", "second")
    if is_locked:
        found = rows_locked(found)
    return found.get(pk=pk)
