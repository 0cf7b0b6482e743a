import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { cases } from "../../tests/support/drawn-cases.ts";
import * as field from "./fields.ts";

const passwordMessage =
  "Password must contain at least one lowercase letter, one uppercase letter, one number and one special character and length should be 8 to 20 characters.";
const codeMessage = "Only alphabets, numbers and special character (),-,. are allowed.";
const usernameSigns =
  "Use letters from A to Z, digits and signs such as . _ - and @, with at least one letter or digit.";
const personName = "Use letters, digits, _ and . only: no spaces, hyphens or apostrophes.";
const fullName = "Use letters, digits, spaces, _ and . only: no hyphens or apostrophes.";
/**
 * Texts of several scripts: with accents in one piece and apart, with vowel signs, with a joiner that
 * follows a mark.
 */
const letters = ["José", "Jose\u0301", "Žofia", "ऋषि", "क्\u200dष", "Мария", "陽子"];
/** A joiner where nobody sees it, and a mark without its letter. */
const unseenOrAlone = ["As\u200dha", "\u0301a"];
const nulAndHalf = ["a\0b", "a\ud800b"];

/**
 * Per rule: what passes, what does not, and the first message of a refusal where the spec gives
 * one.
 */
const schemas: Record<string, z.ZodType> = { ...field };
const rules: [name: keyof typeof field, good: string[], bad: string[], message?: string][] = [
  [
    "password",
    ["Test@2026pass", "aA1!aA1!", "aA1-5678901234567890"],
    [
      "aA1!aA1",
      "aA1-56789012345678901",
      "aaaaaa1!",
      "AAAAAA1!",
      "aaaaAAA!",
      "aaaaAAA1",
      "aA1! aA1!",
      "aA1~aA1~",
      "",
    ],
    passwordMessage,
  ],
  [
    "username",
    ["client.admin", "a@b", "Quayside_(2)_1234"],
    ["two words", "tab\there"],
    "Whitespaces are not allowed",
  ],
  ["username", ["7"], ["сlient.admin", "ｃlient", "..", "Ünal", ...nulAndHalf], usernameSigns],
  [
    "email",
    ["a@b.co", "first.last+tag@sub.example.com"],
    ["a@b", "a b@c.de", "@c.de", "a@.de", "a@b..de", "a@b.de,c@d.ef"],
    "Invalid Email id",
  ],
  ["commEmail", ["a@b.co"], ["a@b"], "Invalid Communication Email id"],
  [
    "billingRate",
    ["0", "1200", "12.5", "12.50"],
    ["-1", "1.234", "1,5", "1.", ".5", "1e3", "abc"],
    "Invalid Billing rate. It should be upto 2 decimal only.",
  ],
  ["companyId", ["NW-01", "(a).b_c"], ["a b", "a@b", "a/b", "é"], codeMessage],
  [
    "storeCode",
    ["NW-01", "(a).b_c"],
    ["a b", "a@b", "=1", "é", "\u0410-1", "ऋ1", ...nulAndHalf],
    codeMessage,
  ],
  [
    "storeName",
    ["Andheri West", "No. 1 (new)", "Café Zürich", "ऋषि भवन", "渋谷-2", ...letters],
    ["a@b", "=1", "a\nb", ...unseenOrAlone, ...nulAndHalf],
    codeMessage,
  ],
  ["companyAdminUserId", ["admin@shop", "a.b"], ["a b", "a#b"], codeMessage],
  [
    "firstName",
    ["Anna", "a_b.c", "x1", ...letters],
    ["Anna Maria", "O'Neil", "Anna-Maria", "a@b", ...unseenOrAlone, ...nulAndHalf],
    personName,
  ],
  ["lastName", ["Anna", ...letters], ["Anna Maria", "d’Arc", ...unseenOrAlone], personName],
  [
    "name",
    ["Anna Maria", "a_b.c", "José Žofia", ...letters],
    ["O'Neil", "a-b", ...unseenOrAlone],
    fullName,
  ],
  [
    "contactName",
    ["O'Brien", "Anne-Marie", "D’Souza", "J. R. R. Tolkien", "ऋषि कपूर", ...letters],
    ["", "a\tb", ...nulAndHalf],
  ],
  ["title", ["Smith & Sons, Zürich 8001", "渋谷"], ["a\tb", ...nulAndHalf]],
  [
    "gstNo",
    ["27AAPFU0939F1ZV", "27aapfu0939f1zv"],
    ["27AAPFU0939F1ZW", "27AAPFU0939F1Z", "AAAPFU0939F1ZVV", ""],
    "GSTIN number is invalid",
  ],
  ["panNo", ["AAPFU0939F", "aapfu0939f"], ["AAPFU0939", "AAPF10939F", ""], "PAN number is invalid"],
  [
    "companyWebsite",
    ["example.com", "https://shop.example.co.in/a?b=c", "http://a.de:8080"],
    ["example", "javascript:alert(1)", "ftp://a.de", "https://", "a b.com"],
    "Enter a valid URL",
  ],
  ["phone", ["9876543210", "123456"], ["12345", "+919876543210", "98765 43210"]],
  ["phoneCountryCode", ["91", "1", "1684"], ["+91", "", "12345"]],
  ["postalCode", ["400053", "SW1A 1AA"], ["40", "400053!"]],
  ["clock", ["00:00", "09:30", "23:59", "24:00"], ["9:30", "24:01", "25:00", "09:60", "0930"]],
  [
    "timeZone",
    ["Asia/Kolkata", "UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires"],
    ["Mars/Base", "", "+05:30", "-0800", "IST!", "IST", "ECT", "US/Pacific-New"],
  ],
  [
    "isoDate",
    ["2026-11-20", "2028-02-29"],
    ["2026-02-29", "20/11/2026", "10000-01-01", "2026-11-20T00:00:00Z"],
    "Enter a date, for example 2026-11-20.",
  ],
  [
    "isoDate",
    ["1900-01-01", "2199-12-31"],
    ["0000-01-01", "1899-12-31", "2200-01-01", "9999-12-31"],
    "Enter a date from 1900 to 2199.",
  ],
];

