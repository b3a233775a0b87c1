"""Wakes, fragments and viewers in one process, with a table that is made up."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager

import pytest

from chouette.live import hub as hub_module
from chouette.live.hub import Hub
from chouette.live.source import Connection
from tests.chouette.live.sources import FakeSource, Phone, play, ticket, until


@asynccontextmanager
async def running(source: FakeSource) -> AsyncIterator[Hub]:
    hub = Hub(source)
    try:
        yield hub
    finally:
        await hub.close()


def test_who_comes_is_shown_the_present_state_at_once() -> None:
    async def scenario() -> None:
        async with running(FakeSource(t=4)) as hub:
            phone = Phone(hub, ticket(beat=4))
            await until(lambda: phone.events == ["t for a at 4"])

    play(scenario)


def test_who_has_seen_it_all_is_greeted_and_nothing_is_rendered() -> None:
    async def scenario() -> None:
        source = FakeSource(t=4)
        async with running(source) as hub:
            phone = Phone(hub, ticket(beat=4, seen=4))
            await until(lambda: phone.events == ["4"])
            await asyncio.sleep(0.05)
            assert source.rendered == []
            source.at["t"] = 5
            hub.wake(["t"])
            await until(lambda: phone.events == ["4", "t for a at 5"])

    play(scenario)


def test_a_change_between_the_answer_and_the_stream_is_not_missed() -> None:
    async def scenario() -> None:
        async with running(FakeSource(t=5)) as hub:
            phone = Phone(hub, ticket(beat=4, seen=4))
            await until(lambda: phone.events[-1:] == ["t for a at 5"])

    play(scenario)


def test_who_knows_more_than_the_hub_is_never_set_back() -> None:
    async def scenario() -> None:
        source = FakeSource(t=4)
        async with running(source) as hub:
            first = Phone(hub, ticket(beat=4))
            await until(lambda: first.events)
            source.at["t"] = 5  # and the wake is still on its way
            second = Phone(hub, ticket(beat=5, seen=4))
            await until(lambda: second.events)
            assert second.events == ["t for a at 5"]
            await until(lambda: first.events[-1] == "t for a at 5")

    play(scenario)


def test_each_audience_is_rendered_once_however_many_look() -> None:
    async def scenario() -> None:
        source = FakeSource(t=1)
        async with running(source) as hub:
            phones = [Phone(hub, ticket(audience="ab"[i % 2], seen=1)) for i in range(60)]
            await until(lambda: all(phone.events == ["1"] for phone in phones))
            source.at["t"] = 2
            hub.wake(["t"])
            await until(lambda: all(len(phone.events) == 2 for phone in phones))
            assert sorted(source.rendered) == [("t", "a", 2), ("t", "b", 2)]
            assert phones[0].events[1] == "t for a at 2"
            assert phones[1].events[1] == "t for b at 2"

    play(scenario)


def test_rendering_never_happens_in_the_event_loop() -> None:
    async def scenario() -> None:
        source = FakeSource(t=1)
        async with running(source) as hub:
            phone = Phone(hub, ticket())
            await until(lambda: phone.events)
            assert all(name.startswith("live") for name in source.threads)

    play(scenario)


def test_many_wakes_while_rendering_are_one() -> None:
    async def scenario() -> None:
        source = FakeSource(t=1)
        async with running(source) as hub:
            phone = Phone(hub, ticket(seen=1))
            await until(lambda: phone.events == ["1"])
            source.hold = threading.Event()
            source.at["t"] = 2
            hub.wake(["t"])
            await until(lambda: len(source.rendered) == 1)
            for beat in range(3, 20):
                source.at["t"] = beat
                hub.wake(["t"])
            source.hold.set()
            await until(lambda: phone.events[-1] == "t for a at 19")
            assert [beat for _topic, _audience, beat in source.rendered] == [2, 19]

    play(scenario)


def test_a_wake_without_a_change_sends_nothing() -> None:
    async def scenario() -> None:
        source = FakeSource(t=1)
        async with running(source) as hub:
            phone = Phone(hub, ticket())
            await until(lambda: phone.events)
            hub.wake(["t"])
            hub.check()
            await asyncio.sleep(0.1)
            assert len(phone.events) == len(source.rendered) == 1

    play(scenario)


def test_a_slow_phone_skips_what_it_was_too_slow_for_and_holds_nobody_up() -> None:
    async def scenario() -> None:
        source = FakeSource(t=1)
        async with running(source) as hub:
            slow, quick = Phone(hub, ticket(seen=1)), Phone(hub, ticket(seen=1))
            await until(lambda: slow.events and quick.events)
            slow.slow = asyncio.Event()
            for beat in range(2, 7):
                source.at["t"] = beat
                hub.wake(["t"])
                await until(lambda beat=beat: quick.events[-1] == f"t for a at {beat}")
            slow.slow.set()
            await until(lambda: slow.events[-1] == "t for a at 6")
            assert slow.events == ["1", "t for a at 2", "t for a at 6"]

    play(scenario)


def test_a_rendering_that_fails_is_tried_again_and_the_others_get_theirs(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(hub_module, "RETRY_SECONDS", 0.05)

    async def scenario() -> None:
        source = FakeSource(t=1)
        async with running(source) as hub:
            broken, sound = Phone(hub, ticket(seen=1)), Phone(hub, ticket(audience="b", seen=1))
            await until(lambda: broken.events and sound.events)
            source.broken.add("a")
            source.at["t"] = 2
            hub.wake(["t"])
            await until(lambda: sound.events[-1] == "t for b at 2")
            assert broken.events == ["1"]
            source.broken.clear()
            await until(lambda: broken.events[-1] == "t for a at 2")
            assert not broken.ended

    play(scenario)
    assert "live_render_failed" in caplog.text


def test_a_database_that_is_away_ends_no_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "RETRY_SECONDS", 0.05)

    async def scenario() -> None:
        source = FakeSource(t=1)
        async with running(source) as hub:
            phone = Phone(hub, ticket(seen=1))
            await until(lambda: phone.events)
            beats, source.beats = source.beats, None  # type: ignore[assignment, method-assign]
            source.at["t"] = 2
            hub.wake(["t"])
            hub.check()
            await asyncio.sleep(0.12)
            source.beats = beats  # type: ignore[method-assign]
            await until(lambda: phone.events[-1] == "t for a at 2")

    play(scenario)


def test_whose_permission_ended_is_told_so_and_sees_nothing_more() -> None:
    async def scenario() -> None:
        source = FakeSource(t=1)
        async with running(source) as hub:
            revoked = Phone(hub, ticket(seen=1, who="pass:9"))
            other = Phone(hub, ticket(seen=1, who="pass:8"))
            await until(lambda: revoked.events and other.events)
            source.banned.add("pass:9")
            source.at["t"] = 2
            hub.wake(["t"])
            await until(lambda: revoked.ended and len(other.events) == 2)
            assert revoked.events == ["1", "gone"]
            assert other.events == ["1", "t for a at 2"]
            await revoked.task

    play(scenario)


def test_permissions_are_asked_again_when_nothing_happens() -> None:
    async def scenario() -> None:
        source = FakeSource(t=1)
        async with running(source) as hub:
            phone = Phone(hub, ticket(seen=1, who="user:1"))
            await until(lambda: phone.events)
            source.banned.add("user:1")
            await until(lambda: phone.ended, 2 * hub_module.RIGHTS_SECONDS)
            assert phone.events == ["1", "gone"]

    play(scenario)


def test_while_permissions_cannot_be_asked_streams_stay() -> None:
    async def scenario() -> None:
        source = FakeSource(t=1)
        async with running(source) as hub:
            phone = Phone(hub, ticket(seen=1, who="user:1"))
            await until(lambda: phone.events)
            still, source.still = source.still, None  # type: ignore[assignment, method-assign]
            hub.ask_rights()
            await until(lambda: hub._asking is None)
            assert not phone.ended
            source.still = still  # type: ignore[method-assign]
            source.banned.add("user:1")
            hub.ask_rights()
            await until(lambda: phone.ended)

    play(scenario)


def test_a_topic_that_does_not_exist_any_more_ends_its_streams() -> None:
    async def scenario() -> None:
        source = FakeSource(t=1)
        async with running(source) as hub:
            phone = Phone(hub, ticket())
            await until(lambda: phone.events)
            del source.at["t"]
            hub.check()
            await until(lambda: phone.ended)
            assert phone.events[-1] == "gone"

    play(scenario)


def test_who_hangs_up_is_forgotten_at_once_and_so_is_his_topic() -> None:
    async def scenario() -> None:
        async with running(FakeSource(t=1)) as hub:
            phone = Phone(hub, ticket())
            await until(lambda: phone.events)
            await asyncio.wait_for(phone.hang_up(), 1)
            assert hub.topics == {}

    play(scenario)


def test_a_check_wakes_only_what_has_changed() -> None:
    async def scenario() -> None:
        source = FakeSource(t=1, u=1)
        async with running(source) as hub:
            one, two = Phone(hub, ticket()), Phone(hub, ticket(topic="u"))
            await until(lambda: one.events and two.events)
            source.rendered.clear()
            source.at["u"] = 2
            hub.check()
            await until(lambda: two.events[-1] == "u for a at 2")
            assert source.rendered == [("u", "a", 2)]

    play(scenario)


def test_a_check_that_finds_what_is_being_shown_just_now_asks_no_more() -> None:
    async def scenario() -> None:
        source = FakeSource(t=1)
        async with running(source) as hub:
            phone = Phone(hub, ticket(seen=1))
            await until(lambda: phone.events)
            await asyncio.sleep(0.05)
            looked = source.looked
            source.at["t"] = 2
            hub.wake(["t"])
            hub.check()  # as the file tells at the same moment that somebody wrote
            await until(lambda: phone.events[-1] == "t for a at 2")
            await asyncio.sleep(0.1)
            assert source.looked == looked + 1

    play(scenario)


def test_a_wake_can_come_from_any_thread() -> None:
    async def scenario() -> None:
        source = FakeSource(t=1)
        async with running(source) as hub:
            phone = Phone(hub, ticket(seen=1))
            await until(lambda: phone.events)
            source.at["t"] = 2
            threading.Thread(target=hub.wake_from_anywhere, args=(["t", "unknown"],)).start()
            await until(lambda: phone.events[-1] == "t for a at 2")

    play(scenario)


def test_a_topic_with_a_pace_is_rendered_no_faster() -> None:
    async def scenario() -> None:
        source = FakeSource(t=1)
        source.seconds = 0.2
        async with running(source) as hub:
            phone = Phone(hub, ticket(seen=1))
            await until(lambda: phone.events)
            for beat in range(2, 22):
                source.at["t"] = beat
                hub.wake(["t"])
                await asyncio.sleep(0.02)
            await until(lambda: phone.events[-1] == "t for a at 21")
            assert len(source.rendered) <= 4

    play(scenario)


def test_a_silent_line_is_pinged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "PING_SECONDS", 1)

    async def scenario() -> None:
        async with running(FakeSource(t=1)) as hub:
            phone = Phone(hub, ticket(seen=1))
            await until(lambda: b":\n\n" in phone.sent)

    play(scenario)


def test_when_the_server_ends_so_do_all_streams() -> None:
    async def scenario() -> None:
        hub = Hub(FakeSource(t=1))
        phones = [Phone(hub, ticket()) for _ in range(5)]
        await until(lambda: all(phone.events for phone in phones))
        await hub.close()
        await asyncio.wait_for(asyncio.gather(*(phone.task for phone in phones)), 1)
        assert all(phone.ended for phone in phones)
        late = Phone(hub, ticket())
        await asyncio.wait_for(late.task, 1)

    play(scenario)


def test_who_acts_is_noted_as_present_in_batches_and_onlookers_are_not() -> None:
    async def scenario() -> None:
        source = FakeSource(t=1)
        async with running(source) as hub:
            players = [Phone(hub, ticket(who=f"pass:{i}", acts=True)) for i in range(3)]
            onlooker = Phone(hub, ticket(who="user:1"))
            await until(lambda: source.written)
            (noted,) = source.written
            assert [one.who for one in noted] == ["pass:0", "pass:1", "pass:2"]
            await onlooker.hang_up()
            await players[1].hang_up()
            await until(lambda: source.deleted)
            assert source.deleted == [{noted[1].connection}]
            hub.care()
            await until(lambda: len(source.written) == 2)
            assert [one.who for one in source.written[1]] == ["pass:0", "pass:2"]
        assert source.deleted[1] == {noted[0].connection, noted[2].connection}

    play(scenario)


def test_who_comes_and_goes_at_once_is_never_noted() -> None:
    async def scenario() -> None:
        source = FakeSource(t=1)
        async with running(source) as hub:
            phone = Phone(hub, ticket(who="pass:1", acts=True))
            await until(lambda: phone.events)
            await phone.hang_up()
            await asyncio.sleep(hub_module.PRESENCE_SECONDS + 0.2)
            assert source.written == source.deleted == []

    play(scenario)


def test_who_leaves_while_all_present_are_noted_again_is_not_left_behind() -> None:
    async def scenario() -> None:
        source = FakeSource(t=1)
        async with running(source) as hub:
            phone = Phone(hub, ticket(acts=True))
            await until(lambda: len(source.written) == 1)
            [[noted]] = source.written
            hub.care()  # it notes all who are present once more, in a moment
            await phone.hang_up()
            await until(lambda: source.deleted == [{noted.connection}])

    play(scenario)


def test_who_has_left_is_not_written_again_by_a_note_that_takes_long() -> None:
    async def scenario() -> None:
        source = SlowToWrite(t=1)
        async with running(source) as hub:
            phone = Phone(hub, ticket(acts=True))
            await until(lambda: source.is_writing)
            await phone.hang_up()
            await asyncio.sleep(2 * hub_module.PRESENCE_SECONDS)
            source.may_write.set()
            await until(lambda: len(source.done) == 2)
            assert source.done == ["written", "deleted"]

    play(scenario)


class SlowToWrite(FakeSource):
    """Its database takes a note of who is present only when it is let."""

    def __init__(self, **beats: int) -> None:
        super().__init__(**beats)
        self.may_write = threading.Event()
        self.is_writing = False
        self.done: list[str] = []

    def presence_write(self, connections: Sequence[Connection]) -> None:
        self.is_writing = True
        self.may_write.wait(10)
        self.done.append("written")

    def presence_delete(self, connections: Collection[str]) -> None:
        self.done.append("deleted")
