"""What a table says of itself: who may act, what is legal, what is at stake."""

import pytest

from games.rules.chouette import (
    BoxDoubles,
    BoxReplies,
    EndGame,
    Join,
    Leave,
    RollOrder,
    RuleError,
    SetOrder,
    StartGame,
    Table,
    TeamDoubles,
    TeamReplies,
)
from games.rules.chouette.actions import ACTIONS, Base, action_from_json, action_to_json
from games.rules.chouette.errors import NotationError
from games.rules.chouette.notation import parse, write
from games.rules.chouette.notation.grammar import WRITERS
from games.rules.chouette.steps import STEPS
from tests.games.rules.chouette.building import points, table

EXTRAS = "extras=on; lone_taker=free"


def test_it_walks_through_its_phases():
    assert Table.new(["Ann", "Bob", "Cid"]).phase == "order"
    assert table("-").phase == "between"
    assert table("open 2 2").phase == "opening"
    assert table().phase == "play"
    assert table("all double").phase == "replies"
    assert table("Bob doubles; box beavers Bob").phase == "animals"
    given = "box doubles all; Bob takes; Cid Dee drop; Cid gives Bob extra; Bob doubles Cid"
    assert table(given, rules=EXTRAS).phase == "extra_reply"


def test_it_says_who_may_double_and_why_not():
    at = table("Bob doubles; box takes Bob; Dee settles 1")
    assert at.team_offers() == {
        "Bob": RuleError("cube_owned_by_box", player="Bob"),
        "Cid": None,
        "Dee": RuleError("no_cube", player="Dee"),
    }
    assert at.box_offers() == {"Bob": None, "Cid": None, "Dee": RuleError("no_cube", player="Dee")}
    assert table("-").team_offers() == {}


def test_the_legal_vectors_are_exactly_those_that_apply_accepts():
    at = table("all double")
    words = ("take", "drop", "beaver")
    every = [{"Bob": b, "Cid": c, "Dee": d} for b in words for c in words for d in words]
    legal = list(at.legal_replies())
    for vector in every:
        problem = at.problem(BoxReplies(tuple(vector.items())))
        assert (vector in legal) == (problem is None)
        assert at.reply_problem(vector) == problem


def test_a_vector_that_is_not_complete_names_who_is_missing():
    at = table("all double")
    assert at.reply_problem({"Bob": "take"}) == RuleError("answers_due", players=("Cid", "Dee"))
    assert at.reply_problem({"Ann": "take"}) == RuleError("answer_not_due", player="Ann")
    assert table().reply_problem({"Bob": "take"}) == RuleError("no_game")
    assert table("all double", rules="animals=0").reply_problem({"Bob": "beaver"}).code == (
        "beaver_off"
    )


def test_answers_already_given_stay_in_the_legal_vectors():
    at = table("all double; box drops Bob")
    assert list(at.legal_replies()) == [{"Bob": "drop", "Cid": "drop", "Dee": "drop"}]


def test_the_coach_says_how_many_must_be_taken_and_whom():
    coach = table("all double", players="Ann, Bob, Cid, Dee, Eve").coach()
    # four cubes: one taken and three dropped is 2 - 3 = -1; beavered it is 4 - 3 = +1
    assert (coach.fewest_takes, coach.fewest_with_beavers) == (2, 1)
    assert (coach.always_taken, coach.may_drop_all) == (("Bob",), True)
    coach = table("all double", rules="minimum_take=majority; captain_cube=must_take").coach()
    assert (coach.fewest_takes, coach.always_taken, coach.may_drop_all) == (2, ("Bob",), False)
    assert table("box doubles all; Bob drops; Cid drops").coach().may_drop_all
    assert table().coach() is None
    many = "Ann, " + ", ".join(f"P{n}" for n in range(8))
    coach = table("all double", players=many).coach()
    assert (coach.fewest_takes, coach.fewest_with_beavers) == (3, 2)


def test_dropping_everything_may_be_all_that_is_left():
    at = table("Bob doubles; box takes Bob", rules="lone_taker=must_drop")
    assert at.coach() is None
    lone = table("box doubles all; Bob Cid drop", rules="lone_taker=must_drop")
    assert list(lone.legal_replies()) == [{"Bob": "drop", "Cid": "drop", "Dee": "drop"}]
    assert (lone.coach().fewest_takes, lone.coach().may_drop_all) == (0, True)


