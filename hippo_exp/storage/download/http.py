"""A file over HTTP, continued where an earlier transfer stopped."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from hippo_exp import __version__
from hippo_exp.errors import DataError
from hippo_exp.storage.download.partial import check_space, discard, size_of, store_fault
from hippo_exp.storage.download.progress import Meter
from hippo_exp.storage.download.rules import (
    InterruptedTransferError,
    Rules,
    UnreachableError,
)
from hippo_exp.storage.lock import Claim

if TYPE_CHECKING:
    import requests
from hippo_exp.storage.download.answers import continues, length_of, public_address, refusal_of

CHUNK = 1 << 14
"""Bytes per read: small, since what came of an interrupted read is lost."""


def pour_http(
    address: str, part: Path, label: str, *, rules: Rules, held: Claim, meter: Meter
) -> None:
    """Bring ``part`` to its full length; what it already holds is not asked for again.

    Proxies are those of the environment (``HTTPS_PROXY``, ``NO_PROXY``). An interrupted transfer is
    continued; see :class:`Rules` for how often.

    Args:
        address: of the whole file.
        part: the partial file; need not exist.
        label: the file's name for ``meter``.
        rules: patience.
        held: the lock under which ``part`` is written.
        meter: shows progress.

    Raises:
        AbsentError: status 404 or 410.
        DataError: another refusal, or too many interruptions.
        UnreachableError: the server never answered.
        StoreError: the disk is full, or the folder cannot be written.
    """
    import requests

    failures, answered = 0, False
    with requests.Session() as session:
        while True:
            before = size_of(part)
            try:
                _transfer(session, address, part, label, rules, held, meter)
                return
            except InterruptedTransferError as error:
                answered = answered or error.answered
                grown = size_of(part) - before
                failures = 1 if grown >= rules.progress else failures + 1
                if failures > rules.retries:
                    raise _given_up(error, address, part, answered) from error
                wish = error.wait if error.wait is not None else rules.delay * 2 ** (failures - 1)
                rules.pause(min(wish, rules.longest))
            finally:
                meter.stop()


def _transfer(
    session: requests.Session,
    address: str,
    part: Path,
    label: str,
    rules: Rules,
    held: Claim,
    meter: Meter,
) -> None:
    with _open(session, address, part, rules) as response:
        offset = size_of(part) if response.status_code == 206 else 0
        length = length_of(response)
        meter.start(label, offset, None if length is None else offset + length)
        if length is not None:
            check_space(part, length - (0 if offset else size_of(part)))
        try:
            with part.open("ab" if offset else "wb") as stream:
                for chunk in _chunks(response):
                    held.beat()
                    stream.write(chunk)
                    meter.advance(len(chunk))
        except OSError as error:
            raise store_fault(error, part) from error
        if length is not None and size_of(part) != offset + length:
            raise InterruptedTransferError("the body was cut short", answered=True)


def _open(session: requests.Session, address: str, part: Path, rules: Rules) -> requests.Response:
    """A response whose body continues ``part`` (206) or is the whole file (200)."""
    offset = size_of(part)
    response = _ask(session, address, offset, rules)
    if offset and (response.status_code == 416 or not continues(response, offset)):
        response.close()
        discard(part)
        response = _ask(session, address, 0, rules)
    if response.status_code == 200 or (response.status_code == 206 and size_of(part)):
        return response
    response.close()
    raise refusal_of(response, address)


def _ask(session: requests.Session, address: str, offset: int, rules: Rules) -> requests.Response:
    import requests

    headers = {"User-Agent": f"hippo-exp/{__version__}", "Accept-Encoding": "identity"}
    if offset:
        headers["Range"] = f"bytes={offset}-"
    try:
        return session.get(
            address, headers=headers, stream=True, timeout=(rules.connect, rules.read)
        )
    except (requests.ConnectionError, requests.Timeout) as error:
        raise InterruptedTransferError(_short(error), answered=False) from error
    except requests.RequestException as error:
        raise DataError(
            f"cannot ask for the file ({_short(error)})",
            where=public_address(address),
            fix="check --mirror",
        ) from error


def _chunks(response: requests.Response) -> Iterator[bytes]:
    import requests

    try:
        yield from response.iter_content(CHUNK)
    except requests.RequestException as error:
        raise InterruptedTransferError(_short(error), answered=True) from error


def _short(error: Exception) -> str:
    """The last cause of a chain of wrapped errors, in one line."""
    cause: BaseException = error
    while cause.__cause__ or cause.__context__:
        cause = cause.__cause__ or cause.__context__ or cause
    return f"{type(cause).__name__}: {cause}"[:160]


def _given_up(
    error: InterruptedTransferError, address: str, part: Path, answered: bool
) -> DataError:
    there = size_of(part)
    kept = f"; the {there:,} bytes that came are kept and continued" if there else ""
    kind = DataError if answered else UnreachableError
    what = "the transfer keeps breaking off" if answered else "the server cannot be reached"
    return kind(
        f"{what} ({error.reason})",
        where=public_address(address),
        fix=f"try again later, or check --mirror and the proxy settings (HTTPS_PROXY){kept}",
    )
