"""Every text of the pages is in the table, and none is said elsewhere."""

import json
import re
from pathlib import Path

import pytest

from harness.judging import server
from tests.each import each

STATIC = Path(server.__file__).with_name("static")

TEMPLATES = STATIC.with_name("templates")

#: Keys of a keyboard, which are no texts.
KEYS = {"Escape", "Enter", "Home", "End"}


@each(sorted(STATIC.glob("*.js")))
def test_scripts_say_nothing_of_their_own(path):
    if path.name == "texts.js":
        return
    code = re.sub(r"//.*|/\*.*?\*/", "", path.read_text(), flags=re.DOTALL | re.MULTILINE)
    said = re.findall(r"""["'`]([A-Z][a-z]+(?:[ ,][^"'`]*)?)["'`]""", code)
    assert set(said) <= KEYS


@each(sorted(TEMPLATES.glob("*.html")))
def test_templates_say_nothing_of_their_own(path):
    left = re.sub(r"<kbd>.*?</kbd>|\{[{%].*?[%}]\}", "", path.read_text())
    said = re.findall(r"""(?:aria-label|title|placeholder)="([^"]+)\"""", left)
    said += re.findall(r">([^<]+)<", re.sub(r"<!doctype[^>]*>", "", left))
    assert not [text for text in said if re.search(r"[A-Za-z]{2}", text)]


@pytest.mark.parametrize("path", ["/judge", "/adjudicate", "/organise", "/sign-in"])
def test_pages_show_texts_of_the_table_and_nothing_of_the_program(visit, path):
    """In a template, `keys` of a table would be its method."""
    shown = visit("olga").get(path)
    assert shown.status_code == 200
    assert re.findall(r"&lt;[\w -]*(?:method|function|object)\b", shown.text) == []


def test_every_text_of_the_table_is_said_somewhere():
    table = (STATIC / "texts.js").read_text()
    pages, texts = table.split("export const TEXTS")
    used = "".join(path.read_text() for path in (*STATIC.glob("*.js"), *TEMPLATES.glob("*.html")))
    listed = json.JSONDecoder().raw_decode(pages.partition("export const PAGES = ")[2])[0]
    names = [f"{part}.{name}" for part, of in listed.items() if part != "language" for name in of]
    part = ""
    for line in texts.splitlines():
        if begins := re.match(r"  (\w+): \{", line):
            part = begins[1]
        names += [f"{part}.{name}" for name in re.findall(r"(?:^    |, )(\w+): [\"(\[]", line)]
    assert len(names) > 90
    chosen = set(re.findall(r'"(\w+)"', used))  # TEXTS.connection[status ? "notSaved" : …]
    assert {it for it in names if it not in used and it.partition(".")[2] not in chosen} == set()
