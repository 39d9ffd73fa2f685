"""The pages of the site that follow from the program: packages, commands, measures, root files."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import ModuleType

import numpy.typing as npt
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.typing import stringify_annotation

import harness
from harness.core import arrays

HERE = Path(__file__).resolve().parent
#: The pages are written here, and git ignores them.
FOLDER = HERE / "generated"
#: Pages of the repository's root that the site shows.
ROOT_PAGES = ("ARCHITECTURE", "CHANGELOG", "CONTRIBUTING")


def write_pages(_app: object) -> None:
    """Write every page that has changed, and remove those that are no longer generated."""
    pages = dict(generated_pages())
    for old in FOLDER.rglob("*.md"):
        if str(old.relative_to(FOLDER)) not in pages:
            old.unlink()
    for name, text in pages.items():
        path = FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def generated_pages() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each generated page."""
    for name in public_packages():
        yield f"python/{name}.md", package_page(name)
    yield "glossary.md", glossary()
    yield "codes.md", codes_page()
    for code in codes():
        yield f"codes/{code}.md", code_page(code)
    for name in ROOT_PAGES:
        text = (HERE.parent / f"{name}.md").read_text(encoding="utf-8")
        yield f"{name.lower()}.md", in_the_site(text)


# Python


def public_packages() -> list[str]:
    """Return the packages that offer names to others: those with an ``__all__``."""
    rooms = [
        f"harness.{room.name}" for room in pkgutil.iter_modules(harness.__path__) if room.ispkg
    ]
    return [
        "harness",
        *(name for name in rooms if hasattr(importlib.import_module(name), "__all__")),
    ]


def package_page(name: str) -> str:
    """Return the reference of one package; what ``harness`` itself offers is described
    there alone.
    """
    package = importlib.import_module(name)
    elsewhere = [] if package is harness else offered_above(package)
    names = [public for public in package.__all__ if public not in ("__version__", *elsewhere)]
    values = {public: getattr(package, public) for public in names}
    classes = [public for public, value in values.items() if inspect.isclass(value)]
    functions = [public for public, value in values.items() if inspect.isroutine(value)]
    constants = [public for public in names if public not in (*classes, *functions)]
    sections = {
        "Functions": [f".. autofunction:: {name}.{public}\n" for public in functions],
        "Classes": [
            f".. autoclass:: {name}.{public}\n   :members:\n   :undoc-members:\n"
            for public in classes
        ],
        "Values": [constant(package, public) for public in constants],
        "Described with the package harness": [
            f"* :py:obj:`harness.{public}`" for public in elsewhere
        ],
    }
    parts = [f"# {name}\n\n{rst(f'.. automodule:: {name}')}"]
    parts += [f"## {title}\n\n{rst(*entries)}" for title, entries in sections.items() if entries]
    return "\n".join(parts)


def rst(*entries: str) -> str:
    """Return a block of reStructuredText in a page of Markdown."""
    return "\n".join(["```{eval-rst}", *entries, "```", ""])


def constant(package: ModuleType, name: str) -> str:
    """Return a public value of a package, with the comment that stands above it where it is
    defined.
    """
    value = getattr(package, name)
    comments = (
        comment_of(module, name)
        for module in list(sys.modules.values())
        if module.__name__.startswith("harness.") and vars(module).get(name) is value
    )
    text = next((comment for comment in comments if comment), [])
    body = "".join(f"\n   {line}" for line in text)
    return f".. py:data:: {name}\n{body}\n"


def comment_of(module: ModuleType, name: str) -> list[str]:
    """Return the lines of the comment (``#:``) above a name that a module defines, or none."""
    analyzer = ModuleAnalyzer.for_module(module.__name__)
    analyzer.analyze()
    return analyzer.attr_docs.get(("", name), [])


def offered_above(package: ModuleType) -> list[str]:
    """Return the public names of a package that ``harness`` offers as well."""
    return [
        name
        for name in package.__all__
        if name in harness.__all__ and getattr(harness, name) is getattr(package, name)
    ]


#: A code span, or a sign that would be markup outside of one.
_SPAN_OR_SIGN = re.compile(r"(``.+?``|`[^`]+`)|(?<!\\)([|*])")


