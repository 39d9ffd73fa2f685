"""The settings of Sphinx for the site that `scripts/docs` builds."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE)]

import generate  # noqa: E402
from docutils import nodes  # noqa: E402
from sphinx.application import Sphinx  # noqa: E402

from harness import __version__  # noqa: E402

project = "harness"
author = "the harness maintainers"
project_copyright = author
version = release = __version__

extensions = ["sphinx.ext.autodoc", "myst_nb", "sphinx_click"]
exclude_patterns = ["_build", "**.ipynb_checkpoints"]
nitpicky = False

html_theme = "furo"
html_title = f"harness {__version__}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_copy_source = False
html_show_search_summary = False  # excerpts cannot be fetched from a disk
html_show_sourcelink = False

# Pages are Markdown that GitHub shows too; links to headings are those of GitHub.
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 4
suppress_warnings = ["misc.highlighting_failure"]

# Notebooks are shown with what they printed; tests/docs executes them.
nb_execution_mode = "off"
nb_ipywidgets_js: dict[str, dict[str, str]] = {}

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 110
default_role = "code"
smartquotes = False


def without_guessed_links(_app: Sphinx, page: nodes.document) -> None:
    """Take the links from P@10 and tcp://host, which docutils takes for addresses."""
    for link in list(page.findall(nodes.reference)):
        if link.get("refuri", "").startswith(("mailto:", "tcp:")):
            link.replace_self(link.children)


def setup(app: Sphinx) -> None:
    """Take pages and docstrings through `generate`."""
    app.connect("doctree-read", without_guessed_links)
    app.connect("builder-inited", generate.write_pages)
    app.connect("source-read", generate.with_reference)
    app.connect("autodoc-process-docstring", generate.plain_docstring)
    app.connect("autodoc-process-signature", generate.short_signature)
