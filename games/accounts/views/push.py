"""Switches messages to a device on and off."""

import datetime
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.accounts.services.push import push_subscribe, push_unsubscribe
from games.accounts.sign_ins import device_name
from games.web.limits import too_often, within_limit
from games.web.sign_in import sign_in_required, user_of

AN_HOUR: Final = 30
HOUR: Final = datetime.timedelta(hours=1)


@sign_in_required
@require_POST
def subscribe(request: HttpRequest) -> HttpResponse:
    """Switch messages on in this browser; a script sends what the browser gave it."""
    user = user_of(request)
    if not within_limit(what="push", who=str(user.pk), most=AN_HOUR, lasts=HOUR):
        return too_often(request, HOUR.total_seconds())
    given = {name: request.POST.get(name, "") for name in ("endpoint", "key", "code")}
    push_subscribe(holder=user, **given, device=device_name(request.headers.get("User-Agent", "")))
    messages.success(request, _("Messages come to this device."))
    return redirect("account")


@sign_in_required
@require_POST
def unsubscribe(request: HttpRequest, subscription: str) -> HttpResponse:
    """Switch messages off on one of the user's devices."""
    push_unsubscribe(holder=user_of(request), subscription=subscription)
    messages.success(request, _("No more messages go there."))
    return redirect("account")
