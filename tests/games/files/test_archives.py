"""A club as an archive: read back to the same figures, and to the same archive."""

import io
import json
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.accounts.services.accounts import invitation_create
from games.clubs.services.clubs import club_change, season_create
from games.clubs.services.groups import group_save
from games.errors import NotAllowed
from games.files.archive.form import Writer
from games.files.services.archive_writing import archive_write
from games.files.services.job_files import Progress
from games.files.services.jobs import JobFiles, job_create
from games.models import (
    Club,
    Decision,
    GameScore,
    Invitation,
    Job,
    Note,
    Origin,
    Payment,
    Player,
    Recount,
    Season,
    Session,
    User,
)
from games.record.log.checking import session_check
from games.record.log.origins import Sender
from games.record.services.actions import redo, undo
from games.record.services.amend import game_amend
from games.record.services.notes import note_add
from games.rules.chouette import RULES_VERSION
from games.sessions.services.debts import debts_check
from games.sessions.services.sessions import session_end
from games.sessions.services.settling import debt_pay
from tests.games.conftest import Scorer
from tests.games.files.conftest import Send


@pytest.fixture
def played(session: Session, scorer: Scorer, organizer: User) -> Session:
    """An evening on which everything happened that can be in a log."""
    club = session.club
    club_change(club=club, by=organizer, stake_amount=Decimal("0.50"), currency="EUR")
    day = session.played_on
    season = season_create(club=club, by=organizer, name="S", starts_on=day, ends_on=day)
    Session.objects.filter(pk=session.pk).update(
        season=season, stake_amount=Decimal("0.50"), currency="EUR"
    )
    session.refresh_from_db()
    scorer.play("order Ann, Bob, Cid, Dee", origin=Sender("192.0.2.7", "phone"))
    scorer.play("game\nall double\nbox takes Bob Cid, drops Dee\nteam wins gammon")
    undo(session=session, version=session.version, key="u", sender=organizer)
    redo(session=session, version=session.version, key="r", sender=organizer)
    game_amend(
        session=session,
        game=1,
        actions=scorer_actions(scorer),
        version=session.version,
        key="a",
        sender=organizer,
    )
    note = note_add(session=session, game=1, text="~ was it so?", by=organizer, is_dispute=True)
    assert note.public_id
    session_end(session=session, by=organizer, version=session.version, key="e")
    debt = session.debts.first()
    assert debt is not None
    debt_pay(debt=debt, by=organizer)
    invitation_create(club=club, by=organizer)
    session.refresh_from_db()
    return session


def scorer_actions(scorer: Scorer) -> list[Any]:
    other = Scorer(scorer.session, scorer.user)
    other.text = "order Ann, Bob, Cid, Dee\n"
    return other.actions("game\nteam wins\n")


def archive(club: Club) -> bytes:
    file = io.BytesIO()
    archive_write(club=club, file=file, progress=Progress())
    return file.getvalue()


def figures(club: Club) -> list[tuple[Any, ...]]:
    scores = GameScore.objects.filter(game__session__club=club).order_by("game__pk", "place")
    return list(scores.values_list("game__number", "player__name", "role", "points", "closing"))


def sealed(data: bytes, change: Callable[[dict[str, Any]], None]) -> bytes:
    """An archive that somebody changed who knows how checksums are made."""
    parts = json.loads(data)
    change(parts)
    file = io.BytesIO()
    writer = Writer(file, RULES_VERSION)
    writer.one("club", parts["club"])
    for part in ("seasons", "sessions", "players", "decisions"):
        writer.many(part, parts[part])
    writer.close()
    return file.getvalue()


def test_a_club_is_read_back_to_the_same_figures_and_the_same_archive(
    send: Send, played: Session, club: Club
) -> None:
    data = archive(club)
    job = send("club", data)
    assert job.message == "Tuesday Club is here, with 1 session."
    copy = job.club
    assert copy is not None
    assert copy != club
    assert figures(copy) == figures(club)
    assert archive(copy) == data
    session = copy.sessions.get()
    assert session_check(session=session).differences == []
    assert session.season is not None
    assert Payment.objects.filter(session=session).count() == 1
    assert debts_check(club=copy) == []
    assert not Recount.objects.exists()


