"""Analyses: asked for once for each board, or for a match in a file, and made by the worker."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.assistant import engine_of, has_sage
from games.assistant.analysis import analysed
from games.assistant.chouette_decisions import DiceAsked, bets_luck, chouette_decided
from games.assistant.findings import Findings, Unread, findings_of
from games.assistant.judging import Judged, judged
from games.assistant.levels import CUBE_PLIES
from games.assistant.remembering import RememberingEngine
from games.boards.errors import BoardNotAllowed, BoardRefused, sentence
from games.boards.selectors.analyses import analysis_of
from games.boards.selectors.boards import steps_of
from games.boards.selectors.chouettes import game_told
from games.boards.selectors.proofs import rolls_of
from games.boards.services.sitters import BoardReader
from games.files.services.job_files import JobFiles, Progress
from games.files.services.jobs import Commit, FileLine, JobOutcome, NothingWritten, job_create
from games.models import Board, Club, Job, User
from games.models.locks import rows_locked
from games.rules.backgammon import MatchRecord, Options, RecordError
from games.rules.backgammon.options import AS_USUAL
from games.rules.backgammon.record_file import read_record
from games.rules.codec import to_plain
from games.rules.online import BACKGAMMON, match_record, plies_of

LARGEST: Final = 1
"""Megabytes of a file with a match."""
OTHER_NAMES: Final = (".xg", ".xgp", ".xgr", ".bgf")
OTHER_FORMATS: Final = (b"HMGR", b"RGMH", b"BGF ")
"""How the files of other programs end, and begin, that are not read here."""
MOST_TOLD: Final = 50
"""Games that could not be read, and are named one by one."""
WITH_CANDIDATES: Final = {"candidates": True}
"""The options of an analysis that keeps what else could have been played."""
MOST_MOVES: Final = 5000
"""More than the longest matches have; some minutes of work."""


@transaction.atomic
def board_analyse(*, board: Board, reader: BoardReader) -> Job:
    """Queue the analysis of a board that has ended; who asks again gets the same one.

    One from before there were candidate plays is made anew.

    Raises:
        NotAllowed: they do not play at this board, or as a guest.
        Refused: it is not over, or not backgammon, or there is no engine.
    """
    if reader.side is None:
        raise BoardNotAllowed("no_seat")
    if reader.sitter.user is None:
        raise BoardNotAllowed("analysis_guest")
    board = rows_locked(Board.objects).select_related("club").get(pk=board.pk)
    if board.type != BACKGAMMON.name:
        raise BoardRefused("analysis_game")
    if board.status == Board.Status.ABANDONED:
        raise BoardRefused("analysis_abandoned")
    if board.status != Board.Status.ENDED:
        raise BoardRefused("analysis_early")
    found = analysis_of(board)
    if found is not None and (found.state != Job.State.DONE or found.options == WITH_CANDIDATES):
        return found
    return _create(board.club, reader.sitter.user, board=board)


def match_analyse(*, club: Club, by: User, pieces: Iterable[bytes], file_name: str) -> Job:
    """Queue the analysis of a match in a file; only who sent it sees it.

    Raises:
        NotAllowed: the user is no member of the club.
        Refused: there is no engine, too much is waiting, or it is another program's own format.
    """
    if file_name.lower().endswith(OTHER_NAMES):
        raise BoardRefused("analysis_format")
    return _create(club, by, pieces=pieces, file_name=file_name)


def _create(
    club: Club,
    by: User,
    board: Board | None = None,
    pieces: Iterable[bytes] | None = None,
    file_name: str = "",
) -> Job:
    if not has_sage():
        raise BoardRefused("analysis_none")
    return job_create(
        club=club,
        by=by,
        kind=Job.Kind.ANALYSIS,
        board=board,
        pieces=pieces,
        file_name=file_name,
        options=WITH_CANDIDATES,
    )


def match_judge(job: Job, files: JobFiles, progress: Progress) -> Commit:
    """Judge every play and cube of a board, or of the match in a file."""
    if not has_sage():
        raise BoardRefused("analysis_none")
    if job.board is not None and job.board.session is not None:
        return _chouette_judge(job, job.board, files, progress)
    if job.board is not None:
        record, options = _played(job.board)
    else:
        content = files.upload.read_bytes()
        record, options = _sent(content), AS_USUAL
        files.match.write_bytes(content)
    moves = sum(len(game.moves) for game in record.games)
    engine = _engine(moves, progress)
    found: list[Judged] = []
    for step in analysed(record, engine, options):
        found += step.found
        progress.step()
    judged_so = findings_of(record, engine.name, found, table=engine.table)
    return _written(job, files, judged_so, record)


def match_judged(job: Job) -> MatchRecord | None:
    """Return the match that was analysed; None where it is not kept.

    Games that nobody won are in it, as they are among the decisions.
    """
    if job.board is not None:
        return _played(job.board)[0]
    try:
        return read_record(JobFiles.of(job).match.read_bytes())
    except FileNotFoundError:
        return None


def _engine(moves: int, progress: Progress) -> RememberingEngine:
    """Return an engine for so many moves.

    Raises:
        NothingWritten: there are none, or too many.
    """
    if not moves:
        raise NothingWritten(_("There is no play in it."))
    if moves > MOST_MOVES:
        raise NothingWritten(
            _("At most %(most)s moves are analysed at once: divide the file.")
            % {"most": MOST_MOVES}
        )
    progress.expect(moves)
    return RememberingEngine(engine_of(CUBE_PLIES), {})


def _chouette_judge(job: Job, board: Board, files: JobFiles, progress: Progress) -> Commit:
    """Judge a game of a chouette: plays go to who made them, cubes to their members."""
    steps = steps_of(board)
    table, said = game_told(board)
    decided = list(chouette_decided(steps, table, said))
    engine = _engine(len(decided), progress)
    found: list[Judged] = []
    luck = [0.0] * board.seats.count()
    for asked in decided:
        for one in asked:
            if isinstance(one, DiceAsked):
                for seat, points in bets_luck(one, engine).items():
                    luck[seat] += points
            else:
                found.append(judged(one, engine))
        progress.step()
    record = match_record(steps, ("", ""), with_unwon=True)
    return _written(job, files, findings_of(record, engine.name, found, luck), record)


def _written(job: Job, files: JobFiles, findings: Findings, record: MatchRecord) -> Commit:
    unread = tuple(
        Unread(one.number - 1, one.error.line, sentence(one.error)) for one in record.unread
    )
    findings = replace(findings, unread=unread)
    files.result.write_text(findings.dumped(), encoding="utf-8")
    return lambda: _write(job, findings, record)


def _write(job: Job, findings: Findings, record: MatchRecord) -> JobOutcome:
    """Keep what is summed up later: the account of each seat, and the luck of each roll."""
    if job.board is not None:
        Board.objects.filter(pk=job.board.pk).update(luck=_luck(job.board, findings))
        for number, report in enumerate(findings.sides):
            job.board.seats.filter(number=number).update(figures=to_plain(report))
    count = sum(one.counts for one in findings.decisions)
    said = ngettext("%(count)s decision was judged.", "%(count)s decisions were judged.", count)
    said = said % {"count": count}
    if missing := len(record.unread):
        left = ngettext(
            "%(count)s game could not be read.", "%(count)s games could not be read.", missing
        )
        said = f"{said} {left % {'count': missing}}"
    return JobOutcome(said, [] if job.board is not None else _games_told(record))


def _games_told(record: MatchRecord) -> list[FileLine]:
    """Return a line for each game of a file that is not whole: which, and why."""
    title = _("Game %(number)s")
    lines: dict[int, FileLine] = {
        unread.number: {"text": _at_line(unread.error), "good": False}
        for unread in record.unread[:MOST_TOLD]
    }
    for number, game in zip(record.numbers, record.games, strict=True):
        if not game.is_finished:
            lines[number] = {
                "text": _("Not finished: it is judged as far as it went."),
                "good": True,
            }
    return [{"name": title % {"number": one}, **lines[one]} for one in sorted(lines)]


def _at_line(error: RecordError) -> str:
    return _("Line %(line)s: %(reason)s") % {"line": error.line, "reason": sentence(error)}


def _luck(board: Board, findings: Findings) -> list[float | None]:
    """Return the luck of every roll of the dice; None where nobody played it."""
    plays = iter([one.luck for one in findings.decisions if one.act == "play"])
    return [
        None if rolled.position is None or rolled.result is None else next(plays, None)
        for rolled in rolls_of(plies_of(steps_of(board)))
    ]


def _played(board: Board) -> tuple[MatchRecord, Options]:
    """Return what was played at a board, without names."""
    record = match_record(steps_of(board), ("", ""), with_unwon=True)
    return record, Options.from_json(board.options)


def _sent(content: bytes) -> MatchRecord:
    """Return the match in a file.

    Raises:
        NothingWritten: it cannot be read, or a board of ours where it is still played.
    """
    if content.startswith(OTHER_FORMATS):
        raise BoardRefused("analysis_format")
    try:
        record = read_record(content)
    except RecordError as error:
        raise NothingWritten(_at_line(error)) from error
    here = [text for name, text in record.tags if name == "Match ID"]
    running = Board.objects.filter(
        public_id__in=here, status__in=[Board.Status.WAITING, Board.Status.PLAYING]
    )
    if running.exists():
        raise BoardRefused("analysis_early")
    return record
