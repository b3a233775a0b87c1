"""Two who are parted in an event, and what was there before they became one."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from games.models import Player
from tournaments.models import (
    Event,
    EventStep,
)


@dataclass(slots=True)
class GivingBack:
    """Two who are parted in an event: who goes on alone, and the keys of who they counted as."""

    player: Player
    others: Collection[int]
    names: dict[str, str]
    event: Event
    step: EventStep
    passes: Collection[int]
    """The keys of the phones and links of who goes on alone."""
    said: list[str] = field(default_factory=list)
    before: dict[str, Any] = field(init=False)
    """What was before the two entries became one."""
    words: frozenset[tuple[str, str]] = field(init=False)

    def __post_init__(self) -> None:
        self.before = dict(self.step.payload["before"])
        self.words = frozenset((key, at) for key, at in self.before["words"])

    def tell(self, text: str, **more: Any) -> None:
        """Say in a sentence what becomes of something."""
        self.said.append(text % {**self.names, **more})
