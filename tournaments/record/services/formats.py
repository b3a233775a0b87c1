"""Connects the record of a division with the pure packages."""

from collections.abc import Mapping
from typing import Any

from tournaments.errors import refused
from tournaments.formats import FORMATS
from tournaments.formats.errors import FormatError
from tournaments.formats.parameters import Parameters
from tournaments.models import Division


def format_params(name: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters of a format with the defaults filled in.

    Raises:
        Refused: a parameter is unknown or has an invalid value.
    """
    try:
        chosen: Parameters = FORMATS[name].parse(data)
        return chosen.to_json()
    except FormatError as error:
        raise refused(error) from error


def params_of(division: Division) -> Any:
    return FORMATS[division.format].parse(division.params)
