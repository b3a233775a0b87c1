"""Rows that are written once: logs are the truth, so that nobody changes or deletes them."""

from typing import Any, NoReturn, TypeVar

from django.db import models

Row = TypeVar("Row", bound=models.Model)


class AppendOnly(TypeError):
    """Code tried to change or delete a row of a log, or a payment."""

    def __init__(
        self,
        reason: str = "the action log is append-only: undo and amend append, nothing is deleted",
    ) -> None:
        super().__init__(reason)


class LogQuerySet(models.QuerySet[Row]):
    """Rows of a log can be read and created, never changed or deleted."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise AppendOnly

    def delete(self) -> NoReturn:
        raise AppendOnly

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnly


class LogRow(models.Model):
    """A row of a log. Its subclass says of what and who sent it, and has a `LogQuerySet`."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Write a new row.

        Raises:
            AppendOnly: the row exists already.
        """
        if not self._state.adding:
            raise AppendOnly
        kwargs["force_insert"] = True
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnly
