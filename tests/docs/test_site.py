"""The site builds without a warning; its links lead somewhere; it has all that is public."""

from __future__ import annotations

import importlib
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

ROOT = Path(__file__).resolve().parents[2]
#: What others may load: nothing that makes a request.
LOADING = {"script": "src", "img": "src", "iframe": "src", "source": "src"}


class Page(HTMLParser):
    """The links, anchors and loaded files of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.anchors |= {values[key] for key in ("id", "name") if values.get(key)}
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        if tag in LOADING and values.get(LOADING[tag]):
            self.loaded.append(values[LOADING[tag]])
        if tag == "link" and values.get("rel") in ("stylesheet", "preload", "icon"):
            self.loaded.append(values["href"])


@pytest.mark.slow
def test_the_site(tmp_path, request):
    """One test, because several processes share the tests of a module, and building takes long."""
    pytest.importorskip("sphinx")
    site = built(tmp_path)
    pages = {path: Page(path) for path in sorted(site.rglob("*.html"))}
    check_links(pages)
    check_that_nothing_is_loaded_from_elsewhere(site, pages)
    check_search(site)
    check_public_names(site)
    check_commands(site)
    check_measures(site)
    check_codes_and_layouts(site)
    check_with_axe(site, request.getfixturevalue("browser"))


def built(folder):
    command = [sys.executable, "-m", "sphinx", "--fail-on-warning", "--keep-going", "--quiet"]
    done = subprocess.run(
        [*command, "-d", str(folder / "doctrees"), str(ROOT / "docs"), str(folder / "html")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder / "html"


def check_links(pages):
    broken = []
    for path, page in pages.items():
        for link in page.links + page.loaded:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                assert parts.scheme in ("http", "https"), (path.name, link)
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if target.is_dir():
                target /= "index.html"
            anchor = unquote(parts.fragment)
            if not target.is_file() or (
                anchor and target in pages and anchor not in pages[target].anchors
            ):
                broken.append((path.name, link))
    assert broken == []
    assert sum(len(page.links) for page in pages.values()) > 1000


def check_that_nothing_is_loaded_from_elsewhere(site, pages):
    loaded = {link for page in pages.values() for link in page.loaded}
    assert loaded
    assert {link for link in loaded if urlsplit(link).netloc} == set()
    styles = [path.read_text(errors="replace") for path in site.rglob("*.css")]
    assert not [style for style in styles if "url(http" in style or "@import" in style]


def check_search(site):
    index = (site / "searchindex.js").read_text(encoding="utf-8")
    assert "lighthous" in index  # stemmed
    assert "kendall_tau" in index


def public_names() -> list[str]:
    sys.path.insert(0, str(ROOT / "docs"))
    try:
        import generate
    finally:
        sys.path.remove(str(ROOT / "docs"))
    packages = [importlib.import_module(name) for name in generate.public_packages()]
    return [f"{package.__name__}.{name}" for package in packages for name in package.__all__]


def check_public_names(site):
    from sphinx.util.inventory import InventoryFile

    import harness

    with (site / "objects.inv").open("rb") as file:
        inventory = InventoryFile.loads(file.read(), uri="")
    described = {
        name for kind, items in inventory.data.items() if kind.startswith("py:") for name in items
    }
    names = public_names()
    assert {"harness.score", "harness.stats.kendall_tau", "harness.measures.Ratio"} <= set(names)
    above = {f"harness.{name}" for name in harness.__all__}
    missing = [
        name
        for name in names
        if name not in described and f"harness.{name.rpartition('.')[2]}" not in above
    ]
    assert missing == []
    assert above - {"harness.__version__"} <= described


def check_commands(site):
    from harness.cli.main import COMMANDS

    text = Page(site / "commands.html")
    assert {f"harness-{name}" for name in COMMANDS} <= text.anchors


def check_measures(site):
    from harness.measures import FAMILIES

    text = (site / "measures.html").read_text(encoding="utf-8")
    assert [name for name in FAMILIES if f"<h3>{name}<" not in text] == []


def check_codes_and_layouts(site):
    from harness.core.notes import NOTES
    from harness.formats.layouts import KINDS, layouts
    from harness.validation import CHECKS, REPAIRS

    for code, declared in (*CHECKS.items(), *REPAIRS.items(), *NOTES.items()):
        page = (site / f"generated/codes/{code}.html").read_text(encoding="utf-8")
        assert declared.summary.split()[0] in page
    table = (site / "layouts.html").read_text(encoding="utf-8")
    assert [it.name for kind in KINDS for it in layouts(kind) if f">{it.name}<" not in table] == []


#: A page of each kind: the first, prose with code, a notebook, a reference and the search.
SEEN = (
    "index.html",
    "checking.html",
    "notebooks/compare_systems.html",
    "generated/python/harness.diagnosis.html",
    "search.html",
)


def check_with_axe(site, browser):
    from axe_playwright_python.sync_playwright import Axe

    found = {}
    for name in SEEN:
        for scheme in ("light", "dark"):
            page = browser.new_page(color_scheme=scheme)
            page.goto((site / name).as_uri())
            results = Axe().run(page, options={"resultTypes": ["violations"]})
            if results.violations_count:
                found[name, scheme] = results.generate_report()
            page.close()
    assert found == {}
