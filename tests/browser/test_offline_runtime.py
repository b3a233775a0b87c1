"""The interpreter and the program's pure code in a real browser, under the policy of its worker."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import BrowserContext

from games.rules.chouette import NotationError, Table
from games.rules.chouette.notation import parse, scores, write
from games.web.runtime import parts, runtime
from tests.games.offline.walks import NAMES, random_rules, random_tap
from tests.servers import Server

pytestmark = pytest.mark.browser

ASK = """async (parts) => {
  const { openWorker } = await import("/static/js/offline/python.js");
  const seen = [];
  const ask = openWorker("/offline/worker.js", (loaded, total) => seen.push([loaded, total]));
  await ask("start", { parts });
  const given = { name: "  Zoë  de\\u00a0Vries " };
  const name = await ask("call", { module: "games.names.identity", name: "identity", given });
  const wrong = { module: "games.names.identity", name: "nothing" };
  const error = await ask("call", wrong).catch(({ message }) => message);
  const rising = seen.every(([at], n) => !n || at >= seen[n - 1][0]);
  return { name, error, last: seen.at(-1), rising };
}"""


def test_the_program_s_own_code_answers_in_the_browser(
    server: Server, phone: BrowserContext
) -> None:
    page = phone.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(f"{server.url}/device/")
    answer = page.evaluate(ASK, parts())
    assert answer["name"] == "zoe de vries"
    assert "nothing" in answer["error"]
    total = sum(one["bytes"] for one in runtime()["files"].values())
    assert answer["last"] == [total, total]
    assert answer["rising"]
    assert not [one for one in complaints if "Content Security Policy" in one]


SCENARIOS = Path(__file__).parents[1] / "data" / "scenarios"
EVENINGS = 400
TAPS = 60
SCORE = """async ([parts, texts]) => {
  const { openWorker } = await import("/static/js/offline/python.js");
  const ask = openWorker("/offline/worker.js");
  await ask("start", { parts });
  const found = [];
  for (const text of texts) {
    found.push(await ask("call", { name: "score", given: { text } }));
  }
  return found;
}"""


def random_evening(seed: int) -> str:
    """An evening of random taps, as a file."""
    rng = Random(seed)
    table = start = Table.new(NAMES[: rng.randint(3, 6)], random_rules(rng))
    line = []
    for _tap in range(TAPS):
        over = table.game is not None and not table.game.live  # all have settled
        taps = [rng.choice(list(table.legal_actions()))] if over else None
        for action in taps or random_tap(rng, table, NAMES[:8]):
            table = table.apply(action)
            line.append(action)
    return write(start, line)


def figures(text: str) -> dict[str, Any]:
    """What `manage.py score --format jsonl` prints of a file: its figures, or its error."""
    try:
        return scores(parse(text.encode()))
    except NotationError as error:
        return {"error": {"line": error.line, "message": str(error)}}


def test_scenarios_and_random_evenings_score_in_the_browser_as_on_the_server(
    server: Server, phone: BrowserContext
) -> None:
    texts = [path.read_text("utf-8") for path in sorted(SCENARIOS.glob("*.csn"))]
    assert len(texts) == 48
    texts += [random_evening(seed) for seed in range(EVENINGS)]
    expected = [json.loads(json.dumps(figures(text))) for text in texts]
    assert sum(bool(one.get("games")) for one in expected) > EVENINGS
    page = phone.new_page()
    page.set_default_timeout(300_000)
    page.goto(f"{server.url}/device/")
    found = page.evaluate(SCORE, [parts(), texts])
    wrong = [at for at, one in enumerate(expected) if found[at] != one]
    assert not wrong, texts[wrong[0]]
