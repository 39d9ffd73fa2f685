"""Members of archives: which there are, how they are addressed, and that archives lead nowhere."""

from __future__ import annotations

import gzip
import hashlib
import io
import stat
import tarfile
import zipfile
from pathlib import Path

import pytest

from harness.config.sources import find_paths, missing_file
from harness.core.errors import ConfigError, InputError, UnavailableError
from harness.core.limits import Limits, limited
from harness.core.trust import UNTRUSTED, set_trust
from harness.formats.archives import MOST_MEMBERS
from harness.formats.members import contents, exists, files_in
from harness.formats.runs import read_run, read_runs, run_files
from harness.results.manifest import fingerprint
from harness.workflows.evaluate import run as evaluate
from tests.command import call
from tests.each import each
from tests.formats.test_archives import PACK, RUN, tarred, zipped

OTHER = RUN.replace(b"mine", b"other")
FILES = {
    "__MACOSX/._a.txt": b"\0\1",
    "runs/.DS_Store": b"\0",
    "runs/a.txt": RUN,
    "runs/deep/b.run": OTHER,
    "notes.md": b"how it was made",
}


@pytest.fixture(params=PACK)
def archive(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / f"teamC{request.param}"
    path.write_bytes(PACK[request.param](FILES))
    return path


def test_an_archive_with_several_files_stands_for_all_that_are_data(archive: Path) -> None:
    wanted = [f"{archive}!/runs/a.txt", f"{archive}!/runs/deep/b.run"]
    assert run_files(archive) == wanted
    assert [run.name for run in read_runs(archive)] == ["mine", "other"]
    assert contents(str(archive)).left_out == {
        f"{archive}!/notes.md": "no file of data, by its name"
    }
    assert list(archive.parent.iterdir()) == [archive]


def test_a_member_is_read_and_hashed_as_the_file_that_it_is(archive: Path) -> None:
    address = f"{archive}!/runs/deep/b.run"
    known = fingerprint(address, address)
    assert known == {
        "path": address,
        "bytes": len(OTHER),
        "sha256": hashlib.sha256(OTHER).hexdigest(),
    }
    run = read_run(address)
    assert run.name == "other"
    assert run.source == address


@each(
    [
        ("*.run", []),
        ("runs/*", ["runs/a.txt"]),
        ("**/*.run", ["runs/deep/b.run"]),
        ("runs/**/*", ["runs/a.txt", "runs/deep/b.run"]),
        ("runs/deep", ["runs/deep/b.run"]),
    ],
    "inside",
    "found",
)
def test_patterns_and_folders_choose_among_members(
    archive: Path, inside: str, found: list[str]
) -> None:
    wanted = tuple(f"{archive.name}!/{name}" for name in found)
    assert find_paths(f"{archive.name}!/{inside}", archive.parent) == wanted
    if found:
        assert find_paths(f"team?.*!/{inside}", archive.parent) == wanted


def test_a_member_that_is_not_there_is_named_with_its_nearest(archive: Path) -> None:
    address = f"{archive}!/runs/b.txt"
    assert not exists(address)
    with pytest.raises(UnavailableError, match=r"no such file in the archive.*runs/a.txt"):
        read_run(address)
    message, hint = missing_file(f"{archive.name}!/x.run", archive.parent) or ("", None)
    assert message == f"there is no file x.run in the archive {archive.name}"
    assert hint == "it has runs/a.txt, runs/deep/b.run"


def test_an_archive_in_an_archive_is_opened_but_none_in_that(tmp_path: Path) -> None:
    inner = {"1.run": RUN, "2.run": OTHER, "c.zip": zipped({"3.run": RUN, "4.run": RUN})}
    path = tmp_path / "a.zip"
    path.write_bytes(zipped({"b.tar.gz": gzip.compress(tarred(inner)), "0.run": RUN}))
    known = contents(str(path))
    assert known.files == [f"{path}!/0.run", f"{path}!/b.tar.gz!/1.run", f"{path}!/b.tar.gz!/2.run"]
    assert known.left_out == {f"{path}!/b.tar.gz!/c.zip": "an archive in an archive in an archive"}
    assert read_run(f"{path}!/b.tar.gz!/2.run").name == "other"


def test_an_archive_with_one_file_is_that_file(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(zipped({"b.zip": zipped({"x/run.txt": RUN}), "__MACOSX/._b.zip": b"\0"}))
    assert files_in(str(path)) == [str(path)]
    assert read_run(f"{path}!/b.zip").name == "mine"


def test_links_and_paths_that_lead_out_are_left_out_with_the_reason(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    link = zipfile.ZipInfo("link.run")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(path, "w") as made:
        made.writestr(link, "/etc/passwd")
        for name in ("../up.run", "/root.run", "C:/drive.run", "dos\\a.run", "b.run"):
            made.writestr(name, RUN)
    known = contents(str(path))
    assert known.files == [f"{path}!/b.run", f"{path}!/dos/a.run"]
    assert known.left_out == {
        f"{path}!/link.run": "a link",
        f"{path}!/../up.run": "a path with .. in it",
        f"{path}!//root.run": "an absolute path",
        f"{path}!/C:/drive.run": "an absolute path",
    }
    with pytest.raises(InputError, match="it is not read: a link"):
        read_run(f"{path}!/link.run")


def test_a_path_that_is_there_twice_is_nobodys(tmp_path: Path) -> None:
    path = tmp_path / "a.tar"
    with tarfile.open(path, "w") as made:
        for content in (RUN, OTHER):
            info = tarfile.TarInfo("a.run")
            info.size = len(content)
            made.addfile(info, io.BytesIO(content))
    assert contents(str(path)).left_out == {f"{path}!/a.run": "it is there twice"}


def test_too_many_members_and_too_large_ones_are_refused(tmp_path: Path) -> None:
    many = tmp_path / "many.zip"
    many.write_bytes(zipped({f"{number}.run": b"" for number in range(MOST_MEMBERS + 1)}))
    with pytest.raises(InputError, match="more than 10,000 files"):
        contents(str(many))
    large = tmp_path / "large.zip"
    large.write_bytes(zipped(dict.fromkeys(("a.run", "b.run"), b"0" * 2**20)))
    with (
        limited(Limits(ratio=200, free=2**20)),
        pytest.raises(InputError, match="unpack to more than"),
    ):
        contents(str(large))


@pytest.mark.parametrize("places", [6, pytest.param(10_000, marks=pytest.mark.slow)])
def test_a_damaged_archive_is_refused_or_read_and_never_a_crash(archive: Path, places: int) -> None:
    content = archive.read_bytes()
    for position in range(0, len(content), max(151, len(content) // places)):
        for damaged in (content[:position], _changed(content, position)):
            archive.write_bytes(damaged)
            for file in files_in(str(archive)):
                try:
                    read_run(file)
                except (InputError, UnavailableError):
                    continue


def _changed(content: bytes, position: int) -> bytes:
    return content[:position] + bytes([content[position] ^ 0xFF]) + content[position + 1 :]


def test_a_folder_called_like_an_address_is_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "a.zip!"
    folder.mkdir()
    (folder / "a.run").write_bytes(RUN)
    assert read_run(folder / "a.run").name == "mine"


def test_an_untrusted_task_reads_no_archive_beyond_its_folder(tmp_path: Path) -> None:
    outside = tmp_path / "secret.zip"
    outside.write_bytes(zipped({"a.run": RUN, "b.run": OTHER}))
    folder = tmp_path / "task"
    folder.mkdir()
    (folder / "link.zip").symlink_to(outside)
    (folder / "q.txt").write_bytes(b"1 0 d1 1\n")
    task = folder / "t.yaml"
    for runs in ("../secret.zip", "../secret.zip!/a.run", "link.zip!/a.run", "*.zip", "*.zip!/*"):
        task.write_text(f"qrels: q.txt\nruns: ['{runs}']\nmeasures: [AP]\n")
        assert len(evaluate(task).scores.runs) >= 1
        with set_trust(UNTRUSTED), pytest.raises(ConfigError, match=r"leads out|follows a link"):
            evaluate(task)


@pytest.mark.parametrize("command", [["eval", "q.txt"], ["info"], ["run", "-o", "r", "t.yaml"]])
def test_commands_name_the_members_that_are_no_runs(archive, capsys, monkeypatch, command):
    monkeypatch.chdir(archive.parent)
    Path("q.txt").write_bytes(b"1 0 d1 1\n1 0 d2 0\n")
    Path("t.yaml").write_text("qrels: q.txt\nmeasures: [AP]\n")
    got = call(capsys, monkeypatch, *command, archive.name)
    text = f"{archive.name}: left out, no runs: notes.md (no file of data, by its name)\n"
    assert got.status == 0
    assert (got.out + got.err).count(text) == 1


def test_the_runs_of_a_task_are_members_whose_groups_are_their_archives(archive: Path) -> None:
    folder = archive.parent
    (folder / "q.txt").write_bytes(b"1 0 d1 1\n1 0 d2 0\n")
    task = folder / "t.yaml"
    task.write_text(
        f"qrels: q.txt\nruns: {archive.name}\nmeasures: [AP]\nrun_pattern: '^(?P<group>[^/]+)/'\n"
    )
    evaluation = evaluate(task)
    assert dict(evaluation.groups) == {"mine": "teamC", "other": "teamC"}
    paths = [run["path"] for run in evaluation.manifest["runs"]]
    assert paths == [f"{archive.name}!/runs/a.txt", f"{archive.name}!/runs/deep/b.run"]
    left_out = [str(note) for note in evaluation.task.warnings]
    assert left_out == [
        f"{archive.name}: left out, no runs: {archive.name}!/notes.md (no file of data, by its name)"
    ]


@pytest.mark.parametrize(
    ("evaluated", "number", "total"),
    [("C.zip", 26, 13), pytest.param("*.zip", 326, 163, marks=pytest.mark.slow)],
)
def test_three_archives_of_326_runs_are_326_runs_with_addresses(
    evaluated: str, number: int, total: int, tmp_path: Path
) -> None:
    """As in CLEF's task on reviews: folders of tasks, what macOS adds, one archive in another."""
    tasks = ("DTA", "Intervention", "Prognosis", "Qualitative")

    def sent(group: str, runs: int) -> dict[str, bytes]:
        files = {}
        for index in range(runs):
            at, name = f"{group}/{tasks[index % 4]}", f"{group}-{index}.txt"
            files[f"{at}/{name}"] = f"CD1 NF {index} 1 1 {group}-{index}\n".encode()
            files[f"__MACOSX/{at}/._{name}"] = b"\0"
        return files

    packed = {
        "A.zip": zipped(sent("A", 20)),
        "B.zip": zipped(sent("B", 280)),
        "C.zip": zipped({"C/runs.zip": zipped(sent("C", 26)), "__MACOSX/C/._runs.zip": b"\0"}),
    }
    for name, content in packed.items():
        (tmp_path / name).write_bytes(content)
    addresses = find_paths("*.zip", tmp_path)
    assert len(set(addresses)) == 326
    assert f"C.zip!/C/runs.zip!/C/{tasks[1]}/C-25.txt" in addresses
    first, *_, last = (str(tmp_path / address) for address in addresses)
    assert [read_run(address).name for address in (first, last)] == ["A-0", "C-7"]
    (tmp_path / "qrels.txt").write_text("".join(f"CD1 0 {n} {n % 2}\n" for n in range(280)))
    task = tmp_path / "t.yaml"
    task.write_text("qrels: qrels.txt\nruns: '" + evaluated + "'\nmeasures: [RR]\n")
    values = evaluate(task).scores.summary().iloc[:, 0]
    assert len(values) == number
    assert values.sum() == total  # every other run has the one relevant document that it returns


def test_an_archive_that_changed_is_listed_again(tmp_path: Path) -> None:
    path = tmp_path / "team.zip"
    for names in (["a.run", "b.run"], ["a.run", "b.run", "c.run"]):
        with zipfile.ZipFile(path, "w") as archive:
            for name in names:
                archive.writestr(name, "1 Q0 d 1 1 t\n")
        files_in(str(path)).clear()  # what is handed out is the caller's own
        assert files_in(str(path)) == [f"{path}!/{name}" for name in names]
