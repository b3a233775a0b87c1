"""Commands say what they did, and end with status 1 where something is wrong."""

import io
import re
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.urls import reverse

from games.accounts.services.accounts import sign_in_link_redeem
from games.errors import Refused
from games.models import Club, Game, GameScore, Session, User
from games.rules.chouette.notation import parse

EVENING = '[Players "Ann, Bob, Cid"]\norder Ann, Bob, Cid\ngame\n  team wins\n'


def run(*arguments, **options):
    out, err = io.StringIO(), io.StringIO()
    status = 0
    try:
        call_command(*arguments, stdout=out, stderr=err, **options)
    except SystemExit as ended:
        status = ended.code
    except CommandError as error:
        status = error.returncode
        err.write(str(error))
    return SimpleNamespace(status=status, out=out.getvalue(), err=err.getvalue())


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "evening.csn"
    path.write_text(EVENING)
    return path


def test_a_file_is_imported_exported_and_checked(club, file):
    done = run("csn_import", str(file), "--club", club.slug)
    assert done.status == 0
    session = Session.objects.get()
    assert done.out == f"{file}: {session.public_id}\n"
    assert session.status == "ended"

    text = run("csn_export", session.public_id).out
    assert len(parse(text).results) == 1
    done = run("check_ledger")
    assert (done.status, done.out) == (0, "1 session checked, all as their log says.\n")


def test_input_is_read_and_a_session_left_running(club, organizer, monkeypatch):
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(EVENING.encode())))

    assert run("csn_import", "-", "--club", club.slug, "--running").status == 0
    assert Session.objects.get().status == "open"


def test_an_illegal_file_is_named_with_its_line(club, file, tmp_path):
    other = tmp_path / "other.csn"
    other.write_text(EVENING + "Zoe leaves\n")

    done = run("csn_import", str(other), str(file), str(tmp_path / "none.csn"), "--club", club.slug)

    assert done.status == 1
    assert done.err.startswith(f"{other}:5: Nobody here is called Zoe.")
    assert "none.csn" in done.err
    assert Session.objects.count() == 1  # the good one between two bad ones


@pytest.mark.parametrize(
    "arguments", [["--club", "nowhere"], ["--club", "tuesday-club", "--by", "x@example.org"]]
)
def test_an_unknown_club_or_account_is_said(club, file, arguments):
    assert run("csn_import", str(file), *arguments).status == 1
    assert not Session.objects.exists()


def test_an_unknown_session_is_said(db):
    assert "No such session: x" in run("csn_export", "x").err
    assert "No such session or board: x" in run("check_ledger", "x").err


def test_a_ledger_that_differs_ends_with_status_1(club, file):
    run("csn_import", str(file), "--club", club.slug)
    GameScore.objects.filter(role="box").update(points=7)

    done = run("check_ledger", Session.objects.get().public_id)

    assert done.status == 1
    assert "game 1 differs in scores" in done.out
    assert "1 session checked, 1 differ" in done.err


def test_what_differs_is_written_anew_from_the_log_which_stays_as_it_is(club, file):
    for _evening in range(2):
        run("csn_import", str(file), "--club", club.slug)
        file.write_text(file.read_text() + "game\n  box wins\n")
    sound, session = Session.objects.order_by("pk")
    log = list(session.log.order_by("sequence").values())
    untouched = list(sound.games.values())
    scores = GameScore.objects.filter(game__session=session)
    counted = sorted(scores.values_list("player", "game__number", "points"))
    scores.filter(role="box").update(points=7)
    Game.objects.filter(session=session, number=2).delete()
    Session.objects.filter(pk=session.pk).update(snapshot={}, rules="no such rules")

    done = run("check_ledger", "--repair")

    assert done.status == 0
    assert f"{session.public_id}: game 1 differs in scores\n" in done.out
    assert f"{session.public_id}: game 2 is missing\n" in done.out
    assert f"{session.public_id}: written anew from its log\n" in done.out
    assert sound.public_id not in done.out
    assert list(session.log.order_by("sequence").values()) == log
    assert sorted(scores.values_list("player", "game__number", "points")) == counted
    assert list(sound.games.values()) == untouched
    done = run("check_ledger")
    assert (done.status, done.out) == (0, "2 sessions checked, all as their log says.\n")


