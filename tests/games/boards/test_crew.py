"""Captain and crew of a chouette on the board among themselves: who advises, who knows of it."""

from contextlib import suppress

import pytest

from games.boards.errors import BoardConflict, BoardNotAllowed, BoardRefused, RulesRefused
from games.boards.selectors.places import place_of
from games.boards.services.sitters import Sitter
from games.chouetteboards.selectors.crew import crew_of
from games.chouetteboards.services import crew as service
from games.chouetteboards.services.crew import crew_act, crew_say
from games.errors import NotAllowed
from games.models import Board, Consultation
from games.rules.backgammon import legal_plays, play_text
from games.rules.chouette import BoxDoubles, BoxReplies, TeamReplies
from tests.games.boards.chouettes import Chouette

pytestmark = pytest.mark.django_db


@pytest.fixture
def chouette(session, organizer, monkeypatch):
    """Ann in the box, Bob captain, Cid and Dee, before their first game on the board."""
    return Chouette(session, organizer, monkeypatch).on_board()


@pytest.fixture
def consulting(chouette):
    """The team has 6-1 to play; nobody's cube was turned."""
    return chouette.begin((1, 6))


def found(chouette):
    return Board.objects.select_related("club", "session__club").get(pk=chouette.board.pk)


def crew(chouette):
    return crew_of(found(chouette))


def do(chouette, name, what, text="", roll=None):
    board = found(chouette)
    number = chouette.state.dice.rolled if roll is None else roll
    reader = chouette.reader(name)
    crew_act(board=board, reader=reader, do=what, text=text, roll=number)


def ask(chouette, *names, by="Bob"):
    for name in names:
        seat = chouette.state.team.line.index(chouette.ids[name])
        do(chouette, by, "ask", str(seat))


def plays(chouette):
    """The plays of the roll as the crew sends them, by absolute fields."""
    game = chouette.state.game
    return [play_text(one, "fields", 1) for one in legal_plays(game.position, game.roll)]


def voices(chouette):
    names = list(chouette.users)
    return [(names[seat], text) for seat, text in crew(chouette).plays]


# what happened before the team's roll, and who may advise then without being asked
def nothing(chouette):
    chouette.begin((1, 6))


def cid_doubled(chouette):
    _before_the_roll(chouette)
    chouette.declare("Cid", "double")
    chouette.hold("Dee")
    chouette.act("Bob", "roll")
    chouette.record(BoxReplies(((chouette.ids["Cid"], "take"),)), by="Ann")
    chouette.act("Bob", "roll")


def cid_was_dropped(chouette):
    _before_the_roll(chouette)
    chouette.declare("Cid", "double")
    chouette.hold("Dee")
    chouette.act("Bob", "roll")
    chouette.record(BoxReplies(((chouette.ids["Cid"], "drop"),)), by="Ann")
    chouette.act("Bob", "roll")


def captain_was_dropped(chouette):
    _before_the_roll(chouette)
    chouette.declare("Bob", "double")
    chouette.hold("Cid", "Dee")
    chouette.record(BoxReplies(((chouette.ids["Bob"], "drop"),)), by="Ann")
    chouette.act("Cid", "roll")


def box_doubled_and_dee_dropped(chouette):
    chouette.begin((1, 6), (6, 1), (5, 2))
    chouette.play_any("Bob")
    everybody = [chouette.ids[name] for name in ("Bob", "Cid", "Dee")]
    chouette.record(BoxDoubles(tuple(everybody)), by="Ann")
    answers = zip(everybody, ("take", "take", "drop"), strict=True)
    chouette.record(TeamReplies(tuple(answers)))
    chouette.act("Ann", "roll")
    chouette.play_any("Ann")
    chouette.hold("Bob", "Cid")
    chouette.act("Bob", "roll")


def _before_the_roll(chouette):
    chouette.begin((6, 1), (5, 2))
    chouette.play_any("Ann")


