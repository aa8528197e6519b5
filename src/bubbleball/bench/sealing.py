"""A checksum at the end of every line of a record file, so that damage is not read as data."""

from __future__ import annotations

import re
from zlib import crc32

_SEAL = re.compile(rb',"crc":"([0-9a-f]{8})"\}\n\Z')


def sealed(text: str) -> bytes:
    """A JSON object as a line that ends in its checksum.

    >>> sealed('{"run":1}')
    b'{"run":1,"crc":"d2b0b2a2"}\\n'
    """
    body = text.encode(errors="replace")
    return b'%b,"crc":"%08x"}\n' % (body[:-1], crc32(body))


def unsealed(line: bytes) -> bytes | None:
    """The line without its checksum; None if that is missing or does not fit."""
    seal = _SEAL.search(line)
    if seal is None:
        return None
    body = line[: seal.start()] + b"}"
    return body if int(seal[1], 16) == crc32(body) else None
