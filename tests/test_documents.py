"""Documents: the stored ones byte for byte, well formed whatever the title, asking for nothing, and compiled."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deadline import DEADLINE
from puzzle_solver import (
    ADD,
    DIVIDE,
    FOUR_FOURS,
    IN_ORDER,
    Document,
    InvalidPuzzle,
    Order,
    Puzzle,
    Rules,
    UnknownName,
    Worked,
    worked,
)
from puzzle_solver.documents import DOCUMENTS
from puzzle_solver.operators import Operator
from puzzle_solver.render.prose import to_prose

ROOT = Path(__file__).parents[1]
STORED = ROOT / "examples" / "documents"
HOSTILE = (
    "</title><script>alert('&')</script> 100% of $x_1$ \\evil{} #~^ `a` *b* [c](d) | \"é\" Ω \N{PILE OF POO} -- <!-- "
    "\x00 \ud800 a\nb"
)
BOTH = pytest.mark.parametrize("worksheet", [False, True])
VOID = {"meta", "link", "br", "hr", "img"}


@pytest.fixture(scope="module")
def puzzles() -> tuple[Worked, ...]:
    return tuple(map(worked, (
        Puzzle([3, 3, 8, 8]), Puzzle(["-1/2", "-0.5", 3], "-3/4"), Puzzle([4] * 4, 71, FOUR_FOURS), Puzzle([24]),
        Puzzle([1, 3, 4, 5, 6, 7, 8, 9], 1000, IN_ORDER), Puzzle([10**40, 7], 7 * 10**40), Puzzle([1, 1, 1, 1]),
        Puzzle(range(1, 31), 465, Rules(order=Order.FIXED, operators=(ADD,))), Puzzle([2, 3, 5, 7, 11, 13], 10**6),
    )))  # fmt: skip


# The stored documents


@pytest.mark.parametrize("kernel", ["0", ""])
def test_the_stored_documents_are_what_their_source_makes(kernel: str, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PUZZLE_SOLVER_KERNEL": kernel, "PYTHONHASHSEED": "7"}
    command = [sys.executable, str(STORED / "make.py"), str(tmp_path)]
    subprocess.run(command, env=environment, timeout=DEADLINE, check=True)
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert made == {
        path.name: path.read_bytes() for path in STORED.iterdir() if path.suffix in (".md", ".html", ".tex")
    }
    assert len(made) == 2 * len(DOCUMENTS)


# HTML


class Page(HTMLParser):
    """Elements must close in the order in which they opened."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def tags(self) -> list[str]:
        return [tag for tag, _ in self.seen]


@BOTH
@pytest.mark.parametrize("title", ["Plain", HOSTILE])
def test_html_is_well_formed_and_accessible(worksheet: bool, title: str, puzzles: tuple[Worked, ...]) -> None:
    text = Document(puzzles, title, worksheet).write("html")
    assert text.startswith("<!DOCTYPE html>\n")
    page = Page(text)
    attributes = dict(page.seen)
    assert attributes["html"]["lang"] == "en"
    assert attributes["h1"]["dir"] == "auto"
    assert "width=device-width" in str(attributes["meta"]["content"])
    assert page.tags.count("h1") == page.tags.count("main") == 1
    assert page.tags.count("section") == len(puzzles) * (1 + worksheet)
    assert page.tags.count("svg") == page.tags.count("title") - 1
    assert "@page" in text
    assert "break-before: page" in text
    assert text.encode().decode() == text


@BOTH
def test_html_refers_to_nothing_and_runs_nothing(worksheet: bool, puzzles: tuple[Worked, ...]) -> None:
    text = Document(puzzles, HOSTILE, worksheet).write("html")
    page = Page(text)
    assert not {"script", "iframe", "object", "embed", "img", "form", "base"} & set(page.tags)
    for _, attributes in page.seen:
        assert attributes.get("href", "data:,") == "data:,"
        assert not {"src", "srcset", "action", "style", "xlink:href"} & set(attributes)
        assert not [name for name in attributes if name.startswith("on")]
    assert not re.search(r"url\(|@import|https?:(?!//www\.w3\.org/2000/svg)", text)
    assert "default-src 'none'" in text


