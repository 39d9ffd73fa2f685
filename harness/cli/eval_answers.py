"""Who answers for the runs of ``harness eval``, in which way, and in which process.

No library is loaded here: runs are shared out to processes that load them side by side, large ones
in pieces. Regular runs are answered for without polars, and all others the usual way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from itertools import groupby
from typing import TYPE_CHECKING

from harness.cli.eval_request import Answer, Request
from harness.core.errors import HarnessError, UnavailableError, UnusualError, by_either_way
from harness.core.execution import Execution
from harness.core.limits import num_bytes
from harness.core.parallel import map_prepared
from harness.formats.spans import LARGE, Span, plain_spans

if TYPE_CHECKING:
    from harness.cli.eval_regular import PieceScores, RegularEvaluator

#: Files of so many bytes together are not worth another process.
_LITTLE = 2**24


def answers_of(
    request: Request, execution: Execution, *, regular: bool
) -> Iterator[Answer | HarnessError]:
    """The answer for each run, in order; without ``regular`` all are given the usual way."""
    regular = regular and request.is_plain and num_bytes(request.qrels) <= LARGE
    # The number of a run, and its file or a piece of it.
    parts = [
        (number, source)
        for number, path in enumerate(request.runs)
        for source in (_spans(path) if regular else ()) or (path,)
    ]
    prepare = partial(_prepare, request, regular, max(1, execution.count // len(request.runs)))
    made: Iterator[Answer | HarnessError | PieceScores | None]
    if regular and sum(map(num_bytes, (request.qrels, *request.runs))) <= _LITTLE:
        made = map(prepare(), parts)
    else:
        made = map_prepared(prepare, parts, execution, fewest=2 if regular else 8)
    evaluator = cache(partial(_regular, request))
    for number, group in groupby(zip(parts, made, strict=True), key=lambda pair: pair[0][0]):
        pairs = list(group)
        results = [result for _, result in pairs]
        if isinstance(pairs[0][0][1], Span):
            path = request.runs[number]
            faster = partial(_together, evaluator(), results, path)
            usual = partial(_usual(request, execution.count), path)
            yield _by_either_way(faster, usual)
        else:
            assert isinstance(results[0], Answer | HarnessError)
            yield results[0]


def _spans(path: str) -> list[Span]:
    with suppress(UnavailableError):  # whoever reads the run says so
        return plain_spans(path)
    return []


def _by_either_way(
    faster: Callable[[], Answer], usual: Callable[[], Answer | HarnessError]
) -> Answer | HarnessError:
    def answer() -> Answer:
        outcome = usual()
        if isinstance(outcome, HarnessError):
            raise outcome
        return outcome

    try:
        return by_either_way(faster, answer)
    except HarnessError as error:
        return error


def _prepare(
    request: Request, regular: bool, each: int
) -> Callable[[tuple[int, str | Span]], Answer | HarnessError | PieceScores | None]:
    """What answers for a run, or scores a piece of one: None where that is unusual."""
    if not regular:  # a cluster gets what is ready
        usual_answer = _usual(request, each)
        return lambda part: usual_answer(str(part[1]))
    usual = cache(partial(_usual, request, each))
    evaluator = _regular(request)

    def work(part: tuple[int, str | Span]) -> Answer | HarnessError | PieceScores | None:
        source = part[1]
        if isinstance(source, Span):
            return None if evaluator is None else _scores_of(evaluator, source)
        if evaluator is None or num_bytes(source) > LARGE:
            return usual()(source)
        return _by_either_way(partial(evaluator.answer, source), lambda: usual()(source))

    return work


def _scores_of(evaluator: RegularEvaluator, piece: Span) -> PieceScores | HarnessError | None:
    try:
        return evaluator.piece(piece)
    except UnusualError:
        return None
    except HarnessError as error:
        return error


def _regular(request: Request) -> RegularEvaluator | None:
    from harness.cli.eval_regular import RegularEvaluator

    with suppress(UnusualError):
        return RegularEvaluator(request)
    return None


def _usual(request: Request, workers: int) -> Callable[[str], Answer | HarnessError]:
    from harness.cli.evaluator import evaluator

    return evaluator(request, workers)


def _together(
    evaluator: RegularEvaluator | None,
    results: Sequence[Answer | HarnessError | PieceScores | None],
    path: str,
) -> Answer:
    """The answer for a run of these pieces; `UnusualError` where it is given the usual way."""
    pieces = []
    for result in results:
        if isinstance(result, HarnessError):
            raise result
        if evaluator is None or result is None or isinstance(result, Answer):
            raise UnusualError("its pieces do not tell what it has")
        pieces.append(result)
    assert evaluator is not None
    return evaluator.together(pieces, path)
