"""An organizer cuts a damaged record back to its last sound step, and the evening goes on."""

import csv
import io
import json
from copy import deepcopy

import pytest
from django.core.management import call_command
from django.db import connection
from django.urls import reverse

from games.decisions.services.cutting import session_cut
from games.decisions.services.decisions import session_cut_decide
from games.errors import NotAllowed, Refused, StaleVersion
from games.files.services import backup_rows
from games.files.services.archive_making import archive_club_create
from games.files.services.archive_reading import archive_read
from games.files.services.archive_writing import archive_write
from games.files.services.backup_rows import rows_dump, rows_read
from games.files.services.job_files import Progress
from games.models import Decision, Session
from games.permissions import Reader
from games.record.log.checking import session_check, session_damage_note
from games.record.log.cutting import last_sound
from games.record.log.damage import damage_of
from games.record.selectors.log import state_at, told_of_evening, told_since
from games.record.services.actions import record_action, undo
from games.record.services.amend import game_amend
from games.rules.chouette import EndGame
from games.sessions.services.csn import csn_export
from games.sessions.services.debts import debts_check
from games.sessions.services.sessions import session_end, session_reopen
from tests.games.conftest import tuesday
from tests.worlds import built_once
from tournaments.ladders.services.evenings import evenings_refresh
from tournaments.models import EveningShare

GAME_1 = "order Ann, Bob, Cid, Dee\ngame\nall double\nbox takes all\nteam wins\n"
GAME_2 = "(SELECT first_sequence FROM games_game WHERE number = 2)"
DAMAGES = {
    "unreadable": f"UPDATE games_action SET payload = '{{}}' WHERE sequence = {GAME_2}",
    "another shape": f"UPDATE games_action SET payload = '7' WHERE sequence = {GAME_2}",
    "missing": f"DELETE FROM games_action WHERE sequence = {GAME_2}",
    "refused": (
        """UPDATE games_action SET payload = '{"type": "end_game", "winner": "box"}' """
        f"WHERE sequence = {GAME_2}"
    ),
}


@pytest.fixture(scope="module")
def built(django_db_setup, django_db_blocker):
    """An evening of two finished games, and a third one that has begun."""
    with built_once(django_db_blocker):
        of = tuesday()
        of.scorer.play(GAME_1)
        of.scorer.play("game\nbox wins\ngame\nall double")
        yield of


@pytest.fixture
def evening(built, db):
    return deepcopy(built)


def damage(evening, how):
    with connection.cursor() as cursor:
        cursor.execute(DAMAGES[how])
    session = Session.objects.get(pk=evening.session.pk)
    session_damage_note(session=session)
    session.refresh_from_db()
    return session


@pytest.fixture(params=DAMAGES)
def damaged(request, evening):
    """The evening, with the row that began the second game damaged, as a check has noted."""
    return damage(evening, request.param)


@pytest.fixture
def club(evening):
    return evening.club


@pytest.fixture
def by(evening):
    return evening.organizer


def cut(session, by):
    session_cut(session=session, by=by, version=session.version, key="cut")
    return Session.objects.get(pk=session.pk)


def play_on(evening, session, before, statements):
    """Play in a session whose record has come to what `before` says."""
    evening.scorer.session, evening.scorer.text = session, before
    evening.scorer.play(statements)


def assert_sound(session):
    report = session_check(session=session)
    assert report.differences == []
    assert damage_of(session) is None
    assert not session.is_damaged
    assert debts_check(club=session.club) == []


def test_what_comes_after_the_last_sound_step_counts_no_more(damaged, by):
    rows = damaged.log.count()
    first = damaged.games.get(number=1)

    session = cut(damaged, by)

    assert_sound(session)
    assert list(session.games.values_list("pk", flat=True)) == [first.pk]
    assert session.log.count() == rows + 1
    last = session.log.order_by("sequence").last()
    assert (last.kind, last.payload) == ("cut", {"after": first.last_sequence})
    assert last.sender == by


def test_the_evening_is_played_on_corrected_undone_and_exported(damaged, evening, by):
    session = cut(damaged, by)
    play_on(evening, session, GAME_1, "game\nteam wins gammon")
    game_amend(
        session=session, game=1, actions=[EndGame("box")], version=session.version, key="a",
        sender=by,
    )  # fmt: skip
    undo(session=session, version=session.version, key="u", sender=by, steps=2)

    session.refresh_from_db()
    assert_sound(session)
    reader = Reader.of(by, session.club, session)
    assert csn_export(session=session, reader=reader).count("wins") == 1
    assert state_at(session, session.version - 1).played == 2
    call_command("check_ledger", stdout=io.StringIO())


def test_nothing_is_undone_beyond_the_cut(damaged, by):
    session = cut(damaged, by)
    before = session.snapshot["undo"]

    undo(session=session, version=session.version, key="u", sender=by)

    assert before["actions"][-1]["type"] == "end_game"
    session.refresh_from_db()
    assert session.games.count() == 0
    assert_sound(session)


