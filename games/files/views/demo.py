"""Looking around in the demo before founding a club of one's own."""

from __future__ import annotations

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.accounts.services.founding import founding_link_check
from games.files.services.demo import demo_enter
from games.web.sign_in import WELCOME

BACKEND = "games.backends.AccountBackend"


@never_cache
@require_POST
def look_around(request: HttpRequest, token: str) -> HttpResponse:
    """Make the demo club and sign its organizer in; the way back to *Welcome* is kept."""
    founding_link_check(token=token)
    user, club = demo_enter()
    login(request, user, backend=BACKEND)
    request.session[WELCOME] = token
    return redirect("club", club.slug)
