"""What one step of a match does to others: noted while it is written, and restored by its undo.

The same code writes a step and finds its effect: a step that nobody has agreed to is rolled back.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.db.models import Q

from games.models import Board
from tournaments.formats.effects import Effect, Moved, Touched
from tournaments.formats.match_ladder import rungs_of
from tournaments.formats.situation import PLAYOFF
from tournaments.models import Division, Match, MatchStep, Round
from tournaments.record.selectors.situations import format_of, situation_of

Columns = Mapping[str, Any]
"""A match's columns as JSON: `match` is its identifier, `players` are primary keys."""

PLAIN: Final = (
    "score",
    "winner",
    "goes_on",
    "outcome",
    "reported_by",
    "clock",
    "first_points",
    "second_points",
    "first_penalty",
    "second_penalty",
    "reason",
    "is_rated",
    "unrated_reason",
    "board",
    "state",
)
MOMENTS: Final = ("settled_at", "called_at", "known_at")
SETTLED_BY_OTHERS: Final = (
    *PLAIN,
    "first",
    "second",
    "online",
    "settled_at",
    "called_at",
    "known_at",
    "played_on",
    "version",
)
"""The columns of a match that other results and withdrawals can change."""


class Reach:
    """The matches that one step touches besides its own, each as it was before.

    `back` are matches as they stood before the step that is being undone: where the same two meet
    again, they become so again.
    """

    def __init__(self, own: Match | None = None, back: Iterable[Columns] = ()) -> None:
        self._own = own
        self._before: dict[int, Columns] = {}
        self._again: dict[int, Columns] = {}
        self._back: dict[str, Columns] = {one["match"]: one for one in back}
        self.next_step: dict[int, int] = {}
        """The least number of the next row in a match's log, where rows are still to be written."""

    @property
    def is_empty(self) -> bool:
        return not self._before

    def touch(self, match: Match) -> None:
        """Note a match as it is, before it is changed first."""
        if self._own is None or match.pk != self._own.pk:
            if match.pk in self._before:
                self._again[match.pk] = self._before[match.pk]
            else:
                self._before[match.pk] = columns_of(match)

    def kept_of(self, match: Match, two: Sequence[int | None], *, is_bye: bool) -> Columns | None:
        """Return a match as it was before the step that is being undone, if the same two meet.

        What this step itself has taken away on its way, and gives again, is as it was, too.
        """
        kept = self._back.get(match.public_id, self._again.get(match.pk))
        if kept is None or list(kept["players"]) != list(two):
            return None
        return kept if (kept["outcome"] == Match.Outcome.BYE) == is_bye else None

    def boards_before(self) -> dict[str, tuple[int | None, datetime.datetime | None]]:
        """Return which tables matches had before the step that is being undone, and since when."""
        return {
            key: (one["board"], _moment(one.get("called_at"))) for key, one in self._back.items()
        }

    def kept(self) -> list[Columns]:
        """Return all that was touched as it was, for the log."""
        return list(self._before.values())

    def effect(
        self,
        *,
        paired: tuple[tuple[int, bool], ...] = (),
        moved: tuple[Moved, ...] = (),
        may_keep: bool = False,
        is_online: bool = False,
    ) -> Effect:
        """Return what the step, which is written by now, has done to other matches."""
        if not self._before:
            return Effect(paired=paired, moved=moved, is_online=is_online)
        found = Match.objects.select_related("round").filter(pk__in=self._before).order_by("pk")
        lost, called, gained, redrawn = [], [], [], False
        for match in found:
            before, now = self._before[match.pk], columns_of(match)
            is_same = all(before[name] == now[name] for name in RESULT)
            if is_same:
                continue
            is_out = match.round is not None and match.round.state == Round.State.RELEASED
            has_moved = before["players"] != now["players"]
            if has_result(before):
                lost.append(touched(match, before))
            elif not is_out:
                redrawn |= has_moved
            elif has_moved and _is_called(before):
                called.append(touched(match, before))
            if is_out and has_result(now):
                gained.append(touched(match, now))
        return Effect(
            tuple(lost),
            tuple(called),
            tuple(gained),
            paired,
            redrawn,
            moved,
            may_keep=may_keep and bool(lost or called),
            is_online=is_online,
        )


RESULT: Final = ("players", "state", "outcome", "winner", "score", "first_points", "second_points")
"""The columns in which a result is another one."""


def has_result(columns: Columns) -> bool:
    """Tell whether a match had something that can be lost: scored, reported or decided."""
    if columns["outcome"] == Match.Outcome.BYE:
        return False
    return columns["score"] is not None or columns["state"] in Match.ENTERED


def _is_called(columns: Columns) -> bool:
    return columns["state"] == Match.State.OPEN and None not in columns["players"]