def plain_docstring(
    _app: object, _what: str, _name: str, _obj: object, _options: object, lines: list[str]
) -> None:
    """Docstrings are plain text with code spans: bars and stars in formulas are only that."""
    if not lines:
        return
    text = "\n".join(lines)
    plain = _SPAN_OR_SIGN.sub(lambda match: match[1] or f"\\{match[2]}", text)
    lines[:] = [
        old if old.lstrip().startswith((">>>", "* ")) or old.startswith("    ") else new
        for old, new in zip(lines, plain.split("\n"), strict=True)
    ]


#: numpy's names for what has no name of its own when it is printed.
_ARRAYS = {
    stringify_annotation(kind, mode): short
    for mode in ("smart", "fully-qualified")
    for kind, short in (
        (npt.ArrayLike, "~numpy.typing.ArrayLike"),
        (arrays.Floats, "Floats"),
        (arrays.Ints, "Ints"),
        (arrays.Bools, "Bools"),
    )
}


def short_signature(
    _app: object,
    _what: str,
    _name: str,
    _obj: object,
    _options: object,
    signature: str | None,
    returned: str | None,
) -> tuple[str | None, str | None]:
    """Signatures name arrays as the code does, and types without what validates them."""
    texts = [signature, returned]
    for printed, short in _ARRAYS.items():
        texts = [text and text.replace(printed, short) for text in texts]
    texts = [text and without_validation(text) for text in texts]
    return texts[0], texts[1]


def without_validation(text: str) -> str:
    """Return a signature in which ``Annotated[T, …]`` is T.

    >>> without_validation("(a: ~typing.Annotated[list[Annotated[str, X('[')]], Y(b=(1, 2))], c)")
    '(a: list[str], c)'
    """
    while found := re.search(r"~?(?:typing\.)?Annotated\[", text):
        depth, comma, end = 0, None, found.end()
        for at, sign in enumerate(re.sub(r"'[^']*'", lambda it: "_" * len(it[0]), text)):
            if at < found.end():
                continue
            depth += (sign in "([{") - (sign in ")]}")
            if depth == 0 and sign == "," and comma is None:
                comma = at
            if depth < 0:
                end = at
                break
        text = text[: found.start()] + text[found.end() : comma or end] + text[end + 1 :]
    return text


# The command line

COMMAND_LINE = """## All options

`harness COMMAND --help` prints the same. Options of the program itself may stand anywhere on the
command line.

```{eval-rst}
.. click:: harness.cli.main:cli
   :prog: harness
   :nested: full
```
"""


# Measures


def all_measures() -> str:
    """Every measure with its definition, as its declaration has them."""
    from harness.measures import FAMILIES

    sections = "\n".join(measure_section(family) for family in FAMILIES.values())
    return f"""## All measures

`harness measures NAME` prints the same.

{sections}"""


def with_reference(_app: object, name: str, source: list[str]) -> None:
    """Add to the pages of measures, commands and layouts what follows from the program."""
    if name == "measures":
        source[0] += f"\n{all_measures()}"
    elif name == "commands":
        source[0] += f"\n{COMMAND_LINE}"
    elif name == "layouts":
        source[0] = _LAYOUTS.sub(lambda found: layouts_table(found[1]), source[0])


def measure_section(family: harness.measures.Family) -> str:
    """Return what the declaration of a measure says."""
    body = inspect.getdoc(family.function) or ""
    facts = {
        "Parameters": ", ".join(f"`{name}={value!r}`" for name, value in family.defaults.items()),
        "Also called": ", ".join(family.names[1:]),
        "In trec_eval": ", ".join(f"`{name.name}`" for name in family.trec_names),
        "Over topics": family.summary,
        "Range": "{:g} to {:g}".format(*family.bounds),
        "Needs": "the size of the collection" if family.needs_collection_size else "",
        "Source": family.cite,
    }
    listed = "\n".join(f"- {name}: {fact}" for name, fact in facts.items() if fact)
    return f"### {family.name}\n\n{fenced_examples(body)}\n\n{listed}\n"


