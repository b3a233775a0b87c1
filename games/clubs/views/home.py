"""The front page: the user's clubs, and first the sessions running in them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts.services.founding import looks_empty
from games.clubs.forms.founding import NewClubForm
from games.clubs.presenters.listed import founding_list
from games.clubs.selectors.clubs import club_made
from games.clubs.selectors.home import home_page
from games.clubs.services.founding import club_found_with
from games.clubs.views.founding import founding_shown, is_seen
from games.errors import ServiceError
from games.models import User
from games.web.address import is_reached
from games.web.creating import made_once
from games.web.sign_in import WELCOME, beyond_demo, sign_in_required, user_of


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show running sessions and the user's clubs; to guests, what this site is.

    A member of one club lands there; `?all` shows the list all the same.
    """
    user, page = request.user, home_page(request.user)
    needs_password = (
        isinstance(user, User)
        and not (user.is_demo or user.has_usable_password())
        and is_reached(request)
    )
    stays = isinstance(user, User) and (needs_password or user.is_demo or "all" in request.GET)
    if page.only is not None and not stays:
        return redirect("club", page.only.slug)
    shown = {
        "page": page,
        "welcome": request.session.get(WELCOME),
        "is_empty": not user.is_authenticated and looks_empty(),
        "needs_password": needs_password,
    }
    return render(request, "clubs/home.html", shown)


@never_cache
@sign_in_required
@beyond_demo
@require_http_methods(["GET", "HEAD", "POST"])
def club_new(request: HttpRequest) -> HttpResponse:
    """Found one more club, with its players."""
    form, read = NewClubForm(request.POST or None), list[str]()
    if request.method == "POST" and form.is_valid():
        read = founding_list(form.found)
        if not read or is_seen(request, form):
            try:
                made, _is_new = made_once(
                    request,
                    lambda: (
                        club_found_with(
                            by=user_of(request), players=form.found.people, **form.club
                        ).public_id
                    ),
                )
            except ServiceError as error:
                form.add_error(None, str(error))
            else:
                return redirect("club", club_made(made).slug)
    shown = founding_shown(form, read)
    return render(request, "clubs/club_new.html", shown, status=422 if form.errors else 200)
