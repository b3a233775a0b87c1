"""The check folds every log again and finds whatever somebody has changed behind its back."""

import json

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from games.decisions.services.merging import players_merge
from games.models import Game, GameScore, Player, Seat, Session, Transfer
from games.record.log import checking
from games.record.log.checking import session_check, session_damage_note, sessions_check
from games.record.log.damage import fold
from games.rules.codec import to_plain
from games.sessions.services.csn import csn_import
from games.sessions.services.sessions import session_end, session_reopen, session_void


@pytest.fixture
def played(scorer, session):
    """A session with two finished games and one in progress."""
    scorer.play("order Ann, Bob, Cid, Dee\ngame\nall double\nbox takes all\nteam wins")
    scorer.play("game\nbox wins\ngame\nall double")
    return session


def differences(session):
    return " / ".join(session_check(session=session).differences)


def test_an_untouched_session_is_what_its_log_says(played):
    report = session_check(session=played)
    assert (report.differences, report.remarks) == ([], [])


def test_a_session_that_is_older_than_an_option_is_what_its_log_says(played):
    for rules in (played.rules_json, played.snapshot["table"]["rules"]):
        del rules["settlements"]
    played.rules_json["jacoby"], kept = "off", played.rules_json["jacoby"]
    played.save()
    assert "house rules differ" in differences(played)
    played.rules_json["jacoby"] = kept
    played.save()
    assert differences(played) == ""


def test_games_and_positions_are_kept_without_repetition_and_read_whole(played):
    with connection.cursor() as cursor:
        cursor.execute("SELECT result FROM games_game WHERE number = 1")
        (result,) = cursor.fetchone()
        cursor.execute("SELECT snapshot FROM games_session")
        (snapshot,) = cursor.fetchone()
    row = json.loads(snapshot) if isinstance(snapshot, str) else snapshot
    ann = Player.objects.get(name="Ann").public_id

    # Ann is in the line, in the points, in three transfers, in the next line ...
    assert result.count(ann) == json.dumps(row["table"]["last"]).count(ann) == 1
    assert played.games.get(number=1).result == to_plain(fold(played)[1][0].result)


def test_what_was_written_before_results_were_packed_is_what_its_log_says(played):
    game = played.games.get(number=1)
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_game SET result = %s WHERE number = 1", [json.dumps(game.result)]
        )
        cursor.execute("UPDATE games_session SET snapshot = %s", [json.dumps(played.snapshot)])

    assert differences(played) == ""
    assert played.games.get(number=1).result == game.result


def test_ending_and_reopening_are_checked_too(scorer, session):
    scorer.play("order Ann, Bob, Cid, Dee")
    for service in (session_end, session_reopen, session_void, session_reopen, session_end):
        service(
            session=session,
            by=scorer.user,
            version=session.version,
            key=service.__name__ + str(session.version),
        )
        assert differences(session) == ""


@pytest.mark.parametrize(
    ("tamper", "found"),
    [
        (lambda s: GameScore.objects.filter(role="box").update(points=1), "differs in scores"),
        (lambda s: GameScore.objects.filter(role="box").update(points=1), "do not sum to zero"),
        (lambda s: GameScore.objects.filter(role="box").update(points=1), "the totals differ"),
        (lambda s: GameScore.objects.update(cube_turned=False), "game 1 differs in scores"),
        (lambda s: Transfer.objects.filter(game__number=2).delete(), "game 2 differs in transfers"),
        (lambda s: Game.objects.filter(number=1).delete(), "game 1 is missing"),
        (lambda s: Game.objects.filter(number=2).update(number=7), "game 7 is not in the log"),
        (lambda s: Game.objects.filter(number=1).update(winner="box"), "game 1 differs in result"),
        (lambda s: Game.objects.filter(number=1).update(line_differs=True), "in flags"),
        (lambda s: Game.objects.filter(number=1).update(result={}), "in result"),
        (lambda s: Game.objects.filter(number=1).update(captain=F("box")), "in line"),
        (lambda s: Game.objects.filter(number=1).update(last_sequence=1), "in rows"),
        (lambda s: Seat.objects.filter(position=1).update(stake=5), "the seats differ"),
        (lambda s: Session.objects.update(version=99), "version 99"),
        (lambda s: Session.objects.update(length=99), "another length than 99"),
        (lambda s: Session.objects.update(status="void"), "the log says otherwise"),
        (lambda s: Session.objects.update(rules="amsterdam"), "house rules differ"),
        (lambda s: Session.objects.update(snapshot={}), "the snapshot differs"),
    ],
)  # fmt: skip
def test_it_finds_what_was_changed(played, tamper, found):
    tamper(played)

    assert found in differences(played)


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("DELETE FROM games_action WHERE sequence = 3", "gaps"),
        ("UPDATE games_action SET payload = '{}' WHERE sequence = 3", "refuse the log"),
        (
            """UPDATE games_action SET payload = '{"type": "end_game", "winner": "box"}'
            WHERE sequence = 2""",
            "the rules refuse the log",
        ),
        ("DELETE FROM games_action WHERE sequence = 1", "does not begin with the set-up"),
        ("DELETE FROM games_action WHERE sequence = 1", "cannot be read"),
    ],
)
def test_it_finds_what_was_changed_in_the_log_by_other_tools(played, statement, found):
    with connection.cursor() as cursor:
        cursor.execute(statement)

    assert found in differences(played)


