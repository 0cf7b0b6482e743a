import bidiFactory from "bidi-js";
import LineBreaker from "linebreak";
import type PDFDocument from "pdfkit";
import { type Face, type Faces, isInvisible, type ShapedText, type Weight } from "./faces.ts";

export type Style = { size?: number; bold?: boolean; align?: "left" | "right" };
/** A text laid out in a width, in points; `ascent` is from its top to its baseline. */
export type Block = { height: number; ascent: number; draw(x: number, y: number): void };

type Pdf = InstanceType<typeof PDFDocument>;
/** A part of a line that one face draws in one direction. */
type Run = { face: Face; text: string; isRtl: boolean; shaped: ShapedText; width: number };
type Line = { text: string; runs: Run[]; width: number };

const bidi = bidiFactory();
const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/**
 * Lays out texts of any script, in lines that fit a width, and draws them: each line in runs by font
 * and direction, in the order that is seen (UAX #9). Draw a block within a structure element.
 */
export function textLayer(pdf: Pdf, faces: Faces) {
  return (text: string, width: number, style: Style = {}): Block => {
    const { size = 9.5, bold = false, align = "left" } = style;
    const faceOf = faceFinder(faces, bold ? "bold" : "regular");
    const lines = text
      .split(/\r?\n/)
      .flatMap((paragraph) => breakLines(cleanText(paragraph, faces), width / size, faceOf));
    const used = [faceOf(" "), ...lines.flatMap(({ runs }) => runs.map(({ face }) => face))];
    const ascent = Math.max(...used.map((face) => face.ascent)) * size;
    const descent = Math.max(...used.map((face) => face.descent)) * size;
    return {
      height: lines.length * (ascent + descent),
      ascent,
      draw(x, y) {
        for (const [row, line] of lines.entries()) {
          const left = align === "right" ? x + width - line.width * size : x;
          drawLine(pdf, line, size, { x: left, y: y + row * (ascent + descent) + ascent });
        }
      },
    };
  };
}

/** Draws a line from its left, its letters standing on `y`. */
function drawLine(pdf: Pdf, { runs }: Line, size: number, at: { x: number; y: number }) {
  let { x } = at;
  for (const { face, text, isRtl, shaped, width } of runs) {
    pdf.registerFont(face.name, face.font as unknown as Buffer);
    pdf.font(face.name).fontSize(size);
    if (isRtl) {
      // viewers turn what runs to the left by themselves, letter by letter
      let left = x;
      for (const cluster of splitClusters(shaped)) {
        drawGlyphs(pdf, cluster.letters, cluster, { x: left, y: at.y, isTold: true });
        left += cluster.advanceWidth * face.scale * size;
      }
    } else {
      // letters of India are drawn in another order than they are read out and copied
      drawGlyphs(pdf, text, shaped, { x, y: at.y, isTold: !face.name.includes("latin") });
    }
    x += width * size;
  }
}

/** Draws glyphs in the font of `pdf`. `isTold` adds their text, for copying and screen readers. */
function drawGlyphs(
  pdf: Pdf,
  text: string,
  shaped: ShapedText,
  { x, y, isTold }: { x: number; y: number; isTold: boolean },
): void {
  if (isTold) pdf.markContent("Span", { actual: text });
  const features = shaped as unknown as PDFKit.Mixins.OpenTypeFeatures[];
  pdf.text(text, x, y, { baseline: "alphabetic", lineBreak: false, features });
  if (isTold) pdf.endMarkedContent();
}

function splitClusters({ glyphs, positions }: ShapedText): (ShapedText & { letters: string })[] {
  const clusters: (ShapedText & { letters: string })[] = [];
  for (const [place, glyph] of glyphs.entries()) {
    const position = positions[place];
    if (!position) continue;
    if (glyph.isFirst)
      clusters.push({ letters: glyph.letters, glyphs: [], positions: [], advanceWidth: 0 });
    const cluster = clusters.at(-1);
    if (!cluster) continue;
    cluster.glyphs.push(glyph);
    cluster.positions.push(position);
    cluster.advanceWidth += position.xAdvance;
  }
  return clusters;
}

/** Breaks a paragraph where lines may end; a word that is wider than a line, between its letters. */
function breakLines(text: string, width: number, faceOf: FaceFinder): Line[] {
  const levels = bidi.getEmbeddingLevels(text, "auto");
  const lineOf = (start: number, end: number): Line => {
    const written = text.slice(start, end);
    const runs = splitRuns(text, levels, [start, start + written.trimEnd().length], faceOf);
    return { text: written, runs, width: runs.reduce((sum, run) => sum + run.width, 0) };
  };
  const ends: number[] = [];
  const breaker = new LineBreaker(text);
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    const start = ends.at(-1) ?? 0;
    if (lineOf(start, next.position).width > width)
      for (const { index } of graphemes.segment(text.slice(start, next.position)))
        if (index > 0) ends.push(start + index);
    ends.push(next.position);
  }
  const lines: Line[] = [];
  let start = 0;
  let end = 0;
  for (const next of ends) {
    if (end > start && lineOf(start, next).width > width) {
      lines.push(lineOf(start, end));
      start = end;
    }
    end = next;
  }
  return [...lines, lineOf(start, end)];
}

/** The runs of a line, from left to right. */
function splitRuns(
  text: string,
  levels: ReturnType<typeof bidi.getEmbeddingLevels>,
  [start, end]: [start: number, end: number],
  faceOf: FaceFinder,
): Run[] {
  const runs: { face: Face; level: number; text: string }[] = [];
  const runAt: number[] = [];
  let at = start;
  for (const character of text.slice(start, end)) {
    const before = runs.at(-1);
    const level = levels.levels[at] ?? 0;
    const face = faceOf(character, before?.face);
    if (before?.face === face && before.level === level) before.text += character;
    else runs.push({ face, level, text: character });
    for (const _ of character.split("")) runAt[at++] = runs.length - 1;
  }
  const indices = at > start ? bidi.getReorderedIndices(text, levels, start, at - 1) : [];
  return [...new Set(indices.map((index) => runAt[index]))].flatMap((place) => {
    const run = runs[place ?? -1];
    if (!run) return [];
    const isRtl = run.level % 2 === 1;
    const { face, text: own } = run;
    const shaped = face.shape(own, isRtl);
    return { face, text: own, isRtl, shaped, width: shaped.advanceWidth * face.scale };
  });
}

/** Composes letters, and replaces each character that no font has by U+FFFD. */
function cleanText(text: string, faces: Faces): string {
  const printable = text
    .normalize("NFC")
    .replace(/\t/g, " ")
    .replace(/\p{Cc}/gu, "");
  return [...printable]
    .map((character) =>
      isInvisible(character) || faces.faceOf(character, "regular") ? character : "\uFFFD",
    )
    .join("");
}

/** Gives the face of a character; marks, joiners and spaces stay with the letter before them. */
function faceFinder(faces: Faces, weight: Weight) {
  const fallback = faces.faceOf("\uFFFD", weight);
  if (!fallback) throw new Error("loadFaces loads this always");
  return (character: string, before = fallback): Face => {
    const isJoined =
      isInvisible(character) ||
      (/\p{M}| /u.test(character) && before.hasGlyph(character.codePointAt(0) ?? 0));
    return isJoined ? before : (faces.faceOf(character, weight) ?? fallback);
  };
}
type FaceFinder = ReturnType<typeof faceFinder>;
