"""Make TransformerLectureSans.otf out of Noto Sans CJK (run by hand; needs fontTools and the source font).

    python helpers/views/fonts/build_font.py path/to/NotoSansCJK-Regular.ttc

The subset holds GB2312 and the signs of the lectures. What the source lacks (most subscripts and
superscripts, a few operators and buttons) is set from its own outlines, scaled and shifted: mathematical
text in matplotlib looks only into the first font of the family list, so a fallback font is not enough.
"""

import sys
from pathlib import Path

from fontTools.misc.transform import Identity
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.transformPen import TransformPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTCollection

FAMILY = "Transformer Lecture Sans"
FILE = Path(__file__).with_name("TransformerLectureSans.otf")
SIMPLIFIED_CHINESE = "Noto Sans CJK SC"

# Words of today's Chinese that GB2312 (1980) does not have.
EXTRA = "啰怼囧嘚瞭堃镕喆祎〇"


def blocks(*bounds):
    return {chr(code) for first, last in bounds for code in range(first, last + 1)}


def wanted():
    gb2312 = set()
    for row in range(0xA1, 0xF8):
        for cell in range(0xA1, 0xFF):
            gb2312.add(bytes([row, cell]).decode("gb2312", errors="ignore"))
    gb2312 -= {""} | blocks((0x3040, 0x30FF), (0x0400, 0x04FF))  # neither kana nor Cyrillic
    return (gb2312 | set(EXTRA)
            | blocks((0x20, 0x7E), (0xA0, 0xFF), (0x391, 0x3C9))  # ASCII, Latin-1, Greek
            | blocks((0x2010, 0x2027), (0x2030, 0x203B), (0x2070, 0x209C))  # punctuation, scripts
            | blocks((0x2100, 0x214F), (0x2160, 0x217B))  # letter-like, Roman numerals
            | blocks((0x2190, 0x21FF), (0x2200, 0x22FF), (0x2300, 0x23FF))  # arrows, operators, technical
            | blocks((0x2460, 0x24FF), (0x2500, 0x25FF), (0x2600, 0x27FF))  # circled, boxes, signs
            | blocks((0x3000, 0x303F), (0xFF01, 0xFF5E), (0xFFE0, 0xFFE6)))  # full-width


SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ", "0123456789+−=()ni"))
SUPERSCRIPTS |= dict(zip("ᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ", "ABDEGHIJKLMNOPRTUVW"))
SUPERSCRIPTS |= dict(zip("ᵃᵇᶜᵈᵉᶠᵍʰʲᵏˡᵐᵒᵖʳˢᵗᵘᵛʷˣʸᶻ", "abcdefghjklmoprstuvwxyz"))
SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎", "0123456789+−=()"))
SUBSCRIPTS |= dict(zip("ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ", "aehijklmnoprstuvxβγρφχ"))


def scaled(source, width, up):
    return [(source, Identity.translate(0, up).scale(0.6, 0.6))], 0.6 * width + 10


def moved(source, x=0, y=0):
    return source, Identity.translate(x, y)


def turned(source, angle):  # quarter turns about the centre of the em square (500, 380)
    return source, Identity.translate(500, 380).rotate(angle).translate(-500, -380)


def composed(advance):
    """Return {character: ([(source character, transform), ...], advance width)}."""
    quarter, half = 1.5707963267948966, 3.141592653589793
    made = {c: scaled(s, advance(s), 441) for c, s in SUPERSCRIPTS.items()}
    made |= {c: scaled(s, advance(s), -150) for c, s in SUBSCRIPTS.items()}
    return made | {
        "∘": ([moved("°", 95, -270)], 555),
        "⋅": ([moved("·", -222)], 555),
        "∙": ([moved("·", -222)], 555),
        "⟂": ([moved("⊥")], 1000),
        "⊤": ([turned("⊥", half)], 1000),
        "⊢": ([turned("⊥", -quarter)], 1000),
        "⋮": ([turned("⋯", quarter)], 1000),
        "⋱": ([turned("⋯", -quarter / 2)], 1000),
        "⟨": ([moved("〈", -560)], 460),
        "⟩": ([moved("〉", 20)], 460),
        "⟶": ([moved("→")], 1000),
        "⟵": ([moved("←")], 1000),
        "⟹": ([moved("⇒")], 1000),
        "↩": ([moved("⏎")], 1000),
        "▸": ([("▶", Identity.translate(150, 114).scale(0.7, 0.7))], 1000),
        "◂": ([("◀", Identity.translate(150, 114).scale(0.7, 0.7))], 1000),
        "⏸": ([("▌", Identity.translate(200, 50).scale(0.3, 0.75)),
               ("▌", Identity.translate(600, 50).scale(0.3, 0.75))], 1000),
        "⏹": ([moved("■")], 1000),
        "⏮": ([("◀", Identity.translate(150, 114).scale(0.7, 0.7)),
               ("▌", Identity.translate(100, 78).scale(0.2, 0.63))], 1000),
        "⏭": ([("▶", Identity.translate(150, 114).scale(0.7, 0.7)),
               ("▌", Identity.translate(800, 78).scale(0.2, 0.63))], 1000),
        "✔": ([moved("✓")], None),
        "✗": ([moved("×")], None),
        "✘": ([moved("×")], None),
    }


