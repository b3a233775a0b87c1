"""The page of phones in this network: whether they reach the program, and the switch for it."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts.services.network import is_here, network_door, network_switch
from games.errors import Refused
from games.web.qr import qr_code
from games.web.sign_in import sign_in_required, user_of

MOST_LINKS: Final = 500


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def network(request: HttpRequest) -> HttpResponse:
    """Show the switch, and use it.

    Links that their page shows only once are sent along, and come back as phones find them.
    """
    here = is_here(request)
    found = network_door(request.user, here=here)
    if request.method == "POST":
        is_open = request.POST.get("do") == "open"
        try:
            network_switch(by=user_of(request), here=here, is_open=is_open)
        except Refused as error:
            messages.error(request, str(error))
        else:
            said = (
                _("Phones in this network reach Chouette now.")
                if is_open
                else _("Only this computer reaches Chouette now.")
            )
            messages.success(request, said)
        links = links_sent(request, found.origin) if found.origin else []
        if not links:
            return redirect(where_next(request))
        context = {"door": found, "links": links, "next": where_next(request)}
        return render(request, "accounts/network.html", context)
    context = {"door": found, "qr": qr_code(found.origin + "/") if found.origin else ""}
    return render(request, "accounts/network.html", context)


def links_sent(request: HttpRequest, origin: str) -> list[tuple[str, str, str]]:
    """Return name, link and QR code of each link of this program that was sent along."""
    sent = zip(request.POST.getlist("name"), request.POST.getlist("link"), strict=False)
    own = [(name, path) for name, path in sent if url_has_allowed_host_and_scheme(path, None)]
    return [(name, origin + path, qr_code(origin + path)) for name, path in own[:MOST_LINKS]]


def where_next(request: HttpRequest) -> str:
    """Return the page of the button, if it is one of ours; else that of the switch."""
    wanted = request.POST.get("next", "")
    return (
        wanted if wanted and url_has_allowed_host_and_scheme(wanted, None) else reverse("network")
    )
