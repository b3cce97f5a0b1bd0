"""How fast the engine is, beside something else run in the same minute: these machines are shared and noisy."""
