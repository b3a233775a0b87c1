"""The back office speaks the words of the pages: no column is shown by its name in Python."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.admin.utils import flatten, label_for_field
from django.core.exceptions import FieldDoesNotExist
from django.db.models import Field, Model
from django.test import RequestFactory
from django.utils.functional import Promise
from django.utils.translation import override

from games.models import User

pytestmark = pytest.mark.django_db

LANGUAGES = ("en", "de")
PAGES = sorted(admin.site._registry.items(), key=lambda one: one[0]._meta.label)


def parts(page: Any) -> Iterator[Any]:
    """A page of the back office, and the tables of rows inside it."""
    yield page
    yield from (inline(page.model, admin.site) for inline in page.inlines)


def shown(page: Any) -> set[str]:
    """The names of all that a page shows or filters by."""
    request = RequestFactory().get("/")
    request.user = User(is_superuser=True, is_active=True)
    row = page.model()
    names = {
        *flatten(page.get_fields(request, row)),
        *getattr(page, "list_display", ()),
        *page.get_readonly_fields(request, row),
    }
    for one in getattr(page, "list_filter", ()):
        names |= {one} if isinstance(one, str) else {one[0]} if isinstance(one, tuple) else set()
    return names


def field_of(model: type[Model], name: str) -> Field[Any, Any] | None:
    try:
        found = model._meta.get_field(name)
    except FieldDoesNotExist:
        return None
    return found if isinstance(found, Field) else None


@pytest.mark.parametrize("page", [page for _model, page in PAGES], ids=str)
def test_no_label_is_a_name_in_python(page: Any) -> None:
    raw = []
    for part in parts(page):
        for name in shown(part):
            said = {}
            for language in LANGUAGES:
                with override(language):
                    said[language] = str(label_for_field(name, part.model, part))
            is_python = "_" in said["de"] or said["de"] == said["en"] == name.replace("_", " ")
            if is_python:
                raw.append(f"{type(part).__name__}.{name}: {said['de']}")
    assert not raw


@pytest.mark.parametrize("page", [page for _model, page in PAGES], ids=str)
def test_tables_and_what_their_columns_hold_are_called_in_the_readers_language(page: Any) -> None:
    raw = []
    for part in parts(page):
        meta = part.model._meta
        named = (meta.verbose_name, meta.verbose_name_plural)
        raw += [f"{meta.label}: {one}" for one in named if not isinstance(one, Promise)]
        for name in shown(part):
            field = field_of(part.model, name)
            with override("de"):
                choices = (
                    [] if field is None else [(one, str(said)) for one, said in field.flatchoices]
                )
            raw += [f"{meta.label}.{name}: {said}" for one, said in choices if one and said == one]
            helped = "" if field is None else field.help_text
            if helped and not isinstance(helped, Promise):
                raw.append(f"{meta.label}.{name}: {helped}")
    assert not raw
