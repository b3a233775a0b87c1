"""The director's next step in a division: one action, its reason, and what is missing for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.desk.selectors import Directed, round_of
from tournaments.models import Event, LeagueSeason, Match, Round
from tournaments.pages.presenters.events_words import round_title
from tournaments.pairing.brackets import Bracket
from tournaments.record.selectors.situations import format_of, round_known
from tournaments.record.selectors.times import is_timed


@dataclass(frozen=True, slots=True)
class Button:
    """A button: its action (`do`), its label, and its question."""

    do: str
    title: str
    value: str = ""
    is_danger: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """The next step. Without a `main` button the director waits: `reason` says for what."""

    code: str
    title: str
    reason: str = ""
    main: Button | None = None
    others: tuple[Button, ...] = ()
    in_spite: bool = False
    view: str = ""
    to_league: bool = False
    """Whether it is done on the page of the league's director, to which the main button leads."""

    @property
    def value(self) -> str:
        """What its buttons send along; at most one of them has anything to send."""
        buttons = (self.main, *self.others)
        return next((one.value for one in buttons if one is not None and one.value), "")


@dataclass(frozen=True, slots=True)
class Known:
    """The facts that determine the step."""

    directed: Directed
    next: str
    """The next step, as the format says it."""
    drafts: tuple[Round, ...]
    confirmed: tuple[Round, ...]
    released: tuple[Round, ...]
    open: tuple[Match, ...]
    reported: tuple[Match, ...]
    disputed: tuple[Match, ...]
    open_tables: int
    is_played: bool
    breaches: int
    rest: int
    made: int = 0
    bracket: Bracket | None = None
    waits: int = 0
    """How many matches of the draft wait for a table as soon as it is released."""
    is_mispaired: bool = False
    """Whether a result changed since the draw that is not out yet: it has the wrong scores."""

    @property
    def event(self) -> Event:
        return self.directed.event

    @property
    def is_chouette(self) -> bool:
        return self.directed.division.is_chouette

    @property
    def is_of_challenges(self) -> bool:
        """Whether players make its matches, on a ladder: nobody draws them."""
        return format_of(self.directed.division).is_of_league

    @property
    def is_playing(self) -> bool:
        """Whether anything is in play, or a result awaits confirmation."""
        return bool(self.open or self.reported or self.disputed or self.open_tables)


def step_of(known: Known) -> Step:
    """Return the next step."""
    event = known.event
    if event.status == Event.Status.TEMPLATE:
        return Step("template", _("This is a template"), _("Make an event of it when it is time."))
    if not event.is_open:
        title = _closed_title(known.directed)
        others = [Button("reopen", _("Open it again"))]
        if known.made:
            text = ngettext(
                "Remove %(count)s player who was made for it",
                "Remove %(count)s players who were made for it",
                known.made,
            )
            others.append(Button("made_remove", text % {"count": known.made}, is_danger=True))
        return Step("closed", title, main=None, others=tuple(others))
    do = {"confirm": _confirm, "release": _release, "play": _wait}.get(known.next)
    if do is None:
        do = _next_matches if known.is_playing else _draw
    return do(known)


def _next_matches(known: Known) -> Step:
    """Return the draw of those who are free while others play."""
    free = _ready(known.directed)
    title = _("%(count)s players can play their next match")
    others: tuple[Button, ...] = ()
    if known.reported:
        others = (Button("confirm_all", _confirm_title(len(known.reported))),)
    main = Button("draw", _draw_title(known))
    return Step("draw", title % {"count": free}, _missing(known), main, others)


def _ready(directed: Directed) -> int:
    """Return how many players of a division of matches could be in the next draw."""
    return format_of(directed.division).ready(directed.situation)


def _confirm(known: Known) -> Step:
    again = (Button("draw_again", _("Draw again")), Button("discard", _("Discard the draft")))
    if known.breaches:
        reason = ngettext(
            "The draw breaks %(count)s rule: it is marked below.",
            "The draw breaks %(count)s rules: they are marked below.",
            known.breaches,
        ) % {"count": known.breaches}
        main = Button("confirm", _("Confirm in spite of that"), is_danger=True)
        reason = f"{_mispaired(known)} {reason} {_waits(known)}".strip()
        return Step("confirm", _("Look at the draw"), reason, main, again, in_spite=True)
    reason = _("Only directors see it. After this it is not drawn again.")
    if known.is_mispaired:
        first, *rest = again
        main = Button("confirm", _("Confirm in spite of that"), is_danger=True)
        return Step("confirm", _("Look at the draw"), _mispaired(known), first, (main, *rest))
    reason = f"{reason} {_waits(known)}".rstrip()
    return Step("confirm", _("Look at the draw"), reason, Button("confirm", _("Confirm")), again)


