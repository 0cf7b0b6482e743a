import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { expect, it } from "vitest";
import { endsAsMp3, tailBytes } from "./mp3-frames.mjs";

const recording = async (name: string) =>
  new Uint8Array(await readFile(new URL(`../../tests/fixtures/audio/${name}`, import.meta.url)));
const tail = (bytes: Uint8Array) => bytes.slice(-tailBytes);
const ascii = (text: string) => new TextEncoder().encode(text);
const joined = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

it("an mp3 that was cut within a frame is told, wherever, with tags behind it or without [VAL-5] [LIB-1]", async () => {
  const whole = await recording("plain.mp3");
  expect(endsAsMp3(tail(whole))).toBe(true);
  let detectedCount = 0;
  const cuts = Array.from({ length: 400 }, (_, nth) => whole.length - 1 - nth);
  for (const length of cuts) if (!endsAsMp3(tail(whole.slice(0, length)))) detectedCount++;
  // the few that are not fall between two frames: what is there is whole
  expect(detectedCount).toBeGreaterThan(cuts.length - 10);
  const cut = whole.slice(0, whole.length - 50);
  expect(endsAsMp3(tail(joined(cut, ascii(`TAG${" ".repeat(125)}`))))).toBe(false);
});

it("what may stand behind the last frame is no cut: tags, padding, text [VAL-5]", async () => {
  for (const name of ["plain.mp3", "tagged.mp3"]) {
    const whole = await recording(name);
    const ape = new Uint8Array(32);
    ape.set(ascii("APETAGEX"));
    ape.set([32], 12);
    for (const behind of [
      new Uint8Array(0),
      ascii(`TAG${" ".repeat(125)}`),
      ape,
      new Uint8Array(3000),
      ascii("LYRICSBEGIN and so on"),
    ])
      expect(endsAsMp3(tail(joined(whole, behind))), `${name} ${behind.length}`).toBe(true);
  }
});

it("takes any bytes at all", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      (bytes) => typeof endsAsMp3(bytes) === "boolean",
    ),
  );
});
