"""Messages to a guest's device that a board by correspondence waits for them."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.accounts.services.push import push_subscribe, push_unsubscribe
from games.accounts.sign_ins import device_name
from games.accounts.views.push import AN_HOUR, HOUR
from games.boards.actors import board_and_reader
from games.boards.presenters.messages import guest_seat
from games.errors import NotFound
from games.models import BoardSeat
from games.web.limits import too_often, within_limit


@require_POST
def subscribe(request: HttpRequest, public_id: str) -> HttpResponse:
    """Switch messages on in this browser; a script sends what the browser gave it."""
    seat = _seat(request, public_id)
    if not within_limit(what="push", who=f"seat:{seat.pk}", most=AN_HOUR, lasts=HOUR):
        return too_often(request, HOUR.total_seconds())
    given = {name: request.POST.get(name, "") for name in ("endpoint", "key", "code")}
    push_subscribe(holder=seat, **given, device=device_name(request.headers.get("User-Agent", "")))
    messages.success(request, _("Messages come to this device."))
    return redirect("board", public_id)


@require_POST
def unsubscribe(request: HttpRequest, public_id: str, subscription: str) -> HttpResponse:
    """Switch messages off on one of the guest's devices."""
    push_unsubscribe(holder=_seat(request, public_id), subscription=subscription)
    messages.success(request, _("No more messages go there."))
    return redirect("board", public_id)


def _seat(request: HttpRequest, public_id: str) -> BoardSeat:
    """Return the guest's seat that this phone holds.

    Raises:
        NotFound: it holds none, or nothing is told there.
    """
    seat = guest_seat(*board_and_reader(request, public_id))
    if seat is None:
        raise NotFound
    return seat
