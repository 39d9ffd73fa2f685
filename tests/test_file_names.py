"""Names of files as texts: every name is shown in one way, and no two alike."""

from __future__ import annotations

import json
import os
import pickle
from copy import deepcopy

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from harness.config import load_task
from harness.core.errors import ConfigError
from harness.core.harmless import drawing, harmless_json, readable, real_path, shown_path, visible
from harness.core.trust import UNTRUSTED, set_trust

pytestmark = pytest.mark.skipif(os.name == "nt", reason="names are no bytes there")

#: Bytes of which names that could be taken for each other are made.
ODD = st.lists(st.sampled_from([b"\\", b"x", b"e9", b"\xe9", b"\xc3\xa9", b"\xed\xa0\x80", b"a"]))
NAMES = st.binary(max_size=12).filter(lambda name: b"\0" not in name) | ODD.map(b"".join)


@given(NAMES)
@example(b"\\\xe9")
@example(b"\\\\xe9")
def test_a_name_is_found_again_by_what_is_shown(name):
    raw = os.fsdecode(name)
    shown = shown_path(raw)
    shown.encode()  # is UTF-8
    assert os.fsencode(real_path(str(shown))) == name
    assert shown_path(shown) == shown
    assert type(shown_path(pickle.loads(pickle.dumps(deepcopy(shown))))) is type(shown)


@given(NAMES)
def test_a_usual_name_is_shown_as_it_is(name):
    raw = os.fsdecode(name)
    if "\\" not in raw and not any("\ud800" <= letter <= "\udfff" for letter in raw):
        assert shown_path(raw) == raw


@pytest.mark.parametrize("show", [readable, visible, drawing])
def test_whatever_is_said_of_a_name_shows_its_escape(show):
    assert show(os.fsdecode(b"no caf\xe9.run")) == r"no caf\xe9.run"


def test_json_means_what_is_shown():
    text = json.dumps(os.fsdecode(b"caf\xe9.run"), ensure_ascii=False)
    assert json.loads(harmless_json(text)) == r"caf\xe9.run"


def test_an_escape_is_no_way_out_of_the_folder_of_an_untrusted_task(tmp_path):
    folder = tmp_path / "task"
    folder.mkdir()
    (tmp_path / "q").write_text("1 0 a 1\n")
    (folder / os.fsdecode(b"\xe9")).symlink_to("..")
    (folder / "t.yaml").write_text(r"{qrels: '\xe9/q', runs: ['\xe9/q']}")
    with set_trust(UNTRUSTED), pytest.raises(ConfigError) as caught:
        load_task(folder / "t.yaml")
    assert [problem.message for problem in caught.value.problems] == [
        r"\xe9/q leads out of the task's folder"
    ] * 2
