"""The web application: routes, their permissions, and the headers of all responses."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any
from urllib.parse import parse_qsl

from harness.core.errors import HarnessError, UnavailableError
from harness.core.packages import extra
from harness.judging.access import SESSION, Person, check_password, find_linked_person
from harness.judging.server import assessing, organising
from harness.judging.server.pages import page, static
from harness.judging.server.site import Site

with extra("judging", "the pages of assessors need"):
    from starlette.applications import Starlette
    from starlette.concurrency import run_in_threadpool
    from starlette.middleware import Middleware
    from starlette.middleware.gzip import GZipMiddleware
    from starlette.requests import Request
    from starlette.responses import (
        FileResponse,
        HTMLResponse,
        JSONResponse,
        RedirectResponse,
        Response,
    )
    from starlette.routing import Route

COOKIE = "judging"
#: The header that requests for changes must have.
FORM_TOKEN = "X-Form-Token"
#: The most failures to sign in within a minute.
_FAILURES = 10
#: The most bytes of a request.
LARGEST_BODY = 4_000_000
#: The most bytes of a name and a password.
_LARGEST_FORM = 10_000
#: Seconds that a request may take to arrive; a stopping server waits longer.
SLOWEST_BODY = 8

_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "connect-src 'self'; img-src 'self' data:; frame-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}

#: A PDF is shown in pages of this site only; the browser's viewer has its own styles and scripts.
_FRAMED = {"Content-Security-Policy": "frame-ancestors 'self'", "X-Frame-Options": "SAMEORIGIN"}
_COUNT = re.compile("[1-9][0-9]{0,8}")
_NUMBER = re.compile("[0-9]{1,15}")

#: Errors on values of a request that neither the ledger nor an answer can hold.
_BEYOND = (OverflowError, UnicodeEncodeError, sqlite3.ProgrammingError)

#: The roles that may use a route.
ASSESSOR = ("assessor", "adjudicator", "organiser")
ADJUDICATOR = ("adjudicator", "organiser")
ORGANISER = ("organiser",)

Answer = Callable[[Site, Person, Request, Any], Any]


class DeniedError(Exception):
    """Refusal of a request, with a status and a message."""

    def __init__(self, status: int, message: str) -> None:
        self.status, self.message = status, message
        super().__init__(message)


class Attempts:
    """Counts of failures to sign in within some seconds, under any number of keys."""

    def __init__(self, seconds: float = 60.0) -> None:
        self._seconds = seconds
        self._times: dict[str, deque[float]] = {}

    def refuse(self, limits: Mapping[str, int]) -> None:
        """Raise `DeniedError` (429) if a key has reached its limit."""
        moment = time.monotonic()
        for key, most in limits.items():
            times = self._times.get(key, deque())
            while times and times[0] < moment - self._seconds:
                times.popleft()
            if len(times) >= most:
                raise DeniedError(429, f"too many attempts: wait {self._seconds:.0f} seconds")

    def count(self, keys: Iterable[str]) -> None:
        """Count an attempt under each key."""
        moment = time.monotonic()
        for key in keys:
            self._times.setdefault(key, deque()).append(moment)
        if len(self._times) > 10_000:
            newest = moment - self._seconds
            self._times = {
                k: times for k, times in self._times.items() if times and times[-1] > newest
            }

    def forgive(self, keys: Iterable[str]) -> None:
        """Remove a successful attempt: fifty people may share one address."""
        for key in keys:
            if self._times.get(key):
                self._times[key].pop()


def application(site: Site) -> Starlette:
    """Return the pages of a ledger as an ASGI application."""
    attempts = Attempts()
    routes = [
        Route(path, partial(_protect, site, who, answer, page_answer=is_page), methods=[method])
        for method, path, who, answer, is_page in ROUTES
    ]
    routes += [
        Route("/", partial(_home, site)),
        Route("/sign-in", partial(_sign_in_page, site), methods=["GET"]),
        Route("/sign-in", partial(_sign_in, site, attempts), methods=["POST"]),
        Route("/link/{token}", partial(_link, site, attempts), methods=["GET", "POST"]),
        Route("/sign-out", partial(_sign_out, site), methods=["POST"]),
        Route("/static/{name}", _static, methods=["GET"]),
    ]
    return Starlette(
        routes=routes,
        middleware=[
            Middleware(_Headers),
            Middleware(GZipMiddleware, minimum_size=2000, compresslevel=2),
        ],
        exception_handlers={
            DeniedError: _denied,
            UnavailableError: _unavailable,
            HarnessError: _refused,
            **dict.fromkeys(_BEYOND, _refused),
        },
    )


class _Headers:
    """Middleware that adds the security headers to every response."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async def sending(message: Any) -> None:
            if message["type"] == "http.response.start":
                given = {name.lower() for name, _ in message["headers"]}
                message["headers"] = list(message["headers"]) + [
                    (name.lower().encode(), value.encode())
                    for name, value in _HEADERS.items()
                    if name.lower().encode() not in given
                ]
            await send(message)

        await self._app(scope, receive, sending)


