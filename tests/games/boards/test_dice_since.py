"""What was said about cubes before dice fell on the board: who takes it back, and who does not.

Ann is the box, Bob the captain, Cid of the crew; Dee has dropped at the start, and has no bet.
"""

import uuid
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass

import pytest
from django.test import Client
from django.urls import reverse

from games.boards.errors import BoardConflict
from games.boards.services.boards import board_abandon
from games.chouetteboards.services.following import session_on_board
from games.errors import NotAllowed
from games.models import Membership, Pass
from games.permissions import Reader, acting
from games.record.services.actions import redo, undo
from games.record.services.amend import game_amend
from games.rules.chouette import (
    Action,
    BoxAnimals,
    BoxDoubles,
    EndGame,
    Settle,
    StartGame,
    TeamReplies,
)
from games.table.presenters.audience import audience_of
from games.table.presenters.reading import table_page
from games.table.services.passes import pass_create
from games.web.input import Input
from tests.games.boards.chouettes import Chouette, tried, with_one_out
from tests.worlds import built_once

WHO = {
    "box": "Ann",
    "captain": "Bob",
    "member": "Cid",
    "member who is out": "Dee",
    "box who scores": "Ann scorer",
    "captain who scores": "Bob scorer",
    "member who scores": "Cid scorer",
    "organizer who plays": "Ann organizer",
    "scorer without a bet": "Dee scorer",
    "organizer": "Olga",
    "tablet": "tablet",
}
WRITING = {"box who scores", "captain who scores", "member who scores", "organizer who plays"}
NO_BET = {"scorer without a bet", "organizer", "tablet"}
SINCE = ("no", "rolled", "played", "over")
CLOSED_FOR_CID = ("drop", "settle")
FALLEN = "rolled_since"


def doubles(at: Chouette, *names: str) -> None:
    at.record(BoxDoubles(tuple(at.ids[name] for name in names)), by="Ann")


def answers(at: Chouette, name: str, word: str) -> None:
    at.record(TeamReplies(((at.ids[name], word),)), by="Olga")


def doubled_and_said(name: str, word: str) -> Callable[[Chouette], None]:
    def does(at: Chouette) -> None:
        doubles(at, name)
        at.declare(name, word)

    return does


def accepted(at: Chouette) -> None:
    doubled_and_said("Bob", "beaver")(at)
    at.record(BoxAnimals(((at.ids["Bob"], "accept"),)), by="Ann")


@dataclass(frozen=True)
class Case:
    """An action, what must follow before dice may roll, and who said it."""

    said: Callable[[Chouette], None]
    then: Callable[[Chouette], None] | None
    by: set[str]
    against: set[str]
    """Those who have a bet against whom it is about."""


BOX = {"box", "box who scores", "organizer who plays"}
BOB = {"captain", "captain who scores"}
CID = {"member", "member who scores"}
TEAM = BOB | CID
CASES = {
    "double": Case(lambda at: doubles(at, "Bob"), lambda at: answers(at, "Bob", "take"), BOX, TEAM),
    "take": Case(doubled_and_said("Bob", "take"), None, BOB, BOX),
    "drop": Case(doubled_and_said("Cid", "drop"), None, CID, BOX),
    "beaver": Case(
        doubled_and_said("Bob", "beaver"),
        lambda at: at.record(BoxAnimals(((at.ids["Bob"], "accept"),))),
        BOB,
        BOX,
    ),
    "accept": Case(accepted, None, BOX, TEAM),
    "settle": Case(lambda at: at.record(Settle(at.ids["Cid"], 100)), None, set(), BOX | BOB),
}


@pytest.fixture(scope="module")
def built(django_db_setup, django_db_blocker):
    """Ann is to roll; Dee alone was doubled, and has dropped."""
    with built_once(django_db_blocker), pytest.MonkeyPatch.context() as patch:
        yield with_one_out(patch, (1, 6), (3, 1), (3, 1), (3, 1), (3, 1))


@pytest.fixture
def at(built, db):
    evening = deepcopy(built)
    evening.session.refresh_from_db()
    return evening


def reader(at: Chouette, who: str) -> Reader:
    name, _, role = WHO[who].partition(" ")
    if name == "tablet":
        holder = pass_create(session=at.session, by=at.organizer, role=Pass.Role.SCORER)
        return Reader.of(holder, at.session.club, at.session)
    if role:
        Membership.objects.create(club=at.session.club, user=at.users[name], role=role)
    return at.reader(name)


