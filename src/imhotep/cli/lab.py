"""imhotep lab: what many games of a setup say about it."""

import json
from pathlib import Path
from typing import Any

import msgspec
import typer

from imhotep.cli.watching import Watcher
from imhotep.lab.matches.survey import Survey, SurveyResult
from imhotep.lab.matches.verdict import many
from imhotep.lab.reports.survey_page import page
from imhotep.lab.reports.survey_pictures import poster
from imhotep.lab.reports.survey_tables import Sheet, described, sheets, title
from imhotep.table.errors import SetupError
from imhotep.table.files import refuse_unwritable, write_text


def run(
    bot: str,
    arguments: dict[str, Any],
    jobs: int,
    cluster: str | None,
    as_json: bool,
    html: Path | None,
    svg: Path | None,
) -> None:
    """`arguments` are those of `Survey`. What is done when somebody presses Ctrl-C is shown all the same."""
    survey = Survey(bot, **arguments)
    _check_files(html, svg)
    interrupted = False
    bots = [bot] * survey.series.setup.players
    with Watcher(survey.games) as watcher:
        try:
            survey.run(jobs=jobs, cluster=cluster, on_game=lambda outcome: watcher.note(outcome, bots))
        except KeyboardInterrupt:
            interrupted = True
    result = survey.result()
    if as_json:
        print(json.dumps(msgspec.to_builtins(result, str_keys=True)))  # a seed may be longer than msgspec writes
    else:
        show(result)
    if html is not None:
        write_text(html, page(result))
    if svg is not None:
        write_text(svg, poster(result).file())
    if interrupted:
        raise typer.Exit(130)


def _check_files(html: Path | None, svg: Path | None) -> None:
    """Now, not after all games."""
    if html is not None and svg is not None and html.resolve() == svg.resolve():
        raise SetupError("the page and the pictures each need a file of their own")
    for path in (html, svg):
        if path is not None:
            refuse_unwritable(path)


def show(result: SurveyResult) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.padding import Padding
    from rich.table import Table

    console = Console()
    console.print(
        f"[bold]{many(result.games, 'game')}[/] of {title(result)}, {escape(result.bot)} at every seat, "
        f"seed {result.seed}, {result.engine} engine",
        highlight=False,
    )
    console.print(escape(", ".join(described(result))), highlight=False)
    if result.stopped == "interrupted":
        console.print("Interrupted: these games were finished by then.")
    if not result.games:
        console.print("No game was finished.")
    marks = {True: "[bold yellow]▲[/]", False: "[cyan]=[/]", None: "·"}
    glance = Table.grid(padding=(0, 1))
    for finding in result.at_a_glance:
        glance.add_row(marks[finding.sure], escape(finding.text))
    console.print(glance)
    for sheet in sheets(result):
        console.print(_table(sheet))
        if sheet.note:
            console.print(Padding(f"[dim]{escape(sheet.note)}[/]", (0, 0, 0, 1)), highlight=False)
    if result.forfeits:
        rows = [[forfeit.reason, str(forfeit.count), forfeit.example] for forfeit in result.forfeits]
        sheet = Sheet("Games the bot forfeited, which aren't counted", ["reason", "games", "the first of them"], rows)
        console.print(_table(sheet))
    console.print("Again:", escape(result.command), highlight=False, soft_wrap=True)


def _table(sheet: Sheet) -> Any:
    from rich.markup import escape
    from rich.table import Table

    table = Table(title=sheet.title, title_justify="left")
    table.add_column(sheet.headings[0], overflow="fold")
    for heading in sheet.headings[1:]:
        table.add_column(heading, justify="right")
    for row in sheet.rows:
        table.add_row(*map(escape, row))
    return table
