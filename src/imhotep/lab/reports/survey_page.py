"""The statistics of a setup as one page that needs nothing but itself."""

from html import escape

from imhotep.lab.matches.survey import SurveyResult
from imhotep.lab.matches.verdict import Finding
from imhotep.lab.reports.survey_pictures import Picture, pictures
from imhotep.lab.reports.survey_tables import Sheet, described, sheets, title
from imhotep.lab.reports.svg import COLORS, FONT

STYLE = """
* { box-sizing: border-box; }
body { margin: 0; background: var(--table); color: var(--ink); font: 15px/1.5 FONT; }
main { max-width: 1240px; margin: 0 auto; padding: 20px 16px 40px; }
h1, h2 { font-family: Optima, Candara, "Palatino Linotype", Palatino, "DejaVu Serif Condensed", "Noto Serif", serif;
  font-weight: 600; line-height: 1.2; margin: 0; }
h1 { font-size: 28px; }
h2 { font-size: 17px; }
header p { margin: 4px 0 0; color: var(--faint); }
section { background: var(--paper); border: 1px solid var(--grid); border-radius: 14px; padding: 16px; min-width: 0; }
.glance { margin: 16px 0; border-left: 6px solid var(--gold); }
.glance ul { margin: 8px 0 0; padding: 0; list-style: none; }
.glance li { padding: 5px 0 5px 26px; position: relative; }
.glance li::before { content: "·"; position: absolute; left: 6px; font-weight: 700; color: var(--faint); }
.glance li.differs::before { content: "▲"; left: 2px; color: var(--gold); }
.glance li.alike::before { content: "="; left: 4px; color: var(--nile); }
.columns { columns: 370px; column-gap: 16px; margin-bottom: 16px; }
.columns section { break-inside: avoid; }
.columns section + section { margin-top: 16px; }
.tables { columns: 560px; }
figure { margin: 10px 0 0; }
svg { display: block; width: 100%; max-width: 420px; height: auto; }
figcaption, .note { color: var(--faint); font-size: 13px; line-height: 1.4; margin: 8px 0 0; }
.scroll { overflow-x: auto; margin-top: 8px; }
table { border-collapse: collapse; width: 100%; font-size: 13px; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: 4px 6px; border-bottom: 1px solid var(--grid); vertical-align: baseline; }
td { white-space: nowrap; }
th { color: var(--faint); font-weight: 600; }
thead th { vertical-align: bottom; }
th:first-child { text-align: left; padding-left: 0; }
tbody th { color: inherit; font-weight: 400; }
tr:last-child > * { border-bottom: 0; }
code { overflow-wrap: anywhere; font-size: 13px; }
footer { color: var(--faint); font-size: 13px; }
td span { display: inline-block; }
@media (max-width: 500px) {
  main { padding: 16px 8px 24px; }
  header { padding: 0 4px; }
  section { padding: 12px; }
  table { font-size: 12px; }
  td { white-space: normal; }
  td span { white-space: nowrap; }
  th, td { padding: 3px; }
}
"""


def page(result: SurveyResult) -> str:
    body = [
        f"<header><h1>{escape(title(result))}</h1>",
        f"<p>{escape(' · '.join(described(result)))}</p>",
        f"<p>{result.games:,} games, <b>{escape(result.bot)}</b> at every seat, seed {result.seed}</p></header>",
        _glance(result.at_a_glance) if result.games else "<section class='glance'>No game was finished.</section>",
        '<div class="columns">',
        *map(_figure, pictures(result)),
        '</div><div class="columns tables">',
        *map(_table, sheets(result)),
        _forfeits(result),
        f"</div><footer>Again: <code>{escape(result.command)}</code></footer>",
    ]
    head = (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"/>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
        f"<title>{escape(title(result))}: {escape(result.sides)}, {result.players} players</title>"
        f"<style>{COLORS}{STYLE.replace('FONT', FONT)}</style></head>"
    )
    return f"{head}\n<body><main>{''.join(body)}</main></body></html>\n"


def _glance(findings: list[Finding]) -> str:
    marks = {True: "differs", False: "alike", None: "told"}
    items = "".join(f'<li class="{marks[finding.sure]}">{escape(finding.text)}</li>' for finding in findings)
    return f'<section class="glance"><h2>At a glance</h2><ul>{items}</ul></section>'


def _figure(picture: Picture) -> str:
    return (
        f"<section><h2>{escape(picture.title)}</h2><figure>{picture.drawing.inline()}"
        f"<figcaption>{escape(picture.note)}</figcaption></figure></section>"
    )


def _table(sheet: Sheet) -> str:
    head = "".join(f"<th>{escape(heading)}</th>" for heading in sheet.headings)
    rows = "".join(f"<tr><th>{escape(row[0])}</th>{''.join(map(_cell, row[1:]))}</tr>" for row in sheet.rows)
    note = f'<p class="note">{escape(sheet.note)}</p>' if sheet.note else ""
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return f'<section><h2>{escape(sheet.title)}</h2><div class="scroll" tabindex="0">{table}</div>{note}</section>'


def _cell(words: str) -> str:
    """On a phone an interval stands below its value."""
    value, bracket, interval = escape(words).partition(" (")
    return f"<td>{value} <span>({interval}</span></td>" if bracket else f"<td>{value}</td>"


def _forfeits(result: SurveyResult) -> str:
    if not result.forfeits:
        return ""
    rows = [[forfeit.reason, str(forfeit.count), forfeit.example] for forfeit in result.forfeits]
    return _table(Sheet("Games the bot forfeited", ["reason", "games", "the first of them"], rows))
