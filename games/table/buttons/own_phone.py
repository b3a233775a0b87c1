"""The thumb zone on a player's own phone: what they may say, what they have said, who acts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from games.language import gettext as _
from games.language import gettext_noop, ngettext
from games.record.presenters.actions import closing_words, cube_names, level_word
from games.record.values import OpenQuestion, QuestionView
from games.rule_texts import Names, sentence
from games.rules.chouette import Game, Leave, RuleError, Table
from games.rules.chouette.actions import (
    ACCEPT,
    BEAVER,
    BOX,
    DROP,
    RACCOON,
    REFUSE,
    SELL,
    TAKE,
    TEAM,
)
from games.rules.chouette.questions import DOUBLE, HOLD, OFFERS, REPLIES, result_of, speaker
from games.rules.chouette.voices import Deed
from games.table.buttons import in_game, replies
from games.table.buttons.question import Others, asked_words, waiting_words
from games.web.buttons import Button, Pane
from games.web.figures import signed
from games.web.input import Input

REDOUBLED: Final = (
    gettext_noop("The box beavers you"),
    gettext_noop("The box raccoons you"),
    gettext_noop("The box doubles you once more"),
)
"""What a member is asked, by the number of animals; further ones have no name of their own."""
LABELS = {
    DOUBLE: gettext_noop("Double"),
    HOLD: gettext_noop("Hold"),
    TAKE: gettext_noop("Take"),
    DROP: gettext_noop("Drop"),
    BEAVER: gettext_noop("Beaver"),
    SELL: gettext_noop("Sell"),
    ACCEPT: gettext_noop("Accept"),
    REFUSE: gettext_noop("Refuse"),
    RACCOON: gettext_noop("Raccoon"),
}
COLOURS = {ACCEPT: TAKE, REFUSE: DROP, RACCOON: BEAVER}
"""Words shown in the colour of another one."""

SAID = {
    DOUBLE: gettext_noop("You said: double."),
    HOLD: gettext_noop("You said: hold."),
    TAKE: gettext_noop("You said: take."),
    DROP: gettext_noop("You said: drop."),
    BEAVER: gettext_noop("You said: beaver."),
    SELL: gettext_noop("You said: sell."),
    ACCEPT: gettext_noop("You said: accept."),
    REFUSE: gettext_noop("You said: refuse."),
    RACCOON: gettext_noop("You said: raccoon."),
}


@dataclass(frozen=True, slots=True)
class Word:
    """A word that may be said; ``results`` are its effects on the game, by level."""

    name: str
    word: str
    label: str
    kind: str
    is_said: bool = False
    why: str = ""
    results: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cube:
    """A cube spoken for: its member, its next value, what was said, what may be said."""

    player: str
    label: str
    detail: str
    said: str
    words: tuple[Word, ...]
    note: str = ""
    """What is to be known before somebody else answers for it."""
    stays: bool | None = None
    """Whether it holds until they say otherwise; None where that cannot be said."""

    @property
    def with_results(self) -> bool:
        """Whether any word changes the stakes of the game."""
        return any(word.results for word in self.words)


def pane(table: Table, names: Names, ask: Input, view: QuestionView) -> Pane:
    """Return the player's pane: first what they must answer, else who acts."""
    chosen = _asked_for(table, names, ask, view)
    if chosen is not None:
        return chosen
    game = table.game
    if game is None:
        return _own(table, names, view, _before(table, names))
    if table.phase == "opening" and not view.on_board and game.acting_captain in view.voices:
        return in_game.opening(table, names, ask)
    if game.round is not None:
        return _round(table, game, names, ask, view)
    extra = game.open_extra
    if extra is not None and extra.offered_by is not None:
        [answerer] = extra.parties - {extra.offered_by}
        if answerer in view.voices:
            return replies.extra_reply(table, names)
        line = _("%(name)s answers the extra") % {"name": names[answerer]}
        return _own(table, names, view, line)
    return _own(table, names, view, _in_play(table, game, names, view))


def _asked_for(table: Table, names: Names, ask: Input, view: QuestionView) -> Pane | None:
    """Return the requested pane, if the player may see it now."""
    game = table.game
    if ask.pane == "own-more" and view.player:
        return _more(table, names, view)
    if game is None or table.phase != "play":
        return None
    if ask.pane == "opening" and _may_open(game, view):
        return in_game.opening(table, names, ask)
    if ask.pane == "box-doubles" and game.box in view.voices and not view.offers_open:
        return in_game.doubles(table, names, ask, BOX)
    return None


