import { z } from "zod";
import type { Page } from "#contract/endpoint";
import { invalid } from "../http/refusal.ts";

const Cursor = z.strictObject({
  v: z
    .string()
    .max(200)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u),
  id: z.int(),
  back: z.boolean(),
});
/** Where a page begins: after (or, going back, before) the row with this sort value and id. */
export type Cursor = { value: string; id: number; back: boolean };

/** Throws 422 on `cursor` for anything this file did not make. */
export function readCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined;
  try {
    const { v, id, back } = Cursor.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
    return { value: v, id, back };
  } catch {
    throw invalid({ cursor: "This page link is not valid any more." });
  }
}

const writeCursor = ({ value, id, back }: Cursor) => Buffer.from(JSON.stringify({ v: value, id, back })).toString("base64url");

/**
 * Makes a page of the rows a keyset query found: one more than `limit` was asked for, in reverse order when the cursor goes back.
 * `keyOf` gives a row's sort value and id.
 */
export function pageOf<Row>(found: Row[], limit: number, cursor: Cursor | undefined, keyOf: (row: Row) => { value: string; id: number }) {
  const more = found.length > limit;
  const rows = found.slice(0, limit);
  if (cursor?.back) rows.reverse();
  const [first, last] = [rows.at(0), rows.at(-1)];
  const hasNext = cursor?.back ? true : more;
  const hasPrev = cursor?.back ? more : cursor !== undefined;
  const page: Page = {
    limit,
    next: hasNext && last ? writeCursor({ ...keyOf(last), back: false }) : null,
    prev: hasPrev && first ? writeCursor({ ...keyOf(first), back: true }) : null,
  };
  return { rows, page };
}
