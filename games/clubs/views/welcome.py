"""The first ten minutes: the founder of an empty installation, let in by the link `up` prints."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from games.accounts.services.founding import founding_link_check
from games.clubs.forms.founding import FoundingForm
from games.clubs.presenters.listed import founding_list
from games.clubs.services.founding import installation_found
from games.clubs.views.founding import founding_shown, is_seen
from games.errors import ServiceError
from games.web.address import is_reached
from games.web.pages import UNPROCESSABLE
from games.web.sign_in import sign_in_answer


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def welcome(request: HttpRequest, token: str) -> HttpResponse:
    """Found the club, its founder's account and its players, from one screen."""
    founding_link_check(token=token)
    form = FoundingForm(request.POST or None, with_password=is_reached(request))
    read: list[str] = []
    if request.method == "POST" and form.is_valid():
        read = founding_list(form.found)
        if not read or is_seen(request, form):
            try:
                user, club = installation_found(
                    token=token,
                    # Mails have no browser that asks for a language.
                    founder={**form.account, "language": get_language() or ""},
                    players=form.found.people,
                    **form.club,
                )
            except ServiceError as error:
                form.add_error(None, str(error))
            else:
                return sign_in_answer(request, user, reverse("club", args=[club.slug]))
    shown = {**founding_shown(form, read), "token": token, "may_look": settings.DEMO_ACCOUNTS}
    status = UNPROCESSABLE if form.errors else 200
    return render(request, "clubs/welcome.html", shown, status=status)
