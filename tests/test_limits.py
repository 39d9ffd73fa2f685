"""What files may unpack to, and how much memory that takes."""

from __future__ import annotations

import bz2
import gzip
import lzma
import subprocess
import sys
import textwrap
from pathlib import Path

import polars as pl
import pytest
import zstandard

from harness.core.errors import HarnessError, InputError
from harness.core.limits import Limits, limited, limits, parse_limits
from harness.formats.files import read_bytes
from harness.formats.runs import read_run
from harness.formats.texts import read_texts
from tests.each import each

COMPRESSIONS = {
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "zst": zstandard.compress,
}
LINE = b"401 Q0 FBIS3-10082 1 12.5 tag\n"
TIGHT = Limits(ratio=20, free=10_000)


@pytest.mark.long
@pytest.mark.parametrize("suffix", COMPRESSIONS)
def test_what_unpacks_to_too_much_is_refused_and_can_be_allowed(suffix, tmp_path):
    bomb = tmp_path / f"a.run.{suffix}"
    bomb.write_bytes(COMPRESSIONS[suffix](LINE * 100_000))
    with limited(TIGHT), pytest.raises(InputError) as caught:
        read_bytes(bomb)
    said = str(caught.value)
    assert said.startswith(f"{bomb}: ")
    assert "unpack to more than" in said
    assert "--max-size none" in said
    assert "HARNESS_MAX_SIZE" in said
    for allowed in ("none", "3 MB", "1GB"):
        with limited(parse_limits(allowed, "x")):
            assert read_bytes(bomb) == LINE * 100_000
    with limited(parse_limits("2999999", "x")), pytest.raises(InputError):
        read_bytes(bomb)
    assert read_bytes(bomb) == LINE * 100_000  # 3 MB are below 64 MB


@pytest.mark.parametrize("suffix", COMPRESSIONS)
def test_texts_of_documents_are_limited_by_ratio(suffix, tmp_path):
    place = tmp_path / f"docs.jsonl.{suffix}"
    place.write_bytes(COMPRESSIONS[suffix](b'{"id": "d", "text": "t"}\n' + b"\n" * 3_000_000))
    with limited(TIGHT), pytest.raises(InputError, match="unpack to more than"):
        read_texts(place, ["d", "e"])


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no /proc on this system")
@pytest.mark.parametrize("suffix", ["gz", "zst"])
def test_a_bomb_takes_no_memory(suffix, tmp_path):
    """100 MB of one line: refused in little more memory than the limit and the interpreter."""
    bomb = tmp_path / f"a.run.{suffix}"
    bomb.write_bytes(COMPRESSIONS[suffix](LINE * 3_500_000))
    program = f"""
        from harness.formats.files import read_bytes
        try:
            read_bytes({str(bomb)!r})
        except Exception as error:
            # Not ru_maxrss, which counts the process that this one was forked from.
            status = dict(line.split(":", 1) for line in open("/proc/self/status"))
            print(type(error).__name__, status["VmHWM"].split()[0])
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, check=True
    )
    name, kilobytes = done.stdout.split()
    assert name == "InputError"
    assert int(kilobytes) < 250_000


def test_parquet_is_measured_before_it_is_read(tmp_path):
    place = tmp_path / "a.parquet"
    rows = 100_000
    one = {"topic": "1", "doc": "d", "score": 1.0}
    frame = pl.DataFrame({name: pl.repeat(value, rows, eager=True) for name, value in one.items()})
    frame.write_parquet(place)
    with limited(TIGHT), pytest.raises(InputError, match="unpack to more than"):
        read_run(place)


def test_a_chosen_size_counts_for_plain_files_too(tmp_path):
    place = tmp_path / "a.run"
    place.write_bytes(LINE * 10)
    with (
        limited(parse_limits("100", "x")),
        pytest.raises(InputError, match="larger than 100 bytes"),
    ):
        read_bytes(place)
    with limited(parse_limits("300", "x")):
        assert read_bytes(place) == LINE * 10


@each(["", "x", "-1", "1e9", "10 PB", "GB"])
def test_what_is_no_size_is_said(text):
    with pytest.raises(HarnessError, match="is no size"):
        parse_limits(text, "--max-size")


def test_the_environment_says_a_size(monkeypatch):
    monkeypatch.setenv("HARNESS_MAX_SIZE", "20 MB")
    assert limits().size == 20_000_000
    monkeypatch.setenv("HARNESS_MAX_SIZE", "much")
    with pytest.raises(HarnessError, match="HARNESS_MAX_SIZE: 'much' is no size"):
        limits()
