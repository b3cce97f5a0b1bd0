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
    "raft",
    "loading_plank",
    "cargo_sled",
    "private_quarry",
    "stone_ornament",
)
SOURCE_IDS = (
    "market",
    "pyramids",
    "temple",
    "burial_chamber",
    "obelisks",
    "statues",
    "decorations",
    "ornaments",
    "private_quarries",
    "unused_cards",
    "prophecies",
    "wrath",
)
CARD_SOURCES = {  # where cards score by themselves; those that are missing only bring stones
    **dict.fromkeys(CARD_IDS[4:8], "decorations"),
    "statue": "statues",
    **dict.fromkeys(CARD_IDS[9:15], "unused_cards"),
    "private_quarry": "private_quarries",
    "stone_ornament": "ornaments",
}
CARD_COLORS = ("red", "green", "purple", "blue")
COLORS = ("black", "white", "brown", "gray")
