"""Human-like mouse movement, typing, scrolling and pauses (§4.3.4), as plans: pure functions of a `Random`.

Comes in: where to go, what to type, how far to scroll, and the random source. Goes out: a list of steps, each with
the seconds to wait before it. Nothing here sleeps or touches a browser; `tab` executes the plans.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

BACKSPACE: Final = "Backspace"
PUNCTUATION: Final = frozenset(".,;:!?。、，．！？」』)）")
TYPO_RATE: Final = 0.02
KEY_SECONDS: Final = (0.11, 0.035)
"""Mean and deviation of the pause before a key."""
KEY_LIMITS: Final = (0.03, 0.6)
PUNCTUATION_FACTOR: Final = 2.5
FLICK_PIXELS: Final = (320.0, 680.0)
FLICK_STEPS: Final = 6
FRAME_SECONDS: Final = (0.016, 0.030)
MAX_FLICKS: Final = 6
MOUSE_JITTER_PIXELS: Final = 0.8
READ_LIMITS: Final = (0.4, 6.0)
CHARACTERS_A_SECOND: Final = 400.0
"""Skimming, not reading: what decides whether to scroll on."""
NEIGHBOURS: Final = {
    "a": "qs", "b": "vn", "c": "xv", "d": "sf", "e": "wr", "f": "dg", "g": "fh", "h": "gj", "i": "uo", "j": "hk",
    "k": "jl", "l": "kp", "m": "nj", "n": "bm", "o": "ip", "p": "ol", "q": "wa", "r": "et", "s": "ad", "t": "ry",
    "u": "yi", "v": "cb", "w": "qe", "x": "zc", "y": "tu", "z": "xa",
}  # fmt: skip
"""Keys beside a key, on the QWERTY layout: where a slip lands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MouseMove:
    """Wait `delay` seconds, then have the pointer at (x, y)."""

    delay: float
    x: float
    y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyPress:
    """Wait `delay` seconds, then press `key`: one character, or `BACKSPACE`."""

    delay: float
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WheelTurn:
    """Wait `delay` seconds, then turn the wheel by `pixels` downwards."""

    delay: float
    pixels: int


def mouse_path(start: tuple[float, float], end: tuple[float, float], random: Random) -> list[MouseMove]:
    """From `start` to exactly `end` on a cubic Bezier curve that bows to one side, slow at both ends, with jitter."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    distance = math.hypot(dx, dy)
    steps = min(60, max(4, round(distance / 15)))
    seconds = 0.12 + 0.1 * math.log2(1 + distance / 20)
    bow = random.uniform(-0.2, 0.2)
    one = (start[0] + dx * 0.3 - dy * bow, start[1] + dy * 0.3 + dx * bow)
    two = (start[0] + dx * 0.7 - dy * bow, start[1] + dy * 0.7 + dx * bow)
    moves = []
    for step in range(1, steps + 1):
        t = smooth(step / steps)
        jitter = 0.0 if step == steps else MOUSE_JITTER_PIXELS
        x = _bezier(start[0], one[0], two[0], end[0], t) + random.gauss(0, 1) * jitter
        y = _bezier(start[1], one[1], two[1], end[1], t) + random.gauss(0, 1) * jitter
        moves.append(MouseMove(delay=seconds / steps, x=x, y=y))
    return moves


def _bezier(a: float, b: float, c: float, d: float, t: float) -> float:
    u = 1 - t
    return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d


def smooth(t: float) -> float:
    """Ease in and out: 0 at 0, ½ at ½, 1 at 1, flat at both ends."""
    return t * t * (3 - 2 * t)


def settle(t: float) -> float:
    """Ease out, as a wheel runs down: 0 at 0, ⅞ at ½, 1 at 1."""
    return 1 - (1 - t) ** 3


def key_presses(text: str, random: Random, *, typo_rate: float = TYPO_RATE) -> list[KeyPress]:
    """The keys that leave `text` in the field: Gaussian pauses, longer after punctuation, a rare slip put right."""
    keys: list[KeyPress] = []
    before = ""
    for character in text:
        beside = NEIGHBOURS.get(character.lower(), "")
        if beside and random.random() < typo_rate:
            slip = random.choice(beside)
            keys.append(KeyPress(delay=_key_pause(before, random), key=slip.upper() if character.isupper() else slip))
            keys.append(KeyPress(delay=2 * _key_pause("", random), key=BACKSPACE))
        keys.append(KeyPress(delay=_key_pause(before, random), key=character))
        before = character
    return keys


def _key_pause(before: str, random: Random) -> float:
    low, high = KEY_LIMITS
    pause = min(high, max(low, random.gauss(*KEY_SECONDS)))
    return pause * PUNCTUATION_FACTOR if before in PUNCTUATION and before else pause


def wheel_turns(distance: int, random: Random, *, max_flicks: int = MAX_FLICKS) -> list[WheelTurn]:
    """Flicks of the wheel, each running down, until `distance` pixels or `max_flicks` flicks are done.

    Never upwards, never past `distance`; a person who has seen enough stops before the end of an endless page.
    """
    wheels: list[WheelTurn] = []
    left = distance
    for flick in range(max_flicks):
        if left <= 0:
            break
        size = min(left, round(random.uniform(*FLICK_PIXELS)))
        pause = reading_pause(0, random) if flick else 0.0
        for number, pixels in enumerate(_running_down(size)):
            wheels.append(WheelTurn(delay=random.uniform(*FRAME_SECONDS) + (0.0 if number else pause), pixels=pixels))
        left -= size
    return wheels


def _running_down(size: int) -> Iterator[int]:
    """`size` pixels in steps that follow `settle`; steps of nothing are left out."""
    done = 0
    for step in range(1, FLICK_STEPS + 1):
        reached = round(size * settle(step / FLICK_STEPS))
        if reached > done:
            yield reached - done
            done = reached


def reading_pause(characters: int, random: Random) -> float:
    """Seconds spent on that much text before going on: log-normal about the time to skim it, within limits."""
    low, high = READ_LIMITS
    middle = low + characters / CHARACTERS_A_SECOND
    return min(high, max(low / 2, random.lognormvariate(math.log(middle), 0.35)))
