import { z } from "zod";
import { sealer } from "./sealed.server";

/** A long form of people who are not signed in, as far as it was filled in. */
const Kept = z.object({
  values: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  until: z.number(),
});
export type Values = z.infer<typeof Kept>["values"];

/** The pages that have one. */
const pages = ["/signup", "/self-onboarding"] as const;
export type HalfFilledPage = (typeof pages)[number];

export const keptDays = 30;
const keptSeconds = keptDays * 24 * 3600;
/** Browsers keep 4,096 characters of a cookie, its name and attributes included. */
const longest = 3600;

/**
 * Makes and reads the cookies in which the public forms wait for thirty days in the browser that
 * they were filled in with: those pages send no script, and their visitors have no account to keep
 * them under. Each is sealed, and sent to its own page alone.
 */
export function halfFilledCookies({ secret, secure }: { secret: string; secure: boolean }) {
  const { seal, open } = sealer(secret, "half-filled form");
  const nameOf = (page: HalfFilledPage) =>
    `${secure ? "__Secure-" : ""}fever${page.replace("/", "-")}`;
  return {
    read(header: string | null): HalfFilled {
      const valuesByPage = new Map<HalfFilledPage, Values>();
      for (const page of pages) {
        const text = new RegExp(`(?:^|;\\s*)${nameOf(page)}=([\\w-]+)`).exec(header ?? "")?.[1];
        const storedForm = text ? Kept.safeParse(open(text)?.value).data : undefined;
        if (storedForm && storedForm.until > Date.now()) valuesByPage.set(page, storedForm.values);
      }
      return new HalfFilled(valuesByPage, (values) =>
        seal({ values, until: Date.now() + keptSeconds * 1000 }),
      );
    },
    /** The Set-Cookies of what a request changed. */
    write: (forms: HalfFilled): string[] =>
      forms
        .changed()
        .map(
          ([page, text]) =>
            `${nameOf(page)}=${text}; Max-Age=${text ? keptSeconds : 0}; Path=${page}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`,
        ),
  };
}

/** The half-filled forms of one request. Routes read and change them; web.ts alone writes them. */
export class HalfFilled {
  #changed = new Map<HalfFilledPage, string>();

  constructor(
    private valuesByPage: Map<HalfFilledPage, Values>,
    private seal: (values: Values) => string,
  ) {}

  of(page: HalfFilledPage): Values | undefined {
    return this.valuesByPage.get(page);
  }

  /** Whether it fits; what does not changes nothing. */
  keep(page: HalfFilledPage, values: Values): boolean {
    const text = this.seal(values);
    if (text.length > longest) return false;
    this.valuesByPage.set(page, values);
    this.#changed.set(page, text);
    return true;
  }

  drop(page: HalfFilledPage) {
    if (!this.valuesByPage.delete(page)) return;
    this.#changed.set(page, "");
  }

  changed(): [HalfFilledPage, string][] {
    return [...this.#changed];
  }
}
