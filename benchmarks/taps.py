"""Twenty people tap the same table at random: `python benchmarks/taps.py`.

Scorers and players press whatever their page offers, at the same time, with random choices; now and
then they send a tap again, reuse its key for something else, tap on an outdated page, or lose the
answer and try again. Afterwards every acknowledged key must be in the log once and nothing else,
the fold must equal the snapshot, and the sum must be zero.

    python benchmarks/taps.py --clients 20 --seconds 60
    DATABASE_URL=postgres://... python benchmarks/taps.py     on an empty database
"""

import argparse
import asyncio
import json
import os
import random
import secrets
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.crowd import Crowd
from benchmarks.figures import busy
from benchmarks.loopback import data_folder, people, serving, surroundings
from benchmarks.phones import BEAT, Browser, Scorer, forms_of

READ = """
import json
from games.models import Action, Declaration, GameScore, Session, Transfer
session = Session.objects.get(public_id="{table}")
print(json.dumps({{
    "keys": list(session.log.exclude(key="").values_list("key", flat=True)),
    "declared": list(session.declarations.values_list("key", flat=True)),
    "length": session.length,
    "version": session.version,
    "games": session.games.count(),
    "sum": sum(GameScore.objects.filter(game__session=session).values_list("points", flat=True)),
    "totals": session.snapshot["table"]["amounts"],
}}))
"""
"""Queries the database directly, not through the pages."""

RARE = {
    "end": 0.01,
    "reopen": 1.0,
    "newcomer": 0.05,
    "undo": 0.05,
    "leave": 0.05,
    "name_partner": 0.3,
}
"""The probability that a chosen button is pressed; 1 for all others."""

LEADING = (
    "start_game",
    "end_game",
    "enter_points",
    "box_replies",
    "team_replies",
    "box_animals",
    "team_animals",
)
"""Actions that lead to the end of a game: preferred most of the time."""
OFTEN = 0.7
LONGER = 240
"""Extra seconds for the games on a slow machine: in them nobody takes a step back."""

SPOKEN = ("/declare/", "/offers/", "/offers/close/")
"""Addresses of answers that wait for others; an undo takes back the question and all of them."""

WORDS = {200: "accepted", 403: "not allowed", 422: "refused by the rules", 429: "too fast"}


@dataclass
class Outcome:
    """The results of all taps."""

    counts: Counter = field(default_factory=Counter)
    acknowledged: dict = field(default_factory=dict)
    """The keys that were acknowledged, and the address of each tap."""
    denied: set = field(default_factory=set)
    unknown: set = field(default_factory=set)
    faults: list = field(default_factory=list)
    done: Counter = field(default_factory=Counter)

    @property
    def games_ended(self):
        """The least number of games that ended: all but the last that began, minus those undone."""
        return self.done["start_game"] - 1 - self.done["undo"]

    def count(self, answer, kind):
        """Count one answer by its message."""
        if 'id="b-replace"' in answer.text:
            word = "asked about answers"
        elif answer.status == 409:
            word = "key used before" if kind == "key for something else" else "somebody was faster"
        else:
            word = WORDS.get(answer.status, f"status {answer.status}")
        self.counts[f"{kind}: {word}"] += 1
        if answer.status >= 500:
            self.faults.append(answer.text[:2000])


def name_of(form):
    """Return what a form does."""
    return form.do or form.action.partition("/table/")[2].strip("/")


