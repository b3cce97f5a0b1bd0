"""Cut the two fonts that the page ships to the signs that it writes: tools/build_fonts.py

Needs the packages fonttools and brotli, and the fonts as npm installs them into web/node_modules. The digits of both
fonts become lining and of equal width, since a `font:` shorthand would take that setting back everywhere. The family
names are ours: a changed font may not bear the reserved name of its original (SIL Open Font License, 3).
"""

import importlib
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
MODULES = ROOT / "web" / "node_modules" / "@fontsource-variable"
FOLDER = ROOT / "web" / "src" / "app" / "theme" / "fonts"

# English, German and French, with what is written between words and in sums; other letters in people's names are drawn
# by the system's own font.
SIGNS = "".join(map(chr, [*range(0x20, 0x7F), *range(0xA0, 0x100)])) + "ŒœŸ–—‘’‚“”„‹›•…\u202f\u2009−⁄€×→←↑↓"
FONTS = {
    "display": ("Imhotep Display", "alegreya/files/alegreya-latin-wght-normal.woff2", (500, 800)),
    "text": ("Imhotep Text", "source-sans-3/files/source-sans-3-latin-wght-normal.woff2", (400, 800)),
}
FIGURES = ("lnum", "tnum")  # features that the digits are fixed to


def build(name: str) -> Path:
    subset: Any = importlib.import_module("fontTools.subset")
    instancer: Any = importlib.import_module("fontTools.varLib.instancer")
    family, file, weights = FONTS[name]
    font = importlib.import_module("fontTools.ttLib").TTFont(MODULES / file)
    fix_figures(font)
    font = instancer.instantiateVariableFont(font, {"wght": weights})
    for glyph in font.getGlyphOrder():
        font["gvar"].variations.setdefault(glyph, [])  # the instancer leaves out what does not vary
    options = subset.Options(flavor="woff2", hinting=False, desubroutinize=True, layout_features=["kern", "mark"])
    options.name_IDs = [0, 1, 2, 13, 14]  # its authors and its licence stay in it
    cut = subset.Subsetter(options)
    cut.populate(text=SIGNS)
    cut.subset(font)
    for number in (1, 4, 16):
        font["name"].setName(family, number, 3, 1, 0x409)
    path = FOLDER / f"{name}.woff2"
    FOLDER.mkdir(exist_ok=True)
    subset.save_font(font, path, options)
    return path


def fix_figures(font: Any) -> None:
    """Each digit is drawn as these features would draw it."""
    table = font["GSUB"].table
    wanted = [
        index
        for feature in table.FeatureList.FeatureRecord
        if feature.FeatureTag in FIGURES
        for index in feature.Feature.LookupListIndex
    ]
    for digit in range(ord("0"), ord("9") + 1):
        glyph = font.getBestCmap()[digit]
        for index in sorted(set(wanted)):
            for rule in table.LookupList.Lookup[index].SubTable:
                rule = getattr(rule, "ExtSubTable", rule)
                glyph = getattr(rule, "mapping", {}).get(glyph, glyph)
        for cmap in font["cmap"].tables:
            if cmap.isUnicode():
                cmap.cmap[digit] = glyph


if __name__ == "__main__":
    try:
        for name in FONTS:
            path = build(name)
            print(f"{path.relative_to(ROOT)} {path.stat().st_size}")
    except ImportError as error:
        sys.exit(f"this needs the packages fonttools and brotli: {error}")