EVERYBODY = ("Ann", "Bob", "Cid", "Dee", "Olga")
SITUATIONS = [
    # what happened, whom the captain asks, who moves for the team, who advises
    (nothing, (), "Bob", ""),
    (nothing, ("Cid",), "Bob", "Cid"),
    (nothing, ("Cid", "Dee"), "Bob", "Cid Dee"),
    (cid_doubled, (), "Bob", "Cid"),
    (cid_doubled, ("Dee",), "Bob", "Cid Dee"),
    (cid_was_dropped, (), "Bob", ""),
    (cid_was_dropped, ("Dee",), "Bob", "Dee"),
    (captain_was_dropped, (), "Cid", ""),
    (captain_was_dropped, ("Dee",), "Cid", "Dee"),
    (box_doubled_and_dee_dropped, (), "Bob", "Cid"),
]


@pytest.mark.parametrize(("happened", "asked", "captain", "advisers"), SITUATIONS)
def test_who_has_leave_tries_proposes_and_speaks_and_nobody_else(
    chouette, happened, asked, captain, advisers, monkeypatch
):
    monkeypatch.setattr(service, "STEP_MS", 0)
    happened(chouette)
    ask(chouette, *asked, by=captain)
    tried, put, asking, said = set(), set(), set(), set()
    first = plays(chouette)[0]
    for name in EVERYBODY:
        for what, text, did in (
            ("try", first.split()[0], tried),
            ("put", first, put),
            ("unask", "2", asking),
        ):
            try:
                do(chouette, name, what, text)
            except BoardNotAllowed:
                continue
            did.add(name)
            if what == "unask":
                ask(chouette, *asked, by=captain)
        seat = place_of(found(chouette), chouette.reader(name).player)
        with suppress(NotAllowed):
            crew_say(board=found(chouette), by=Sitter(seat), code="safe")
            said.add(name)
    may = {captain, *advisers.split()}
    assert (tried, put, asking, said) == (may, {*advisers.split()}, {captain}, may)


class TestAsking:
    def test_the_captain_takes_it_back(self, consulting):
        ask(consulting, "Cid")
        do(consulting, "Cid", "put", plays(consulting)[0])
        do(consulting, "Bob", "unask", "2")
        assert crew(consulting).advisers == ()
        assert voices(consulting) == []
        with pytest.raises(BoardNotAllowed, match="captain asks you"):
            do(consulting, "Cid", "put", plays(consulting)[0])

    @pytest.mark.parametrize("seat", ["0", "1", "4", "99", "", "x", "-1"])
    def test_only_who_is_silent_is_asked(self, consulting, seat):
        with pytest.raises(BoardRefused):
            do(consulting, "Bob", "ask", seat)

    def test_whom_the_former_captain_asked_the_next_one_asks_again(self, chouette):
        _before_the_roll(chouette)
        ask(chouette, "Dee")
        chouette.declare("Bob", "double")
        chouette.hold("Cid", "Dee")
        chouette.record(BoxReplies(((chouette.ids["Bob"], "drop"),)), by="Ann")
        assert crew(chouette).advisers == ()

    def test_it_lasts_until_the_captain_takes_it_back(self, chouette):
        chouette.begin((1, 6), (5, 2), (4, 3))
        ask(chouette, "Cid")
        chouette.play_any("Bob")
        chouette.act("Ann", "roll")
        chouette.play_any("Ann")
        assert crew(chouette).advisers == (2,)

    def test_who_speaks_for_the_captain_asks_and_tries_but_does_not_propose(self, consulting):
        ids = consulting.ids
        consulting.session.proxies.create(player=ids["Bob"], speaker=ids["Dee"])
        ask(consulting, "Cid", by="Dee")
        assert crew(consulting).leaders == (1, 3)
        assert crew(consulting).speakers == (1, 2, 3)
        with pytest.raises(BoardNotAllowed, match="move yourself"):
            do(consulting, "Dee", "put", plays(consulting)[0])


