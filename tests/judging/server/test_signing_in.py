"""Passwords, links and cookies: who is signed in, for how long, and who is kept out."""

import threading
import time

import pytest

from harness.core.errors import InputError
from harness.judging import access
from harness.judging.access import Sessions, new_link, revoke, set_password
from harness.judging.server.app import COOKIE, FORM_TOKEN, Attempts

from .conftest import entry, first_of, token_in


def test_a_page_that_is_open_stays_good_when_somebody_signs_in_again(visit, site):
    path = f"/link/{new_link(site.ledger, 'ann')}"
    first, second = visit(), visit()
    pages = []
    for client in (first, second):
        assert client.get(path).status_code == 200  # looking at it signs nobody in
        assert COOKIE not in client.cookies
        client.post(path)
        pages.append(token_in(client))
    first.cookies.set(COOKIE, second.cookies[COOKIE])
    answer = first.post(
        "/api/entries", json=[entry(first_of(first))], headers={FORM_TOKEN: pages[0]}
    )
    assert answer.json()["answers"][0]["event"] == 1


def test_sessions_end_without_use_and_not_with_it(visit, site):
    ann = visit("ann")
    person = site.sessions.person(site.ledger, ann.cookies[COOKIE])
    old = site.sessions.cookie(person, lasting=60)
    ann.cookies.clear()
    ann.cookies.set(COOKIE, old)
    renewed = ann.get("/api/list").cookies[COOKIE]
    assert renewed != old
    ann.cookies.clear()
    ann.cookies.set(COOKIE, renewed)
    assert COOKIE not in ann.get("/api/list").cookies


def test_passwords_and_links_end_when_they_are_replaced_or_revoked(visit, site):
    ann = visit("ann")
    assert ann.get("/judge").status_code == 200
    set_password(site.ledger, "ann", "a long password")
    assert ann.get("/judge").status_code == 303
    client = visit()
    form = {"name": "ann", "password": "a long password"}
    assert client.post("/sign-in", data=form).status_code == 303
    assert client.get("/judge").status_code == 200
    revoke(site.ledger, "ann")
    assert client.get("/api/list").status_code == 401
    assert client.post("/sign-in", data=form).status_code == 401


def test_guessing_is_slowed_down_and_foreign_forms_are_refused(visit, site):
    set_password(site.ledger, "ann", "a long password")
    client = visit()
    form = {"name": "ann", "password": "wrong"}
    statuses = [client.post("/sign-in", data=form).status_code for _ in range(12)]
    assert statuses[:10] == [401] * 10
    assert statuses[10:] == [429] * 2
    for headers in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        assert visit().post("/sign-in", data=form, headers=headers).status_code == 403


def test_many_people_of_one_address_sign_in(visit):
    assert {visit("ann").get("/judge").status_code for _ in range(15)} == {200}


def test_many_people_of_one_address_sign_in_at_the_same_moment(visit, site):
    path = f"/link/{new_link(site.ledger, 'ann')}"
    client = visit()
    statuses = []
    together = threading.Barrier(40)

    def follow():
        together.wait()
        statuses.append(client.post(path).status_code)

    people = [threading.Thread(target=follow) for _ in range(40)]
    for person in people:
        person.start()
    for person in people:
        person.join()
    assert statuses == [303] * 40


def test_links_cannot_be_guessed_at_leisure(visit):
    client = visit()
    statuses = [client.get(f"/link/{'x' * 43}{i}").status_code for i in range(12)]
    assert statuses == [401] * 10 + [429] * 2


def test_a_forged_or_old_cookie_signs_nobody_in(visit, site):
    ann = visit("ann")
    cookie = ann.cookies[COOKIE]
    assert site.sessions.person(site.ledger, cookie).name == "ann"
    for forged in (cookie[:-1] + ("0" if cookie[-1] != "0" else "1"), "x", "", None, "." + cookie):
        assert site.sessions.person(site.ledger, forged) is None
    person = site.sessions.person(site.ledger, cookie)
    assert site.sessions.person(site.ledger, site.sessions.cookie(person, lasting=-1)) is None
    assert (site.ledger.path.with_name("task.ledger.key").stat().st_mode & 0o077) == 0


def test_no_cookie_is_signed_with_half_a_key(site, monkeypatch):
    """An interrupted server leaves no key, and an empty one, which anybody knows, is refused."""
    path = site.ledger.path.with_name("task.ledger.key")
    whole = path.read_bytes()
    path.write_bytes(b"")
    with pytest.raises(InputError, match=r"task\.ledger\.key: this is no key of sessions"):
        Sessions.beside(site.ledger)
    path.unlink()

    def interrupted(_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(access.secrets, "token_bytes", interrupted)
        with pytest.raises(KeyboardInterrupt):
            Sessions.beside(site.ledger)
    assert not path.exists()
    Sessions.beside(site.ledger)
    assert len(path.read_bytes()) == len(whole) == 32
    assert path.read_bytes() != whole


def test_a_stranger_fills_no_memory(visit):
    client = visit()
    form = {"name": "a" * 20_000, "password": "wrong"}
    assert client.post("/sign-in", data=form).status_code == 413
    attempts = Attempts(seconds=-1.0)  # every attempt is long ago
    for name in range(10_002):
        attempts.count([f"name {name}"])
    assert len(attempts._times) < 10


def test_a_link_with_an_end_is_good_until_then(visit, site, monkeypatch):
    client = visit()
    token = new_link(site.ledger, "ann", days=1)
    assert client.get(f"/link/{token}").status_code == 200
    tampered = token.partition(".")[0] + ".99999999999"
    assert client.get(f"/link/{tampered}").status_code == 401
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + 86_401)
    assert client.get(f"/link/{token}").status_code == 401