def test_identifiers_are_new_and_nobody_gets_a_role(
    send: Send, played: Session, club: Club, member: Callable[[str], User], organizer: User
) -> None:
    member("director")
    copy = send("club", archive(club)).club
    assert copy is not None
    assert [one.user for one in copy.memberships.all()] == [organizer]
    assert not Invitation.objects.filter(club=copy).exists()
    old = set(club.players.values_list("public_id", flat=True))
    assert not old & set(copy.players.values_list("public_id", flat=True))
    for row in copy.sessions.get().log.all():
        assert not any(one in json.dumps(row.payload) for one in old)
        assert row.sender is None


def test_no_account_key_or_address_is_in_an_archive(played: Session, club: Club) -> None:
    text = archive(club).decode()
    secrets = [
        *User.objects.values_list("email", flat=True),
        *User.objects.values_list("password", flat=True),
        *Invitation.objects.values_list("token_hash", flat=True),
        *played.log.exclude(key="").exclude(key__in="aeru").values_list("key", flat=True),
        *Origin.objects.values_list("address", flat=True),
        *club.players.values_list("public_id", flat=True),
    ]
    assert len(secrets) > 8
    assert not [one for one in secrets if one and one in text]


def test_an_export_is_the_same_the_second_time(send: Send, played: Session) -> None:
    files = [JobFiles.of(send("club_out")).result.read_bytes() for _time in range(2)]
    assert files[0] == files[1]


def test_merged_players_and_decisions_travel(
    send: Send, played: Session, club: Club, players: dict[str, Player], organizer: User
) -> None:
    Player.objects.create(club=club, name="Annie", merged_into=players["Ann"], is_active=False)
    Decision.objects.create(
        club=club, kind="player_merge", reason="One Ann", player=players["Ann"], made_by=organizer
    )
    job = send("club", archive(club))
    copy = job.club
    assert copy is not None, job.message
    annie = copy.players.get(name="Annie")
    assert annie.merged_into == copy.players.get(name="Ann")
    decision = Decision.objects.get(club=copy)
    assert (decision.reason, decision.player, decision.made_by) == (
        "One Ann", annie.merged_into, None,
    )  # fmt: skip


def test_groups_of_players_travel_and_are_written_the_same_again(
    send: Send, played: Session, club: Club, players: dict[str, Player], organizer: User
) -> None:
    ann, bob = players["Ann"], players["Bob"]
    group_save(club=club, by=organizer, name="Monday regulars", players=[ann, bob])
    group_save(club=club, by=organizer, name="Beginners", players=[bob])
    club.refresh_from_db()
    packed = archive(club)
    copy = send("club", packed).club
    assert copy is not None
    names = dict(copy.players.values_list("public_id", "name"))
    assert [(one["name"], [names[p] for p in one["players"]]) for one in copy.groups] == [
        ("Beginners", ["Bob"]),
        ("Monday regulars", ["Ann", "Bob"]),
    ]
    assert archive(copy) == packed


def refuse_group(parts: dict[str, Any]) -> None:
    parts["players"][0]["groups"] = ["x" * 41]


def refuse_points(parts: dict[str, Any]) -> None:
    parts["sessions"][0]["games"][0][1][0][1] += 100


def refuse_action(parts: dict[str, Any]) -> None:
    parts["sessions"][0]["log"][1][4] = {"type": "end_game", "winner": "box", "level": 1}


def refuse_kind(parts: dict[str, Any]) -> None:
    parts["sessions"][0]["log"][1][0] = "sudo"


def refuse_status(parts: dict[str, Any]) -> None:
    parts["sessions"][0]["status"] = "open"


def refuse_player(parts: dict[str, Any]) -> None:
    parts["players"].pop()


def refuse_field(parts: dict[str, Any]) -> None:
    parts["players"][0]["user"] = 1


def refuse_club(parts: dict[str, Any]) -> None:
    parts["club"]["is_demo"] = True


def refuse_slip(parts: dict[str, Any]) -> None:
    parts["club"]["time_zone"] = "Mars"


def refuse_name(parts: dict[str, Any]) -> None:
    parts["players"][0]["name"] = "A\u200b"


def refuse_twins(parts: dict[str, Any]) -> None:
    parts["players"][0]["name"] = parts["players"][1]["name"]


def refuse_season(parts: dict[str, Any]) -> None:
    parts["sessions"][0]["season"] = 9


