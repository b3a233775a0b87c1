"""Who speaks for whom at the board of a chouette: every deed, everybody who could, both sides.

Ann is the box, Bob the captain, Cid of the crew; Dee has dropped, and has no bet any more. Whoever
has a bet never speaks for its other side.
"""

from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass

import pytest

from games.boards.presenters.afterwards import after_panel
from games.boards.selectors.boards import seats_of
from games.boards.services import writing
from games.boards.services.boards import board_abandon
from games.boards.services.sitters import BoardReader, Sitter
from games.boards.services.writing import now_ms
from games.chouetteboards.services.acts import chouette_act
from games.chouetteboards.services.assistant import chouette_assist
from games.errors import NotAllowed, ServiceError
from games.models import Membership, Pass, Proxy
from games.permissions import Reader, acting
from games.record.services.actions import record_action, undo
from games.record.services.declarations import declaration_make, offers_close, others_answer
from games.rules.backgammon import legal_plays, play_text
from games.rules.chouette import (
    BoxDoubles,
    EndGame,
    Settle,
)
from games.table.services.passes import pass_create
from games.table.services.proxies import proxy_set
from tests.games.boards.chouettes import Chouette, tried, with_one_out
from tests.worlds import built_once

SPEAKERS = {
    # who they are: for Bob of the team, for Ann in the box
    "themselves": ("Bob", "Ann"),
    "a stand-in of the same side": ("Cid named", None),
    "a stand-in without a bet": ("Dee named", "Dee named"),
    "a stand-in with a bet against them": ("Ann named", "Cid named"),
    "a scorer of the same side": ("Cid scorer", None),
    "a scorer without a bet": ("Dee scorer", "Dee scorer"),
    "a scorer with a bet against them": ("Ann scorer", "Bob scorer"),
    "a director with a bet against them": ("Ann director", "Cid director"),
    "an organizer with a bet against them": ("Ann organizer", "Bob organizer"),
    "an owner with a bet against them": ("Ann owner", "Cid owner"),
    "an organizer who does not play": ("Olga", "Olga"),
    "the tablet on the table": ("tablet", "tablet"),
    "somebody else of their side": ("Cid", None),
    "somebody else": ("Dee", "Dee"),
}
REFUSALS = {
    "nobody_silent",
    "abandon_own",
    "bet_against",
    "not_yours",
    "not_the_mover",
    "not_the_box",
    "no_seat",
    "settlement_others",
    "undo_of_another",
    "not_allowed",
}
NO_BET = {
    "a scorer without a bet",
    "an organizer who does not play",
    "the tablet on the table",
}
WRITE = {"themselves", "a scorer of the same side", *NO_BET}
WRITES_ALL = {"a scorer of the same side", *NO_BET}
SPEAK = {*WRITE, "a stand-in of the same side", "a stand-in without a bet"}


def act(do: str, text: str = ""):
    def does(at: Chouette, who: Reader) -> None:
        board = at.board
        chouette_act(board=board, reader=who, do=do, text=text, version=board.version, key="k1")

    return does


def twice(do: str):
    """Their own answer comes first, then that of others."""

    def does(at: Chouette, who: Reader) -> None:
        board = at.board
        chouette_act(board=board, reader=who, do=do, version=board.version, key="k1")
        board = at.board
        with suppress(ServiceError):
            chouette_act(board=board, reader=who, do=do, version=board.version, key="k2")

    return does


def say(word: str):
    def does(at: Chouette, who: Reader) -> None:
        player = at.ids["Bob"]
        declaration_make(
            session=at.session, question=None, player=player, word=word, key="k1", sender=who
        )

    return does


def answer_for_all(at: Chouette, who: Reader) -> None:
    phones = [at.ids[name] for name in ("Bob", "Cid")]
    others_answer(session=at.session, question=None, word="take", key="k1", sender=who, also=phones)


def record(*actions):
    def does(at: Chouette, who: Reader) -> None:
        version = at.session.version
        made = [make(at.ids) for make in actions]
        record_action(session=at.session, actions=made, version=version, key="k1", sender=who)

    return does


def close(at: Chouette, who: Reader) -> None:
    offers_close(session=at.session, question=None, key="k1", sender=who)


