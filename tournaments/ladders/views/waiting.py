"""The line that says how much is still to be worked out."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.clubs.selectors.clubs import club_seen
from tournaments.ladders.presenters.waiting import waiting_words
from tournaments.ladders.selectors.waiting import waiting_of

NOTHING_NEW = 204


@never_cache
@require_safe
def waiting(request: HttpRequest, slug: str) -> HttpResponse:
    """Say how much is left, if the page does not say the same already."""
    club, _reader = club_seen(slug, request.user)
    words = waiting_words(waiting_of(club))
    if words and words == request.GET.get("said"):
        return HttpResponse(status=NOTHING_NEW)
    template = "tournaments/ladders/waiting.html" if words else "tournaments/ladders/waited.html"
    return render(request, template, {"club": club, "words": words})
