"""What players may agree on before a game; sources differ in each of these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Final

from games.rules.backgammon.errors import GameError

UNLIMITED: Final = -1


@dataclass(frozen=True, slots=True)
class Options:
    """How the cube and the end of a game are played.

    `cube_limit` is the highest value of the cube, None for no limit. The next three matter in
    unlimited play only: `jacoby` (gammons count when the cube was turned), `automatics` (how many
    ties on the opening roll double the cube, -1 for all) and `animals` (how many redoubles on the
    spot may follow each other: 1 a beaver, 2 a raccoon as well, -1 for any number).
    `early_resignation`: resigning before bearing off a checker loses a backgammon; otherwise a
    resignation is offered at a level and may be refused.
    """

    cube_limit: int | None = 64
    jacoby: bool = True
    automatics: int = 0
    animals: int = 1
    early_resignation: bool = False

    def __post_init__(self) -> None:
        """Check the options.

        Raises:
            GameError: a limit is not a power of two from 2, or a count is below -1.
        """
        limit = self.cube_limit
        is_limit = limit is None or (_is_number(limit) and limit > 1 and limit & (limit - 1) == 0)
        counts = (self.automatics, self.animals)
        if not is_limit or not all(_is_number(one) and one >= UNLIMITED for one in counts):
            raise GameError("options_malformed")

    @property
    def is_from_beginning(self) -> bool:
        """No game of backgammon begins with another position."""
        return True

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: object) -> Options:
        """Read what `to_json` wrote; missing options take their default.

        Raises:
            GameError: the data are not options.
        """
        names = {field.name for field in fields(cls)}
        if not isinstance(data, Mapping) or not data.keys() <= names:
            raise GameError("options_malformed")
        if not all(isinstance(data.get(name, True), bool) for name in _SWITCHES):
            raise GameError("options_malformed")
        return cls(**data)


_SWITCHES: Final = ("jacoby", "early_resignation")


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


AS_USUAL: Final = Options()
"""A cube to 64, Jacoby and beavers in unlimited play, no automatic doubles."""
