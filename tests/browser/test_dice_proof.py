"""A browser's own verdict on dice: green for true ones, red for whatever somebody changed."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from games.boards.presenters.proof import proof_offline
from tests.browser.conftest import PHONE, judged
from tests.games.boards.proofs import page_of, proof_of
from tests.games.rules.backgammon.boards import legal_moves

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.urls("tests.browser.proof_urls"),
]

Proof = dict[str, Any]


def other(text: str) -> str:
    """The text with its first character changed."""
    return ("0" if text[0] != "0" else "1") + text[1:]


def tamper_seat(name: str) -> Callable[[Proof], None]:
    def tamper(proof: Proof) -> None:
        proof["seats"][1][name] = other(proof["seats"][1][name])

    return tamper


def tamper_text(name: str) -> Callable[[Proof], None]:
    def tamper(proof: Proof) -> None:
        proof[name] = other(proof[name])

    return tamper


def tamper_roll(proof: Proof) -> None:
    roll = proof["rolls"][20]
    roll["dice"][0] = roll["dice"][0] % 6 + 1


def tamper_play(proof: Proof) -> None:
    proof["rolls"][20]["result"] = proof["rolls"][18]["result"]


def leave_out(proof: Proof) -> None:
    proof["rolls"][20] = {"dice": proof["rolls"][20]["dice"]}


REDS: list[tuple[Callable[[Proof], None], str]] = [
    (tamper_text("game_id"), "The server's seed is not the one that was committed to."),
    (tamper_text("server_seed"), "The server's seed is not the one that was committed to."),
    (tamper_text("server_commitment"), "The server's seed is not the one that was committed to."),
    (tamper_seat("seed"), "Seat 1 has opened another seed than it committed to."),
    (tamper_seat("commitment"), "Seat 1 has opened another seed than it committed to."),
    (tamper_roll, "Roll 20 is "),
    (tamper_play, "What was played with roll 20 is not a legal play."),
    (leave_out, "Roll 20 is left out; only a tie at the opening is."),
    (lambda proof: proof.pop("seats"), "This is not a proof of dice."),
]


def check_verdicts(page: Page) -> None:
    """Green as it is, red for every change, and green again."""
    verdict = page.locator("#dice-verdict")
    expect(verdict).to_have_attribute("data-verdict", "right")
    expect(verdict).to_contain_text("Right: these are the dice that everybody committed to.")
    expect(verdict).to_contain_text("60 rolls")
    page.get_by_text("Try to cheat").click()
    field = page.get_by_label("Here is all that is checked.")
    for tamper, sentence in REDS:
        proof = json.loads(field.input_value())
        tamper(proof)
        field.fill(json.dumps(proof))
        expect(verdict).to_have_attribute("data-verdict", "wrong")
        expect(verdict).to_contain_text(sentence)
        if "20" in sentence:
            expect(page.locator("#roll-20")).to_have_class("dice-roll dice-roll--wrong")
        page.get_by_role("button", name="Put it back").click()
        expect(verdict).to_have_attribute("data-verdict", "right")
        expect(page.locator(".dice-roll--wrong")).to_have_count(0)


def test_the_readers_browser_judges(browser: Browser, live_server: Any) -> None:
    context = browser.new_context(
        base_url=str(live_server), viewport=PHONE, reduced_motion="reduce"
    )
    page = context.new_page()
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else 0)
    page.goto("/proof/")
    check_verdicts(page)
    # The commitment as the reader's own mail has it.
    mail = page.get_by_label("The commitment stood on the page")
    mail.fill(proof_of().server_commitment.upper() + " ")
    expect(page.locator("#dice-mailed-said")).to_have_text("It is the commitment of these dice.")
    mail.fill("0" * 64)
    expect(page.locator("#dice-mailed-said")).to_contain_text("It is not the commitment")
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found = judged(page).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []
    # Every twentieth position of the three engines, in this browser.
    rows = [{name: row[name] for name in ("pid", "roll", "results")} for row in legal_moves()[::20]]
    wrong = page.evaluate(
        """async (rows) => {
          const { positionOf, results } = await import("/static/js/dice_moves.js");
          return rows.filter(({ pid, roll, results: right }) =>
            [...results(positionOf(pid), roll)].sort().join() !== [...right].sort().join());
        }""",
        rows,
    )
    assert wrong == []
    assert said == []
    context.close()


def test_the_file_judges_without_a_server(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "dice.html"
    file.write_text(proof_offline(page_of()), encoding="utf-8")
    context = browser.new_context(viewport=PHONE, offline=True)
    page = context.new_page()
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(file.as_uri())
    check_verdicts(page)
    assert (
        page.evaluate("getComputedStyle(document.querySelector('.dice-verdict')).display") == "grid"
    )
    assert said == []
    context.close()
