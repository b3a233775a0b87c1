"""What an analysis shows: how far it is, what it found, its games replayed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from games.assistant.findings import Findings
from games.boards.faces.backgammon.judged import decision_url, judged_in, places_of
from games.boards.faces.backgammon.records import game_ended, is_doubled
from games.boards.faces.backgammon.replay import ReplayPage
from games.boards.faces.endings import outcome_text
from games.boards.faces.walking import Link
from games.boards.presenters.afterwards import board_names, seat_names
from games.boards.presenters.analysis import AnalysisPage, analysis_page
from games.boards.services.sitters import BoardReader
from games.files.services.analyses import match_judged
from games.files.services.job_files import JobFiles
from games.models import Board, Job
from games.rules.backgammon import GameRecord
from games.rules.online import BACKGAMMON, Outcome


def analysis_shown(
    job: Job, board: Board | None, reader: BoardReader | None
) -> AnalysisPage | None:
    """Return what an analysis found; None as long as there is nothing."""
    if job.state != Job.State.DONE:
        return None
    found = _found(job)
    if found is None:
        return None
    is_kept = board is not None or JobFiles.of(job).match.exists()
    replay = job.public_id if is_kept else ""
    return analysis_page(found, _names_in(found, board, reader), replay)


def _found(job: Job) -> Findings | None:
    try:
        return Findings.read(JobFiles.of(job).result.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None


def _names_in(findings: Findings, board: Board | None, reader: BoardReader | None) -> Sequence[str]:
    """Return the names of all accounts, as their reader knows them."""
    if board is None or reader is None:
        return findings.players
    if len(findings.sides) > 2:
        return [name for _seat, name in sorted(seat_names(reader).items())]
    return board_names(board, reader)  # of two seats one may be empty, in a chouette none


@dataclass(frozen=True, slots=True)
class AnalysisGame:
    """A game of an analysis, replayed with what was decided in it."""

    page: ReplayPage
    is_old: bool
    """The analysis does not say what else could have been played."""
    table: str


def analysis_game(
    job: Job,
    board: Board | None,
    reader: BoardReader | None,
    number: int,
    *,
    at: int = 0,
    decision: int | None = None,
    tried: int | None = None,
) -> AnalysisGame | None:
    """Return a game of an analysis by its number from 1; None if there is none."""
    findings = _found(job) if job.state == Job.State.DONE else None
    record = match_judged(job) if findings is not None else None
    if findings is None or record is None or number not in record.numbers:
        return None
    game = record.games[record.numbers.index(number)]
    names = _names_in(findings, board, reader)
    sides = record.players
    if board is not None and reader is not None:
        sides = board_names(board, reader)
    addresses = {one: reverse("analysis_game", args=[job.public_id, one]) for one in record.numbers}
    wrong = sorted(place for one, place in places_of(findings).items() if one.is_wrong)
    before = [decision_url(job.public_id, *place) for place in wrong if place[0] < number]
    after = [decision_url(job.public_id, *place) for place in wrong if place[0] > number]
    page = ReplayPage(
        title=analysis_page(findings, names).title,
        result=_result(game, sides) if board is None else game_ended(board, number, sides),
        record=game,
        has_cube=record.length != 1 or is_doubled(game),
        names=sides,
        url=addresses[number],
        at=at,
        games=[
            Link(_("Game %(number)s") % {"number": one}, url, one == number)
            for one, url in addresses.items()
        ]
        if len(addresses) > 1
        else (),
        judged=judged_in(findings, number, names),
        decision=decision,
        tried=tried,
        far=(before[-1] if before else "", after[0] if after else ""),
    )
    return AnalysisGame(page, not findings.has_candidates, findings.table)


def _result(game: GameRecord, names: tuple[str, str]) -> str:
    """Return how a game from a file has ended."""
    if not game.is_finished:
        return ""
    return outcome_text(BACKGAMMON.name, Outcome(game.how, game.winner, game.points), names)