class Client:
    """A person who taps without looking."""

    def __init__(self, port, table, cookie, outcome, chance):
        self.scorer = Scorer(port, cookie, table)
        self.outcome = outcome
        self.chance = chance
        self.old = []
        self.hurried = False
        self.last = None

    async def run(self, until, pause, games):
        """Tap until the time is up and enough games have ended; at most four minutes longer."""
        loop = asyncio.get_running_loop()
        await self.scorer.look()
        while (on_time := loop.time() < until) or (
            self.outcome.games_ended < games and loop.time() < until + LONGER
        ):
            self.hurried = not on_time
            try:
                await self.move()
            except (OSError, asyncio.IncompleteReadError) as error:
                self.outcome.counts[f"no answer: {type(error).__name__}"] += 1
                await asyncio.sleep(0.2)
            await asyncio.sleep(self.chance.uniform(0, pause))
        await self.scorer.close()

    async def move(self):
        """Do one thing: a tap, or something less honest."""
        dice = self.chance.random()
        if dice < 0.08 and self.last:
            await self.again()
        elif dice < 0.12 and self.last:
            await self.otherwise()
        elif dice < 0.17 and self.old:
            await self.tap(self.chance.choice(self.old), "an old page")
        else:
            await self.look()
            kinds = self.usable()
            if kinds:
                leading = [forms for forms in kinds if name_of(forms[0]) in LEADING]
                if leading and (self.hurried or self.chance.random() < OFTEN):
                    kinds = leading
                form = self.chance.choice(self.chance.choice(kinds))
                self.old = [*self.old[-4:], form]
                await self.tap(form, "a tap", lose=self.chance.random() < 0.06)

    async def look(self):
        """Reload the page, or open one of its panes."""
        if self.chance.random() < 0.85:
            await self.scorer.look()
        links = forms_of(self.scorer.page)[1]
        if links and self.chance.random() < 0.4:
            link = self.chance.choice(links)
            await self.scorer.look(f"?{link.partition('?')[2]}")

    def usable(self):
        """Return the forms of the page by action, leaving out rare ones most of the time."""
        found = {}
        for form in forms_of(self.scorer.page)[0]:
            if "/table/" in form.action:
                found.setdefault(name_of(form), []).append(form)
        if self.hurried:
            found.pop("undo", None)
        return [forms for name, forms in found.items() if self.chance.random() < RARE.get(name, 1)]

    def filled(self, form):
        """Return the form filled in at random."""
        fields = [(name, value) for name, value in form.fields if name not in form.choices]
        for name, values in form.choices.items():
            if name in form.several:
                most = self.chance.randint(1, len(values))
                fields += [(name, value) for value in self.chance.sample(values, most)]
            else:
                fields.append((name, self.chance.choice(values)))
        for at, (name, value) in enumerate(fields):
            if name.startswith("points"):
                fields[at] = (name, value or str(self.chance.randint(0, 4)))
            elif name == "name":
                fields[at] = (name, f"Newcomer {self.chance.randint(1, 3)}")
        named = [submit for submit in form.submits if submit[0]]
        if named:
            fields.append(self.chance.choice(named))
        return [(name, value) for name, value in fields if name != "key"]

    async def tap(self, form, kind, *, lose=False):
        """Send a form with a new key; a tap whose answer is lost is sent again."""
        key = secrets.token_hex(16)
        fields = [*self.filled(form), ("key", key)]
        if lose:
            await self.lost(form.action, fields)
            kind = "sent again after a lost answer"
        answer = await self.post(form.action, fields, key)
        self.outcome.count(answer, kind)
        if answer.status == 200:
            self.outcome.acknowledged[key] = form.action
            self.outcome.done[name_of(form)] += 1
            self.last = (form.action, fields)
            self.scorer.take(answer)
        elif answer.status < 500:
            self.outcome.denied.add(key)
            await self.asked(answer)

    async def asked(self, answer):
        """Say yes most of the time if the page asks whether to replace answers."""
        yes = [form for form in forms_of(answer.text)[0] if "over" in dict(form.fields)]
        if yes:
            self.outcome.done["asked about answers"] += 1
            if yes[0].do in LEADING or self.chance.random() < OFTEN:
                await self.tap(yes[0], "a yes to go on without answers")

    async def post(self, path, fields, key):
        """Post; until the answer comes, the fate of the key is unknown."""
        self.outcome.unknown.add(key)
        answer = await self.scorer.post(path, fields)
        self.outcome.unknown.discard(key)
        return answer

    async def lost(self, path, fields):
        """Send a tap and disconnect before its answer."""
        other = Browser(self.scorer.port, **self.scorer.cookies)
        other.token = self.scorer.token
        sending = asyncio.ensure_future(other.post(path, fields))
        await asyncio.sleep(self.chance.choice((0.001, 0.01, 0.05)))
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)

    async def again(self):
        """Send the same tap again: it must return the first answer, and write nothing."""
        path, fields = self.last
        answer = await self.scorer.post(path, fields)
        self.outcome.count(answer, "the same key again")
        if answer.status != 200 and not path.endswith(SPOKEN):
            self.outcome.faults.append(f"{path} again was answered {answer.status}")

    async def otherwise(self):
        """Send the same key for something else: it must be refused."""
        path, fields = self.last
        changed = [*(one for one in fields if one[0] != "do"), ("do", "end_game")]
        changed += [("winner", "box"), ("level", "3")]
        act = f"{self.scorer.path}act/"
        if path == act and ("do", "end_game") in fields:
            return
        answer = await self.scorer.post(act, changed)
        self.outcome.count(answer, "key for something else")
        if answer.status == 200:
            self.outcome.faults.append("a key was accepted for something else")


