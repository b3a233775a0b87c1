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


def pane(table: Table, names: Names, ask: Input, talk: QuestionView) -> Pane:
    """Return the player's pane: first what they must answer, else who acts."""
    chosen = _asked_for(table, names, ask, talk)
    if chosen is not None:
        return chosen
    game = table.game
    if game is None:
        return _own(table, names, talk, _before(table, names))
    if table.phase == "opening" and not talk.on_board and game.acting_captain in talk.voices:
        return in_game.opening(table, names, ask)
    if game.round is not None:
        return _round(table, game, names, ask, talk)
    extra = game.open_extra
    if extra is not None and extra.offered_by is not None:
        [answerer] = extra.parties - {extra.offered_by}
        if answerer in talk.voices:
            return replies.extra_reply(table, names)
        line = _("%(name)s answers the extra") % {"name": names[answerer]}
        return _own(table, names, talk, line)
    return _own(table, names, talk, _in_play(table, game, names, talk))


def _asked_for(table: Table, names: Names, ask: Input, talk: QuestionView) -> Pane | None:
    """Return the requested pane, if the player may see it now."""
    game = table.game
    if ask.pane == "own-more" and talk.player:
        return _more(table, names, talk)
    if game is None or table.phase != "play":
        return None
    if ask.pane == "opening" and _may_open(game, talk):
        return in_game.opening(table, names, ask)
    if ask.pane == "box-doubles" and game.box in talk.voices and not talk.offers_open:
        return in_game.doubles(table, names, ask, BOX)
    return None


def _round(table: Table, game: Game, names: Names, ask: Input, talk: QuestionView) -> Pane:
    """Return the answers due: the box's whole round, or each member's own."""
    round = game.round
    assert round is not None  # checked by the caller
    answerer = round.animals[0].answerer if round.animals else round.answerer
    common = table.rules.team_cube and answerer == TEAM and round.animals
    who = game.box if answerer == BOX else game.acting_captain
    if (answerer == BOX or common) and who in talk.voices:
        make = replies.animals if round.animals else replies.replies
        return make(table, names, ask)
    if answerer == BOX or common or talk.question is None:
        line = _("%(name)s answers.") % {"name": names[who]}
    else:
        line = asked_words(talk.question, names)
    return _own(table, names, talk, line)


def _own(table: Table, names: Names, talk: QuestionView, line: str) -> Pane:
    """Return the player's cubes with their possible words; below, other actions."""
    cubes = own_cubes(table, names, talk)
    main = _main(table, names, talk)
    question = talk.question
    spoken = [cube for cube in cubes if cube.said]
    is_asked = question is not None and not talk.is_late
    if question is not None and is_asked and spoken and len(spoken) == len(cubes):
        line = waiting_words(_of_others(question, talk), names)
    return Pane(
        "own",
        "table/buttons/own.html",
        title=_title(table, talk, cubes),
        data={
            "line": line,
            "over": _time_over() if is_asked and talk.short_time and talk.offers_open else "",
            "cubes": cubes,
            "levels": [level_word(level) for level in (1, 2, 3)],
            "question": question.number if question and cubes else talk.following,
            "game": table.game.number if table.game else "",
            "buttons": [word for cube in cubes for word in cube.words] + main,
            "main": main,
            "rare": [*_rare(table, talk), *_for_somebody(talk)],
            "round": _round_buttons(table, talk),
        },
    )


def _of_others(question: OpenQuestion, talk: QuestionView) -> OpenQuestion:
    """Return the question as it waits for others: not for who holds until they say otherwise."""
    silent = tuple(one for one in question.silent if one not in talk.holding)
    return replace(question, silent=silent, spoken=len(question.asked) - len(silent))


def _title(table: Table, talk: QuestionView, cubes: list[Cube]) -> str:
    if not cubes or talk.question is None or talk.is_late:
        return ""
    if talk.question.kind == OFFERS:
        return _("Do you double?")
    round = table.game.round if table.game else None
    own = {cube.player for cube in cubes}
    counts = [one.count for one in (round.animals if round else ()) if one.member in own]
    if counts:
        return _(REDOUBLED[min(counts[0], len(REDOUBLED)) - 1])
    return _("The box doubles you")


