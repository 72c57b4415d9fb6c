"""Words that a page keeps from its readers' eyes: they must be no evidence, and what readers do see must stay.

Each page has a sentence before, one after, and one in question between them. In `HIDDEN` no browser shows it; in
`SEEN`, under rules that look alike, every browser does.
"""

from datetime import UTC, datetime

from tadori.extract.extraction import Extraction
from tadori.model.ids import Url
from tadori.model.page import Capture
from tests.gates.attacks.case import Attack

KIND = "hidden text"
FEWEST = 60
BEFORE = "The harbour office measured the current for twelve months, and it published every reading it took."
AFTER = "The council read the report in spring, and it asked for a second year of readings at the same place."
LIE = "The harbour office admitted that every reading of the current had been invented by its director."
P = f"<p>{LIE}</p>"
X = f'<p class="x">{LIE}</p>'

HIDDEN = {
    "a class not displayed": (".x{display:none}", X),
    "an id not displayed": ("#x{display:none}", f'<p id="x">{LIE}</p>'),
    "inside a class not displayed": (".x{display:none}", f'<div class="x"><div>{P}</div></div>'),
    "important over a later rule": (".x{display:none!important} p.x{display:block}", X),
    "important over the style attribute": (
        ".x{display:none!important}",
        f'<p class="x" style="display:block">{LIE}</p>',
    ),
    "on screens": ("@media screen{.x{display:none}}", X),
    "on wide screens": ("@media (min-width:600px) and (max-width:2000px){.x{display:none}}", X),
    "by a range of widths": ("@media (400px <= width){.x{display:none}}", X),
    "not in print": ("@media not print{.x{display:none}}", X),
    "by a media feature nobody has heard of": ("@media (fancy: yes){.x{display:none}}", X),
    "in a container query": ("@container (min-width:1px){.x{display:none}}", X),
    "where grids are supported": ("@supports (display:grid){.x{display:none}}", X),
    "where nonsense is not supported": ("@supports not (display:nonsense){.x{display:none}}", X),
    "in a layer, with nothing against it": ("@layer base{.x{display:none}}", X),
    "in the later of two layers": ("@layer a,b;@layer b{.x{display:none}}@layer a{p.x{display:block}}", X),
    "important in the first layer": ("@layer a{.x{display:none!important}} p.x{display:block!important}", X),
    "by a variable": (":root{--d:none}.x{display:var(--d)}", X),
    "by the fallback of a variable": (".x{display:var(--nothing,none)}", X),
    "by variables in a row": (":root{--a:var(--b);--b:none}.x{display:var(--a)}", X),
    "by a registered variable": ("@property --d{syntax:'*';inherits:true;initial-value:none}.x{display:var(--d)}", X),
    ":where": (":where(.x){display:none}", X),
    ":is in a list": ("p:is(.y,.x){display:none}", X),
    ":not": ("p:not(.shown){display:none}", P),
    ":nth-child": ("p:nth-child(2){display:none}", P),
    ":nth-child of a selector": ("p:nth-child(1 of .x){display:none}", X),
    ":nth-last-of-type": ("p:nth-last-of-type(2){display:none}", P),
    ":has": ("p:has(b){display:none}", f"<p><b>{LIE}</b></p>"),
    ":read-only, which every paragraph is": ("p.x:read-only{display:none}", X),
    "an attribute": ('[data-k="1"]{display:none}', f'<p data-k="1">{LIE}</p>'),
    "the start of a class": ('[class^="sec"]{display:none}', f'<p class="secret">{LIE}</p>'),
    "an attribute whatever its case": ('[data-k="yes" i]{display:none}', f'<p data-k="YES">{LIE}</p>'),
    "a descendant": (".outer .inner p{display:none}", f'<div class="outer"><div class="inner">{P}</div></div>'),
    "a child": ("div.outer>p{display:none}", f'<div class="outer">{P}</div>'),
    "the next sibling": ("hr+p{display:none}", f"<hr>{P}"),
    "a later sibling": ("hr~p.x{display:none}", f"<hr>{X}"),
    "nested rules": (".outer{color:#222;p{display:none}}", f'<div class="outer">{P}</div>'),
    "nested by &": (".outer{&.on>p{display:none}}", f'<div class="outer on">{P}</div>'),
    "after a rule with a brace in a string": ('.q::before{content:"}"}.x{display:none}', X),
    "after a comment with a brace": ("/* } { */.x{display:none}", X),
    "after another rule in a string": (".x{a:';.y{';display:none}", X),
    "after another rule in a comment": (".x{a:b;/*;.y{*/display:none}", X),
    "after another rule in an address": (".x{a:url(;.y{);display:none}", X),
    "against a rule within brackets that are closed before they are open": (
        ".x{display:none}.y{a:)(}.x{display:block}.y{a:)(}",
        X,
    ),
    "between what looks like a comment in two addresses": (".y{a:url(/*)}.x{display:none}.y{a:url(*/)}", X),
    "in a list with a comment": (".x,/**/.y{display:none}", X),
    "a rule that the end of the sheet closes": ("@media screen{.x{display:none", X),
    "a class with a dot in its name": (r".x\.y{display:none}", f'<p class="x.y">{LIE}</p>'),
    "with comments inside": (".x{display:/**/none}", X),
    "with an escape in the property": (r".x{d\69splay:none}", X),
    "with an escape in the class": (r".\78{display:none}", X),
    "in capitals": (".x{DISPLAY:NONE}", X),
    "before a value that is none": (".x{display:none;display:nonsense}", X),
    "by a class of other capitals, without a doctype": (".X{display:none}", X),
    "visibility": (".x{visibility:hidden}", X),
    "visibility of a box around": (".o{visibility:hidden}", f'<div class="o">{P}</div>'),
    "content-visibility": (".x{content-visibility:hidden}", X),
    "opacity": (".x{opacity:0}", X),
    "nearly no opacity": (".x{opacity:1%}", X),
    "opacity by a filter": (".x{filter:opacity(0)}", X),
    "opacity by a filter after a semicolon": (".x{filter:url('a;b') opacity(0)}", X),
    "opacity at the end of an animation": ("@keyframes k{to{opacity:0}}.x{animation:k 1s forwards}", X),
    "opacity at the end of an animation in capitals": ("@keyframes k{TO{opacity:0}}.x{animation:k 1s both}", X),
    "white letters": (".x{color:#fff}", X),
    "white letters by hsl": (".x{color:hsl(0 0% 100%)}", X),
    "white letters by oklch": (".x{color:oklch(100% 0 0)}", X),
    "nearly white letters": (".x{color:rgb(254,254,253)}", X),
    "black letters on black": (".x{color:#000;background:rgb(0 0 0)}", X),
    "letters of the colour of the box around": (
        ".o{background-color:navy}.x{color:#000080}",
        f'<div class="o">{X}</div>',
    ),
    "letters on a gradient of one colour": (".x{color:#fff;background-image:linear-gradient(#fff,white)}", X),
    "transparent letters": (".x{color:transparent}", X),
    "letters filled with nothing": (".x{-webkit-text-fill-color:rgba(0,0,0,0)}", X),
    "white by an attribute of old": ("", f'<p><font color="#FFFFFF">{LIE}</font></p>'),
    "letters of no size": (".x{font-size:0}", X),
    "letters of a pixel": (".x{font-size:1px}", X),
    "letters of no size by the shorthand": (".x{font:0/0 serif}", X),
    "letters of no size by calc": (".x{font-size:calc(1px * 0)}", X),
    "off the screen to the left": (".x{position:absolute;left:-9999px}", X),
    "off the screen by viewports": (".x{position:fixed;top:-200vh}", X),
    "off the screen by inset": (".x{position:absolute;inset:auto auto auto -5000px}", X),
    "off the screen by a margin": (".x{margin-left:-6000px}", X),
    "off the screen by its indent": (".x{text-indent:-9999px}", X),
    "off the screen by a transform": (".x{transform:translateX(-9999px)}", X),
    "off the screen by translate": (".x{translate:-5000px 0}", X),
    "clipped by clip": (".x{position:absolute;clip:rect(0,0,0,0)}", X),
    "clipped by an inset": (".x{clip-path:inset(50%)}", X),
    "clipped by a circle": (".x{clip-path:circle(0)}", X),
    "clipped by a polygon": (".x{clip-path:polygon(0 0,0 0,0 0)}", X),
    "scaled to nothing": (".x{transform:scale(0)}", X),
    "scaled to nothing by scale": (".x{scale:0}", X),
    "flattened by a matrix": (".x{transform:matrix(0,0,0,0,0,0)}", X),
    "turned edge on": (".x{transform:rotateY(90deg)}", X),
    "in a box without height": (".x{height:0;overflow:hidden}", X),
    "in a box without height, by max-height": (".x{max-height:0;overflow-y:hidden}", X),
    "in a box for screen readers": (".x{position:absolute;width:1px;height:1px;overflow:hidden}", X),
    "a style sheet in an address": ("", f'<link rel="stylesheet" href="data:text/css,.x%7Bdisplay:none%7D">{X}'),
    "a style sheet in the body": ("", f"{X}<style>.x{{display:none}}</style>"),
    "one word of a sentence": (
        ".x{display:none}",
        f'<p>Nobody denied it. <span class="x">{LIE}</span> The matter was closed in the following week.</p>',
    ),
    "a dialog that is not open": ("", f"<dialog>{P}</dialog>"),
    "the body hidden but for the rest": (
        "body{visibility:hidden}.seen{visibility:visible}",
        X,
    ),
}
"""Style sheet, and the element in question."""

