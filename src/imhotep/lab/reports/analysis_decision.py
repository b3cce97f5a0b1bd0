"""One decision on the page: what was played, what would have been better and why, and the alternatives."""

from collections.abc import Sequence

import msgspec

from imhotep.lab.analysis.decisions import Decision
from imhotep.lab.analysis.expectations import Choice, Explanation
from imhotep.lab.analysis.game_analysis import Player
from imhotep.lab.analysis.words import GRADE_SIGNS, by_seat, percent, points, signed, why_in_words
from imhotep.lab.reports.html_elements import Html, element
from imhotep.table.catalogue import Catalogue

MOST_BARS = 8


def stone(color: str, name: str = "") -> Html:
    use = element("use", href=f"#flat-{color}")
    if name:
        return element("svg", use, class_="stone", viewBox="0 0 40 46", role="img", aria_label=name)
    return element("svg", use, class_="stone", viewBox="0 0 40 46", aria_hidden="true")


def decision_card(decision: Decision, players: Sequence[Player], words: Catalogue) -> Html:
    """Names are of who sat there at that time."""
    names = decision.names
    players = [msgspec.structs.replace(player, name=names[player.seat]) for player in players]
    return element(
        "section",
        _verdict(decision, players, words),
        _best_line(decision, names, words),
        _luck_line(decision, names),
        _seats(decision, players),
        _why(decision.why, players, words),
        _alternatives(decision, players),
        id=f"d{decision.ply}",
        class_=f"card decision {decision.grade}",
        aria_label=f"Decision {decision.ply}",
    )


def _verdict(decision: Decision, players: Sequence[Player], words: Catalogue) -> Html:
    unit, at, last = decision.progress
    said = {
        "only": "The only move.",
        "best": "The best move.",
        "equal": "About as good as the best move.",
        "good": "A good move.",
    }.get(decision.grade, f"{decision.grade.capitalize()}.")
    cost = ""
    if decision.win_cost or decision.lead_cost:
        cost = f" Costs {percent(decision.win_cost)} and {points(decision.lead_cost)} points."
    where = f"{decision.ply} · {unit} {at} of {last} · {words.questions[decision.question].text}"
    return element(
        "div",
        element("span", GRADE_SIGNS[decision.grade], class_="badge", aria_hidden="true"),
        element(
            "div",
            stone(players[decision.seat].color),
            f" {players[decision.seat].name}: ",
            element("b", decision.played.move.text),
            f". {said}{cost}",
            element("div", where, class_="quiet", style="font-size:12.5px"),
        ),
        class_="verdict",
    )


def _best_line(decision: Decision, names: Sequence[str], words: Catalogue) -> Html | None:
    if decision.why is None:
        return None
    eye = element("svg", element("use", href="#i-hint"), viewBox="0 0 24 24", aria_hidden="true")
    if not decision.why.clear:
        said = element("div", "About as good: ", element("b", decision.best.move.text))
        return element("div", eye, said, class_="bestline")
    why = f": {why_in_words(decision.why, words, names)}."
    return element("div", eye, element("div", "Best: ", element("b", decision.best.move.text), why), class_="bestline")


def _luck_line(decision: Decision, names: Sequence[str]) -> Html | None:
    if decision.luck is None:
        return None
    gem = element("svg", element("use", href="#i-luck"), viewBox="0 0 24 24", aria_hidden="true")
    said = f"Luck: what was revealed then changed the chances: {by_seat(decision.luck.win, names)}."
    return element("div", gem, element("div", said), class_="luckline")


def _seats(decision: Decision, players: Sequence[Player]) -> Html:
    """Chances and points of each seat, with the best move and after the one that was played."""
    cells = []
    for player in players:
        best, played = decision.best.expected, decision.played.expected
        chance, after = percent(best.win[player.seat]), percent(played.win[player.seat])
        score, then = points(best.score[player.seat]), points(played.score[player.seat])
        cells.append(
            element(
                "div",
                stone(player.color, player.name),
                element(
                    "div",
                    element("b", chance if chance == after else f"{chance[:-2]} → {after}", class_="num"),
                    element("small", f"{score if score == then else f'{score} → {then}'} points"),
                ),
                class_=f"seat{' decides' if player.seat == decision.seat else ''}",
            )
        )
    look = "seats" if len(players) == 3 else "seats even"
    return element("div", *cells, class_=look, aria_label="Chances of winning and expected points")


def _why(why: Explanation | None, players: Sequence[Player], words: Catalogue) -> Html | None:
    """Bars to the right speak for the best move, those to the left for the other."""
    if why is None or not why.clear or not why.parts:
        return None
    shown = why.parts[:MOST_BARS]
    rest = why.lead - sum(part.counts for part in shown)
    widest = max(abs(why.lead), abs(rest), *(abs(part.counts) for part in shown))
    rows = [
        _bar(
            stone(players[part.seat].color, players[part.seat].name),
            words.sources[part.source].name,
            part.counts,
            widest,
        )
        for part in shown
    ]
    if len(why.parts) > MOST_BARS:
        rows.append(_bar(None, "Other differences", rest, widest))
    rows.append(_bar(None, "Lead", why.lead, widest, "total"))
    title = f"Points for {why.better} against {why.than}"
    note = None
    if len(players) > 2:
        note = element("p", "Points of the others count against the lead, in equal parts.", class_="quiet")
    return element("div", element("h3", title), element("table", *rows, class_="why"), note)


def _bar(mark: Html | None, name: str, value: float, widest: float, look: str | None = None) -> Html:
    width = 50 * abs(value) / widest if widest else 0.0
    left = 50.0 if value >= 0 else 50 - width
    bar = element("i", style=f"left:{left:.2f}%;width:{width:.2f}%", class_=None if value >= 0 else "against")
    return element(
        "tr",
        element("td", mark, name),
        element("td", element("div", bar, class_="rail")),
        element("td", signed(value), class_="num"),
        class_=look,
    )


def _alternatives(decision: Decision, players: Sequence[Player]) -> Html | None:
    if decision.options == 1:
        return None
    choices = {choice.move.text: choice for choice in (decision.best, *decision.alternatives, decision.played)}
    heads = [element("th", "Move")]
    heads += [element("th", stone(player.color, player.name), colspan="2") for player in players]
    heads.append(element("th", "searched"))
    rows = [_alternative(choice, decision) for choice in choices.values()]
    table = element("table", element("tr", *heads), *rows, class_="moves-table")
    title = f"Moves looked at, of {decision.options}: chance of winning and points"
    return element("div", element("h3", title), element("div", table, class_="scroll"))


def _alternative(choice: Choice, decision: Decision) -> Html:
    text = choice.move.text
    name = [element("b", text) if text in (decision.best.move.text, decision.played.move.text) else text]
    if text == decision.best.move.text:
        name += [" ", element("span", "best", class_="tag is-best")]
    elif text == decision.played.move.text:
        name += [" ", element("span", "played", class_="tag is-played")]
    cells = [element("td", *name)]
    for win, score in zip(choice.expected.win, choice.expected.score, strict=True):
        cells += [element("td", percent(win), class_="num"), element("td", points(score), class_="quiet")]
    return element("tr", *cells, element("td", percent(choice.share), class_="quiet"))
