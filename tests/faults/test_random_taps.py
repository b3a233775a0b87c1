"""Many people tap the same table at random: nothing is lost, nothing counts twice."""

from pathlib import Path

import pytest

from benchmarks.taps import judged, read, storm
from tests.faults.tables import database, table_in, wait_for

LEAST = 3
"""Games that must have ended, or that their points add up to zero says nothing."""

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgresql", marks=pytest.mark.long)])
def test_no_tap_is_lost_or_doubled_when_everybody_taps_at_once(tmp_path: Path, kind: str) -> None:
    with database(kind) as variables:
        table = table_in(tmp_path, variables, scorers=8, seated=4, viewers=2)
        with table.served() as server:
            people = {
                "id": table.id,
                "scorers": table.scorers,
                "seated": table.seated,
                "viewers": table.viewers,
            }
            outcome = wait_for(
                storm(server.port, people, clients=12, seconds=3, pause=0.2, games=LEAST)
            )
            done = table.commands.run("check_ledger")
            found, ledger = read(server, table.id), (done.status, done.said + done.errors)
    assert judged(outcome, found, ledger) == []
    assert found["games"] >= LEAST, outcome.done