def touched(match: Match, columns: Columns) -> Touched:
    """Return a match as it is shown."""
    first, second = columns["players"]
    online = columns["online"]
    return Touched(
        match=match.public_id,
        round="" if match.round is None else match.round.public_id,
        players=(first, second),
        state=columns["state"],
        outcome=columns["outcome"],
        winner=columns["winner"],
        points=(columns["first_points"], columns["second_points"]),
        board=columns["board"],
        is_online=online is not None
        and Board.objects.filter(public_id=online, status__in=Board.RUNNING).exists(),
    )


def columns_of(match: Match) -> Columns:
    """Return what other results can change of a match, as JSON."""
    return {
        "match": match.public_id,
        "players": [match.first_id, match.second_id],
        **{name: getattr(match, name) for name in PLAIN},
        "online": None if match.online is None else match.online.public_id,
        **{name: _written(getattr(match, name)) for name in MOMENTS},
        "played_on": match.played_on.isoformat(),
    }


def columns_put(match: Match, kept: Columns) -> None:
    """Set a match's columns, but for its players, to what was kept; nothing is saved."""
    for name in PLAIN:
        if name in kept:
            setattr(match, name, kept[name])
    if kept.get("settled_at"):
        match.settled_at = _moment(kept["settled_at"])
    if "called_at" in kept:
        match.called_at = _moment(kept["called_at"])
    if "known_at" in kept:
        match.known_at = _moment(kept["known_at"])
    if kept.get("played_on"):
        match.played_on = datetime.date.fromisoformat(kept["played_on"])
    match.online = _free_board(match, kept.get("online"))


def _written(moment: datetime.datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def _moment(text: str | None) -> datetime.datetime | None:
    return None if text is None else datetime.datetime.fromisoformat(text)


def _free_board(match: Match, public_id: str | None) -> Board | None:
    """Return the board on which a match was played, unless another has it by now."""
    if public_id is None:
        return None
    found = Board.objects.filter(club=match.club_id, public_id=public_id)
    return found.filter(Q(match=None) | Q(match=match.pk)).first()


def returning(match: Match, two: Sequence[int | None]) -> MatchStep | None:
    """Return the step that cleared a result of these two here, if it has not come back since."""
    steps = match.log.filter(kind__in=["cleared", "returned"]).order_by("-sequence")
    back: set[int] = set()
    for step in steps:
        if step.kind == "returned":
            back.add(step.payload.get("cleared", 0))
        elif step.payload["before"].get("players") == list(two):
            is_whole = "settled_at" in step.payload["before"]
            return step if is_whole and step.sequence not in back else None
    return None


def rounds_mispaired(match: Match, before: Columns, now: Columns) -> tuple[tuple[int, bool], ...]:
    """Return the later rounds that were drawn with another score of a match than it has now.

    Empty where rounds do not follow from scores, and where the score stays. A round that was drawn
    while the score was as it is now is paired well: such an undo wrongs nobody.
    """
    if match.round is None or gain(before) == gain(now):
        return ()
    division: Division = match.round.division
    played_by = format_of(division)
    if not (played_by.is_drawn_by_round and played_by.is_paired_by_score):
        return ()
    drawn = division.rounds.exclude(bracket=PLAYOFF)
    later = list(drawn.filter(number__gt=match.round.number).order_by("number"))
    steps = list(match.log.order_by("sequence")) if later else []
    found = []
    for round in later:
        after = (step for step in steps if step.created_at > round.created_at)
        changed = next(
            (step.payload["before"] for step in after if "before" in step.payload), before
        )
        if gain(changed) != gain(now):
            found.append((round.number, round.state == Round.State.RELEASED))
    return tuple(found)


def places_on(division: Division) -> Mapping[int, int]:
    """Return the place of everybody on a ladder, by player."""
    players = dict(division.entries.values_list("number", "player_id"))
    listed = rungs_of(situation_of(division)).listed
    return {players[int(number)]: place for place, number in enumerate(listed, 1)}


def moved_by(match: Match, before: Mapping[int, int], now: Mapping[int, int]) -> tuple[Moved, ...]:
    """Return who stands elsewhere on a ladder after a step, from the top; nobody where only the two
    of the match itself do.
    """
    places = sorted(now.items(), key=lambda one: one[1])
    found = tuple(
        Moved(player, before[player], place)
        for player, place in places
        if before.get(player, place) != place
    )
    return found if {one.player for one in found} - {match.first_id, match.second_id} else ()


def gain(columns: Columns) -> tuple[int | None, bool] | None:
    """Return what a match brings to a score: its winner, and whether neither came."""
    if columns.get("state") != Match.State.SETTLED:
        return None
    return columns.get("winner"), columns.get("outcome") == Match.Outcome.NO_SHOW