def take_back(at: Chouette, who: Reader) -> None:
    undo(session=at.session, version=at.session.version, key="k1", sender=who)


def name_somebody(at: Chouette, whose: str, who: Reader) -> None:
    proxy_set(session=at.session, by=acting(who), player=at.ids[whose], speaker=at.ids["Dee"])


def play(at: Chouette, who: Reader) -> None:
    game = at.state.game
    act("play", play_text(legal_plays(game.position, game.roll)[0]))(at, who)


def team_to_say(at: Chouette) -> None:
    """The team is asked, and its short time is over."""
    at.dice = [(2, 1)]  # chance may roll what cannot be played
    at.act("Ann", "roll")
    at.play_any("Ann")
    at.session.refresh_from_db()


def time_over(at: Chouette) -> None:
    team_to_say(at)
    at.session.question["at"] = 0
    at.session.save()


def team_to_play(at: Chouette) -> None:
    time_over(at)
    at.act("Bob", "roll")


def box_to_play(at: Chouette) -> None:
    at.act("Ann", "roll")


def team_resigned(at: Chouette) -> None:
    team_to_play(at)
    at.act("Bob", "resign", "single")
    at.act("Cid", "accept")


def late(at: Chouette) -> None:
    at.patch.setattr(writing, "now_ms", lambda: now_ms() + 60 * 60 * 1000)


def settlement(at: Chouette) -> None:
    at.act("Cid", "gone")
    late(at)
    at.act("Cid", "ask")
    chouette_assist(board_id=at.board.pk)
    for name in ("Bob", "Cid"):
        at.act(name, "agree")


def box_has_doubled(at: Chouette) -> None:
    at.record(BoxDoubles((at.ids["Bob"], at.ids["Cid"])), by="Ann")


def nothing(at: Chouette) -> None:
    pass


@dataclass(frozen=True)
class Case:
    """A deed: whose points it is about, what happened before, and what shows that it was done."""

    whose: str
    before: Callable
    does: Callable
    allowed: frozenset | set
    shows: Callable = lambda at: True


CASES = {
    "hold for a member": Case("Bob", team_to_say, say("hold"), SPEAK),
    "double for a member": Case("Bob", team_to_say, say("double"), SPEAK),
    "end the round of doubles": Case("Bob", time_over, close, SPEAK),
    "roll for the team": Case(
        "Bob", time_over, act("roll"), SPEAK, lambda at: at.state.phase == "play"
    ),
    "play for the team": Case("Bob", team_to_play, play, SPEAK),
    "resign for the team": Case(  # the others resign for their own side
        "Bob",
        team_to_play,
        act("resign", "single"),
        SPEAK,
        lambda at: at.state.game.offer.side == 1,
    ),
    "offer a pause for the team": Case(
        "Bob", team_to_play, act("adjourn"), SPEAK, lambda at: at.state.offer.side == 1
    ),
    "agree to a pause for the team": Case(
        "Bob",
        lambda at: at.act("Ann", "adjourn"),
        act("accept"),
        SPEAK,
        lambda at: at.state.is_adjourned,
    ),
    "claim the flag for the team": Case("Bob", late, act("flag"), SPEAK),
    "agree to the box's single game": Case(
        "Bob",
        lambda at: (box_to_play(at), at.act("Ann", "resign", "single")),
        twice("accept"),
        SPEAK,
        lambda at: at.table.game is None or 1 in at.state.team.agreed,
    ),
    "answer the box's double": Case("Bob", box_has_doubled, say("take"), SPEAK),
    "answer the box's double for all others": Case(
        "Bob", box_has_doubled, answer_for_all, WRITES_ALL
    ),
    "choose who speaks for a member": Case(
        "Bob", nothing, lambda at, who: name_somebody(at, "Bob", who), WRITE
    ),
    "double for the box": Case(
        "Ann", nothing, record(lambda ids: BoxDoubles((ids["Bob"],))), SPEAK
    ),
    "roll for the box": Case("Ann", nothing, act("roll"), SPEAK),
    "play for the box": Case("Ann", box_to_play, play, SPEAK),
    "resign for the box": Case(
        "Ann", box_to_play, act("resign", "single"), SPEAK, lambda at: at.state.game.offer.side == 0
    ),
    "offer a pause for the box": Case(
        "Ann", nothing, act("adjourn"), SPEAK, lambda at: at.state.offer.side == 0
    ),
    "claim the flag for the box": Case(
        "Ann", lambda at: (team_to_say(at), late(at)), act("flag"), SPEAK
    ),
    "agree to the team's single game": Case(
        "Ann", team_resigned, act("accept"), SPEAK, lambda at: at.table.game is None
    ),
    "agree to the settlement for a box that has gone": Case(
        "Ann", settlement, act("agree"), SPEAK, lambda at: at.table.game is None
    ),
    "take back what the box said": Case(
        "Ann",
        box_has_doubled,
        take_back,
        WRITE,
    ),
    "choose who speaks for the box": Case(
        "Ann", nothing, lambda at, who: name_somebody(at, "Ann", who), WRITE
    ),
    "abandon the board": Case(
        "both",
        nothing,
        lambda at, who: board_abandon(board=at.board, by=who.user, reason="power cut"),
        {"an organizer who does not play"},
    ),
    "write a result": Case("both", nothing, record(lambda ids: EndGame("team", 1)), NO_BET),
    "write a settlement": Case(
        "both", nothing, record(lambda ids: Settle(ids["Bob"], 100)), NO_BET
    ),
}


