"""Opening data files: every compression, every way a file can be unusable."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import random
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from harness.core.errors import HarnessError, InputError, UnavailableError
from harness.formats import opening
from harness.formats.files import decode, read_bytes

TEXT = "701 0 GX000-01 1\né\n".encode() * 500
NOISE = random.Random(7).randbytes(300_000).hex().encode()


def zstd(content: bytes) -> bytes:
    return zstandard.ZstdCompressor().compress(content)


COMPRESS: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "zst": zstd,
}


@pytest.fixture(params=COMPRESS)
def compress(request: pytest.FixtureRequest) -> Callable[[bytes], bytes]:
    return COMPRESS[request.param]


def written(folder: Path, content: bytes, name: str = "a.file") -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


def problem_of(path: str | Path, kind: type[HarnessError] = InputError) -> str:
    with pytest.raises(kind) as caught:
        read_bytes(path)
    return str(caught.value)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"1\r2\r", b"1\n2\n"),
        (b"1\r2\n", b"1\r2\n"),
        (b"1\r\n2\r\n", b"1\r\n2\r\n"),
        (b"\xef\xbb\xbf1\r2", b"1\n2"),
    ],
)
def test_carriage_returns_are_line_ends_where_there_are_no_others(
    tmp_path: Path, raw: bytes, text: bytes
) -> None:
    (tmp_path / "a").write_bytes(raw)
    assert read_bytes(tmp_path / "a") == text


def test_a_plain_file_is_read_as_it_is(tmp_path: Path) -> None:
    assert read_bytes(written(tmp_path, TEXT)) == TEXT


def test_compression_is_recognised_by_content_whatever_the_suffix(
    tmp_path: Path, compress: Callable[[bytes], bytes]
) -> None:
    assert read_bytes(written(tmp_path, compress(TEXT), "qrels.txt")) == TEXT


def test_streams_one_after_the_other_are_all_read(
    tmp_path: Path, compress: Callable[[bytes], bytes]
) -> None:
    streams = compress(TEXT) + compress(b"middle\n") + compress(NOISE)
    assert read_bytes(written(tmp_path, streams)) == TEXT + b"middle\n" + NOISE


def test_a_stream_may_end_exactly_where_a_chunk_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compress: Callable[[bytes], bytes]
) -> None:
    first = compress(TEXT)
    for chunk in (1, 2, len(first) - 1, len(first), len(first) + 1):
        monkeypatch.setattr("harness.formats.files._CHUNK", chunk)
        assert read_bytes(written(tmp_path, first + compress(b"x\n"))) == TEXT + b"x\n"


@pytest.mark.parametrize("share", [0.02, 0.3, 0.9, 0.9999])
def test_a_cut_off_archive_is_an_error_and_not_half_a_file(
    tmp_path: Path, compress: Callable[[bytes], bytes], share: float
) -> None:
    whole = compress(NOISE)
    cut = whole[: max(11, int(len(whole) * share))]
    assert cut != whole
    assert "damaged or truncated" in problem_of(written(tmp_path, cut))


def test_every_cut_of_a_short_archive_is_an_error(
    tmp_path: Path, compress: Callable[[bytes], bytes]
) -> None:
    whole = compress(TEXT)
    for length in range(11, len(whole)):
        assert "damaged or truncated" in problem_of(written(tmp_path, whole[:length]))


def test_a_cut_in_the_second_stream_is_an_error(
    tmp_path: Path, compress: Callable[[bytes], bytes]
) -> None:
    streams = compress(TEXT) + compress(NOISE)[:-5]
    assert "damaged or truncated" in problem_of(written(tmp_path, streams))


def test_zlib_and_zlib_ng_give_the_same_content_and_the_same_message(tmp_path, monkeypatch):
    pytest.importorskip("zlib_ng", reason="zlib-ng is not installed: pip install zlib-ng")
    whole = gzip.compress(TEXT) + gzip.compress(NOISE)
    changed = [bytearray(whole) for _ in range(40)]
    for content, place in zip(changed, random.Random(3).sample(range(len(whole)), 40), strict=True):
        content[place] ^= 0xFF
    cut = [whole[:length] for length in range(0, len(whole), len(whole) // 40)]
    paths = [
        written(tmp_path, bytes(content), f"{number}.gz")
        for number, content in enumerate([whole, whole + b"garbage!", *cut, *changed])
    ]

    def read(path: Path) -> bytes | str:
        try:
            return read_bytes(path)
        except InputError as error:
            return str(error)

    fast = [read(path) for path in paths]
    monkeypatch.setitem(sys.modules, "zlib_ng", None)
    assert fast == [read(path) for path in paths]
    assert fast[0] == TEXT + NOISE
    assert sum("damaged or truncated gzip file" in str(one) for one in fast) > len(cut)


def test_a_damaged_second_stream_is_an_error(
    tmp_path: Path, compress: Callable[[bytes], bytes]
) -> None:
    # bz2.decompress and lzma.decompress of the standard library drop it without a word.
    assert "damaged or truncated" in problem_of(written(tmp_path, compress(TEXT) + b"garbage!"))


def test_zstd_with_a_skippable_frame_first_is_read(tmp_path: Path) -> None:
    skippable = b"\x50\x2a\x4d\x18" + (4).to_bytes(4, "little") + b"abcd"
    assert read_bytes(written(tmp_path, skippable + zstd(TEXT))) == TEXT


def test_xz_streams_with_padding_between_are_read(tmp_path: Path) -> None:
    padded = lzma.compress(TEXT) + b"\0" * 8 + lzma.compress(b"x\n")
    assert read_bytes(written(tmp_path, padded)) == TEXT + b"x\n"


def test_text_that_starts_like_bzip2_is_text(tmp_path: Path) -> None:
    assert read_bytes(written(tmp_path, b"BZh9\ta query\n")) == b"BZh9\ta query\n"


def test_a_byte_order_mark_is_dropped_also_from_an_archive(
    tmp_path: Path, compress: Callable[[bytes], bytes]
) -> None:
    marked = b"\xef\xbb\xbf" + TEXT
    assert read_bytes(written(tmp_path, marked)) == TEXT
    assert read_bytes(written(tmp_path, compress(marked))) == TEXT


@pytest.mark.parametrize("content", [b"", b" \n\t\r\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n"])
def test_an_empty_file_is_an_error(tmp_path: Path, content: bytes) -> None:
    assert problem_of(written(tmp_path, content)).endswith("a.file: the file is empty")


def test_an_archive_of_nothing_is_an_empty_file(
    tmp_path: Path, compress: Callable[[bytes], bytes]
) -> None:
    assert "the file is empty" in problem_of(written(tmp_path, compress(b"")))


def test_a_binary_file_is_an_error_that_says_what_was_expected(tmp_path: Path) -> None:
    message = problem_of(written(tmp_path, b"\x89PNG\r\n\0\0\0"))
    assert (
        "this is a binary file (expected text: plain, .gz, .bz2, .xz, .zst, or in a .zip or .tar)"
        in message
    )


def test_utf_16_is_an_error_that_says_so(tmp_path: Path) -> None:
    assert "UTF-16" in problem_of(written(tmp_path, "701\tpearls\n".encode("utf-16")))


def test_a_missing_file_names_its_nearest_neighbour(tmp_path: Path) -> None:
    written(tmp_path, TEXT, "qrels.txt")
    message = problem_of(tmp_path / "qrel.txt", UnavailableError)
    assert "no such file (did you mean qrels.txt?)" in message


def test_a_missing_directory_is_named(tmp_path: Path) -> None:
    assert f"there is no directory {tmp_path / 'nowhere'}" in problem_of(
        tmp_path / "nowhere" / "a", UnavailableError
    )


def test_a_directory_is_an_error(tmp_path: Path) -> None:
    assert "this is a directory, not a file" in problem_of(tmp_path)


def test_a_file_used_as_a_directory_is_an_error(tmp_path: Path) -> None:
    path = written(tmp_path, TEXT)
    assert "Not a directory" in problem_of(path / "inside", UnavailableError)


def test_a_file_without_permission_is_an_error_that_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Patched, because root may read everything.
    def refuse(_path: Path, _name: str) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(opening, "_NamedFile", refuse)
    assert "cannot be read: Permission denied" in problem_of(tmp_path / "a", UnavailableError)


def test_a_missing_file_in_a_directory_that_cannot_be_listed_is_no_such_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_path: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", refuse)
    assert problem_of(tmp_path / "a", UnavailableError).endswith("no such file")


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="needs Linux's /proc/self/mem")
def test_a_file_that_fails_while_it_is_read_is_an_error() -> None:
    assert "cannot be read" in problem_of("/proc/self/mem", UnavailableError)


def test_a_name_with_a_nul_is_an_error() -> None:
    assert "not a file name" in problem_of("a\0b")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_a_named_pipe_is_read_to_its_end(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(gzip.compress(TEXT),))
    writer.start()
    assert read_bytes(pipe) == TEXT
    writer.join()


def stdin_of(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))


def test_standard_input_is_read_and_decompressed(monkeypatch: pytest.MonkeyPatch) -> None:
    stdin_of(monkeypatch, zstd(TEXT))
    assert read_bytes("-") == TEXT


def test_empty_standard_input_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    stdin_of(monkeypatch, b"")
    assert problem_of("-") == "-: the file is empty"


def test_no_standard_input_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert "there is no standard input" in problem_of("-", UnavailableError)


def test_closed_standard_input_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    stdin_of(monkeypatch, b"x")
    sys.stdin.close()
    assert "there is no standard input" in problem_of("-", UnavailableError)


def test_utf_8_is_decoded_without_a_warning() -> None:
    assert decode("Nestlé".encode(), "a") == ("Nestlé", ())


def test_other_bytes_are_latin_1_with_a_warning() -> None:
    text, (warning,) = decode("Nestlé".encode("latin-1"), "a")
    assert text == "Nestlé"
    assert str(warning) == "a: not UTF-8 (byte 0xe9 at offset 5); read as latin-1"


def test_a_broken_link_says_where_it_leads_and_does_not_suggest_itself(tmp_path: Path) -> None:
    (tmp_path / "qrels.txt").symlink_to("../gone/qrels.txt")
    assert problem_of(tmp_path / "qrels.txt", UnavailableError) == (
        f"{tmp_path}/qrels.txt: this is a broken symbolic link: there is no ../gone/qrels.txt"
    )
    (tmp_path / "round").symlink_to("round")
    assert problem_of(tmp_path / "round", UnavailableError) == (
        f"{tmp_path}/round: this is a symbolic link that leads to itself"
    )


def test_a_file_that_is_listed_but_not_there_is_never_suggested(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "qrels.txt").write_bytes(TEXT)

    def gone(_path: Path, _name: str) -> None:  # as when another process has just moved it
        raise FileNotFoundError

    monkeypatch.setattr(opening, "_NamedFile", gone)
    assert problem_of(tmp_path / "qrels.txt", UnavailableError).endswith("no such file")
