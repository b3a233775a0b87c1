"""What every kind of decision says of itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games.decisions.services.effects import Effect
from games.errors import ServiceError
from games.models import User
from games.record.log.origins import Sender
from games.rules.chouette import ChouetteError, NotationError

REFUSALS = (ServiceError, ChouetteError)
TRIAL: Final = "–"
"""The reason used for the trial run behind a preview."""


class Decision(ABC):
    """One kind of decision about rows of one model."""

    slug: ClassVar[str]
    label: ClassVar[str | Promise]
    explanation: ClassVar[str | Promise]
    many: ClassVar[bool] = True

    def offered(self, row: Any) -> bool:
        """Tell whether the page of a row offers this decision."""
        return True

    @abstractmethod
    def apply(self, row: Any, by: User, data: dict[str, Any], origin: Sender | None) -> None:
        """Carry it out, with a service that stores the reason."""

    @abstractmethod
    def effect(
        self, rows: Sequence[Any], by: User, data: dict[str, Any], fresh: Callable[[], Any]
    ) -> Effect:
        """Show what it would change; `fresh` reads the rows again."""

    def state(self, row: Any) -> str:
        """Return the state of a row as the reader saw it; if it differs later, somebody else was
        faster.
        """
        return str(row.pk)

    def refusal(self, error: Exception) -> str:
        """Return why it is not possible."""
        if isinstance(error, NotationError):
            return _("Line %(line)s: %(reason)s") % {"line": error.line, "reason": error}
        return str(error)
