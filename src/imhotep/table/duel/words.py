"""Ids of the things in The Duel, in the order of the engine's numbers."""

SITE_IDS = ("obelisk", "temple", "pyramids", "tomb")
SOURCE_IDS = (*SITE_IDS, "action_tokens", "meeples")
ACTION_IDS = ("take", "place", "place_and_unload", "swap_and_unload")
COLORS = ("black", "white")
BOAT_IDS = ("row 1", "row 2", "row 3", "column 1", "column 2", "column 3")
PLAIN_TOKEN_IDS = ("", "obelisk", "light_pyramid", "dark_pyramid", *ACTION_IDS)  # those without a number
TOKEN_SOURCES = {  # where tokens score; of those with a number, by what stands before it
    "obelisk": "obelisk",
    "light_pyramid": "pyramids",
    "dark_pyramid": "pyramids",
    **dict.fromkeys(ACTION_IDS, "action_tokens"),
    "temple": "temple",
    "tomb": "tomb",
}
