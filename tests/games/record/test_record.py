"""What happens at the table is written once, by version, with points in the same transaction."""

import pytest
from django.db.models import Sum

from games.errors import Conflict, KeyReused, NotAllowed, Refused, StaleVersion
from games.models import Action, Game, GameScore, Origin, Transfer
from games.record.log.origins import Sender
from games.record.selectors.sessions import table_of
from games.record.services import actions as record
from games.rules.chouette import EndGame, Join, RuleError, StartGame
from games.sessions.services.sessions import session_create, session_end
from games.signals import session_changed

ORDER = "order Ann, Bob, Cid, Dee"


def test_an_action_becomes_one_row_and_moves_the_version(scorer, session):
    answer = scorer.play(ORDER)

    assert answer.version == session.version == 2
    assert answer.table.order == tuple(scorer.ids()[name] for name in ("Ann", "Bob", "Cid", "Dee"))
    row = session.log.get(sequence=2)
    assert (row.kind, row.step, row.version) == ("play", 2, 2)
    assert row.payload["type"] == "set_order"


def test_log_and_snapshot_name_players_by_id_only(scorer, session):
    scorer.play(ORDER + "\ngame\nteam wins")

    text = str(list(session.log.values_list("payload", flat=True))) + str(session.snapshot)
    assert not any(name in text for name in ("Ann", "Bob", "Cid", "Dee"))


def test_a_finished_game_writes_points_and_transfers(scorer, session):
    answer = scorer.play(f"{ORDER}\ngame\nBob double\nbox takes Bob\nteam wins gammon")

    # Bob's cube is at 2 and was turned: 2 x 2 = 4. Cid and Dee did not turn theirs: 1 each.
    game = Game.objects.get()
    points = dict(game.scores.values_list("player__name", "points"))
    assert points == {"Ann": -600, "Bob": 400, "Cid": 100, "Dee": 100}
    assert set(game.transfers.values_list("payer__name", "payee__name", "amount")) == {
        ("Ann", "Bob", 400),
        ("Ann", "Cid", 100),
        ("Ann", "Dee", 100),
    }
    assert (game.winner, game.level, game.ending) == ("team", 2, "board")
    assert game.first_sequence == 3
    assert game.last_sequence == 6
    assert answer.results[0].number == 1
    bob = game.scores.get(player__name="Bob")
    assert (bob.role, bob.cube, bob.cube_turned, bob.closing) == ("captain", 2, True, "board")
    assert game.scores.get(player__name="Ann").role == "box"


def test_transfers_sum_to_the_points(scorer, session):
    scorer.play(f"{ORDER}\ngame\nall double\nbox takes all\nbox wins\ngame\nteam wins")

    for score in GameScore.objects.select_related("game"):
        paid = score.game.transfers.filter(payer=score.player).aggregate(n=Sum("amount"))["n"] or 0
        got = score.game.transfers.filter(payee=score.player).aggregate(n=Sum("amount"))["n"] or 0
        assert score.points == got - paid
    assert GameScore.objects.aggregate(n=Sum("points"))["n"] == 0


def test_the_same_key_is_given_the_first_answer_again(scorer, session):
    scorer.play(ORDER)
    first = scorer.play("game", version=2, key="tap")
    later = scorer.play("team wins")

    again = record.record_action(
        session=session,
        actions=first.actions,
        version=2,
        key="tap",
        sender=scorer.user,
    )

    assert again.replayed
    assert again.version == first.version == 3
    assert again.table == first.table
    assert again.actions == first.actions
    assert session.version == later.version == 4


def test_the_game_that_a_step_ended_is_in_its_answer_again(scorer, session):
    first = scorer.play(f"{ORDER}\ngame")
    actions = scorer.actions("team wins\n")
    request = {"session": session, "actions": actions, "version": 3, "key": "k"}
    first = record.record_action(**request, sender=scorer.user)

    assert record.record_action(**request, sender=scorer.user).results == first.results


def test_the_same_key_with_other_content_is_a_conflict(scorer, session):
    scorer.play(ORDER, key="tap")

    with pytest.raises(KeyReused) as caught:
        scorer.play("game", key="tap")

    assert caught.value.status == 409
    assert session.log.count() == 2


