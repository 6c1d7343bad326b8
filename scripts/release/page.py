"""What the Python package's page says: the README, and where the project lives.

A package index knows nothing of the repository, so links and pictures need whole
addresses there. They all come from one place, `repository` in package.json. While
that names none, the page goes without links that would lead nowhere.
"""

import json
import re
from pathlib import Path

from hatchling.metadata.plugin.interface import MetadataHookInterface

# A link or a picture of the README, unless it leads elsewhere.
LINK = re.compile(r"(?<!!)\[([^\]\n]+)\]\((?![a-z]+:|#)([^)\s]+)\)")
SOURCE = re.compile(r'\b(src|srcset)="(?![a-z]+:)([^"\s]+)"')
PICTURE = re.compile(r"<picture>.*?</picture>\n+", re.S)
# A package index shows a diagram's source in its place.
DIAGRAM = re.compile(r"^## [^\n]*\n+```mermaid\n.*?\n```\n+", re.M | re.S)


def address_of(manifest):
    """The repository's address in a browser, or None."""
    repository = manifest.get("repository") or {}
    url = repository if isinstance(repository, str) else repository.get("url", "")
    found = re.fullmatch(r"(?:git\+)?(https://\S+?)(?:\.git)?/?", url)
    return found and found[1]


def description_of(readme, address, version):
    """The README as a page of its own."""
    text = DIAGRAM.sub("", readme)
    if address is None:
        return LINK.sub(r"\1", PICTURE.sub("", text))
    text = LINK.sub(rf"[\1]({address}/blob/v{version}/\2)", text)
    return SOURCE.sub(rf'\1="{address}/raw/v{version}/\2"', text)


def urls_of(address):
    """What stands beside the page; nothing while there is no address."""
    if address is None:
        return {}
    return {
        "Repository": address,
        "Issues": f"{address}/issues",
        "Changelog": f"{address}/blob/main/CHANGELOG.md",
        "Catalogue": f"{address}/blob/main/docs/README.md",
    }


class Page(MetadataHookInterface):
    """Fills in the fields of pyproject.toml that are called dynamic."""

    def update(self, metadata):
        root = Path(self.root)
        manifest = json.loads((root / "package.json").read_text(encoding="utf-8"))
        address = address_of(manifest)
        readme = (root / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": description_of(readme, address, manifest["version"]),
        }
        metadata["urls"] = urls_of(address)
