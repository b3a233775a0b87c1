"""The formats of chouette events: each a small module with its parameters and standings."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from tournaments.formats import bank, club_night, fixed, freeze_out, groups, timed
from tournaments.formats.base import (
    POINT,
    AnyFormat,
    Eligibility,
    Figure,
    Finish,
    Format,
    Payment,
    Place,
    PlayedGame,
    Standings,
    TableResult,
)
from tournaments.formats.errors import BASES, FIGURES, MESSAGES, REMARKS, FormatError
from tournaments.formats.parameters import ParameterField, Parameters

FORMATS: Final[Mapping[str, Format[Any]]] = MappingProxyType(
    {
        one.code: one
        for one in (
            club_night.FORMAT,
            fixed.FORMAT,
            bank.FORMAT,
            freeze_out.FORMAT,
            groups.FORMAT,
            timed.FORMAT,
        )
    }
)
"""Every format by its code, in the order of the set-up pages."""


def format_of(code: str) -> AnyFormat:
    """Return the format of this code.

    Raises:
        FormatError: the code is unknown.
    """
    if code not in FORMATS:
        raise FormatError("format_unknown", format=code)
    return FORMATS[code]


__all__ = [
    "BASES",
    "FIGURES",
    "FORMATS",
    "MESSAGES",
    "POINT",
    "REMARKS",
    "AnyFormat",
    "Eligibility",
    "Figure",
    "Finish",
    "Format",
    "FormatError",
    "ParameterField",
    "Parameters",
    "Payment",
    "Place",
    "PlayedGame",
    "Standings",
    "TableResult",
    "format_of",
]
