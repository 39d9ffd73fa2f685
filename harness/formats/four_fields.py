"""What judgments of four fields a line can be, told by their first lines; without any library."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

#: The fields of a line.
Record = Sequence[str]

#: What NTCIR's letters mean as grades; levels ``L0``, ``L1`` … mean their number.
NTCIR_GRADES: Mapping[str, int] = {"S": 3, "A": 2, "B": 1, "C": 0}
#: The order of columns that looks like TREC's where the second field has the documents.
DOCUMENT_SECOND = ("topic", "doc", "grade", "iter")
_COUNT = len(DOCUMENT_SECOND)
_GRADE = re.compile(r"[+-]?\d{1,3}\Z", re.ASCII)
_ITERATION = re.compile(r"[Qq]?\d+\Z", re.ASCII)


def has_letters(records: Sequence[Record]) -> bool:
    """Whether the second field of each line is one of NTCIR's letters.

    >>> has_letters([["1", "S", "d1", "L3"]]), has_letters([["1", "0", "d1", "3"]])
    (True, False)
    """
    letters = (bool(record[1:2]) and record[1] in NTCIR_GRADES for record in records)
    return bool(records) and all(letters)


def may_have_documents_second(records: Sequence[Record]) -> bool:
    """Whether the documents may stand in the second field and the grades in the third.

    The third has grades, then, and the second another text for each line of a topic. In TREC's
    order the third has the documents, and the second is mostly the same throughout.

    >>> may_have_documents_second([["1", "Sa1", "2", "1"], ["1", "Sb2", "0", "0"]])
    True
    >>> may_have_documents_second([["1", "0", "27", "1"], ["1", "0", "28", "0"]])
    False
    """
    lines = [record for record in records if len(record) == _COUNT]
    if not lines or not all(_GRADE.match(record[2]) for record in lines):
        return False
    seconds = {record[1] for record in lines}
    if len(seconds) == 1:
        return len(lines) == 1 and not _ITERATION.match(lines[0][1])
    return len({(record[0], record[1]) for record in lines}) == len(lines)
