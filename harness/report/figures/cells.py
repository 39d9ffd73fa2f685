"""The cells of heat maps, as matplotlib draws them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from harness.core.arrays import Floats, Ints
from harness.report.figures.kinds import Grid
from harness.report.figures.styles import SHADES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.cm import ScalarMappable
    from matplotlib.path import Path

#: So many shades can be told apart.
_NUM_SHADES = 50


def draw_cells(axes: Axes, figure: Grid) -> ScalarMappable:
    """Draw the cells: those of one shade are one path, which all formats write much faster."""
    from matplotlib.cm import ScalarMappable
    from matplotlib.collections import PathCollection
    from matplotlib.colors import LinearSegmentedColormap, Normalize

    low, high = figure.value_range
    scale = LinearSegmentedColormap.from_list("harness", SHADES, _NUM_SHADES)
    shades = ScalarMappable(Normalize(low, high if high > low else low + 1), scale)
    cells = np.array(figure.values, dtype=np.float64).reshape(len(figure.rows), len(figure.columns))
    cells = np.clip(shades.norm(cells), 0, 1)
    numbers = np.where(np.isnan(cells), -1, np.minimum(cells * _NUM_SHADES, _NUM_SHADES - 1) // 1)
    used = [number for number in np.unique(numbers) if number >= 0]
    corners = (np.argwhere(numbers == number)[:, ::-1] for number in used)
    paths = [boxes_path(np.concatenate([corner, corner + 1], axis=1)) for corner in corners]
    colours = scale(np.array(used, dtype=int))
    axes.add_collection(
        PathCollection(paths, facecolors=colours, edgecolors="face", linewidths=0.2)
    )
    axes.set(xlim=(0, max(cells.shape[1], 1)), ylim=(0, max(len(cells), 1)))
    axes.invert_yaxis()
    low, high = figure.value_range
    for row, texts in enumerate(figure.texts):
        for column, text in enumerate(texts):
            dark = (figure.values[row][column] or 0) > (low + high) / 2
            colour = "white" if dark else "#202020"  # the ink itself becomes that of a page
            axes.text(column + 0.5, row + 0.5, text, ha="center", va="center", color=colour)
    return shades


def boxes_path(boxes: Floats | Ints) -> Path:
    """One path of boxes [N, 4], each from its left and lower end to its right and upper one."""
    from matplotlib.path import Path

    codes = [Path.MOVETO, *[Path.LINETO] * 3, Path.CLOSEPOLY]
    corners = boxes[:, [0, 1, 2, 1, 2, 3, 0, 3, 0, 1]].reshape(-1, 2)
    return Path(corners, codes * len(boxes))