def _round(table: Table, game: Game, names: Names, ask: Input, view: QuestionView) -> Pane:
    """Return the answers due: the box's whole round, or each member's own."""
    round = game.round
    assert round is not None  # checked by the caller
    answerer = round.animals[0].answerer if round.animals else round.answerer
    common = table.rules.team_cube and answerer == TEAM and round.animals
    who = game.box if answerer == BOX else game.acting_captain
    if (answerer == BOX or common) and who in view.voices:
        make = replies.animals if round.animals else replies.replies
        return make(table, names, ask)
    if answerer == BOX or common or view.question is None:
        line = _("%(name)s answers.") % {"name": names[who]}
    else:
        line = asked_words(view.question, names)
    return _own(table, names, view, line)


def _own(table: Table, names: Names, view: QuestionView, line: str) -> Pane:
    """Return the player's cubes with their possible words; below, other actions."""
    cubes = own_cubes(table, names, view)
    main = _main(table, names, view)
    question = view.question
    spoken = [cube for cube in cubes if cube.said]
    is_asked = question is not None and not view.is_late
    if question is not None and is_asked and spoken and len(spoken) == len(cubes):
        line = waiting_words(_of_others(question, view), names)
    return Pane(
        "own",
        "table/buttons/own.html",
        title=_title(table, view, cubes),
        data={
            "line": line,
            "over": _time_over() if is_asked and view.short_time and view.offers_open else "",
            "cubes": cubes,
            "levels": [level_word(level) for level in (1, 2, 3)],
            "question": question.number if question and cubes else view.following,
            "game": table.game.number if table.game else "",
            "buttons": [word for cube in cubes for word in cube.words] + main,
            "main": main,
            "rare": [*_rare(table, view), *_for_somebody(view)],
            "round": _round_buttons(table, view),
        },
    )


def _of_others(question: OpenQuestion, view: QuestionView) -> OpenQuestion:
    """Return the question as it waits for others: not for who holds until they say otherwise."""
    silent = tuple(one for one in question.silent if one not in view.holding)
    return replace(question, silent=silent, spoken=len(question.asked) - len(silent))


def _title(table: Table, view: QuestionView, cubes: list[Cube]) -> str:
    if not cubes or view.question is None or view.is_late:
        return ""
    if view.question.kind == OFFERS:
        return _("Do you double?")
    round = table.game.round if table.game else None
    own = {cube.player for cube in cubes}
    counts = [one.count for one in (round.animals if round else ()) if one.member in own]
    if counts:
        return _(REDOUBLED[min(counts[0], len(REDOUBLED)) - 1])
    return _("The box doubles you")


def own_cubes(
    table: Table, names: Names, view: QuestionView, *, of_all: bool = False
) -> list[Cube]:
    """Return the cubes the player may speak for or, for a scorer, all in question."""
    asked = view.may_ask
    if asked is None:
        return []
    offered = _words_now(view) if asked.kind == OFFERS else None
    cubes = cube_names(table, names)
    given = [] if of_all else _given(table, names, view)
    return given + [
        Cube(
            member,
            _("Your cube") if member == view.player and not of_all else cubes[member],
            _step(table, member),
            "" if of_all else _said(view, member),
            tuple(
                _word(table, names, view, member, word, problem, of_all=of_all)
                for word, problem in words.items()
                if offered is None or word in offered
            ),
            _("Their own phone is at the table.")
            if of_all and speaker(table, member) in view.by_phone
            else "",
            None if of_all else _stays(view, member),
        )
        for member, words in asked.words.items()
        if (of_all or speaker(table, member) in view.voices)
        and (offered != () or (member in view.holding and not of_all))
    ]


def _words_now(view: QuestionView) -> tuple[str, ...]:
    """Return what may be said about doubling now: on a board it asks, before each roll."""
    if view.is_late:
        return ()
    if view.offers_open:
        return DOUBLE, HOLD
    return (DOUBLE,) if view.held or not view.on_board else ()


def _said(view: QuestionView, member: str) -> str:
    if view.said.get(member, HOLD) == HOLD and member in view.holding:
        return _("You hold until you say otherwise.")
    return _(SAID[view.said[member]]) if member in view.said else ""


def _stays(view: QuestionView, member: str) -> bool | None:
    """Return whether a hold stands; None where no switch is shown."""
    if member in view.holding:
        return True
    return False if view.on_board and view.offers_open and not view.is_late else None


