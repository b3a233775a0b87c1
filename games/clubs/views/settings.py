"""A club's settings: details, house rules, look, seasons."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.clubs.colours import accent_css, accent_name, accent_of, is_colour
from games.clubs.forms.settings import AccentForm, ClubSettingsForm, LogoForm, SeasonForm
from games.clubs.presenters.house_rules import rules_choice, rules_text
from games.clubs.selectors.clubs import club_get
from games.clubs.selectors.members import may_delete
from games.clubs.selectors.players import names_opened
from games.clubs.selectors.seasons import season_get, seasons_with_sessions
from games.clubs.services.clubs import club_change, season_create
from games.clubs.services.deleting import club_delete
from games.clubs.services.logos import logo_read, logo_remove, logo_set
from games.clubs.services.seasons import season_change, season_close, season_reopen
from games.clubs.views.club_pages import club_for, club_page, done
from games.errors import NotAllowed, NotFound, ServiceError
from games.models import Club
from games.permissions import Capability
from games.web.input import input_of
from games.web.pages import UNPROCESSABLE
from games.web.sign_in import sign_in_required, user_of

A_YEAR = 365 * 24 * 60 * 60


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def club_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Change name, visibility, language, time zone, stake, and the minimum of games in the list."""
    club = club_for(request, slug, Capability.MANAGE_CLUB)
    form = ClubSettingsForm(request.POST if request.method == "POST" else None, club=club)
    opened: list[str] = []
    if request.method == "POST" and form.is_valid():
        if request.POST.get("names_seen") != "yes":
            opened = names_opened(club, form.cleaned_data["visibility"])
        try:
            if not opened:
                club_change(club=club, by=user_of(request), **form.cleaned_data)
        except ServiceError as error:
            form.add_error(None, str(error))
            # The service has set the refused values on this row, which the page shows, too.
            club.refresh_from_db()
        else:
            if not opened:
                messages.success(request, _("Saved."))
                return redirect("club_settings", slug)
    status = UNPROCESSABLE if form.errors or opened else 200
    context = {
        "form": form,
        "opened": opened,
        "club_players": reverse("tournaments:player_list", args=[club.slug]),
        "may_delete": may_delete(club, user_of(request)),
    }
    return club_page(request, club, "clubs/settings.html", context, status)