def _mispaired(known: Known) -> str:
    """Say that a draw that is not out yet follows from scores that were put right since."""
    if not known.is_mispaired:
        return ""
    return _("A result was put right after this draw: it was paired with the wrong score.")


def _waits(known: Known) -> str:
    """Say how many matches of the draft find no table; blank if there are enough."""
    if not known.waits:
        return ""
    text = ngettext(
        "%(count)s match waits for a table.", "%(count)s matches wait for a table.", known.waits
    )
    return text % {"count": known.waits}


def _release(known: Known) -> Step:
    first = known.confirmed[0]
    reason = _("Everybody then sees the draw, and play begins.")
    main = Button("release", _("Release"))
    if _is_released_singly(known):
        main = Button("release", _("Release round %(number)s") % {"number": first.number})
    others = () if known.is_played else (Button("discard", _("Discard the draw")),)
    if known.is_mispaired:
        reason = f"{_mispaired(known)} {reason}"
    return Step("release", _("The draw is confirmed"), reason, main, others)


def _is_released_singly(known: Known) -> bool:
    waiting = [round_known(one) for one in known.confirmed]
    return format_of(known.directed.division).is_released_singly(waiting)


def _wait(known: Known) -> Step:
    others: list[Button] = []
    if known.confirmed:
        number = known.confirmed[0].number
        title = _("Release round %(number)s already") % {"number": number}
        others.append(Button("release", title))
    if not known.is_played and not known.is_of_challenges:
        others.append(Button("discard", _("Take the draw back"), is_danger=True))
    round = None if known.open_tables else _without_clock(known)
    if round is not None:
        start = Button("clock_start", _start_title(round, known), round.public_id)
        if not is_timed(round, known.released):
            return Step("clock", _("Ready to play"), _missing(known), start, tuple(others))
        others.append(start)
    title = _("Results are coming in")
    if known.is_chouette:
        title = _("The tables are playing")
    confirm = Button("confirm_all", _confirm_title(len(known.reported)))
    main = confirm if known.reported else None
    return Step("wait", title, _missing(known), main, tuple(others))


def _without_clock(known: Known) -> Round | None:
    """Return the first round in play whose clock nobody has started; those with a time only."""
    unstarted = [
        round
        for round in _playing(known)
        if round.minutes is not None and round.clock_started_at is None
    ]
    # A round that begins at another one's clock can wait longer for one of its own.
    return min(unstarted, key=lambda one: is_timed(one, known.released), default=None)


def _start_title(round: Round, known: Known) -> str:
    minutes = round.minutes
    if len(_playing(known)) == 1:
        return _("Start the clock: %(minutes)s minutes") % {"minutes": minutes}
    title = round_title(round, known.bracket)
    text = _("Start the clock of %(round)s: %(minutes)s minutes")
    return text % {"round": title, "minutes": minutes}


def _playing(known: Known) -> list[Round]:
    """Return the rounds with matches at tables, in their order."""
    keys = {one.round_id for one in known.open if one.board is not None}
    return [one for one in known.released if one.pk in keys]


def _confirm_title(count: int) -> str:
    text = ngettext(
        "Confirm %(count)s reported result", "Confirm %(count)s reported results", count
    )
    return text % {"count": count}


def _missing(known: Known) -> str:
    """Say what is still to come, in the figures of the cards above the list."""
    if known.is_chouette:
        count = known.open_tables
        return ngettext(
            "%(count)s table is still playing.", "%(count)s tables are still playing.", count
        ) % {"count": count}
    parts = []
    if count := len(known.open):
        text = ngettext("%(count)s result is missing.", "%(count)s results are missing.", count)
        parts.append(text % {"count": count})
    if count := len(known.reported):
        text = ngettext("%(count)s is reported.", "%(count)s are reported.", count)
        parts.append(text % {"count": count})
    if count := len(known.disputed):
        text = ngettext(
            "%(count)s is disputed: decide it.", "%(count)s are disputed: decide them.", count
        )
        parts.append(text % {"count": count})
    return " ".join(parts)


