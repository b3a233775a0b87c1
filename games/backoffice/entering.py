"""The page for entering an evening from a paper score sheet."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.backoffice.clubs import clubs_managed_by
from games.backoffice.scope import ScopedAdmin
from games.decisions.services.quick_entry import sheet_enter
from games.decisions.services.sheet_reading import MOST_ROWS, Row, SheetWrong
from games.errors import KeyReused, ServiceError
from games.models import Club, Session
from games.rules.chouette import ChouetteError
from games.sessions.services.sessions import today
from games.web.forms import AmountField
from games.web.sign_in import user_of

COLUMNS: Final = range(3, 25)
FIRST_COLUMNS: Final = 5
FIRST_ROWS: Final = 12
MORE_ROWS: Final = 12
KNOWN_NAMES: Final = 500
"""Names of the club suggested while a name is typed."""


class SheetForm(forms.Form):
    """The fields above the games."""

    club: forms.ModelChoiceField[Club] = forms.ModelChoiceField(
        Club.objects.none(), label=gettext_lazy("Club"), empty_label=None
    )
    played_on = forms.DateField(
        label=gettext_lazy("Date"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    title = forms.CharField(label=gettext_lazy("Title"), max_length=120, required=False)
    place = forms.CharField(
        label=pgettext_lazy("where it is played", "Place"), max_length=120, required=False
    )
    stake_amount = AmountField(
        label=gettext_lazy("One point is worth"),
        max_digits=9,
        decimal_places=2,
        min_value=0,
        required=False,
        localize=True,
    )
    currency = forms.CharField(label=gettext_lazy("Currency"), max_length=12, required=False)
    rules = forms.CharField(
        label=gettext_lazy("House rules"),
        max_length=1000,
        required=False,
        help_text=gettext_lazy("As in a score file; empty for those of the club."),
    )
    add_players = forms.BooleanField(
        label=gettext_lazy("Add players who are not in the club yet"), required=False
    )


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the form; `label` names row and player for screen readers."""

    name: str
    value: str
    label: str
    is_wrong: bool = False


@dataclass(frozen=True, slots=True)
class TypedRow:
    """A row of the form."""

    number: int
    cells: Sequence[Cell]
    statements: Cell
    is_wrong: bool = False


@dataclass(frozen=True, slots=True)
class Typed:
    """The input so far, unchanged."""

    names: tuple[str, ...]
    stakes: tuple[str, ...]
    rows: tuple[Row, ...]

    @classmethod
    def of(cls, data: QueryDict) -> Typed:
        """Read names, cells and statements from a form, and add rows or columns where asked for."""
        columns = _number(data.get("columns"), FIRST_COLUMNS, COLUMNS.start, COLUMNS.stop - 1)
        rows = _number(data.get("rows"), FIRST_ROWS, 1, MOST_ROWS)
        names = tuple(_text(data, f"name-{column}") for column in range(columns))
        stakes = tuple(_text(data, f"stake-{column}") for column in range(columns))
        typed = tuple(
            Row(
                tuple(_text(data, f"cell-{row}-{column}") for column in range(columns)),
                _text(data, f"statements-{row}"),
            )
            for row in range(rows)
        )
        if "more-columns" in data and columns + 1 < COLUMNS.stop:
            names, stakes = (*names, ""), (*stakes, "")
            typed = tuple(Row((*row.cells, ""), row.statements) for row in typed)
        if "more-rows" in data:
            more = min(MORE_ROWS, MOST_ROWS - rows)
            typed += (Row(("",) * len(names)),) * more
        return cls(names, stakes, typed)

    @property
    def used(self) -> Typed:
        """The same without empty columns at the end."""
        width = len(self.names)
        while width > COLUMNS.start and not any(
            (self.names[width - 1], *(row.cells[width - 1] for row in self.rows))
        ):
            width -= 1
        rows = tuple(Row(row.cells[:width], row.statements) for row in self.rows)
        return Typed(self.names[:width], self.stakes[:width], rows)


def sheet_page(page: ScopedAdmin[Session], request: HttpRequest) -> HttpResponse:
    """Show the empty sheet in the back office; enter it when it is posted."""
    if not page.has_view_permission(request):
        raise PermissionDenied
    clubs = clubs_managed_by(request.user).order_by("name", "pk")
    likely = _likely(clubs, request.GET.get("club", ""))
    session, context, status = _sheet(request, clubs, likely)
    if session is not None:
        page.message_user(request, _said(session), messages.SUCCESS)
        return redirect(reverse("admin:games_session_change", args=[session.pk]))
    context = {**page.admin_site.each_context(request), "opts": page.opts, **context}
    return TemplateResponse(request, "backoffice/enter_sheet.html", context, status=status)


