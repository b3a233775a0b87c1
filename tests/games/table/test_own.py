"""A player's own phone: what it offers them, what it says, and what it never tells of others."""

import re

import pytest
from django.test import Client

from games.models import Club, Pass, Session
from games.record.services.declarations import offers_ask
from games.rules.chouette import BoxDoubles, BoxReplies
from games.sessions.actors import cookie_name, pass_sealed
from games.sessions.services.sessions import session_create
from games.table.presenters.reading import table_page
from games.table.presenters.values import Audience
from games.web.input import Input
from tests.games.conftest import Scorer
from tests.games.phone import Phone
from tests.games.record.declaring import Phones


@pytest.fixture
def phones(session, scorer, players):
    """Ann is the box, Bob the captain, Cid and Dee the crew; the first game is on."""
    scorer.play("order Ann, Bob, Cid, Dee\ngame")
    return Phones(session, players)


@pytest.fixture
def made(club, organizer, players):
    """Makes such a table with other house rules, or before the game."""

    def make(rules: str, play: str = "\ngame") -> Phones:
        session = session_create(
            club=club, by=organizer, players=list(players.values()), rules=rules
        )
        Scorer(session, organizer).play("order Ann, Bob, Cid, Dee" + play)
        return Phones(session, players)

    return make


@pytest.fixture
def of(phones):
    """The page on somebody's own phone."""
    return lambda name: held_by(phones, name)


def held_by(phones, name):
    holder = phones.passes.get(name) or Pass.objects.create(
        club=phones.session.club, session=phones.session, role=name
    )
    client = Client()
    client.cookies[cookie_name(phones.session)] = pass_sealed(holder)
    return Phone(client, phones.session)


def box_doubles(phones, *names):
    phones.record("Ann", BoxDoubles(tuple(phones.ids[name] for name in names)))


def thumb(page):
    """The thumb zone without tags, and what is greyed with its reason."""
    zone = page[page.index('id="thumb"') :]
    text = re.sub(r"<[^>]+>", " ", zone)
    return " ".join(text.split())


def turn(page):
    [found] = re.findall(r'data-turn="([^"]*)"', page)
    return found


def words(page):
    """The words that can be said: the values of the buttons."""
    return re.findall(r'name="word" value="(\w+)"', page)