async def storm(port, table, *, clients, seconds, seed=1, pause=1.0, games=0):
    """Let the clients tap. A viewer must have received the last state in the end."""
    loop = asyncio.get_running_loop()
    outcome = Outcome()
    crowd = Crowd(port)
    crowd.watch()
    for cookie in table["viewers"]:
        browser = Browser(port, cookie)
        await crowd.join(browser, f"/sessions/{table['id']}/live/", 0)
    cookies = table["scorers"] + table["seated"]
    everybody = [
        Client(port, table["id"], cookies[one % len(cookies)], outcome, random.Random(seed + one))
        for one in range(clients)
    ]
    until = loop.time() + seconds
    await asyncio.gather(*(client.run(until, pause, games) for client in everybody))
    last = Scorer(port, table["scorers"][0], table["id"])
    await last.look()
    beat = int(BEAT.search(last.page).group(1))
    here = await crowd.until(
        lambda: all(viewer.beat >= beat for viewer in crowd.viewers.values()), 10
    )
    if not here or crowd.lost:
        outcome.faults.append(
            f"viewers are behind: {[one.beat for one in crowd.viewers.values()]} of {beat},"
            f" {crowd.lost} streams lost"
        )
    await last.close()
    crowd.close()
    return outcome


def judged(outcome, found, ledger):
    """Return the errors, one sentence each; empty if all is right."""
    wrong = list(outcome.faults)
    keys, declared = Counter(found["keys"]), set(found["declared"])
    wrong += [
        f"key {key} stands in the log {times} times" for key, times in keys.items() if times > 1
    ]
    for key, path in outcome.acknowledged.items():
        if key not in keys and key not in declared and not path.endswith(SPOKEN):
            wrong.append(f"key {key} was acknowledged by {path} and is lost")
    strangers = set(keys) - set(outcome.acknowledged) - outcome.unknown - {"order", ""}
    wrong += [f"key {key} is in the log, and nobody was told" for key in strangers]
    if found["sum"] or sum(found["totals"]):
        wrong.append(f"the sum is {found['sum']} and {sum(found['totals'])}, not zero")
    status, said = ledger
    if status:
        wrong.append(said)
    return wrong


def read(server, table):
    """Return the contents of the database."""
    status, said = server.command("shell", "--verbosity", "0", "-c", READ.format(table=table))
    assert not status, said
    return json.JSONDecoder().raw_decode(said[said.index("{") :])[0]


def main():
    """Let the clients tap, and print the result."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clients", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    least = int(options.seconds / 2)
    with data_folder() as data:
        environment = surroundings(data)
        table = people(environment, scorers=14, seated=5, viewers=3)["tables"][0]
        database = "PostgreSQL" if os.environ.get("DATABASE_URL") else "SQLite"
        print(
            f"{options.clients} clients, {options.seconds:.0f} s, {database}; {busy()}", flush=True
        )
        with serving(environment) as server:
            outcome = asyncio.run(
                storm(
                    server.port,
                    table,
                    clients=options.clients,
                    seconds=options.seconds,
                    seed=options.seed,
                    games=least,
                )
            )
            found, ledger = read(server, table["id"]), server.command("check_ledger")
        for name, count in sorted(outcome.counts.items()):
            print(f"  {count:>6}  {name}")
        print(", ".join(f"{name} {count}" for name, count in outcome.done.most_common()))
        print(
            f"{len(outcome.acknowledged)} taps acknowledged, {len(outcome.denied)} denied;"
            f" {found['length']} rows in the log, {found['games']} games, sum {found['sum']};"
            f" {ledger[1].strip()}"
        )
        wrong = judged(outcome, found, ledger)
        if found["games"] < least:
            wrong.append(f"{found['games']} games say nothing about their sum: {least} are needed")
    print("\n".join(wrong) or "no action lost or doubled, the fold equals the snapshot, sum zero")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
