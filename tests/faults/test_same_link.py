"""The same link opened on two phones: both play for the same seat, and both see the same table."""

from pathlib import Path

import pytest

from benchmarks.crowd import Crowd
from benchmarks.loopback import Server
from benchmarks.phones import Browser, Scorer
from tests.faults.tables import (
    Table,
    beat_of,
    form_to,
    see,
    table_in,
    wait_for,
    watch,
    watching,
)

pytestmark = pytest.mark.slow


async def opened(server: Server, table: Table, link: str) -> Scorer:
    """A phone that has followed a link and been brought to the table."""
    guest = Browser(server.port)
    answer = await guest.get(link)
    assert (answer.status, answer.headers["location"]) == (302, f"/sessions/{table.id}/table/")
    await guest.close()
    phone = Scorer(server.port, "", table.id, **guest.cookies)
    await phone.look()
    return phone


async def stream(crowd: Crowd, table: Table, phone: Scorer) -> None:
    await crowd.join(phone, table.live(), len(crowd.viewers))


def test_two_phones_with_one_link_speak_for_one_seat_and_see_the_same(tmp_path: Path) -> None:
    table = table_in(tmp_path, links=3)
    bob = table.players[1]

    async def say(phone: Scorer, word: str, key: str, player: str) -> int:
        await phone.look()
        answer = await phone.send(
            form_to(phone.page, "/declare/", player=player), word=word, key=key
        )
        assert answer.status == 200, answer.text
        return beat_of(answer)

    async def play(server: Server) -> None:
        with watching(server) as crowd:
            first, second = [await opened(server, table, table.links[1]) for _ in range(2)]
            third = await opened(server, table, table.links[2])
            scorer = table.scorer(server)
            for phone in (first, second, third):
                await stream(crowd, table, phone)
            await watch(crowd, table, table.viewers[0])
            await scorer.look()
            answer = await scorer.send(await scorer.form("start_game"), key="start")
            await see(crowd, beat_of(answer))

            # One seat has one voice, whichever phone says it; who speaks last has said it.
            await say(first, "double", "one", bob)
            await say(second, "hold", "two", bob)
            assert table.recorded()["words"] == [[bob, "hold"]]
            # The same tap from both phones, as when one page is open twice: said once.
            await say(first, "double", "three", bob)
            beat = await say(second, "double", "three", bob)
            assert table.recorded()["words"] == [[bob, "double"]]
            await see(crowd, beat)

            answer = await third.look()
            await say(third, "hold", "four", table.players[2])
            await scorer.look()
            answer = await scorer.send(form_to(scorer.page, "/offers/close/"), key="close")
            assert answer.status == 200, answer.text
            await see(crowd, beat_of(answer))
            pages = [(await phone.get(table.live())).text for phone in (first, second)]
            assert pages[0] == pages[1]
            for phone in (first, second, third, scorer):
                await phone.close()

    with table.served() as server:
        wait_for(play(server))
        found = table.recorded()
        # set-up, order, start, and one step for the whole round
        assert found["rows"] == found["length"] == 4
        assert table.commands.run("check_ledger").status == 0