class TestOffers:
    def test_a_member_may_double_and_the_page_says_who_plays(self, of):
        page = of("Cid").show()

        assert words(page) == ["double"]
        assert "Bob plays for the team against Ann." in thumb(page)
        assert "Your cube 1 → 2" in thumb(page)
        assert turn(page) == ""

    def test_a_tap_on_double_asks_the_others_and_says_so(self, of, phones):
        page = of("Cid").tap(
            "", where="declare", question=1, game=1, player=phones.ids["Cid"], word="double"
        )

        text = page.content.decode()
        assert page.status_code == 200
        assert "You said: double." in thumb(text)
        assert "Waiting for 2 more. Not yet: Bob and Dee." in thumb(text)
        assert turn(text) == ""
        assert 'value="double" id="b-say' in text
        assert 'aria-pressed="true"' in text

    def test_the_others_are_asked_and_their_phones_say_so(self, of, phones):
        phones.say("Cid", "double")

        page = of("Dee").show()

        assert "Do you double?" in thumb(page)
        assert "The team is being asked: 1 of 3 has spoken. Not yet: Bob and Dee." in thumb(page)
        assert words(page) == ["double", "hold"]
        assert turn(page) == "1"

    def test_the_captain_asks_and_closes_the_round(self, of, phones):
        captain = of("Bob")
        assert "Ask the team" in thumb(captain.show())
        assert "Ask the team" not in thumb(of("Cid").show())

        captain.tap("", where="offers", question=1, game=1)
        assert "Close the round" in thumb(captain.show())
        answer = captain.tap("", where="offers/close", question=1)

        assert "The team holds." in thumb(answer.content.decode())
        assert phones.question["kind"] == "held"

    def test_the_box_sees_numbers_only_and_waits(self, of, phones):
        phones.say("Cid", "double")

        page = of("Ann").show()

        assert "The team is being asked: 1 of 3 has spoken." in thumb(page)
        assert 'id="b-box-doubles" role="button" aria-disabled="true"' in page
        assert "its round comes first" in of("Ann").show("own", why="box-doubles")
        assert turn(page) == ""
        assert words(page) == []

    def test_the_whole_round_is_before_the_box_with_the_coach(self, of, phones):
        for name in ("Bob", "Cid", "Dee"):
            phones.say(name, "double")

        page = of("Ann").show()

        assert turn(page) == "2"
        assert "Take at least 2 (1 with a beaver), Bob among them; or drop all." in thumb(page)
        assert "Ann: win +6 · +12 · +18, loss −6 · −12 · −18" in thumb(page)
        assert 'name="reply-' in page
        assert "Ann answers." in thumb(of("Cid").show())
        assert turn(of("Cid").show()) == ""

    def test_a_cube_that_may_not_be_turned_says_why(self, of, phones, scorer):
        scorer.session.refresh_from_db()
        scorer.play("Cid doubles\nbox takes Cid")

        page = of("Cid").show()

        assert words(page) == []
        assert 'id="b-own-double"' in page
        assert "the box owns that cube" in of("Cid").show("own", why="own-double")

    def test_who_is_out_is_told_what_it_cost_him(self, of, phones, scorer):
        scorer.session.refresh_from_db()
        scorer.play("box doubles Cid\nCid drops")

        page = of("Cid").show()

        assert "You are out of this game: dropped −1." in thumb(page)
        assert words(page) == []

    def test_with_one_cube_the_captain_doubles_with_one_tap(self, made):
        phones = made("canberra; cubes=team")

        page = held_by(phones, "Bob").show()

        assert 'id="b-team-doubles"' in page
        assert 'id="b-team-doubles"' not in held_by(phones, "Cid").show()
        answer = held_by(phones, "Bob").tap(
            "team_doubles", member=[phones.ids[name] for name in ("Bob", "Cid", "Dee")]
        )
        assert "Ann answers." in thumb(answer.content.decode())


