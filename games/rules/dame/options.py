"""What players may agree on before a game; sources differ in each of these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Final, Literal, Self

from games.rules.agreed import choice, switch
from games.rules.coded import gettext_noop as _
from games.rules.dame.errors import GameError

Landing = Literal["free", "strict"]
LANDINGS: Final = ("free", "strict")


@dataclass(frozen=True, slots=True)
class Options:
    """How kings land, whether men capture backward, and whether a missed capture is punished.

    `landing`: after a capture a king lands on any free square behind (free), or where it can
    capture again, if it can (strict). `backward`: men capture backward, too. `huffing`: a capture
    may be missed, and the opponent may then remove a piece that could have captured (Blasen).
    """

    landing: Landing = choice(  # noqa: RUF009 - a field, as all of them
        "free",
        _("Where does a king land after a capture?"),
        {
            "free": _("on any free square"),
            "strict": _("where it can capture again, if it can"),
        },
        said=_("kings land {value}"),
    )
    backward: bool = switch(_("Men capture backward, too"), on=_("men capture backward"))
    huffing: bool = switch(
        _("Blasen: who misses a capture may lose the piece"),
        on=_("with Blasen"),
        off=_("without Blasen"),
    )

    def __post_init__(self) -> None:
        """Check the options.

        Raises:
            GameError: there is no such landing, or a switch is not true or false.
        """
        if self.landing not in LANDINGS:
            raise GameError("landing_unknown")
        switches: tuple[object, ...] = (self.backward, self.huffing)
        if not all(isinstance(one, bool) for one in switches):
            raise GameError("options_malformed")

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Read what `to_json` wrote; missing options take their default.

        Raises:
            GameError: the data are not options.
        """
        names = {field.name for field in fields(cls)}
        if not isinstance(data, Mapping) or not data.keys() <= names:
            raise GameError("options_malformed")
        return cls(**data)

    def text(self) -> str:
        """Return the options as a line, such as ``landing=strict; backward=on; huffing=off``."""
        switches = {True: "on", False: "off"}
        return (
            f"landing={self.landing}; backward={switches[self.backward]}; "
            f"huffing={switches[self.huffing]}"
        )

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what `text` wrote; missing options take their default.

        Raises:
            GameError: an option or value is unknown, or an option is given twice.
        """
        found: dict[str, object] = {}
        for part in filter(None, (part.strip() for part in text.split(";"))):
            name, _sign, value = (word.strip() for word in part.partition("="))
            if name in found:
                raise GameError("options_malformed")
            found[name] = value if name == "landing" else _SWITCHES.get(value, value)
        return cls.from_json(found)


_SWITCHES: Final = {"on": True, "off": False}

AS_USUAL: Final = Options()
"""Free landing, men capture forward only, no Blasen."""
