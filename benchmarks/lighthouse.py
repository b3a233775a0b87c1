"""Lighthouse on the main pages of the demo club: `python benchmarks/lighthouse.py`.

Serves the demo in a data folder of its own, and asks Lighthouse (with npx, or the program named in
LIGHTHOUSE) about each page with its phone defaults: for a member, and the first pages of a guest.

    python benchmarks/lighthouse.py             all of them, a line each
    python benchmarks/lighthouse.py leaderboard only those whose name has this in it
"""

import json
import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import sync_playwright

from benchmarks.figures import busy
from benchmarks.loopback import data_folder, free_port, made, serving, surroundings
from benchmarks.page import CHROMIUM, FLAGS
from benchmarks.page import LIGHTHOUSE as PACKAGE

PROGRAM = os.environ.get("LIGHTHOUSE", "").split() or ["npx", "--yes", PACKAGE]
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
LEAST = 95
UNLISTED = "is-crawlable"
"""Pages of members ask not to be indexed: this audit of theirs is no fault."""
FIGURES = {
    "bytes": "total-byte-weight",
    "LCP": "largest-contentful-paint",
    "TBT": "total-blocking-time",
}


def asked(address, port, target):
    """Run Lighthouse on an address, and return its report."""
    done = subprocess.run(
        [
            *PROGRAM,
            address,
            "--quiet",
            "--output=json",
            f"--output-path={target}",
            f"--only-categories={','.join(CATEGORIES)}",
            f"--port={port}",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(done.stderr[-2000:])
    return json.loads(target.read_text())


def score(found, category):
    """Return a category's score in per cent, without the audit that members' pages fail."""
    audits = [
        (one["weight"], found["audits"][one["id"]]["score"])
        for one in found["categories"][category]["auditRefs"]
        if one["weight"] and one["id"] != UNLISTED
    ]
    known = [(weight, value) for weight, value in audits if value is not None]
    return 100 * sum(weight * value for weight, value in known) / sum(one for one, _two in known)


def told(name, found):
    """Print a page's scores, and what is below."""
    scores = {one: score(found, one) for one in CATEGORIES}
    figures = {title: found["audits"][audit]["numericValue"] for title, audit in FIGURES.items()}
    print(
        f"{name:14}",
        *(f"{one} {scores[one]:.0f}" for one in CATEGORIES),
        f"{figures['bytes'] / 1000:.0f} KB",
        f"LCP {figures['LCP']:.0f} ms, TBT {figures['TBT']:.0f} ms",
        sep="  ",
    )
    for one in CATEGORIES:
        if scores[one] >= LEAST:
            continue
        for reference in found["categories"][one]["auditRefs"]:
            audit = found["audits"][reference["id"]]
            is_low = audit["score"] is not None and audit["score"] < 0.9
            if reference["weight"] and is_low and reference["id"] != UNLISTED:
                print(f"    {one}: {audit['title']} {audit.get('displayValue', '')}")
                for item in audit.get("details", {}).get("items", [])[:3]:
                    print(f"      {json.dumps(item)[:300]}")


def main():
    """Ask about each page, and print a line for it."""
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    with data_folder() as data:
        environment = surroundings(data, DJANGO_SETTINGS_MODULE="chouette.settings")
        with serving(environment) as server, sync_playwright() as playwright:
            pages = made(environment, "benchmarks.demo_pages")
            port = free_port()
            print(f"the demo's pages on a phone; {busy()}")
            browser = playwright.chromium.launch_persistent_context(
                data / "browser",
                executable_path=CHROMIUM,
                args=[*FLAGS, f"--remote-debugging-port={port}"],
            )
            for name, path in pages["guest"].items():
                if wanted in name:
                    told(name, asked(server.address + path, port, data / "report.json"))
            browser.add_cookies(
                [{"name": pages["cookie"], "value": pages["session"], "url": server.address}]
            )
            for name, path in pages["member"].items():
                if wanted in name:
                    told(name, asked(server.address + path, port, data / "report.json"))
            browser.close()


if __name__ == "__main__":
    main()
