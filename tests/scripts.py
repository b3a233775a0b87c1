"""Runs the pages' own script modules in Node, where there is one."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

STATIC = Path(__file__).parents[1] / "static" / "js"
NODE = shutil.which("node")

needs_node = pytest.mark.skipif(NODE is None, reason="Node is not installed")

Script = Callable[[str, Any], Any]


def script(folder: Path, *modules: str) -> Script:
    """Return what runs a body with the exports of these modules and `data`, and returns its value.

    The modules are copied: Node takes a .js file for a module only where a package says so.
    """
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    for path in STATIC.glob("*.js"):
        shutil.copy(path, folder)

    # What a module asks of its page before anybody calls it.
    (folder / "page.js").write_text(
        "globalThis.matchMedia = () => ({ matches: false, addEventListener: () => {} });\n",
        encoding="utf-8",
    )

    def run(body: str, data: Any) -> Any:
        imports = 'import "./page.js";\n' + "".join(
            f'import * as {name} from "./{name}.js";\n' for name in modules
        )
        (folder / "run.js").write_text(
            f"{imports}"
            'import { readFileSync } from "node:fs";\n'
            'const data = JSON.parse(readFileSync(0, "utf8"));\n'
            f"const result = () => {{ {body} }};\n"
            "process.stdout.write(JSON.stringify(result()));\n",
            encoding="utf-8",
        )
        assert NODE is not None
        done = subprocess.run(
            [NODE, "run.js"],
            cwd=folder,
            input=json.dumps(data),
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run