class TestAnswers:
    def test_a_member_answers_for_himself_and_sees_what_it_costs(self, of, phones):
        box_doubles(phones, "Bob", "Cid")

        page = of("Cid").show()

        assert words(page) == ["take", "drop", "beaver"]
        assert turn(page) == str(phones.number)
        text = thumb(page)
        assert "single gammon backgammon" in text
        assert "Take +2 / −2 +4 / −4 +6 / −6" in text
        assert "Drop −1 −1 −1" in text
        assert "Beaver +4 / −4 +8 / −8 +12 / −12" in text

    def test_who_is_not_asked_waits(self, of, phones):
        box_doubles(phones, "Bob", "Cid")

        page = of("Dee").show()

        assert words(page) == []
        assert turn(page) == ""
        assert "The team is being asked: 0 of 2 have spoken." in thumb(page)

    def test_a_forbidden_answer_is_greyed_and_says_why(self, of, phones):
        box_doubles(phones, "Bob", "Cid", "Dee")
        phones.say("Bob", "drop")
        phones.say("Cid", "drop")

        page = of("Dee").show()

        assert words(page) == ["drop", "beaver"]
        name = f"say-{phones.ids['Dee']}-take"
        assert f'id="b-{name}" role="button" aria-disabled="true"' in page
        assert "must beaver or drop" in thumb(of("Dee").show("own", why=name))

    def test_a_beaver_is_answered_on_ones_own_phone(self, of, phones, scorer):
        scorer.session.refresh_from_db()
        scorer.play("all double\nbox beavers all")

        page = of("Cid").show()

        assert words(page) == ["accept", "refuse", "raccoon"]
        assert "play for 4" in thumb(page)

    def test_the_box_answers_a_raccoon(self, of, phones, scorer):
        scorer.session.refresh_from_db()
        scorer.play("all double\nbox beavers all\nall raccoon")

        assert "Raccoon: Ann to answer" in thumb(of("Ann").show())
        assert "Ann answers." in thumb(of("Bob").show())

    def test_the_box_records_its_answer(self, of, phones):
        phones.say("Cid", "double")
        phones.close("Bob")

        answer = of("Ann").tap("box_replies", **{f"reply-{phones.ids['Cid']}": "take"})

        assert answer.status_code == 200
        assert phones.table.game.bet(phones.ids["Cid"]).owner == "box"

    def test_a_late_answer_is_refused_with_the_table_as_it_is(self, of, phones):
        phones.say("Cid", "double")
        phones.close("Bob")

        answer = of("Dee").tap(
            "", where="declare", question=1, player=phones.ids["Dee"], word="double"
        )

        assert answer.status_code == 409
        assert "this question is closed" in answer.content.decode()

    def test_words_that_do_not_fit_together_say_why(self, phones, of):
        Session.objects.filter(pk=phones.session.pk).update(replies_hidden=True)
        box_doubles(phones, "Bob", "Cid", "Dee")
        phones.say("Bob", "drop")
        phones.say("Cid", "drop")

        answer = of("Dee").tap(
            "", where="declare", question=phones.number, player=phones.ids["Dee"], word="take"
        )

        assert answer.status_code == 422
        assert "Dee, the only one to stay in, must beaver or drop." in answer.content.decode()


class TestBesides:
    def test_the_captain_tells_the_opening_dice(self, of, phones):
        assert 'id="b-opening"' in of("Bob").show()
        assert 'id="b-opening"' not in of("Cid").show()
        assert "Opening dice" in of("Bob").show("opening")
        assert "Opening dice" not in of("Cid").show("opening")

        of("Bob").tap("open", box_die=3, captain_die=3)

        assert "Opening dice" in of("Bob").show()
        assert "Equal dice: Bob rolls for the team again." in thumb(of("Cid").show())

    def test_the_box_doubles(self, of, phones):
        assert "Whom does the box double?" in of("Ann").show("box-doubles")
        assert "Whom does the box double?" not in of("Cid").show("box-doubles")

        answer = of("Ann").tap("box_doubles", member=phones.ids["Cid"])

        assert "The team is being asked: 0 of 1 have spoken." in thumb(answer.content.decode())

    def test_one_may_leave_and_look_at_what_happened(self, of, phones):
        page = of("Cid").show("own-more")

        assert "I leave after this game" in thumb(page)
        of("Cid").tap("leave", player=phones.ids["Cid"])
        assert "Cid leaves after this game" in of("Cid").show()
        assert "game started" in of("Cid").show("history")

    def test_who_was_named_sees_both_cubes(self, of, phones):
        phones.proxy("Dee", "Cid")
        phones.open("Bob")

        page = of("Cid").show()

        assert "Your cube" in thumb(page)
        assert "Dee 1 → 2" in thumb(page)
        assert words(page) == ["double", "hold", "double", "hold"]

    def test_between_games_the_phone_waits(self, made):
        phones = made("canberra", "")

        page = held_by(phones, "Cid").show()

        assert "The scorer starts game 1." in thumb(page)
        assert "I leave the table" in thumb(held_by(phones, "Cid").show("own-more"))

    def test_an_extra_is_given_and_answered_by_those_it_is_about(self, made):
        phones = made("canberra; extras=on; lone_taker=free")
        box_doubles(phones, "Bob", "Cid", "Dee")
        phones.say("Bob", "take")
        phones.say("Cid", "drop")
        phones.say("Dee", "take")

        assert "Cid gives Bob an extra" in thumb(held_by(phones, "Cid").show("own-more"))
        assert "an extra" not in thumb(held_by(phones, "Dee").show("own-more"))
        held_by(phones, "Cid").tap("give_extra", giver=phones.ids["Cid"], taker=phones.ids["Bob"])
        held_by(phones, "Bob").tap(
            "extra_doubles", doubler=phones.ids["Bob"], other=phones.ids["Cid"]
        )
        assert "Cid answers the extra" in thumb(held_by(phones, "Dee").show())
        assert 'id="b-extra-take"' in held_by(phones, "Cid").show()

    @pytest.mark.parametrize("do", ["end_game", "settle", "join", "name_partner", "start_game"])
    def test_what_is_common_to_all_is_not_recorded_from_it(self, of, phones, do):
        fields = {"winner": "team", "level": 1, "settled": phones.ids["Cid"], "points": 1}
        fields |= {"player": phones.ids["Cid"], "line": list(phones.ids.values())}

        answer = of("Cid").tap(do, **fields)

        assert answer.status_code == 403
        assert phones.fresh().version == 3

    def test_undo_is_offered_for_what_is_his_alone(self, of, phones):
        assert 'id="undo"' not in of("Ann").show()
        box_doubles(phones, "Cid")

        assert 'id="undo"' in of("Ann").show()
        assert 'id="undo"' not in of("Cid").show()
        assert of("Ann").tap("", where="undo").status_code == 200
        assert phones.table.phase == "play"

    def test_a_phone_marks_the_row_of_its_player(self, of, phones):
        rows = of("Cid").show().split('<li class="seat ')[1:]
        own = [row for row in rows if 'aria-current="true"' in row]
        assert len(own) == 1
        assert "Cid" in own[0]
        assert 'aria-current="true"' not in of("scorer").show()

    def test_undoing_another_is_refused_with_a_sentence(self, of, phones):
        box_doubles(phones, "Cid")

        answer = of("Cid").tap("", where="undo")

        assert answer.status_code == 403
        assert "only the scorer takes it back" in answer.content.decode()


