"""One chouette on the board, looked at by many: `python -m benchmarks.chouette_board`.

Nine play, each on a phone of their own without an account, fifty look on. Box and captain roll and
move, a tap every second; before the captain's roll nobody doubles. It prints how long a tap needs
until the last of all screens has received the whole board. All screens run on the server's cores.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import time

from benchmarks.figures import busy, milliseconds
from benchmarks.loopback import data_folder, made, serving, surroundings
from benchmarks.online import Screen, _do, turn_in
from benchmarks.phones import Browser

EVERY = 1.0
PLAYERS = 9
ONLOOKERS = 50


async def play(board, port, seconds, found):
    """Play the board; note how long each tap needs to the last screen."""
    here = f"/boards/{board['id']}/"
    hands = [Browser(port, **{board["cookie"]: sealed}) for sealed in board["passes"]]
    everybody = [*hands, *(Browser(port) for _ in range(ONLOOKERS))]
    screens = [Screen(one, f"{here}live/?beat=0") for one in everybody]
    watching = [asyncio.create_task(screen.watch()) for screen in screens]
    for hand in hands:
        assert (await hand.get(here)).status == 200
    for screen in screens:
        await screen.sees(1)
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        await asyncio.sleep(EVERY * random.uniform(0.8, 1.2))
        acting = [one for one in range(PLAYERS) if {"roll", "play"} & {*screens[one].state["can"]}]
        if len(acting) != 1:
            break  # the game is over
        state, hand = screens[acting[0]].state, hands[acting[0]]
        do = "roll" if "roll" in state["can"] else "play"
        began = time.perf_counter()
        state = await _do(hand, here, state, do, turn_in(state) if do == "play" else "")
        seen = [await screen.sees(state["version"]) for screen in screens]
        found["tap"].append(max(seen) - began)
        found[do].append(max(seen) - began)
    for task in watching:
        task.cancel()
    for hand in hands:
        await hand.close()


def make():
    """Begin a chouette of nine after its opening; print where it is by JSON."""
    import uuid

    import django

    django.setup()
    from games.chouetteboards.services.acts import chouette_act
    from games.chouetteboards.services.following import session_on_board
    from games.clubs.services.clubs import club_create, player_create
    from games.models import Club, Pass, User
    from games.permissions import Reader
    from games.record.log.snapshots import position_of
    from games.record.services.actions import record_action
    from games.rules.chouette import SetOrder, StartGame
    from games.rules.dice import seat_commitment
    from games.sessions.actors import cookie_name, pass_sealed
    from games.sessions.services.sessions import session_create
    from games.table.services.passes import pass_create

    user = User.objects.create_user("keeper@example.org", name="Keeper")
    club = club_create(by=user, name="Board", visibility="public")
    Club.objects.update(board_seconds=0)
    players = [player_create(club=club, by=user, name=f"P{one}") for one in range(PLAYERS)]
    rules = "canberra; automatics=0; optional_automatics=off"
    session = session_create(club=club, by=user, players=players, rules=rules)
    line = tuple(one.public_id for one in players)
    for number, action in enumerate((SetOrder(line), None), 1):
        if action is None:
            session_on_board(session=session, by=user, on_board=True)
            seats = position_of(session).table.line
            action = StartGame(seats.box, seats.partner, seats.team)
        record_action(
            session=session,
            actions=[action],
            version=session.version,
            key=f"key{number}",
            sender=user,
        )
    passes = [
        pass_create(session=session, by=user, role=Pass.Role.PLAYER, player=one) for one in line
    ]
    seed = "0a" * 16
    for do in ("commit", "reveal"):
        for seat in session.boards.get().snapshot["dice"]["seats"]:
            board = session.boards.select_related("club", "session__club").get()
            given = seat_commitment(board.snapshot["dice"]["game_id"], seat, seed)
            chouette_act(
                board=board,
                reader=Reader.of(passes[seat], board.club, board.session),
                do=do,
                text=given if do == "commit" else seed,
                key=uuid.uuid4().hex,
            )
    sealed = [pass_sealed(one) for one in passes]
    cookie = cookie_name(session)
    print(json.dumps({"id": board.public_id, "cookie": cookie, "passes": sealed}))


async def run(server, board, seconds):
    """Play, and print the figures."""
    found = {"tap": [], "roll": [], "play": []}
    before, began = server.seconds(), time.perf_counter()
    await play(board, server.port, seconds, found)
    took, used = time.perf_counter() - began, server.seconds() - before
    print(f"taps                                {len(found['tap'])}")
    for what in ("tap", "roll", "play"):
        print(f"{what} to the last, p50 / p95 / max    {milliseconds(found[what])} ms")
    print(f"server, share of a core             {used / took * 100:.0f} %")


def main():
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--make", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.make:
        make()
        return
    with data_folder() as data:
        environment = surroundings(data, DJANGO_SETTINGS_MODULE="chouette.settings")
        with serving(environment) as server:
            board = made(environment, "benchmarks.chouette_board", "--make")
            print(f"{PLAYERS} players, {ONLOOKERS} onlookers; {busy()}", flush=True)
            asyncio.run(run(server, board, options.seconds))
            print(f"afterwards: {busy()}")


if __name__ == "__main__":
    main()