def test_dark_text_on_light_ground() -> None:
    style = (ROOT / "puzzle_solver" / "documents" / "page.css").read_text("utf-8")
    for color in set(re.findall(r"[^-]color: (#\w{6})", style)):
        assert contrast(color, "#ffffff") >= 7, color


def contrast(one: str, other: str) -> float:
    """WCAG 2.1, contrast ratio."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(color: str) -> float:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_a_page_prints_the_numbers_of_steps_beyond_nine_and_no_list_without_what_introduces_it() -> None:
    style = (ROOT / "puzzle_solver" / "documents" / "page.css").read_text("utf-8")
    (indent,) = re.findall(r"ul, ol \{ padding-left: ([0-9.]+)rem", style)
    assert float(indent) >= 2
    assert "p:has(+ ul) { break-after: avoid; }" in style


BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.mark.skipif(BROWSER is None, reason="no chromium is installed: the pages are not looked at in a browser")
@BOTH
def test_a_browser_shows_the_page_without_a_complaint(
    worksheet: bool, puzzles: tuple[Worked, ...], tmp_path: Path
) -> None:
    page, shown = tmp_path / "page.html", tmp_path / "page.png"
    page.write_text(Document(puzzles, HOSTILE, worksheet).write("html"), "utf-8")
    done = subprocess.run(
        [str(BROWSER), "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync",
         "--disable-background-networking", "--disable-component-update", f"--user-data-dir={tmp_path / 'home'}",
         "--enable-logging=stderr", f"--screenshot={shown}", "--window-size=500,900", page.as_uri()],
        capture_output=True, text=True, timeout=DEADLINE, check=True,
    )  # fmt: skip
    assert shown.stat().st_size > 5000
    assert "CONSOLE" not in done.stderr


# LaTeX


@BOTH
def test_latex_is_ascii_with_balanced_braces(worksheet: bool, puzzles: tuple[Worked, ...]) -> None:
    text = Document(puzzles, HOSTILE, worksheet).write("latex")
    assert text.isascii()
    bare = re.sub(r"\\[\\{}]", "", text)
    assert bare.count("{") == bare.count("}")
    assert len(re.findall(r"\\begin\{", text)) == len(re.findall(r"\\end\{", text))


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("8 ÷ 3 − 1 × 2", r"8 $\div$ 3 $-$ 1 $\times$ 2"),
        ("100% & $x_1 #~^", r"100\% \& \$x\_1 \#\textasciitilde{}\textasciicircum{}"),
        (r"\evil{}", r"\textbackslash{}evil\{\}"),
        ('a--b <c> |d| `e\' "f"', "a{-}{-}b $<$c$>$ $|$d$|$ {`}e{'} {''}f{''}"),
        ("déjà Çü ñ å ß", r"d\'{e}j\`{a} \c{C}\"{u} \~{n} \r{a} \ss{}"),
        ("Ω 😀", "[U+03A9] [U+1F600]"),
        ("日本語日本語", r"\allowbreak{}".join(["[U+65E5]", "[U+672C]", "[U+8A9E]"] * 2)),
        ("x" * 40 + " " + "x" * 41, "x" * 40 + " " + r"\allowbreak{}".join("x" * 41)),
        ("2" * 17, r"22\allowbreak{}222\allowbreak{}222\allowbreak{}222\allowbreak{}222\allowbreak{}222"),
    ],
)
def test_text_as_latex(text: str, latex: str) -> None:
    assert to_prose(text) == latex


@settings(max_examples=50)
@given(st.text(max_size=30))
def test_no_text_has_a_command_of_its_own(text: str) -> None:
    latex = to_prose(text)
    assert latex.isascii()
    assert "%" not in latex.replace(r"\%", "")
    assert latex.replace(r"\$", "").count("$") % 2 == 0


@pytest.mark.parametrize(("numbers", "fractions"), [(4, 3), (5, 0), (12, 0)])
def test_fractions_within_fractions_within_fractions_are_told_in_a_line(numbers: int, fractions: int) -> None:
    rules = Rules(order=Order.FIXED, operators=(DIVIDE,), brackets=False)
    told = worked(Puzzle([2] * numbers, Fraction(1, 2 ** (numbers - 2)), rules))
    text = Document((told,)).write("latex").partition("The solution")[2]
    assert text.count(r"\frac") == fractions + bool(fractions)
    assert (r"{\large 2 $\div$ 2 $\div$" in text) == (fractions == 0)


def test_a_sign_of_braces_is_no_fraction() -> None:
    odd = Operator("odd", "}{", ADD.apply)
    told = worked(Puzzle([1, 2], 3, Rules(operators=(odd,))))
    assert r"\text{\}\{}" in Document((told,)).write("latex")


TEX = shutil.which("pdflatex")


@pytest.mark.skipif(TEX is None, reason="no pdflatex is installed: the LaTeX is not compiled")
@BOTH
def test_latex_compiles_and_nothing_sticks_out(worksheet: bool, puzzles: tuple[Worked, ...], tmp_path: Path) -> None:
    (tmp_path / "page.tex").write_text(Document(puzzles, HOSTILE, worksheet).write("latex"), "ascii")
    done = subprocess.run(
        [str(TEX), "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "page.tex"],
        cwd=tmp_path, capture_output=True, encoding="latin-1", timeout=DEADLINE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-2000:]
    assert "Overfull" not in done.stdout
    assert (tmp_path / "page.pdf").read_bytes().startswith(b"%PDF")


# Markdown


def test_markdown_takes_no_mark_out_of_a_title(puzzles: tuple[Worked, ...]) -> None:
    first = Document(puzzles, HOSTILE).write("markdown").split("\n")[0]
    assert first.startswith(
        r"# \</title\>\<script\>alert('\&')\</script\> 100% of \$x\_1\$ \\evil\{\} \#\~^ \`a\` \*b\* \[c\](d)"
    )


# Any format


@BOTH
@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_tells_of_every_puzzle_and_ends_its_last_line(
    name: str, worksheet: bool, puzzles: tuple[Worked, ...]
) -> None:
    text = Document(puzzles, worksheet=worksheet).write(name)
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert text == Document(puzzles, worksheet=worksheet).write(name)
    assert "1000" in text


def test_titles_of_their_own() -> None:
    one, other = worked(Puzzle([3, 3, 8, 8])), worked(Puzzle([1, 5, 5, 5]))
    titles = [(Document((one,)), "Worked example"), (Document((one, other)), "Worked examples")]
    titles += [(Document((one,), worksheet=True), "Worksheet"), (Document((one,), " \n "), "Worked example")]
    for document, title in titles:
        assert document.write("markdown").split("\n")[0] == f"# {title}"


def test_a_worksheet_gives_no_answer_before_its_answers() -> None:
    one, other = worked(Puzzle([3, 3, 8, 8])), worked(Puzzle([1, 5, 5, 5]))
    for name in DOCUMENTS:
        before, _, after = Document((one, other), worksheet=True).write(name).partition("Answers")
        assert one.steps[0].split(" = ")[1] not in before.partition("main>")[2]
        assert "1/3" in after


def test_a_number_alone_is_no_tree() -> None:
    text = Document((worked(Puzzle([24])),)).write("html")
    assert ("24 = 24" in text, "<svg" in text) == (True, False)


@pytest.mark.parametrize(
    ("hands", "says"),
    [
        (((3, 3, 8, 8), (1, 5, 5, 5)), ""),
        (
            ((3, 3, 8, 8), (1, 1, 1, 1)),
            "Not every puzzle can be done: of one that cannot, write that it is impossible.",
        ),
        (((1, 1, 1, 1), (1, 1, 1, 2)), "None of the puzzles can be done: find out why."),
        (((1, 1, 1, 1),), ""),
    ],
)
def test_a_worksheet_warns_of_what_cannot_be_done(hands: tuple[tuple[int, ...], ...], says: str) -> None:
    text = Document(tuple(worked(Puzzle(hand)) for hand in hands), worksheet=True).write("markdown")
    assert [line for line in text.split("\n") if "puzzle" in line] == [says] * bool(says)


def test_there_is_no_document_about_nothing_and_none_of_another_name() -> None:
    with pytest.raises(InvalidPuzzle, match="no puzzle"):
        Document(())
    with pytest.raises(UnknownName, match="choose from markdown, html, latex"):
        Document((worked(Puzzle([24])),)).write("pdf")