def _given(table: Table, names: Names, view: QuestionView) -> list[Cube]:
    """Return the player's cubes whose answer is written, while others are still to answer."""
    round = table.game.round if table.game else None
    if round is None or view.question is None or view.question.kind != REPLIES:
        return []
    cubes = cube_names(table, names)
    return [
        Cube(
            member,
            _("Your cube") if member == view.player else cubes[member],
            _step(table, member),
            _(SAID[word]),
            words=(),
        )
        for member, word in round.replies
        if speaker(table, member) in view.voices
    ]


def _word(
    table: Table,
    names: Names,
    view: QuestionView,
    member: str,
    word: str,
    problem: RuleError | None,
    *,
    of_all: bool,
) -> Word:
    answers_box = table.phase in ("replies", "animals")
    return Word(
        name=f"say-{member}-{word}",
        word=word,
        label=_(LABELS[word]),
        kind=COLOURS.get(word, word),
        is_said=not of_all and _is_said(view, member, word),
        why=sentence(problem, names) if problem else "",
        results=_results(table, member, word) if answers_box and not of_all else (),
    )


def _is_said(view: QuestionView, member: str, word: str) -> bool:
    standing = HOLD if member in view.holding and view.offers_open else ""
    return view.said.get(member, standing) == word


def _results(table: Table, member: str, word: str) -> tuple[str, ...]:
    """Return won and lost, for a single game, a gammon and a backgammon: "+2 / −2"."""
    points = result_of(table, member, word)
    shown = []
    for level in (1, 2, 3):
        won, lost = points[TEAM, level], points[BOX, level]
        shown.append(signed(won) if won == lost else f"{signed(won)} / {signed(lost)}")
    return tuple(shown)


def _step(table: Table, member: str) -> str:
    """Return the cube's next value: "2 → 4"."""
    game = table.game
    bet = game.bet(member) if game else None
    if game is None or bet is None:
        return ""
    animals = game.round.animals if game.round else ()
    for animal in animals:
        if animal.member == member:
            return _("play for %(value)s") % {"value": animal.value}
    return f"{bet.value} → {bet.value * 2}"


def _main(table: Table, names: Names, view: QuestionView) -> list[Button]:
    """Return the player's direct actions besides answering for their cubes."""
    game = table.game
    if game is None or table.phase != "play":
        return []
    if game.box in view.voices:
        return [_box_doubles(table, names, view)]
    if table.rules.team_cube:
        return _team_doubles(table, game, names, view)
    bet = game.bet(view.player)
    own = table.team_offers().get(view.player)
    if own is None or bet is None or not bet.live or bet.holder != view.player:
        return []
    return [Button("own-double", _("Double"), why=sentence(own, names))]


def _box_doubles(table: Table, names: Names, view: QuestionView) -> Button:
    label = _("Box doubles …")
    errors = list(table.box_offers().values())
    why = ""
    if view.offers_open:
        why = _("The team is being asked who doubles: its round comes first.")
    elif None not in errors:
        why = in_game.why_nobody(table.box_offers(), names)
    return Button("box-doubles", label, pane="box-doubles", why=why, main=not why)


def _team_doubles(table: Table, game: Game, names: Names, view: QuestionView) -> list[Button]:
    """With one cube for all, the captain offers for the team."""
    if game.acting_captain not in view.voices:
        return []
    offers = table.team_offers()
    able = [member for member, error in offers.items() if error is None]
    fields = (("do", "team_doubles"), *(("member", one) for one in able))
    why = "" if able else in_game.why_nobody(offers, names)
    return [Button("team-doubles", _("Team doubles"), fields=fields, why=why, main=not why)]


def _round_buttons(table: Table, view: QuestionView) -> str:
    """Return whether the captain may ask the team ("open"), or end its round ("close")."""
    game = table.game
    if game is None or view.may_ask is None or view.may_ask.kind != OFFERS:
        return ""
    if game.acting_captain not in view.voices:
        return ""
    if view.offers_open:
        return "close"
    others = len(view.may_ask.words) > 1 or game.acting_captain not in view.may_ask.words
    return "open" if others else ""


def _may_open(game: Game, view: QuestionView) -> bool:
    """Tell whether the player may enter the opening dice."""
    fresh = not game.started and game.opening != "done" and not view.on_board
    return fresh and game.acting_captain in view.voices


