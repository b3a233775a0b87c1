"""The page that sets up a session: players, preset, options, stakes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from games.clubs.presenters.house_rules import RulesChoice, rules_choice
from games.clubs.selectors.privacy import people_seen
from games.language import decimal_sign
from games.ledger.money import written
from games.models import Club, Player, Session
from games.permissions import NOBODY, Capability, Reader
from games.rules.chouette import HouseRules
from games.sessions.selectors.circles import Circles, Usual
from games.web.input import Input


@dataclass(frozen=True, slots=True)
class PlayerChoice:
    """A player who can be seated, and their stake multiplier."""

    player: str
    name: str
    chosen: bool
    stake: str


@dataclass(frozen=True, slots=True)
class CircleChoice:
    """Several players whom one tap seats, and nobody else."""

    key: str
    title: str
    count: int
    is_saved: bool


@dataclass(frozen=True, slots=True)
class SetupPage:
    """The data of the set-up page, with the input so far."""

    club: Club
    players: list[PlayerChoice]
    circles: list[CircleChoice]
    rules: RulesChoice
    title: str
    place: str
    played_on: str
    stake_amount: str
    currency: str
    new_name: str
    new_names: str
    group_name: str
    is_staked: bool
    replies_hidden: bool
    on_board: bool
    problem: str
    rules_open: bool
    """Whether the house rules are being changed; else they are one line."""
    as_last_time: bool
    """Whether these are last time's rules, and others than the club's."""
    more_open: bool

    @property
    def groups(self) -> list[CircleChoice]:
        """The groups that somebody has saved, and may delete."""
        return [one for one in self.circles if one.is_saved]


@dataclass(frozen=True, slots=True)
class WorthPage:
    """What a point of a session is worth, with the input so far."""

    session: Session
    amount: str
    currency: str
    problem: str


def worth_page(session: Session, ask: Input, problem: str = "") -> WorthPage:
    """Return the page with what was typed; at first with what is set, and the club's currency."""
    amount = session.stake_amount
    return WorthPage(
        session=session,
        amount=ask.one("stake_amount", "" if amount is None else str(amount)),
        currency=ask.one("currency", session.currency or session.club.currency),
        problem=problem,
    )


def _as_typed(amount: Decimal, currency: str) -> str:
    return written(amount, currency).replace(".", decimal_sign())


def setup_page(
    club: Club,
    players: Iterable[Player],
    ask: Input,
    today: str,
    circles: Circles,
    problem: str = "",
    reader: Reader = NOBODY,
    usual: Usual | None = None,
) -> SetupPage:
    """Return the page for the choices so far; by default as last time, else the club's rules and
    stake, and the circle to begin with.
    """
    chosen = _chosen(ask, circles)
    seats = [
        PlayerChoice(
            person.public_id,
            person.name,
            person.public_id in chosen,
            ask.one(f"stake-{person.public_id}", "1"),
        )
        for person in people_seen(players, reader).values()
        if not person.is_nameless
    ]
    seatable = {seat.player for seat in seats}
    shows_money = reader.may_in(Capability.START_SESSION, club.pk)
    worth = (usual.stake_amount, usual.currency) if usual else (club.stake_amount, club.currency)
    amount = "" if worth[0] is None or not shows_money else _as_typed(worth[0], worth[1])
    rules = usual.rules if usual else ""
    was_sent = ask.has("preset")
    return SetupPage(
        club=club,
        players=seats,
        circles=[
            CircleChoice(circle.key, circle.title, len(members), circle.is_saved)
            for circle in circles.all
            if (members := seatable.intersection(circle.players))
        ],
        rules=rules_choice(club, ask, rules),
        title=ask.one("title"),
        place=ask.one("place", usual.place if usual else ""),
        played_on=ask.one("played_on", today),
        stake_amount=ask.one("stake_amount", amount),
        currency=ask.one("currency", worth[1] or club.currency if shows_money else ""),
        new_name=ask.one("new_name"),
        new_names=ask.one("new_names"),
        group_name=ask.one("group_name"),
        is_staked=any(seat.stake not in ("", "1") for seat in seats),
        replies_hidden=replies_hidden(club, ask, usual),
        on_board=ask.has("on_board"),
        problem=problem,
        rules_open=ask.has("rules_open"),
        as_last_time=not was_sent
        and bool(usual)
        and rules != HouseRules.parse(club.default_rules).text(),
        more_open=ask.has("on_board") or ask.has("more_open"),
    )


def _chosen(ask: Input, circles: Circles) -> set[str]:
    picked = {one.key: one for one in circles.all}.get(ask.one("pick"))
    if picked is None and not ask.has("player") and not ask.has("replies_asked"):
        picked = circles.begins  # nothing was sent yet
    return set(ask.all("player") if picked is None else picked.players)


def replies_hidden(club: Club, ask: Input, usual: Usual | None = None) -> bool:
    """Return whether replies are hidden: as ticked; before the form was sent as last time, else
    the club's default.
    """
    if ask.has("replies_asked"):
        return ask.has("replies_hidden")
    return usual.replies_hidden if usual else club.replies_hidden
