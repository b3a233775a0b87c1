"""Handing over what was scored without network: in order, once, checked; faults lose nothing."""

from __future__ import annotations

import logging
from collections.abc import Callable
from io import StringIO
from itertools import chain

import pytest
from django.core.management import call_command

from games.clubs.services.clubs import player_create
from games.decisions.services.anonymising import player_anonymise
from games.decisions.services.merging import players_merge
from games.errors import Conflict, NotAllowed, Refused
from games.handover.services import handing
from games.models import Action, Player, Session
from games.offline import reading
from games.record.selectors.sessions import table_of
from games.record.services.actions import record_action, redo, undo
from games.rules.chouette import (
    BoxReplies,
    EndGame,
    EnterPoints,
    Join,
    RollOrder,
    StartGame,
    TeamDoubles,
    roll_dice,
)
from games.sessions.services.sessions import session_reopen
from games.table.presenters.reading import reading_of
from games.table.presenters.values import HistoryLine
from tests import evenings
from tests.evenings import Evening
from tests.games.handover.device import Device

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def evening(db: None) -> Evening:
    """Ann, Bob, Cid and Dee, with one game on the server."""
    return Evening(evenings.club(), "Ann Bob Cid Dee").doubled_game()


@pytest.fixture
def device(evening: Evening) -> Device:
    return Device(evening.session, evening.organizer)


def three_games(device: Device) -> None:
    """Games with doubles, answers, undo and redo, and somebody who joins."""
    for level in (1, 2, 1):
        team = device.start()
        device.play(TeamDoubles((team[0],)))
        device.play(BoxReplies(((team[0], "take"),)))
        device.undo(2)
        device.redo()
        device.redo()
        device.play(EndGame("team" if level == 2 else "box", level))


def totals(session: Session) -> dict[str, int]:
    names = dict(session.seats.values_list("logged_as", "player__name"))
    found = table_of(Session.objects.get(pk=session.pk)).totals
    return {names[player]: amount for player, amount in found.items()}


def is_sound(session: Session) -> None:
    """The log, folded again, gives what the tables say, and each key stands there once."""
    out = StringIO()
    call_command("check_ledger", session.public_id, stdout=out)
    keys = list(session.log.exclude(key="").values_list("key", flat=True))
    assert len(keys) == len(set(keys))


def test_three_games_are_handed_over_in_order_and_each_entry_once(
    evening: Evening, device: Device
) -> None:
    three_games(device)
    answer = device.hand_over_all()
    session = Session.objects.get(pk=device.session.pk)
    assert (answer.stopped, answer.left, answer.version) == (None, 0, session.version)
    assert list(answer.taken) == [entry.key for entry in device.entries]
    assert session.version == device.position.version
    assert table_of(session).totals == device.table.totals
    assert table_of(session).line == device.table.line
    assert session.games.count() == 4
    is_sound(session)


def test_what_is_sent_again_changes_nothing(evening: Evening, device: Device) -> None:
    three_games(device)
    device.hand_over_all()
    before = Session.objects.values().get(pk=device.session.pk)
    assert device.hand_over_all().left == 0
    assert Session.objects.values().get(pk=device.session.pk) == before


def test_a_device_without_entries_only_keeps_the_score_no_more(
    evening: Evening, device: Device
) -> None:
    answer = device.hand_over_all()
    assert (answer.taken, answer.left) == ((), 0)
    assert Session.objects.get(pk=device.session.pk).keeper is None


@pytest.mark.parametrize("heard", [True, False], ids=["answer heard", "answer lost"])
def test_the_network_may_go_in_the_middle(
    evening: Evening, device: Device, heard: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handing, "MOST_AT_ONCE", 4)
    three_games(device)
    answer = device.hand_over()
    assert answer.left == len(device.entries) - 4
    if heard:
        device.discard(answer.taken)
    assert device.hand_over_all().left == 0
    assert table_of(Session.objects.get(pk=device.session.pk)).totals == device.table.totals
    is_sound(device.session)


