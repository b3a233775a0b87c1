"""The link in mails about boards that stops them: one click, without signing in."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.accounts.services.mail_wishes import link_digest, mails_set_by_link


@csrf_exempt  # a mail program has no cookie: RFC 8058; the signed link is the permission
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Ask, and stop the mails once the button is pressed: opening a link changes nothing."""
    link_digest(token)
    wanted = "again" in request.POST
    if request.method == "POST":
        mails_set_by_link(token=token, wanted=wanted)
    context = {"is_done": request.method == "POST", "wanted": wanted}
    return render(request, "accounts/mails_stop.html", context)