def own_cubes(
    table: Table, names: Names, talk: QuestionView, *, of_all: bool = False
) -> list[Cube]:
    """Return the cubes the player may speak for or, for a scorer, all in question."""
    asked = talk.may_ask
    if asked is None:
        return []
    offered = _words_now(talk) if asked.kind == OFFERS else None
    cubes = cube_names(table, names)
    given = [] if of_all else _given(table, names, talk)
    return given + [
        Cube(
            member,
            _("Your cube") if member == talk.player and not of_all else cubes[member],
            _step(table, member),
            "" if of_all else _said(talk, member),
            tuple(
                _word(table, names, talk, member, word, problem, of_all=of_all)
                for word, problem in words.items()
                if offered is None or word in offered
            ),
            _("Their own phone is at the table.")
            if of_all and speaker(table, member) in talk.by_phone
            else "",
            None if of_all else _stays(talk, member),
        )
        for member, words in asked.words.items()
        if (of_all or speaker(table, member) in talk.voices)
        and (offered != () or (member in talk.holding and not of_all))
    ]


def _words_now(talk: QuestionView) -> tuple[str, ...]:
    """Return what may be said about doubling now: on a board it asks, before each roll."""
    if talk.is_late:
        return ()
    if talk.offers_open:
        return DOUBLE, HOLD
    return (DOUBLE,) if talk.held or not talk.on_board else ()


def _said(talk: QuestionView, member: str) -> str:
    if talk.said.get(member, HOLD) == HOLD and member in talk.holding:
        return _("You hold until you say otherwise.")
    return _(SAID[talk.said[member]]) if member in talk.said else ""


def _stays(talk: QuestionView, member: str) -> bool | None:
    """Return whether a hold stands; None where no switch is shown."""
    if member in talk.holding:
        return True
    return False if talk.on_board and talk.offers_open and not talk.is_late else None


def _given(table: Table, names: Names, talk: QuestionView) -> list[Cube]:
    """Return the player's cubes whose answer is written, while others are still to answer."""
    round = table.game.round if table.game else None
    if round is None or talk.question is None or talk.question.kind != REPLIES:
        return []
    cubes = cube_names(table, names)
    return [
        Cube(
            member,
            _("Your cube") if member == talk.player else cubes[member],
            _step(table, member),
            _(SAID[word]),
            words=(),
        )
        for member, word in round.replies
        if speaker(table, member) in talk.voices
    ]


def _word(
    table: Table,
    names: Names,
    talk: QuestionView,
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
        is_said=not of_all and _is_said(talk, member, word),
        why=sentence(problem, names) if problem else "",
        results=_results(table, member, word) if answers_box and not of_all else (),
    )


def _is_said(talk: QuestionView, member: str, word: str) -> bool:
    standing = HOLD if member in talk.holding and talk.offers_open else ""
    return talk.said.get(member, standing) == word


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


def _main(table: Table, names: Names, talk: QuestionView) -> list[Button]:
    """Return the player's direct actions besides answering for their cubes."""
    game = table.game
    if game is None or table.phase != "play":
        return []
    if game.box in talk.voices:
        return [_box_doubles(table, names, talk)]
    if table.rules.team_cube:
        return _team_doubles(table, game, names, talk)
    bet = game.bet(talk.player)
    own = table.team_offers().get(talk.player)
    if own is None or bet is None or not bet.live or bet.holder != talk.player:
        return []
    return [Button("own-double", _("Double"), why=sentence(own, names))]


def _box_doubles(table: Table, names: Names, talk: QuestionView) -> Button:
    label = _("Box doubles …")
    errors = list(table.box_offers().values())
    why = ""
    if talk.offers_open:
        why = _("The team is being asked who doubles: its round comes first.")
    elif None not in errors:
        why = in_game.why_nobody(table.box_offers(), names)
    return Button("box-doubles", label, pane="box-doubles", why=why, main=not why)


def _team_doubles(table: Table, game: Game, names: Names, talk: QuestionView) -> list[Button]:
    """With one cube for all, the captain offers for the team."""
    if game.acting_captain not in talk.voices:
        return []
    offers = table.team_offers()
    able = [member for member, error in offers.items() if error is None]
    fields = (("do", "team_doubles"), *(("member", one) for one in able))
    why = "" if able else in_game.why_nobody(offers, names)
    return [Button("team-doubles", _("Team doubles"), fields=fields, why=why, main=not why)]