def test_exposure_shows_what_each_level_costs():
    # Bob's cube is at 2 and turned, Cid's and Dee's are at 1: only Bob's pays gammons
    at = table("Bob doubles; box takes Bob")
    assert at.exposure()["box", 1] == {"Ann": 400, "Bob": -200, "Cid": -100, "Dee": -100}
    assert at.exposure()["box", 2] == {"Ann": 600, "Bob": -400, "Cid": -100, "Dee": -100}
    assert at.exposure()["team", 3] == {"Ann": -800, "Bob": 600, "Cid": 100, "Dee": 100}


def test_exposure_of_replies_is_what_they_would_lead_to():
    at = table("all double")
    vector = {"Bob": "beaver", "Cid": "take", "Dee": "drop"}
    assert at.exposure(vector)["box", 1] == {"Ann": 500, "Bob": -400, "Cid": -200, "Dee": 100}
    everything = dict.fromkeys(("Bob", "Cid", "Dee"), "drop")
    assert at.exposure(everything)["team", 3]["Ann"] == -300
    with pytest.raises(RuleError):
        at.exposure({"Bob": "drop", "Cid": "take", "Dee": "take"})
    with pytest.raises(RuleError):
        table("-").exposure()
    with pytest.raises(RuleError):
        table().exposure({"Bob": "take"})


def test_exposure_with_offers_pending_counts_them_as_not_made():
    assert table("all double").exposure()["box", 1]["Ann"] == 300


def test_a_member_whose_cube_was_turned_may_advise():
    assert table("Cid doubles; box takes Cid").may_advise() == ("Cid",)
    assert table("open 2 2; open 1 2").may_advise() == ()
    assert table("all double; box takes all").may_advise() == ("Cid", "Dee")
    assert table("-").may_advise() == ()


def test_outcome_is_there_once_a_game_is_over():
    assert table().outcome() is None
    assert not table().is_over()
    over = table("team wins gammon", rules="jacoby=off")
    assert over.is_over()
    assert points(over) == {"Ann": -6, "Bob": 2, "Cid": 2, "Dee": 2}
    assert (over.outcome().winner, over.outcome().level, over.outcome().ending) == (
        "team",
        2,
        "board",
    )


@pytest.mark.parametrize(
    "at",
    [
        Table.new(["Ann", "Bob", "Cid"]),
        Table.new(["Ann", "Bob"]),
        table("-"),
        table("- Cid Dee leave"),
        table("- Bob Cid Dee leave"),
        table(),
        table("open 5 5"),
        table("open 5 5; open 4 4 yes"),
        table("all double"),
        table("team doubles", rules="cubes=team"),
        table("box doubles; Bob beavers; Cid takes; Dee drops", rules="cubes=team"),
        table("all double; box beavers all; Bob raccoons", rules="animals=unlimited"),
        table("box doubles all; Bob takes; Cid Dee drop; Cid gives Bob extra", rules=EXTRAS),
        table("box doubles all; Bob takes; Cid Dee drop", rules=EXTRAS),
        table("box doubles all", rules="captain_may_buy=on"),
        table("Bob settles 1; Cid settles -1"),
    ],
    ids=lambda at: at.phase,
)
def test_every_legal_action_can_be_applied_and_saved(at):
    for action in at.legal_actions():
        at.apply(action)
        assert action_from_json(action_to_json(action)) == action


def test_with_one_cube_there_is_one_offer_for_all():
    offers = [
        one
        for one in table(rules="cubes=team").legal_actions()
        if isinstance(one, TeamDoubles | BoxDoubles)
    ]
    assert offers == [
        TeamDoubles(("Bob", "Cid", "Dee")),
        BoxDoubles(("Bob", "Cid", "Dee")),
    ]


def test_a_table_alone_is_still_a_table():
    at = table("- Bob Cid Dee leave")
    assert [type(action) for action in at.legal_actions()] == [Leave]
    assert at.line.team == ()


def test_every_action_is_known_carried_out_and_written():
    declared = {cls.kind for cls in Base.__subclasses__()}
    assert "settle" in declared
    assert declared == set(ACTIONS)
    assert {cls.kind for cls in STEPS} == declared
    assert {cls.kind for cls in WRITERS} == declared