class TestWhoKeepsTheScore:
    def test_he_sees_who_is_asked_and_may_close(self, of, phones):
        phones.say("Cid", "double")
        scorer = of("scorer")

        page = scorer.show()

        assert "1 of 3 has answered. Not yet: Bob and Dee." in thumb(page)
        assert "You said" not in page
        assert "Team doubles" in thumb(page)
        scorer.tap("", where="offers/close", question=1)
        assert phones.table.phase == "replies"

    def test_he_says_it_for_one_without_a_phone(self, of, phones):
        phones.say("Cid", "double")
        page = of("scorer").show("speak")

        assert words(page) == ["double", "hold"] * 3
        assert "aria-pressed" not in page[page.index('id="thumb"') :]
        of("scorer").tap("", where="declare", question=1, player=phones.ids["Dee"], word="double")
        assert phones.words() == {"Cid": "double", "Dee": "double"}

    def test_an_answer_given_on_a_phone_stands_in_its_row_for_everybody(self, of, phones):
        box_doubles(phones, "Cid", "Dee")
        phones.say("Cid", "take", question=1)

        for reader in ("scorer", "Dee", "Ann"):
            page = of(reader).show()
            assert '<span class="seat__given seat__given--take">Take</span>' in page, reader
            assert page.count('class="seat__given') == 1
        assert 'id="confirm">Dee takes</button>' in of("scorer").show()
        page = of("Cid").show()
        assert "You said: take." in thumb(page)
        assert "Waiting for 1 more. Not yet: Dee." in thumb(page)

    def test_of_a_secret_answer_the_row_says_only_that_it_is_in(self, of, phones):
        Session.objects.update(replies_hidden=True)
        box_doubles(phones, "Cid", "Dee")
        phones.say("Cid", "take", question=1)

        for reader in ("scorer", "Dee", "Ann"):
            page = of(reader).show()
            assert page.count("has answered</span>") == 1, reader
            assert 'class="seat__given' not in page
            assert page.index("has answered</span>") < page.index(">Cid</span>")
            assert page.index(">Bob</span>") < page.index("has answered</span>")

    def test_at_a_table_with_one_phone_nothing_is_said_of_phones(self, of, phones):
        box_doubles(phones, "Cid", "Dee")
        assert "Asked: Cid and Dee." in thumb(of("scorer").show())

        Pass.objects.filter(role=Pass.Role.PLAYER).update(state=Pass.State.REVOKED)

        assert "Asked: " not in of("scorer").show()

    def test_recording_the_whole_goes_on_as_before(self, of, phones):
        phones.say("Cid", "double")

        of("scorer").tap("team_doubles", member=phones.ids["Bob"], over=1)

        assert phones.last()[1]["members"] == ["Bob"]
        assert phones.words() == {}

    @pytest.mark.parametrize(
        ("language", "question", "yes"),
        [
            ("en", "Cid and Bob have answered on their phones. Replace their answers?", "Yes"),
            (
                "de",
                "Cid und Bob haben auf ihren Handys geantwortet. Ihre Antworten ersetzen?",
                "Ja",
            ),
        ],
    )
    def test_a_tap_over_answers_is_asked_about_and_yes_sends_it_again(
        self, of, phones, language, question, yes
    ):
        phones.say("Cid", "double")
        phones.say("Bob", "hold")
        scorer, both = of("scorer"), [phones.ids["Cid"], phones.ids["Dee"]]
        scorer.client.cookies["django_language"] = language

        answer = scorer.tap("team_doubles", member=both, pane="team-doubles")

        page = answer.content.decode()
        assert answer.status_code == 409
        assert question in thumb(page)
        assert phones.words() == {"Bob": "hold", "Cid": "double"}
        zone = page[page.index('id="replace"') :]
        form = zone[: zone.index("</form>")]
        assert f">{yes}</button>" in form
        assert 'action="/sessions/' in form
        assert "/table/act/" in form
        assert 'id="b-keep" href' in zone
        assert "?pane=team-doubles" in zone

        fields = {}
        for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', form):
            fields.setdefault(name, []).append(value)
        del fields["do"], fields["version"]
        assert scorer.tap("team_doubles", **fields).status_code == 200
        assert phones.last()[1]["members"] == ["Cid", "Dee"]

    def test_undo_of_a_step_asks_too_and_says_that_answers_go(self, of, phones):
        Session.objects.filter(pk=phones.session.pk).update(replies_hidden=True)
        box_doubles(phones, "Cid", "Dee")
        phones.say("Cid", "drop")

        page = of("scorer").tap("", where="undo").content.decode()

        asked = "Cid has answered on the phone. Go on without the answer?"
        assert asked in thumb(page)
        assert "/table/undo/" in page[page.index('id="replace"') :]
        assert phones.words() == {"Cid": "drop"}
        assert of("scorer").tap("", where="undo", over=phones.number).status_code == 200
        assert phones.words() == {}

    def test_no_address_makes_the_page_ask(self, of, phones):
        assert 'id="replace"' not in of("scorer").show("replace", do="end_game", over=1)