def refuse_payment(parts: dict[str, Any]) -> None:
    parts["sessions"][0]["payments"][0]["amount"] = "-1"


def refuse_taking_back(parts: dict[str, Any]) -> None:
    parts["sessions"][0]["payments"][0]["takes_back"] = 1


@pytest.mark.parametrize(
    "change",
    [refuse_points, refuse_action, refuse_kind, refuse_status, refuse_player, refuse_field,
     refuse_club, refuse_slip, refuse_name, refuse_twins, refuse_season, refuse_payment,
     refuse_taking_back, refuse_group],
)  # fmt: skip
def test_a_forged_archive_writes_nothing(
    send: Send, played: Session, club: Club, change: Callable[[dict[str, Any]], None]
) -> None:
    job = send("club", sealed(archive(club), change))
    assert job.state == Job.State.FAILED
    assert job.message
    assert "mistake of the program" not in job.message
    counts = [model.objects.count() for model in (Club, Season, Session, Note)]
    assert counts == [1, 1, 1, 1]
    assert Player.objects.count() == 4


def test_half_an_archive_is_refused_with_a_sentence(
    send: Send, played: Session, club: Club
) -> None:
    data = archive(club)
    assert send("club", data[: len(data) // 2]).message == (
        "This archive is damaged, or only half of one."
    )
    assert send("club", b"{}").message == "This is no archive of a club."
    assert send("club", data.replace(b'"version":2', b'"version":3', 1)).message.startswith(
        "This archive comes from a newer version of the program"
    )
    assert Club.objects.count() == 1


def test_only_organizers_export_a_club(club: Club, member: Callable[[str], User]) -> None:
    with pytest.raises(NotAllowed):
        job_create(club=club, by=member("scorer"), kind="club_out")


LEFT_OUT = {
    # groups stand at their players
    Club: {"id", "public_id", "slug", "logo", "is_demo", "is_rehearsal", "created_at", "groups"},
    Player: {"id", "public_id", "club", "user", "name_key", "figures_shared"},
    Season: {"id", "public_id", "club", "closed_by"},
    Session: {
        "id", "public_id", "club", "rules", "rules_json", "version", "length", "snapshot", "cuts",
        "checkpoint", "started_by",
        # who is at the table with which phone, and what is being said there
        "beat", "question", "questions", "holding", "join_code", "meeting",
        # which device keeps the score, and what devices have handed over here
        "keeper", "handed_over",
        # found again by folding the log
        "is_damaged",
    },
    Note: {"id", "public_id", "session", "author", "resolved_by", "game_number"},
    Payment: {"id", "public_id", "session", "made_by"},
    Decision: {"id", "club", "made_by"},
}  # fmt: skip


@pytest.mark.parametrize("model", list(LEFT_OUT))
def test_whatever_a_row_knows_is_in_the_archive_or_left_out_on_purpose(model: Any) -> None:
    from games.clubs.services.clubs import CLUB_FIELDS
    from games.files.archive import shapes

    there = {
        Club: CLUB_FIELDS,
        Player: shapes.PLAYER.fields.keys(),
        Season: shapes.SEASON.fields.keys(),
        Session: shapes.SESSION.fields.keys(),
        Note: shapes.NOTE.fields.keys(),
        Payment: shapes.PAYMENT.fields.keys(),
        Decision: shapes.DECISION.fields.keys(),
    }[model]
    known = {field.name for field in model._meta.concrete_fields}
    assert known - LEFT_OUT[model] - set(there) == set()


def test_the_commands_write_and_read_an_archive(
    played: Session, club: Club, organizer: User, tmp_path: Path
) -> None:
    file = tmp_path / "club.json"
    call_command("club_export", club.slug, str(file))
    out = io.StringIO()
    call_command("club_import", str(file), by=organizer.email, stdout=out)
    copy = Club.objects.get(slug=out.getvalue().strip())
    assert archive(copy) == file.read_bytes()
    file.write_bytes(file.read_bytes()[:500])
    with pytest.raises(CommandError, match="only half of one"):
        call_command("club_import", str(file), by=organizer.email)
    with pytest.raises(CommandError, match="no club"):
        call_command("club_export", "nowhere", str(file))
    with pytest.raises(CommandError, match="no such account"):
        call_command("club_import", str(file), by="nobody@example.org")
