"""A reader of Thrift's binary protocol, as far as PHYRE's files use it.

A struct becomes a dictionary from field number to value; the files name no fields.
"""

from __future__ import annotations

import struct
from typing import Any

from bubbleball.errors import DataError

_STOP, _BOOL, _BYTE, _DOUBLE, _I16, _I32, _I64 = 0, 2, 3, 4, 6, 8, 10
_STRING, _STRUCT, _LIST = 11, 12, 15
_NUMBERS = {
    code: struct.Struct(f">{letter}")
    for code, letter in zip((_BOOL, _BYTE, _DOUBLE, _I16, _I32, _I64), "?bdhiq", strict=True)
}
_FIELD = struct.Struct(">h")
_LIST_HEAD = struct.Struct(">bi")

Fields = dict[int, Any]


class Reader:
    """Reads values one after the other from bytes."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._at = 0

    def read_struct(self) -> Fields:
        """Read fields until the stop code."""
        fields: Fields = {}
        content = self._content
        while (code := content[self._at]) != _STOP:
            (number,) = _FIELD.unpack_from(content, self._at + 1)
            self._at += 3
            fields[number] = self._value(code)
        self._at += 1
        return fields

    def _value(self, code: int) -> Any:
        if code in _NUMBERS:
            layout = _NUMBERS[code]
            (value,) = layout.unpack_from(self._content, self._at)
            self._at += layout.size
            return value
        return {_STRING: self._text, _STRUCT: self.read_struct, _LIST: self._list}[code]()

    def _text(self) -> str:
        length = self._value(_I32)
        if length < 0:  # would move back to what was already read, forever
            raise IndexError(f"a text of {length} bytes")
        start, self._at = self._at, self._at + length
        return self._content[start : self._at].decode()

    def _list(self) -> list[Any]:
        code, length = _LIST_HEAD.unpack_from(self._content, self._at)
        self._at += _LIST_HEAD.size
        return [self._value(code) for _ in range(length)]


def read(content: bytes, source: str) -> Fields:
    """Read one struct; damaged bytes raise a DataError that names `source`."""
    try:
        return Reader(content).read_struct()
    except (
        IndexError,
        KeyError,
        struct.error,
        UnicodeDecodeError,
        MemoryError,
        RecursionError,
    ) as fault:
        raise DataError(f"{source} is damaged: {fault!r}; fetch it again") from None
