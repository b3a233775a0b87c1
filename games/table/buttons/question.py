"""The question open on phones in words: who has answered, never what."""

from __future__ import annotations

from dataclasses import dataclass

from games.language import gettext as _
from games.language import ngettext
from games.record.values import OpenQuestion, QuestionView
from games.rule_texts import Names
from games.rules.chouette.questions import OFFERS, REPLIES
from games.web.buttons import Pane
from games.web.input import Input, Over

REPLACING = frozenset({"team_replies", "team_animals", "team_doubles"})
"""Actions that answer for the members; all others go on without their answers."""

MOST_NAMED = 3
"""So many names stand on a button or in a line; of more who all do the same it says how many."""

OWN_FIELDS = frozenset({"csrfmiddlewaretoken", "key", "version", "pane", "over"})
"""Fields of a form besides the tap itself."""


@dataclass(frozen=True, slots=True)
class Others:
    """Who is answered for, what may be said, and who has a phone of their own at the table."""

    question: int
    names: str
    words: tuple[tuple[str, str, str], ...]
    """Each with its label and its colour."""
    phones: tuple[tuple[str, str], ...]
    """By player and name: they are answered for only if they are ticked."""


@dataclass(frozen=True, slots=True)
class Banner:
    """The question open on phones, for a scorer: how many have answered, never what."""

    words: str
    number: int
    may_close: bool
    others: Others | None = None


def asked_words(question: OpenQuestion, names: Names) -> str:
    """Return how many have answered, and who is still asked: "The team is being asked: 2 of 3 have
    spoken.".
    """
    words = ngettext(
        "The team is being asked: %(count)s of %(all)s has spoken.",
        "The team is being asked: %(count)s of %(all)s have spoken.",
        question.spoken,
    ) % {"count": question.spoken, "all": len(question.asked)}
    return words + _silent(question, names)


def _silent(question: OpenQuestion, names: Names) -> str:
    """Return who is still asked, once anybody has answered; it reveals nobody's answer."""
    if not (question.spoken and question.silent):
        return ""
    return " " + _("Not yet: %(names)s.") % {"names": names.listed(question.silent)}


def waiting_words(question: OpenQuestion, names: Names) -> str:
    """Return how many are awaited, and who, for a player who has answered."""
    left = len(question.asked) - question.spoken
    if not left:
        return _("All have spoken; the scorer goes on.")
    words = ngettext("Waiting for %(count)s more.", "Waiting for %(count)s more.", left)
    return words % {"count": left} + _silent(question, names)


def replaced(names: Names, ask: Input, over: Over) -> Pane:
    """Ask to confirm a tap that would override others' answers."""
    if ask.one("do") in REPLACING:
        title = ngettext(
            "%(names)s has answered on the phone. Replace the answer?",
            "%(names)s have answered on their phones. Replace their answers?",
            len(over.players),
        )
    else:
        title = ngettext(
            "%(names)s has answered on the phone. Go on without the answer?",
            "%(names)s have answered on their phones. Go on without their answers?",
            len(over.players),
        )
    fields = [
        (name, value)
        for name, values in ask.values.items()
        if name not in OWN_FIELDS
        for value in values
    ]
    return Pane(
        "replace",
        "table/buttons/replace.html",
        title=title % {"names": names.listed(over.players)},
        data={
            "where": over.where,
            "fields": [*fields, ("over", str(over.question))],
            "keep": ask.pane,
        },
    )


def banner(
    names: Names, view: QuestionView, *, hidden: bool, others: Others | None = None
) -> Banner | None:
    """Return the banner for a scorer; nothing if nobody answers by phone.

    Its words only count where names stand below, at the buttons for all ``others``; who has
    answered is marked in the line.
    """
    question = view.question
    if question is None or view.may_ask is None:
        return None
    kept_back = question.spoken > 0 and (hidden or question.kind != REPLIES)
    if question.kind != OFFERS and not (question.by_phone or kept_back):
        return None
    named_below = others is not None and bool(others.names)
    if question.spoken or len(question.asked) > MOST_NAMED or named_below:
        words = ngettext(
            "%(count)s of %(all)s has answered.",
            "%(count)s of %(all)s have answered.",
            question.spoken,
        ) % {"count": question.spoken, "all": len(question.asked)}
    else:
        words = _("Asked: %(names)s.") % {"names": names.listed(question.asked)}
    return Banner(
        words if named_below else words + _silent(question, names),
        question.number,
        may_close=question.kind == OFFERS,
        others=others,
    )
