"""How many mails a day may leave: of each kind and altogether, to one address and in all.

The counts are in the database, so that no restart and no full cache forgets them.
"""

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from games.web.limits import kept_limit_give_back, kept_limit_reached, within_kept_limit

DAY: Final = datetime.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Cap:
    """The most mails in a day: to one address, and from the whole installation."""

    to_one: int
    in_all: int


CAPS: Final[Mapping[str, Cap]] = {
    "invitation": Cap(to_one=5, in_all=500),
    "reminder": Cap(to_one=6, in_all=2_000),
    "digest": Cap(to_one=2, in_all=2_000),
    "league": Cap(to_one=2, in_all=2_000),
    "password": Cap(to_one=24, in_all=1_000),
    "webhook": Cap(to_one=5, in_all=200),
}
"""By kind of mail. More are no evening of a club, but a mistake or somebody's attack."""
ALTOGETHER: Final = Cap(to_one=12, in_all=3_000)
"""Of all kinds together; a link for a new password is held back by no other mail."""
ALWAYS: Final = frozenset({"password"})


def mail_allowed(*, kind: str, to: str) -> bool:
    """Count a mail of a kind of `CAPS`, and tell whether it may be sent.

    What may not be sent is not counted.
    """
    limits = list(_limits(kind, to))
    if any(kept_limit_reached(what=what, who=who, most=most) for what, who, most in limits):
        return False
    # The first that another has just used up ends it: nobody uses up what is everybody's.
    return all(
        within_kept_limit(what=what, who=who, most=most, lasts=DAY) for what, who, most in limits
    )


def mail_not_sent(*, kind: str, to: str) -> None:
    """Take back what `mail_allowed` has counted: the mail server did not take the mail."""
    for what, who, _most in _limits(kind, to):
        kept_limit_give_back(what=what, who=who)


def _limits(kind: str, to: str) -> Iterator[tuple[str, str, int]]:
    """Give what is counted, whose count that is, and the most; those of the address come first."""
    cap, who, is_always = CAPS[kind], to.lower(), kind in ALWAYS
    yield f"{kind} mails to", who, cap.to_one
    if not is_always:
        yield "mails to", who, ALTOGETHER.to_one
    yield f"{kind} mails in all", "", cap.in_all
    if not is_always:
        yield "mails in all", "", ALTOGETHER.in_all