def test_two_senders_may_use_the_same_key(scorer, session, member):
    scorer.play(ORDER, key="tap")
    scorer.user = member("scorer")

    assert not scorer.play("game", key="tap").replayed


def test_an_old_version_is_refused_and_told_the_current_one(scorer, session):
    scorer.play(ORDER)

    with pytest.raises(StaleVersion) as caught:
        scorer.play("game", version=1)

    assert caught.value.version == 2
    assert session.log.count() == 2


def test_a_breach_of_the_rules_writes_nothing(scorer, session):
    scorer.play(f"{ORDER}\ngame")
    actions = [*scorer.actions("all double\n"), EndGame("box")]

    with pytest.raises(RuleError, match="Answers are outstanding"):
        record.record_action(
            session=session, actions=actions, version=3, key="k", sender=scorer.user
        )

    session.refresh_from_db()
    assert session.log.count() == session.length == 3
    assert session.version == 3


def test_several_actions_are_one_step(scorer, session):
    scorer.play(f"{ORDER}\ngame")
    actions = scorer.actions("all double\nbox takes all\nteam wins\n")

    answer = record.record_action(
        session=session, actions=actions, version=3, key="k", sender=scorer.user
    )

    assert answer.version == 4
    rows = list(session.log.filter(step=4).values_list("sequence", "version", "key"))
    assert rows == [(4, 4, "k"), (5, 4, ""), (6, 4, "")]


def test_a_step_may_end_a_game_and_start_the_next(scorer, session):
    scorer.play(f"{ORDER}\ngame")
    actions = scorer.actions("team wins\ngame\n")
    record.record_action(session=session, actions=actions, version=3, key="k", sender=scorer.user)
    scorer.text += "team wins\ngame\n"
    scorer.play("box wins")

    spans = list(session.games.values_list("first_sequence", "last_sequence"))
    assert spans == [(3, 4), (5, 6)]


@pytest.mark.parametrize("key", ["", "k" * 65, "a\0b"])
def test_a_key_is_needed(scorer, session, key):
    with pytest.raises(Refused, match="1 to 64"):
        scorer.play(ORDER, key=key)


def test_at_least_one_action_is_needed_and_at_most_a_hundred(scorer, session):
    def send(actions):
        record.record_action(
            session=session, actions=actions, version=1, key="k", sender=scorer.user
        )

    with pytest.raises(Refused, match="one action"):
        send([])
    with pytest.raises(Refused, match="100"):
        send([EndGame("box")] * 101)


def test_who_may_not_score_writes_nothing(scorer, session, member):
    scorer.user = member("player")

    with pytest.raises(NotAllowed):
        scorer.play(ORDER)

    assert session.log.count() == 1


def test_who_sits_at_the_table_records_what_is_his_own(scorer, session, member, players):
    user = member("player")
    players["Ann"].user = user
    players["Ann"].save()

    with pytest.raises(NotAllowed) as caught:
        scorer.play(ORDER, sender=user)
    assert caught.value.code == "not_yours"

    scorer.text = ""
    scorer.play(ORDER)
    assert scorer.play("Ann leaves", sender=user).version == 3


def test_nothing_is_played_in_a_session_that_has_ended(scorer, session):
    session_end(session=session, by=scorer.user, version=1, key="end")

    with pytest.raises(Conflict, match="has ended"):
        scorer.play(ORDER)


def test_a_newcomer_gets_a_seat(scorer, session, club, organizer):
    from games.clubs.services.clubs import player_create

    eve = player_create(club=club, by=organizer, name="Eve")
    scorer.play(ORDER)
    record.record_action(
        session=session,
        actions=[Join(eve.public_id, 3)],
        version=2,
        key="k",
        sender=scorer.user,
    )

    seat = session.seats.get(player=eve)
    assert (seat.position, seat.stake) == (5, 3)


def test_only_players_of_the_club_join(scorer, session):
    scorer.play(ORDER)

    with pytest.raises(Refused, match="Only players of this club"):
        record.record_action(
            session=session, actions=[Join("stranger")], version=2, key="k", sender=scorer.user
        )


