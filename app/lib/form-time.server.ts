import { sealer } from "./sealed.server.ts";

/**
 * Milliseconds that nobody needs less of to fill in a form, and after which its page must be opened
 * anew.
 */
const quickest = 2_000;
const longest = 24 * 3600_000;

/**
 * Says in a form of visitors when its page was made, so that programs that post without reading
 * give themselves away. Needs no script and no cookie.
 */
export function formTimes(secret: string, now: () => number = Date.now) {
  const { seal, open } = sealer(secret, "form-time");
  return {
    issue: (): string => seal(now()),
    /** True if a person may have filled in the form that carries the text. */
    isLikely(text: unknown): boolean {
      const issuedAt = typeof text === "string" ? open(text)?.value : undefined;
      if (typeof issuedAt !== "number") return false;
      const age = now() - issuedAt;
      return age >= quickest && age <= longest;
    },
  };
}
export type FormTimes = ReturnType<typeof formTimes>;
