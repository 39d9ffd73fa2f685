"""Shortening of names: in the middle, so that different names stay different."""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from harness.core.identity import common_start

#: The shares of a shortened name taken from its beginning, in the order they are tried.
_SHARES = (0.5, 0.25, 0.75, 0.0, 1.0)


def short_names(
    names: Sequence[str],
    room: float,
    width: Callable[[str], float] = len,
    *,
    sign: str = "…",
) -> list[str]:
    """Shorten names that are shown together so that each fits, and different names stay different.

    Names that fit stay unchanged. Longer ones show their beginning and end; if two look the same,
    more of one of them, or the part where they differ. If there is no room even for that, they are
    numbered, and may then be too wide.

    >>> short_names(["bm25", "a-very-long-name-of-run-2", "a-very-long-name-of-run-3"], 9)
    ['bm25', 'a-ve…un-2', 'a-ve…un-3']
    >>> short_names(["results-catb-filtered-ql", "results-cata-filtered-ql"], 12)
    ['…b-filtered…', '…a-filtered…']
    """
    different = list(dict.fromkeys(names))
    shown = {name: name for name in different if width(name) <= room}
    used = {*shown.values(), 2 * sign}  # the part where nothing of a name differs
    left = [name for name in different if name not in shown]
    for cut in _list_cuts(left, sign):
        made = {name: _find_longest(name, cut, room, width) for name in left}
        alike = Counter(made.values())
        fine = {n: text for n, text in made.items() if alike[text] == 1 and text not in used}
        shown |= fine
        used |= set(fine.values())
        left = [name for name in left if name not in fine]
        if not left:
            break
    for name in left:
        head = _find_longest(name, partial(shorten_middle, share=1, sign=sign), 0.6 * room, width)
        numbers = (f"{head}{number}" for number in range(1, len(names) + len(used) + 2))
        shown[name] = next(text for text in numbers if text not in used)
        used.add(shown[name])
    return [shown[name] for name in names]


def _list_cuts(names: Sequence[str], sign: str) -> Iterator[Callable[[str, int], str]]:
    """Yield functions that cut a name to so many characters, in the order to try them."""
    for share in _SHARES:
        yield partial(shorten_middle, share=share, sign=sign)
    start = len(common_start(names))
    yield lambda name, count: f"{sign}{name[start : start + count]}{sign}"


def shorten_middle(name: str, count: int, share: float = 0.5, sign: str = "…") -> str:
    """Keep ``count`` characters of a name: a share of them from its beginning, the rest from its
    end.

    >>> shorten_middle("bm25.tuned.v2", 8), shorten_middle("bm25.tuned.v2", 8, share=1)
    ('bm25…d.v2', 'bm25.tun…')
    """
    head = math.ceil(count * share)
    return f"{name[:head]}{sign}{name[len(name) - count + head :]}"


def _find_longest(
    name: str, cut: Callable[[str, int], str], room: float, width: Callable[[str], float]
) -> str:
    """Return the longest cut of a name that fits, else the shortest."""
    fitting = bisect_right(range(len(name)), room, key=lambda count: width(cut(name, count)))
    return cut(name, max(0, fitting - 1))


def stems(names: Sequence[str]) -> list[str]:
    """Return a valid file name for each name, all different even if case is ignored.

    >>> stems(["runs-nDCG@10", "runs-0.8*AP + 0.2*RR", "runs-ndcg 10"])
    ['runs-nDCG-10', 'runs-0.8-AP-0.2-RR', 'runs-ndcg-10-2']
    """
    plain = (re.sub(r"[^A-Za-z0-9.]+", "-", name)[:80].strip("-.") or "figure" for name in names)
    return list(number_repeated(plain, "{}-{}", str.lower))


def number_repeated(
    names: Iterable[str], form: str, key: Callable[[str], str] = str
) -> Iterator[str]:
    """Yield names of which no two have the same ``key``: a repeated one gets a number.

    >>> list(number_repeated(["topic", "topic", "difference"], "{} ({})"))
    ['topic', 'topic (2)', 'difference']
    """
    taken: set[str] = set()
    for name in names:
        new, number = name, 2
        while key(new) in taken:
            new, number = form.format(name, number), number + 1
        taken.add(key(new))
        yield new
