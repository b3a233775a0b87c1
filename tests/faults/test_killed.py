"""kill -9 of the server, between taps and in the middle of one."""

import asyncio
import secrets
from pathlib import Path

import pytest

from benchmarks.loopback import Server
from benchmarks.phones import Browser, Form, Scorer, next_form
from tests.faults.tables import (
    Table,
    beat_of,
    database,
    form_to,
    see,
    table_in,
    wait_for,
    watch,
    watching,
)

pytestmark = pytest.mark.slow

IN_THE_MIDDLE = (0.002, 0.012, 0.03)
"""Seconds from the sending of a tap to the end of the server."""


def kill(server: Server) -> None:
    server.process.kill()
    server.process.wait()


async def shown(server: Server, table: Table) -> str:
    """What the viewer's page shows, as everybody gets it."""
    viewer = Browser(server.port, table.viewers[0])
    answer = await viewer.get(table.live())
    await viewer.close()
    assert answer.status == 200
    return answer.text


async def tapped(scorer: Scorer, number: int) -> str:
    """Tap, and return the key that was acknowledged."""
    key = secrets.token_hex(16)
    answer = await scorer.send(await next_form(scorer, number), key=key)
    assert answer.status == 200, answer.text
    await scorer.close()
    return key


async def tapped_into_the_void(scorer: Scorer, form: Form, server: Server, after: float) -> None:
    """Tap, and kill the server a moment later: nobody knows whether it was written."""
    sending = asyncio.ensure_future(scorer.send(form, key=form.fields[-1][1]))
    await asyncio.sleep(after)
    kill(server)
    await asyncio.gather(sending, return_exceptions=True)
    await scorer.close()


@pytest.mark.parametrize("kind", [pytest.param("sqlite", marks=pytest.mark.long), "postgresql"])
def test_after_a_kill_the_page_shows_what_was_acknowledged_and_a_retry_counts_once(
    tmp_path: Path, kind: str
) -> None:
    keys: list[str] = []

    async def play(server: Server, table: Table, before: str, last: int) -> tuple[str, int]:
        """Look whether all is as it was, tap, and see that the viewer gets it."""
        assert not before or await shown(server, table) == before
        with watching(server) as crowd:
            await watch(crowd, table, table.viewers[0], last)
            scorer = table.scorer(server)
            await scorer.look()
            keys.append(await tapped(scorer, len(keys)))
            answer = await scorer.look()
            await see(crowd, beat_of(answer))
            await scorer.close()
        return await shown(server, table), beat_of(answer)

    async def interrupted(phone: Scorer, server: Server, after: float) -> Form:
        await phone.look()
        form = await next_form(phone, len(keys))
        form.fields.append(("key", secrets.token_hex(16)))
        await tapped_into_the_void(phone, form, server, after)
        return form

    async def again(phone: Scorer, form: Form) -> None:
        """The phone still has the old page, and sends the same tap with the same key; twice."""
        key = form.fields[-1][1]
        for _ in range(2):
            answer = await phone.send(form, key=key)
            assert answer.status == 200, answer.text
        await phone.close()
        keys.append(key)

    with database(kind) as variables:
        table = table_in(tmp_path, variables)
        before, last = "", 0
        with table.served() as server:
            before, last = wait_for(play(server, table, before, last))
            kill(server)
        for after in IN_THE_MIDDLE:
            with table.served() as server:
                before, last = wait_for(play(server, table, before, last))
                phone = table.scorer(server)
                form = wait_for(interrupted(phone, server, after))
            with table.served() as server:
                phone.port = server.port
                wait_for(again(phone, form))
                before = wait_for(shown(server, table))
                table.is_whole(keys)
                if after != IN_THE_MIDDLE[-1]:
                    before, last = wait_for(play(server, table, before, last))
                    kill(server)
        assert len(keys) == 3 * len(IN_THE_MIDDLE)


def test_what_was_said_to_an_open_question_survives_a_kill(tmp_path: Path) -> None:
    table = table_in(tmp_path, seated=3)

    async def say(server: Server, number: int, word: str) -> None:
        phone = Scorer(server.port, table.seated[number], table.id)
        await phone.look()
        form = form_to(phone.page, "/declare/", player=table.players[number])
        answer = await phone.send(form, word=word)
        assert answer.status == 200, answer.text
        await phone.close()

    async def start(server: Server) -> None:
        scorer = table.scorer(server)
        await scorer.look()
        await tapped(scorer, 0)

    with table.served() as server:
        wait_for(start(server))
        wait_for(say(server, 1, "double"))
        kill(server)
    with table.served() as server:
        assert table.recorded()["words"] == [[table.players[1], "double"]]
        wait_for(say(server, 2, "hold"))
        found = table.recorded()
    assert sorted(found["words"]) == sorted(
        [[table.players[1], "double"], [table.players[2], "hold"]]
    )
