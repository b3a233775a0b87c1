"""Holding until one says otherwise: said once, and what ends it; nobody else is told."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from contextlib import nullcontext
from itertools import product

import pytest

from games.boards.errors import BoardRefused
from games.boards.services.boards import board_abandon
from games.errors import Conflict, KeyReused, NotAllowed, Refused
from games.record.selectors.questions import question_view
from games.record.services.actions import undo
from games.record.services.holding import holding_say
from games.record.services.speakers import HELD, held_by
from games.rules.chouette import (
    BoxDoubles,
    BoxReplies,
    EndGame,
    RuleError,
    Settle,
    TeamAnimals,
    TeamReplies,
)
from games.table.services.proxies import proxy_set
from tests.games.boards.chouettes import Chouette, tried

pytestmark = pytest.mark.django_db

CREW = ("Bob", "Cid", "Dee")


@pytest.fixture
def chouette(session, organizer, monkeypatch):
    """Ann in the box, Bob captain, Cid and Dee: the team is asked before its first roll."""
    evening = Chouette(session, organizer, monkeypatch).on_board()
    evening.begin((6, 1))
    evening.play_any("Ann")
    return evening


def hold(chouette, name, *, by="", stands=True, **given):
    chouette.session.refresh_from_db()
    return holding_say(
        session=chouette.session,
        player=chouette.ids[name],
        stands=stands,
        sender=chouette.reader(by or name),
        **{"key": uuid.uuid4().hex, **given},
    )


def held(chouette):
    found = held_by(chouette.session, chouette.table)
    return {name for name, player in chouette.ids.items() if player in found}


def kind(chouette):
    chouette.session.refresh_from_db()
    return chouette.session.question["kind"]


def team_turn(chouette):
    """The rest of the team holds, both sides move, and the team is asked again."""
    if chouette.session.question["kind"] != HELD:
        waiting = [name for name in CREW if name not in held(chouette)]
        chouette.hold(*waiting)
    chouette.act("Bob", "roll")
    chouette.play_any("Bob")
    chouette.act("Ann", "roll")
    chouette.play_any("Ann")
    chouette.session.refresh_from_db()


def box_turn(chouette):
    """It is the box's turn to double."""
    chouette.hold(*[name for name in CREW if name not in held(chouette)])
    chouette.act("Bob", "roll")
    chouette.play_any("Bob")


def team_offers(chouette, name):
    for one in CREW:
        chouette.declare(one, "double" if one == name else "hold")


def accepted_from_box(chouette):
    box_turn(chouette)
    chouette.record(BoxDoubles(tuple(chouette.ids[one] for one in CREW)))
    chouette.record(TeamReplies(tuple((chouette.ids[one], "take") for one in CREW)))


def cids_double_taken(chouette):
    team_offers(chouette, "Cid")
    chouette.record(BoxReplies(((chouette.ids["Cid"], "take"),)))


def dees_double_taken(chouette):
    team_offers(chouette, "Dee")
    chouette.record(BoxReplies(((chouette.ids["Dee"], "take"),)))


def doubled_only(chouette):
    box_turn(chouette)
    chouette.record(BoxDoubles((chouette.ids["Cid"],)))


def beavered(chouette):
    doubled_only(chouette)
    chouette.record(TeamReplies(((chouette.ids["Cid"], "beaver"),)))


def beaver_refused_by_cid(chouette):
    team_offers(chouette, "Cid")
    chouette.record(BoxReplies(((chouette.ids["Cid"], "beaver"),)))
    chouette.record(TeamAnimals(((chouette.ids["Cid"], "refuse"),)))


def settled(chouette):
    chouette.record(Settle(chouette.ids["Cid"], 100, None))


def undone(chouette):
    cids_double_taken(chouette)
    take_back(chouette)


def box_double_undone(chouette):
    accepted_from_box(chouette)
    assert "Cid" not in held(chouette)
    take_back(chouette)


def take_back(chouette):
    chouette.session.refresh_from_db()
    version, sender = chouette.session.version, chouette.reader("Olga")
    undo(session=chouette.session, version=version, key=uuid.uuid4().hex, sender=sender)


def new_game(chouette):
    chouette.hold("Bob", "Dee")
    board_abandon(board=chouette.board, by=chouette.organizer, reason="power cut")
    chouette.record(EndGame("box", 1))
    chouette.begin((6, 1))


AFTERWARDS: dict[str, tuple[Callable[[Chouette], object], bool]] = {
    "nothing": (lambda _chouette: None, True),
    "a turn of both sides": (team_turn, True),
    "three turns of both sides": (lambda c: [team_turn(c) for _ in range(3)], True),
    "they double": (lambda c: c.declare("Cid", "double"), False),
    "somebody doubles for them": (lambda c: c.declare("Cid", "double", by="Olga"), False),
    "they take it back": (lambda c: hold(c, "Cid", stands=False), False),
    "somebody takes it back for them": (
        lambda c: hold(c, "Cid", by="Olga", stands=False),
        False,
    ),
    "they say hold once more": (lambda c: c.declare("Cid", "hold"), True),
    "another says hold": (lambda c: c.declare("Dee", "hold"), True),
    "another takes theirs back": (lambda c: hold(c, "Dee", stands=False), True),
    "their double is taken": (cids_double_taken, False),
    "another's double is taken": (dees_double_taken, True),
    "the box doubles them": (doubled_only, True),
    "they take the box's double": (accepted_from_box, False),
    "they beaver": (beavered, True),
    "they refuse a beaver": (beaver_refused_by_cid, False),
    "they settle": (settled, False),
    "their taken double is undone": (undone, False),
    "the box's taken double is undone": (box_double_undone, True),
    "the next game begins": (new_game, False),
}
"""What happens, and whether Cid's hold still stands."""