def club_sheet_page(request: HttpRequest, club: Club) -> HttpResponse:
    """The same on a page of the club."""
    session, context, status = _sheet(request, Club.objects.filter(pk=club.pk), club)
    if session is not None:
        messages.success(request, _said(session))
        return redirect("sheet", session.public_id)
    form = context["form"]
    form.fields["club"].widget = forms.HiddenInput()
    for field in form.fields.values():
        if not isinstance(field, forms.BooleanField):
            field.widget.attrs["class"] = "input"
    context = {"club": club, "back": reverse("results", args=[club.slug]), **context}
    return TemplateResponse(request, "backoffice/club_enter_sheet.html", context, status=status)


def _said(session: Session) -> str:
    return _("The sheet has been entered: %(games)s games.") % {"games": session.games.count()}


def _sheet(
    request: HttpRequest, clubs: QuerySet[Club], likely: Club | None
) -> tuple[Session | None, dict[str, Any], int]:
    """Return the session that was made of the sheet; without one what the page shows, and the
    status of the answer.
    """
    data = request.POST if request.method == "POST" else None
    form = SheetForm(data, initial=_first(likely))
    form.fields["club"].queryset = clubs  # type: ignore[attr-defined]
    typed = Typed.of(request.POST)
    problems: list[Any] = []
    key, refused = request.POST.get("key") or uuid.uuid4().hex, 422
    if data is not None and "enter" in data and form.is_valid():
        try:
            return _enter(form, typed.used, request), {}, 200
        except SheetWrong as error:
            problems = list(error.problems)
        except KeyReused:
            key, refused = uuid.uuid4().hex, 409
            problems = [
                _(
                    "Another sheet was entered from this page. If this is one more, enter it"
                    " once again; nothing has been written of it."
                )
            ]
        except (ServiceError, ChouetteError) as error:
            problems = [str(error)]
    club = form.cleaned_data.get("club") if form.is_bound and form.is_valid() else likely
    context = {
        "title": _("Enter a paper sheet"),
        "form": form,
        "names": [
            Cell(f"name-{number}", name, _("Player %(number)s") % {"number": number + 1})
            for number, name in enumerate(typed.names)
        ],
        "stakes": [
            Cell(
                f"stake-{number}", stake, _("Player %(number)s plays for") % {"number": number + 1}
            )
            for number, stake in enumerate(typed.stakes)
        ],
        "rows": _rows(typed, problems),
        "columns": len(typed.names),
        "problems": problems,
        "key": key,
        "known": _known(club),
    }
    return None, context, refused if problems or (form.is_bound and form.errors) else 200


def _enter(form: SheetForm, typed: Typed, request: HttpRequest) -> Session:
    data = form.cleaned_data
    return sheet_enter(
        club=data["club"],
        by=user_of(request),
        names=typed.names,
        rows=typed.rows,
        played_on=data["played_on"],
        title=data["title"],
        place=data["place"],
        rules=data["rules"],
        add_players=data["add_players"],
        stakes=typed.stakes,
        worth=(data["stake_amount"], data["currency"]),
        key=request.POST.get("key", "")[:64],
    )


def _likely(clubs: QuerySet[Club], asked: str) -> Club | None:
    """Return the requested club, else the one that played last, else the first."""
    latest = Session.objects.filter(club__in=clubs).order_by("-played_on", "-pk").first()
    return (
        clubs.filter(slug=asked).first()
        or (clubs.filter(pk=latest.club_id).first() if latest else None)
        or clubs.first()
    )


def _first(club: Club | None) -> dict[str, Any]:
    if club is None:
        return {}
    worth = {"stake_amount": club.stake_amount, "currency": club.currency}
    return {"club": club.pk, "played_on": today(club), **worth}


def _known(club: Club | None) -> list[str]:
    if club is None:
        return []
    players = club.players.filter(is_active=True).order_by("name_key", "pk")
    return list(players.values_list("name", flat=True)[:KNOWN_NAMES])


def _rows(typed: Typed, problems: Sequence[Any]) -> list[TypedRow]:
    wrong = {(problem.row, problem.column) for problem in problems if not isinstance(problem, str)}
    rows = []
    for number, row in enumerate(typed.rows, 1):
        cells = []
        for column, text in enumerate(row.cells):
            name = typed.names[column] or _("Player %(number)s") % {"number": column + 1}
            label = _("Game %(game)s, %(player)s") % {"game": number, "player": name}
            is_wrong = (number, typed.names[column]) in wrong
            cells.append(Cell(f"cell-{number - 1}-{column}", text, label, is_wrong))
        label = _("Game %(game)s, cubes") % {"game": number}
        statements = Cell(
            f"statements-{number - 1}", row.statements, label, (number, _("cubes")) in wrong
        )
        rows.append(TypedRow(number, cells, statements, (number, "") in wrong))
    return rows


def _number(text: str | None, default: int, least: int, most: int) -> int:
    if text is None or not (text.isascii() and text.isdigit() and len(text) < 5):
        return default
    return min(max(int(text), least), most)


def _text(data: QueryDict, name: str) -> str:
    return data.get(name, "").replace("\0", "")