class TestTrying:
    def test_the_last_steps_overwrite_those_before_and_nothing_is_logged(
        self, consulting, monkeypatch
    ):
        monkeypatch.setattr(service, "STEP_MS", 0)
        length, beat = consulting.board.length, consulting.board.beat
        play = plays(consulting)[0]
        do(consulting, "Bob", "try", play.split()[0])
        do(consulting, "Bob", "try", play)
        ((seat, steps),) = crew(consulting).trials
        assert (seat, len(steps)) == (1, 2)
        do(consulting, "Bob", "try", "")
        assert crew(consulting).trials == []
        assert Consultation.objects.count() == 1
        assert (consulting.board.length, consulting.board.beat) == (length, beat)

    def test_at_most_five_steps_a_second(self, consulting, monkeypatch):
        now = [1000]
        monkeypatch.setattr(service, "now_ms", lambda: now[0])
        first = plays(consulting)[0].split()[0]
        do(consulting, "Bob", "try", first)
        for now[0], is_early in ((1199, True), (1200, False), (1201, True), (1400, False)):
            if is_early:
                with pytest.raises(BoardRefused, match="five"):
                    do(consulting, "Bob", "try", first)
            else:
                do(consulting, "Bob", "try", first)

    @pytest.mark.parametrize("text", ["24-25", "1-3", "13-1", "x", "1-7 1-7 1-7", "1-7-8", "-"])
    def test_only_what_begins_a_legal_play_is_shown(self, consulting, text):
        with pytest.raises(BoardRefused):
            do(consulting, "Bob", "try", text)
        assert crew(consulting).trials == []

    def test_with_the_play_it_is_gone(self, consulting):
        ask(consulting, "Cid")
        play = plays(consulting)[0]
        do(consulting, "Cid", "put", play)
        do(consulting, "Bob", "try", play)
        roll = consulting.state.dice.rolled
        consulting.play_any("Bob")
        assert (crew(consulting).trials, crew(consulting).plays) == ([], [])
        with pytest.raises(BoardConflict):
            do(consulting, "Cid", "put", play, roll=roll)


class TestProposing:
    def test_a_second_voice_for_the_same_end_joins_the_first_however_it_is_written(
        self, consulting
    ):
        ask(consulting, "Cid", "Dee")
        do(consulting, "Cid", "put", "24/18 24/23")
        do(consulting, "Dee", "put", "1-2 1-7")
        assert voices(consulting) == [("Cid", "1-7 1-2"), ("Dee", "1-7 1-2")]

    def test_who_is_for_another_play_is_no_longer_for_theirs(self, consulting):
        ask(consulting, "Cid", "Dee")
        do(consulting, "Cid", "put", "13/7 8/7")
        do(consulting, "Dee", "put", "24/18 24/23")
        do(consulting, "Cid", "put", "24/18 24/23")
        assert voices(consulting) == [("Dee", "1-7 1-2"), ("Cid", "1-7 1-2")]
        do(consulting, "Dee", "withdraw")
        assert voices(consulting) == [("Cid", "1-7 1-2")]

    @pytest.mark.parametrize("text", ["13/8", "", "13/12", "nonsense", "24/18"])
    def test_only_a_whole_legal_play_is_proposed(self, consulting, text):
        ask(consulting, "Cid")
        with pytest.raises(RulesRefused):
            do(consulting, "Cid", "put", text)

    def test_of_another_roll_nothing_is_taken(self, consulting):
        with pytest.raises(BoardConflict, match="another"):
            do(consulting, "Bob", "try", plays(consulting)[0], roll=0)

    def test_while_the_box_moves_nothing_is_tried(self, chouette):
        chouette.begin((6, 1))
        with pytest.raises(BoardConflict):
            do(chouette, "Bob", "try", "1-7")

    def test_nothing_else_can_be_done(self, consulting):
        with pytest.raises(BoardRefused):
            do(consulting, "Bob", "shout")
