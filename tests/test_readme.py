"""What the README shows is what the commands print."""

from __future__ import annotations

import importlib.util


def test_the_blocks_of_the_readme_are_true(demo):
    spec = importlib.util.spec_from_file_location("readme", demo / "scripts/readme.py")
    readme = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(readme)
    text = (demo / "README.md").read_text()
    assert readme.filled(text) == text, "run: python scripts/readme.py"
    assert text.count("<!-- end -->") == 6
    assert "| pytrec_eval | 129 |" in text.split("<!-- scripts/bench -->")[1]


def test_every_file_the_readme_links_to_is_there(demo):
    import re

    links = re.findall(r"\]\(([^)#]+)\)", (demo / "README.md").read_text())
    assert len(links) >= 4
    assert [link for link in links if not (demo / link).is_file()] == []