@pytest.fixture(scope="module")
def built(django_db_setup, django_db_blocker):
    """Ann is to roll; Dee alone was doubled, and has dropped."""
    with built_once(django_db_blocker), pytest.MonkeyPatch.context() as patch:
        yield with_one_out(patch, (1, 6), minutes=10)


@pytest.fixture
def at(built, db, monkeypatch):
    evening = deepcopy(built)
    evening.patch = monkeypatch
    evening.session.refresh_from_db()
    return evening


def speaker(at: Chouette, words: str, whose: str) -> Reader:
    """Return somebody who could speak for a player, and see that they are what their name says."""
    name, _, how = words.partition(" ")
    if name == "tablet":
        holder = pass_create(session=at.session, by=at.organizer, role=Pass.Role.SCORER)
        return Reader.of(holder, at.session.club, at.session)
    if how == "named":
        Proxy.objects.update_or_create(
            session=at.session, player=at.ids[whose], defaults={"speaker": at.ids[name]}
        )
    elif how:
        Membership.objects.create(club=at.session.club, user=at.users[name], role=how)
    return at.reader(name)


def done(at: Chouette, case: Case, words: str) -> bool:
    """Tell whether somebody could do it; nothing of it stays."""
    with tried():
        whose = "Bob" if case.whose == "both" else case.whose
        who = speaker(at, words, whose)
        at.session.refresh_from_db()
        try:
            case.does(at, who)
            found = case.shows(at)
        except ServiceError as error:
            if error.code not in REFUSALS:
                raise
            found = False
    return found


@pytest.mark.parametrize("deed", CASES)
def test_each_deed_is_done_by_those_alone_who_may_speak(at, deed):
    case = CASES[deed]
    case.before(at)
    could = set()
    for title, (for_team, for_box) in SPEAKERS.items():
        words = for_box if case.whose == "Ann" else for_team
        if words is not None and done(at, case, words):
            could.add(title)
    there = {title for title, (_team, box) in SPEAKERS.items() if case.whose != "Ann" or box}
    assert could == case.allowed & there


def test_a_game_whose_board_was_abandoned_goes_on_on_wood(at):
    Membership.objects.create(club=at.session.club, user=at.users["Ann"], role="scorer")
    with pytest.raises(NotAllowed):
        at.record(EndGame("team", 1), by="Ann")
    board_abandon(board=at.board, by=at.organizer, reason="power cut")
    at.record(EndGame("team", 1), by="Ann")


def test_abandoning_is_offered_to_those_alone_who_may(at):
    case, offered = CASES["abandon the board"], set()
    for title, (words, _box) in SPEAKERS.items():
        with tried():
            who = speaker(at, words, "Bob")
            reader = BoardReader(who, Sitter(None, who.user), seats_of(at.board))
            if after_panel(at.board, reader).may_abandon:
                offered.add(title)
    assert offered == case.allowed
