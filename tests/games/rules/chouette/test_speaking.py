"""Who speaks for what: whom a question is put to, which words there are, who may record what."""

from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.rules.chouette import (
    PRESETS,
    Automatic,
    BoxAnimals,
    BoxDoubles,
    BoxReplies,
    EndGame,
    EnterPoints,
    ExtraDoubles,
    ExtraReply,
    GiveExtra,
    Join,
    Leave,
    NamePartner,
    Open,
    ReleasePartner,
    RollOrder,
    RuleError,
    SetOrder,
    Settle,
    StartGame,
    Table,
    TeamAnimals,
    TeamDoubles,
    TeamReplies,
)
from games.rules.chouette.actions import ACTIONS
from games.rules.chouette.questions import (
    ANIMALS,
    OFFERS,
    REPLIES,
    may_say,
    question_at,
    result_of,
    speaker,
)
from tests.games.rules.chouette.building import table, text_of_all_tests

EVERYBODY = ("Ann", "Bob", "Cid", "Dee")


def legal(words):
    """The words by member that may be said."""
    return {member: [w for w, why in said.items() if why is None] for member, said in words.items()}


def points(found):
    """What an answer brings, won and lost, at single, gammon and backgammon, in points."""
    return [found[side, level] // 100 for side in ("team", "box") for level in (1, 2, 3)]


class TestAsked:
    def test_in_play_those_are_asked_who_may_double(self):
        at = table("Cid doubles; box takes Cid")

        question = question_at(at)

        assert question.kind == OFFERS
        assert legal(question.words) == {"Bob": ["double", "hold"], "Dee": ["double", "hold"]}

    @pytest.mark.parametrize(
        "statements",
        ["order Ann, Bob, Cid, Dee", "- ", "open 3 3", "all double", "team wins"],
    )
    def test_nobody_is_asked_where_others_act(self, statements):
        assert question_at(table(statements)) is None

    def test_with_one_cube_only_answers_to_the_box_are_each_ones_own(self):
        one = {"rules": "canberra; cubes=team"}

        assert question_at(table("", **one)) is None
        assert question_at(table("team doubles; box beavers", **one)) is None
        assert legal(question_at(table("box doubles", **one)).words) == {
            "Bob": ["take", "drop", "beaver"],
            "Cid": ["take", "drop"],
            "Dee": ["take", "drop"],
        }

    def test_a_reply_that_no_legal_round_has_is_known_beforehand_and_says_why(self):
        question = question_at(table("box doubles all; Bob drops; Cid drops"))

        assert question.members == ("Bob", "Cid", "Dee")
        assert legal(question.words) == {"Dee": ["drop", "beaver"]}
        assert question.words["Dee"]["take"].code == "lone_taker_must_beaver"

    def test_who_may_sell_is_asked_so_and_the_captain_is_not(self):
        words = question_at(table("box doubles all", rules="canberra; captain_may_buy=on")).words

        assert words["Bob"]["sell"].code == "buy_captain"
        assert words["Cid"]["sell"] is None

    def test_of_animals_those_are_asked_who_were_beavered(self):
        question = question_at(table("all double; box takes Bob; box beavers Cid Dee"))

        assert (question.kind, question.members) == (ANIMALS, ("Cid", "Dee"))
        assert legal(question.words)["Cid"] == ["accept", "refuse", "raccoon"]

    def test_large_rounds_are_not_searched_through(self):
        names = ", ".join(["Ann", *(f"M{number}" for number in range(9))])

        question = question_at(table("box doubles all", players=names))

        assert question.kind == REPLIES
        assert legal(question.words)["M0"] == ["take", "drop", "beaver"]


class TestTogether:
    question = question_at(table("box doubles all"))

    def test_who_follows_the_captain_says_what_he_says(self):
        said = {"Bob": "drop", "Dee": "take"}

        assert self.question.followed(said, "Bob", {"Cid", "Dee"}) == {
            "Bob": "drop",
            "Cid": "drop",
            "Dee": "take",
        }
        assert self.question.waiting(said, "Bob", {"Cid", "Dee"}) == ()

    def test_a_follower_counts_with_the_captain(self):
        assert self.question.waiting({}, "Bob", {"Cid"}) == ("Bob", "Dee")
        assert self.question.waiting({}, "Bob", set()) == ("Bob", "Cid", "Dee")

    def test_where_the_captain_is_not_asked_his_followers_are(self):
        question = question_at(table("box doubles Cid Dee"))

        assert question.waiting({}, "Bob", {"Cid"}) == ("Cid", "Dee")

    def test_a_captain_who_follows_the_captain_speaks_for_himself(self):
        assert self.question.waiting({}, "Bob", {"Bob"}) == ("Bob", "Cid", "Dee")

    def test_a_word_that_is_not_the_followers_to_say_does_not_lead_him(self):
        one = question_at(table("box doubles", rules="canberra; cubes=team"))

        assert one.followed({"Bob": "beaver"}, "Bob", {"Cid"}) == {"Bob": "beaver"}
        assert one.waiting({"Bob": "beaver"}, "Bob", {"Cid"}) == ("Cid", "Dee")

    def test_words_become_one_action(self):
        offers = question_at(table(""))
        said = {"Bob": "hold", "Cid": "double", "Dee": "double"}

        assert offers.action(said) == TeamDoubles(("Cid", "Dee"))
        assert offers.action(dict.fromkeys(said, "hold")) is None
        words = {"Bob": "drop", "Cid": "take", "Dee": "take"}
        assert self.question.action(words) == TeamReplies(tuple(words.items()))


class TestMaySay:
    at = table("")

    @pytest.mark.parametrize(
        ("action", "who"),
        [
            (Open(3, 1), "Bob"),
            (Automatic(), "Bob"),
            (BoxDoubles(("Bob",)), "Ann"),
            (BoxReplies((("Bob", "take"),)), "Ann"),
            (BoxAnimals((("Bob", "accept"),)), "Ann"),
            (TeamReplies((("Cid", "take"),)), "Cid"),
            (TeamAnimals((("Cid", "accept"),)), "Cid"),
            (GiveExtra("Dee", "Cid"), "Dee"),
            (ExtraDoubles("Cid", "Dee"), "Cid"),
            (ExtraReply("Dee", "Cid", "take"), "Dee"),
            (Leave("Dee"), "Dee"),
            (TeamDoubles(("Cid",)), None),
            (TeamReplies((("Bob", "take"), ("Cid", "take"))), None),
            (EndGame("box"), None),
            (Settle("Bob", 100), None),
            (EnterPoints((("Bob", 0),)), None),
            (StartGame("Ann", None, ("Bob", "Cid", "Dee")), None),
            (SetOrder(EVERYBODY), None),
            (RollOrder(()), None),
            (Join("Eve"), None),
            (NamePartner("Bob"), None),
            (ReleasePartner("Bob"), None),
        ],
        ids=lambda each: getattr(each, "kind", each),
    )
    def test_an_action_is_for_one_or_for_nobody_alone(self, action, who):
        assert [name for name in EVERYBODY if may_say(self.at, {name}, action)] == (
            [who] if who else []
        )

    def test_every_action_stands_in_that_table_or_in_a_test_of_its_own(self):
        [mark] = self.test_an_action_is_for_one_or_for_nobody_alone.pytestmark
        missing = set(ACTIONS.values()) - {type(action) for action, _ in mark.args[1]}

        assert [one for one in missing if f" {one.__name__}(" not in text_of_all_tests()] == []

    def test_who_speaks_for_two_answers_for_both(self):
        both = TeamReplies((("Bob", "take"), ("Cid", "drop")))

        assert may_say(self.at, {"Bob", "Cid"}, both)

    def test_between_games_one_may_only_leave(self):
        at = table("- ")

        assert may_say(at, {"Dee"}, Leave("Dee"))
        assert not may_say(at, {"Ann"}, BoxDoubles(("Bob",)))

    def test_when_the_captain_is_out_the_next_one_is_captain(self):
        at = table("box doubles Bob; Bob drops")

        assert may_say(at, {"Cid"}, Open(3, 1))
        assert not may_say(at, {"Bob"}, Open(3, 1))

    def test_with_one_cube_the_captain_speaks_for_the_team(self):
        at = table("", rules="canberra; cubes=team")

        assert may_say(at, {"Bob"}, TeamDoubles(("Bob", "Cid", "Dee")))
        assert not may_say(at, {"Cid"}, TeamDoubles(("Bob", "Cid", "Dee")))
        assert may_say(at, {"Bob"}, TeamAnimals((("Cid", "accept"),)))

    def test_a_bought_cube_is_the_captains(self):
        rules = "canberra; captain_may_buy=on; lone_taker=free"
        at = table("box doubles all; Cid sells Bob; Bob takes; Dee takes", rules=rules)

        assert speaker(at, "Cid") == "Bob"
        assert may_say(at, {"Bob"}, TeamReplies((("Cid", "take"),)))
        assert not may_say(at, {"Cid"}, TeamReplies((("Cid", "take"),)))


class TestResults:
    def test_an_answer_to_the_box_is_worth_what_the_rules_say(self):
        at = table("box doubles all")

        # A cube of 1 is taken at 2, or dropped for 1; a beaver plays for 4.
        assert points(result_of(at, "Cid", "take")) == [2, 4, 6, -2, -4, -6]
        assert points(result_of(at, "Cid", "drop")) == [-1] * 6
        assert points(result_of(at, "Cid", "beaver")) == [4, 8, 12, -4, -8, -12]

    def test_to_sell_costs_what_a_drop_does(self):
        at = table("box doubles all", rules="canberra; captain_may_buy=on")

        assert points(result_of(at, "Cid", "sell")) == [-1] * 6

    def test_an_answer_to_a_beaver(self):
        at = table("Cid doubles; box beavers Cid")

        # Asked to play for 4: half of it is 2; a raccoon plays for 8.
        assert points(result_of(at, "Cid", "accept")) == [4, 8, 12, -4, -8, -12]
        assert points(result_of(at, "Cid", "refuse")) == [-2] * 6
        assert points(result_of(at, "Cid", "raccoon")) == [8, 16, 24, -8, -16, -24]

    def test_stakes_count(self):
        at = table("box doubles all", stakes="Ann 3, Cid 2, Dee 1, Bob 1")

        assert points(result_of(at, "Cid", "drop")) == [-2] * 6

    @pytest.mark.parametrize(("member", "word"), [("Bob", "accept"), ("Ann", "take")])
    def test_what_is_not_due_has_no_worth(self, member, word):
        with pytest.raises(ValueError, match="answer"):
            result_of(table("box doubles all"), member, word)


@st.composite
def evenings(draw):
    """A table somewhere in an evening, by random legal actions."""
    count = draw(st.integers(3, 6))
    names = [f"P{number}" for number in range(count)]
    rules = PRESETS[draw(st.sampled_from(sorted(PRESETS)))]
    at = Table.new(names, rules).apply(SetOrder(tuple(names)))
    for _ in range(draw(st.integers(1, 12))):
        actions = [one for one, _ in zip(at.legal_actions(), range(60), strict=False)]
        actions = [one for one in actions if not isinstance(one, Leave)]
        at = at.apply(draw(st.sampled_from(actions)))
    return at


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(evenings(), st.data())
def test_words_that_may_be_said_make_an_action_that_the_rules_take_or_judge_as_a_whole(at, data):
    question = question_at(at)
    if question is None:
        return
    words = {
        member: data.draw(st.sampled_from([w for w, why in each.items() if why is None]))
        for member, each in question.words.items()
    }
    action = question.action(words)
    if action is None:
        assert set(words.values()) == {"hold"}
        return
    problem = at.problem(action)
    if question.kind != REPLIES:
        assert problem is None
    elif problem is not None:
        assert len(words) > 1  # a single member is told beforehand


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(evenings())
def test_a_word_that_is_forbidden_is_in_no_legal_round(at):
    question = question_at(at)
    if question is None or question.kind != REPLIES or len(question.words) > 4:
        return
    choices = [list(each) for each in question.words.values()]
    for words in product(*choices):
        vector = dict(zip(question.words, words, strict=True))
        if at.problem(question.action(vector)) is None:
            assert all(question.words[member][word] is None for member, word in vector.items())


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(evenings())
def test_an_answer_to_one_cube_is_worth_what_the_table_would_pay(at):
    game = at.game
    if game is None or game.round is None or len(game.round.waiting) != 1:
        return
    [member] = game.round.waiting
    question = question_at(at)
    if question is None or game.round.replies:
        return
    for word, problem in question.words[member].items():
        after = at.apply(question.action({member: word})) if problem is None else None
        if after is None or after.game is None or after.game.round is not None:
            continue
        holder = speaker(at, member)
        real = {end: all_of[holder] for end, all_of in after.exposure().items()}
        assert result_of(at, member, word) == real


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(evenings())
def test_what_one_may_say_nobody_else_may_but_who_speaks_for_him(at):
    for action, _ in zip(at.legal_actions(), range(40), strict=False):
        alone = [player for player in at.players if may_say(at, {player}, action)]
        assert len(alone) <= 1
        assert may_say(at, set(at.players), action) or not alone


def test_no_word_is_refused_without_a_reason():
    at = table("box doubles all; Bob drops; Cid drops")

    for each in question_at(at).words.values():
        assert all(why is None or isinstance(why, RuleError) for why in each.values())
