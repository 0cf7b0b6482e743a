import { z } from "zod";
import type { AntiForgery, Owner } from "./anti-forgery.server";
import type { PostedForm } from "./posted-form.server";
import { sealer } from "./sealed.server";

const Draft = z.object({
  action: z.string(),
  page: z.string(),
  form: z.string(),
  key: z.string().optional(),
  /** The form's own token: it proves whose it is. */
  csrf: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  /** Whether the next sign-in leads back to it. */
  back: z.boolean(),
  until: z.number(),
});
export type Draft = z.infer<typeof Draft>;

const keptSeconds = 3600;
/** Two cookies of this many characters beside the session's stay below what proxies take for a line of headers (8 KB). */
const longest = 3000;
const parts = ["", "-2"];
/** Characters of text in a draft; more is not worth packing only to see that it does not fit. */
const mostTyped = 64 * 1024;

/**
 * Makes and reads the cookies in which a form that could not be sent waits for an hour: sealed under the session secret, so
 * that the browser keeps what only the server can read. About 15 KB of text fit; of more, only the way back is kept.
 */
export function draftCookies({ secret, secure }: { secret: string; secure: boolean }) {
  const { seal, open } = sealer(secret, "draft");
  const names = parts.map((part) => `${secure ? "__Host-" : ""}fever-draft${part}`);
  const cookie = (name: string, value: string, maxAge: number) =>
    `${name}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;

  return {
    read(header: string | null): Draft | undefined {
      const sent = names.map((name) => new RegExp(`(?:^|;\\s*)${name}=([\\w-]+)`).exec(header ?? "")?.[1] ?? "").join("");
      const draft = sent ? Draft.safeParse(open(sent)).data : undefined;
      return draft && draft.until > Date.now() ? draft : undefined;
    },
    /** The Set-Cookies that keep a draft, or take the cookies of one away. */
    write(draft: Draft | undefined): string[] {
      if (!draft) return names.map((name) => cookie(name, "", 0));
      let text = seal(draft);
      if (text.length > longest * parts.length) text = seal({ ...draft, values: {} });
      return names.map((name, i) => {
        const part = text.slice(i * longest, (i + 1) * longest);
        return cookie(name, part, part ? keptSeconds : 0);
      });
    },
  };
}

/** The draft of one request. Routes read it through its methods; web.ts alone writes it. */
export class KeptDraft {
  #changed = false;

  constructor(
    private draft: Draft | undefined,
    private forgery: AntiForgery,
  ) {}

  /** The draft, if it is this user's own and of the company that is chosen. */
  of(owner: Omit<Owner, "mark">): Draft | undefined {
    return this.forgery.isOfCompany(this.draft?.csrf, owner) ? this.draft : undefined;
  }

  /** Where a user who signs in goes back to, told once; a company is chosen only after it. Another person's draft is dropped. */
  takeWayBack(who: string): string | undefined {
    const own = this.forgery.isOf(this.draft?.csrf, who) ? this.draft : undefined;
    if (!own) {
      this.drop();
      return undefined;
    }
    if (!own.back) return undefined;
    this.#set({ ...own, back: false });
    return own.page;
  }

  /** Keeps what was posted; a form without a token of ours is nobody's, and a form in which nothing was typed is none. */
  keep({ csrf, ...posted }: PostedForm, { back }: { back: boolean }) {
    const typed = Object.entries(posted.values).flat(2);
    if (!csrf || typed.length === 0) return;
    const values = typed.reduce((sum, { length }) => sum + length, 0) > mostTyped ? {} : posted.values;
    this.#set({ ...posted, values, csrf, back, until: Date.now() + keptSeconds * 1000 });
  }

  /** A form that is posted again takes its draft's place. */
  replacedBy({ action, form }: PostedForm) {
    if (this.draft?.action === action && this.draft.form === form) this.drop();
  }

  drop() {
    if (this.draft) this.#set(undefined);
  }

  /** What is to be written, or undefined where nothing changed. */
  toWrite(): { draft: Draft | undefined } | undefined {
    return this.#changed ? { draft: this.draft } : undefined;
  }

  #set(draft: Draft | undefined) {
    this.draft = draft;
    this.#changed = true;
  }
}