def test_what_is_over_keeps_the_points_that_earlier_rules_counted(club, file):
    run("csn_import", str(file), "--club", club.slug)
    GameScore.objects.filter(role="box").update(points=7)
    Session.objects.update(rules_version=0)

    done = run("check_ledger", "--repair")

    assert done.status == 1
    assert "version 0 of the rules counted game 1 otherwise" in done.out
    assert GameScore.objects.get(role="box").points == 7


def test_a_damaged_log_is_reported_and_nothing_is_written_from_it(club, file):
    run("csn_import", str(file), "--club", club.slug)
    GameScore.objects.filter(role="box").update(points=7)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM games_action WHERE sequence = 2")

    done = run("check_ledger", "--repair")

    assert done.status == 1
    assert "record is damaged from game 1 on: row 2 of its log" in done.out
    assert GameScore.objects.get(role="box").points == 7


@pytest.mark.parametrize("command", ["check_ledger", "club_export"])
@pytest.mark.parametrize(("verbosity", "says"), [(2, True), (1, False)])
def test_who_asks_for_more_is_told_how_far_it_is(
    club, file, tmp_path, monkeypatch, command, verbosity, says
):
    monkeypatch.setattr("games.management.progress.EVERY", 0)
    run("csn_import", str(file), "--club", club.slug)
    arguments = [club.slug, str(tmp_path / "club.json")] if command == "club_export" else []

    done = run(command, *arguments, verbosity=verbosity)

    assert (done.status, done.err) == (0, "1 of 1 sessions\n" if says else "")


def test_a_session_of_other_rules_is_reported_without_status_1(club, file):
    run("csn_import", str(file), "--club", club.slug)
    session = Session.objects.get()
    Session.objects.update(rules_version=0, snapshot={**session.snapshot, "rules_version": 0})

    done = run("check_ledger")

    assert done.status == 0
    assert "played by version 0 of the rules" in done.out


@pytest.mark.thorough
def test_the_demo_club_is_made_once(db):
    assert "Chouette Demo Club" in run("demo").out
    assert run("demo").status == 0
    assert Club.objects.count() == 1
    assert run("check_ledger").status == 0


def test_a_sign_in_link_is_printed(db):
    user = User.objects.create_user("ann@example.org", name="Ann")

    link = run("sign_in_link", "Ann@example.org", "--address", "http://club.local:8000/").out

    token = re.search(r"/([^/]+)/\n$", link).group(1)
    assert link == f"http://club.local:8000{reverse('sign-in-link', args=[token])}\n"
    assert sign_in_link_redeem(token=token) == user


def test_a_welcome_link_is_printed_until_somebody_has_an_account(db, client):
    link = run("welcome_link", "--address", "http://club.local:8000/").out
    assert client.get(link.strip().removeprefix("http://club.local:8000")).status_code == 200
    User.objects.create_user("ann@example.org", name="Ann")
    refused = run("welcome_link")
    assert refused.status
    assert not refused.out


def test_a_sign_in_link_leads_to_where_it_is_served(db, settings, tmp_path):
    User.objects.create_user("ann@example.org", name="Ann")
    settings.DATA, settings.CSRF_TRUSTED_ORIGINS = tmp_path, []
    assert run("sign_in_link", "ann@example.org").out.startswith("http://127.0.0.1:8000/sign-in/")
    (tmp_path / "address").write_text("http://192.0.2.7:8043\n", encoding="utf-8")
    assert run("sign_in_link", "ann@example.org").out.startswith("http://192.0.2.7:8043/sign-in/")
    settings.CSRF_TRUSTED_ORIGINS = ["https://club.example.org"]
    assert run("sign_in_link", "ann@example.org").out.startswith("https://club.example.org/sign")


@pytest.mark.usefixtures("small_demo")
def test_no_link_for_nobody_and_one_for_the_demo_that_opens_where_it_is_on(db, settings):
    settings.DEMO_ACCOUNTS = False  # as in every process but that of `up`
    run("demo")

    assert "no account" in run("sign_in_link", "x@example.org").err
    printed = run("sign_in_link", "demo@chouette.example")
    assert "while phones of the network may not come in" in printed.err
    token = re.search(r"/([^/]+)/\n$", printed.out).group(1)
    with pytest.raises(Refused, match="switched off"):
        sign_in_link_redeem(token=token)
    settings.DEMO_ACCOUNTS = True
    token = re.search(r"/([^/]+)/\n$", run("sign_in_link", "demo@chouette.example").out).group(1)
    assert sign_in_link_redeem(token=token).is_demo


def test_old_traces_are_deleted(db):
    assert run("delete_old_traces").out == "0 origins and 0 links deleted.\n"
