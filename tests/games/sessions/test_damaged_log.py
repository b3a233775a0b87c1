"""A damaged log closes what needs it with a sentence; what was counted is read and exported."""

import io
from copy import deepcopy

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.urls import reverse

from games.errors import Damaged
from games.files.archive.problems import BadArchive
from games.files.services.archive_making import archive_club_create
from games.files.services.archive_reading import archive_read
from games.files.services.archive_writing import archive_write
from games.files.services.job_files import Progress
from games.models import Session
from games.record.log.checking import session_damage_note
from games.record.log.damage import damage_of
from games.record.services.actions import undo
from games.record.services.amend import game_amend
from games.record.services.voiding import game_void
from games.rules.chouette import EndGame
from games.sessions.services.sessions import session_end, session_void
from tests.games.conftest import tuesday
from tests.worlds import built_once

LAST = "(SELECT max(sequence) FROM games_action WHERE kind = 'play')"
DAMAGES = {
    "unreadable": f"UPDATE games_action SET payload = '{{}}' WHERE sequence = {LAST} - 1",
    "another shape": f"UPDATE games_action SET payload = '7' WHERE sequence = {LAST} - 1",
    "missing": f"DELETE FROM games_action WHERE sequence = {LAST} - 1",
    "refused": (
        """UPDATE games_action SET payload = '{"type": "end_game", "winner": "box"}' """
        f"WHERE sequence = {LAST} - 1"
    ),
}
SENTENCE = "record is damaged from game 3 on"


@pytest.fixture(scope="module")
def built(django_db_setup, django_db_blocker):
    """An evening of two finished games, and a third one that has begun."""
    with built_once(django_db_blocker):
        of = tuesday()
        of.scorer.play("order Ann, Bob, Cid, Dee\ngame\nall double\nbox takes all\nteam wins")
        of.scorer.play("game\nbox wins\ngame\nall double")
        yield of


@pytest.fixture
def evening(built, db):
    """The same for every damage."""
    return deepcopy(built)


@pytest.fixture
def organizer(evening):
    return evening.organizer


@pytest.fixture
def club(evening):
    return evening.club


@pytest.fixture
def scorer(evening):
    return evening.scorer


@pytest.fixture(params=DAMAGES)
def damaged(request, evening):
    """The evening, with the row that began the third game damaged."""
    with connection.cursor() as cursor:
        cursor.execute(DAMAGES[request.param])
    return Session.objects.get(pk=evening.session.pk)


@pytest.fixture
def browser(client, organizer):
    """The organizer's browser."""
    client.force_login(organizer)
    return client


def test_the_damage_is_named_with_its_game_and_its_row(damaged):
    found = damage_of(damaged)

    assert found is not None
    assert found.game == 3
    assert found.row == damaged.length - 1


def test_an_export_that_needs_the_log_says_what_is_damaged(damaged, browser):
    answer = browser.get(reverse("sheet_csn", args=[damaged.public_id]))

    assert answer.status_code == 409
    assert SENTENCE in answer.content.decode()


@pytest.mark.parametrize(("page", "shown"), [("", "Ann"), ("?pane=history", "What happened")])
def test_the_table_is_shown_and_says_what_is_damaged(damaged, browser, page, shown):
    session_damage_note(session=damaged)

    answer = browser.get(reverse("table", args=[damaged.public_id]) + page)

    assert answer.status_code == 200
    assert SENTENCE in answer.content.decode()
    assert shown in answer.content.decode()


def test_a_tap_at_a_damaged_table_is_answered_with_the_table_and_the_sentence(damaged, browser):
    session_damage_note(session=damaged)
    tap = {"version": damaged.version, "key": "k"}

    answer = browser.post(reverse("table_undo", args=[damaged.public_id]), tap)

    assert answer.status_code == 409
    assert SENTENCE in answer.content.decode()
    assert "thumb" in answer.content.decode()


@pytest.mark.parametrize("page", ["sheet", "sheet_print"])
def test_the_sheet_marks_the_games_that_the_record_does_not_show(evening, browser, page):
    session = evening.session
    sound = browser.get(reverse(page, args=[session.public_id])).content.decode()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_action SET payload = '7' WHERE sequence = 7")
    session_damage_note(session=session)

    answer = browser.get(reverse(page, args=[session.public_id])).content.decode()

    assert "not in the record any more" not in sound
    assert answer.count("not in the record any more") == 1
    assert "record is damaged from game 2 on" in answer


def test_looking_for_the_damage_reads_the_log_at_once(damaged, django_assert_max_num_queries):
    with django_assert_max_num_queries(3):
        assert damage_of(damaged)


