"""The match-play formats, each an object that works on a `Situation`.

Source: `docs/tournament-formats.md`, "Match play".
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from tournaments.formats import (
    match_brackets,
    match_free,
    match_keizer,
    match_ladder,
    match_league,
    match_swiss,
    match_tables,
)
from tournaments.formats.match_base import MatchFormat

AnyMatchFormat = MatchFormat[Any]
"""A format with any parameters."""

MATCH_FORMATS: Final[Mapping[str, AnyMatchFormat]] = MappingProxyType(
    {
        one.code: one
        for one in (
            match_swiss.FORMAT,
            match_keizer.FORMAT,
            match_free.FORMAT,
            match_tables.ROUND_ROBIN,
            match_league.FORMAT,
            match_brackets.SINGLE,
            match_brackets.PROGRESSIVE,
            match_brackets.DOUBLE,
            match_tables.GROUPS_KNOCKOUT,
        )
    }
)
"""Every match-play format that events are set up with, by its code, in the order of the pages."""
KNOWN_FORMATS: Final[Mapping[str, AnyMatchFormat]] = MappingProxyType(
    {**MATCH_FORMATS, match_ladder.FORMAT.code: match_ladder.FORMAT}
)
"""Those and what only leagues have."""