class TestNobodyElseSeesIt:
    """Cid has said "beaver" and "double": no other page differs by that word."""

    @pytest.fixture
    def pages(self, phones):
        """All pages but Cid's, without what changes from page to page."""

        def shown():
            found = {}
            for name in ("Ann", "Bob", "Dee", "scorer", "onlooker"):
                for pane in ("", "speak", "history", "own-more", "replies"):
                    page = held_by(phones, name).show(pane)
                    page = re.sub(r'name="(key|csrfmiddlewaretoken)" value="[^"]*"', "", page)
                    page = re.sub(r'data-beat="\d+"', "", page)
                    page = re.sub(r'"X-CSRFToken": "\w+"', "", page)
                    page = re.sub(r'(nonce|name="beat")="[^"]*"', "", page)
                    found[name, pane] = page
            return found

        return shown

    def test_of_an_offer(self, phones, pages):
        phones.say("Cid", "double")
        before = pages()
        phones.say("Cid", "hold")

        assert pages() == before

    def test_of_an_answer(self, phones, pages):
        Session.objects.filter(pk=phones.session.pk).update(replies_hidden=True)
        box_doubles(phones, "Bob", "Cid", "Dee")
        phones.say("Cid", "beaver")
        before = pages()
        phones.say("Cid", "take")

        assert pages() == before

    def test_a_proxy_does_not_see_what_who_is_away_has_said_himself(self, phones, of):
        phones.proxy("Dee", "Cid")
        phones.say("Dee", "double")

        page = of("Cid").show()

        assert "You said" not in page
        assert "aria-pressed" not in page[page.index('id="thumb"') :]

    def test_what_is_broadcast_is_the_same_for_the_same_word(self, phones):
        phones.say("Cid", "double")

        def fragment(player):
            page = table_page(phones.fresh(), Audience(player=player), Input(), broadcast=True)
            return [(one.said, [w.is_said for w in one.words]) for one in page.pane.data["cubes"]]

        assert fragment(phones.ids["Cid"]) == [("You said: double.", [True, False])]
        assert fragment(phones.ids["Dee"]) == [("", [False, False])]
        scorers = table_page(phones.fresh(), Audience(may_score=True), Input(), broadcast=True)
        seated = Audience(may_score=True, player=phones.ids["Cid"])
        assert "You said" not in repr(scorers.pane)
        assert "You said" not in repr(table_page(phones.fresh(), seated, Input("speak")).pane)


