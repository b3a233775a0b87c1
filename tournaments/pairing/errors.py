"""Errors of pairing: each has a code, parameters and a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.rules.coded import CodedError, gettext_noop

MESSAGES: Final[Mapping[str, str]] = {
    "too_few": gettext_noop("A round needs two players or more; there are {count}."),
    "entered_twice": gettext_noop("{player} is entered twice."),
    "scores_too_far": gettext_noop("The scores are too far apart to be compared: {span}."),
    "size_invalid": gettext_noop("This format is for {least} to {most} players, not for {size}."),
    "entrants_wrong": gettext_noop("There are {size} places for {count} players."),
    "groups_invalid": gettext_noop("{size} players cannot be split into {count} groups."),
}
"""English sentences by code, written only here."""


class PairingError(CodedError):
    """No draw is possible."""

    messages = MESSAGES