def fenced_examples(text: str) -> str:
    """Return a docstring as Markdown: its examples stand in fences."""
    paragraphs = text.split("\n\n")
    return "\n\n".join(
        f"```pycon\n{part}\n```" if part.lstrip().startswith(">>>") else part.replace("*", r"\*")
        for part in paragraphs
    )


# Codes


def codes() -> dict[str, str]:
    """Every code of a finding, a repair or a note, with what it says in one line."""
    from harness.core.notes import NOTES
    from harness.validation import CHECKS, REPAIRS

    every = (*CHECKS.items(), *REPAIRS.items(), *NOTES.items())
    return {code: declared.summary for code, declared in every}


def code_page(code: str) -> str:
    """Return what ``harness explain`` says of a code.

    The page is in no table of contents: 170 more entries on each page take a minute to make.
    """
    from harness.cli.measures import explain_name

    lines = "\n".join(explain_name(code)).rstrip("\n")
    pages = dict.fromkeys(re.findall(r"read: +docs/(\w+)\.md", lines))
    more = " and ".join(f"[{page}](../../{page}.md)" for page in pages)
    begin = f"---\norphan: true\n---\n\n# {code}\n\n```text\n{lines}\n```\n"
    return f"{begin}\nMore: {more}; all [codes](../codes.md)\n"


def codes_page() -> str:
    """Tables of all findings, repairs and notes, with a page for each."""
    from harness.core.notes import NOTES
    from harness.validation import CHECKS, REPAIRS

    def link(code: str) -> str:
        return f"[{code}](codes/{code}.md)"

    findings = [
        (link(code), check.severity + " (always)" * check.vital, check.summary,
         ", ".join(map(link, check.repairs)))
        for code, check in CHECKS.items()
    ]  # fmt: skip
    repairs = [(link(name), repair.summary) for name, repair in REPAIRS.items()]
    notes = [(link(code), note.severity, note.summary) for code, note in NOTES.items()]
    return "\n".join(
        [
            "# Codes\n\n`harness explain CODE` prints what the page of a code has.\n",
            '## Findings\n\n`harness check` finds these; those marked "always" stay errors.\n',
            markdown_table(("code", "severity", "what was found", "repairs"), findings),
            "## Repairs\n\nThey are made in this order.\n",
            markdown_table(("repair", "what it does"), repairs),
            "## Notes\n",
            markdown_table(("code", "severity", "what it says"), notes),
        ]
    )


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of Markdown."""
    lines = [" | ".join(row) for row in (head, ["---"] * len(head), *rows)]
    return "".join(f"| {line} |\n" for line in lines)


# Layouts

#: A code span, or a sign that would be markup outside of one.
_SPAN_OR_TAG = re.compile(r"(`[^`]+`)|([|<*])")
_LAYOUTS = re.compile(r"<!-- layouts of (\w+) -->\n")


def layouts_table(kind: str) -> str:
    """Return the table of the layouts of a kind of files, in the order in which they are tried."""
    from harness.formats.layouts import layouts

    rows = [
        (
            f"`{layout.name}`",
            _SPAN_OR_TAG.sub(lambda it: it[1] or f"\\{it[2]}", layout.summary),
            "named" if layout.must_be_named else "recognised",
            layout.unwritten or "written",
        )
        for layout in layouts(kind)
    ]
    return markdown_table(("layout", "what it is", "how it is known", "written"), rows)


# Pages of the root


def glossary() -> str:
    """Return the words of CONTRIBUTING, which code, messages and documentation share."""
    text = (HERE.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.split("\n## Words\n")[1].split("\n## ")[0]
    return f"# Glossary\n{in_the_site(section)}"


_LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)(#[^)]*)?\)")


def in_the_site(text: str) -> str:
    """Return a page of the root with its links as they are in the folder of generated pages."""

    def link(match: re.Match[str]) -> str:
        target, anchor = match[1], match[2] or ""
        if target.removesuffix(".md") in ROOT_PAGES:
            return f"]({target.lower()}{anchor})"
        if target.startswith("docs/"):
            return f"](../{target.removeprefix('docs/')}{anchor})"
        return f"](../../{target}{anchor})"

    return _LINK.sub(link, text)