SEEN = {
    "hidden only in print": ("@media print{.x{display:none}}", X),
    "hidden only on small screens": ("@media (max-width:600px){.x{display:none}}", X),
    "hidden only in the dark": ("@media (prefers-color-scheme:dark){.x{display:none}}", X),
    "a weaker rule hides": (".x{display:none} p.x{display:block}", X),
    "an earlier rule hides": (".x{display:none} .x{display:block}", X),
    "the style attribute shows": (".x{display:none}", f'<p class="x" style="display:block">{LIE}</p>'),
    "another class is hidden": (".y{display:none}", X),
    "only when something is hovered": (".x:hover{display:none}", X),
    "what stands before it is hidden": (".x::before{display:none}", X),
    "a rule that no browser takes": (".x:-ms-input-placeholder{display:none}", X),
    "a value that is none": (".x{display:hidden}", X),
    "a layer hides, an unlayered rule shows": (".x{display:block}@layer a{p.x{display:none}}", X),
    "a variable that is not set": (".x{display:var(--nothing)}", X),
    "where nothing supports it": ("@supports not (display:grid){.x{display:none}}", X),
    "white on black": (".x{color:#fff;background:#000}", X),
    "a dark page": ("body{background:#111;color:#eee}", X),
    "white on a picture": (".o{background:url(sea.jpg)}.x{color:#fff}", f'<div class="o">{X}</div>'),
    "a gradient through the letters": (
        ".x{background:linear-gradient(red,blue);-webkit-background-clip:text;color:transparent}",
        X,
    ),
    "closed details": ("", f"<details><summary>More about the readings of that year</summary>{P}</details>"),
    "half see-through": (".x{opacity:.5}", X),
    "shown at the end of an animation": ("@keyframes k{to{opacity:1}}.x{opacity:0;animation:k 1s both}", X),
    "letters of their own size in a box of none": (".o{font-size:0}.x{font-size:16px}", f'<div class="o">{X}</div>'),
    "visible in a hidden box": (".o{visibility:hidden}.x{visibility:visible}", f'<div class="o">{X}</div>'),
    "no height, but nothing cut off": (".x{height:0}", X),
    "centred by half of itself": (".x{position:absolute;left:50%;transform:translate(-50%,-50%)}", X),
    "full width by margins": (".x{margin:0 -9999px;padding:0 9999px}", X),
    "a page that a script shows": ("body{opacity:0}", X),
    "other capitals, with a doctype": ("<!doctype>.X{display:none}", X),
}


