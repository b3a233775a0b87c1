"""Folds the logs of boards again, and compares them with the boards' rows."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from django.db import transaction
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from games.boards.services.writing import columns_of
from games.errors import Refused
from games.fast.processes import folded
from games.models import Board, BoardStep
from games.models.locks import rows_locked
from games.rules.coded import CodedError
from games.rules.online import Board as State
from games.rules.online import Step, board_of
from games.rules.online.board import RULES_VERSION
from games.signals import board_tell

READ: Final = (
    *("id", "public_id", "rules_version", "version", "length", "snapshot", "status", "phase"),
    *("actor", "waits_for", "due_at", "winner", "score_white", "score_black", "ended_how"),
    *("ended_at", "reason"),
)
"""The columns that are compared, and what says which board and which rules."""
ROW: Final = ("board_id", "sequence", "version", "kind", "side", "at", "payload")
BROKEN: Final = (KeyError, TypeError, ValueError, IndexError, AttributeError, AssertionError)
"""What a fold raises where a row holds something that no step can hold."""


@dataclass(frozen=True, slots=True)
class KeptBoard:
    """A board as the database has it: its row, and the rows of its log."""

    row: dict[str, Any]
    log: list[tuple[Any, ...]]


@dataclass(slots=True)
class BoardReport:
    """The findings about one board: differences need action, remarks are only information."""

    board: str
    key: int
    differences: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    columns: dict[str, Any] | None = None
    """The columns that the log leads to; None where it cannot be folded."""


def boards_check(keys: Collection[int], *, workers: int | None = None) -> Iterator[BoardReport]:
    """Compare many boards, in this order; other processes fold while this one reads.

    It takes no locks: a board with a difference is checked again under a lock, because somebody
    may have played on between the queries. Deleted ones are left out.
    """
    fold = partial(_compared, language=get_language())
    for report in folded(keys, _kept, fold, workers=workers):
        if not report.differences:
            yield report
            continue
        with transaction.atomic():
            again = _locked(report.key)
        if again is not None:
            yield again


@transaction.atomic
def board_repair(*, board: Board) -> None:
    """Write a board's row anew from its log, which never changes.

    Raises:
        Refused: the log itself is damaged, or later rules give a finished board another result;
            nothing was changed.
    """
    report = _locked(board.pk)
    if report is None or not report.differences:
        return
    if report.columns is None:
        raise Refused("log_broken", reason=report.differences[0])
    now = Board.objects.get(pk=board.pk)
    is_counted = not now.is_open and now.rules_version != RULES_VERSION
    if is_counted and any(getattr(now, name) != report.columns[name] for name in RESULT):
        raise Refused("board_counted_before", version=now.rules_version)
    Board.objects.filter(pk=now.pk).update(**report.columns)
    left = _locked(now.pk)
    if left is not None and left.differences:  # gaps in the log cannot be repaired
        raise Refused("log_broken", reason=left.differences[0])
    board_tell(now)


RESULT: Final = ("winner", "score_white", "score_black", "ended_how")


def _locked(key: int) -> BoardReport | None:
    """Compare one board while nobody can write to it; None if it was deleted."""
    if not rows_locked(Board.objects).filter(pk=key).only("pk").first():
        return None
    (report,) = _compared(_kept([key]))
    return report


def _kept(keys: list[int]) -> list[KeptBoard]:
    rows = {row["id"]: row for row in Board.objects.filter(pk__in=keys).values(*READ)}
    steps = BoardStep.objects.filter(board__in=keys).order_by("board_id", "sequence")
    logs = groupby(steps.values_list(*ROW).iterator(chunk_size=2000), key=itemgetter(0))
    of = {key: list(group) for key, group in logs}
    return [KeptBoard(rows[key], of.get(key, [])) for key in keys if key in rows]


def _compared(boards: list[KeptBoard], language: str | None = None) -> list[BoardReport]:
    """Fold and compare what was read; needs no database, so it runs in any process."""
    with override(language or get_language()):
        return [_report(kept) for kept in boards]


def _report(kept: KeptBoard) -> BoardReport:
    row = kept.row
    report = BoardReport(row["public_id"], row["id"])
    is_older = row["rules_version"] != RULES_VERSION
    if is_older:
        report.remarks.append(
            _("played by version %(old)s of the rules, checked by version %(new)s")
            % {"old": row["rules_version"], "new": RULES_VERSION}
        )
    report.differences += _log_differences(kept)
    steps = [Step(kind, side, at, payload) for *_place, kind, side, at, payload in kept.log]
    try:
        report.columns = columns_of(board_of(steps), steps[-1].at if steps else 0)
    except CodedError as error:
        words = _("the rules refuse the log: %(error)s") % {"error": error}
        (report.remarks if is_older else report.differences).append(words)
    except BROKEN as error:
        report.differences.append(_("the log cannot be read: %(error)r") % {"error": error})
    else:
        _keep_withdrawn(report.columns, row)
        report.differences += _row_differences(row, report.columns)
    return report


def _keep_withdrawn(columns: dict[str, Any], row: dict[str, Any]) -> None:
    """Leave a board withdrawn that was: its log ends as that of an abandoned one does."""
    if columns["status"] == Board.Status.ABANDONED and row["status"] == Board.Status.WITHDRAWN:
        columns["status"] = Board.Status.WITHDRAWN


def _log_differences(kept: KeptBoard) -> Iterator[str]:
    row = kept.row
    if [sequence for _board, sequence, *_rest in kept.log] != list(range(1, row["length"] + 1)):
        yield _("the log has gaps, or another length than %(length)s") % {"length": row["length"]}
    versions = [version for _board, _sequence, version, *_rest in kept.log]
    if versions != sorted(versions) or versions[-1:] != [row["version"]]:
        yield _("the versions of the log do not lead to version %(version)s") % {
            "version": row["version"]
        }


def _row_differences(row: dict[str, Any], columns: dict[str, Any]) -> Iterator[str]:
    parts = [name for name in columns if name != "snapshot" and columns[name] != row[name]]
    if not _is_same(row["snapshot"], columns["snapshot"]):
        parts.insert(0, "snapshot")
    if parts:
        yield _("the board differs in %(parts)s") % {"parts": ", ".join(parts)}


def _is_same(there: Any, folded: dict[str, Any]) -> bool:
    """Tell whether a snapshot is what the log leads to, whichever program has written it."""
    if there == folded:
        return True
    try:
        return State.from_json(there).to_json() == folded
    except (CodedError, *BROKEN):
        return False
