"""`harness check --format sarif`: what the standard asks for, places, fixes, fingerprints."""

from __future__ import annotations

import gzip
import json
from urllib.parse import unquote, urlparse

import pytest

from harness.report.findings import Checks
from harness.report.sarif import sarif
from harness.validation import CHECKS, check_run
from tests.cli.check_cases import GOOD, MIXED, TWICE, made_folder

folder = pytest.fixture(made_folder)

#: The members that SARIF 2.1.0 (sections 3.13 to 3.52) has for what is written here, and which
#: of them are required.
SARIF = {
    "log": ({"$schema", "version", "runs"}, {"version", "runs"}),
    "run": ({"tool", "columnKind", "invocations", "results", "properties"}, {"tool"}),
    "driver": ({"name", "version", "rules"}, {"name"}),
    "rule": (
        {"id", "shortDescription", "help", "helpUri", "defaultConfiguration", "properties"},
        {"id"},
    ),
    "invocation": (
        {"executionSuccessful", "exitCode", "toolExecutionNotifications"},
        {"executionSuccessful"},
    ),
    "result": (
        {
            *("ruleId", "ruleIndex", "level", "message", "locations", "properties"),
            *("fixes", "partialFingerprints"),
        },
        {"message"},
    ),
    "fix": ({"description", "artifactChanges"}, {"artifactChanges"}),
    "change": ({"artifactLocation", "replacements"}, {"artifactLocation", "replacements"}),
    "replacement": ({"deletedRegion", "insertedContent"}, {"deletedRegion"}),
    "place": ({"artifactLocation", "region"}, {"artifactLocation"}),
    "region": ({"startLine", "startColumn", "endLine", "endColumn"}, {"startLine"}),
}


def assert_members(kind: str, members: dict[str, object]) -> None:
    allowed, required = SARIF[kind]
    assert required <= members.keys() <= allowed


def test_sarif_has_the_members_and_values_of_the_standard(harness, folder):
    (folder / "a b.run").write_text(MIXED)
    done = harness("check", "bad.run", "a b.run", "x", "--format", "sarif",
                   "--repair", "drop-unreadable-lines")  # fmt: skip
    log = json.loads(done.out)
    assert_members("log", log)
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    assert_members("run", run)
    assert run["columnKind"] == "unicodeCodePoints"
    assert_members("driver", run["tool"]["driver"])
    rules = run["tool"]["driver"]["rules"]
    for rule in rules:
        assert_members("rule", rule)
        assert rule["defaultConfiguration"]["level"] in ("note", "warning", "error")
        assert rule["shortDescription"]["text"].endswith(".")
    assert [rule["id"] for rule in rules] == list(CHECKS)
    for invocation in run["invocations"]:
        assert_members("invocation", invocation)
    assert run["invocations"][0]["exitCode"] == done.status == 2
    assert not run["invocations"][0]["executionSuccessful"]
    for result in run["results"]:
        assert_members("result", result)
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("note", "warning", "error")
        place = result["locations"][0]["physicalLocation"]
        assert_members("place", place)
        if "region" in place:
            assert_members("region", place["region"])
            assert min(place["region"].values()) >= 1
        for fix in result.get("fixes", ()):
            assert_members("fix", fix)
            for change in fix["artifactChanges"]:
                assert_members("change", change)
                assert change["artifactLocation"] == place["artifactLocation"]
                for replacement in change["replacements"]:
                    assert_members("replacement", replacement)
                    assert_members("region", replacement["deletedRegion"])
    prints = [one["partialFingerprints"]["harnessCheck/v1"] for one in run["results"]]
    assert len(set(prints)) == len(prints) > 4
    assert run["properties"]["counts"]["a b.run"] == {"score-order": 2}


def test_sarif_says_where_and_how_bad(harness, folder):
    (folder / "a b.run").write_text(MIXED)
    done = harness("check", "bad.run", "a b.run", "x", "--format", "sarif",
                   "--repair", "drop-unreadable-lines")  # fmt: skip
    found = [
        (
            one["ruleId"],
            one["level"],
            one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            one["locations"][0]["physicalLocation"].get("region"),
            one.get("properties"),
        )
        for one in json.loads(done.out)["runs"][0]["results"]
    ]
    repaired = {"repaired": True, "repair": "drop-unreadable-lines"}
    advice = {"repair": "rerank-by-score"}
    assert found == [
        ("fields", "note", "bad.run", {"startLine": 5, "startColumn": 5}, repaired),
        ("score-not-a-number", "note", "bad.run", {"startLine": 4, "startColumn": 14}, repaired),
        ("score-order", "warning", "a%20b.run", {"startLine": 2, "startColumn": 10}, advice),
        ("score-order", "warning", "a%20b.run", {"startLine": 4, "startColumn": 10}, advice),
        ("unreadable", "error", "x", None, None),
    ]


