"""Characters: which of them stand for plain ones."""

from __future__ import annotations

from typing import Final

_PLAIN: Final = {full: full - 0xFEE0 for full in range(0xFF01, 0xFF5F)}
"""The full-width forms of the printable ASCII characters, one for one."""


def to_plain(text: str) -> str:
    """Return ``text`` with full-width characters made plain, each in its place."""
    return text if text.isascii() else text.translate(_PLAIN)
