"""The program as a package: built, installed outside the checkout, started, and tapped once."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from chouette.bootstrap import Environment
from tests.browser.conftest import PLAYING, Thumb, phone_context
from tests.servers import ROOT, Server, free_port, wait_until_ready

pytestmark = pytest.mark.browser


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """`chouette`, in an environment that holds what the lock says, and the wheel."""
    folder = tmp_path / "installed"
    folder.mkdir()
    run([sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder])
    shutil.copytree(ROOT / "locks", folder / "locks")
    environment = Environment(folder)
    environment.make_current("base")
    (wheel,) = folder.glob("*.whl")
    run([environment.python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", wheel])
    return environment.python.with_name("chouette")


def run(command: list[object]) -> None:
    done = subprocess.run(
        [str(word) for word in command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture
def installed(program: Path, tmp_path: Path) -> Iterator[Server]:
    """The installed program, started in a folder far from the checkout."""
    port, log = free_port(), tmp_path / "up.log"
    url = f"http://127.0.0.1:{port}"
    kept = {"HOME", "LANG", "LC_ALL", "PATH"}
    environment = {name: value for name, value in os.environ.items() if name in kept}
    environment |= {"CHOUETTE_DATA": str(tmp_path / "data"), "PYTHONUNBUFFERED": "1"}
    with log.open("wb") as output:
        process = subprocess.Popen(
            [str(program), "up", "--port", str(port)],
            cwd=tmp_path,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        wait_until_ready(process, url, log)
        yield Server(url, tmp_path / "data", environment, [log.read_text(encoding="utf-8")])
    finally:
        process.terminate()
        process.wait(timeout=60)


def test_an_installed_wheel_leads_from_its_link_to_the_first_game(
    installed: Server, program: Path, browser: Browser
) -> None:
    context = phone_context(browser)
    page = context.new_page()
    page.goto(installed.sign_in_link())
    page.locator("#look-around").click()
    page.get_by_role("link", name="Start a chouette").first.tap()
    page.wait_for_url("**/sessions/new/")
    thumb = Thumb(page)
    for name in ("Ann", "Bob", "Cid", "Dee"):
        page.locator("label.choice", has=page.get_by_text(name, exact=True)).first.tap()
    page.get_by_role("button", name="Start", exact=True).tap()
    page.wait_for_url("**/table/")
    for button in PLAYING:
        thumb.tap(button)
    expect(page.locator("#b-team-wins")).to_be_visible()
    context.close()
    # It has no tests, and says so.
    done = subprocess.run([program, "verify"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "Tests are run in a checkout" in done.stderr
