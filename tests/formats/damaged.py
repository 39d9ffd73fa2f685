"""Contents that no file should have, which readers must refuse rather than fail on."""

from __future__ import annotations

from hypothesis import strategies as st

_WORDS = b'1 Q0 d 2.5 -1 X # , " { } [ ] : qid docno score label NA nan \xe9 \xff PAR1'

#: What files of runs and judgments are made of, in any order.
contents = st.lists(
    st.sampled_from(
        [
            *(*_WORDS.split(), b" ", b"\t", b"\n", b"\r", b"\xc3\xa9"),
            *(b'{"1": {"d": 1}}', b"qid,docno,score,label\n"),
            *(b"1 Q0 d 1 2.5 t\n", b"1 0 d 1\n"),
        ]
    ),
    max_size=12,
).map(b"".join)
