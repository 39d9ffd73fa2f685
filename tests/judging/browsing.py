"""What tests of the pages in a browser share: a server in this process, and waiting for the page."""

import socket
import threading
import time

from harness.judging.access import new_link
from harness.judging.server.app import application


def expect(locator, message=None):
    """What playwright expects of a page, with patience: machines are busy.

    It is imported where there is a page, not to collect tests.
    """
    from playwright.sync_api import expect

    expect.set_options(timeout=20_000)
    return expect(locator, message)


class Served:
    """A server in a thread, which can be stopped and started again on its port."""

    def __init__(self, site):
        self.site = site
        # Bound and never listening: while the server is away nobody else gets its port.
        self.reserved = socket.socket()
        self.reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.reserved.bind(("127.0.0.1", 0))
        self.port = self.reserved.getsockname()[1]
        self.start()

    def start(self):
        import uvicorn

        # Without a lifespan, as `judge serve` has it, and no longer than what is being answered.
        config = uvicorn.Config(
            application(self.site), port=self.port, log_level="error", lifespan="off"
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run)
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive()
            time.sleep(0.01)

    def stop(self):
        self.server.should_exit = True
        self.thread.join()

    def close(self):
        self.stop()
        self.reserved.close()

    def link(self, name):
        return f"http://127.0.0.1:{self.port}/link/{new_link(self.site.ledger, name)}"


def follow(page):
    """Go on from the page of a personal link, where that is open."""
    if "/link/" in page.url:
        page.get_by_role("button", name="Continue as").click()
        page.wait_for_load_state()
    return page


def begun(page):
    """Wait for the first document, and close the guidelines, which come first."""
    page.wait_for_selector("#doc-id:not(:empty)")
    if page.locator("#guide[open]").count():
        page.keyboard.press("Escape")
    return page


def until(page, selector, text):
    expect(page.locator(selector)).to_contain_text(text)


def wait_for(page, condition):
    """Wait until a condition holds that only this process sees."""
    for _ in range(400):
        if condition():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it did not come about within 20 seconds")


def saved(page):
    expect(page.locator("#connection")).to_have_text("all saved")


def press(page, keys):
    """Press keys, each of which leads to another document, once there is one to judge."""
    page.wait_for_selector("#doc-id:not(:empty)")
    for key in keys:
        before = page.inner_text("#doc-id")
        page.keyboard.press(key)
        expect(page.locator("#doc-id")).not_to_have_text(before)
        page.wait_for_selector("#document:not([aria-busy])")