def fixed(text: str, results: list[dict]) -> str:
    """A text after the fixes of SARIF results, made as the standard says, the last line first."""
    lines = text.splitlines(keepends=True)
    regions = [
        one["fixes"][0]["artifactChanges"][0]["replacements"][0]["deletedRegion"]
        for one in results
        if "fixes" in one
    ]
    for region in sorted(regions, key=lambda one: -one["startLine"]):
        first = region["startLine"]
        if "endLine" in region:
            assert (region["startColumn"], region["endColumn"]) == (1, 1)
            del lines[first - 1 : region["endLine"] - 1]
        else:  # the line without its end
            assert not lines[first - 1].endswith("\n")
            lines[first - 1] = ""
    return "".join(lines)


@pytest.mark.parametrize("end", ["\n", ""])
def test_the_fixes_of_sarif_are_the_repairs(harness, folder, end):
    text = f"1 Q0\n{GOOD}2 Q0 a 2 1 me\n2 Q0 z 2 1 me\n3 Q0 a 1 x me\n3 Q0 b 1 1 me\n4{end}"
    (folder / "a.run").write_text(text)
    (folder / "task.yaml").write_text("check: {documents: {pattern: '[ab]'}}\n")
    said = harness("check", "task.yaml", "a.run", "--format", "sarif").out
    after = fixed(text, json.loads(said)["runs"][0]["results"])
    assert after == f"{GOOD}3 Q0 b 1 1 me\n"
    (folder / "a.run").write_text(after)
    assert harness("check", "task.yaml", "a.run").status == 0


def test_only_a_plain_text_has_fixes(harness, folder):
    (folder / "a.run.gz").write_bytes(gzip.compress(TWICE.encode()))
    (folder / "b.csv").write_text("qid,docno,score\n1,a,2\n1,a,1\n")
    (folder / "c.run").write_bytes(TWICE.replace("\n", "\r").encode())
    said = json.loads(harness("check", "a.run.gz", "b.csv", "c.run", "--format", "sarif").out)
    results = said["runs"][0]["results"]
    assert [one["ruleId"] for one in results if one["level"] == "error"] == ["document-twice"] * 3
    assert not any("fixes" in one for one in results)


def test_fingerprints_stay_when_lines_are_added_above(harness, folder):
    def prints() -> list[str]:
        said = json.loads(harness("check", "a.run", "--format", "sarif").out)
        results = said["runs"][0]["results"]
        return [one["partialFingerprints"]["harnessCheck/v1"] for one in results]

    (folder / "a.run").write_text(TWICE)
    before = prints()
    (folder / "a.run").write_text(f"0 Q0 a 1 1 two\n{TWICE}")
    assert prints() == before
    (folder / "a.run").write_text(f"{TWICE}2 Q0 a 3 .5 two\n")
    assert len({*prints(), *before}) == 2


def test_topics_left_out_are_one_result_that_lists_them(harness, folder):
    (folder / "task.yaml").write_text("check: {topics: [1-40]}\n")
    said = json.loads(harness("check", "task.yaml", "good.run", "--format", "sarif").out)
    (result,) = said["runs"][0]["results"]
    listed = ", ".join(str(number) for number in range(3, 41))
    assert result["message"]["text"] == f"no document: topics {listed}"
    assert said["runs"][0]["properties"]["counts"] == {"good.run": {"topic-unanswered": 38}}
    (line,) = harness("check", "task.yaml", "good.run").out.splitlines()[1:2]
    assert line == "  warning topic-unanswered  38 of 40 topics (3, 4, 5 and 35 more): no document"


def test_an_absolute_path_is_a_file_uri(folder):
    path = folder / "é 1.run"
    path.write_text(MIXED)
    said = json.loads(sarif(Checks([check_run(path)])))
    place = said["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    uri = urlparse(place["artifactLocation"]["uri"])
    assert (uri.scheme, unquote(uri.path)) == ("file", str(path))


def test_rules_lead_to_their_pages_where_the_site_has_an_address(harness, folder, monkeypatch):
    from harness import _version

    for address, leads in (("", False), ("https://lab.example/harness/", True)):
        monkeypatch.setattr(_version, "DOCUMENTATION", address)
        log = json.loads(harness("check", "good.run", "--format", "sarif").out)
        rules = {rule["id"]: rule for rule in log["runs"][0]["tool"]["driver"]["rules"]}
        assert rules["rank-gap"]["help"]["text"].startswith("harness explain rank-gap ")
        assert ("helpUri" in rules["rank-gap"]) == leads
    page = "https://lab.example/harness/generated/codes/rank-gap.html"
    assert rules["rank-gap"]["helpUri"] == page
