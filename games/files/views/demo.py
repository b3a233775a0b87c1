"""Looking around in the demo before founding a club of one's own."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.accounts.services.founding import founding_link_check
from games.files.services.demo import demo_enter
from games.web.sign_in import WELCOME, sign_in_answer


@never_cache
@require_POST
def look_around(request: HttpRequest, token: str) -> HttpResponse:
    """Make the demo club and sign its organizer in; the way back to *Welcome* is kept."""
    founding_link_check(token=token)
    user, club = demo_enter()
    answer = sign_in_answer(request, user, reverse("club", args=[club.slug]))
    request.session[WELCOME] = token
    return answer
