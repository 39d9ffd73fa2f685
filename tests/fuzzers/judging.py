"""Judging in Chromium while disk, lock, thread, encoder, server and network fail.

A round is a few acts of an assessor in the page (grades, skips, notes, taking back), with a fault
in the middle: see `KINDS`. When it is over the fault is gone, and the page has had its answers.
Then every act is an event in the ledger, or stands under "Not recorded" on the page, in the order
of the acts on each document, and nothing else is in the ledger; nothing waits in the outbox; what
stands of each document follows from these acts, and is what the page shows.
"""

from __future__ import annotations

import random
import re
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from harness.judging.access import new_link
from harness.judging.ledger import Ledger
from scripts.benchmarks.judging import LEDGER, Visitor, entry, prepare
from tests.conftest import FLAGS, NAMES
from tests.fuzzers.faulty_server import FAULTS
from tests.fuzzers.judging_server import Act, Server, is_in_order, words
from tests.judging.browsing import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser

#: Statements that recording a judgment takes, at most.
STATEMENTS = 14
#: What a round may bring.
KINDS = (
    *FAULTS,
    *("cut before", "cut after", "off line", "half a letter", "elsewhere", "reload", "held lock"),
    *("too large", "stop"),
)
#: Notes that no server can record: a surrogate alone, and more bytes than are taken.
ODD_NOTES = {"half a letter": "half \ud83d", "too large": "x" * 4_100_000}
#: Waiting between two tries is shortened so much in the page.
HASTE = """
    const later = setTimeout, random = crypto.getRandomValues.bind(crypto);
    window.setTimeout = (act, time, ...more) => later(act, time / 30, ...more);
    window.made = 0;  // so many entries did this page make: each has a key by chance
    crypto.getRandomValues = (bytes) => { window.made += 1; return random(bytes); };
"""
GRADES = "01"
NAMES_OF = {"0": "Judged: not relevant", "1": "Judged: relevant"}
WAIT = 10_000
THERE = "#document:not([aria-busy])"
UNREACHABLE = "#notice:has-text('server cannot be reached')"


