"""The members of a club and their roles, invitations, leaving."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts.services.accounts import (
    invitation_create,
    invitation_revoke,
    invitations_create,
)
from games.clubs.forms.members import InvitationForm, RoleForm
from games.clubs.presenters.members import changes_in_words
from games.clubs.presenters.roles import role_matrix
from games.clubs.selectors.clubs import club_get
from games.clubs.selectors.members import (
    invitation_get,
    invitations_closed,
    invitations_open,
    member_get,
    members_list,
    players_uninvited,
    role_changes,
    roles_to_give,
    unclaimed_players,
)
from games.clubs.services.clubs import membership_remove, membership_set, ownership_pass
from games.clubs.views.club_pages import club_for, club_page, done
from games.errors import Refused, ServiceError
from games.models import Club, Invitation
from games.permissions import Capability
from games.web.address import outward
from games.web.creating import made_once
from games.web.pages import UNPROCESSABLE
from games.web.qr import qr_code
from games.web.sign_in import sign_in_required, user_of


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD"])
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """List the members with their roles, and the changes of roles."""
    club = club_for(request, slug, Capability.MANAGE_ROLES)
    found = members_list(club, user_of(request))
    context = {
        "members": found,
        "is_owner": any(one.is_reader and one.role == "owner" for one in found),
        "roles": roles_to_give(club, user_of(request)),
        "matrix": role_matrix(),
        "changes": changes_in_words(role_changes(club)),
    }
    return club_page(request, club, "clubs/members.html", context)


@sign_in_required
@require_POST
def member_role(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    club = club_for(request, slug, Capability.MANAGE_ROLES)
    member = member_get(club, number)
    form = RoleForm(request.POST, roles=roles_to_give(club, user_of(request)))
    require_valid(form)
    return done(
        request,
        "members",
        club,
        _("Saved."),
        lambda: membership_set(
            club=club, user=member.user, role=form.cleaned_data["role"], by=user_of(request)
        ),
    )


@sign_in_required
@require_POST
def member_remove(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    club = club_for(request, slug, Capability.MANAGE_ROLES)
    member = member_get(club, number)
    said = _("%(name)s is no member any more.") % {"name": member.user.name}
    if member.user == user_of(request):
        return leave(request, slug)
    return done(
        request,
        "members",
        club,
        said,
        lambda: membership_remove(membership=member, by=user_of(request)),
    )


@sign_in_required
@require_POST
def owner(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Make another member the owner of the club."""
    club = club_for(request, slug, Capability.MANAGE_ROLES)
    member = member_get(club, number)
    said = _("The club is %(name)s's now; you are an organizer.") % {"name": member.user.name}
    return done(
        request,
        "members",
        club,
        said,
        lambda: ownership_pass(club=club, to=member.user, by=user_of(request)),
    )


@sign_in_required
@require_POST
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Let the user leave a club."""
    club = club_get(slug, request.user)
    membership = club.memberships.select_related("user").filter(user=user_of(request)).first()
    if membership is None:
        raise Refused("not_a_member")
    try:
        membership_remove(membership=membership, by=user_of(request))
    except Refused as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("You have left %(club)s.") % {"club": club.name})
    return redirect("account")


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def invitations(request: HttpRequest, slug: str) -> HttpResponse:
    """List invitations; make one, whose link is shown only once."""
    club = club_for(request, slug, Capability.INVITE)
    form = invitation_form(request, club)
    if request.method == "POST" and form.is_valid():
        try:
            invited: list[tuple[Invitation, str]] = []

            def make() -> str:
                invited.append(invitation_create(club=club, by=user_of(request), **form.chosen))
                return str(invited[0][0].pk)

            made_once(request, make)
        except ServiceError as error:
            form.add_error(None, str(error))
        else:
            if not invited:
                return redirect("invitations", slug)  # sent twice: its link was shown once
            made, token = invited[0]
            link = outward(request, reverse("invitation", args=[token]))
            context = {
                "made": made,
                "link": link,
                "named": [(made.player.name if made.player else "", link)],
                "qr": qr_code(link),
            }
            return club_page(request, club, "clubs/invitation_made.html", context)
    context = {
        "form": form,
        "open": invitations_open(club),
        "closed": invitations_closed(club),
        "uninvited": players_uninvited(club),
        "roles": [role for role, _label in roles_to_give(club, user_of(request))],
    }
    status = UNPROCESSABLE if form.errors else 200
    return club_page(request, club, "clubs/invitations.html", context, status)


@never_cache
@sign_in_required
@require_POST
def invitations_all(request: HttpRequest, slug: str) -> HttpResponse:
    """Invite everybody of the club who has no account and no invitation; show all links, once."""
    club = club_for(request, slug, Capability.INVITE)
    made: list[tuple[Invitation, str]] = []

    def make() -> str:
        players = players_uninvited(club)
        made.extend(invitations_create(club=club, by=user_of(request), players=players))
        return str(len(made))

    made_once(request, make)
    if not made:
        return redirect("invitations", slug)  # nobody is left, or it was sent twice
    links = [
        (invitation.player, outward(request, reverse("invitation", args=[token])))
        for invitation, token in made
    ]
    context = {
        "links": links,
        "until": made[0][0].expires_at,
    }
    return club_page(request, club, "clubs/invitations_made.html", context)


@sign_in_required
@require_POST
def invitation_withdraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    club = club_for(request, slug, Capability.INVITE)
    found = invitation_get(club, number)
    return done(
        request,
        "invitations",
        club,
        _("The invitation is withdrawn."),
        lambda: invitation_revoke(invitation=found, by=user_of(request)),
    )


def invitation_form(request: HttpRequest, club: Club) -> InvitationForm:
    """Return the form with this organizer's choices; ?player= preselects one."""
    return InvitationForm(
        request.POST if request.method == "POST" else None,
        players=unclaimed_players(club),
        roles=roles_to_give(club, user_of(request)),
        initial={"player": request.GET.get("player", "")},
    )


def require_valid(form: Any) -> None:
    """Refuse a form that the page could not have posted.

    Raises:
        Refused: the role does not exist, or the user may not give it.
    """
    if not form.is_valid():
        raise Refused("invalid", reason=" ".join(form.errors["role"]))
