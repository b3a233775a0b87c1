"""Match results: recorded game by game or entered at the end, reported, confirmed, corrected.

Every step is a row in the match's log, with who did it and the state before. An undo is a further
row.
"""

import datetime
from collections.abc import Collection, Iterable, Mapping
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from games.models import Club, Player, User
from games.permissions import Capability, require
from games.rules.backgammon.match_errors import MatchError
from games.rules.backgammon.match_log import Event as MatchEvent
from games.rules.backgammon.match_log import MatchLog
from games.sessions.services.sessions import today
from tournaments.errors import EventConflict, EventNotAllowed, EventRefused, refused
from tournaments.models import League, LeagueSeason, Match, MatchStep
from tournaments.record.selectors.dated import dated_of_match
from tournaments.record.services.access import directs
from tournaments.record.services.writing import Doer
from tournaments.results.selectors.leaving import is_given_back
from tournaments.results.selectors.versions import KEPT, versions_of
from tournaments.results.services.board_results import board_count
from tournaments.results.services.leaving import GIVEN_UP, give_back
from tournaments.results.services.match_scores import (
    added,
    final_of,
    log_of,
    match_settle,
    never_rated,
    penalties_of,
    played_of,
    require_known,
    require_open,
    score_put,
)
from tournaments.results.services.match_writing import MatchRequest, match_write

__all__ = [
    "log_of",
    "match_break_off",
    "match_confirm",
    "match_correct",
    "match_create",
    "match_forfeit",
    "match_no_show",
    "match_penalise",
    "match_play",
    "match_rate",
    "match_reject",
    "match_report",
    "match_undo",
    "undoable",
    "undone_of",
]


@transaction.atomic
def match_create(
    *, club: Club, by: User, first: Player, second: Player, length: int | None
) -> Match:
    """Begin a match of two players of a club outside any event.

    Raises:
        NotAllowed: the user may not start one.
        Refused: it is the same player twice, a player of another club, or an impossible length.
    """
    require(by, Capability.START_MATCH, club)
    one, other = first.current, second.current
    if one.pk == other.pk:
        raise EventRefused("players_same")
    if {one.club_id, other.club_id} != {club.pk}:
        raise EventRefused("player_elsewhere")
    try:
        MatchLog(length).score  # noqa: B018 - folding checks the length
    except MatchError as error:
        raise refused(error) from error
    return Match.objects.create(
        club=club, first=one, second=other, length=length, played_on=today(club)
    )


def match_play(
    *,
    match: Match,
    by: Doer,
    event: Mapping[str, Any],
    version: int,
    key: str,
    seen: str = "",
    as_player: bool = False,
) -> Match:
    """Add an event at the board: a double, a take, a game won.

    `event` is a row of `games.rules.backgammon.match_log`. The player whose event ends the match
    has reported its result.

    Raises:
        NotAllowed: the user neither plays it nor directs.
        Conflict: the version is outdated, or the match is decided.
        Refused: the match does not allow it.
    """

    def change(locked: Match, side: int | None) -> None:
        require_open(locked)
        score_put(locked, added(locked, MatchEvent.from_json(dict(event))), side)

    payload = {"event": dict(event)}
    tap = MatchRequest(match, by, "play", payload, version, key, seen, as_player=as_player)
    return match_write(tap, change)


def match_report(
    *,
    match: Match,
    by: Doer,
    points: tuple[int, int],
    version: int,
    key: str,
    reason: str = "",
    seen: str = "",
    played_on: datetime.date | None = None,
    as_player: bool = False,
) -> Match:
    """Enter the final score: a player's waits for the opponent's confirmation, a director's counts,
    but where they act `as_player`.

    A player's that contradicts what the opponent says makes a dispute, or leaves it one: both
    versions stand side by side. The same score from both is agreed. A `reason` is kept with it.
    Where two meet at a date of their own, a director may say on which day they did, `played_on`.

    Raises:
        NotAllowed: the user neither plays it nor directs, or players do not report here.
        Conflict: the version is outdated, or the match is decided.
        Refused: this cannot be a final score.
    """

    def change(locked: Match, side: int | None) -> None:
        require_open(locked)
        if side is not None:
            _require_own_board(locked)
        final = final_of(locked, points)
        log = MatchLog(locked.length, penalties_of(locked)).add(final)
        if side is None or locked.state not in Match.TO_CONFIRM:
            score_put(locked, log, side)
            return
        other = versions_of(locked)[1 - side]
        if other is not None and other.points == tuple(points):
            _put_back(locked, other.kept)
            match_settle(locked)
            return
        is_contradicted = locked.state == Match.State.DISPUTED or locked.reported_by != side
        score_put(locked, log, side)
        if is_contradicted:
            locked.state = Match.State.DISPUTED

    payload = {"points": list(points), **_because(reason), **_played(match, by, played_on)}
    tap = MatchRequest(
        *(match, by, "report", payload, version, key, seen),
        played_on=played_on,
        as_player=as_player,
    )
    return match_write(tap, change)


