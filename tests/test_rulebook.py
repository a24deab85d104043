"""Rules as tables and files: every rule survives a file, and what is wrong in one is said in one line."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle_solver.errors import InvalidPuzzle, PuzzleError, UnknownName
from puzzle_solver.operators import (
    ADD,
    BASIC,
    MOST,
    NEGATE,
    OPERATORS,
    SQUARE_ROOT,
    SUBTRACT,
    Fixity,
    Limits,
    Operator,
    UnaryOperator,
)
from puzzle_solver.rulebook import (
    ENTRIES,
    change_rules,
    find_or_load,
    load_rules,
    read_rules,
    rules_table,
    spell_operators,
    write_rules,
)
from puzzle_solver.rules import COUNTDOWN, DOMAINS, PRESETS, Deal, Order, Rules, Use

MEAN = Operator("mean", "~", lambda left, right: (left + right) / Fraction(2))
FORMS = pytest.mark.parametrize("form", ["toml", "json"])

texts = st.text(st.characters(exclude_categories=["Cs"]))


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    brackets = draw(st.booleans())
    decimals = draw(st.booleans())
    free = [operator for operator in OPERATORS if brackets or operator.fixity is Fixity.BETWEEN]
    return Rules(
        name=draw(texts),
        operators=tuple(draw(st.lists(st.sampled_from(free), unique=True))),
        order=draw(st.sampled_from(Order)),
        use=draw(st.sampled_from(Use)),
        domain=draw(st.sampled_from(DOMAINS)),
        join=draw(st.booleans()),
        decimals=decimals,
        recurring=decimals and draw(st.booleans()),
        brackets=brackets,
        unary_depth=draw(st.integers(0, 100)),
        limits=Limits(draw(st.integers(1, MOST.bits)), draw(st.none() | st.integers(1, 10**30))),
        target=draw(st.none() | st.fractions(max_denominator=10**9)),
        deal=Deal(draw(st.none() | st.integers(1, 100)), draw(texts), draw(texts)),
        source=draw(texts),
    )


@FORMS
@given(rules=any_rules())
def test_every_rule_survives_a_file(form: str, rules: Rules) -> None:
    assert read_rules(write_rules(rules, form)) == rules


def test_every_field_of_rules_has_an_entry() -> None:
    apart = {"max_bits": "limits", "max_exponent": "limits", "numbers": "deal", "deck": "deal", "targets": "deal"}
    entries = {apart.get(entry, entry) for entry in ENTRIES}
    assert entries == {field.name for field in fields(Rules)}


@FORMS
@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_a_preset_is_a_file_of_its_own(form: str, rules: Rules, tmp_path: Path) -> None:
    file = tmp_path / f"file.{form}"
    file.write_text(write_rules(rules, form), "utf-8")
    assert load_rules(file) == find_or_load(str(file)) == find_or_load(rules.name) == rules


def test_a_table_is_plain_json() -> None:
    table = rules_table(replace(COUNTDOWN, target=Fraction(1, 3)))
    assert json.loads(json.dumps(table)) == table
    assert table["target"] == "1/3"
    assert change_rules(Rules(), table) == replace(COUNTDOWN, target=Fraction(1, 3))


def test_a_file_may_leave_things_out(tmp_path: Path) -> None:
    assert read_rules("") == read_rules("{}") == Rules()
    assert read_rules('{"join": null, "target": null}') == Rules()
    file = tmp_path / "our club.toml"
    file.write_text("\ufeffjoin = true\r\n", "utf-8")
    assert load_rules(file) == Rules("our club", join=True)


@pytest.mark.parametrize("target", ["100", '"100"', "1e2", "100.0", '"200/2"'])
def test_a_target_is_read_exactly(target: str) -> None:
    assert read_rules(f"target = {target}").target == 100
    assert read_rules(f'{{"target": {target}}}').target == 100
    assert read_rules("target = 0.1").target == Fraction(1, 10)


@pytest.mark.parametrize("operators", ['"+-√"', '"add,subtract,sqrt"', '["+", "-", "sqrt"]', '["+-", "√", "+"]'])
def test_operators_are_symbols_or_names(operators: str) -> None:
    assert read_rules(f"operators = {operators}").operators == (ADD, SUBTRACT, SQUARE_ROOT)


def test_an_operator_is_spelled_so_that_it_is_found_again() -> None:
    assert spell_operators((SUBTRACT, NEGATE)) == ["-", "negate"]
    assert spell_operators((NEGATE,)) == ["negate"]
    assert spell_operators((*BASIC, MEAN)) == ["+", "-", "*", "/", "~"]


def test_own_operators_can_be_named_but_not_written() -> None:
    rules = read_rules('operators = ["+", "~"]', (MEAN, *OPERATORS))
    assert rules.operators == (ADD, MEAN)
    with pytest.raises(InvalidPuzzle, match=r"'~' \(mean\).*of your own"):
        write_rules(rules)
    with pytest.raises(UnknownName, match=r"'xml'.*toml, json"):
        write_rules(Rules(), "xml")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("joined = true", "'joined' is no part of rules: choose from name, operators"),
        ("join = 1", "'join' is 1: write true or false"),
        ("join = 'yes'", "'join' is 'yes': write true or false"),
        ("operators = '+?'", "'?' is no operator"),
        ("operators = ''", "no operator in ''"),
        ("operators = [1]", "'operators' is [1]: write symbols and names"),
        ("operators = true", "'operators' is True: write symbols"),
        ("order = 'mixed'", "'mixed' is no order: choose from free, fixed"),
        ("use = 2", "'use' is 2: write all, some"),
        ("domain = 'real'", "no domain is called 'real': choose from rational"),
        ("unary_depth = -1", "'unary_depth' is -1: write an integer from 0 to 100"),
        ("unary_depth = 1.5", "'unary_depth' is '1.5': write an integer"),
        ("unary_depth = true", "'unary_depth' is True: write an integer"),
        ("max_bits = 0", "'max_bits' is 0: write an integer from 1 to 131072"),
        ("max_bits = 1000000000", "'max_bits' is 1000000000: write an integer"),
        ("max_exponent = 'many'", "'max_exponent' is 'many': write an integer from 1"),
        ("target = 'x'", "'x' is not a number"),
        ("target = '1/0'", "divides by zero"),
        ("target = inf", "'inf' is not a number"),
        ("target = [1]", "'target' is [1]: write a number"),
        ("target = 1979-05-27", "write a number"),
        ("name = 24", "'name' is 24: write a text"),
        ("join = true\njoin = false", "no rules in TOML or JSON"),
        ("join", "no rules in TOML or JSON"),
        ('{"join": true', "no rules in TOML or JSON"),
        ('{"target": NaN}', "'NaN' is not a number"),
        ('{"join": true, "join": false}', "'join' is given twice"),
        ('{"target": 1' + "0" * 5000 + "}", "no rules in TOML or JSON"),
        ("[rules]\njoin = true", "'rules' is no part of rules"),
        ("recurring = true", "only after a decimal point: allow decimals"),
        ("brackets = false\noperators = '+√'", "'sqrt' may be written with brackets: allow brackets"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_one_line(text: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(PuzzleError) as error:
        read_rules(text)
    assert says in str(error.value)
    assert "\n" not in str(error.value)
    file = tmp_path / "club.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(PuzzleError) as error:
        load_rules(file)
    assert says in str(error.value)
    assert "club.toml" in str(error.value)


def test_two_operators_with_one_symbol_are_refused_unless_they_can_be_told_apart() -> None:
    assert Rules(operators=(SUBTRACT, NEGATE)).operators == (SUBTRACT, NEGATE)
    twins = (ADD, Operator("plus", "+", lambda left, right: left + right))
    with pytest.raises(InvalidPuzzle, match=r"two operators are written '\+'"):
        Rules(operators=twins)


def test_own_operators_need_brackets_where_they_are_calls() -> None:
    with pytest.raises(InvalidPuzzle, match="'half' may be written with brackets"):
        Rules(operators=(UnaryOperator("half", "half", lambda value: value / 2),), brackets=False)


@pytest.mark.parametrize("name", ["chess", "none.toml", "", ".", "/", "club.txt"])
def test_no_rules_by_that_name(name: str) -> None:
    with pytest.raises(UnknownName, match=r"choose from 24, .* \.toml or \.json"):
        find_or_load(name)


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_bytes(b"name = '\xff'")
    with pytest.raises(InvalidPuzzle, match="no text in UTF-8"):
        load_rules(file)
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(OSError, match=r"folder\.toml"):
        find_or_load(str(tmp_path / "folder.toml"))
