import { z } from "zod";
import { sealer } from "../session/sealed.server";

/** A long form of a visitor, as far as it was filled in. */
const StoredDraft = z.object({
  values: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  until: z.number(),
});
export type Values = z.infer<typeof StoredDraft>["values"];

/** The pages with such a form. */
const pages = ["/signup", "/self-onboarding"] as const;
export type PublicFormPath = (typeof pages)[number];

export const draftDays = 30;
const draftSeconds = draftDays * 24 * 3600;
/** Browsers limit a cookie to 4,096 characters, including its name and attributes. */
const longest = 3600;

/**
 * Makes and reads the cookies that store public forms for thirty days in the browser that filled
 * them in, because those pages send no script and their visitors have no
 * account. Each is sealed, and sent only to its own page.
 */
export function publicFormDraftCookies({ secret, secure }: { secret: string; secure: boolean }) {
  const { seal, open } = sealer(secret, "half-filled form");
  const nameOf = (page: PublicFormPath) =>
    `${secure ? "__Secure-" : ""}fever${page.replace("/", "-")}`;
  return {
    read(header: string | null): PublicFormDrafts {
      const valuesByPage = new Map<PublicFormPath, Values>();
      for (const page of pages) {
        const text = new RegExp(`(?:^|;\\s*)${nameOf(page)}=([\\w-]+)`).exec(header ?? "")?.[1];
        const storedForm = text ? StoredDraft.safeParse(open(text)?.value).data : undefined;
        if (storedForm && storedForm.until > Date.now()) valuesByPage.set(page, storedForm.values);
      }
      return new PublicFormDrafts(valuesByPage, (values) =>
        seal({ values, until: Date.now() + draftSeconds * 1000 }),
      );
    },
    /** Gives the Set-Cookies of the forms that changed. */
    write: (forms: PublicFormDrafts): string[] =>
      forms
        .changed()
        .map(
          ([page, text]) =>
            `${nameOf(page)}=${text}; Max-Age=${text ? draftSeconds : 0}; Path=${page}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`,
        ),
  };
}

/** The half-filled forms of one request. Routes read and change them; only page-answer.ts writes them. */
export class PublicFormDrafts {
  #changed = new Map<PublicFormPath, string>();

  constructor(
    private valuesByPage: Map<PublicFormPath, Values>,
    private seal: (values: Values) => string,
  ) {}

  of(page: PublicFormPath): Values | undefined {
    return this.valuesByPage.get(page);
  }

  /** Keeps a page's values. False if they do not fit; then nothing changes. */
  keep(page: PublicFormPath, values: Values): boolean {
    const text = this.seal(values);
    if (text.length > longest) return false;
    this.valuesByPage.set(page, values);
    this.#changed.set(page, text);
    return true;
  }

  drop(page: PublicFormPath) {
    if (!this.valuesByPage.delete(page)) return;
    this.#changed.set(page, "");
  }

  changed(): [PublicFormPath, string][] {
    return [...this.#changed];
  }
}
