"""Households take turns at the threads, and one client never has all of them."""

from __future__ import annotations

import asyncio

import pytest

from chouette.lanes import Full, Lane


class Requests:
    """Requests of several households in one lane, each until it is let go."""

    def __init__(self, lane: Lane) -> None:
        self.lane = lane
        self.running: list[str] = []
        self.gates: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, *names: str) -> None:
        """Begin requests; a name begins with its household."""
        for name in names:
            self.gates[name] = asyncio.Event()
            self.tasks[name] = asyncio.create_task(self._request(name))
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    async def _request(self, name: str) -> None:
        async with self.lane.turn(name[0]):
            self.running.append(name)
            await self.gates[name].wait()
            self.running.remove(name)

    async def end(self, *names: str) -> None:
        for name in names:
            self.gates[name].set()
        await asyncio.gather(*(self.tasks[name] for name in names))
        await asyncio.sleep(0)


def test_six_slow_requests_of_one_client_leave_threads_to_others() -> None:
    async def evening() -> None:
        requests = Requests(Lane(6, most=3))
        await requests.ask("a1", "a2", "a3", "a4", "a5", "a6")
        assert requests.running == ["a1", "a2", "a3"]
        await requests.ask("b1", "b2")
        assert requests.running == ["a1", "a2", "a3", "b1", "b2"]
        await requests.end("a2")
        assert requests.running == ["a1", "a3", "b1", "b2", "a4"]

    asyncio.run(evening())


def test_a_free_thread_goes_to_the_household_that_had_the_last_turn_longest_ago() -> None:
    async def evening() -> None:
        requests = Requests(Lane(2, most=2))
        await requests.ask("a1", "a2", "a3", "a4", "a5", "b1", "c1", "b2")
        assert requests.running == ["a1", "a2"]
        await requests.end("a1")
        await requests.end("a2")
        assert requests.running == ["a3", "b1"]
        await requests.end("a3")
        await requests.end("b1")
        assert requests.running == ["c1", "a4"]
        await requests.end("c1", "a4")
        assert sorted(requests.running) == ["a5", "b2"]
        await requests.end("a5", "b2")
        assert (requests.lane.free, dict(requests.lane.running)) == (2, {})
        assert requests.lane.lines == {}

    asyncio.run(evening())


def test_who_hangs_up_while_waiting_costs_nobody_a_thread() -> None:
    async def evening() -> None:
        requests = Requests(Lane(1, most=1))
        await requests.ask("a1", "b1", "c1")
        requests.tasks["b1"].cancel()
        await asyncio.sleep(0)
        await requests.end("a1")
        assert requests.running == ["c1"]
        await requests.ask("d1")
        # d1 is called and hangs up at the same moment
        requests.gates["c1"].set()
        while requests.lane.lines:
            await asyncio.sleep(0)
        requests.tasks["d1"].cancel()
        await asyncio.gather(*requests.tasks.values(), return_exceptions=True)
        assert requests.lane.free == 1

    asyncio.run(evening())


def test_a_household_may_let_so_many_wait_and_others_go_on() -> None:
    async def evening() -> None:
        lane = Lane(1, most=1, waiting=2)
        requests = Requests(lane)
        await requests.ask("a1", "a2", "a3")
        with pytest.raises(Full):
            async with lane.turn("a"):
                pass
        await requests.ask("b1")
        await requests.end("a1")
        assert requests.running == ["a2"]
        await requests.end("a2")
        assert requests.running == ["b1"]
        await requests.end("b1", "a3")

    asyncio.run(evening())