def test_a_game_goes_on_between_the_holders_of_an_extra():
    # Ann doubles all: Dee drops (-1), Cid drops (-1) and pays Bob 1 for an extra at 2.
    # Bob redoubles Ann, who drops and pays 2; the extra is still open: Bob plays on against Cid.
    at = table(
        "box doubles all; Bob takes; Cid Dee drop; Cid gives Bob extra; Bob doubles; box drops Bob",
        rules=EXTRAS,
    )
    assert at.phase == "play"
    assert at.game.acting_captain == "Bob"
    # the board: the team wins a gammon, the extra pays 2 x 2
    assert points(at.apply(EndGame("team", 2))) == {"Ann": 0, "Bob": 7, "Cid": -6, "Dee": -1}


def test_a_redoubled_extra_is_taken_or_dropped_by_the_other():
    given = "box doubles all; Bob takes; Cid Dee drop; Cid gives Bob extra; Bob doubles Cid"
    dropped = table(given + "; Cid drops Bob; box wins", rules=EXTRAS)
    # Bob: -2 to Ann, +1 paid for the extra, +2 for the dropped redouble
    assert points(dropped) == {"Ann": 4, "Bob": 1, "Cid": -4, "Dee": -1}
    taken = table(given + "; Cid takes Bob; box wins", rules=EXTRAS)
    # the extra is at 4 now and goes to Cid: Bob -2 +1 -4, Cid -1 -1 +4
    assert points(taken) == {"Ann": 4, "Bob": -5, "Cid": 2, "Dee": -1}
    owner = next(extra for extra in table(given + "; Cid takes Bob", rules=EXTRAS).game.extras)
    assert owner.owner == "Cid"


def test_a_captain_who_plays_on_with_a_bought_cube_has_not_stepped_down():
    # Bob buys Cid's cube and owns both. Ann may not double Bob; Bob redoubles the first and Ann
    # drops: +2. Bob plays on with Cid's cube at 2 and wins it: +2, and +1 from Cid.
    at = table(
        "box doubles all; Cid sells Bob; Bob takes; Dee drops; Bob doubles; box drops Bob",
        rules="captain_may_buy=on",
    )
    assert at.game.acting_captain == "Bob"
    over = at.apply(EndGame("team"))
    assert points(over) == {"Ann": -3, "Bob": 5, "Cid": -1, "Dee": -1}
    assert over.order == ("Bob", "Cid", "Dee", "Ann")


def test_a_captain_who_settled_their_own_bet_and_plays_a_bought_cube_has_not_stepped_down():
    at = table(
        "box doubles all; Cid sells Bob; Bob Dee take; Bob settles 0 for box",
        rules="captain_may_buy=on",
    )
    assert at.game.acting_captain == "Bob"
    over = at.apply(EndGame("team"))
    # Cid's cube at 2 and the 1 for selling it go to Bob, 2 to Dee
    assert points(over) == {"Ann": -4, "Bob": 3, "Cid": -1, "Dee": 2}
    assert over.last.rule == "team_won"
    assert over.order == ("Bob", "Cid", "Dee", "Ann")


def test_a_captain_whose_bought_cube_is_closed_as_well_has_stepped_down():
    at = table(
        "box doubles all; Cid sells Bob; Bob Dee take; Bob settles 0 for box; Cid settles -1",
        rules="captain_may_buy=on",
    )
    assert at.game.acting_captain == "Dee"
    over = at.apply(EndGame("team"))
    assert over.last.rule == "captain_stepped_down"
    assert over.order == ("Dee", "Cid", "Bob", "Ann")


def test_a_cube_that_was_bought_is_offered_under_the_sellers_name():
    at = table("box doubles all; Cid sells Bob; Bob Dee take", rules="captain_may_buy=on")
    at = at.apply(TeamDoubles(("Cid",))).apply(BoxReplies((("Cid", "take"),)))
    # Cid's cube is at 4 now, played by Bob: Bob -2 -4 +1, Cid -1, Dee -2
    assert points(at.apply(EndGame("box"))) == {"Ann": 8, "Bob": -5, "Cid": -1, "Dee": -2}