class Rounds:
    """A page, its server and its ledger, round after round."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self.folder = folder
        self.token = prepare(folder, ["ann"])["ann"]
        self.server = Server(folder)
        self.context = browser.new_context()
        self.context.add_init_script(HASTE)
        self.mode, self.tries = "pass", 0
        self.context.route("**/api/entries*", self.through)
        self.page = self.context.new_page()
        self.page.on("dialog", lambda dialog: dialog.accept())
        with self.ledger() as ledger:
            self.token = new_link(ledger, "ann")
        self.page.goto(f"http://127.0.0.1:{self.server.port}/link/{self.token}")
        self.page.get_by_role("button", name="Continue as").click()
        self.ready()
        self.other = Visitor(self.server, self.token)
        self.kept: list[str] = []
        self.position = 0
        self.stacks: dict[int, list[tuple[str, str]]] = {}
        self.counts = {"acts": 0, "events": 0, "same": 0, "not recorded": 0, "decided": 0}

    @contextmanager
    def ledger(self) -> Iterator[Ledger]:
        """The ledger, opened by this process, which checks it."""
        with Ledger(self.folder / LEDGER) as ledger:
            yield ledger

    def close(self) -> None:
        """End server and page."""
        self.other.close()
        self.context.close()
        self.server.end()

    def through(self, route) -> None:
        """A request with entries: as the mode of the round says."""
        self.tries += 1
        if self.mode == "cut before":
            return route.abort("connectionfailed")
        if self.mode == "cut after":
            with suppress(Exception):  # the server may be away, too
                route.fetch()
            return route.abort("connectionreset")
        return route.continue_()

    def ready(self) -> None:
        """Wait for a document."""
        self.page.wait_for_selector("#doc-id:not(:empty)", timeout=WAIT)
        self.page.wait_for_selector(THERE, timeout=WAIT)
        if self.page.locator("#guide[open]").count():
            self.page.keyboard.press("Escape")

    @property
    def assignment(self) -> int:
        return int(self.page.evaluate("location.hash.slice(1)"))

    def acts(self, count: int, chance: random.Random) -> list[Act]:
        """So many acts, or fewer where a document is missing and the server cannot be reached."""
        made: list[Act] = []
        while len(made) < count and (act := self.act(chance)) is not None:
            made.append(act)
        return made

    def act(self, chance: random.Random) -> Act | None:
        """Do something with the document that is seen, until the page takes it.

        A key that comes before the next document is there does nothing. None without a document.
        """
        while True:
            self.page.wait_for_selector(f"{THERE}, {UNREACHABLE}", timeout=WAIT)
            if self.page.locator(UNREACHABLE).count():
                return None
            self.ready()
            made = self.page.evaluate("window.made")
            act = self.tried(chance)
            if self.page.evaluate("window.made") > made:
                return act

    def tried(self, chance: random.Random) -> Act:
        """Press the keys of an act."""
        what = chance.choices(("judged", "skipped", "noted", "undone"), (12, 2, 2, 3))[0]
        here = self.assignment
        if what == "undone":
            self.page.keyboard.press("u")
            expect(self.page.locator("#notice")).to_have_text(
                re.compile("Undone|nothing to undo"), timeout=WAIT
            )
            if "nothing" in self.page.inner_text("#notice"):
                what = "judged"
            else:
                here = self.assignment
                self.page.keyboard.press("j")
                return Act((here, "undone", ""))
        if what == "judged":
            grade = chance.choice(GRADES)
            self.page.keyboard.press(grade)
            self.away(here)
            return Act((here, "judged", grade))
        text = f"{what} {chance.randrange(10**9)}"
        self.write("s" if what == "skipped" else "n", text)
        if what == "skipped":
            self.away(here)
        return Act((here, what, text))

    def write(self, key: str, text: str) -> None:
        """Type a text into the dialog of a key; half a letter cannot be typed, but pasted."""
        self.page.keyboard.press(key)
        self.page.evaluate("text => { document.getElementById('ask-text').value = text; }", text)
        made = self.page.evaluate("window.made")
        self.page.click("#ask-yes")
        self.page.wait_for_function("made => window.made > made", arg=made, timeout=WAIT)

    def away(self, here: int) -> None:
        """Leave a document that was judged already: the page goes on only from what was open."""
        self.page.wait_for_timeout(5)
        if self.assignment == here:
            self.page.keyboard.press("j")
        if self.assignment == here:
            self.page.evaluate("document.querySelector('#list').scrollTop = 0")
            self.page.wait_for_timeout(20)
            self.page.evaluate("document.querySelector('#list-space .list-row').click()")

    def run(self, seed: int) -> str:
        """A round; the kind of its fault."""
        chance = random.Random(seed)
        kind = KINDS[seed % len(KINDS)]
        acts = self.acts(chance.randint(0, 1), chance)
        acts += self.trouble(kind, chance)
        acts += self.acts(chance.randint(0, 2), chance)
        self.mend()
        self.check(acts, f"round {seed} ({kind}) {acts!r:.300}")
        return kind

    def trouble(self, kind: str, chance: random.Random) -> list[Act]:
        """The acts during which something fails."""
        if kind == "held lock":
            return self.held(chance)
        if kind == "reload":
            return self.reloaded(chance)
        if kind in ODD_NOTES:
            self.ready()
            here = self.assignment
            self.write("n", ODD_NOTES[kind])
            return [Act((here, "noted", ODD_NOTES[kind]))]
        begin = {
            "cut before": lambda: setattr(self, "mode", kind),
            "cut after": lambda: setattr(self, "mode", kind),
            "off line": lambda: self.context.set_offline(True),
            "stop": self.server.end,
            "elsewhere": lambda: self.elsewhere(chance),
        }
        begin.get(kind, lambda: self.server.arm(kind, chance.randint(1, STATEMENTS)))()
        return self.acts(chance.randint(1, 2), chance)

    def held(self, chance: random.Random) -> list[Act]:
        """Another writer has the ledger for a while."""
        with closing(sqlite3.connect(self.folder / LEDGER, isolation_level=None)) as holding:
            holding.execute("BEGIN IMMEDIATE")
            acts = self.acts(1, chance)
            time.sleep(chance.uniform(0, 0.5))
            holding.execute("ROLLBACK")
        return acts

    def reloaded(self, chance: random.Random) -> list[Act]:
        """The page is loaded again while its entries wait."""
        self.mode, self.tries = "cut before", 0
        acts = self.acts(1, chance)
        while not self.tries:  # it is in the browser's database before it is sent
            self.page.wait_for_timeout(5)
        self.page.reload()
        self.ready()
        return acts

    def elsewhere(self, chance: random.Random) -> None:
        """The same person judges the document that is seen here on another machine."""
        here, grade = self.assignment, chance.randrange(2)
        self.settled()
        given = entry(here, f"elsewhere-{time.time_ns()}", grade)
        self.other.close()
        self.other = Visitor(self.server, self.token)
        self.other.send([given])

    def mend(self) -> None:
        """Let everything work again, and wait until the page has its answers."""
        self.mode = "pass"
        self.context.set_offline(False)
        self.server.revive()
        self.settled()

    def settled(self) -> None:
        expect(self.page.locator("#connection")).to_have_text("all saved", timeout=WAIT)

    def refusals(self) -> list[str]:
        """What stands under "Not recorded"."""
        texts: list[str] = self.page.locator("#refused-list li").all_text_contents()
        return texts

    def check(self, acts: list[Act], where: str) -> None:
        """Every act is in the ledger or visibly refused, once, in its order; decide conflicts."""
        query = """
            SELECT e.id, e.assignment, e.kind, coalesce(e.text, ''), e.key,
                   coalesce((SELECT value FROM grade WHERE event = e.id), '')
            FROM event e WHERE e.id > ? ORDER BY e.id
        """
        with self.ledger() as ledger:
            events = ledger.rows(query, (self.position,))
            self.position = ledger.position
        refused = self.refusals()
        new = refused[len(self.kept) :]
        recorded = [
            Act((number, kind, str(grade) if kind == "judged" else text))
            for _, number, kind, text, key, grade in events
            if not key.startswith("elsewhere-")
        ]
        for _, number, kind, text, _, grade in events:
            self.follow(number, kind, str(grade) if kind == "judged" else text)
        left = list(acts)
        for number, kind, key, grade in ((row[1], row[2], row[4], row[5]) for row in events):
            same = Act((number, kind, str(grade)))
            # Said elsewhere before, in the same way: then it is nothing new.
            if key.startswith("elsewhere-") and same in left and same not in recorded:
                left.remove(same)
                self.counts["same"] += 1
        for act in recorded:
            assert act in left, f"{where}: {act!r:.200} is in the ledger, of {acts!r:.1000}"
            left.remove(act)
        assert [words(act) for act in left] == [line.split(" – ")[0] for line in new] or sorted(
            map(words, left)
        ) == sorted(line.split(" – ")[0] for line in new), (
            f"{where}: neither in the ledger nor refused: {left!r:.500}; refused: {new!r:.500}"
        )
        for number in {act[0] for act in recorded}:
            of = [act for act in recorded if act[0] == number]
            assert is_in_order(of, acts), f"{where}: another order"
        self.counts["acts"] += len(acts)
        self.counts["events"] += len(recorded)
        self.counts["not recorded"] += len(left)
        self.kept = refused
        self.decide(where)
        self.compare(where)

    def follow(self, number: int, kind: str, said: str) -> None:
        """What stands of an assignment after an event."""
        stack = self.stacks.setdefault(number, [])
        if kind == "undone":
            stack.pop()
        elif kind != "noted":
            stack.append((kind, said))

    def decide(self, where: str) -> None:
        """Record what the page had, where somebody judged elsewhere meanwhile."""
        tries = 0
        while self.page.locator("#refused-list li button").count():
            self.page.click("#refused")
            row = self.page.locator("#refused-list li:has(button)").first
            assignment, kind, *said = row.text_content().split(" – ")[0].split(", ")
            row.locator("button").first.click()
            self.page.keyboard.press("Escape")
            self.settled()
            with self.ledger() as ledger:
                recorded = ledger.position - self.position
                self.position += recorded
            tries += 1
            assert recorded in (0, 1), f"{where}: a decision is recorded {recorded} times"
            assert tries < 20, f"{where}: a decision is not recorded"
            if not recorded:  # meanwhile another one was: it is shown again, beside that
                continue
            grade = said[0].split()[-1] if kind == "judged" else ", ".join(said)
            self.follow(int(assignment.split()[-1]), kind, grade)
            self.counts["decided"] += 1
        self.kept = self.refusals()

    def compare(self, where: str) -> None:
        """The newest decision on each document stands in the ledger, and on the page."""
        query = """
            SELECT a.id, e.kind, coalesce(e.text, ''),
                   coalesce((SELECT value FROM grade WHERE event = e.id), '')
            FROM assignment a JOIN standing s ON s.assignment = a.id JOIN event e ON e.id = s.event
        """
        with self.ledger() as ledger:
            stands = {
                number: (kind, str(grade) if kind == "judged" else text)
                for number, kind, text, grade in ledger.rows(query)
            }
        expected = {number: stack[-1] for number, stack in self.stacks.items() if stack}
        assert stands == expected, (
            f"{where}: not what was said: {dict(stands.items() ^ expected.items())}"
        )
        # What changed is drawn with the next frame.
        done = re.compile(f"^{len(stands)} of ")
        expect(self.page.locator("#progress-text"), where).to_have_text(done, timeout=WAIT)
        kind, said = stands.get(self.assignment, ("open", ""))
        wanted = {"open": "Not judged yet", "skipped": "Skipped", "judged": NAMES_OF.get(said, "")}
        state = re.compile(f"^{re.escape(wanted[kind])}")
        expect(self.page.locator("#doc-state"), where).to_have_text(state, timeout=WAIT)


def rounds(
    browser: Browser, folder: Path, seeds: Iterable[int], tell=lambda line: None
) -> dict[str, int]:
    """Rounds with these seeds; how many acts there were, and where they are."""
    made = Rounds(browser, folder)
    try:
        for number, seed in enumerate(seeds, start=1):
            made.run(seed)
            if number % 50 == 0:
                tell(f"{number} rounds: {made.counts}")
    finally:
        made.close()
    return made.counts


def main(given: list[str]) -> int:
    """``scripts/fuzz judging --rounds 1000 --seed 0``."""
    import argparse

    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(prog="scripts/fuzz judging", description=__doc__)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(given)
    tell = lambda line: print(line, flush=True)  # noqa: E731
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        found = next(path for path in map(shutil.which, NAMES) if path)
        browser = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        seeds = range(asked.seed, asked.seed + asked.rounds)
        try:
            counts = rounds(browser, Path(place), seeds, tell)
        except AssertionError as error:
            print(error)
            return 1
        finally:
            browser.close()
    print(f"judging: {asked.rounds:,} rounds from seed {asked.seed}, {counts}")
    return 0