describe.each(rules)("%s [VAL-2]", (name, good, bad, message) => {
  const schema = schemas[name] as z.ZodType;
  test.each(good)("takes %j", (value) => expect(schema.safeParse(value).success).toBe(true));
  test.each(bad)("refuses %j", (value) => {
    const result = schema.safeParse(value);
    expect(result.success).toBe(false);
    if (message && value !== "") expect(result.error?.issues[0]?.message).toBe(message);
  });
});

test("any password is taken exactly when it has the length, the four kinds and no white space", () => {
  const character = fc.constantFrom(
    "a",
    "z",
    "A",
    "Z",
    "0",
    "9",
    "!",
    "*",
    "@",
    "#",
    "$",
    "%",
    "^",
    "&",
    "+",
    "=",
    "?",
    "_",
    "-",
    " ",
    "~",
    "é",
    "\n",
    "(",
  );
  fc.assert(
    fc.property(fc.array(character, { maxLength: 24 }), (characters) => {
      const has = (kind: RegExp) => characters.some((one) => kind.test(one));
      const fits = characters.length >= 8 && characters.length <= 20 && !has(/\s/);
      const expected =
        fits &&
        has(/[0-9]/) &&
        has(/[a-z]/) &&
        has(/[A-Z]/) &&
        characters.some((one) => "!*@#$%^&+=?_-".includes(one));
      expect(field.password.safeParse(characters.join("")).success).toBe(expected);
    }),
    { numRuns: cases(2000) },
  );
});

test("a GSTIN with any one character changed is refused: its check character sees it", () => {
  const valid = "27AAPFU0939F1ZV";
  for (let at = 0; at < 15; at++)
    for (const other of "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
      const changed = valid.slice(0, at) + other + valid.slice(at + 1);
      if (changed !== valid) expect(field.gstNo.safeParse(changed).success, changed).toBe(false);
    }
});

test("codes and names are trimmed, never cut; what is too long is refused", () => {
  expect(field.storeName.parse("  Andheri West ")).toBe("Andheri West");
  expect(field.storeCode.safeParse("x".repeat(50)).success).toBe(true);
  expect(field.storeCode.safeParse("x".repeat(51)).success).toBe(false);
  expect(field.storeCode.safeParse("   ").error?.issues[0]?.message).toBe("This field is required");
});
