"""Two servers on one database: everybody sees every tap, and each is written once."""

from pathlib import Path

import pytest

from benchmarks.loopback import Server
from benchmarks.phones import next_form
from tests.faults.tables import beat_of, database, see, table_in, wait_for, watch, watching

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_what_is_tapped_at_one_server_is_seen_at_both(tmp_path: Path, kind: str) -> None:
    keys: list[str] = []

    async def play(servers: tuple[Server, Server]) -> None:
        with watching(servers[0]) as here, watching(servers[1]) as there:
            scorers = [table.scorer(server) for server in servers]
            for crowd in (here, there):
                for _ in range(2):
                    await watch(crowd, table, table.viewers[0])
            for number in range(12):
                scorer = scorers[number % 2]
                await scorer.look()
                form = await next_form(scorer, number)
                answer = await scorer.send(form, key=f"tap-{number}")
                assert answer.status == 200, answer.text
                keys.append(f"tap-{number}")
                # The same tap sent to the other server, too, as after a lost answer: once is once.
                other = scorers[1 - number % 2]
                other.cookies, other.token = scorer.cookies, scorer.token
                again = await other.post(form.action, form.filled(key=f"tap-{number}"))
                assert again.status == 200, again.text
                for crowd in (here, there):
                    await see(crowd, beat_of(answer))
            for scorer in scorers:
                await scorer.close()

    with database(kind) as variables:
        table = table_in(tmp_path, variables)
        with table.served() as one, table.served() as two:
            wait_for(play((one, two)))
            table.is_whole(keys)
