"""The interpreter and the program's pure code in a real browser, under the policy of its worker."""

import pytest
from playwright.sync_api import BrowserContext

from games.web.runtime import code, runtime, runtime_digest
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


def parts() -> dict[str, object]:
    said = runtime()
    return {
        "base": f"/offline/runtime/{runtime_digest()}/",
        "files": {name: one["bytes"] for name, one in said["files"].items()},
        "info": said["pyodide"]["info"],
        "code": f"/offline/code/{code().digest}.zip",
    }


def test_the_program_s_own_code_answers_in_the_browser(
    server: Server, phone: BrowserContext
) -> None:
    page = phone.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(f"{server.url}/offline/")
    answer = page.evaluate(ASK, parts())
    assert answer["name"] == "zoe de vries"
    assert "nothing" in answer["error"]
    total = sum(one["bytes"] for one in runtime()["files"].values())
    assert answer["last"] == [total, total]
    assert answer["rising"]
    assert not [one for one in complaints if "Content Security Policy" in one]