def _round_buttons(table: Table, talk: QuestionView) -> str:
    """Return whether the captain may ask the team ("open"), or end its round ("close")."""
    game = table.game
    if game is None or talk.may_ask is None or talk.may_ask.kind != OFFERS:
        return ""
    if game.acting_captain not in talk.voices:
        return ""
    if talk.offers_open:
        return "close"
    others = len(talk.may_ask.words) > 1 or game.acting_captain not in talk.may_ask.words
    return "open" if others else ""


def _may_open(game: Game, talk: QuestionView) -> bool:
    """Tell whether the player may enter the opening dice."""
    fresh = not game.started and game.opening != "done" and not talk.on_board
    return fresh and game.acting_captain in talk.voices


def _rare(table: Table, talk: QuestionView) -> list[Button]:
    game = table.game
    buttons = []
    if game is not None and table.phase == "play" and _may_open(game, talk):
        buttons.append(Button("opening", _("Opening …"), pane="opening"))
    if talk.player:
        buttons.append(Button("own-more", _("More …"), pane="own-more"))
    return buttons


def _for_somebody(talk: QuestionView) -> list[Button]:
    """Who keeps the score and plays has what they do for others apart from their own."""
    if not talk.is_bound:
        return []
    return [Button("speak", _("For somebody else …"), pane="speak")]


def _more(table: Table, names: Names, talk: QuestionView) -> Pane:
    """Return the rarer actions: extras, leaving, the history."""
    game = table.game
    in_play = game is not None and table.phase == "play"
    buttons = in_game.extras_of(table, game, names, talk.voices) if game and in_play else []
    for player in sorted(talk.voices & set(table.present), key=lambda one: one != talk.player):
        label = _("I leave after this game") if game else _("I leave the table")
        if player != talk.player:
            label = _("%(name)s leaves") % {"name": names[player]}
        problem = table.problem(Leave(player))
        why = sentence(problem, names) if problem else ""
        fields = (("do", "leave"), ("player", player))
        buttons.append(Button(f"leave-{player}", label, fields=fields, why=why))
    buttons.append(Button("history", _("What happened …"), pane="history"))
    if talk.is_bound:
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


def _in_play(table: Table, game: Game, names: Names, talk: QuestionView) -> str:
    """Return who acts during a game."""
    if talk.is_late:
        return _time_over()
    if talk.question is not None and talk.question.kind == OFFERS:
        return asked_words(talk.question, names) + _short_time(talk)
    captain = names[game.acting_captain]
    if table.phase == "opening":
        return _("Equal dice: %(name)s rolls for the team again.") % {"name": captain}
    parts = [_("The team holds.")] if talk.held else []
    bet = game.bet(talk.player)
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


def _short_time(talk: QuestionView) -> str:
    """Say what silence means on a board, and from when on."""
    if not talk.short_time:
        return ""
    words = ngettext(
        "Players who say nothing for %(count)s second do not double.",
        "Players who say nothing for %(count)s seconds do not double.",
        talk.short_time,
    )
    return " " + words % {"count": talk.short_time}


def for_others(
    table: Table, names: Names, talk: QuestionView, others: Others | None = None
) -> Pane:
    """Return the pane with which a scorer enters what players without a phone say aloud."""
    cubes = own_cubes(table, names, talk, of_all=True)
    against: tuple[str, ...] = ()
    if talk.is_bound:
        game = table.game
        assert game is not None  # they have a bet in it
        cubes = [one for one in cubes if _is_for_other(table, talk, one.player)]
        against = tuple(one for one in game.line.order if one in talk.voice.against)
    return Pane(
        "speak",
        "table/buttons/own_speak.html",
        title=_("Who says what?"),
        back="play",
        data={
            "cubes": cubes,
            "others": others,
            "against": names.listed(against) if against else "",
            "question": talk.question.number if talk.question else talk.following,
            "game": table.game.number if table.game else "",
            "buttons": [word for cube in cubes for word in cube.words],
        },
    )


def _is_for_other(table: Table, talk: QuestionView, member: str) -> bool:
    """Tell whether a scorer who plays may speak for a cube that is not theirs anyway."""
    player = speaker(table, member)
    return player not in talk.voices and talk.voice.may(Deed.SAY, [player])
