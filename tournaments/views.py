"""Pages made of many games."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.selectors.people import club_get
from games.views.reading import asked, page
from tournaments.presenters import leaderboard_page
from tournaments.selectors import leaderboard_asked


@require_safe
def leaderboard(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club's leaderboard, of a season or of all time."""
    found = leaderboard_asked(
        club_get(slug, request.user),
        season=request.GET.get("season"),
        order=request.GET.get("order"),
        page=asked(request),
    )
    return page(request, "leaderboards/leaderboard.html", leaderboard_page(found))
