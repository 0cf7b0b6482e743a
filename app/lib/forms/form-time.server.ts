import { sealer } from "../session/sealed.server.ts";

/**
 * A form sent sooner than this many milliseconds after its page was made, or later than `longest`,
 * is refused.
 */
const quickest = 2_000;
const longest = 24 * 3600_000;

/**
 * Marks visitors' forms with the time when their page was made, to catch programs that post without
 * reading. Needs no script and no cookie.
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
