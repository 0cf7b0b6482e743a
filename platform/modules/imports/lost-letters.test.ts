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
])("%s is doubted: %s [FIL-2]", (_, text) => {
  expect(doubtOf(text, false)).toBe(importMessages.lostLetters(text));
});

it.each(["Zürich", "São Paulo", "मुंबई", "Łódź", "Who?", "Spaß – Ñu", "₹500", "“É”…"])(
  "%s is taken as it is, unless the encoding was a guess [FIL-2]",
  (text) => {
    expect(doubtOf(text, false)).toBeUndefined();
    if (/[^\0-\x7f]/.test(text))
      expect(doubtOf(text, true)).toBe(importMessages.guessedLetters(text));
  },
);