def moved(at: Chouette, who: Reader, steps: int, do=undo) -> str:
    """Do it; return "" or why it was refused."""
    at.session.refresh_from_db()
    seen, key = at.session.version, uuid.uuid4().hex
    try:
        do(session=at.session, version=seen, key=key, sender=who, steps=steps)
    except (NotAllowed, BoardConflict) as error:
        return error.code
    return ""


def tried_by(at: Chouette, who: str, steps: int) -> str:
    """Return what undo answers them, and see that the page offers it just so; nothing stays."""
    with tried():
        one = reader(at, who)
        at.session.refresh_from_db()
        page = table_page(at.session, audience_of(one), Input("history"))
        code = moved(at, one, steps)
        if page.may_score or steps == 1:
            assert (page.own.takes_back >= steps) == (not code), who
    return code


def expected(case: Case, since: str, who: str, steps: int) -> str:
    """Who said it takes it back alone, and only before the dice; who has no bet always does."""
    if who in NO_BET:
        return ""
    scores = who in WRITING
    if since == "over":
        return FALLEN if scores else "undo_of_another"
    if steps == 1 and (who in case.by or (scores and who not in case.against)):
        return "" if since == "no" else FALLEN
    return "bet_against" if scores else "undo_of_another"


def since_then(at: Chouette, since: str) -> int:
    """Go on to the next of `SINCE`; return how many steps of the session that made."""
    match since:
        case "rolled":
            at.act("Ann", "roll")
        case "played":
            at.play_any("Ann")
        case "over":
            at.act("Ann", "resign", "single")
            names = {public_id: name for name, public_id in at.ids.items()}
            for seat in at.state.team.asked:
                at.act(names[at.state.team.line[seat]], "accept")
            assert at.table.game is None
            return 1
    return 0


@pytest.mark.parametrize("name", CASES)
def test_after_the_dice_nobody_with_a_bet_takes_back_what_was_said(at, name):
    case, steps = CASES[name], 1
    case.said(at)
    for since in SINCE:
        if since == "rolled" and case.then is not None:
            case.then(at)
            steps += 1
        steps += since_then(at, since)
        want = {who: expected(case, since, who, steps) for who in WHO}
        assert {who: tried_by(at, who, steps) for who in WHO} == want, since
        if since == "over":
            out = {"member who scores"} if name in CLOSED_FOR_CID else set()
            assert {who for who in WHO if not tried_by(at, who, 1)} == NO_BET | out, "the result"


def test_pages_and_api_refuse_it_with_a_sentence_that_says_who_may(at):
    doubled_and_said("Bob", "take")(at)
    since_then(at, "rolled")
    client, path = Client(), [at.session.public_id]
    client.force_login(at.users["Bob"])
    page = client.get(reverse("table", args=path)).content.decode()
    assert 'id="undo"' not in page
    at.session.refresh_from_db()
    sent = {"version": at.session.version, "key": "k1"}
    tapped = client.post(reverse("table_undo", args=path), sent)
    called = client.post(reverse("api-undo", args=path), sent, content_type="application/json")
    assert (called.status_code, called.json()["code"]) == (403, FALLEN)
    for answer in (tapped, called):
        assert "only somebody without a bet in this game" in answer.content.decode()


@pytest.mark.parametrize(("said", "news"), [(True, 1), (False, 0)])
def test_dice_are_news_at_the_table_where_undo_is_no_longer_offered(at, said, news):
    if said:
        doubled_and_said("Bob", "take")(at)
    at.session.refresh_from_db()
    before = at.session.beat
    since_then(at, "rolled")
    at.session.refresh_from_db()
    assert at.session.beat - before == news


def test_who_has_a_bet_does_not_do_again_what_the_scorer_has_taken_back(at):
    doubled_and_said("Bob", "take")(at)
    for since in SINCE[1:]:
        since_then(at, since)
    assert moved(at, at.reader("Olga"), 2) == ""
    bob = reader(at, "captain who scores")
    assert moved(at, bob, 1, redo) == FALLEN
    assert moved(at, bob, 1) == FALLEN
    assert moved(at, at.reader("Olga"), 1, redo) == ""


def put_right(at: Chouette) -> None:
    at.session.refresh_from_db()
    seen, key = at.session.version, uuid.uuid4().hex
    game_amend(
        session=at.session, game=1, actions=[EndGame("box", 3)],
        version=seen, key=key, sender=at.organizer,
    )  # fmt: skip