@sign_in_required
@require_POST
def deletion(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete the club of a rehearsal."""
    club = club_for(request, slug, Capability.MANAGE_CLUB)
    try:
        club_delete(club=club, by=user_of(request))
    except NotAllowed:
        raise
    except ServiceError as error:
        messages.error(request, str(error))
        return redirect("club_settings", slug)
    messages.success(request, _("%(club)s is deleted.") % {"club": club.name})
    return redirect("home")


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def club_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose the house rules of new sessions."""
    club = club_for(request, slug, Capability.MANAGE_CLUB)
    if request.method == "POST":
        rules = rules_text(club, input_of(request))
        return done(
            request,
            "club_rules",
            club,
            _("Saved. Evenings that were set up keep the rules they began with."),
            lambda: club_change(club=club, by=user_of(request), default_rules=rules),
        )
    context = {"rules": rules_choice(club, input_of(request))}
    return club_page(request, club, "clubs/settings_rules.html", context)


@never_cache
@sign_in_required
@require_safe
def club_rules_options(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form for another preset, with the choices so far."""
    club = club_for(request, slug, Capability.MANAGE_CLUB)
    context = {"rules": rules_choice(club, input_of(request))}
    alone = "HX-Request" in request.headers
    template = "clubs/settings_rules_form.html" if alone else "clubs/settings_rules.html"
    return club_page(request, club, template, context)


@never_cache
@sign_in_required
@require_safe
def club_look(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the club's colour and logo."""
    return look(request, club_for(request, slug, Capability.MANAGE_CLUB))


@sign_in_required
@require_POST
def accent_set(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose the club's colour, or restore the default."""
    club = club_for(request, slug, Capability.MANAGE_CLUB)
    if "usual" in request.POST:
        said = _("The club has the usual colour.")
        return done(
            request,
            "club_look",
            club,
            said,
            lambda: club_change(club=club, by=user_of(request), accent=""),
        )
    form = AccentForm(request.POST)
    if not form.is_valid():
        return look(request, club, accent=form)
    colour = form.cleaned_data["accent"]
    return done(
        request,
        "club_look",
        club,
        colour_said(colour),
        lambda: club_change(club=club, by=user_of(request), accent=colour),
    )


@sign_in_required
@require_POST
def logo_upload(request: HttpRequest, slug: str) -> HttpResponse:
    """Set the club's logo."""
    club = club_for(request, slug, Capability.MANAGE_CLUB)
    form = LogoForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            logo_set(club=club, by=user_of(request), file=form.cleaned_data["logo"])
        except ServiceError as error:
            form.add_error("logo", str(error))
        else:
            messages.success(request, _("Saved."))
            return redirect("club_look", slug)
    return look(request, club, logo=form)


@sign_in_required
@require_POST
def logo_take_away(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_for(request, slug, Capability.MANAGE_CLUB)
    said = _("The logo is gone.")
    return done(
        request, "club_look", club, said, lambda: logo_remove(club=club, by=user_of(request))
    )


@require_safe
def logo(request: HttpRequest, slug: str, digest: str) -> HttpResponse:
    """Serve the club's logo to those who may see the club; its address changes with the picture."""
    club = club_get(slug, request.user)
    answer = HttpResponse(logo_read(club, digest), content_type="image/png")
    answer["Cache-Control"] = f"private, max-age={A_YEAR}, immutable"
    return answer


@require_safe
def accent_sheet(request: HttpRequest, name: str) -> HttpResponse:
    """Serve the style sheet of a colour; its name identifies its content, so it can be cached for
    good.
    """
    colour = "#" + name.partition("-")[0]
    if not is_colour(colour) or name != accent_name(colour):
        raise NotFound
    answer = HttpResponse(accent_css(colour), content_type="text/css; charset=utf-8")
    answer["Cache-Control"] = f"public, max-age={A_YEAR}, immutable"
    return answer


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def seasons(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_for(request, slug, Capability.MANAGE_SEASONS)
    form = SeasonForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            season_create(club=club, by=user_of(request), **form.cleaned_data)
        except ServiceError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("Saved."))
            return redirect("seasons", slug)
    context = {"form": form, "seasons": seasons_with_sessions(club)}
    status = UNPROCESSABLE if form.errors else 200
    return club_page(request, club, "clubs/seasons.html", context, status)


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def season(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    club = club_for(request, slug, Capability.MANAGE_SEASONS)
    season = season_get(club, public_id)
    form = SeasonForm(request.POST if request.method == "POST" else None, season=season)
    if request.method == "POST" and form.is_valid():
        try:
            season_change(season=season, by=user_of(request), **form.cleaned_data)
        except ServiceError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("Saved."))
            return redirect("seasons", slug)
    status = UNPROCESSABLE if form.errors else 200
    return club_page(request, club, "clubs/season.html", {"form": form, "season": season}, status)


@sign_in_required
@require_POST
def season_switch(request: HttpRequest, slug: str, public_id: str, do: str) -> HttpResponse:
    """Close or reopen a season."""
    club = club_for(request, slug, Capability.MANAGE_SEASONS)
    season = season_get(club, public_id)
    if do == "close":
        said = _("%(season)s is closed.") % {"season": season.name}
        return done(
            request, "seasons", club, said, lambda: season_close(season=season, by=user_of(request))
        )
    if do == "reopen":
        said = _("%(season)s is open again.") % {"season": season.name}
        return done(
            request,
            "seasons",
            club,
            said,
            lambda: season_reopen(season=season, by=user_of(request)),
        )
    raise NotFound


def look(
    request: HttpRequest,
    club: Club,
    *,
    accent: AccentForm | None = None,
    logo: LogoForm | None = None,
) -> HttpResponse:
    """Render the page with colour and logo, and what is wrong with either."""
    colour = club.accent or "#0c6350"
    context = {
        "accent_form": accent or AccentForm(initial={"accent": colour}),
        "logo_form": logo or LogoForm(),
        "colours": accent_of(colour) if club.accent else None,
    }
    status = UNPROCESSABLE if accent or logo else 200
    return club_page(request, club, "clubs/settings_look.html", context, status)


def colour_said(colour: str) -> str:
    """Say how the colour was adjusted."""
    found = accent_of(colour)
    if not found.is_corrected:
        return _("Saved. By night it is %(dark)s.") % {"dark": found.dark}
    return _(
        "Saved. Texts in this colour could not be read on white: by day it is darker, %(light)s; "
        "by night it is %(dark)s."
    ) % {"light": found.light, "dark": found.dark}