def test_a_page_takes_the_same_queries_however_many_have_spoken(
    phones, of, django_assert_max_num_queries
):
    with django_assert_max_num_queries(30):
        of("Dee").show()
    phones.say("Cid", "double")
    phones.say("Bob", "hold")
    with django_assert_max_num_queries(30):
        shown = of("Dee").show()
    assert "2 of 3" in shown


def test_a_reply_of_the_box_clears_the_turn(phones, of):
    phones.say("Cid", "double")
    phones.close("Bob")
    assert turn(of("Ann").show()) == str(phones.number)

    phones.record("Ann", BoxReplies(((phones.ids["Cid"], "take"),)))

    assert turn(of("Ann").show()) == ""


class TestAtAnEveningOnTheBoard:
    """The board rolls the dice, and asks the team before each roll of theirs."""

    @pytest.fixture(autouse=True)
    def on_board(self, phones):
        Session.objects.filter(pk=phones.session.pk).update(on_board=True)

    def test_nobody_is_offered_a_double_or_the_opening_dice_at_another_moment(self, of):
        assert words(of("Cid").show()) == []
        assert 'id="b-opening"' not in of("Bob").show()
        assert "Opening dice" not in of("Bob").show("opening")
        assert 'id="b-opening"' not in of("scorer").show()
        assert "Opening dice" not in of("scorer").show("opening")

    def test_who_is_asked_is_told_what_silence_means(self, of, phones):
        Club.objects.filter(pk=phones.session.club_id).update(board_seconds=20)
        session = Session.objects.select_related("club").get(pk=phones.session.pk)
        offers_ask(session)
        page = of("Cid").show()
        assert words(page) == ["double", "hold"]
        assert "have spoken. Players who say nothing for 20 seconds do not double." in thumb(page)

    def test_dice_that_the_board_rolled_are_not_offered_to_be_taken_back(self, of):
        scorer = of("scorer")
        assert "undo “game started”" in thumb(scorer.show())
        scorer.tap("open", box_die=6, captain_die=1)
        assert 'id="undo"' not in scorer.show()
