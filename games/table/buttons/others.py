"""One tap for all who have said nothing: who keeps the score gives the same answer for them."""

from __future__ import annotations

from games.language import gettext as _
from games.record.values import QuestionView
from games.rule_texts import Names
from games.rules.chouette import Table
from games.rules.chouette.actions import ACCEPT, DROP, REFUSE, TAKE
from games.rules.chouette.questions import ANIMALS, REPLIES, speaker
from games.rules.chouette.voices import Deed
from games.table.buttons.own_phone import COLOURS, LABELS
from games.table.buttons.question import Others

WORDS = {REPLIES: (TAKE, DROP), ANIMALS: (ACCEPT, REFUSE)}


def others_of(table: Table, names: Names, view: QuestionView, *, hidden: bool) -> Others | None:
    """Return whom one tap would answer for; None where each answer is written at once, or nobody
    is left.
    """
    question, asked = view.question, view.may_ask
    if question is None or asked is None or question.kind not in WORDS:
        return None
    if question.kind == REPLIES and not hidden:
        return None
    apart: list[tuple[str, str]] = []
    answered: list[tuple[str, str]] = []
    for member in question.silent:
        player = speaker(table, member)
        if view.is_bound and not view.voice.may(Deed.SAY, [player]):
            continue
        mine = player == view.player or player not in view.by_phone
        (answered if mine else apart).append((member, player))
    if not answered and not apart:
        return None
    words = [
        (word, _(LABELS[word]), COLOURS.get(word, word))
        for word in WORDS[question.kind]
        if all(asked.words[member].get(word) is None for member, _player in answered)
    ]
    return Others(
        question.number,
        names.listed([member for member, _player in answered]),
        tuple(words),
        tuple((player, names[member]) for member, player in apart),
    )
