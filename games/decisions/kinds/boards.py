"""Organizers' decisions about boards: abandon."""

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext_lazy

from games.boards.services.boards import board_abandon
from games.decisions.kinds.deciding import Decision
from games.decisions.services.effects import Effect, EffectLine
from games.models import Board, User
from games.record.log.origins import Sender


class BoardAbandon(Decision):
    """End boards without a winner."""

    slug = "abandon"
    label = gettext_lazy("Abandon")
    explanation = gettext_lazy(
        "Nobody wins. The reason is shown to everybody, the server's seed is opened, and the board "
        "is listed in public. This cannot be taken back."
    )

    def offered(self, row: Board) -> bool:
        return row.is_open

    def state(self, row: Board) -> str:
        """A board has changed if its version has."""
        return f"{row.pk}v{row.version}{row.status}"

    def apply(self, row: Board, by: User, data: dict[str, Any], origin: Sender | None) -> None:
        board_abandon(board=row, by=by, reason=data["reason"])

    def effect(
        self, rows: Sequence[Board], by: User, data: dict[str, Any], fresh: Callable[[], Any]
    ) -> Effect:
        """Show which boards end."""
        after = str(Board.Status.ABANDONED.label)
        lines = (EffectLine(str(row), row.get_status_display(), after) for row in rows)
        return Effect(tuple(lines), ())