@pytest.mark.parametrize("dies_at", range(7))
def test_the_server_may_be_killed_between_any_two_entries(
    evening: Evening, device: Device, dies_at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    three_games(device)
    write, written = handing._write, []

    def killed(*arguments: object) -> dict[str, str]:
        if len(written) == dies_at:
            raise KeyboardInterrupt
        written.append(arguments)
        return write(*arguments)

    monkeypatch.setattr(handing, "_write", killed)
    with pytest.raises(KeyboardInterrupt):
        device.hand_over()
    monkeypatch.setattr(handing, "_write", write)
    assert device.hand_over_all().left == 0
    assert table_of(Session.objects.get(pk=device.session.pk)).totals == device.table.totals
    is_sound(device.session)


def test_where_somebody_else_wrote_nothing_is_written_and_both_totals_are_told(
    evening: Evening, device: Device
) -> None:
    three_games(device)
    evening.doubled_game("team")
    before = totals(evening.session)
    answer = device.hand_over()
    assert answer.taken == ()
    stopped = answer.stopped
    assert stopped is not None
    assert stopped.mine is not None
    assert (stopped.why, stopped.may_append) == ("others_wrote", True)
    assert stopped.theirs.totals == table_of(Session.objects.get(pk=evening.session.pk)).totals
    assert stopped.mine.totals == device.table.totals
    assert totals(evening.session) == before


OTHERS: dict[str, Callable[[Evening], object]] = {
    "a game": lambda evening: evening.doubled_game("team"),
    "half a game": lambda evening: evening.start(),
    "an undo": lambda evening: move(evening, undo, 3),
    "an undo and a game": lambda evening: (move(evening, undo, 1), evening.do(EndGame("team", 2))),
    "an undo, put back": lambda evening: (move(evening, undo, 2), move(evening, redo, 2)),
    "somebody joins": lambda evening: evening.join("Eve"),
}


def move(evening: Evening, service: Callable[..., object], steps: int) -> None:
    evening.session.refresh_from_db()
    service(
        session=evening.session,
        version=evening.session.version,
        key=f"move-{evening.session.version}",
        sender=evening.organizer,
        steps=steps,
    )


@pytest.mark.parametrize("others", OTHERS.values(), ids=OTHERS)
def test_mine_is_appended_after_theirs_is_undone(
    evening: Evening, device: Device, others: Callable[[Evening], object]
) -> None:
    three_games(device)
    others(evening)
    rows = Action.objects.filter(session=evening.session).count()
    answer = device.hand_over_all(append=True)
    assert (answer.left, answer.stopped) == (0, None)
    session = Session.objects.get(pk=evening.session.pk)
    assert table_of(session).totals == device.table.totals
    assert session.log.count() > rows  # theirs stays in the log
    is_sound(session)


def test_appending_that_broke_off_goes_on(
    evening: Evening, device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    three_games(device)
    evening.doubled_game("team")
    write = handing._write

    def killed(*arguments: object) -> dict[str, str]:
        raise KeyboardInterrupt

    monkeypatch.setattr(handing, "_write", killed)
    with pytest.raises(KeyboardInterrupt):
        device.hand_over(append=True)
    monkeypatch.setattr(handing, "_write", write)
    assert device.hand_over_all(append=True).left == 0
    assert table_of(Session.objects.get(pk=evening.session.pk)).totals == device.table.totals
    is_sound(evening.session)


def test_somebody_who_writes_between_two_requests_stops_it_with_what_is_taken(
    evening: Evening, device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handing, "MOST_AT_ONCE", 7)
    three_games(device)
    device.hand_over()
    evening.join("Eve")
    answer = device.hand_over_all()
    assert len(answer.taken) == 7
    assert answer.stopped is not None
    assert answer.stopped.why == "others_wrote"
    assert device.hand_over_all(append=True).left == 0
    assert table_of(Session.objects.get(pk=evening.session.pk)).totals == device.table.totals
    is_sound(evening.session)


def test_two_phones_without_network_are_two_branches_and_one_is_kept(evening: Evening) -> None:
    first = Device(evening.session, evening.organizer)
    with pytest.raises(Conflict, match="Two of them would write"):
        Device(evening.session, evening.organizer)
    second = Device(evening.session, evening.organizer, over=True)
    three_games(first)
    second.start()
    assert first.hand_over_all().left == 0
    answer = second.hand_over_all()
    assert answer.stopped is not None
    assert answer.stopped.why == "others_wrote"
    assert table_of(Session.objects.get(pk=evening.session.pk)).totals == first.table.totals
    # The lease is the second one's, and stays until it is done.
    assert Session.objects.get(pk=evening.session.pk).keeper["device"] == second.key


def test_rules_of_another_version_that_count_alike_are_handed_over(
    evening: Evening, device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    three_games(device)
    monkeypatch.setattr(handing, "RULES_VERSION", handing.RULES_VERSION + 1)
    assert device.hand_over_all().left == 0
    is_sound(evening.session)


def test_rules_of_another_version_that_count_otherwise_stop_it_until_somebody_decides(
    evening: Evening, device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    three_games(device)
    monkeypatch.setattr(handing, "RULES_VERSION", handing.RULES_VERSION + 1)
    answer = device.hand_over(shown="another table")
    assert answer.taken == ()
    assert answer.stopped is not None
    assert answer.stopped.why == "rules_changed"
    assert answer.stopped.mine is not None
    assert device.hand_over_all(shown="another table", anyhow=True).left == 0
    is_sound(evening.session)


def test_another_table_by_the_same_rules_is_logged_and_nothing_is_written(
    evening: Evening, device: Device, caplog: pytest.LogCaptureFixture
) -> None:
    three_games(device)
    with caplog.at_level(logging.ERROR):
        answer = device.hand_over(shown="another table")
    assert answer.stopped is not None
    assert (answer.taken, answer.stopped.why) == ((), "counts_differ")
    assert "another table than its entries give" in caplog.text


def test_new_house_rules_of_the_club_change_nothing_for_the_evening(
    evening: Evening, device: Device
) -> None:
    club = evening.club
    club.rules = "basic"
    club.save()
    three_games(device)
    assert device.hand_over_all().left == 0
    assert table_of(Session.objects.get(pk=evening.session.pk)).totals == device.table.totals


def test_a_player_merged_meanwhile_plays_on_as_who_they_are(
    evening: Evening, device: Device
) -> None:
    eve, eva = evening.player("Eve"), evening.player("Eva")
    device.play(Join(eve.public_id, None))
    three_games(device)
    players_merge(player=eve, into=eva, by=evening.organizer)
    assert device.hand_over_all().left == 0
    assert evening.session.seats.filter(player=eva).exists()
    is_sound(evening.session)


def test_a_player_made_anonymous_meanwhile_keeps_their_points(
    evening: Evening, device: Device
) -> None:
    three_games(device)
    player_anonymise(player=evening.player("Dee"), by=evening.organizer)
    assert device.hand_over_all().left == 0
    assert table_of(Session.objects.get(pk=evening.session.pk)).totals == device.table.totals
    is_sound(evening.session)


@pytest.mark.parametrize("over", ["end", "void"])
def test_an_evening_that_is_over_meanwhile_keeps_mine_until_it_is_reopened(
    evening: Evening, device: Device, over: str
) -> None:
    three_games(device)
    getattr(evening, over)()
    answer = device.hand_over_all()
    assert answer.taken == ()
    assert answer.stopped is not None
    assert answer.stopped.why == f"session_{'ended' if over == 'end' else 'void'}"
    assert answer.stopped.mine is not None
    assert answer.stopped.mine.totals == device.table.totals
    evening.session.refresh_from_db()
    session_reopen(
        session=evening.session,
        by=evening.organizer,
        version=evening.session.version,
        key="reopen",
    )
    assert device.hand_over_all(append=True).left == 0
    assert table_of(Session.objects.get(pk=evening.session.pk)).totals == device.table.totals
    is_sound(evening.session)


@pytest.mark.parametrize("clock", ["2026-11-17T20:04:00", "1970-01-01T00:00:00", ""])
def test_a_wrong_clock_moves_nothing(evening: Evening, device: Device, clock: str) -> None:
    device.start()
    device.undo()
    device.tap("redo", at=clock)
    assert device.hand_over_all().left == 0
    ours = Action.objects.filter(session=evening.session).order_by("sequence")
    times = list(ours.values_list("created_at", flat=True))
    assert times == sorted(times)
    assert Session.objects.get(pk=evening.session.pk).handed_over[0]["clock"][1] == clock


def test_an_undo_goes_beyond_what_the_device_itself_has_tapped(
    evening: Evening, device: Device
) -> None:
    device.undo(2)
    assert device.table.phase == "replies"
    assert device.hand_over_all().left == 0
    session = Session.objects.get(pk=evening.session.pk)
    assert table_of(session).totals == device.table.totals
    assert table_of(session).phase == device.table.phase
    is_sound(session)


def test_a_new_name_becomes_a_player_of_the_club_and_sits_in_all_games(
    evening: Evening, device: Device
) -> None:
    device.newcomer("Kim")
    three_games(device)
    answer = device.hand_over_all()
    assert answer.left == 0
    kim = Player.objects.get(club=evening.club, name="Kim")
    assert answer.names == {"new1": kim.public_id}
    assert totals(evening.session)["Kim"] == device.table.totals["new1"]
    is_sound(evening.session)


def test_a_new_name_that_the_club_knows_is_that_player(evening: Evening, device: Device) -> None:
    device.newcomer("Kim")
    device.start()
    kim = player_create(club=evening.club, by=evening.organizer, name="kim")
    assert device.hand_over_all().names == {"new1": kim.public_id}


def test_a_new_name_is_made_once_though_the_answer_was_lost(
    evening: Evening, device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handing, "MOST_AT_ONCE", 1)
    device.newcomer("Kim")
    device.newcomer("Lou")
    three_games(device)
    device.hand_over()
    answer = device.hand_over_all()
    assert (answer.left, set(answer.names)) == (0, {"new1", "new2"})
    assert Player.objects.filter(club=evening.club, name__in=["Kim", "Lou"]).count() == 2
    is_sound(evening.session)


def own_history(device: Device) -> list[HistoryLine]:
    """What the phone itself lists, the newest first."""
    return list(reading.reading_of(device.position, reading.here, whole=True).steps)


def test_every_line_says_the_minute_that_the_phone_has_claimed(
    evening: Evening, device: Device
) -> None:
    before = [line.at for line in reading_of(evening.session, whole=True).steps]
    line = device.table.line
    assert line is not None
    device.play(
        StartGame(line.box, line.partner, line.team, by_hand=False), at="2026-11-17T21:15:59"
    )
    device.play(TeamDoubles((line.team[0],)), at="2026-11-17T21:17:00")
    assert [one.at for one in own_history(device)] == ["21:17", "21:15", *before]
    assert device.hand_over_all().left == 0
    session = Session.objects.get(pk=evening.session.pk)
    read = reading_of(session, whole=True)
    # What stood before keeps the server's own time.
    assert [one.at for one in read.steps] == ["21:17", "21:15", *before]
    assert read.latest is not None
    assert read.latest.at == "21:17"
    # Who takes the evening along next sees the same.
    assert own_history(Device(session, evening.organizer))[0].at == "21:17"


def test_dice_that_the_device_rolled_are_marked_as_its_own(evening: Evening) -> None:
    fresh = Evening(evening.club, "Ann Bob Cid", day=evenings.MONDAY)
    fresh.session.refresh_from_db()
    move(fresh, undo, 1)
    device = Device(fresh.session, fresh.organizer)
    dice = roll_dice(device.table.present, chain([3, 5, 1]).__next__)
    rolled = device.play(RollOrder(dice), rolled=True)
    assert device.hand_over_all().left == 0
    session = Session.objects.get(pk=fresh.session.pk)
    assert session.handed_over[0]["rolled"] == [rolled.key]
    told = [line.words for line in reading_of(session, whole=True).steps]
    assert told[0] == "order rolled (the phone’s dice)"
    # A phone that takes the evening along now says so, too.
    again = Device(session, fresh.organizer)
    assert again.base.steps[-1].rolled
    assert own_history(again)[0].words == "order rolled (the phone’s dice)"
    move(fresh, undo, 1)
    fresh.do(RollOrder(dice))
    session.refresh_from_db()
    told = [line.words for line in reading_of(session, whole=True).steps]
    assert told[0] == "order rolled"


def test_a_tap_whose_answer_was_lost_before_is_first_and_counts_once(evening: Evening) -> None:
    lost = evening.session.version
    device = Device(evening.session, evening.organizer)
    entry = device.start() and device.entries[0]
    record_action(
        session=evening.session,
        actions=entry.actions,
        version=lost,
        key=entry.key,
        sender=evening.organizer,
    )
    device.play(EnterPoints(tuple((one, 100) for one in device.table.game.team), "team"))
    assert device.hand_over_all().left == 0
    assert evening.session.log.filter(key=entry.key).count() == 1
    is_sound(evening.session)


def test_what_does_not_follow_or_is_not_allowed_is_refused(
    evening: Evening, device: Device
) -> None:
    three_games(device)
    first, second, *rest = device.entries
    with pytest.raises(Refused, match="do not follow one another"):
        device.hand_over(entries=[second, first, *rest])
    device.user = evenings.member(evening.club, "Pat")
    with pytest.raises(NotAllowed):
        device.hand_over(entries=[], shown="")


def test_who_keeps_the_score_is_noted_until_it_is_handed_over(
    evening: Evening, device: Device
) -> None:
    keeper = Session.objects.get(pk=evening.session.pk).keeper
    assert keeper["user"] == evening.organizer.pk
    assert keeper["version"] == device.base.version
    device.start()
    device.hand_over_all()
    assert Session.objects.get(pk=evening.session.pk).keeper is None
