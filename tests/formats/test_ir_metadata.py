"""What TIRA's ``ir-metadata.yml`` says of a run reaches manifest and attributes."""

from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path

from harness.workflows.evaluate import run

METADATA = """tag: keeper
actor: {name: A B, team: lighthouse, mail: a@b.c}
method: {automatic: true, retrieval: [{name: bm25}, {name: rm3}]}
date: 2024-01-02
"""
ATTRIBUTES = {
    "team": "lighthouse",
    "method.automatic": "True",
    "method.retrieval.name": "bm25, rm3",
}


def run_of(name: str) -> bytes:
    return f"q1 Q0 a 1 9 {name}\nq2 Q0 b 1 8 {name}\n".encode()


def test_metadata_of_archives_folders_and_comments_are_attributes(tmp_path: Path):
    (tmp_path / "qrels.txt").write_text("q1 0 a 1\nq2 0 b 0\n")
    with zipfile.ZipFile(tmp_path / "z.zip", "w") as archive:
        archive.writestr("s/run.txt", run_of("zipped"))
        archive.writestr("s/ir-metadata.yml", METADATA)
    with tarfile.open(tmp_path / "t.tar.gz", "w:gz") as tar:
        for name, content in (("run.txt", run_of("tarred")), ("ir-metadata.yaml", METADATA)):
            raw = content.encode() if isinstance(content, str) else content
            member = tarfile.TarInfo(name)
            member.size = len(raw)
            tar.addfile(member, io.BytesIO(raw))
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub/run.txt").write_bytes(run_of("beside"))
    (tmp_path / "sub/ir-metadata.yml").write_text(METADATA)
    lines = ["ir_metadata.start", *METADATA.splitlines(), "ir_metadata.end"]
    header = "".join(f"# {line}\n" for line in lines)
    (tmp_path / "header.run").write_bytes(header.encode() + run_of("header"))
    (tmp_path / "plain.run").write_bytes(run_of("plain"))
    (tmp_path / "teams.csv").write_text(
        "run,method.automatic\nheader,no\nzipped,\ntarred,\nbeside,\nplain,\n"
    )
    task = "name: t\nqrels: qrels.txt\nparticipants: teams.csv\nmeasures: [RR]\n"
    runs = "[z.zip, t.tar.gz, sub/run.txt, header.run, plain.run]"
    (tmp_path / "t.yaml").write_text(f"{task}runs: {runs}\n")
    manifest = run(tmp_path / "t.yaml").manifest
    found = {each["name"]: each for each in manifest["runs"]}
    for name in ("zipped", "tarred", "beside"):
        assert found[name]["attributes"] == {**ATTRIBUTES, "run": name}
        assert found[name]["ir_metadata"]["date"] == "2024-01-02"
    # The table of participants knows better.
    assert found["header"]["attributes"] == {
        **ATTRIBUTES,
        "method.automatic": "no",
        "run": "header",
    }
    assert "ir_metadata" not in found["plain"]