def test_what_happens_and_whether_the_hold_still_stands(chouette):
    hold(chouette, "Cid")
    found = {}
    for what, (happens, _still) in AFTERWARDS.items():
        with tried():
            happens(chouette)
            found[what] = "Cid" in held(chouette)
    assert found == {what: still for what, (_happens, still) in AFTERWARDS.items()}


class TestARound:
    def test_nobody_waits_for_who_holds_until_they_say_otherwise(self, chouette):
        hold(chouette, "Cid")
        team_turn(chouette)
        with tried():
            chouette.hold("Bob", "Dee")
            assert kind(chouette) == HELD
        with tried():
            chouette.declare("Bob", "double")
            chouette.declare("Dee", "hold")
            assert chouette.table.game.round.members == (chouette.ids["Bob"],)
        with tried():
            hold(chouette, "Cid", stands=False)
            chouette.hold("Bob", "Dee")
            assert kind(chouette) != HELD, "who takes it back is asked again"
        with pytest.raises(BoardRefused, match="Dee") as refused:
            chouette.act("Bob", "roll")
        assert "Cid" in str(refused.value), "who holds for good is not told apart"
        hold(chouette, "Dee")
        chouette.act("Bob", "roll")
        assert chouette.state.phase == "play"

    def test_where_all_hold_for_good_nobody_is_asked(self, chouette):
        for name in CREW:
            hold(chouette, name)
        team_turn(chouette)
        assert kind(chouette) == HELD
        chouette.act("Bob", "roll")
        assert chouette.state.phase == "play"

    def test_it_takes_the_place_of_a_double_that_was_said(self, chouette):
        chouette.declare("Cid", "double")
        hold(chouette, "Cid")
        chouette.hold("Bob", "Dee")
        assert chouette.table.game.round is None


class TestWhoSaysIt:
    def test_the_member_and_who_may_speak_for_them(self, chouette):
        proxy_set(
            session=chouette.session,
            by=chouette.organizer,
            player=chouette.ids["Cid"],
            speaker=chouette.ids["Bob"],
        )
        who = {"Cid": True, "Olga": True, "Bob": True, "Dee": False, "Ann": False}
        for (by, may), stands in product(who.items(), (True, False)):
            with tried():
                if not stands:
                    hold(chouette, "Cid")
                with nullcontext() if may else pytest.raises(NotAllowed):
                    hold(chouette, "Cid", by=by, stands=stands)
                assert ("Cid" in held(chouette)) is (stands is may), (by, stands)

    def test_once_by_one_key(self, chouette):
        hold(chouette, "Cid", key="one")
        assert hold(chouette, "Cid", key="one").replayed
        with pytest.raises(KeyReused):
            hold(chouette, "Cid", key="one", stands=False)

    def test_a_late_retry_does_not_bring_it_back(self, chouette):
        hold(chouette, "Cid", key="one")
        chouette.declare("Cid", "double")
        assert hold(chouette, "Cid", key="one").replayed
        assert held(chouette) == set()

    def test_when_it_cannot_be_said(self, chouette):
        with pytest.raises(Conflict):
            hold(chouette, "Cid", question=99)
        with pytest.raises(Conflict):
            hold(chouette, "Cid", game=2)
        with tried():
            doubled_only(chouette)
            with pytest.raises(RuleError):
                hold(chouette, "Cid")
        with tried():
            chouette.session.refresh_from_db()
            chouette.session.question["at"] = 0
            chouette.session.save()
            with pytest.raises(Conflict, match="The time to double is over"):
                hold(chouette, "Cid")
        board_abandon(board=chouette.board, by=chouette.organizer, reason="power cut")
        with pytest.raises(Refused, match="On wood"):
            hold(chouette, "Cid")


class TestWhatOthersSee:
    def test_nothing_of_it(self, chouette):
        hold(chouette, "Cid")
        team_turn(chouette)
        table = chouette.table
        for name in ("Ann", "Bob", "Dee", ""):
            view = question_view(
                chouette.session, table, chouette.ids.get(name, ""), scores=not name
            )
            assert view.holding == frozenset()
            assert view.question.spoken == 0
            assert view.question.silent == tuple(chouette.ids[one] for one in CREW)
        view = question_view(chouette.session, table, chouette.ids["Cid"])
        assert view.holding == {chouette.ids["Cid"]}
        assert view.due == (), "they are not asked again"
        address = f"/sessions/{chouette.session.public_id}/table/"
        others = chouette.phone("Dee").get(address).content.decode()
        assert "until you say otherwise" not in others
        assert "hold" not in str(list(chouette.session.log.values_list("payload", flat=True)))

    def test_their_page_has_a_switch_that_says_so(self, chouette):
        client = chouette.phone("Cid")
        address = f"/sessions/{chouette.session.public_id}/table/"
        assert 'role="switch" aria-checked="false"' in client.get(address).content.decode()
        game = chouette.table.game.number
        answer = client.post(
            f"{address}hold/",
            {"player": chouette.ids["Cid"], "stands": "yes", "key": "k", "game": game},
        )
        assert answer.status_code == 302
        assert held(chouette) == {"Cid"}
        team_turn(chouette)
        page = client.get(address).content.decode()
        assert 'role="switch" aria-checked="true"' in page
        assert "You hold until you say otherwise." in page
