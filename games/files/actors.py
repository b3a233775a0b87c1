"""Who may look at an analysis."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest

from games.boards.actors import board_and_reader
from games.boards.services.sitters import BoardReader
from games.errors import NotFound
from games.files.selectors import analysis_find
from games.models import Board, Job, User
from games.permissions import Capability, require


@dataclass(frozen=True, slots=True)
class AnalysisSeen:
    """An analysis that somebody may see; that of a board with its reader."""

    job: Job
    may_stop: bool
    board: Board | None = None
    reader: BoardReader | None = None


def may_renew(seen: AnalysisSeen) -> bool:
    """Tell whether they may have a board analysed once more, with what an old analysis lacks."""
    return seen.reader is not None and seen.reader.sitter.user is not None


def analysis_seen(request: HttpRequest, public_id: str) -> AnalysisSeen:
    """Return an analysis: of a board for its players, of a file for who sent it.

    Raises:
        NotFound: it does not exist, or they may not see it; a stranger cannot tell which.
        NotAllowed: who sent the file is no longer a member.
    """
    job = analysis_find(public_id)
    asked = isinstance(request.user, User) and request.user.pk == job.by_id
    if job.board is None:
        if not asked or job.club is None:
            raise NotFound
        require(request.user, Capability.START_MATCH, job.club)
        return AnalysisSeen(job, asked)
    board, reader = board_and_reader(request, job.board.public_id)
    if reader.side is None:
        raise NotFound
    return AnalysisSeen(job, asked, board, reader)
