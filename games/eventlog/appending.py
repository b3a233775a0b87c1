"""Appends to a log: checked by version, once per key, all of it or nothing.

The lock on the log's head makes writers wait for each other on PostgreSQL, the transaction itself
on SQLite. The code relies on neither: the head is changed only if it still is what was read, and
the log has unique constraints.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from django.db import IntegrityError, transaction
from django.db.models import Model

from games.eventlog.keys import require_key
from games.eventlog.turns import one_at_a_time
from games.fast.rows import row_change

HeadT = TypeVar("HeadT", bound=Any)
"""The row that a log belongs to; its `version` goes up with what is written."""
AnswerT = TypeVar("AnswerT")
RowT = TypeVar("RowT", bound=Model)


class LogRequest(ABC, Generic[HeadT, AnswerT]):
    """One request to a log, as `append_once` carries it out.

    Without a `version` it cannot conflict with other steps. A blank `key` is a program that never
    retries.
    """

    raises_version = False
    """Whether a step that names a version always raises it.

    Then a key that comes with the present version is new, and the log is not asked for it. If it is
    an old one, the log's constraint refuses it.
    """

    def __init__(self, key: str, version: int | None, *, is_key_needed: bool = False) -> None:
        self.key, self.version, self.is_key_needed = key, version, is_key_needed

    @abstractmethod
    def lock(self) -> HeadT:
        """Lock the head, and check that the sender still may."""

    @abstractmethod
    def read(self) -> HeadT:
        """Return the head as it is now, without a lock."""

    @abstractmethod
    def heard(self, head: HeadT) -> AnswerT | None:
        """Return the first answer to the same request, or None if its key is new.

        Raises:
            KeyReused: see `require_same`.
        """

    @abstractmethod
    def stale(self, head: HeadT) -> Exception:
        """Return what is said to a sender who saw another version."""

    def require(self, head: HeadT) -> None:
        """Check that the log can be written to, and that the sender saw the present version."""
        if self.version is not None and self.version != head.version:
            raise self.stale(head)

    @abstractmethod
    def write(self, head: HeadT) -> AnswerT:
        """Write the rows of the step, and the head."""


def append_once(request: LogRequest[HeadT, AnswerT]) -> AnswerT:
    """Write one step, or return the first answer to the same request.

    Raises:
        Refused: the key is malformed.
        KeyReused: the key came with other content before; nothing was written.
        Conflict, ServiceError: whatever the request raises; nothing was written.
    """
    if request.key or request.is_key_needed:
        require_key(request.key)
    try:
        with one_at_a_time():
            head = request.lock()
            is_new = request.raises_version and request.version == head.version
            answer = None if is_new else request.heard(head)
            if answer is not None:
                return answer
            request.require(head)
            return request.write(head)
    except IntegrityError:
        # Another writer came between our read and our write: answer as if we had come later.
        with transaction.atomic():
            head = request.read()
            answer = request.heard(head)
            if answer is not None:
                return answer
            if request.version in (None, head.version):
                raise  # it was not another writer: a defect must not look like one
            raise request.stale(head) from None


def head_change(head: Any, values: Mapping[str, Any]) -> None:
    """Write the columns of a log's head, if it still has the version and the length it was read
    with; its beat goes on.

    Raises:
        IntegrityError: another writer has changed it.
    """
    where = {"id": head.pk, "version": head.version, "length": head.length}
    if not row_change(type(head), where=where, values=values, counted_up=("beat",)):
        raise IntegrityError("the head of the log has changed since it was read")


def keyed(rows: list[RowT], **names: Any) -> list[RowT]:
    """Return the rows of one step; the first of them names the request."""
    for name, value in names.items():
        setattr(rows[0], name, value)
    return rows
