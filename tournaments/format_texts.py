"""Remarks of draws and formats, in the reader's language and with names."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from django.utils.translation import gettext as _

from games.names.lists import in_a_row
from tournaments.formats.errors import REMARKS as FORMAT_REMARKS
from tournaments.pairing.remarks import SENTENCES as DRAW_REMARKS
from tournaments.pairing.remarks import Remark

SENTENCES: Final[Mapping[str, str]] = {**FORMAT_REMARKS, **DRAW_REMARKS}
"""All sentences about draws, by code."""
SCORES: Final = frozenset({"score", "other_score"})
PLAYERS: Final = frozenset({"player", "players", "first", "second"})


def remark_text(remark: Remark, names: Mapping[str, str]) -> str:
    """Return a remark as a sentence; `names` are by entry number."""
    params = {key: _shown(key, value, names) for key, value in remark.params.items()}
    # Remarks about tables have their players beside the parameters.
    everyone = in_a_row(names.get(one, one) for one in remark.players)
    return _(SENTENCES[remark.code]).format(**{"players": everyone, **params})


def match_points(halves: int) -> str:
    """Write match points, which are counted in halves: 2, 2½."""
    whole, rest = divmod(Fraction(halves, 2), 1)
    return f"{whole or ''}½" if rest else str(whole)


def _shown(key: str, value: Any, names: Mapping[str, str]) -> str:
    if key in SCORES:
        return match_points(int(value))
    if isinstance(value, list | tuple):
        return in_a_row(names.get(str(one), str(one)) for one in value)
    if key in PLAYERS:
        return names.get(str(value), str(value))
    return str(value)
