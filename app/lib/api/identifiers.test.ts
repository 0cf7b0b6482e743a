import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { IdKind } from "#contract/base/identifiers";
import { identifiers } from "./identifiers.server";

const ids = identifiers("an application secret for tests, long enough");
const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });

/** Catches the response that decrypt throws. */
async function refusal(work: () => unknown): Promise<{ status: number; message: unknown }> {
  try {
    work();
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    return { status: thrown.status, message: (await thrown.json()).message };
  }
  throw new Error("nothing was thrown");
}
const undecryptable = { status: 404, message: "Value could not be decrypted" };

describe("identifiers of page addresses", () => {
  test("any id comes back, and has the same address every time [CTX-5]", () => {
    fc.assert(
      fc.property(id, (value) => {
        const text = ids.encrypt("store", value);
        expect(text).toMatch(/^[\w-]{32}$/);
        expect(ids.encrypt("store", value)).toBe(text);
        expect(ids.decrypt("store", text)).toBe(value);
      }),
    );
  });

  test("neighbours look nothing alike, and nothing shows how many there are", () => {
    const texts = Array.from({ length: 500 }, (_, i) => ids.encrypt("store", i + 1));
    expect(new Set(texts).size).toBe(500);
    expect(new Set(texts.map((text) => text.slice(0, 4))).size).toBeGreaterThan(490);
    expect(texts.some((text) => Buffer.from(text, "base64url").includes(Buffer.alloc(6)))).toBe(
      false,
    );
  });

  test("every one-character change is noticed, and told as 404 in the spec's words [CTX-5]", async () => {
    const text = ids.encrypt("store", 4711);
    for (let at = 0; at < text.length; at++)
      for (const other of ["A", "b", "7", "-", "_", "!", ""]) {
        const changed = text.slice(0, at) + other + text.slice(at + 1);
        if (changed !== text)
          expect(await refusal(() => ids.decrypt("store", changed)), changed).toEqual(
            undecryptable,
          );
      }
  });

  test("of another kind, another secret, or no identifier at all it is 404 too, never an error of ours [CTX-5]", async () => {
    const text = ids.encrypt("store", 1);
    for (const kind of ["company", "region", "group", "user"] satisfies IdKind[])
      expect(await refusal(() => ids.decrypt(kind, text))).toEqual(undecryptable);
    expect(await refusal(() => identifiers("another secret").decrypt("store", text))).toEqual(
      undecryptable,
    );
    for (const wrong of [
      null,
      undefined,
      "",
      "1",
      `${text}=`,
      ` ${text}`,
      text.toLowerCase(),
      text.repeat(2),
      "../../etc/passwd",
      "\0",
    ])
      expect(await refusal(() => ids.decrypt("store", wrong)), String(wrong)).toEqual(
        undecryptable,
      );
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 64 }), async (any) => {
        expect(await refusal(() => ids.decrypt("store", any))).toEqual(undecryptable);
      }),
    );
  });

  test("what is no id can not be encrypted [CTX-5]", () => {
    for (const wrong of [
      0,
      -1,
      1.5,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      2 ** 53,
      "1",
      null,
      undefined,
      {},
    ])
      expect(() => ids.encrypt("store", wrong as number), String(wrong)).toThrow(
        new TypeError("Value can not be encrypted"),
      );
  });
});