def taken_back(at: Chouette, steps: int = 1) -> None:
    assert moved(at, at.reader("Olga"), steps) == ""


def doubled_on_wood(at: Chouette) -> None:
    """The evening goes on beside the board: what was said there stays bound by its dice."""
    since_then(at, "over")
    session_on_board(session=at.session, by=at.organizer, on_board=False)


STATES: dict[str, Callable[[Chouette], object]] = {
    "asked": lambda at: doubles(at, "Bob"),
    "answered": doubled_and_said("Bob", "take"),
    "rolled": lambda at: (doubled_and_said("Bob", "take")(at), since_then(at, "rolled")),
    "answer taken back": lambda at: (doubled_and_said("Bob", "take")(at), taken_back(at)),
    "taken back after the dice": lambda at: (
        doubled_and_said("Bob", "take")(at), since_then(at, "rolled"), taken_back(at),
    ),
    "double taken back after the dice": lambda at: (
        doubled_and_said("Bob", "take")(at), since_then(at, "rolled"), taken_back(at, 2),
    ),
    "over": lambda at: since_then(at, "over"),
    "result taken back": lambda at: (since_then(at, "over"), taken_back(at)),
    "put right": lambda at: (since_then(at, "over"), put_right(at)),
    "putting right taken back": lambda at: (since_then(at, "over"), put_right(at), taken_back(at)),
    "on wood since": doubled_on_wood,
    "abandoned": lambda at: (
        doubled_and_said("Bob", "take")(at),
        board_abandon(board=at.board, by=at.organizer, reason="power cut"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("state", STATES)
def test_undo_and_redo_are_offered_just_to_those_from_whom_they_are_accepted(at, state):
    STATES[state](at)
    for who in WHO:
        for do in (undo, redo):
            with tried():
                one = reader(at, who)
                at.session.refresh_from_db()
                page = table_page(at.session, audience_of(one), Input(""))
                what = page.reading.undo if do is undo else page.reading.redo
                is_offered = page.may_undo if do is undo else page.may_redo
                # Dice of the board have no words, and no button.
                if what:
                    assert is_offered == (not moved(at, one, 1, do)), (who, do.__name__)


def test_who_was_in_the_game_does_not_take_back_how_others_put_it_right(at):
    since_then(at, "over")
    put_right(at)
    for who in WRITING | NO_BET:
        with tried():
            was_in = who in WRITING | {"scorer without a bet"}
            assert moved(at, reader(at, who), 1) == ("played_on_board" if was_in else ""), who


def amended(at: Chouette, who: Reader, game: int, *actions: Action) -> str:
    """Put a game right; return "" or why it was refused; nothing stays."""
    at.session.refresh_from_db()
    seen, key, sender = at.session.version, uuid.uuid4().hex, acting(who)
    with tried():
        try:
            game_amend(
                session=at.session, game=game, actions=actions, version=seen, key=key, sender=sender
            )
        except NotAllowed as error:
            return error.code
    return ""


def test_who_has_a_bet_does_not_put_the_game_right_either(at):
    since_then(at, "over")
    # Dee, who dropped, was in the game: that answer would be replaced, too.
    refused = WRITING | {"scorer without a bet"}
    for who in WRITING | NO_BET:
        with tried():
            code = amended(at, reader(at, who), 1, EndGame("box", 3))
        assert code == ("played_on_board" if who in refused else ""), who


def test_a_game_on_wood_beside_one_on_the_board_is_put_right_by_who_played_it(at):
    since_then(at, "over")
    session_on_board(session=at.session, by=at.organizer, on_board=False)
    line = at.table.line
    at.record(StartGame(line.box, line.partner, line.team), EndGame("box", 1))
    bob = reader(at, "captain who scores")
    assert amended(at, bob, 1, EndGame("box", 3)) == "played_on_board"
    assert amended(at, bob, 2, EndGame("box", 3)) == ""


def test_a_game_whose_board_was_abandoned_is_taken_back_as_on_wood(at):
    doubled_and_said("Bob", "take")(at)
    since_then(at, "rolled")
    assert moved(at, at.reader("Bob"), 1) == FALLEN
    board_abandon(board=at.board, by=at.organizer, reason="power cut")
    assert moved(at, at.reader("Bob"), 1) == ""