def test_the_history_tells_the_cut_and_not_what_went(damaged, evening, by, client):
    seen = damaged.version
    session = cut(damaged, by)

    logged = told_of_evening(session, Reader.of(by, session.club, session))
    assert [step.kind for step in logged.told[-2:]] == ["play", "cut"]
    assert len(logged.standing) == len(logged.told) - 1
    assert [step.kind for step in told_since(session, seen)] == ["cut"]
    client.force_login(by)
    page = client.get(reverse("table", args=[session.public_id]) + "?pane=history")
    assert "the record is cut back" in page.content.decode()


def test_an_ended_evening_is_cut_back_to_the_end_of_a_game_and_stays_ended(evening, by):
    evening.scorer.play("box takes all\nteam wins")
    session = Session.objects.get(pk=evening.session.pk)
    session_end(session=session, by=by, version=session.version, key="e")
    with connection.cursor() as cursor:
        end = session.games.get(number=3).last_sequence
        cursor.execute(f"UPDATE games_action SET payload = '7' WHERE sequence = {end}")
    session.refresh_from_db()
    assert last_sound(session) == end - 1

    session = cut(session, by)

    assert session.status == "ended"
    assert session.games.count() == 2
    assert session.cuts[0][0] == session.games.get(number=2).last_sequence
    assert_sound(session)
    session_reopen(session=session, by=by, version=session.version, key="r")
    play_on(evening, session, GAME_1 + "game\nbox wins\n", "game\nteam wins")
    assert_sound(Session.objects.get(pk=session.pk))


def test_a_step_is_never_cut_in_half(evening, by):
    session = Session.objects.get(pk=evening.session.pk)
    step = session.log.filter(kind="play").order_by("-sequence").first()
    evening.scorer.play("box takes all\nteam wins")
    session.refresh_from_db()
    tail = session.log.filter(sequence__gt=step.sequence).order_by("sequence")
    with connection.cursor() as cursor:
        # As one request would have written both.
        cursor.execute(
            "UPDATE games_action SET step = %s WHERE sequence > %s", [step.sequence + 1] * 2
        )
        cursor.execute(
            "UPDATE games_action SET payload = '7' WHERE sequence = %s", [tail[1].sequence]
        )

    assert tail[1].sequence == tail[0].sequence + 1
    assert last_sound(session) == step.sequence


def test_a_step_that_the_rules_refuse_and_that_was_undone_costs_nothing(evening, by):
    session = Session.objects.get(pk=evening.session.pk)
    undo(session=session, version=session.version, key="u", sender=by)
    undone = session.log.filter(kind="play").order_by("sequence").last().sequence
    with connection.cursor() as cursor:
        cursor.execute(
            """UPDATE games_action SET payload = '{"type": "end_game", "winner": "box"}' """
            f"WHERE sequence = {undone}"
        )

    assert last_sound(Session.objects.get(pk=session.pk)) == session.length


def test_it_can_be_cut_again_further_back_and_further_on(damaged, evening, by):
    session = cut(damaged, by)
    play_on(evening, session, GAME_1, "game\nteam wins\ngame\nteam wins")
    for number in (3, 1):
        last = session.games.get(number=number).last_sequence
        with connection.cursor() as cursor:
            cursor.execute(f"UPDATE games_action SET payload = '7' WHERE sequence = {last}")
        session = Session.objects.get(pk=session.pk)
        session_cut(session=session, by=by, version=session.version, key=f"cut {number}")
        session = Session.objects.get(pk=session.pk)
        assert_sound(session)
        assert session.games.count() == number - 1


def test_a_tap_that_was_cut_away_is_not_answered_as_if_it_stood(evening, by):
    session = evening.session
    gone = session.log.get(sequence=session.games.get(number=2).last_sequence)
    tap = {"actions": [EndGame("box")], "version": gone.version - 1, "key": gone.key, "sender": by}
    assert record_action(session=session, **tap).replayed

    session = cut(damage(evening, "unreadable"), by)

    with pytest.raises(StaleVersion):
        record_action(session=session, **tap)


class TestRefused:
    """Who may not, and where there is nothing to do."""

    def test_a_scorer(self, evening, member):
        session = damage(evening, "unreadable")
        with pytest.raises(NotAllowed):
            cut(session, member("scorer"))

    def test_a_sound_record(self, evening, by):
        with pytest.raises(Refused, match="not damaged"):
            cut(evening.session, by)
        assert Session.objects.get().cuts == []

    def test_a_record_without_a_beginning(self, evening, by):
        with connection.cursor() as cursor:
            cursor.execute("UPDATE games_action SET payload = '7' WHERE sequence = 1")
        with pytest.raises(Refused, match="Not even the beginning"):
            cut(evening.session, by)

    def test_a_table_that_has_changed_meanwhile(self, evening, by):
        session = damage(evening, "unreadable")
        with pytest.raises(StaleVersion):
            session_cut(session=session, by=by, version=session.version - 1, key="cut")