def match_confirm(
    *,
    match: Match,
    by: Doer | None,
    version: int,
    key: str,
    seen: str = "",
    as_player: bool = False,
) -> Match:
    """Confirm a reported result: as the opponent of the player who reported it, or the director.

    A disputed one can be confirmed too: the opponent has looked again. `by` is None for the
    program, which confirms what nobody has answered for so many days.

    Raises:
        NotAllowed: the user has reported it, or neither plays nor directs.
        Conflict: the version is outdated, or nothing is reported.
    """

    def change(locked: Match, side: int | None) -> None:
        if locked.state not in Match.TO_CONFIRM:
            raise EventConflict("match_not_reported")
        if side is not None and side == locked.reported_by:
            raise EventNotAllowed("own_report")
        match_settle(locked)

    tap = MatchRequest(match, by, "confirm", {}, version, key, seen, as_player=as_player)
    return match_write(tap, change)


def match_reject(
    *, match: Match, by: Doer, version: int, key: str, seen: str = "", as_player: bool = False
) -> Match:
    """Reject a reported result.

    If the opponent rejects it, it is disputed: both players and the director see it, and the report
    is kept. If a director or the player who reported it does, the report is withdrawn: the match
    returns to its state before, with the games recorded so far. Where the opponent has reported
    another result, a player who withdraws their own leaves the opponent's, still disputed.

    Raises:
        NotAllowed: the user neither plays it nor directs.
        Conflict: the version is outdated, or nothing is reported.
    """

    def change(locked: Match, side: int | None) -> None:
        if locked.state not in Match.TO_CONFIRM:
            raise EventConflict("match_not_reported")
        if side is not None and side != locked.reported_by:
            if locked.state == Match.State.DISPUTED:
                raise EventConflict("match_disputed")
            locked.state = Match.State.DISPUTED
            return
        other = None if side is None else versions_of(locked)[1 - side]
        if other is None or other.points is None:
            score_put(locked, _before_report(locked), None)
            return
        _put_back(locked, other.kept)
        locked.state = Match.State.DISPUTED

    tap = MatchRequest(match, by, "reject", {}, version, key, seen, as_player=as_player)
    return match_write(tap, change)


def match_forfeit(
    *,
    match: Match,
    by: User | None,
    loser: int,
    reason: str,
    version: int,
    key: str,
    seen: str = "",
    keeps: bool = False,
) -> Match:
    """Decide a match that is not played out: `loser` is the side that forfeits. Not rated.

    Raises:
        NotAllowed: the user does not direct; the program itself (None) may.
        Conflict: the version is outdated.
        CorrectionReaches: see `match_correct`.
        Refused: there is no reason.
    """
    event = MatchEvent("forfeit", side=loser, reason=reason.strip())
    return _decided(
        MatchRequest(match, by, "forfeit", _said(event, keeps), version, key, seen, keeps)
    )


def match_no_show(
    *,
    match: Match,
    by: User | None,
    reason: str,
    version: int,
    key: str,
    seen: str = "",
    keeps: bool = False,
) -> Match:
    """Decide a match to which neither player came: both lose it, and nobody goes on. Not rated.

    Raises:
        NotAllowed: the user does not direct; the program itself (None) may.
        Conflict: the version is outdated.
        CorrectionReaches: see `match_correct`.
        Refused: there is no reason.
    """
    event = MatchEvent("no_show", reason=reason.strip())
    return _decided(
        MatchRequest(match, by, "no_show", _said(event, keeps), version, key, seen, keeps)
    )


def match_break_off(
    *,
    match: Match,
    by: User,
    reason: str,
    version: int,
    key: str,
    seen: str = "",
) -> Match:
    """Leave a match unfinished: half a win for each. Not rated.

    In a bracket somebody must go on: enter a forfeit or a score there.

    Raises:
        NotAllowed: the user does not direct.
        Conflict: the version is outdated.
        Refused: there is no reason, or it is a match of a bracket.
    """
    event = MatchEvent("unfinished", reason=reason.strip())
    return _decided(
        MatchRequest(match, by, "unfinished", {"event": event.to_json()}, version, key, seen)
    )