def test_a_session_of_other_rules_is_reported_and_not_changed(played):
    Session.objects.update(rules_version=0, snapshot={**played.snapshot, "rules_version": 0})
    before = Session.objects.values().get()

    report = session_check(session=played)

    assert "played by version 0 of the rules" in report.remarks[0]
    assert report.differences == []
    assert Session.objects.values().get() == before


def test_what_only_these_rules_refuse_is_no_damage(played):
    with connection.cursor() as cursor:
        cursor.execute(
            """UPDATE games_action SET payload = '{"type": "end_game", "winner": "box"}' """
            "WHERE sequence = 2"
        )
    assert "the rules refuse the log" in differences(played)
    Session.objects.update(rules_version=0)

    report = session_check(session=played)

    assert report.differences == []
    assert "the rules refuse the log" in report.remarks[-1]
    assert session_damage_note(session=played) is None
    assert not Session.objects.get().is_damaged


class TestMany:
    """Many sessions are read by few queries, and folded by other processes."""

    @pytest.fixture
    def evenings(self, club, organizer, played):
        """Three more evenings beside the one that was played."""
        text = '[Players "Eva, Fritz, Gert"]\norder Eva, Fritz, Gert\n'
        for number in range(1, 4):
            csn_import(club=club, by=organizer, text=text + "game\nbox wins\n" * number)
        return list(Session.objects.order_by("pk").values_list("pk", flat=True))

    def test_the_queries_do_not_grow_with_the_sessions(self, evenings):
        with CaptureQueriesContext(connection) as found:
            reports = list(sessions_check(evenings))
        assert [(report.key, report.differences) for report in reports] == [
            (one, []) for one in evenings
        ]
        assert len(found) == 7

    @pytest.mark.parametrize("workers", [1, 2])
    def test_each_is_reported_in_its_order_and_language(self, evenings, workers):
        GameScore.objects.filter(game__session=evenings[2], role="box").update(points=7)

        with override("de"):
            reports = list(sessions_check(evenings, workers=workers))
            alone = [session_check(session=one) for one in Session.objects.filter(pk__in=evenings)]

        assert [report.key for report in reports] == evenings
        assert [bool(report.differences) for report in reports] == [False, False, True, False]
        assert sorted(alone, key=lambda report: report.key) == reports

    def test_who_plays_on_between_the_queries_makes_no_difference(
        self, evenings, scorer, monkeypatch
    ):
        read = checking.texts_of

        def interrupted(keys):
            texts = read(keys)
            monkeypatch.setattr(checking, "texts_of", read)
            old_log = texts.log
            scorer.play("box takes all")
            return read(keys)._replace(log=old_log)

        monkeypatch.setattr(checking, "texts_of", interrupted)

        assert not any(report.differences for report in sessions_check(evenings))

    def test_what_is_gone_in_between_is_left_out(self, evenings):
        assert [report.key for report in sessions_check([*evenings, 10**6])] == evenings

    def test_who_was_merged_is_found(self, evenings, organizer, players):
        players_merge(player=players["Dee"], into=Player.objects.get(name="Eva"), by=organizer)

        assert not any(report.differences for report in sessions_check(evenings))
