"""A chouette without a club: people, house rules and what a point is worth, typed on a device."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from games.language import gettext as _
from games.ledger.figures import amount_read
from games.names.identity import ByName, spelled
from games.offline.position import Base
from games.offline.taps import LONGEST_NAME, Refusal
from games.rules.chouette import PRESETS, HouseRules, OptionError, Table

FEWEST: Final = 3
_WRITTEN: Final = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,4})?", re.ASCII)
"""What the notation can say of a stake."""
MOST: Final = 11


def base_of(
    names: Sequence[str],
    *,
    rules: str = "canberra",
    worth: str = "",
    currency: str = "",
    title: str = "",
    day: str,
    date: str,
    identifier: str,
) -> Base:
    """Return the beginning of a chouette.

    `rules` are house rules as the notation writes them, at the least a preset's name. `title`, or
    else `day`, the name of the day of the week, heads the page. `identifier` is the device's own.

    Raises:
        Refusal: too few or too many names, one of them twice, or what a point is worth cannot be
            read; nothing was begun.
    """
    people = [name for name in map(spelled, names) if name]
    if len(people) < FEWEST:
        raise Refusal(_("A chouette takes three players or more: type their names."))
    if len(people) > MOST:
        raise Refusal(_("At most %(limit)s players can begin here.") % {"limit": MOST})
    seen = ByName[str]()
    for name in people:
        if len(name) > LONGEST_NAME:
            raise Refusal(_("At most %(limit)s characters.") % {"limit": LONGEST_NAME})
        if name in seen:
            raise Refusal(_("%(name)s is named twice.") % {"name": name})
        seen.add(name, name)
    try:
        house = PRESETS.get(rules) or HouseRules.parse(rules)
    except OptionError as error:
        raise Refusal(str(error)) from error
    players = {f"p{number}": name for number, name in enumerate(people, 1)}
    return Base(
        public_id=identifier,
        day=title.strip()[:120] or day,
        club=_("On this device"),
        date=date,
        version=1,
        start=Table.new(list(players), house),
        names=players,
        stake=_stake(worth, currency),
        alone=True,
    )


def _stake(worth: str, currency: str) -> tuple[str, str] | None:
    if not worth.strip():
        return None
    amount = amount_read(worth)
    unit = "".join(sign for sign in currency if not sign.isspace() and not sign.isdigit())
    if amount is None or not _WRITTEN.fullmatch(f"{amount.normalize():f}"):
        raise Refusal(_("What a point is worth is an amount, such as 0.50."))
    if not unit:
        raise Refusal(_("What a point is worth needs a currency, such as EUR."))
    if not amount:
        return None
    return f"{amount.normalize():f}", unit[:12]