async def _protect(
    site: Site, who: tuple[str, ...], answer: Answer, request: Request, *, page_answer: bool
) -> Response:
    """Admit only people with these roles; changes need the token."""
    person = await run_in_threadpool(_signed_in, site, request)
    if page_answer and (person is None or person.role not in who):
        return RedirectResponse("/" if person else "/sign-in", status_code=303)
    if person is None:
        raise DeniedError(401, "sign in again")
    if person.role not in who:
        raise DeniedError(403, "this is not for you")
    body = None
    if request.method != "GET":
        _check_form_token(site, person, request)
        body = await _body(request)
    result = await run_in_threadpool(answer, site, person, request, body)
    response = result if isinstance(result, Response) else JSONResponse(result)
    if site.sessions.is_old(request.cookies[COOKIE]):
        _set_cookie(response, site, person)
    return response


def _signed_in(site: Site, request: Request) -> Person | None:
    return site.sessions.person(site.reading, request.cookies.get(COOKIE))


def _check_form_token(site: Site, person: Person, request: Request) -> None:
    if request.headers.get(FORM_TOKEN) != site.sessions.form_token(person):
        raise DeniedError(403, "the request does not come from a page of this site")


async def _read_body(request: Request, most: int) -> bytes:
    """Read a body of at most so many bytes, within the limit of time."""
    content = bytearray()
    try:
        async with asyncio.timeout(SLOWEST_BODY):
            async for chunk in request.stream():
                content += chunk
                if len(content) > most:
                    raise DeniedError(413, f"at most {most} bytes are taken")
    except TimeoutError:
        raise DeniedError(408, f"it took more than {SLOWEST_BODY} seconds to arrive") from None
    return bytes(content)


async def _body(request: Request) -> Any:
    content = await _read_body(request, LARGEST_BODY)
    try:
        return json.loads(content or b"null")
    except (ValueError, RecursionError):
        raise DeniedError(400, "the request is not JSON") from None


async def _denied(_request: Request, denied: Any) -> Response:
    return JSONResponse({"error": denied.message}, status_code=denied.status)


async def _unavailable(_request: Request, error: Any) -> Response:
    return JSONResponse({"error": str(error)}, status_code=503, headers={"Retry-After": "5"})


async def _refused(_request: Request, error: Any) -> Response:
    return JSONResponse({"error": str(error)}, status_code=400)


async def _home(site: Site, request: Request) -> Response:
    person = await run_in_threadpool(_signed_in, site, request)
    if person is None:
        return RedirectResponse("/sign-in", status_code=303)
    homes = {"organiser": "/organise", "adjudicator": "/adjudicate"}
    return RedirectResponse(homes.get(person.role, "/judge"), status_code=303)


async def _sign_in_page(site: Site, _request: Request) -> Response:
    return HTMLResponse(page("sign_in", site))


async def _sign_in(site: Site, attempts: Attempts, request: Request) -> Response:
    _refuse_foreign(request)
    form = dict(parse_qsl((await _read_body(request, _LARGEST_FORM)).decode(errors="replace")))
    name, password = form.get("name", ""), form.get("password", "")
    # Counted before the check, so that simultaneous attempts are not all checked.
    # Guesses from another address do not lock a person out at once.
    limits = {
        f"name {name} of {_address(request)}": _FAILURES,
        f"name {name}": 10 * _FAILURES,
        f"address {_address(request)}": 10 * _FAILURES,
    }
    attempts.refuse(limits)
    attempts.count(limits)
    person = await run_in_threadpool(lambda: check_password(site.reading, name, password))
    if person is None:
        return _sign_in_again(site, "The name or the password is wrong.")
    attempts.forgive(limits)
    return _with_cookie(site, person)


async def _link(site: Site, attempts: Attempts, request: Request) -> Response:
    """Ask the owner of a personal link to continue, then sign in.

    A click in a web mail comes from another site: after a redirect the browser would not send the
    cookie. And programs that only fetch links, such as mail scanners, sign nobody in.
    """
    _refuse_foreign(request)
    limits = {f"link {_address(request)}": _FAILURES}
    attempts.refuse(limits)
    token = request.path_params["token"]
    person = await run_in_threadpool(lambda: find_linked_person(site.reading, token))
    if person is None:
        attempts.count(limits)
        message = "This link is not valid, or has ended. Ask the organiser for a new one."
        return _sign_in_again(site, message)
    if request.method != "POST":
        return HTMLResponse(page("link", site, person=person))
    return _with_cookie(site, person)


