"""Analyses: asked for after a game or for a file, watched, stopped, read."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.boards.actors import board_and_reader, led_to
from games.boards.faces.reading import game_named
from games.boards.presenters.analysis import level_chart, month_lines
from games.boards.selectors.analyses import analysis_of
from games.boards.selectors.figures import level_of
from games.boards.views.reading import record_read
from games.clubs.views.club_pages import club_for
from games.errors import NotFound, ServiceError
from games.files.actors import AnalysisSeen, analysis_seen, may_renew
from games.files.forms import LIMITS, sent
from games.files.presenters.analyses import analysis_game, analysis_shown
from games.files.presenters.jobs import job_page
from games.files.selectors import analyses_of
from games.files.services.analyses import board_analyse, match_analyse
from games.files.services.job_files import JobFiles
from games.files.services.jobs import job_cancel, job_look
from games.models import Job
from games.permissions import Capability
from games.web.sign_in import sign_in_required, user_of

DONE = "HX-Refresh"


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def analyses(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a match to analyse, and list what the user had analysed."""
    club = club_for(request, slug, Capability.START_MATCH)
    problem, status = "", 200
    if request.method == "POST":
        try:
            _options, file = sent(request, Job.Kind.ANALYSIS)
            assert file is not None  # this kind needs one
            if game_named(file.name or ""):
                return record_read(request, slug)
            made = match_analyse(
                club=club, by=user_of(request), pieces=file.chunks(), file_name=file.name or ""
            )
            return redirect("analysis", made.public_id)
        except ServiceError as error:
            problem, status = str(error), error.status
    months = level_of(club)
    context = {
        "club": club,
        "chart": level_chart(months),
        "months": month_lines(months),
        "jobs": analyses_of(club, request.user),
        "problem": problem,
        "limit": LIMITS[Job.Kind.ANALYSIS],
    }
    return render(request, "files/analyses.html", context, status=status)


@sign_in_required
@require_POST
def board_analysis(request: HttpRequest, public_id: str) -> HttpResponse:
    board, reader = board_and_reader(request, public_id)
    return redirect("analysis", board_analyse(board=board, reader=reader).public_id)


@never_cache
@require_safe
def analysis_of_board(request: HttpRequest, public_id: str) -> HttpResponse:
    """Lead from a board to its analysis, also a phone without an account."""
    board, reader = board_and_reader(request, public_id)
    found = analysis_of(board) if reader.side is not None else None
    if found is None:
        raise NotFound
    address = reverse("analysis", args=[found.public_id])
    return redirect(address) if board.session is None else led_to(request, board.session, address)


@never_cache
@require_safe
def analysis(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show an analysis: how far it is, or what it found."""
    seen = analysis_seen(request, public_id)
    found = analysis_shown(seen.job, seen.board, seen.reader)
    context = {**_progress(seen), "found": found, "may_renew": may_renew(seen)}
    return render(request, "files/analysis.html", context)


@never_cache
@require_safe
def analysis_replayed(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Replay a game of an analysis, with what was decided: errors are stepped through."""
    seen = analysis_seen(request, public_id)
    shown = analysis_game(
        seen.job,
        seen.board,
        seen.reader,
        number,
        at=_number(request, "at") or 0,
        decision=_number(request, "decision"),
        tried=_number(request, "play"),
    )
    if shown is None:
        raise NotFound
    context = {
        "page": shown.page,
        "found": shown,
        "job": seen.job,
        "board": seen.board,
        "club": seen.job.club,
        "may_renew": may_renew(seen),
    }
    return render(request, "files/analysis_game.html", context)


def _number(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


@never_cache
@require_safe
def analysis_state(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the progress; once it is over, the whole page reloads."""
    seen = analysis_seen(request, public_id)
    response = render(request, "files/analysis_progress.html", _progress(seen))
    if seen.job.is_finished:
        response[DONE] = "true"
    return response


@never_cache
@sign_in_required
@require_POST
def analysis_stop(request: HttpRequest, public_id: str) -> HttpResponse:
    """Stop it, for who asked for it."""
    seen = analysis_seen(request, public_id)
    if not seen.may_stop:
        raise NotFound
    job_cancel(job=seen.job)
    return redirect("analysis", public_id)


@never_cache
@require_safe
def analysis_file(request: HttpRequest, public_id: str) -> HttpResponse:
    """Download what was found, for programs."""
    seen = analysis_seen(request, public_id)
    try:
        content = JobFiles.of(seen.job).result.read_bytes()
    except FileNotFoundError as error:
        raise NotFound from error
    answer = HttpResponse(content, content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="analysis-{public_id}.json"'
    return answer


def _progress(seen: AnalysisSeen) -> dict[str, object]:
    job = job_look(job=seen.job)
    return {"page": job_page(job), "may_stop": seen.may_stop, "board": seen.board, "club": job.club}