def test_dice_of_the_program_make_a_strict_order_and_are_recorded(scorer, session):
    answer = record.order_roll(session=session, version=1, key="roll", sender=scorer.user)
    again = record.order_roll(session=session, version=1, key="roll", sender=scorer.user)

    assert sorted(answer.table.order) == sorted(scorer.ids().values())
    assert again.replayed
    assert again.table == answer.table
    assert session.log.get(sequence=2).payload["type"] == "roll_order"


def test_address_and_device_are_kept_apart_from_the_log(scorer, session):
    scorer.play(ORDER, origin=Sender("192.0.2.7", "x" * 500))

    origin = Origin.objects.get()
    assert (origin.action.sequence, origin.address, len(origin.device)) == (2, "192.0.2.7", 200)


def test_the_others_are_told_after_commit(scorer, session, django_capture_on_commit_callbacks):
    heard = []

    def listen(sender, **news):
        heard.append((news["version"], news["results_changed"], news["public_id"]))

    session_changed.connect(listen)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            scorer.play(f"{ORDER}\ngame\nteam wins")
    finally:
        session_changed.disconnect(listen)

    assert heard == [
        (2, False, session.public_id),
        (3, False, session.public_id),
        (4, True, session.public_id),
    ]


def test_points_beyond_all_measure_are_refused(scorer, session, club, organizer, players):
    scorer.session = session_create(
        club=club, by=organizer, players=list(players.values()), rules="cube_limit=none"
    )
    scorer.play(f"{ORDER}\ngame")
    turn = "all double\nbox takes all\nbox doubles all\nall take\n"
    for _ in range(25):  # 2^50 is more than 10^15 hundredths
        scorer.play(turn)

    with pytest.raises(Refused, match="too large"):
        scorer.play("team wins")
    assert not Game.objects.exists()
    assert not Transfer.objects.exists()


def test_the_next_action_reads_no_log(scorer, session, django_assert_max_num_queries):
    scorer.play(f"{ORDER}\n" + "game\nteam wins\n" * 12)
    actions = scorer.actions("game\n")

    with django_assert_max_num_queries(12) as queries:
        record.record_action(
            session=session,
            actions=actions,
            version=session.version,
            key="k",
            sender=scorer.user,
        )

    reading = [q["sql"] for q in queries if q["sql"].startswith("SELECT") and "payload" in q["sql"]]
    assert all("key" in sql.split("WHERE")[1] for sql in reading)


def test_the_line_as_played_is_written(scorer, session):
    scorer.play(ORDER)
    scorer.play("game Dee | Cid Bob Ann by hand\nteam wins")

    game = Game.objects.get()
    ids = scorer.ids()
    assert game.by_hand
    assert not game.line_differs
    assert game.line == {
        "box": ids["Dee"],
        "partner": None,
        "team": [ids["Cid"], ids["Bob"], ids["Ann"]],
    }


def test_the_snapshot_is_the_fold_of_the_log(scorer, session):
    from games.record.log.damage import fold

    scorer.play(f"{ORDER}\ngame\nall double\nbox takes all\nbox wins\ngame\nBob leaves")

    assert fold(session)[0].table == table_of(session)


def test_a_snapshot_of_other_rules_is_not_believed(scorer, session):
    scorer.play(f"{ORDER}\ngame\nteam wins")
    before = table_of(session)
    session.snapshot = {**session.snapshot, "rules_version": 0, "table": "made by other rules"}
    session.save()

    assert table_of(session) == before
    assert scorer.play("game").table.phase == "play"


def test_rules_that_count_otherwise_stop_a_session(scorer, session):
    scorer.play(f"{ORDER}\ngame\nteam wins")
    game = session.games.get()
    game.result["points"] = dict.fromkeys(game.result["points"], 0)
    game.save()
    session.snapshot = {**session.snapshot, "rules_version": 0}
    session.save()

    with pytest.raises(Refused, match="count game 1 differently"):
        scorer.play("game")


def test_starting_a_game_needs_the_line(scorer, session):
    scorer.play(ORDER)
    ids = scorer.ids()

    with pytest.raises(RuleError, match="The line is"):
        record.record_action(
            session=session,
            actions=[StartGame(ids["Bob"], None, (ids["Ann"], ids["Cid"], ids["Dee"]))],
            version=2,
            key="k",
            sender=scorer.user,
        )
    assert Action.objects.count() == 2