def _sign_in_again(site: Site, message: str) -> Response:
    return HTMLResponse(page("sign_in", site, message=message), status_code=401)


def _with_cookie(site: Site, person: Person) -> Response:
    answer = RedirectResponse("/", status_code=303)
    _set_cookie(answer, site, person)
    return answer


def _set_cookie(answer: Response, site: Site, person: Person) -> None:
    answer.set_cookie(
        COOKIE,
        site.sessions.cookie(person),
        max_age=SESSION,
        httponly=True,
        samesite="strict",
        secure=site.secure,
    )


async def _sign_out(site: Site, request: Request) -> Response:
    _refuse_foreign(request)
    answer = RedirectResponse("/sign-in", status_code=303)
    answer.delete_cookie(COOKIE, httponly=True, samesite="strict", secure=site.secure)
    return answer


def _refuse_foreign(request: Request) -> None:
    """Refuse forms of other sites, by the origin that browsers send."""
    origin = request.headers.get("origin")
    if request.method == "POST" and request.headers.get("sec-fetch-site") == "cross-site":
        raise DeniedError(403, "the form does not come from a page of this site")
    if origin not in (None, "null") and origin.partition("://")[2] != request.headers.get("host"):
        raise DeniedError(403, "the form does not come from a page of this site")


def _address(request: Request) -> str:
    return request.client.host if request.client else "unknown"


async def _static(request: Request) -> Response:
    answer = static(request.path_params["name"])
    if answer is None:
        raise DeniedError(404, "there is no such file")
    content, media_type = answer
    return Response(content, media_type=media_type)


def _page(name: str, site: Site, person: Person, _request: Request, _body: Any) -> Response:
    """Show a page to a signed-in person."""
    token = site.sessions.form_token(person)
    shown = page(name, site, person=person, form_token=token, ledger=site.sessions.ledger)
    return HTMLResponse(shown)


def _list(site: Site, person: Person, request: Request, _body: Any) -> Any:
    most = request.query_params.get("most", "")
    return assessing.work_list(site, person, int(most) if _COUNT.fullmatch(most) else None)


def _item(site: Site, person: Person, request: Request, _body: Any) -> Any:
    shown = assessing.item(site, person, request.path_params["assignment"])
    if shown is None:
        raise DeniedError(404, "this document is not on your list")
    return shown


def _pdf(site: Site, person: Person, request: Request, _body: Any) -> Response:
    path = assessing.find_pdf(site, person, **request.path_params)
    if path is None or not path.is_file():
        raise DeniedError(404, "there is no PDF of this document on your list")
    return FileResponse(path, media_type="application/pdf", headers=_FRAMED)


def _entries(site: Site, person: Person, request: Request, body: Any) -> Any:
    given = {name: request.query_params.get(name, "") for name in ("since", "asked")}
    known = {name: int(text) for name, text in given.items() if _NUMBER.fullmatch(text)}
    return assessing.answer_entries(site, person, body, **known)


#: Every route that needs a sign-in: method, path, roles, handler, whether it is a page.
ROUTES: tuple[tuple[str, str, tuple[str, ...], Answer, bool], ...] = (
    ("GET", "/judge", ASSESSOR, partial(_page, "judge"), True),
    ("GET", "/api/list", ASSESSOR, _list, False),
    ("GET", "/api/items/{assignment:int}", ASSESSOR, _item, False),
    ("GET", "/api/items/{assignment:int}/pdf", ASSESSOR, _pdf, False),
    ("POST", "/api/entries", ASSESSOR, _entries, False),
    ("GET", "/adjudicate", ADJUDICATOR, partial(_page, "adjudicate"), True),
    ("GET", "/api/conflicts", ADJUDICATOR, organising.conflicts, False),
    ("GET", "/api/documents/{unit:int}/pdf", ADJUDICATOR, _pdf, False),
    ("POST", "/api/adjudicate", ADJUDICATOR, organising.adjudicate, False),
    ("GET", "/organise", ORGANISER, partial(_page, "organise"), True),
    ("GET", "/api/overview", ORGANISER, organising.overview, False),
    ("GET", "/api/agreement", ORGANISER, organising.agreement, False),
    ("GET", "/api/leaderboard", ORGANISER, organising.leaderboard, False),
    ("POST", "/api/close", ORGANISER, organising.close, False),
    ("POST", "/api/answer", ORGANISER, organising.answer, False),
    ("POST", "/api/reassign", ORGANISER, organising.reassign, False),
)
