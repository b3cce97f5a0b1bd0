"""Ids of the things in Builder of Egypt, in the order of the engine's numbers."""

SITE_IDS = ("market", "pyramids", "temple", "burial_chamber", "obelisks")
CARD_IDS = (
    "",
    "entrance",
    "sarcophagus",
    "paved_path",
    "pyramid_decoration",
    "temple_decoration",
    "burial_chamber_decoration",
    "obelisk_decoration",
    "statue",
    "lever",
    "hammer",
    "sail",
    "chisel",
)
SOURCE_IDS = (
    "market",
    "pyramids",
    "temple",
    "burial_chamber",
    "obelisks",
    "statues",
    "decorations",
    "unused_cards",
    "wrath",
)
COLORS = ("black", "white", "brown", "gray")
