"""Imports and exports: sending files, previewing them, watching the job."""

from __future__ import annotations

from typing import Final, cast

from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.clubs.selectors.clubs import club_get
from games.errors import NotFound, ServiceError
from games.files.forms import LIMITS, choices_of, sent
from games.files.presenters.jobs import files_page, job_page
from games.files.selectors import job_get
from games.files.services.job_files import JobFiles
from games.files.services.jobs import (
    job_cancel,
    job_choose,
    job_create,
    job_look,
    job_start,
    result_name,
)
from games.files.services.old_totals import evenings_take_back
from games.models import Club, Job
from games.permissions import Capability, capabilities, require
from games.web.pages import UNPROCESSABLE
from games.web.sign_in import beyond_demo, sign_in_required, user_of

DONE = "HX-Refresh"
ELSEWHERE: Final = (Job.Kind.ANALYSIS, Job.Kind.ENTRIES, Job.Kind.EVENT_RESULTS)
"""What is sent from pages of its own."""


@never_cache
@sign_in_required
@require_GET
def files(request: HttpRequest, slug: str) -> HttpResponse:
    return shown(request, club_get(slug, request.user))


@never_cache
@sign_in_required
@require_POST
def files_send(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Take a file, or a request for one, and redirect to the page of its job."""
    if kind in ELSEWHERE:
        raise NotFound
    club = club_get(slug, request.user)
    try:
        return redirect("job", created(request, kind, club).public_id)
    except ServiceError as error:
        return shown(request, club, str(error), error.status)


@never_cache
@sign_in_required
@beyond_demo
@require_http_methods(["GET", "HEAD", "POST"])
def club_read(request: HttpRequest) -> HttpResponse:
    """Make a club from an archive."""
    problem = ""
    if request.method == "POST":
        try:
            return redirect("job", created(request, Job.Kind.CLUB, None).public_id)
        except ServiceError as error:
            problem = str(error)
    status = UNPROCESSABLE if problem else 200
    context = {"problem": problem, "limit": LIMITS[Job.Kind.CLUB]}
    return render(request, "files/club_read.html", context, status=status)


@never_cache
@sign_in_required
@require_GET
def job(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a job: its choices, its progress, or its outcome."""
    found = job_look(job=job_get(public_id, request.user))
    page = job_page(found, request.GET.get("page", ""))
    return render(request, "files/job.html", {"page": page})


@never_cache
@sign_in_required
@require_POST
def job_choices(request: HttpRequest, public_id: str) -> HttpResponse:
    """Store the choices, and show the preview again."""
    found = job_get(public_id, request.user)
    job_choose(job=found, options=choices_of(request.POST))
    return redirect("job", public_id)


@never_cache
@sign_in_required
@require_POST
def job_begin(request: HttpRequest, public_id: str) -> HttpResponse:
    """Start a confirmed import; if the columns were changed, show the preview first."""
    found, choices = job_get(public_id, request.user), choices_of(request.POST)
    seen = request.POST.get("seen", "")
    found = job_choose(job=found, options=choices)
    is_same = request.POST.get("seen_heading", "") == choices.get("heading", "")
    is_same &= request.POST.get("seen_shape", "") == choices.get("shape", "")
    if is_same and seen == ",".join(choices["columns"]) and not _asks(found):
        job_start(job=found)
    return redirect("job", public_id)


def _asks(job: Job) -> bool:
    """Tell whether evenings by totals still wait for an answer: it is asked on the page again."""
    if "as_they_are" not in job.options or job.kind != Job.Kind.RESULTS:
        return False
    table = job_page(job).table
    return table is not None and bool(table.trouble)


@never_cache
@sign_in_required
@require_POST
def job_stop(request: HttpRequest, public_id: str) -> HttpResponse:
    job_cancel(job=job_get(public_id, request.user))
    return redirect("job", public_id)


@never_cache
@sign_in_required
@require_POST
def job_back(request: HttpRequest, public_id: str) -> HttpResponse:
    """Remove the evenings that an import has made."""
    evenings_take_back(job=job_get(public_id, request.user), by=user_of(request))
    return redirect("job", public_id)


@never_cache
@sign_in_required
@require_GET
def job_state(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the progress; once nobody works on it any more, the whole page reloads."""
    page = job_page(job_look(job=job_get(public_id, request.user)))
    response = render(request, "files/progress.html", {"page": page})
    if not page.waits:
        response[DONE] = "true"
    return response


@never_cache
@sign_in_required
@require_GET
def job_file(request: HttpRequest, public_id: str) -> HttpResponse:
    """Send the file that a job made."""
    found = job_get(public_id, request.user)
    try:
        content = JobFiles.of(found).result.open("rb")
    except FileNotFoundError as error:
        raise NotFound from error
    file = FileResponse(content, as_attachment=True, filename=result_name(found))
    return cast("HttpResponse", file)


def created(request: HttpRequest, kind: str, club: Club | None) -> Job:
    """Make a job from the form."""
    options, file = sent(request, kind)
    return job_create(
        club=club,
        by=user_of(request),
        kind=kind,
        pieces=file.chunks() if file else None,
        file_name=file.name or "" if file else "",
        options=options,
    )


def shown(request: HttpRequest, club: Club, problem: str = "", status: int = 200) -> HttpResponse:
    """The page of a club about its files."""
    require(request.user, Capability.ADD_PLAYER, club)
    context = {
        "page": files_page(club, request.user),
        "club": club,
        "may": capabilities(request.user, club),
        "problem": problem,
        "limits": LIMITS,
    }
    return render(request, "files/files.html", context, status=status)