@pytest.mark.parametrize("damaged", ["unreadable", "another shape", "refused"], indirect=True)
def test_nothing_is_undone_over_a_damaged_row(damaged, organizer):
    with pytest.raises(Damaged):
        undo(session=damaged, version=damaged.version, key="k", sender=organizer)


@pytest.mark.parametrize("page", ["sheet", "sheet_print", "sheet_csv", "sheet_xlsx", "sheet_json"])
def test_what_was_counted_is_read_and_exported(damaged, browser, page):
    answer = browser.get(reverse(page, args=[damaged.public_id]))

    assert answer.status_code == 200


def test_pages_around_a_damaged_evening_go_on(damaged, browser, club):
    for page in ("club", "session_list", "balances"):
        assert browser.get(reverse(page, args=[club.slug])).status_code == 200


def test_the_interface_says_it_as_a_problem(damaged, browser):
    answer = browser.get(reverse("api-csn", args=[damaged.public_id]))

    assert (answer.status_code, answer.json()["code"]) == (409, "log_damaged")
    assert answer.json()["params"] == {"game": 3, "row": damaged.length - 1}


@pytest.mark.parametrize(
    "write",
    [
        lambda **ask: game_void(game=1, **ask),
        lambda **ask: game_amend(game=1, actions=[EndGame("box")], **ask),
    ],
)
def test_what_would_fold_the_log_writes_nothing(damaged, organizer, write):
    rows = damaged.log.count()
    with pytest.raises(Damaged):
        write(session=damaged, version=damaged.version, key="k", sender=organizer)
    assert damaged.log.count() == rows


def test_an_organizer_declares_it_void_and_it_counts_nowhere(damaged, organizer):
    session_void(session=damaged, by=organizer, version=damaged.version, key="void")

    assert Session.objects.get().status == "void"


def archived(club):
    file = io.BytesIO()
    assert archive_write(club=club, file=file, progress=Progress())["sessions"] == 1
    return file.getvalue()


@pytest.mark.parametrize("damaged", ["unreadable", "another shape", "refused"], indirect=True)
class TestArchived:
    """A club with a damaged evening is archived, and read again once nothing depends on it."""

    def test_results_that_nothing_shows_any_more_are_not_taken_over(self, damaged, club):
        Session.objects.update(status="ended")
        with pytest.raises(BadArchive):
            archive_read(data=archived(club), progress=Progress())

    def test_declared_void_it_is_read_with_the_games_that_its_log_shows(
        self, damaged, club, organizer
    ):
        session_void(session=damaged, by=organizer, version=damaged.version, key="void")

        read = archive_read(data=archived(club), progress=Progress())
        made = archive_club_create(archive=read, by=organizer, progress=Progress())

        (session,) = made.sessions.all()
        assert (session.status, session.is_damaged) == ("void", True)
        assert session.games.count() == 2
        assert session.log.count() == damaged.log.count()
        assert damage_of(session).game == 3


class TestClosed:
    """A check closes the evening to writing, though a sound snapshot would let it go on."""

    def test_nothing_more_is_played(self, damaged, scorer):
        with pytest.raises(CommandError):
            call_command("check_ledger", damaged.public_id, stdout=io.StringIO())
        scorer.session = Session.objects.get(pk=damaged.pk)

        with pytest.raises(Damaged):
            scorer.play("box takes all")
        assert scorer.session.is_damaged

    def test_it_is_not_ended_either(self, damaged, organizer):
        assert session_damage_note(session=damaged)

        with pytest.raises(Damaged):
            session_end(session=damaged, by=organizer, version=damaged.version, key="k")

    def test_an_organizer_declares_it_void(self, damaged, organizer):
        session_damage_note(session=damaged)

        session_void(session=damaged, by=organizer, version=damaged.version, key="k")

        assert Session.objects.get(pk=damaged.pk).status == Session.Status.VOID

    def test_its_sheet_is_still_read(self, damaged, browser):
        session_damage_note(session=damaged)

        for page in ("sheet", "sheet_csv", "sheet_xlsx", "sheet_json"):
            assert browser.get(reverse(page, args=[damaged.public_id])).status_code == 200

    def test_the_command_says_so(self, damaged):
        said = io.StringIO()
        with pytest.raises(CommandError):
            call_command("check_ledger", "--repair", stdout=said)

        assert f"{damaged.public_id}: closed to writing: its log is damaged" in said.getvalue()

    def test_a_sound_log_opens_it_again(self, scorer):
        session = scorer.session
        Session.objects.filter(pk=session.pk).update(is_damaged=True)
        session.refresh_from_db()

        scorer.play("box takes all")
        call_command("check_ledger", session.public_id, stdout=io.StringIO())

        assert not Session.objects.get(pk=session.pk).is_damaged
