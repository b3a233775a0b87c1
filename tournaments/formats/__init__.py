"""The formats of events: each a small module with its parameters, its draws and standings."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from tournaments.formats import (
    bank,
    club_night,
    fixed,
    freeze_out,
    groups,
    match_brackets,
    match_free,
    match_keizer,
    match_ladder,
    match_league,
    match_swiss,
    match_tables,
    timed,
)
from tournaments.formats.base import Format
from tournaments.formats.chouette import ChouetteFormat
from tournaments.formats.errors import BASES, FIGURES, MESSAGES, REMARKS, FormatError
from tournaments.formats.parameters import ParameterField, Parameters
from tournaments.formats.played import (
    POINT,
    Eligibility,
    Figure,
    Finish,
    Payment,
    Place,
    PlayedGame,
    Standings,
    TableResult,
)

AnyFormat = Format[Any]
"""A format with any parameters."""
AnyChouetteFormat = ChouetteFormat[Any]

_ALL: Final[tuple[AnyFormat, ...]] = (
    match_swiss.FORMAT,
    match_keizer.FORMAT,
    match_free.FORMAT,
    match_tables.ROUND_ROBIN,
    match_league.FORMAT,
    match_ladder.FORMAT,
    match_brackets.SINGLE,
    match_brackets.PROGRESSIVE,
    match_brackets.DOUBLE,
    match_tables.GROUPS_KNOCKOUT,
    club_night.FORMAT,
    fixed.FORMAT,
    bank.FORMAT,
    freeze_out.FORMAT,
    groups.FORMAT,
    timed.FORMAT,
)
FORMATS: Final[Mapping[str, AnyFormat]] = MappingProxyType({one.code: one for one in _ALL})
"""Every format by its code, in the order of the pages: matches of two, then chouettes."""
FORMATS_OF_CHOUETTES: Final[Mapping[str, AnyChouetteFormat]] = MappingProxyType(
    {one.code: one for one in _ALL if isinstance(one, ChouetteFormat)}
)
"""Those that seat chouettes."""
EVENT_FORMATS: Final = tuple(one for one in FORMATS.values() if not one.is_of_league)
"""Those that events are set up with; the others have their own pages."""

__all__ = [
    "BASES",
    "FORMATS_OF_CHOUETTES",
    "EVENT_FORMATS",
    "FIGURES",
    "FORMATS",
    "MESSAGES",
    "POINT",
    "REMARKS",
    "AnyChouetteFormat",
    "AnyFormat",
    "ChouetteFormat",
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
]
