"""Data for the pages about an earlier game, and of a session's house rules."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.language import decimal_sign
from games.models import Note, Session
from games.permissions import NOBODY, Capability, Reader
from games.record.presenters.actions import line_words
from games.record.presenters.outcome import headline
from games.record.selectors.notes import authors_of
from games.record.selectors.sessions import table_of
from games.rule_texts import Names, option_title, preset_title, value_words
from games.rules.chouette import OPTIONS, Action, HouseRules
from games.sessions.presenters.amending import Ending, StepRow, ending_of, rows_of
from games.sessions.selectors.amendment import Draft, GameText
from games.web.buttons import Row
from games.web.input import Input


@dataclass(frozen=True, slots=True)
class Change:
    """What one player has by the game as it stands, and as it would be; their total then."""

    name: str
    was: int
    now: int
    total: int

    @property
    def by(self) -> int:
        return self.now - self.was


@dataclass(frozen=True, slots=True)
class AmendPage:
    """A game as rows and as text, and what a change of it would change for whom."""

    session: Session
    number: int
    line: str
    rows: tuple[StepRow, ...]
    ending: Ending
    text: str
    headline: str
    changes: list[Change]
    next_line: str
    is_preview: bool
    is_changed: bool
    as_text: bool
    problem: str
    key: str
    digest: str
    """Of the draft that is shown: only a draft whose effect was shown can be saved."""
    mark: str
    """The decimal mark of the page's language."""

    @property
    def ends(self) -> tuple[Row, ...]:
        return tuple(row for row in (self.ending.winner, self.ending.level) if row is not None)

    @property
    def is_played(self) -> bool:
        """Whether more is known of the game than its points."""
        return self.ending.level is not None


def amend_page(
    session: Session,
    before: GameText,
    steps: Sequence[Action],
    draft: Draft | None = None,
    *,
    text: str | None = None,
    problem: str = "",
) -> AmendPage:
    """Return the page, with a preview if there is a draft; ``text`` if it was written as text."""
    names = Names()
    shown = before.text if draft is None else draft.text
    return AmendPage(
        session=session,
        number=before.number,
        line=_line_of(before),
        rows=rows_of(before, steps),
        ending=ending_of(steps),
        text=shown if text is None else text,
        headline=headline(draft.result) if draft else "",
        changes=_changes(session, before, draft) if draft else [],
        next_line=line_words(draft.result.order, names) if draft else "",
        is_preview=draft is not None,
        is_changed=draft is not None and draft.steps != before.actions,
        as_text=text is not None,
        problem=problem,
        key=secrets.token_hex(16),
        digest=draft.digest if draft else "",
        mark=decimal_sign(),
    )


def _line_of(before: GameText) -> str:
    start = before.start
    line = line_words((start.box, *start.team), Names())
    if start.partner is None:
        return line
    return _("%(line)s, with %(partner)s as the box's partner") % {
        "line": line,
        "partner": start.partner,
    }


def _changes(session: Session, before: GameText, draft: Draft) -> list[Change]:
    totals = table_of(session).totals
    return [
        Change(
            name,
            was := before.result.points[name],
            now := draft.result.points[name],
            totals.get(before.identifiers[name], 0) + now - was,
        )
        for name in before.order
    ]


@dataclass(frozen=True, slots=True)
class NoteLine:
    """A remark and its author, as the reader may know them."""

    note: Note
    author: str


@dataclass(frozen=True, slots=True)
class NotePage:
    """The form for a remark."""

    session: Session
    number: int
    text: str
    is_dispute: bool
    problem: str
    key: str
    notes: list[NoteLine]
    may_resolve: bool


def note_page(
    session: Session, number: int, ask: Input, reader: Reader = NOBODY, problem: str = ""
) -> NotePage:
    """Return the page with the present remarks and the input so far."""
    notes = list(session.notes.filter(game_number=number).order_by("pk"))
    authors = authors_of(session, notes, reader)
    return NotePage(
        session=session,
        number=number,
        text=ask.one("text"),
        is_dispute=ask.one("kind") == "dispute",
        problem=problem,
        key=secrets.token_hex(16),
        notes=[NoteLine(one, authors.get(one.author_id or 0, "")) for one in notes],
        may_resolve=reader.may(Capability.RESOLVE),
    )


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One option with its value; ``changed`` if it differs from the preset."""

    title: str
    value: str
    help: str
    changed: bool


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The frozen house rules of a session."""

    session: Session
    title: str
    lines: list[RuleLine]


def rules_page(session: Session) -> RulesPage:
    """Return every option with its value, marking differences from the preset."""
    basis = HouseRules.parse(_preset(session)).to_json()
    # Options newer than the session have their default.
    played = HouseRules.from_json(session.rules_json).to_json()
    lines = [
        RuleLine(
            title=option_title(option),
            value=value_words(option, played[option.name]),
            help=_(option.help),
            changed=played[option.name] != basis[option.name],
        )
        for option in OPTIONS
    ]
    return RulesPage(session, rules_title(session), lines)


def _preset(session: Session) -> str:
    return session.rules.split(";")[0].strip()


def rules_title(session: Session) -> str:
    """Return the title of the house rules: "Canberra", or "Canberra, changed"."""
    title = preset_title(_preset(session))
    if HouseRules.from_json(session.rules_json).preset() is None:
        return _("%(preset)s, changed") % {"preset": title}
    return title