def test_selling_counts_as_staying_in_for_the_lone_taker():
    at = table("box doubles all", rules="captain_may_buy=on")
    vector = {"Bob": "take", "Cid": "sell", "Dee": "drop"}
    assert at.reply_problem(vector) is None
    assert at.problem(TeamReplies(tuple(vector.items()))) is None


def test_the_first_line_may_be_set_by_hand():
    at = Table.new(["Ann", "Bob", "Cid"]).apply(SetOrder(("Cid", "Ann", "Bob")))
    assert at.apply(StartGame("Cid", None, ("Ann", "Bob"))).game.by_hand is False
    assert at.apply(StartGame("Bob", None, ("Ann", "Cid"), by_hand=True)).game.by_hand is True


def test_a_newcomer_may_bring_his_stake():
    at = table("-").apply(Join("Eve", stake=3))
    assert at.stake_of("Eve") == 3
    assert at.apply(Leave("Eve")).problem(Join("Eve", stake=2)).code == "stake_changed"
    assert at.apply(Leave("Eve")).problem(Join("Eve", stake=3)) is None


def test_before_the_first_line_somebody_added_by_mistake_leaves_and_gets_no_place_in_it():
    start = Table.new(["Ann", "Bob", "Cid", "Dee"])
    at = start.apply(Leave("Bob"))
    assert at.present == ("Ann", "Cid", "Dee")
    assert at.problem(Leave("Bob")).code == "not_present"
    assert at.problem(SetOrder(("Ann", "Bob", "Cid", "Dee"))).code == "order_unknown"
    dice = (("Ann", (1,)), ("Cid", (6,)), ("Dee", (3,)))
    rolled = at.apply(RollOrder(dice))
    assert (rolled.order, rolled.present) == (("Cid", "Dee", "Ann"), ("Cid", "Dee", "Ann"))
    assert rolled.moves == ()
    assert Table.from_json(at.to_json()) == at


def test_before_the_first_line_who_was_forgotten_joins_and_is_put_in_it():
    at = Table.new(["Ann", "Bob"]).apply(Join("Cid")).apply(Leave("Ann")).apply(Join("Ann"))
    assert at.present == ("Ann", "Bob", "Cid")
    assert at.problem(Join("Cid")).code == "already_present"
    assert at.apply(SetOrder(("Cid", "Ann", "Bob"))).order == ("Cid", "Ann", "Bob")


def test_two_who_are_left_before_the_first_line_are_too_few():
    at = Table.new(["Ann", "Bob", "Cid"]).apply(Leave("Cid"))
    assert at.problem(SetOrder(("Ann", "Bob"))).code == "too_few_players"


def test_the_notation_names_those_who_were_there_when_the_first_line_was_set():
    start = Table.new(["Ann", "Bob", "Cid"], stakes={"Eve": 2})
    actions = [Leave("Bob"), Join("Eve"), SetOrder(("Cid", "Eve", "Ann")), Join("Bob")]
    text = write(start, actions)
    assert '[Players "Ann, Cid, Eve"]' in text
    read = parse(text)
    assert list(read.actions) == actions[2:]
    assert read.table.stake_of("Eve") == 2
    assert read.table.order == ("Cid", "Eve", "Ann", "Bob")
    assert '[Players "Ann, Cid"]' in write(start, actions[:1])


@pytest.mark.parametrize("members", [2, 3, 4, 6])
def test_of_a_whole_team_that_doubles_the_captains_cube_alone_is_beavered(members):
    """In a team of any size, once all live members have offered a centred cube in one round."""
    names = ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus"][: members + 1]
    others = " ".join(names[2:])
    rules = "minimum_take=none; three_handed=normal; captain_cube=free"

    def answered(offers: str, answers: str) -> Table:
        return table(f"{offers}; {answers}", players=", ".join(names), rules=rules)

    with pytest.raises(NotationError, match="alone, the box must beaver it"):
        answered("all double", f"box takes Bob, drops {others}")
    assert answered("all double", f"box beavers Bob, drops {others}").game is not None
    if members > 2:  # Cid's cube is no captain's, and without Cid's not all have offered
        answered("all double", f"box takes Cid, drops Bob {' '.join(names[3:])}")
        some = " ".join(["Bob", *names[3:]])
        assert answered(f"{some} double", f"box takes Bob, drops {' '.join(names[3:])}").game