def match_correct(
    *,
    match: Match,
    by: User,
    points: tuple[int, int],
    version: int,
    key: str,
    seen: str = "",
    reason: str = "",
    keeps: bool = False,
    played_on: datetime.date | None = None,
) -> Match:
    """Correct a result, even a settled one; `seen` is the digest of the effect that was shown.

    A `reason` is kept with it. With `keeps` what was played since stands: in a bracket who went on
    stays in it, whoever has won, and a knockout keeps those who were drawn into it.

    Raises:
        NotAllowed: the user does not direct.
        Conflict: the version is outdated.
        CorrectionReaches: other matches would lose something that is not what `seen` says.
        Refused: this cannot be a final score, or there is nothing to keep.
    """
    payload = {**_said(final_of(match, points), keeps), **_because(reason)}
    payload |= _played(match, by, played_on)
    tap = MatchRequest(match, by, "correct", payload, version, key, seen, keeps, played_on)
    return _decided(tap)


def match_penalise(
    *, match: Match, by: User, side: int, points: int, version: int, key: str
) -> Match:
    """Give the opponent penalty points because `side` is late.

    Raises:
        NotAllowed: the user does not direct.
        Conflict: the version is outdated, or the match is decided.
        Refused: a game is being played, or the points would win the match.
    """
    require_director(match, by)

    def change(locked: Match, _side: int | None) -> None:
        require_open(locked)
        event = MatchEvent("penalty", side=side, points=points)
        score_put(locked, added(locked, event), None)

    payload = {"side": side, "points": points}
    return match_write(MatchRequest(match, by, "penalise", payload, version, key), change)


def match_rate(
    *, match: Match, by: User, is_rated: bool, reason: str = "", version: int, key: str
) -> Match:
    """Set whether a match is rated, and why not.

    Raises:
        NotAllowed: the user does not direct.
        Conflict: the version is outdated.
        Refused: nobody won it at the board, so it is never rated.
    """
    require_director(match, by)

    def change(locked: Match, _side: int | None) -> None:
        if is_rated and locked.is_settled and never_rated(locked):
            raise EventRefused("match_unratable")
        locked.is_rated = is_rated
        locked.unrated_reason = "" if is_rated else reason.strip()[:40]

    payload = {"is_rated": is_rated, "reason": reason}
    return match_write(MatchRequest(match, by, "rate", payload, version, key), change)


@transaction.atomic
def match_undo(*, match: Match, by: Doer, version: int, key: str, seen: str = "") -> Match:
    """Undo the last step: players their own before it is confirmed, a director any.

    Where a board has ended while a decision stood that is taken back, its result counts now; one
    that was counted before, and taken back, does not count again.

    Raises:
        NotAllowed: it was another user's step, or the match is decided and the user does not
            direct.
        Conflict: the version is outdated, or there is nothing to undo.
        CorrectionReaches: see `match_correct`.
    """

    def change(locked: Match, side: int | None) -> Mapping[str, Any]:
        last = last_step(locked)
        if last is None:
            raise EventConflict("nothing_to_undo")
        if last.kind == GIVEN_UP:
            require_director(locked, by)
            give_back(locked)
            return {"undone": last.sequence}
        if not directs(by, locked.club):
            mine = last.sender == by if isinstance(by, User) else last.sent_by == by
            if locked.is_settled or (locked.state in Match.TO_CONFIRM and not mine):
                raise EventNotAllowed("undo_not_yours")
        before = last.payload["before"]
        settled = before["state"] == Match.State.SETTLED
        _put_back(locked, before)
        locked.settled_at = timezone.now() if settled else None
        return {"undone": last.sequence}

    undone = match_write(MatchRequest(match, by, "undo", {}, version, key, seen), change)
    if undone.state != Match.State.OPEN or undone.online_id is None:
        return undone
    return board_count(board_id=undone.online_id) or undone


def last_step(match: Match) -> MatchStep | None:
    """Return the last step of a match that can be undone."""
    steps = match.log.select_related("sender", "sent_by").order_by("-sequence")
    return undoable(steps, is_back=is_given_back(match))


