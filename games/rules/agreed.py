"""What two agree on before a game: each option once, with all that forms and pages say of it.

The options of a game are a frozen dataclass whose fields are made by the functions below. The page
that sets a board up, the interface for programs and the line of what was agreed on find it there.

>>> from dataclasses import dataclass
>>> @dataclass(frozen=True)
... class Options:
...     huffing: bool = switch("Blasen", on="with Blasen", off="without Blasen")
...     fen: str = text("Position", said="from {value}", longest=90)
>>> agreed_text(Options(fen="W:W22:B18"), str)
'without Blasen, from W:W22:B18'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final, Literal

_KEY: Final = "agreed"


@dataclass(frozen=True, slots=True)
class Agreed:
    """An option; all texts are English.

    `labels` are what the values are called, empty for a text of at most `longest` characters.
    `said` is how a value reads among the others.
    """

    name: str
    kind: Literal["switch", "choice", "text"]
    default: Any
    title: str
    help: str
    labels: Mapping[Any, str]
    said: str
    longest: int

    def text(self, value: Any, translate: Callable[[str], str]) -> str:
        """Return how a value reads; blank where nothing is to be said of it."""
        label = translate(self.labels[value]) if self.labels else value
        if value == "" or not label:
            return ""
        return translate(self.said).format(value=label) if self.said else str(label)


def switch(title: str, *, on: str, off: str = "", help: str = "") -> Any:
    """Return the field of an option that is played or not; it is off unless it is chosen."""
    return _field("switch", False, title, help, {True: on, False: off})


def choice(
    default: str, title: str, labels: Mapping[str, str], *, said: str = "", help: str = ""
) -> Any:
    """Return the field of an option with some values; a blank one is not said."""
    return _field("choice", default, title, help, labels, said)


def text(title: str, *, said: str, longest: int, help: str = "") -> Any:
    """Return the field of an option that is typed; nothing is typed for the usual."""
    return _field("text", "", title, help, {}, said, longest)


def _field(
    kind: str,
    default: Any,
    title: str,
    help: str,
    labels: Mapping[Any, str],
    said: str = "",
    longest: int = 0,
) -> Any:
    return field(
        default=default, metadata={_KEY: (kind, default, title, help, labels, said, longest)}
    )


def agreed(options: Any) -> Sequence[Agreed]:
    """Return what is chosen in the options of a game, in their order."""
    made = [(one.name, one.metadata.get(_KEY)) for one in fields(options)]
    return [Agreed(name, *said) for name, said in made if said is not None]


def agreed_text(options: Any, translate: Callable[[str], str]) -> str:
    """Return options in words, joined by commas; blank where all of them are as usual."""
    said = [one.text(getattr(options, one.name), translate) for one in agreed(options)]
    return ", ".join(filter(None, said))
