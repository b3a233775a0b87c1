"""A rehearsal: an event with invented players, ready for the first draw."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.errors import ServiceError
from games.web.creating import made_once
from games.web.pages import UNPROCESSABLE
from games.web.sign_in import sign_in_required, user_of
from tournaments.desk.forms import RehearsalForm
from tournaments.events.services.rehearsal_pace import rehearsal_begin


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def rehearsal_new(request: HttpRequest) -> HttpResponse:
    """Found a club for a rehearsal with its event, and open the desk; the person directs."""
    form = RehearsalForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            made, _is_new = made_once(
                request,
                lambda: rehearsal_begin(by=user_of(request), **form.cleaned_data).event.public_id,
            )
        except ServiceError as error:
            form.add_error(None, str(error))
        else:
            return redirect("event_direct", made)
    status = UNPROCESSABLE if form.errors else 200
    return render(request, "tournaments/desk/rehearsal.html", {"form": form}, status=status)