def _draw(known: Known) -> Step:
    directed = known.directed
    finish = Button("finish", _finish_title(directed.event, directed.season))
    if known.next == "over":
        return _over(known, finish)
    least = format_of(directed.division).least
    here = _ready(directed) if directed.draws_while_playing else len(directed.active)
    if here < least:
        reason = _("A draw needs at least %(least)s players who are here; there are %(count)s.")
        title = _("Enter the players") if not directed.rounds else _("Too few are left")
        others = (finish,) if known.released else ()
        text = reason % {"least": least, "count": here}
        return Step("entries", title, text, None, others, view="entries")
    if directed.is_drawn_by_league:
        reason = _("On the page of its director, “%(button)s” draws all divisions at once.")
        button = _("Next round") if known.released else _("Release the season")
        return Step("league", _("The league draws"), reason % {"button": button}, to_league=True)
    reason = _taking_part(directed)
    others = (finish,) if known.released and not known.rest else ()
    if known.released and not known.is_played and not known.is_of_challenges:
        others = (*others, Button("discard", _("Take the draw back"), is_danger=True))
    is_first = not known.released or directed.draws_while_playing
    title = _("Ready for the draw") if is_first else _("The round is over")
    return Step("draw", title, reason, Button("draw", _draw_title(known)), others)


def _over(known: Known, finish: Button) -> Step:
    """Return the step once nothing is left to draw: a season goes on in its league."""
    directed = known.directed
    is_ladder = format_of(directed.division).is_of_league
    season = directed.season
    if is_ladder and directed.goes_on_in_league and season is not None and not season.closed_at:
        reason = _("No challenge is open now. They come in on the pages of the league.")
        title = _("Players challenge each other")
        return Step("ladder", title, reason, None, (finish,), to_league=True)
    if known.rest:
        reason = ngettext(
            "In another division %(count)s result is missing.",
            "In the other divisions %(count)s results are missing.",
            known.rest,
        ) % {"count": known.rest}
        return Step("over", _("Everything here is decided"), reason)
    title = _("Everything is decided")
    if directed.goes_on_in_league:
        reason = _("On the page of its director you close the season and draft the next one.")
        if season is not None and season.closed_at is not None:
            title = _("The season is closed")
            reason = (
                _("Its table is final. On the page of its director you draft the next one.")
                if season.draft is None
                else _("Its table is final. On the page of its director you confirm the next one.")
            )
        others = (finish,)
        return Step("finish", title, reason, None, others, view="standings", to_league=True)
    reason = _("The standings are final then. It can be opened again.")
    return Step("finish", title, reason, finish, view="standings")


def _finish_title(event: Event, season: LeagueSeason | None) -> str:
    """Return what ends an event: seasons, ladders that go on and cups are called so."""
    if season is not None:
        return _("Finish the ladder") if season.goes_on else _("Finish the season")
    return _("Finish the cup") if event.own_dates else _("Finish the event")


def _closed_title(directed: Directed) -> str:
    """Say that an event is over or was cancelled: a season and a cup are called so."""
    over = directed.event.status == Event.Status.FINISHED
    if directed.season is not None:
        return _("This season is over") if over else _("This season was cancelled")
    if directed.event.own_dates:
        return _("This cup is over") if over else _("This cup was cancelled")
    return _("This event is over") if over else _("This event was cancelled")


def _taking_part(directed: Directed) -> str:
    count = len(directed.active)
    text = ngettext("%(count)s player takes part.", "%(count)s players take part.", count) % {
        "count": count
    }
    absent = sum(entry.pk in directed.unseen for entry in directed.active)
    if absent and absent < count:
        text += " " + ngettext(
            "%(count)s of them has not checked in and is drawn all the same.",
            "%(count)s of them have not checked in and are drawn all the same.",
            absent,
        ) % {"count": absent}
    return text


def _draw_title(known: Known) -> str:
    """Return the label of the draw button."""
    number = len(known.directed.rounds) + 1
    if known.directed.draws_while_playing:
        return _("Draw the next matches")
    titles = {
        "round": _("Draw round %(number)s") % {"number": number},
        "rounds": _("Draw all rounds"),
        "groups": _("Draw the groups"),
        "knockout": _("Draw the knockout"),
        "tables": _("Draw the tables of round %(number)s") % {"number": number},
    }
    return titles.get(known.next, _("Draw the bracket"))


def current_round(directed: Directed) -> Round | None:
    """Return the round in play: the first with something open, else the latest."""
    released = [one for one in directed.rounds if one.state == Round.State.RELEASED]
    open_ones = {one.round_id for one in directed.matches if one.state in Match.UNDECIDED}
    playing = [one for one in released if one.pk in open_ones]
    if playing:
        return playing[0]
    return released[-1] if released else None


def matches_in(directed: Directed, states: Sequence[str]) -> tuple[Match, ...]:
    """Return the released matches with one of these states."""
    return tuple(
        match
        for match in directed.matches
        if match.state in states and round_of(match).state == Round.State.RELEASED
    )
