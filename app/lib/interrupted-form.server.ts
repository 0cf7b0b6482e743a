import { z } from "zod";
import type { AntiForgery, Owner } from "./anti-forgery.server";
import type { PostedForm } from "./posted-form.server";
import { sealer } from "./sealed.server";

const InterruptedForm = z.object({
  action: z.string(),
  page: z.string(),
  form: z.string(),
  key: z.string().optional(),
  /** The form's own token: it proves whose it is. */
  csrf: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  /** True if the next sign-in leads back to it. */
  back: z.boolean(),
  until: z.number(),
});
export type InterruptedForm = z.infer<typeof InterruptedForm>;

const keptSeconds = 3600;
/**
 * Two cookies of this many characters beside the session's stay below what proxies take for a line
 * of headers (8 KB).
 */
const longest = 3000;
const parts = ["", "-2"];
/** Characters of text in a form; more is not worth packing only to see that it does not fit. */
const mostTyped = 64 * 1024;

/**
 * Makes and reads the cookies in which a form that could not be sent waits for an hour: sealed
 * under the session secret, so that the browser keeps what only the server can read. About 15 KB of
 * text fit; of more, only the way back is kept.
 */
export function interruptedFormCookies({ secret, secure }: { secret: string; secure: boolean }) {
  const { seal, open } = sealer(secret, "draft");
  const names = parts.map((part) => `${secure ? "__Host-" : ""}fever-draft${part}`);
  const cookie = (name: string, value: string, maxAge: number) =>
    `${name}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;

  return {
    read(header: string | null): InterruptedForm | undefined {
      const sealedForm = names
        .map((name) => new RegExp(`(?:^|;\\s*)${name}=([\\w-]+)`).exec(header ?? "")?.[1] ?? "")
        .join("");
      const form = sealedForm ? InterruptedForm.safeParse(open(sealedForm)?.value).data : undefined;
      return form && form.until > Date.now() ? form : undefined;
    },
    /** The Set-Cookies that keep a form, or delete those of one. */
    write(form: InterruptedForm | undefined): string[] {
      if (!form) return names.map((name) => cookie(name, "", 0));
      let text = seal(form);
      if (text.length > longest * parts.length) text = seal({ ...form, values: {} });
      return names.map((name, i) => {
        const part = text.slice(i * longest, (i + 1) * longest);
        return cookie(name, part, part ? keptSeconds : 0);
      });
    },
  };
}

/** The form of one request. Routes read it through its methods; web.ts alone writes it. */
export class InterruptedFormStore {
  #changed = false;

  constructor(
    private form: InterruptedForm | undefined,
    private forgery: AntiForgery,
  ) {}

  /**
   * The form, if it is this user's own and of the company that is chosen, or of a page that was
   * opened before any was.
   */
  of(owner: Omit<Owner, "mark">): InterruptedForm | undefined {
    return this.forgery.fitsCompany(this.form?.csrf, owner) ? this.form : undefined;
  }

  /** The form, if it is this user's own but of another company than the one chosen. */
  elsewhere(owner: Omit<Owner, "mark">): InterruptedForm | undefined {
    return this.forgery.isOfAnother(this.form?.csrf, owner) ? this.form : undefined;
  }

  /**
   * Where a user who signs in goes back to, told once; a company is chosen only after it. Another
   * person's form is dropped.
   */
  takeWayBack(who: string): string | undefined {
    const own = this.forgery.isOf(this.form?.csrf, who) ? this.form : undefined;
    if (!own) {
      this.drop();
      return undefined;
    }
    if (!own.back) return undefined;
    this.#set({ ...own, back: false });
    return own.page;
  }

  /**
   * Keeps what was posted; a form without a token of ours is nobody's. One in which nothing was
   * typed is kept only for its address, to be pressed again in its own company.
   */
  keep(
    { csrf, ...posted }: PostedForm,
    { back, isElsewhere = false }: { back: boolean; isElsewhere?: boolean },
  ) {
    const typed = Object.entries(posted.values).flat(2);
    if (!csrf || (typed.length === 0 && !isElsewhere)) return;
    const values =
      typed.reduce((sum, { length }) => sum + length, 0) > mostTyped ? {} : posted.values;
    this.#set({ ...posted, values, csrf, back, until: Date.now() + keptSeconds * 1000 });
  }

  /** A form that is posted again replaces its interrupted version. */
  replacedBy({ action, form }: PostedForm) {
    if (this.form?.action === action && this.form.form === form) this.drop();
  }

  drop() {
    if (this.form) this.#set(undefined);
  }

  /** Gives the form to write, or undefined if nothing changed. */
  toWrite(): { form: InterruptedForm | undefined } | undefined {
    return this.#changed ? { form: this.form } : undefined;
  }

  #set(form: InterruptedForm | undefined) {
    this.form = form;
    this.#changed = true;
  }
}
