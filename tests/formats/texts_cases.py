"""What tests of documents' texts share."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.core.errors import InputError
from harness.core.texts import Texts
from harness.formats.texts import read_texts

NEWS = """\
<DOC>
<DOCNO> FT923-5089 </DOCNO>
<PROFILE>_AN-CIGBQAFRFT</PROFILE>
<HEADLINE>
FT  07 SEP 92 / Pearls &amp; prices
</HEADLINE>
<TEXT>
<!-- PJG 0012 -->
The price of <b>sea</b>water   pearls
fell by &lt; 5 per&hyph;cent.<P>AT&T did not comment.
</TEXT>
<PUB>The Financial Times</PUB>
</DOC>
"""

WEB = """\
<DOC>
<DOCNO>GX000-00-0000001</DOCNO>
<DOCHDR>
http://www.example.gov/a?b=c
HTTP/1.1 200 OK
Content-Type: text/html
</DOCHDR>
<html><head><title>Light &#8211; houses</title><style>p {color: red}</style>
<script type="a">if (a < b && c > d) { "<p>not text</p>" }</script></head>
<body><svg><text>drawn</text></svg><h1>Hello</h1>world&nbsp;&copy; 2004</body></html>
</DOC>
"""


def write(folder: Path, file: str, content: str | bytes) -> Path:
    path = folder / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def triples(texts: Texts) -> list[tuple[str, str | None, str]]:
    return [(one.id, one.title, one.text) for one in texts.values()]


def problem(*arguments, **options) -> str:
    with pytest.raises(InputError) as caught:
        read_texts(*arguments, **options)
    return str(caught.value)
