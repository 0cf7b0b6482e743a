import type { z } from "zod";
import { messages } from "./messages.ts";

type Issue = z.core.$ZodRawIssue;
/** The message for a value of another type than its field, by the type that the field has. */
const wantedType: Readonly<Record<string, string>> = {
  string: "Enter text.",
  number: "Enter a number.",
  int: "Enter a whole number.",
  boolean: "Enter true or false.",
  array: "Send a list.",
  object: "Send an object with fields.",
  record: "Send an object with fields.",
  date: "Enter a date.",
};
const notValid = "This value is not valid.";
/** The most choices that are named; if there are more, none is. */
const mostNamed = 30;

const oneOf = (values: readonly unknown[]) =>
  values.length > mostNamed
    ? "Choose one of the values allowed here."
    : `Choose one of these: ${values.map(String).join(", ")}.`;

function sizeOf(issue: Issue & { code: "too_big" | "too_small" }): string {
  const isLeast = issue.code === "too_small";
  const limit = Number(isLeast ? issue.minimum : issue.maximum);
  const things = (one: string, many: string) =>
    isLeast
      ? `Enter at least ${limit} ${limit === 1 ? one : many}.`
      : `At most ${limit} ${limit === 1 ? `${one} is` : `${many} are`} allowed.`;
  if (issue.origin === "string")
    return isLeast && limit <= 1 ? messages.required : things("character", "characters");
  if (issue.origin === "array" || issue.origin === "set") return things("entry", "entries");
  if (issue.inclusive === false) return `Enter a number ${isLeast ? "above" : "below"} ${limit}.`;
  return `Enter a number of ${isLeast ? "at least" : "at most"} ${limit}.`;
}

/**
 * Words for a wrong value if its schema has none, in place of the library's.
 * An answer names the field of each error, so the words leave the field
 * out.
 */
export function inputWords(issue: Issue): string {
  if (issue.code === "invalid_type")
    return issue.input === undefined
      ? messages.required
      : (wantedType[String(issue.expected)] ?? notValid);
  if (issue.code === "invalid_value")
    return issue.input === undefined ? messages.required : oneOf(issue.values);
  if (issue.code === "too_big" || issue.code === "too_small") return sizeOf(issue);
  if (issue.code === "not_multiple_of") return `Enter a multiple of ${issue.divisor}.`;
  if (issue.code === "unrecognized_keys") return "This field is not known.";
  if (issue.code === "invalid_union" && issue.discriminator !== undefined) {
    const isMissing =
      (issue.input as Record<string, unknown> | undefined)?.[issue.discriminator] === undefined;
    return isMissing
      ? messages.required
      : Array.isArray(issue.options)
        ? oneOf(issue.options)
        : notValid;
  }
  return issue.input === undefined ? messages.required : notValid;
}
