"""Rounds of offers and answers on several phones: heard, kept back, and one step in the end."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.errors import Conflict, KeyReused, NotAllowed, Refused
from games.models import Declaration, Pass, Session
from games.record.services.actions import redo, undo
from games.rules.chouette import (
    BoxDoubles,
    BoxReplies,
    EndGame,
    Open,
    RuleError,
    TeamDoubles,
    TeamReplies,
)
from games.sessions.services.sessions import session_create, session_end
from tests.games.conftest import Scorer
from tests.games.record.declaring import Phones


@pytest.fixture
def phones(session, scorer, players):
    """Ann is the box, Bob the captain, Cid and Dee the crew; the first game is on."""
    scorer.play("order Ann, Bob, Cid, Dee\ngame")
    return Phones(session, players)


@pytest.fixture
def made(club, organizer, players):
    """Makes such a table with other house rules."""

    def make(rules: str) -> Phones:
        session = session_create(
            club=club, by=organizer, players=list(players.values()), rules=rules
        )
        Scorer(session, organizer).play("order Ann, Bob, Cid, Dee\ngame")
        return Phones(session, players)

    return make


@pytest.fixture
def hidden(phones):
    """The same, and replies stay hidden until all are in."""
    Session.objects.filter(pk=phones.session.pk).update(replies_hidden=True)
    return phones


def box_doubles(phones, *names):
    phones.record("Ann", BoxDoubles(tuple(phones.ids[name] for name in names)))


def test_an_answer_reads_once_who_speaks_for_whom(phones):
    with CaptureQueriesContext(connection) as found:
        phones.say("Cid", "double")
    assert sum('FROM "games_proxy"' in one["sql"] for one in found) == 1


class TestOffers:
    def test_the_round_is_one_step_when_the_last_has_spoken(self, phones):
        assert not phones.say("Cid", "double").is_settled
        assert phones.question["kind"] == "offers"
        phones.say("Bob", "hold")
        assert phones.last()[1]["type"] == "start_game"

        answer = phones.say("Dee", "double")

        assert answer.is_settled
        assert answer.recorded.version == 4
        assert phones.last() == ("play", {"type": "team_doubles", "members": ["Cid", "Dee"]})
        assert phones.question["kind"] == "replies"
        assert set(Declaration.objects.values_list("step", flat=True)) == {4}

    def test_a_word_may_be_changed_while_the_round_is_open(self, phones):
        phones.say("Cid", "double")
        phones.say("Cid", "hold")
        phones.say("Bob", "double")
        phones.say("Dee", "hold")

        assert phones.last()[1]["members"] == ["Bob"]

    def test_where_all_hold_there_is_no_step_and_the_round_is_over(self, phones):
        phones.open("Bob")
        before = phones.fresh()
        for name in ("Bob", "Cid", "Dee"):
            answer = phones.say(name, "hold", question=before.question["number"])

        after = phones.fresh()
        assert answer.is_settled
        assert answer.recorded is None
        assert after.version == before.version
        assert after.beat > before.beat
        assert after.question["kind"] == "held"
        assert phones.say("Cid", "double", question=after.questions + 1).question == 2

    def test_the_captain_closes_the_round_and_who_is_silent_holds(self, phones):
        phones.say("Dee", "double")
        with pytest.raises(NotAllowed) as caught:
            phones.close("Cid")
        assert caught.value.code == "not_yours"

        assert phones.close("Bob").is_settled
        assert phones.last()[1]["members"] == ["Dee"]

    def test_a_round_that_is_closed_with_nothing_said_is_held(self, phones):
        phones.open("Bob")

        first = phones.close("Bob", question=1, key="k")
        again = phones.close("Bob", question=1, key="k")

        assert (first.recorded, first.replayed, again.replayed) == (None, False, True)
        assert phones.question["kind"] == "held"

    def test_closing_again_with_the_same_key_writes_nothing_twice(self, phones):
        phones.say("Dee", "double")

        phones.close("Bob", question=1, key="k")
        again = phones.close("Bob", question=1, key="k")

        assert again.replayed
        assert phones.session.log.count() == 4
        with pytest.raises(KeyReused):
            phones.close("Bob", question=2, key="k")

    def test_only_the_captain_asks_the_team_and_asking_twice_is_asking_once(self, phones):
        with pytest.raises(NotAllowed):
            phones.open("Dee")

        first, again = phones.open("Bob"), phones.open("Bob")

        assert (first.question, first.replayed) == (1, False)
        assert (again.question, again.replayed) == (1, True)

    def test_a_hold_opens_no_round(self, phones):
        with pytest.raises(Conflict) as caught:
            phones.say("Cid", "hold")

        assert caught.value.code == "question_closed"
        assert phones.question is None

    def test_who_may_not_double_is_told_why(self, phones, scorer):
        scorer.session.refresh_from_db()
        scorer.play("Bob doubles\nbox takes Bob")

        with pytest.raises(RuleError) as caught:
            phones.say("Bob", "double")

        assert caught.value.code == "cube_owned_by_box"
        assert phones.say("Cid", "double").question == phones.question["number"]
        phones.say("Dee", "hold")
        assert phones.last()[1]["members"] == ["Cid"]

    def test_a_double_that_comes_late_does_not_open_a_round_in_the_next_game(self, phones, scorer):
        scorer.session.refresh_from_db()
        scorer.play("team wins\ngame")

        with pytest.raises(Conflict):
            phones.say("Cid", "double", question=1, game=1)

        assert phones.question is None

    def test_with_one_cube_the_captain_doubles_and_nobody_else_is_asked(self, made):
        phones = made("canberra; cubes=team")
        team = TeamDoubles(tuple(phones.ids[name] for name in ("Bob", "Cid", "Dee")))

        with pytest.raises(Conflict):
            phones.say("Cid", "double")
        with pytest.raises(NotAllowed):
            phones.record("Cid", team)
        phones.record("Bob", team)

        assert phones.table.phase == "replies"


class TestReplies:
    def test_a_reply_is_a_step_at_once_where_it_is_not_hidden(self, phones):
        box_doubles(phones, "Bob", "Cid")

        answer = phones.say("Cid", "take")

        assert answer.recorded.version == 5
        assert phones.last() == ("play", {"type": "team_replies", "replies": [["Cid", "take"]]})
        assert phones.words() == {}
        assert phones.question["kind"] == "replies"
        phones.say("Bob", "drop")
        assert phones.question is None

    def test_hidden_replies_are_one_step_when_all_are_in(self, hidden):
        box_doubles(hidden, "Bob", "Cid", "Dee")
        hidden.say("Dee", "take")
        hidden.say("Bob", "drop")
        assert hidden.fresh().version == 4
        assert hidden.table.game.round.replies == ()

        hidden.say("Cid", "take")

        assert hidden.last()[1]["replies"] == [["Bob", "drop"], ["Cid", "take"], ["Dee", "take"]]

    def test_words_that_are_illegal_together_are_the_last_speakers_to_change(self, hidden):
        box_doubles(hidden, "Bob", "Cid", "Dee")
        hidden.say("Bob", "drop")
        hidden.say("Cid", "drop")

        with pytest.raises(RuleError) as caught:
            hidden.say("Dee", "take")

        assert caught.value.code == "lone_taker_must_beaver"
        assert hidden.words() == {"Bob": "drop", "Cid": "drop"}
        hidden.say("Dee", "beaver")
        assert hidden.table.phase == "animals"

    def test_another_may_change_his_word_so_that_they_fit(self, hidden):
        box_doubles(hidden, "Bob", "Cid", "Dee")
        hidden.say("Bob", "take")
        hidden.say("Cid", "drop")
        with pytest.raises(RuleError):
            hidden.say("Dee", "drop")

        hidden.say("Bob", "drop")
        hidden.say("Dee", "drop")

        assert hidden.table.phase == "between"

    def test_nobody_doubles_whose_cube_lies_at_the_box(self, phones, scorer):
        scorer.session.refresh_from_db()
        scorer.play("all double\nbox takes all")

        with pytest.raises(RuleError) as caught:
            phones.say("Bob", "double")

        assert caught.value.code == "nobody_may_double"

    def test_a_word_that_the_house_rules_forbid_is_refused_at_once(self, made):
        phones = made("canberra; animals=0")
        box_doubles(phones, "Bob", "Cid")

        with pytest.raises(RuleError) as caught:
            phones.say("Bob", "beaver")

        assert caught.value.code == "beaver_off"

    def test_a_word_that_is_none_names_those_that_are(self, hidden):
        box_doubles(hidden, "Bob")

        with pytest.raises(Refused, match="take, drop, beaver"):
            hidden.say("Bob", "double")

    def test_the_scorer_may_record_the_whole_and_that_closes_the_question(self, hidden, scorer):
        box_doubles(hidden, "Bob", "Cid", "Dee")
        number = hidden.number
        hidden.say("Bob", "drop")
        scorer.session.refresh_from_db()
        scorer.text += "box doubles all\n"
        scorer.play("all take", over=number)

        assert hidden.question is None
        assert hidden.words() == {}
        with pytest.raises(Conflict) as caught:
            hidden.say("Cid", "drop", question=number)
        assert caught.value.code == "question_closed"

    def test_a_hidden_reply_is_not_recorded_past_the_others(self, hidden):
        box_doubles(hidden, "Bob", "Cid")

        with pytest.raises(NotAllowed) as caught:
            hidden.record("Bob", TeamReplies(((hidden.ids["Bob"], "take"),)))

        assert caught.value.code == "declare_instead"

    def test_animals_are_answered_together(self, phones, scorer):
        scorer.session.refresh_from_db()
        scorer.play("all double\nbox beavers all")
        assert phones.question["kind"] == "animals"

        phones.say("Bob", "accept")
        phones.say("Cid", "refuse")
        phones.say("Dee", "raccoon")

        assert phones.last()[1] == {
            "type": "team_animals",
            "replies": [["Bob", "accept"], ["Cid", "refuse"], ["Dee", "raccoon"]],
        }
        assert phones.question["mark"][1] == "box"


class TestWhoSpeaks:
    def test_nobody_speaks_for_another(self, phones):
        with pytest.raises(NotAllowed) as caught:
            phones.say("Cid", "double", by="Dee")

        assert (caught.value.code, caught.value.status) == ("not_yours", 403)
        assert Declaration.objects.count() == 0

    def test_who_keeps_the_score_speaks_for_anybody(self, phones, organizer):
        phones.say("Cid", "double", by=organizer)

        assert phones.words() == {"Cid": "double"}

    def test_a_player_with_an_account_speaks_for_himself(self, phones, players, member):
        user = member("player")
        players["Cid"].user = user
        players["Cid"].save()

        phones.say("Cid", "double", by=user)
        with pytest.raises(NotAllowed):
            phones.say("Dee", "double", by=user)

    def test_an_onlooker_says_nothing(self, phones):
        watcher = Pass.objects.create(
            club=phones.session.club, session=phones.session, role=Pass.Role.ONLOOKER
        )
        with pytest.raises(NotAllowed) as caught:
            phones.say("Cid", "double", by=watcher)
        assert caught.value.code == "not_allowed"

    def test_a_phone_that_was_parted_says_nothing(self, phones):
        phones.passes["Cid"].state = Pass.State.REVOKED
        phones.passes["Cid"].save()

        with pytest.raises(NotAllowed):
            phones.say("Cid", "double")

    def test_who_is_named_speaks_for_who_is_away(self, phones):
        phones.proxy("Dee", "Cid")
        phones.open("Bob")

        phones.say("Dee", "double", by="Cid")
        with pytest.raises(NotAllowed):
            phones.say("Dee", "hold", by="Bob")

        assert phones.words() == {"Dee": "double"}

    def test_who_follows_the_captain_says_what_he_says(self, phones):
        phones.proxy("Dee")
        phones.say("Cid", "double")

        answer = phones.say("Bob", "double")

        assert answer.is_settled
        assert phones.last()[1]["members"] == ["Bob", "Cid", "Dee"]

    def test_his_own_word_comes_before_the_captains(self, phones):
        phones.proxy("Dee")
        phones.say("Dee", "double")
        phones.say("Cid", "hold")
        phones.say("Bob", "hold")

        assert phones.last()[1]["members"] == ["Dee"]

    def test_where_the_captain_is_not_asked_he_speaks_for_who_follows_him(self, phones):
        phones.proxy("Dee")
        box_doubles(phones, "Cid", "Dee")
        phones.say("Cid", "take")

        phones.say("Dee", "drop", by="Bob")

        assert phones.question is None

    def test_a_reply_of_the_captain_takes_his_followers_along(self, phones):
        phones.proxy("Dee")
        box_doubles(phones, "Bob", "Cid", "Dee")

        phones.say("Bob", "take")

        assert phones.last()[1]["replies"] == [["Bob", "take"], ["Dee", "take"]]


class TestOnce:
    def test_the_same_word_again_is_heard_once(self, phones):
        first = phones.say("Cid", "double", question=1, key="k")
        again = phones.say("Cid", "double", question=1, key="k")

        assert (first.replayed, again.replayed) == (False, True)
        assert Declaration.objects.count() == 1

    def test_the_last_word_again_writes_no_second_step(self, phones):
        phones.say("Bob", "double")
        phones.say("Cid", "hold")
        phones.say("Dee", "hold", question=1, key="k")

        again = phones.say("Dee", "hold", question=1, key="k")

        assert (again.replayed, again.is_settled) == (True, True)
        assert phones.session.log.count() == 4

    @pytest.mark.parametrize(
        "other", [{"word": "hold"}, {"question": 2}, {"name": "Dee", "by": "Cid"}]
    )
    def test_a_key_that_comes_with_something_else_is_refused(self, phones, other):
        phones.proxy("Dee", "Cid")
        phones.say("Cid", "double", question=1, key="k")
        tap = {"name": "Cid", "word": "double", "question": 1, "key": "k", **other}

        with pytest.raises(KeyReused):
            phones.say(tap.pop("name"), tap.pop("word"), **tap)

    def test_a_key_of_a_step_is_not_good_for_a_word(self, phones):
        phones.record("Bob", Open(3, 1), key="k")

        with pytest.raises(KeyReused):
            phones.say("Bob", "double", key="k")

    def test_an_old_word_that_comes_again_does_not_undo_the_newer_one(self, phones):
        phones.say("Cid", "double", question=1, key="a")
        phones.say("Cid", "hold", question=1, key="b")

        again = phones.say("Cid", "double", question=1, key="a")

        assert again.replayed
        assert phones.words() == {"Cid": "hold"}
        with pytest.raises(KeyReused):
            phones.say("Cid", "hold", question=1, key="a")

    @pytest.mark.parametrize("key", ["", "x" * 65, "a\nb"])
    def test_a_key_has_its_form(self, phones, key):
        with pytest.raises(Refused) as caught:
            phones.say("Cid", "double", key=key)
        assert caught.value.code == "key_malformed"

    def test_a_late_word_to_a_closed_question_writes_nothing(self, phones):
        phones.say("Cid", "double")
        phones.close("Bob")
        before = phones.fresh()

        with pytest.raises(Conflict) as caught:
            phones.say("Dee", "double", question=1)

        after = phones.fresh()
        assert (caught.value.code, caught.value.status) == ("question_closed", 409)
        assert (after.version, after.beat) == (before.version, before.beat)
        assert Declaration.objects.filter(step=None).count() == 0

    def test_what_others_do_meanwhile_does_not_make_a_word_late(self, phones, scorer):
        phones.say("Cid", "double")
        scorer.session.refresh_from_db()
        scorer.play("Dee leaves")

        assert phones.say("Bob", "double", question=1).question == 1

    def test_after_an_undo_the_question_is_another(self, phones, organizer):
        box_doubles(phones, "Bob", "Cid")
        phones.say("Cid", "take")
        session = phones.fresh()
        undo(session=session, version=session.version, key="u", sender=organizer)

        assert phones.number == 2
        with pytest.raises(Conflict):
            phones.say("Bob", "take", question=1)

    def test_a_session_that_has_ended_hears_nothing(self, phones, organizer, scorer):
        scorer.session.refresh_from_db()
        scorer.play("team wins")
        session = phones.fresh()
        session_end(session=session, by=organizer, version=session.version, key="e")

        with pytest.raises(Conflict) as caught:
            phones.say("Cid", "double", by=organizer)
        assert caught.value.code == "session_ended"


class TestAlone:
    def test_the_box_answers_for_the_box_and_nobody_else_does(self, phones):
        phones.say("Cid", "double")
        phones.close("Bob")
        replies = BoxReplies(((phones.ids["Cid"], "take"),))

        with pytest.raises(NotAllowed):
            phones.record("Bob", replies)
        phones.record("Ann", replies)

        assert phones.table.game.bet(phones.ids["Cid"]).owner == "box"

    def test_a_game_is_not_ended_from_a_players_phone(self, phones):
        for name in ("Ann", "Bob", "Cid"):
            with pytest.raises(NotAllowed) as caught:
                phones.record(name, EndGame("team"))
            assert caught.value.code == "not_yours"

    def test_members_double_by_declaring_not_past_the_others(self, phones):
        with pytest.raises(NotAllowed):
            phones.record("Cid", TeamDoubles((phones.ids["Cid"],)))

    def test_the_box_waits_while_the_team_is_asked(self, phones):
        phones.say("Cid", "double")

        with pytest.raises(NotAllowed) as caught:
            box_doubles(phones, "Bob")

        assert caught.value.code == "team_is_asked"
        assert phones.words() == {"Cid": "double"}


class TestUndo:
    def undo(self, phones, name, **request):
        session = phones.fresh()
        return undo(
            session=session,
            version=session.version,
            key=f"undo {session.version}",
            sender=phones.passes[name],
            **request,
        )

    def test_one_takes_back_what_one_has_said(self, phones):
        box_doubles(phones, "Bob", "Cid")
        phones.say("Cid", "take")

        self.undo(phones, "Cid")

        assert phones.table.game.round.replies == ()

    def test_what_another_has_said_takes_the_scorer(self, phones):
        box_doubles(phones, "Bob", "Cid")

        with pytest.raises(NotAllowed) as caught:
            self.undo(phones, "Bob")
        assert (caught.value.code, caught.value.status) == ("undo_of_another", 403)

        phones.say("Cid", "take")
        with pytest.raises(NotAllowed):
            self.undo(phones, "Cid", steps=2)

    def test_a_round_that_several_have_spoken_in_is_nobodys_own(self, phones):
        for name in ("Bob", "Cid", "Dee"):
            phones.say(name, "double")

        with pytest.raises(NotAllowed):
            self.undo(phones, "Dee")

    def test_the_box_takes_its_double_back_and_puts_it_back(self, phones, organizer):
        box_doubles(phones, "Bob")
        self.undo(phones, "Ann")
        session = phones.fresh()
        with pytest.raises(NotAllowed):
            redo(session=session, version=session.version, key="r", sender=phones.passes["Bob"])
        redo(session=session, version=session.version, key="r", sender=phones.passes["Ann"])
        assert phones.table.phase == "replies"

        session = phones.fresh()
        undo(session=session, version=session.version, key="o", sender=organizer)
        session = phones.fresh()
        with pytest.raises(NotAllowed):
            redo(session=session, version=session.version, key="r2", sender=phones.passes["Ann"])
