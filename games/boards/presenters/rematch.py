"""A rematch after a game: who asks whom, and what can be answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.boards.selectors.rematches import Stage, may_rematch, rematch_seen
from games.models import Board

TEXTS: Final[Mapping[Stage, str]] = {
    "none": "",
    "asking": gettext_noop("You have asked %(name)s for a rematch."),
    "asked": gettext_noop("%(name)s would like a rematch."),
    "refused": gettext_noop("%(name)s does not want a rematch now."),
    "declined": gettext_noop("You have said no to a rematch."),
    "begun": gettext_noop("The rematch has begun."),
}
"""How a rematch stands, as one side reads it; `name` is the other."""


@dataclass(frozen=True, slots=True)
class RematchPanel:
    """How a rematch stands in words; the stream brings it anew. `url` leads to one that runs."""

    public_id: str
    stage: Stage
    text: str
    url: str


def rematch_panel(board: Board, side: int | None, names: tuple[str, str]) -> RematchPanel | None:
    """Return what stands there about a rematch for one side; None where there is none."""
    if side is None or not may_rematch(board, side):
        return None
    found = rematch_seen(board, side)
    return RematchPanel(
        public_id=board.public_id,
        stage=found.stage,
        text=rematch_text(found.stage, names[1 - side]),
        url=reverse("board", args=[found.board]) if found.board else "",
    )


def rematch_text(stage: Stage, name: str) -> str:
    """Return how a rematch stands, as one side reads it; `name` is the other."""
    return _(TEXTS[stage]) % {"name": name} if TEXTS[stage] else ""
