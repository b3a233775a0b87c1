"""The user's access tokens: the list, a new one shown once, revoking one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.api.forms import TokenForm
from games.api.tokens import api_token_create, api_token_revoke, api_tokens_of
from games.errors import ServiceError
from games.web.creating import made_once
from games.web.sign_in import sign_in_required, user_of


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """List the user's tokens, and make one; its secret is shown only on this page."""
    user, secret = user_of(request), ""
    form = TokenForm(user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            secrets: list[str] = []

            def make() -> str:
                token, shown = api_token_create(user=user, **form.cleaned_data)
                secrets.append(shown)
                return token.public_id

            made_once(request, make)
            # Sent again, the form makes nothing and shows no secret: it was shown once.
            secret = "".join(secrets)
            form = TokenForm(user)
        except ServiceError as error:
            form.add_error(None, str(error))
    context = {"form": form, "secret": secret, "tokens": api_tokens_of(user)}
    return render(request, "api/tokens.html", context, status=422 if form.errors else 200)


@require_POST
@sign_in_required
def token_revoke(request: HttpRequest, public_id: str) -> HttpResponse:
    api_token_revoke(public_id=public_id, by=user_of(request))
    return redirect("tokens")
