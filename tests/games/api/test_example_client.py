"""The example client of the documentation works, and the table of addresses there is whole."""

import re
import subprocess
import sys

import pytest

from tests.games.api.test_endpoints import ADDRESSES
from tests.servers import ROOT, Server

CLIENT = ROOT / "docs" / "example_client.py"
TOKEN = """
from games.files.services.demo import demo_create
from games.models import Membership
from games.accounts.services.accounts import user_create
from games.api.tokens import api_token_create
user = user_create(email="client@example.org", name="Client")
Membership.objects.create(user=user, club=demo_create(), role="scorer")
print(api_token_create(user=user, name="client", scopes=["read", "score"], days=30)[1])
"""


def test_the_client_is_short():
    assert len(CLIENT.read_text(encoding="utf-8").splitlines()) <= 36


@pytest.mark.slow
def test_the_client_plays_a_game(server: Server) -> None:
    token = server.run("shell", "-v", "0", "-c", TOKEN).split()[-1]

    done = subprocess.run(
        [sys.executable, CLIENT, server.url, token], capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr
    # The team of three wins 1 each from Ann, whose cubes nobody turned.
    assert done.stdout.splitlines() == ["Ann -3.0", "Bob 1.0", "Cid 1.0", "Dee 1.0"]


@pytest.mark.slow
def test_the_client_says_what_is_wrong(server: Server) -> None:
    done = subprocess.run(
        [sys.executable, CLIENT, server.url, "forged"], capture_output=True, text=True, check=False
    )

    assert done.returncode == 1
    assert done.stderr == "401: This token is not known here, or has been revoked.\n"


def test_the_page_names_every_address():
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    table = text.split("## Who may what")[1].split("## Writing")[0]
    named = {
        (path, verb.lower())
        for row in re.findall(r"^\| (`.*?) \| ([A-Z ]+) \|", table, re.M)
        for path in re.findall(r"`([^`]+)`", row[0])
        for verb in row[1].split()
    }

    ours = {
        (
            path.removeprefix("api/v1/")
            .replace("<str:slug>", "{slug}")
            .replace("<str:public_id>", "{id}")
            .replace("<str:other_id>", "{other}")
            .replace("<int:number>", "{number}"),
            verb,
        )
        for (_name, verb), path in ADDRESSES.items()
    }
    assert named == ours
