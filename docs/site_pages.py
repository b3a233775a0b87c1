"""What the site of the documentation has besides the pages of this folder (`mkdocs.yml`)."""

import os
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent
BESIDE = {
    "../CHANGELOG.md": "changelog.md",
    "../CONTRIBUTING.md": "contributing.md",
    "../SECURITY.md": "security.md",
    "../LICENSE": "license.txt",
    "../benchmarks/README.md": "measured.md",
}
"""Pages that lie outside this folder, by the links to them from here, and their names there."""

REFERENCE = """# The interface for programs: reference

Every address with its fields, errors and examples, from the same description as `/api/v1/schema/`.

<swagger-ui src="schema.yml"/>
"""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages from elsewhere, and the reference of the API.

    `SCHEMA` names the file that `manage.py spectacular` has written.
    """
    for source, name in BESIDE.items():
        text = (ROOT / "docs" / source).read_text(encoding="utf-8")
        files.append(File.generated(config, name, content=text))
    schema = Path(os.environ["SCHEMA"]).read_text(encoding="utf-8")
    files.append(File.generated(config, "schema.yml", content=schema))
    files.append(File.generated(config, "reference.md", content=REFERENCE))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let links across folders lead to where the site has those pages."""
    for source, name in BESIDE.items():
        markdown = markdown.replace(f"]({source}", f"]({name}")
    if page.file.src_uri in BESIDE.values():
        markdown = markdown.replace("](../docs/", "](").replace("](docs/", "](")
        for source, name in BESIDE.items():
            markdown = markdown.replace(f"]({source.removeprefix('../')}", f"]({name}")
    return markdown
