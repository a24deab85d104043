"""Cases that are many and small, such as seeds: a test takes twenty at once, since each test costs a little."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, Final, TypeAlias

import pytest

Test: TypeAlias = Callable[..., None]

SIZE: Final = 20


def in_groups(names: str, cases: Iterable[Any], size: int = SIZE) -> Callable[[Test], Test]:
    """Do as ``pytest.mark.parametrize``, but let a test run over ``size`` cases. A failure names its case."""
    wanted = [name.strip() for name in names.split(",")]
    every = [case if len(wanted) > 1 else (case,) for case in cases]
    groups = [every[start : start + size] for start in range(0, len(every), size)]

    def decorate(test: Test) -> Test:
        @wraps(test)
        def over(*, group: list[tuple[Any, ...]], **others: Any) -> None:
            for case in group:
                given = dict(zip(wanted, case, strict=True))
                try:
                    test(**given, **others)
                except Exception as error:
                    error.add_note(f"the case is {given}")
                    raise

        own = inspect.signature(test)
        kept = [parameter for name, parameter in own.parameters.items() if name not in wanted]
        added = inspect.Parameter("group", inspect.Parameter.KEYWORD_ONLY)
        over.__signature__ = own.replace(parameters=[*kept, added])  # type: ignore[attr-defined]
        by_group: Test = pytest.mark.parametrize("group", groups, ids=_name)(over)
        return by_group

    return decorate


def _name(group: list[tuple[Any, ...]]) -> str:
    first, last = ("-".join(map(str, case)) for case in (group[0], group[-1]))
    return f"{first}..{last}"
