"""Lists are paginated by cursor, so that nothing is skipped while rows arrive."""

from typing import Any

from django.core.exceptions import ValidationError as InvalidValue
from django.db import DataError
from rest_framework.exceptions import ValidationError
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request

from games.errors import NotFound

LARGEST_PAGE = 200


class CursorPages(CursorPagination):
    """Pages by cursor; an invalid cursor is a 404."""

    page_size = 50
    max_page_size = LARGEST_PAGE
    page_size_query_param = "page_size"
    page_size_query_description = f"How many, 1 to {LARGEST_PAGE}."
    cursor_query_description = "From `next` or `previous` of another page."

    def paginate_queryset(
        self, queryset: Any, request: Request, view: Any = None
    ) -> list[Any] | None:
        """Return the page's rows.

        Raises:
            NotFound: the cursor is invalid.
        """
        try:
            return super().paginate_queryset(queryset, request, view)
        except (InvalidValue, ValueError, OverflowError, DataError) as error:
            raise NotFound from error

    def get_page_size(self, request: Request) -> int | None:
        """Return the requested page size.

        Raises:
            ValidationError: it is not a number from 1 to 200.
        """
        text = request.query_params.get("page_size")
        if text is None:
            return self.page_size
        if not (text.isascii() and text.isdigit() and len(text) < 5):
            raise ValidationError({"page_size": self.page_size_query_description})
        if not 1 <= int(text) <= LARGEST_PAGE:
            raise ValidationError({"page_size": self.page_size_query_description})
        return int(text)

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        cursor = {"type": "string"}
        size = {"type": "integer", "minimum": 1, "maximum": LARGEST_PAGE, "default": self.page_size}
        return [
            {"name": name, "required": False, "in": "query", "description": words, "schema": schema}
            for name, words, schema in (
                ("cursor", self.cursor_query_description, cursor),
                ("page_size", self.page_size_query_description, size),
            )
        ]


class LatestFirst(CursorPages):
    """By primary key, the latest first."""

    ordering = "-pk"


class ByName(CursorPages):
    """By name."""

    ordering = ("name", "pk")


class ByDay(CursorPages):
    """Sessions, the latest first."""

    ordering = ("-played_on", "-pk")


class ByStart(CursorPages):
    """Seasons, the latest first."""

    ordering = ("-starts_on", "-pk")


class BySequence(CursorPages):
    """The log, from the beginning."""

    ordering = "sequence"


def page_number(request: Request) -> int | None:
    """Return the requested page.

    Raises:
        ValidationError: it is not a number from 1.
    """
    text = request.query_params.get("page")
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text)):
        raise ValidationError({"page": "A number from 1."})
    return int(text)
