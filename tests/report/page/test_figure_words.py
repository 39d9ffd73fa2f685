"""The figures of the page and those of print have the same words and the same colours."""

from __future__ import annotations

import re

import pytest

import harness
from harness.comparison import ScoreTable
from harness.config import ALL_TOPICS
from harness.report.figures import Figure, evaluation_figures
from harness.report.figures.styles import COLOURS, COLOURS_ON_DARK, SHADES
from tests.conftest import ROOT

#: What the page draws, by its name in print: the section, and which of its drawings it is.
DRAWN = {
    "precision-recall-at-levels": ("curves", 0),
    "precision-recall-at-cutoffs": ("curves", 1),
    "roc": ("curves", 2),
    "heat-map": ("heatmap", 0),
    "difference": ("pair", 0),
}

#: The name of a drawing for those who do not see it, its texts, and the headings of its data.
WORDS = """([section, number]) => {
    const drawing = [...document.querySelectorAll(`#${section} svg.figure:not(.above):not(.legend svg)`)][number];
    const heads = [...document.querySelectorAll(`#${section} .data`)[number].querySelectorAll("thead th")];
    const around = drawing.closest(".explorable") || drawing;
    return [drawing.getAttribute("aria-label"), [...around.querySelectorAll("text"), ...heads].map((text) => text.textContent)];
}"""

#: The colour that a text of a hue has.
HUE = """(number) => {
    document.body.style.color = `var(--hue-${number})`;
    return getComputedStyle(document.body).color;
}"""


@pytest.fixture(scope="module")
def printed(demo_report) -> dict[str, Figure]:
    """The figures of print by AP, by what each is."""
    evaluation = harness.run(harness.load_task(ROOT / "configs/demo.yaml"))
    figures = evaluation_figures(
        list(demo_report.subset_curves[ALL_TOPICS].values()),
        {"AP": demo_report.boards["AP"]},
        [ScoreTable.of(evaluation.scores, "AP")],
        rocs=demo_report.rocs(),
        pair=demo_report.runs[:2],
    )
    return {name.removesuffix("-AP"): figure for name, figure in figures.items()}


def test_every_figure_of_print_is_on_the_page_but_those_that_tables_and_maps_have(printed) -> None:
    assert set(printed) == {*DRAWN, "leaderboard", "runs", "topics"}


def test_titles_and_axes_have_the_words_of_print(opened, demo_page, printed) -> None:
    page = opened(demo_page)
    for name, (section, number) in DRAWN.items():
        figure = printed[name]
        data = page.locator(f"#{section} .data").nth(number)
        data.locator("summary").click()
        data.locator("table").wait_for()
        title, texts = page.evaluate(WORDS, [section, number])
        plain = [text.replace("\u2068", "").replace("\u2069", "") for text in (title, *texts)]
        assert re.match(rf"{re.escape(figure.title)}[.:] ", plain[0]), name
        for label in (figure.x_label, figure.y_label):
            axis, *order = label.split(", ")  # which the reader of the page chooses
            assert f": {axis}, " in plain[0] if order else label in plain, name


def test_colours_are_those_of_print(opened, demo_page) -> None:
    page = opened(demo_page)
    for scheme, colours in (("light", COLOURS), ("dark", COLOURS_ON_DARK)):
        page.emulate_media(color_scheme=scheme)
        for number, colour in enumerate(colours):
            hue = page.evaluate(HUE, number)
            assert hue == f"rgb({', '.join(map(str, bytes.fromhex(colour[1:])))})"
    cells = page.locator("#heatmap .legend .cells")
    for index, shade in ((0, SHADES[0]), (-1, SHADES[-1])):
        rgb = ",".join(map(str, bytes.fromhex(shade[1:])))
        assert cells.nth(index).get_attribute("fill") == f"rgb({rgb})"
