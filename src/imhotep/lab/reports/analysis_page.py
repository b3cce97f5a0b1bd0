"""An analysis as one page for the browser, with everything it needs inside."""

import re
from collections.abc import Iterator
from importlib import resources
from itertools import groupby

from imhotep.lab.analysis.decisions import Decision
from imhotep.lab.analysis.game_analysis import Analysis, Player, TurningPoint, course, stand_in
from imhotep.lab.analysis.words import (
    GRADE_SIGNS,
    by_seat,
    headline,
    knowledge,
    percent,
    points,
    signed,
    signed_percent,
)
from imhotep.lab.reports.analysis_charts import charts
from imhotep.lab.reports.analysis_decision import decision_card, stone
from imhotep.lab.reports.html_elements import Html, element, joined
from imhotep.table.catalogue import Catalogue, catalogue

GRADE_LOOKS = {
    "best": "fine",
    "equal": "fine",
    "good": "quiet",
    "inaccuracy": "doubtful",
    "mistake": "bad",
    "blunder": "bad",
}

READING = (
    "Each decision was searched by playing the game out many times, {knowledge} at that moment. The best move "
    "is what the search came to; costs are what the move played lost against it: chance of winning, and points of lead "
    "over the mean of the others.",
    "Signs: ✓ the best move, ≈ about as good, · good, ?! inaccuracy (4 % or 1.5 points), ? mistake (8 % or 3 points), "
    "?? blunder (16 % or 6 points), □ the only move. A difference that may be noise costs nothing.",
    "Accuracy is the mean over a player's decisions: 100 for nothing lost, 37 for 10 % or 4 points, whichever is "
    "worse.",
    "Luck (◆) is what the expectation changed by when a move showed something that had been hidden. ★ marks turning "
    "points: the largest changes of anybody's chance of winning.",
    "Keys: ← and → go from decision to decision, Home and End to the first and the last, m and M to the next mistake "
    "and back.",
)


def page(analysis: Analysis) -> str:
    words = catalogue(analysis.game)
    parts = {
        "title": joined([f"{headline(analysis)} · Imhotep"]),
        "style": Html(_file("analysis.css")),
        "drawings": Html(_file("drawings.svg")),
        "headline": joined([headline(analysis)]),
        "about": joined([_about(analysis, words)]),
        "players": element(
            "section",
            *map(_player_card, analysis.players, _scores(analysis), _won(analysis)),
            class_="players",
            aria_label="Players",
        ),
        "charts": charts(analysis),
        "turns": _turns(analysis),
        "details": _details(analysis, words),
        "moves": _moves(analysis),
        "legend": _legend(analysis),
        "script": Html(_file("analysis.js")),
    }
    return re.sub(r"<!--(\w+)-->", lambda found: str(parts[found[1]] or ""), _file("analysis.html"))


def _file(name: str) -> str:
    return resources.files("imhotep").joinpath("lab", "reports", "pages", name).read_text(encoding="utf-8").rstrip("\n")


def _about(analysis: Analysis, words: Catalogue) -> str:
    sims = f"{analysis.sims:,} simulations per decision, {knowledge(analysis.all_knowing)}, seed {analysis.seed}"
    return f"{words.title}, sides {analysis.sides} · {len(analysis.decisions)} decisions · {sims}"


# --- players


def _scores(analysis: Analysis) -> list[str]:
    """Final points; expected ones while the game is running."""
    if analysis.result is not None:
        return [str(score).replace("-", "−") for score in analysis.result.score]
    moments = course(analysis)
    return [points(score) for score in moments[-1].score] if moments else ["–"] * len(analysis.players)


def _won(analysis: Analysis) -> list[bool]:
    winners = [] if analysis.result is None else analysis.result.winners
    return [player.seat in winners for player in analysis.players]