def _rare(table: Table, view: QuestionView) -> list[Button]:
    game = table.game
    buttons = []
    if game is not None and table.phase == "play" and _may_open(game, view):
        buttons.append(Button("opening", _("Opening …"), pane="opening"))
    if view.player:
        buttons.append(Button("own-more", _("More …"), pane="own-more"))
    return buttons


def _for_somebody(view: QuestionView) -> list[Button]:
    """Who keeps the score and plays has what they do for others apart from their own."""
    if not view.is_bound:
        return []
    return [Button("speak", _("For somebody else …"), pane="speak")]


def _more(table: Table, names: Names, view: QuestionView) -> Pane:
    """Return the rarer actions: extras, leaving, the history."""
    game = table.game
    in_play = game is not None and table.phase == "play"
    buttons = in_game.extras_of(table, game, names, view.voices) if game and in_play else []
    for player in sorted(view.voices & set(table.present), key=lambda one: one != view.player):
        label = _("I leave after this game") if game else _("I leave the table")
        if player != view.player:
            label = _("%(name)s leaves") % {"name": names[player]}
        problem = table.problem(Leave(player))
        why = sentence(problem, names) if problem else ""
        fields = (("do", "leave"), ("player", player))
        buttons.append(Button(f"leave-{player}", label, fields=fields, why=why))
    buttons.append(Button("history", _("What happened …"), pane="history"))
    if view.is_bound:
        buttons.append(Button("people", _("Somebody joins or leaves …"), pane="people"))
    return Pane(
        "own-more",
        "table/buttons/list.html",
        title=_("More"),
        back="own",
        data={"buttons": buttons, "empty": ""},
    )


def _before(table: Table, names: Names) -> str:
    """Between games others act."""
    if table.phase == "order":
        return _("The scorer makes the order.")
    return _("The scorer starts game %(number)s.") % {"number": table.played + 1}


def _in_play(table: Table, game: Game, names: Names, view: QuestionView) -> str:
    """Return who acts during a game."""
    if view.is_late:
        return _time_over()
    if view.question is not None and view.question.kind == OFFERS:
        return asked_words(view.question, names) + _short_time(view)
    captain = names[game.acting_captain]
    if table.phase == "opening":
        return _("Equal dice: %(name)s rolls for the team again.") % {"name": captain}
    parts = [_("The team holds.")] if view.held else []
    bet = game.bet(view.player)
    if bet is not None and bet.closed is not None:
        parts.append(
            _("You are out of this game: %(how)s %(points)s.")
            % {"how": closing_words(bet.closed), "points": signed(bet.closed.amount)}
        )
    parts.append(
        _("%(captain)s plays for the team against %(box)s.")
        % {"captain": captain, "box": names[game.box]}
    )
    return " ".join(parts)


def _time_over() -> str:
    """Say on a board that the team is no longer asked."""
    return _("The time to double is over: players who said nothing do not double.")


def _short_time(view: QuestionView) -> str:
    """Say what silence means on a board, and from when on."""
    if not view.short_time:
        return ""
    words = ngettext(
        "Players who say nothing for %(count)s second do not double.",
        "Players who say nothing for %(count)s seconds do not double.",
        view.short_time,
    )
    return " " + words % {"count": view.short_time}


def for_others(
    table: Table, names: Names, view: QuestionView, others: Others | None = None
) -> Pane:
    """Return the pane with which a scorer enters what players without a phone say aloud."""
    cubes = own_cubes(table, names, view, of_all=True)
    against: tuple[str, ...] = ()
    if view.is_bound:
        game = table.game
        assert game is not None  # they have a bet in it
        cubes = [one for one in cubes if _is_for_other(table, view, one.player)]
        against = tuple(one for one in game.line.order if one in view.voice.against)
    return Pane(
        "speak",
        "table/buttons/own_speak.html",
        title=_("Who says what?"),
        back="play",
        data={
            "cubes": cubes,
            "others": others,
            "against": names.listed(against) if against else "",
            "question": view.question.number if view.question else view.following,
            "game": table.game.number if table.game else "",
            "buttons": [word for cube in cubes for word in cube.words],
        },
    )


def _is_for_other(table: Table, view: QuestionView, member: str) -> bool:
    """Tell whether a scorer who plays may speak for a cube that is not theirs anyway."""
    player = speaker(table, member)
    return player not in view.voices and view.voice.may(Deed.SAY, [player])
