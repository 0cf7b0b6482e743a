import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import * as fontkit from "fontkit";
import type * as Harfbuzz from "harfbuzzjs";
import { LRUCache } from "lru-cache";
import subsetFont from "subset-font";

/**
 * The fonts of documents. Each package has a script's letters in slices by characters, one variable
 * file each; the first that has a character draws it.
 */
const packages = [
  "noto-sans",
  "noto-sans-tamil",
  "noto-sans-bengali",
  "noto-sans-gujarati",
  "noto-sans-gurmukhi",
  "noto-sans-telugu",
  "noto-sans-kannada",
  "noto-sans-malayalam",
  "noto-sans-oriya",
  "noto-sans-arabic",
  "noto-sans-sc",
  "noto-emoji",
];
const weights = { regular: 400, bold: 700 };
export type Weight = keyof typeof weights;

type Slice = { name: string; file: string; ranges: [from: number, to: number][] };
/** Glyphs as drawn, in units of the font. */
export type ShapedText = {
  glyphs: {
    id: number;
    advanceWidth: number;
    codePoints: number[];
    /** The letters that it and its neighbours draw together, of which it is the first. */
    letters: string;
    isFirst: boolean;
  }[];
  positions: Harfbuzz.GlyphPosition[];
  advanceWidth: number;
};
/** A slice in one weight. Lengths are in sizes of the font. */
export type Face = {
  name: string;
  /** Sizes of the font in one of its units. */
  scale: number;
  ascent: number;
  descent: number;
  /** The font that pdfkit embeds; HarfBuzz shapes its letters, as in browsers. */
  font: fontkit.Font;
  hasGlyph(codePoint: number): boolean;
  shape(text: string, isRtl: boolean): ShapedText;
};
/** The faces of a text: each of its characters has one, but for those in `missing`. */
export type Faces = {
  faceOf(character: string, weight: Weight): Face | undefined;
  missing: string[];
};

type Shaper = { harfbuzz: typeof Harfbuzz; font: Harfbuzz.Font; outlines: fontkit.Font };

const require = createRequire(import.meta.url);
/** Characters that draw nothing: joiners, direction marks, variation selectors, controls. */
export const isInvisible = (character: string): boolean =>
  /^[\p{Default_Ignorable_Code_Point}\p{Cc}]$/u.test(character);

let slices: Promise<Slice[]> | undefined;
const loaded = new LRUCache<string, Promise<Face>>({ max: 120 });

/** Loads faces for these characters, ASCII and the signs of our own texts, in both weights. */
export async function loadFaces(text: string): Promise<Faces> {
  const ascii = String.fromCodePoint(...Array.from({ length: 95 }, (_, place) => 32 + place));
  const faces = new Map<string, Record<Weight, Face>>();
  const missing: string[] = [];
  for (const character of new Set(`${ascii}₹×–—‘’“”…·\uFFFD${text.normalize("NFC")}`)) {
    if (isInvisible(character)) continue;
    const slice = await findSlice(character.codePointAt(0) ?? 0);
    if (!slice) missing.push(character);
    else
      faces.set(character, {
        regular: await loadFace(slice, "regular"),
        bold: await loadFace(slice, "bold"),
      });
  }
  return { missing, faceOf: (character, weight) => faces.get(character)?.[weight] };
}

/** Finds the characters of texts that no font has; `label` is for people who cannot see them. */
export async function findMissingCharacters(
  text: string,
): Promise<{ character: string; label: string }[]> {
  return (await loadFaces(text)).missing.map((character) => {
    const codePoint = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    return { character, label: `${character} (U+${codePoint})` };
  });
}

/** Slices claim more characters than they have, so the file is asked. */
async function findSlice(codePoint: number): Promise<Slice | undefined> {
  slices ??= listSlices();
  for (const slice of await slices) {
    const isClaimed = slice.ranges.some(([from, to]) => from <= codePoint && codePoint <= to);
    if (isClaimed && (await loadFace(slice, "regular")).hasGlyph(codePoint)) return slice;
  }
  return undefined;
}