def _player_card(player: Player, score: str, won: bool) -> Html:
    shown = [(grade, player.grades[grade]) for grade in GRADE_LOOKS if player.grades[grade]]
    accuracy = "–" if player.accuracy is None else f"{player.accuracy:.1f}"
    return element(
        "article",
        element(
            "div",
            stone(player.color),
            element("b", player.name),
            element("span", score, class_="num score"),
            class_="who",
        ),
        element("div", element("i", style=f"width:{player.accuracy or 0:.1f}%"), class_="meter"),
        element(
            "dl",
            _fact("Accuracy", accuracy),
            _fact("Moves", signed_percent(-player.win_lost), signed(-player.lead_lost)),
            _fact("Luck", signed_percent(player.win_by_luck), signed(player.lead_by_luck)),
        ),
        element(
            "div",
            *(
                element("span", element("b", GRADE_SIGNS[grade]), f" {count}", class_=GRADE_LOOKS[grade], title=grade)
                for grade, count in shown
            ),
            class_="grades",
        ),
        class_=f"card player{' won' if won else ''}",
    )


def _fact(name: str, *values: str) -> Html:
    figures = element("dd", *(element("span", value) for value in values), class_="num")
    return element("div", element("dt", name), figures, class_="fact")


# --- turning points


def _turns(analysis: Analysis) -> Html | None:
    if not analysis.turning_points:
        return None
    turns = sorted(analysis.turning_points, key=lambda turn: turn.ply)
    rows = (element("li", _turn(turn, analysis)) for turn in turns)
    return element("section", element("h2", "Turning points"), element("ol", *rows), class_="card turns")


def _turn(turn: TurningPoint, analysis: Analysis) -> Html:
    decision = analysis.decisions[turn.ply - 1]
    sign = ", luck" if turn.cause == "luck" else f" {GRADE_SIGNS[decision.grade]}" if decision.is_error else ""
    by = f" by {name}" if (name := stand_in(analysis, decision)) else ""
    changes = f"{by}: {by_seat(turn.win, decision.names)}"
    text = element("span", element("b", f"{decision.played.move.text}{sign}"), changes)
    number = element("span", str(turn.ply), class_="num")
    return element("a", number, stone(analysis.players[turn.seat].color), text, href=f"#d{turn.ply}")


# --- decisions


def _details(analysis: Analysis, words: Catalogue) -> Html:
    if not analysis.decisions:
        return element("section", "No decisions were made in this game.", class_="card")
    return element("div", *(decision_card(decision, analysis.players, words) for decision in analysis.decisions))


def _moves(analysis: Analysis) -> Html | None:
    if not analysis.decisions:
        return None
    return element(
        "section", element("h2", "Decisions"), element("div", *_groups(analysis), class_="list"), class_="card moves"
    )


def _groups(analysis: Analysis) -> Iterator[Html]:
    for progress, decisions in groupby(analysis.decisions, key=lambda decision: decision.progress):
        yield element("h3", f"{progress.unit} {progress.at} of {progress.of}".capitalize())
        yield element("ol", *(element("li", _move(decision, analysis)) for decision in decisions))


def _move(decision: Decision, analysis: Analysis) -> Html:
    name = decision.names[decision.seat]
    chances = zip(decision.names, decision.best.expected.win, strict=True)
    tip = f"{decision.ply}  {name}: {decision.played.move.text} · " + ", ".join(
        f"{one} {percent(win)}" for one, win in chances
    )
    win = signed_percent(-decision.win_cost) if decision.is_error else ""
    lead = signed(-decision.lead_cost) if decision.is_error else ""
    return element(
        "a",
        element("span", str(decision.ply), class_="ply"),
        stone(analysis.players[decision.seat].color, name),
        element("span", decision.played.move.text, class_="text"),
        element("span", GRADE_SIGNS[decision.grade], class_="sign", title=decision.grade),
        element("span", win, class_="num"),
        element("span", lead, class_="num"),
        href=f"#d{decision.ply}",
        class_=decision.grade,
        data_ply=str(decision.ply),
        data_tip=tip,
    )


def _legend(analysis: Analysis) -> Html:
    paragraphs = [element("p", text.replace("{knowledge}", knowledge(analysis.all_knowing))) for text in READING]
    return element("footer", element("details", element("summary", "How to read this"), *paragraphs), class_="legend")