def draw(font, parts, advance):
    """Return one charstring made of the parts, for the private dictionary of the first part."""
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    strings = font["CFF "].cff.topDictIndex[0].CharStrings
    first = names[ord(parts[0][0])]
    strings[first].decompile()
    index = strings.charStringsIndex.fdSelect[strings.charStrings[first]]
    private = font["CFF "].cff.topDictIndex[0].FDArray[index].Private
    pen = T2CharStringPen(advance - private.nominalWidthX, glyphs)
    for source, transform in parts:
        glyphs[names[ord(source)]].draw(TransformPen(pen, transform))
    return pen.getCharString(private, font["CFF "].cff.GlobalSubrs), index


def add(font, made):
    top = font["CFF "].cff.topDictIndex[0]
    names, order = font.getBestCmap(), font.getGlyphOrder()
    free = max(int(name[3:]) for name in order if name.startswith("cid")) + 1
    for character, (parts, advance) in made.items():
        if any(ord(source) not in names for source, _ in parts):
            print("cannot set", character)
            continue
        if advance is None:
            advance = font["hmtx"][names[ord(parts[0][0])]][0]
        string, index = draw(font, parts, round(advance))
        name, free = f"cid{free:05d}", free + 1
        strings = top.CharStrings
        strings.charStringsIndex.append(string)
        strings.charStrings[name] = len(strings.charStringsIndex) - 1
        strings.charStringsIndex.fdSelect.gidArray.append(index)
        top.charset.append(name)
        bounds = string.calcBounds(None)
        font["hmtx"][name] = (round(advance), round(bounds[0]) if bounds else 0)
        for table in font["cmap"].tables:
            table.cmap[ord(character)] = name
    font.setGlyphOrder(top.charset)
    top.CIDCount = free
    font["maxp"].numGlyphs = len(top.charset)


def rename(font):
    """Give the font a family name of its own (the licence reserves the original ones)."""
    postscript = FAMILY.replace(" ", "") + "-Regular"
    keep = {0: None, 1: FAMILY, 2: "Regular", 3: postscript + ";1.0", 4: FAMILY, 5: "Version 1.0",
            6: postscript, 13: None, 14: "https://openfontlicense.org"}
    table = font["name"]
    table.names = [n for n in table.names if n.nameID in keep and n.langID == 0x409]
    for n in table.names:
        n.string = keep[n.nameID] or n.string
    cff = font["CFF "].cff
    cff.fontNames = [postscript]
    top = cff.topDictIndex[0]
    top.FullName, top.FamilyName = FAMILY, FAMILY
    for index, part in enumerate(top.FDArray):
        part.FontName = f"{postscript}-{index}"


def main(source):
    fonts = TTCollection(source).fonts
    font = next(f for f in fonts if f["name"].getDebugName(1) == SIMPLIFIED_CHINESE)
    font.recalcTimestamp = False
    options = Options(hinting=False, layout_features=["kern"], name_IDs="*", name_languages="*",
                      drop_tables=["vhea", "vmtx", "VORG", "BASE", "GDEF", "GSUB", "DSIG"])
    subsetter = Subsetter(options)
    made = composed(lambda c: font["hmtx"][font.getBestCmap()[ord(c)]][0])
    sources = {source for parts, _ in made.values() for source, _ in parts}
    subsetter.populate(unicodes=[ord(c) for c in wanted() | sources])
    subsetter.subset(font)
    add(font, made)
    rename(font)
    font.save(FILE)
    print(FILE.name, FILE.stat().st_size, "bytes", len(font.getBestCmap()), "characters")


if __name__ == "__main__":
    main(sys.argv[1])