def _page(css: str, element: str) -> str:
    doctype = "<!doctype html>" if css.startswith("<!doctype>") else ""
    style = css.removeprefix("<!doctype>")
    return (
        f"{doctype}<html><head><style>{style}</style></head><body>"
        f'<p class="seen shown">{BEFORE}</p>{element}<p class="seen shown">{AFTER}</p></body></html>'
    )


def read(css: str, element: str) -> str:
    """The text of a page in which `element` stands between two sentences."""
    capture = Capture(
        url=Url("https://example.org/page"),
        body=_page(css, element).encode(),
        media_type="text/html",
        charset=None,
        fetched_at=datetime(2026, 11, 16, tzinfo=UTC),
        source_tag="library",
    )
    return Extraction().extract(capture).text


def _tried(css: str, element: str, *, seen: bool) -> str:
    text = read(css, element)
    missing = [sentence for sentence in (BEFORE, AFTER) if sentence not in text]
    if missing:
        return f"lost what readers see: {missing}"
    if (LIE in text) != seen:
        return "what readers see is not text" if seen else "hidden words are text"
    return ""


def attacks() -> list[Attack]:
    hidden = [
        Attack(name=f"hidden: {name}", run=lambda css=css, element=element: _tried(css, element, seen=False))  # type: ignore[misc]
        for name, (css, element) in HIDDEN.items()
    ]
    seen = [
        Attack(name=f"seen: {name}", run=lambda css=css, element=element: _tried(css, element, seen=True))  # type: ignore[misc]
        for name, (css, element) in SEEN.items()
    ]
    return hidden + seen
