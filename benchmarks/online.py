"""Fifty boards at once: `python -m benchmarks.online`.

On each board two people play and five look on; somebody confirms a turn every three seconds. It
prints how long a confirmed turn needs to the opponent's screen (the whole fragment received) and to
the last onlooker's, what the server used, and what the page of a board weighs on the wire. The
players and onlookers run on the same cores as the server.

    python -m benchmarks.online --boards 50 --seconds 60
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import random
import re
import time

from benchmarks.figures import busy, milliseconds
from benchmarks.loopback import HOST, data_folder, made, serving, surroundings
from benchmarks.phones import Browser

STATE = re.compile(r'id="board-state" type="application/json">(.*?)</script>', re.DOTALL)
EVERY = 3.0
ONLOOKERS = 5
JSON = {"Accept": "application/json"}


class Screen:
    """An open stream: the newest state it has received, and when."""

    def __init__(self, browser, path):
        self.browser, self.path = browser, path
        self.state, self.at = {"version": 0}, 0.0
        self.news = asyncio.Event()

    async def watch(self):
        """Read the stream until it is cancelled."""
        reader, writer = await asyncio.open_connection(HOST, self.browser.port)
        request = self.browser.request(
            "GET", self.path, b"", {"Accept": "text/event-stream", "Cache-Control": "no-cache"}
        )
        writer.write(request)
        lines = []
        try:
            while line := await reader.readline():
                text = line.decode().strip("\r\n")
                if text.startswith("data:"):
                    lines.append(text[5:].removeprefix(" "))
                elif not text and lines:
                    self._take("\n".join(lines))
                    lines = []
        finally:
            writer.close()

    def _take(self, html):
        found = STATE.search(html)
        if found:
            self.state, self.at = json.loads(found[1]), time.perf_counter()
            self.news.set()

    async def sees(self, version):
        """Wait until this version is there; return when it came."""
        while self.state["version"] < version:
            self.news.clear()
            await self.news.wait()
        return self.at


def turn_in(state):
    """Return a legal turn of a state as text in absolute fields, chosen at random."""
    node, words = 0, []
    while state["steps"][node]:
        source, target, _die, node, _others = random.choice(state["steps"][node])
        words.append(
            f"{'' if source.startswith('bar') else source}-"
            f"{'' if target.startswith('off') else target}"
        )
    return " ".join(words)


async def play(board, port, until, found):
    """Play a board with both hands; note the time of each confirmed turn."""
    here = f"/boards/{board['id']}/"
    hands = [Browser(port, board["white"]), Browser(port, **{board["name"]: board["black"]})]
    screens = [Screen(hand, f"{here}live/?beat=0") for hand in hands]
    screens += [Screen(Browser(port), f"{here}live/?beat=0") for _ in range(ONLOOKERS)]
    watching = [asyncio.create_task(screen.watch()) for screen in screens]
    for hand in hands:
        answer = await hand.get(here)
        found["page"] = len(gzip.compress(answer.text.encode()))
    for screen in screens[:2]:
        await screen.sees(1)
    while time.perf_counter() < until:
        await asyncio.sleep(EVERY * random.uniform(0.8, 1.2))
        state = max((screen.state for screen in screens[:2]), key=lambda one: one["version"])
        if state["phase"] in ("over", "answer", "resignation"):
            break
        side = state["actor"]
        state = screens[side].state
        if "roll" in state["can"]:
            state = await _do(hands[side], here, state, "roll")
        if "play" not in state["can"]:
            continue
        began = time.perf_counter()
        state = await _do(hands[side], here, state, "play", turn_in(state))
        other = await screens[1 - side].sees(state["version"])
        found["opponent"].append(other - began)
        seen = [await screen.sees(state["version"]) for screen in screens[2:]]
        found["onlookers"].append(max(seen) - began)
    for task in watching:
        task.cancel()
    for hand in hands:
        await hand.close()


async def _do(hand, here, state, do, text=""):
    key = f"{random.getrandbits(64):x}"
    fields = {"do": do, "text": text, "version": state["version"], "key": key}
    answer = await hand.post(f"{here}act/", fields, **JSON)
    assert answer.status == 200, answer.text[:500]
    return json.loads(answer.text)["state"]


def make(count):
    """Set boards up in this process's database, after their opening; print who plays by JSON."""
    import django

    django.setup()
    from django.test import Client

    from games.boards.actors import cookie_name, seat_sealed
    from games.boards.services.acting import board_act
    from games.boards.services.boards import Terms, board_create
    from games.boards.services.invitations import (
        invitation_accept,
        invitation_find,
        invitation_make,
    )
    from games.boards.services.sitters import Sitter
    from games.clubs.services.clubs import club_create
    from games.models import User

    boards = []
    club = None
    for number in range(count):
        user = User.objects.create_user(f"white{number}@example.org", name=f"White {number}")
        club = club or club_create(by=user, name="Boards", visibility="public")
        club.memberships.get_or_create(user=user, defaults={"role": "player"})
        board = board_create(club=club, by=user, terms=Terms(length=25))
        _, token = invitation_make(board=board, by=Sitter(0, user))
        seat = invitation_accept(invitation=invitation_find(token), by=None, name=f"B {number}")
        for side, sitter in enumerate((Sitter(0, user), Sitter(1))):
            first = "say_first" if side == 0 else "say"
            board_act(board=board, sitter=sitter, do=first, text=f"seed {number}")
        client = Client()
        client.force_login(user)
        boards.append(
            {
                "id": board.public_id,
                "white": client.cookies["sessionid"].value,
                "name": cookie_name(board),
                "black": seat_sealed(seat),
            }
        )
    print(json.dumps(boards))


async def run(server, boards, seconds):
    """Play on all boards at once, and print the figures."""
    found = {"opponent": [], "onlookers": [], "page": 0}
    before = server.seconds()
    began = time.perf_counter()
    until = began + seconds
    await asyncio.gather(*(play(board, server.port, until, found) for board in boards))
    took, used = time.perf_counter() - began, server.seconds() - before
    print(f"turns confirmed                        {len(found['opponent'])}")
    print(f"to the opponent, p50 / p95 / max       {milliseconds(found['opponent'])} ms")
    print(f"to the last onlooker, p50 / p95 / max  {milliseconds(found['onlookers'])} ms")
    print(f"server, share of a core                {used / took * 100:.0f} %")
    print(f"the page's text, compressed            {found['page'] / 1000:.1f} KB")


def main():
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=50)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--make", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.make:
        make(options.make)
        return
    with data_folder() as data:
        environment = surroundings(data, DJANGO_SETTINGS_MODULE="chouette.settings")
        with serving(environment) as server:
            boards = made(environment, "benchmarks.online", "--make", str(options.boards))
            print(f"{len(boards)} boards, {ONLOOKERS} onlookers each; {busy()}", flush=True)
            asyncio.run(run(server, boards, options.seconds))
            print(f"afterwards: {busy()}")


if __name__ == "__main__":
    main()
