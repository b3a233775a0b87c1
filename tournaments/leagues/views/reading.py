"""What forms of directors' pages say."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from games.clubs.selectors.players import people_listed
from games.models import Club
from games.permissions import Reader
from games.web.input import Input, Unreadable
from tournaments.leagues.forms import divided
from tournaments.leagues.presenters.asked import mistyped_told
from tournaments.leagues.selectors.known import list_with

DONE: Final = "done"
"""Which button of “Who plays” was tapped, so that this part of the page stays open."""
WHO_PLAYS: Final = frozenset({"enter", "leave", "replace", "resume", "join", "split", "undo"})


def who_plays_now(request: HttpRequest, ask: Input) -> dict[str, Any]:
    """Return which button of “Who plays” was tapped just now, and what is told there of it."""
    done = ask.one(DONE) or ask.one("do")
    if done not in WHO_PLAYS:
        return {"who_plays": ""}
    told = [one.message for one in messages.get_messages(request)]
    return {"who_plays": done, "who_plays_told": told}


def names_filled(request: HttpRequest, club: Club, reader: Reader) -> dict[str, str] | None:
    """Return what the form of a new league or cup says, with whom the director has ticked at the
    end of its list of names; None before it is sent.
    """
    if request.method != "POST":
        return None
    said = {name: str(value) for name, value in request.POST.items()}
    ticked = request.POST.getlist("known")
    return {**said, "names": list_with(club, reader, said.get("names", ""), ticked)}


class Mistyped(Exception):
    """Names that resemble others of the club, each with its sentence; nothing was written."""

    def __init__(self, told: Mapping[str, str]) -> None:
        super().__init__("; ".join(told.values()))
        self.told = told


def require_sure(club: Club, names: Iterable[str], sure: Iterable[str]) -> None:
    """Check that the director was asked about each name of a list that may be mistyped.

    Raises:
        Mistyped: they have not said yet that one of them is new.
    """
    told = mistyped_told(club, names)
    if not set(told) <= set(sure):
        raise Mistyped(told)


def form_read(form: Any) -> dict[str, Any]:
    """Return what a form says.

    Raises:
        Unreadable: something in it is wrong.
    """
    if not form.is_valid():
        name, errors = next(iter(form.errors.items()))
        label = form.fields[name].label if name in form.fields else ""
        raise Unreadable(f"{label}: {errors[0]}" if label else str(errors[0]))
    return dict(form.cleaned_data)


def day_read(text: str) -> datetime.date:
    """Return a day.

    Raises:
        Unreadable: it is none.
    """
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise Unreadable(_("The date is written like 2026-11-17.")) from None


def ticked_here(request: HttpRequest, ask: Input) -> list[str] | None:
    """Return whom the director has ticked as being here, in a form or before it in the address of
    its page; None if they have not.
    """
    if ask.has("chosen"):
        return ask.all("here")
    said = request.GET
    return [one.replace("\0", "") for one in said.getlist("here")] if said.get("chosen") else None


def ticks_kept(ticked: Sequence[str] | None) -> str:
    """Return the query by which a page still knows who is ticked; blank if it was not said."""
    if ticked is None:
        return ""
    return f"?{urlencode([('chosen', '1'), *(('here', one) for one in ticked)])}"


def back_to(name: str, public_id: str, request: HttpRequest, ask: Input) -> HttpResponse:
    """Lead back to a director's page with who was ticked as being here, there if this was what was
    tapped, or to “Who plays”.
    """
    path, do = reverse(name, args=[public_id]), ask.one("do")
    ticks = ticks_kept(ticked_here(request, ask))
    if do in WHO_PLAYS:
        done = urlencode({DONE: do})
        return redirect(f"{path}{ticks}{'&' if ticks else '?'}{done}#who-plays")
    return redirect(f"{path}{ticks}{'#club' if ask.has('chosen') else ''}")


def groups_read(club: Club, text: str) -> list[list[str]]:
    """Return the names of a list by division."""
    return [[one.name for one in people_listed(club, part).people] for part in divided(text)]
