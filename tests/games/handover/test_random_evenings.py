"""Random evenings without network: the server has what the device shows, and a sound log."""

from __future__ import annotations

from io import StringIO
from random import Random

import pytest
from django.core.management import call_command

from games.handover.services import handing
from games.models import Session
from games.offline.position import fingerprint
from games.record.selectors.sessions import table_of
from tests import evenings
from tests.evenings import Evening
from tests.games.handover.device import Device
from tests.games.offline.walks import random_tap

pytestmark = [pytest.mark.django_db, pytest.mark.database]

TAPS = 60


@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(n, marks=pytest.mark.long) for n in range(4, 24))]
)
def test_a_random_evening_is_handed_over_as_it_was_scored(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = Random(seed)
    monkeypatch.setattr(handing, "MOST_AT_ONCE", rng.randint(3, 30))
    evening = Evening(evenings.club(), "Ann Bob Cid Dee")
    others = tuple(evening.player(name).public_id for name in ("Eve", "Fay"))
    device = Device(evening.session, evening.organizer)
    everybody = (*device.table.players, *others)
    for _tap in range(TAPS):
        chance = rng.random()
        if chance < 0.15 and device.position.done:
            device.undo(rng.randint(1, min(5, len(device.position.done))))
        elif chance < 0.25 and device.position.undone:
            device.redo()
        elif chance < 0.28:
            device.newcomer(f"Kim {rng.random()}")
        elif device.table.game is None or device.table.game.live:
            actions = random_tap(rng, device.table, everybody)
            if actions:
                device.play(*actions)
    if rng.random() < 0.5:
        evening.doubled_game()
        assert device.hand_over().stopped is not None
    assert device.hand_over_all(append=True).left == 0
    session = Session.objects.get(pk=evening.session.pk)
    assert table_of(session).played == device.table.played
    assert sorted(table_of(session).totals.values()) == sorted(device.table.totals.values())
    if not any(entry.newcomers for entry in device.entries):
        assert fingerprint(table_of(session)) == fingerprint(device.table)
    call_command("check_ledger", session.public_id, stdout=StringIO())