async function listSlices(): Promise<Slice[]> {
  const lists = packages.map(async (name) => {
    const list = require.resolve(`@fontsource-variable/${name}/unicode.json`);
    const ranges: Record<string, string> = JSON.parse(await readFile(list, "utf8"));
    return Object.entries(ranges).map(([key, text]) => {
      const slice = `${name}-${key.replace(/[[\]]/g, "")}`;
      return {
        name: slice,
        file: require.resolve(`@fontsource-variable/${name}/files/${slice}-wght-normal.woff2`),
        ranges: text.split(",").map((range): Slice["ranges"][number] => {
          const [from = "", to = from] = range.replace("U+", "").split("-");
          return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
        }),
      };
    });
  });
  const all = (await Promise.all(lists)).flat();
  // others have signs of Latin too, such as ₹
  const isLatin = ({ name }: Slice) => Number(name.startsWith("noto-sans-latin"));
  return all.sort((a, b) => isLatin(b) - isLatin(a));
}

function loadFace(slice: Slice, weight: Weight): Promise<Face> {
  const name = `${slice.name}-${weight}`;
  let face = loaded.get(name);
  if (!face) {
    face = readFace(name, slice.file, weights[weight]);
    face.catch(() => loaded.delete(name));
    loaded.set(name, face);
  }
  return face;
}

async function readFace(name: string, file: string, wght: number): Promise<Face> {
  const bytes = await subsetFont(await readFile(file), undefined, {
    targetFormat: "truetype",
    variationAxes: { wght },
    keepAllGlyphs: true,
    noHinting: true,
  });
  const opened = fontkit.create(Buffer.from(bytes));
  if (!("glyphForCodePoint" in opened)) throw new Error(`${file} holds several fonts`);
  // loads its WebAssembly, which a server that draws nothing does not need
  const harfbuzz = await import("harfbuzzjs");
  const face = new harfbuzz.Face(new harfbuzz.Blob(bytes));
  const shaper = { harfbuzz, font: new harfbuzz.Font(face), outlines: opened };
  const font = Object.defineProperties(opened, {
    postscriptName: { value: name },
    // pdfkit passes its features to the font unchanged: the shaped glyphs come this way
    layout: {
      value: (_: string, { glyphs, positions, advanceWidth }: ShapedText) => ({
        glyphs,
        advanceWidth,
        positions: positions.map((position) => structuredClone(position)),
      }),
    },
  });
  const scale = 1 / opened.unitsPerEm;
  return {
    name,
    font,
    scale,
    ascent: opened.ascent * scale,
    descent: -opened.descent * scale,
    hasGlyph: (codePoint) => opened.hasGlyphForCodePoint(codePoint),
    shape: (text, isRtl) => shapeText(shaper, text, isRtl),
  };
}

/** The glyphs of a text in one font and direction, from left to right, as pdfkit reads them. */
function shapeText({ harfbuzz, font, outlines }: Shaper, text: string, isRtl: boolean): ShapedText {
  const buffer = new harfbuzz.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(isRtl ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR);
  harfbuzz.shape(font, buffer);
  const infos = buffer.getGlyphInfos();
  const starts = [...new Set(infos.map(({ cluster }) => cluster)), text.length];
  starts.sort((a, b) => a - b);
  const glyphs = infos.map(({ codepoint: id, cluster }, place) => {
    const letters = text.slice(cluster, starts[starts.indexOf(cluster) + 1]);
    const isFirst = infos[place - 1]?.cluster !== cluster;
    const codePoints = isFirst ? [...letters].map((letter) => letter.codePointAt(0) ?? 0) : [];
    return { id, letters, isFirst, codePoints, advanceWidth: outlines.getGlyph(id).advanceWidth };
  });
  const positions = buffer.getGlyphPositions();
  return {
    glyphs,
    positions,
    advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0),
  };
}
