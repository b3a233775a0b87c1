"""Reads analyses of boards."""

from __future__ import annotations

from games.models import Board, Job

State = Job.State


def analysis_of(board: Board) -> Job | None:
    """Return the analysis of a board that is there, or on its way."""
    rows = board.jobs.filter(
        kind=Job.Kind.ANALYSIS, state__in=[State.QUEUED, State.RUNNING, State.DONE]
    )
    return rows.order_by("-pk").first()


def analysis_asked(board: Board) -> Job | None:
    """Return the analysis of a board that was asked for last, also one that failed."""
    return board.jobs.filter(kind=Job.Kind.ANALYSIS).order_by("-pk").first()
