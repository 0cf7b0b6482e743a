import { expect, it } from "vitest";
import { doubtOf } from "./lost-letters.ts";
import { importMessages } from "./messages.ts";

it.each([
  ["UTF-8 read as Windows-1252", "ZÃ¼rich"],
  ["the same of a rupee sign", "â‚¹500"],
  ["the same of Devanagari", "à¤ªà¥à¤£à¥‡"],
  ["UTF-8 read as Mac Roman", "Caf√©"],
  ["Turkish read as Windows-1252", "Þiþli"],
  ["Mac Roman read as Windows-1252", "ZŸrich"],
  ["the same at a word's end", "CafŽ"],
  ["question marks for letters", "???? ???"],
  ["one within a word", "Z?rich"],
  ["the replacement character", "Z\ufffdrich"],
  ["the same at a word's end", "Caf\ufffd"],
  ["a letter of UTF-8 that was cut, read as Windows-1252", "CafÃ, Pune"],
  ["the same read as Mac Roman", "Caf√"],
])("%s is doubted: %s [FIL-2]", (_, text) => {
  expect(doubtOf(text, false)).toBe(importMessages.lostLetters(text));
});

it("a question mark at a word's end is doubted where nothing is asked [FIL-2]", () => {
  for (const text of ["Caf?", "Caf? Noir", "Orl?, Paris", "Caf??"])
    expect(doubtOf(text, false, false)).toBe(importMessages.lostLetters(text));
  for (const text of ["24?", "Café", "? "]) expect(doubtOf(text, false, false)).toBeUndefined();
});

it("two bytes of a letter that was cut are doubted in a text whose encoding is a guess [FIL-2]", () => {
  expect(doubtOf("Rs â‚", true)).toBe(importMessages.lostLetters("Rs â‚"));
  expect(doubtOf("Fée™", false)).toBeUndefined();
});

it.each(["Zürich", "São Paulo", "मुंबई", "Łódź", "Who?", "Spaß – Ñu", "₹500", "“É”…"])(
  "%s is taken as it is, unless the encoding was a guess [FIL-2]",
  (text) => {
    expect(doubtOf(text, false)).toBeUndefined();
    if (/[^\0-\x7f]/.test(text))
      expect(doubtOf(text, true)).toBe(importMessages.guessedLetters(text));
  },
);
