"""The page's scripts: ES modules, joined into one script in the order in which they import."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from importlib.resources import files

_IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|let) )", re.MULTILINE)
_DECLARED = re.compile(r"^(?:export )?(?:async )?(?:function|const|let) (\w+)", re.MULTILINE)
_SECTION = re.compile(r"^section\(\{([^}]*)\}", re.MULTILINE)
#: The libraries that the module ``preact`` has, as published, each after what it needs.
LIBRARIES = ("preact", "hooks", "htm")
_KEY = re.compile(r'(\w+): (?:"([^"]*)"|(\d+))')


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the page: its anchor, its heading, its number in the order, and a lead."""

    id: str
    title: str
    order: int
    lead: str = ""


@cache
def modules() -> dict[str, str]:
    """The text of each script by its name without ``.js``."""
    folder = files("harness.report.page").joinpath("scripts")
    scripts = (script for script in folder.iterdir() if script.name.endswith(".js"))
    return {
        script.name.removesuffix(".js"): script.read_text(encoding="utf-8")
        for script in sorted(scripts, key=lambda script: script.name)
    }


def sections(scripts: Mapping[str, str]) -> list[Section]:
    """The sections that scripts declare, in their order.

    >>> sections({"a": 'section({ id: "a", title: "A", order: 2 }, draw);'})
    [Section(id='a', title='A', order=2, lead='')]
    """
    declared = (match[1] for text in scripts.values() for match in _SECTION.finditer(text))
    known = (
        {key: text or int(number) for key, text, number in _KEY.findall(keys)} for keys in declared
    )
    return sorted((Section(**keys) for keys in known), key=lambda section: section.order)  # type: ignore[arg-type]


def joined(scripts: Mapping[str, str]) -> str:
    r"""One classic script of modules that import each other by name, each after what it imports.

    All share one scope, so that no two may declare the same name; imports may not go in circles.
    Comments and indentation are left out.

    >>> page = joined({"a": 'import { b } from "./b.js";\n\nb();\n', "b": "export const b = 1;\n"})
    >>> page.removeprefix(libraries())
    '(function () {\n"use strict";\nconst b = 1;\nb();\n})();\n'
    """
    imports = {name: _IMPORT.findall(text) for name, text in scripts.items()}
    declared = [name for text in scripts.values() for name in _DECLARED.findall(text)]
    twice = sorted({name for name in declared if declared.count(name) > 1})
    if twice:
        raise ValueError(f"two scripts declare {', '.join(twice)}")
    parts = []
    for name in TopologicalSorter(imports).static_order():
        text = _EXPORT.sub("", _IMPORT.sub("", scripts[name]))
        if re.search(r"^(?:import|export)\b", text, re.MULTILINE):
            raise ValueError(f'{name}.js: imports are `import {{ … }} from "./name.js";`')
        parts.append(bare(text))
    return f'{libraries()}(function () {{\n"use strict";\n{"".join(parts)}}})();\n'


@cache
def libraries() -> str:
    """The texts of the libraries, which are no modules and come before them."""
    folder = files("harness.report.page").joinpath("libraries")
    return "".join(folder.joinpath(f"{name}.js").read_text(encoding="utf-8") for name in LIBRARIES)


def bare(script: str) -> str:
    r"""A script without its types, indentation, empty lines, and comments with lines of their own.

    >>> bare("/* Of\n   two. */\nfunction f(/** @type {number} */ x) {\n  return x / 2; //\n}\n")
    'function f(x) {\nreturn x / 2; //\n}\n'
    """
    untyped = re.sub(r"(?s)/\*\*((?!\*/).)*\*/[ ]?", "", script)
    without = re.sub(r"(?ms)^[ ]*(/\*((?!\*/).)*\*/|//[^\n]*)$", "", untyped)
    return "".join(f"{line.strip()}\n" for line in without.splitlines() if line.strip())
