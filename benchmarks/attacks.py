"""What one client can do to a server: `python -m benchmarks.attacks NAME`, started by `slow_lines`.

It reads a JSON object from standard input (the port, the people, their cookies), attacks from one
loopback address until it is ended, and prints how many answers of each status it got. It is a
process of its own, and `nice`, so that its own work takes little from the server that is measured.
"""

import asyncio
import io
import json
import os
import random
import resource
import secrets
import signal
import struct
import sys
import zlib
from collections import Counter
from pathlib import Path

import chess

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.loopback import HOST
from benchmarks.phones import Browser

ADDRESS = "127.0.0.9"
STREAMS = 4_000
FORM = 4_900_000
FORM_TYPE = "application/x-www-form-urlencoded"
XFD = 16_384

answers: Counter = Counter()


def count(status):
    """Count an answer, and say when the first has come: the attack has begun."""
    if not answers:
        print("begun", flush=True)
    answers[status] += 1


class Attacker(Browser):
    """A browser at the attacking address; a refused connection is an answer, too."""

    async def _ask(self, method, path, body, headers):
        try:
            if self.writer is None:
                self.reader, self.writer = await asyncio.open_connection(
                    HOST, self.port, limit=1 << 24, local_addr=(ADDRESS, 0)
                )
            found = await super()._ask(method, path, body, headers)
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            count("no answer")
            await self.close()
            await asyncio.sleep(0.05)
            return None
        count(found.status)
        if found.status == 429:
            await asyncio.sleep(0.05)  # a client that asks at once again costs itself as much
        return found


async def forms(given, number):
    """Send forms of nearly 5 MB without an account, one after the other on each connection."""
    body = b"&".join(b"a%d=1" % one for one in range(FORM // 9))[:FORM]

    async def send():
        one = Attacker(given["port"])
        while True:
            await one._ask("POST", "/sign-in/", body, {"Content-Type": FORM_TYPE})

    await asyncio.gather(*(send() for _ in range(number)))


async def streams(given):
    """Open thousands of streams of one public board, and read none of them."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 3 * STREAMS)), hard))
    path, kept = f"/boards/{given['board']}/live/", []
    request = Attacker(given["port"]).request("GET", path, b"", {"Accept": "text/event-stream"})
    while True:
        if len(kept) >= STREAMS:
            await asyncio.sleep(0.5)
            continue
        try:
            reader, writer = await asyncio.open_connection(
                HOST, given["port"], local_addr=(ADDRESS, 0)
            )
            writer.write(request)
            head = await asyncio.wait_for(reader.readuntil(b"\r\n"), 20)
            count(int(head.split()[1]))
            kept.append((reader, writer))
        except (OSError, asyncio.IncompleteReadError, TimeoutError):
            count("no answer")
            await asyncio.sleep(0.02)


async def six(given, ask):
    """Ask for something slow on six connections, each as soon as it is answered."""

    async def again():
        one = Attacker(given["port"], given["organizer"])
        await one.get("/device/")  # for the token of its forms
        while True:
            await ask(one)

    await asyncio.gather(*(again() for _ in range(6)))


def many_games():
    """32 kB of chess: as many games as are read, each of a hundred legal moves."""
    dice, text = random.Random(1), ""
    while len(text) < 31_400:
        board, moves = chess.Board(), []
        while len(moves) < 100 and not board.is_game_over():
            move = dice.choice(list(board.legal_moves))
            number = f"{board.fullmove_number}. " if board.turn else ""
            moves.append(number + board.san(move))
            board.push(move)
        text += f'[White "A"]\n[Black "B"]\n\n{" ".join(moves)} *\n\n'
    return text


async def games(given):
    text = many_games()
    await six(
        given,
        lambda one: one.post(
            f"/clubs/{given['club']}/boards/read/", {"name": "chess", "text": text}
        ),
    )


async def schema(given):
    kinds = ("application/vnd.oai.openapi", "application/vnd.oai.openapi+json")
    await six(
        given,
        lambda one: one.get(
            f"/api/v1/schema/?lang={random.choice(('de', 'en'))}&x={secrets.token_hex(4)}",
            Accept=random.choice(kinds),
        ),
    )


async def leaderboards(given):
    await six(
        given,
        lambda one: one.get(
            f"/clubs/{given['club']}/leaderboard/?least={random.randrange(1, 90_000)}"
        ),
    )


def upload(name, data, token, field="file", **more):
    """Return a form with a file, and its type."""
    edge = secrets.token_hex(16)
    parts = [
        f'--{edge}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode()
        for key, value in {"csrfmiddlewaretoken": token, **more}.items()
    ]
    parts.append(
        f'--{edge}\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n'
        "Content-Type: application/octet-stream\r\n\r\n".encode()
    )
    body = b"".join([*parts, data, f"\r\n--{edge}--\r\n".encode()])
    return body, {"Content-Type": f"multipart/form-data; boundary={edge}"}


def far_out():
    """A spreadsheet of 22 kB with a cell in column XFD of each row."""
    from openpyxl import Workbook

    book, out = Workbook(), io.BytesIO()
    for row in range(1, 1_001):
        book.active.cell(row, 1, f"Name {row}")
        book.active.cell(row, XFD).number_format = "0.00"
    book.active.cell(1_001, XFD, 1)
    book.save(out)
    return out.getvalue()


async def spreadsheet(given):
    """Send the spreadsheet, and look at what it would import."""
    data = far_out()

    async def ask(client):
        body, head = upload("far.xlsx", data, client.token)
        sent = await client._ask("POST", f"/clubs/{given['club']}/files/players/", body, head)
        if sent is not None and sent.status == 302:
            await client.get(sent.headers["location"])

    await six(given, ask)


def tall_logo():
    """A picture of 1 x 16 million pixels, one bit each: some kilobytes."""
    size = 16_000_000

    def part(kind, content):
        check = zlib.crc32(kind + content)
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)

    head = struct.pack(">IIBBBBB", 1, size, 8, 6, 0, 0, 0)
    rows = zlib.compress(b"\0" * (5 * size), 9)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", rows) + part(b"IEND", b"")


async def logo(given):
    data = tall_logo()

    async def ask(client):
        body, head = upload("logo.png", data, client.token, "logo")
        await client._ask("POST", f"/clubs/{given['club']}/settings/look/logo/", body, head)

    await six(given, ask)


ATTACKS = {
    "a form of 4.9 MB": lambda given: forms(given, 1),
    "12 forms of 4.9 MB": lambda given: forms(given, 12),
    f"{STREAMS:,} streams of a board": streams,
    "six pastes of chess games": games,
    "six times the API's schema": schema,
    "six leaderboards, changing": leaderboards,
    "six spreadsheets to XFD": spreadsheet,
    "six logos of 1 x 16 million": logo,
}


def end():
    """Print the answers, and end at once: thousands of connections need no closing."""
    print(json.dumps({str(one): count for one, count in sorted(answers.items(), key=str)}))
    sys.stdout.flush()
    os._exit(0)


async def main():
    """Attack until the process is ended."""
    given = json.loads(sys.stdin.readline())
    os.nice(10)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, end)
    await ATTACKS[sys.argv[1]](given)


if __name__ == "__main__":
    asyncio.run(main())
