"""The least that a program with two commands can be: what the start of ``puzzle`` is measured against."""

from __future__ import annotations

import typer

app = typer.Typer()


@app.command()
def first(numbers: list[str], target: str = typer.Option("24")) -> None:
    typer.echo(" ".join([*numbers, target]))


@app.command()
def second() -> None:
    typer.echo("second")


if __name__ == "__main__":
    app()
