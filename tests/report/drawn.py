"""Reading figures back from their SVG: what stands at which place, as values of the axes."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable

SVG = "{http://www.w3.org/2000/svg}"


def parsed(text: str) -> ET.Element:
    return ET.fromstring(text)


def texts(root: ET.Element) -> list[ET.Element]:
    return list(root.iter(f"{SVG}text"))


def title_of(element: ET.Element) -> str | None:
    found = element.find(f"{SVG}title")
    return None if found is None else found.text


def named_groups(root: ET.Element) -> dict[str, ET.Element]:
    """The marks by the names that are shown when one points at them."""
    return {title_of(group) or "": group for group in root.iter(f"{SVG}g")}


def _axis(places: list[tuple[float, float]]) -> Callable[[float], float]:
    """From a place to its value, by the first and the last number of an axis."""
    (first, low), (last, high) = places[0], places[-1]
    return lambda place: low + (place - first) * (high - low) / (last - first)


def horizontal(root: ET.Element) -> Callable[[float], float]:
    """The values of places across: numbers on the line of text below the field."""
    numbers = [text for text in texts(root) if _is_number(text) and _centred(text)]
    lowest = max(float(text.get("y", 0)) for text in numbers)
    line = [text for text in numbers if float(text.get("y", 0)) == lowest]
    return _axis([(float(text.get("x", 0)), float(text.text or "")) for text in line])


def vertical(root: ET.Element) -> Callable[[float], float]:
    """The values of places up: numbers that end at the left of the field, 4 below their ticks."""
    numbers = [
        text for text in texts(root) if _is_number(text) and text.get("text-anchor") == "end"
    ]
    return _axis([(float(text.get("y", 0)) - 4, float(text.text or "")) for text in numbers])


def _is_number(text: ET.Element) -> bool:
    return re.fullmatch(r"-?[\d.]+", text.text or "") is not None


def _centred(text: ET.Element) -> bool:
    return text.get("text-anchor") == "middle" and text.get("transform") is None


def outlines(path: ET.Element) -> list[list[tuple[float, float]]]:
    """The points of each outline of a path."""
    found: list = []
    for step, numbers in re.findall(r"([MHVLz])([^MHVLz]*)", path.get("d", "")):
        values = [float(number) for number in numbers.split()]
        if step == "M":
            found.append([(values[0], values[1])])
        elif step != "z":
            x, y = found[-1][-1]
            after = {"H": (values[0], y), "V": (x, values[0]), "L": tuple(values)}
            found[-1].append(after[step])
    return found
