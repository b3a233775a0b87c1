"""Shared code of the pages for running a club."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from games.clubs.selectors.clubs import club_seen
from games.errors import NotAllowed, ServiceError
from games.models import Club
from games.permissions import Capability, Reader
from games.rule_texts import Names, sentence
from games.rules.chouette import ChouetteError


def club_for(request: HttpRequest, slug: str, capability: Capability) -> Club:
    """Return a club for a page that needs a capability.

    Raises:
        NotFound: it does not exist, or the user may not see it.
        NotAllowed: the user may see the club, but not this page.
    """
    club, reader = club_seen(slug, request.user)
    if not reader.may(capability):
        raise NotAllowed
    return club


def club_page(
    request: HttpRequest, club: Club, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Render a page, with the tabs its reader may open."""
    reader = Reader.of(request.user, club)
    may = {str(one) for one in reader.allowed}
    found = {"club": club, "may": may, "reader": reader, **context}
    return render(request, template, found, status=status)


def done(
    request: HttpRequest, page: str, club: Club, said: str, act: Callable[[], object]
) -> HttpResponse:
    """Carry out a button's action, and return to its page with the outcome.

    Raises:
        NotAllowed: the user may not do this.
    """
    try:
        act()
    except NotAllowed:
        raise
    except (ServiceError, ChouetteError) as error:
        messages.error(request, problem(error))
    else:
        messages.success(request, said)
    return redirect(page, club.slug)


def problem(error: Exception) -> str:
    return sentence(error, Names()) if isinstance(error, ChouetteError) else str(error)
