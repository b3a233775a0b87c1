"""Claims of phones, for those who answer them."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.models import Pass
from games.rule_texts import Names
from games.table.presenters.values import Claim
from games.table.services.passes import SOME_PHONE


def claims(waiting: Iterable[Pass], names: Names) -> list[Claim]:
    return [_claim(one, names[one.player] if one.player else "") for one in waiting]


def _claim(claim: Pass, name: str) -> Claim:
    says = _("A phone says it is %(name)s.") if name else _("A phone asks to watch.")
    return Claim(claim.public_id, says % {"name": name}, device_of(claim), name)


def device_of(holder: Pass) -> str:
    """Return what is known of the phone; nothing for a link, which may be on several."""
    return "" if holder.device == SOME_PHONE else holder.device
