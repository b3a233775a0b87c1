"""Pages for decisions: they preview the changes, ask for a reason, and store it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.backoffice.forms import FORMS, ReasonForm
from games.backoffice.scope import Row, ScopedAdmin
from games.decisions.kinds.deciding import REFUSALS, TRIAL, Decision
from games.record.log.origins import sender_of
from games.web.sign_in import user_of

MOST: Final = 100
"""Rows that one decision may concern."""


class DecidingAdmin(ScopedAdmin[Row]):
    """An admin page with decisions: as actions of its list, and as links of each row's page."""

    decisions: Sequence[type[Decision]] = ()
    forms: Mapping[type[Decision], type[ReasonForm]] = FORMS
    """What is asked for besides the reason."""
    change_form_template = "backoffice/deciding_change_form.html"

    def get_urls(self) -> list[URLPattern]:
        name = f"{self.opts.app_label}_{self.opts.model_name}"
        own_urls = [
            path(
                f"decide/{kind.slug}/",
                self.admin_site.admin_view(self._view_of(kind)),
                name=f"{name}_{kind.slug}",
            )
            for kind in self.decisions
        ]
        return [*own_urls, *super().get_urls()]

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Offer the decisions for the selected rows."""
        actions = super().get_actions(request)
        for kind in self.decisions:
            actions[f"decide_{kind.slug}"] = (  # the stubs expect actions to return a text
                _action_of(kind),  # type: ignore[assignment]
                f"decide_{kind.slug}",
                str(kind.label),
            )
        return actions

    def decision_url(self, kind: type[Decision], rows: Sequence[int]) -> str:
        """Return the address of a decision about rows."""
        name = f"admin:{self.opts.app_label}_{self.opts.model_name}_{kind.slug}"
        return reverse(name) + "?rows=" + ",".join(map(str, rows))

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Offer the decisions about this row."""
        row = self.get_object(request, object_id)
        tools = []
        if row is not None:
            tools = [
                (self.decision_url(kind, [row.pk]), kind.label)
                for kind in self.decisions
                if kind().offered(row)
            ]
        context = {**(extra_context or {}), "decisions": tools, "links": self.links(row)}
        return super().change_view(request, object_id, form_url, context)

    def links(self, row: Any) -> list[tuple[str, str | Promise]]:
        """Return further links for the page of a row."""
        return []

    def _view_of(self, kind: type[Decision]) -> Callable[[HttpRequest], HttpResponse]:
        def view(request: HttpRequest) -> HttpResponse:
            return decide(self, kind(), request)

        return view


def _action_of(kind: type[Decision]) -> Callable[..., HttpResponse | None]:
    @admin.action(description=str(kind.label))
    def action(
        page: DecidingAdmin[Any], request: HttpRequest, queryset: QuerySet[Any]
    ) -> HttpResponse | None:
        rows = list(queryset.order_by().values_list("pk", flat=True)[: MOST + 1])
        most = MOST if kind.many else 1
        if len(rows) > most:
            sentence = ngettext(
                "This is decided for one row at a time.",
                "This is decided for at most %(count)s rows at a time.",
                most,
            )
            page.message_user(request, sentence % {"count": most}, messages.ERROR)
            return None
        return redirect(page.decision_url(kind, rows))

    return action


def decide(page: DecidingAdmin[Any], kind: Decision, request: HttpRequest) -> HttpResponse:
    """Let organizers decide about rows of an admin page."""

    def fresh() -> list[Any]:
        return _rows(page, kind, request)

    rows = fresh()
    context = {
        **page.admin_site.each_context(request),
        "opts": page.opts,
        "media": page.media,
        "back": _back(page, rows),
    }

    def log(row: Any) -> None:
        page.log_change(request, row, str(kind.label))

    form_class = page.forms.get(type(kind), ReasonForm)
    return decided(kind, form_class, request, fresh, log, context, "backoffice/decide.html")


def decided(
    kind: Decision,
    form_class: type[ReasonForm],
    request: HttpRequest,
    fresh: Callable[[], list[Any]],
    log: Callable[[Any], None],
    context: dict[str, Any],
    template: str,
) -> HttpResponse:
    """Preview the changes and ask for the reason; once given, carry the decision out.

    `fresh` reads the rows, `log` is told of each that was changed; afterwards the reader is at
    `context["back"]`.
    """
    rows = fresh()
    by = user_of(request)
    posted = request.method == "POST"
    form = form_class(request.POST if posted else None, rows=rows, request=request)
    problem, effect = "", None
    seen = ",".join(kind.state(row) for row in rows)
    if posted and "do" in request.POST and form.is_valid():
        if request.POST.get("seen") != seen:
            problem = _("Somebody was faster: look at what would change now.")
        elif form.asks_more and request.POST.get("shown") != form.choice:
            problem = _("Look at what would change first.")
        else:
            try:
                _apply(kind, rows, form, request, log)
            except REFUSALS as error:
                problem = kind.refusal(error)
            else:
                _say_done(kind, rows, request)
                return redirect(context["back"])
    data = _trial(form) if posted or not form.asks_more else None
    if data is not None:
        try:
            effect = kind.effect(rows, by, data, fresh)
        except REFUSALS as error:
            problem = problem or kind.refusal(error)
    if posted and "do" not in request.POST:
        form.errors.pop("reason", None)  # a preview needs no reason
    context = {
        **context,
        "title": kind.label,
        "kind": kind,
        "rows": rows,
        "seen": seen,
        "shown": form.choice if effect is not None else "",
        "form": form,
        "effect": effect,
        "problem": problem,
        "media": context["media"] + form.media if "media" in context else form.media,
    }
    return TemplateResponse(request, template, context, status=422 if problem else 200)


def _rows(page: DecidingAdmin[Any], kind: Decision, request: HttpRequest) -> list[Any]:
    """Return the rows in question; rows of other clubs are not found."""
    if not page.has_view_permission(request):
        raise PermissionDenied
    named = request.GET.get("rows", "").split(",")
    if not all(one.isascii() and one.isdigit() and len(one) < 19 for one in named):
        raise Http404
    pks = list(dict.fromkeys(map(int, named)))
    if len(pks) > (MOST if kind.many else 1):
        raise Http404
    found = page.get_queryset(request).in_bulk(pks)
    if len(found) != len(pks):
        raise Http404
    return [found[pk] for pk in pks]


def _trial(form: ReasonForm) -> dict[str, Any] | None:
    """Return the choices with a trial reason; None where a choice is missing."""
    if not form.is_bound:
        return {"reason": TRIAL}
    if set(form.errors) - {"reason"}:
        return None
    return {**form.cleaned_data, "reason": TRIAL}


def _apply(
    kind: Decision,
    rows: Sequence[Any],
    form: ReasonForm,
    request: HttpRequest,
    log: Callable[[Any], None],
) -> None:
    with transaction.atomic():
        for row in rows:
            kind.apply(row, user_of(request), form.cleaned_data, sender_of(request))
            row.refresh_from_db()
            log(row)


def _say_done(kind: Decision, rows: Sequence[Any], request: HttpRequest) -> None:
    one, several = _("%(what)s: done."), _("%(what)s: done for %(count)s rows.")
    sentence = one if len(rows) == 1 else several
    messages.success(request, sentence % {"what": kind.label, "count": len(rows)})


def _back(page: DecidingAdmin[Any], rows: Sequence[Any]) -> str:
    name = f"admin:{page.opts.app_label}_{page.opts.model_name}"
    return (
        reverse(f"{name}_change", args=[rows[0].pk])
        if len(rows) == 1
        else reverse(f"{name}_changelist")
    )
