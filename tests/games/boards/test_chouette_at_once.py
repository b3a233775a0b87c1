"""What goes wrong at a chouette's board: a sentence each, nothing lost and nothing half."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from games.boards.errors import BoardConflict, RulesRefused
from games.boards.services import writing
from games.boards.services.writing import now_ms
from games.errors import Conflict, ServiceError
from games.record.services.actions import undo
from games.record.services.declarations import declaration_make
from games.rules.backgammon import legal_plays, play_text
from games.rules.chouette import BoxDoubles, BoxReplies, TeamDoubles
from games.rules.coded import CodedError
from games.rules.online import Step, board_of
from games.rules.online.chouette import waits_of
from tests.games.boards.chouettes import Chouette

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def chouette(session, organizer, monkeypatch):
    """Ann in the box, Bob captain, Cid and Dee; the team has doubled and is to roll."""
    evening = Chouette(session, organizer, monkeypatch).on_board()
    evening.begin((6, 1), (6, 5))
    evening.play_any("Ann")
    evening.record(TeamDoubles((evening.ids["Cid"],)))
    evening.record(BoxReplies(((evening.ids["Cid"], "take"),)))
    return evening


def at_once(*calls: Callable[[], object]) -> list[Exception | None]:
    """Return why calls that start together in threads of their own were refused."""
    start = Barrier(len(calls))

    def run(call: Callable[[], object]) -> Exception | None:
        try:
            start.wait(60)
            call()
        except (ServiceError, CodedError) as error:
            return error
        finally:
            connection.close()
        return None

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(run, calls))


def agrees(chouette: Chouette) -> bool:
    """Tell whether the board's log leads to its row, and to the cubes of the session."""
    rows = chouette.board.log.order_by("sequence")
    state = board_of(Step(one.kind, one.side, one.at, one.payload) for one in rows)
    return state == chouette.state and state.team.waits == waits_of(chouette.table)


def test_captain_and_deputy_who_confirm_at_the_same_moment_play_once(chouette, monkeypatch):
    chouette.act("Dee", "gone")
    with monkeypatch.context() as patch:
        patch.setattr(writing, "now_ms", lambda: now_ms() + 121_000)
        chouette.act("Dee", "stand")
    chouette.act("Cid", "roll")
    game, version = chouette.state.game, chouette.board.version
    first, other = [play_text(one) for one in legal_plays(game.position, game.roll)[:2]]
    refused = at_once(
        lambda: chouette.act("Bob", "play", first, version=version),
        lambda: chouette.act("Cid", "play", other, version=version),
    )
    assert [type(one) for one in refused if one] == [BoardConflict]
    assert chouette.board.log.filter(kind="play").count() == 2  # Ann's, and one of theirs
    assert chouette.state.last.text in (first, other)
    assert agrees(chouette)


def test_the_same_tap_twice_at_once_plays_once(chouette):
    version = chouette.board.version
    refused = at_once(*[lambda: chouette.act("Bob", "roll", version=version, key="one tap")] * 2)
    assert refused == [None, None]
    assert chouette.board.log.filter(kind="roll").count() == 2
    assert agrees(chouette)


def test_an_answer_taken_back_at_the_table_while_the_captain_rolls_is_whole(chouette):
    chouette.session.refresh_from_db()
    before = chouette.session.version
    refused = at_once(
        lambda: undo(
            session=chouette.session, version=before, key="back", sender=chouette.organizer
        ),
        lambda: chouette.act("Bob", "roll"),
    )
    # Either the roll came first, or it waits for the box again: the cubes are those of the table.
    assert refused[0] is None
    assert chouette.state.team.waits == 0
    assert (chouette.state.phase, chouette.table.phase) == ("cubes", "replies")
    if refused[1] is not None:
        assert isinstance(refused[1], RulesRefused | BoardConflict)
        assert chouette.state.game.roll is None
    assert agrees(chouette)


class TestOneAfterTheOther:
    """The same in an order that is known."""

    def test_a_member_who_answers_after_the_round_was_closed_is_told(self, chouette):
        chouette.act("Bob", "roll")
        chouette.play_any("Bob")
        members = tuple(chouette.ids[name] for name in ("Bob", "Dee"))
        chouette.record(BoxDoubles(members))
        chouette.session.refresh_from_db()
        number = chouette.session.question["number"]
        chouette.declare("Dee", "take")
        chouette.declare("Bob", "drop", by="Olga")
        assert chouette.session.question is None or chouette.table.game.round is None
        totals, length = chouette.table.totals, chouette.session.length
        with pytest.raises(Conflict) as refused:
            declaration_make(
                session=chouette.session,
                question=number,
                player=chouette.ids["Dee"],
                word="drop",
                key="too late",
                sender=chouette.reader("Dee"),
            )
        assert refused.value.code == "question_closed"
        assert str(refused.value)
        assert (chouette.table.totals, chouette.session.length) == (totals, length)
        assert agrees(chouette)

    def test_what_is_taken_back_at_the_table_stops_the_board_and_not_its_position(self, chouette):
        chouette.act("Bob", "roll")
        kept = chouette.state.game.to_json()
        chouette.session.refresh_from_db()
        undo(
            session=chouette.session,
            version=chouette.session.version,
            key="back",
            sender=chouette.organizer,
        )
        with pytest.raises(RulesRefused, match="Cubes come first"):
            chouette.play_any("Bob")
        chouette.record(BoxReplies(((chouette.ids["Cid"], "drop"),)))
        chouette.play_any("Bob")
        assert chouette.state.last.before["position"] == kept["position"]
        assert agrees(chouette)
