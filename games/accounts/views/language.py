"""Choosing a language: stored on the device, and in the user's account."""

from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import check_for_language
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from games.accounts.services.accounts import user_rename
from games.models import User


@require_POST
def choose(request: HttpRequest) -> HttpResponseBase:
    """Switch to another language, and go back to the page."""
    language = request.POST.get("language", "")
    if isinstance(request.user, User) and check_for_language(language):
        user_rename(user=request.user, name=request.user.name, language=language)
    return set_language(request)
