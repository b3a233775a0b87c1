"""Between the record of a division and what the pure packages work with."""

from collections.abc import Mapping
from typing import Any

from tournaments.errors import refused
from tournaments.formats.errors import FormatError
from tournaments.formats.match_play import MATCH_FORMATS
from tournaments.formats.parameters import Parameters
from tournaments.models import Division


def match_params(name: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a director said about a format of match play, with the defaults filled in.

    Raises:
        Refused: a parameter that is unknown or has no such value.
    """
    try:
        chosen: Parameters = MATCH_FORMATS[name].parse(data)
        return chosen.to_json()
    except FormatError as error:
        raise refused(error) from error


def params_of(division: Division) -> Any:
    """Return the parameters of a division of matches; which, its format says."""
    return MATCH_FORMATS[division.format].parse(division.params)