def undoable(steps: Collection[MatchStep], *, is_back: bool = False) -> MatchStep | None:
    """Return which of a match's steps, the latest first, can be undone.

    Automatic steps, after changes of players or withdrawals, cannot be undone: a director enters
    what is right. But who `is_back` may play what they gave up by leaving.
    """
    undone = undone_of(steps)
    for step in steps:
        if step.kind == GIVEN_UP and is_back and step.sequence not in undone:
            return step
        if step.kind in {"cleared", GIVEN_UP, "reopened", "replaced"}:
            return None
        if step.kind != "undo" and step.sequence not in undone and "before" in step.payload:
            return step
    return None


def undone_of(steps: Iterable[MatchStep]) -> frozenset[int]:
    """Return the numbers of the steps that others of these have undone."""
    return frozenset(step.payload["undone"] for step in steps if step.kind == "undo")


# within


def _put_back(match: Match, kept: Mapping[str, Any]) -> None:
    """Put the columns back as they were before a step, or when a side said what stands again."""
    for name in KEPT:
        setattr(match, name, kept.get(name))


def _said(event: MatchEvent, keeps: bool) -> dict[str, Any]:
    return {"event": event.to_json(), **({"keeps": True} if keeps else {})}


def _because(reason: str) -> dict[str, str]:
    return {"reason": reason} if reason else {}


def _played(match: Match, by: Doer, day: datetime.date | None) -> dict[str, str]:
    """Return what the log says of the day that somebody gives for a result.

    Raises:
        NotAllowed: they do not direct, or nobody meets there at a date of their own.
        Refused: it is still to come.
    """
    if day is None:
        return {}
    require_director(match, by)
    if match.round is None or not match.round.division.event.own_dates:
        raise EventNotAllowed
    if day > match.club.today:
        raise EventRefused("played_ahead")
    first = _first_day(match)
    if first is not None and day < first:
        raise EventRefused("played_before", day=date_format(first))
    return {"played_on": day.isoformat()}


def _first_day(match: Match) -> datetime.date | None:
    """Return the first day on which two of a season in rounds can have met: that of their draw.

    None where a draw does not tell whom somebody meets, and for a season that began before it was
    written down: its rounds were drawn elsewhere.
    """
    season, round = dated_of_match(match), match.round
    if not isinstance(season, LeagueSeason) or season.league.shape != League.Shape.ROUNDS:
        return None
    if round is None or round.released_at is None:
        return None
    event, zone = season.event, ZoneInfo(match.club.time_zone)
    if event.starts_on < timezone.localdate(event.created_at, zone):
        return None
    released = timezone.localdate(round.released_at, zone)
    # The opponents of the first round may have been told before it was released here.
    return min(event.starts_on, released) if round.number == 1 else released


def _decided(tap: MatchRequest) -> Match:
    """Replace the result of a match as a director; its penalties stay."""
    if tap.by is not None:
        require_director(tap.match, tap.by)
    event = MatchEvent.from_json(tap.payload["event"])

    def change(locked: Match, _side: int | None) -> None:
        require_known(locked)
        if event.kind == "unfinished" and locked.is_of_bracket:
            raise EventRefused("result_impossible", reason=_bracket_needs())
        # An unfinished match keeps its games, an overruled one does not.
        kept = penalties_of(locked) if event.kind in {"final", "draw"} else played_of(locked)
        log = MatchLog(locked.length, kept).add(event)
        went_on, was_settled = locked.advancing, locked.is_settled
        score_put(locked, log, None)
        if tap.keeps:
            if not was_settled or (locked.is_of_bracket and went_on is None):
                raise EventRefused("nothing_to_keep")
            if locked.is_of_bracket and went_on != locked.winner:
                locked.goes_on = went_on

    return match_write(tap, change)


def _bracket_needs() -> str:
    return gettext("In a bracket somebody has to go on: enter a score or a forfeit.")


def _require_own_board(match: Match) -> None:
    """Refuse a player's report where all is played on the board, which reports itself."""
    dated = dated_of_match(match)
    if dated is not None and dated.boards == League.Boards.REQUIRED:
        raise EventRefused("league_board_only")


def _before_report(match: Match) -> MatchLog | None:
    """Return the games recorded before the reported result."""
    steps = match.log.exclude(kind="clock").order_by("-sequence")
    for step in steps:
        if step.payload.get("before", {}).get("state") == Match.State.OPEN:
            kept = step.payload["before"]["score"]
            return None if kept is None else MatchLog.from_json(kept)
    kept = penalties_of(match)
    return MatchLog(match.length, kept) if kept else None


def require_director(match: Match, by: Doer | None) -> None:
    if by is not None and not directs(by, match.club):
        raise EventNotAllowed