def test_an_archive_keeps_the_cut(damaged, by):
    session = cut(damaged, by)
    file = io.BytesIO()
    archive_write(club=session.club, file=file, progress=Progress())

    read = archive_read(data=file.getvalue(), progress=Progress())
    made = archive_club_create(archive=read, by=by, progress=Progress())

    (again,) = made.sessions.all()
    assert again.cuts == session.cuts
    assert_sound(again)
    assert again.games.count() == session.games.count() == 1
    file_again = io.BytesIO()
    archive_write(club=made, file=file_again, progress=Progress())
    assert archive_read(data=file_again.getvalue(), progress=Progress()).sessions[0].data == (
        read.sessions[0].data
    )


def test_a_backup_keeps_the_cut(damaged, by, monkeypatch):
    session = cut(damaged, by)
    file = io.StringIO()
    with monkeypatch.context() as in_a_test:
        in_a_test.setattr(backup_rows.connection, "vendor", "any")  # the test is in a transaction
        rows_dump(file)
    rows_read(io.BytesIO(file.getvalue().encode()), Progress())

    again = Session.objects.get(pk=session.pk)
    assert again.cuts == session.cuts
    assert_sound(again)


def test_a_wrong_copy_of_the_cuts_is_found_and_mended_from_the_log(damaged, by):
    session = cut(damaged, by)
    cuts = session.cuts
    Session.objects.update(cuts=[])
    assert session_check(session=session).differences

    call_command("check_ledger", "--repair", stdout=io.StringIO())

    session.refresh_from_db()
    assert session.cuts == cuts
    assert_sound(session)


def test_leaderboards_count_what_is_left_with_its_cubes(evening, by):
    session = damage(evening, "another shape")
    evenings_refresh(club_id=session.club_id, everything=True)
    assert set(EveningShare.objects.values_list("games", flat=True)) == {2}

    cut(session, by)
    evenings_refresh(club_id=session.club_id)

    assert set(EveningShare.objects.values_list("games", flat=True)) == {1}
    assert sum(EveningShare.objects.values_list("took", flat=True)) > 0


def test_an_organizer_is_asked_once_and_told_what_is_lost(evening, by, client):
    session = damage(evening, "unreadable")
    client.force_login(by)
    sheet = client.get(reverse("sheet", args=[session.public_id])).content.decode()
    row = reverse("admin:games_session_change", args=[session.pk])
    assert row in sheet
    url = reverse("admin:games_session_cut") + f"?rows={session.pk}"
    assert url.replace("&", "&amp;") in client.get(row).content.decode()

    asked = client.get(url)

    words = asked.content.decode()
    assert "Game 2" in words
    assert "is lost" in words
    assert "Game 1" not in words
    assert not Session.objects.get().cuts
    answer = client.post(
        url, {"do": "1", "reason": "The disk", "seen": asked.context["seen"], "shown": ""}
    )
    assert answer.status_code == 302
    assert_sound(Session.objects.get())
    assert Decision.objects.get().kind == "session_cut"


def test_only_organizers_are_led_to_the_decision(evening, member, client):
    session = damage(evening, "unreadable")
    client.force_login(member("scorer"))
    sheet = client.get(reverse("sheet", args=[session.public_id])).content.decode()

    assert "record is damaged" in sheet
    assert reverse("admin:games_session_change", args=[session.pk]) not in sheet


def test_a_decision_without_a_reason_cuts_nothing(evening, by):
    session = damage(evening, "unreadable")
    with pytest.raises(Refused):
        session_cut_decide(session=session, by=by, reason=" ")
    assert not Session.objects.get().cuts


def test_exports_mark_the_games_beyond_the_damage(evening, by, client):
    client.force_login(by)
    address = {
        kind: reverse(f"sheet_{kind}", args=[evening.session.public_id]) for kind in ("csv", "json")
    }

    def exported():
        rows = list(csv.reader(io.StringIO(client.get(address["csv"]).content.decode("utf-8-sig"))))
        games = json.loads(client.get(address["json"]).content)["games"]
        return rows, [game["in_record"] for game in games]

    sound, all_there = exported()
    damage(evening, "unreadable")
    rows, there = exported()

    assert all_there == [True, True]
    assert there == [True, False]
    assert [row[:-1] for row in rows] == sound
    assert [row[-1] for row in rows] == ["record", "", "not in the record any more"]


@pytest.mark.parametrize("how", ["unreadable", "another shape"])
def test_the_interface_shows_the_log_as_it_is(evening, by, client, how):
    session = cut(damage(evening, how), by)
    client.force_login(by)

    answer = client.get(f"/api/v1/sessions/{session.public_id}/actions")

    assert answer.status_code == 200
    kinds = [row["kind"] for row in answer.json()["results"]]
    assert (len(kinds), kinds[-1]) == (session.length, "cut")
