import { z } from "zod";
import { sealer } from "../session/sealed.server";
import type { AntiForgery, Owner } from "./anti-forgery.server";
import type { PostedForm } from "./posted-form.server";

const InterruptedForm = z.object({
  action: z.string(),
  page: z.string(),
  form: z.string(),
  key: z.string().optional(),
  /** The form's own token, which proves its user. */
  csrf: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  /** True if the next sign-in leads back to it. */
  back: z.boolean(),
  until: z.number(),
});
export type InterruptedForm = z.infer<typeof InterruptedForm>;

const keptSeconds = 3600;
/**
 * Two cookies of this length beside the session's stay below the 8 KB that proxies accept in a line
 * of headers.
 */
const longest = 3000;
const parts = ["", "-2"];
/** The most characters packed; a longer form would not fit into the cookies anyway. */
const mostTyped = 64 * 1024;

/**
 * Makes and reads the cookies that hold a form that could not be sent, for an hour. They are sealed
 * under the session secret, so that only the server can read them. About 15 KB of
 * text fit; of a longer form, only the way back is kept.
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
    /** Gives the Set-Cookies that store a form, or that delete a stored one. */
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

/** The form of one request. Routes read it through its methods; page-answer.ts alone writes it. */
export class InterruptedFormStore {
  #changed = false;

  constructor(
    private form: InterruptedForm | undefined,
    private forgery: AntiForgery,
  ) {}

  /**
   * Gives the form if it is this user's own, and was opened in the chosen company or before any was
   * chosen.
   */
  of(owner: Omit<Owner, "mark">): InterruptedForm | undefined {
    return this.forgery.fitsCompany(this.form?.csrf, owner) ? this.form : undefined;
  }

  /** Gives the form if it is this user's own, but of another company than the chosen one. */
  elsewhere(owner: Omit<Owner, "mark">): InterruptedForm | undefined {
    return this.forgery.isOfAnother(this.form?.csrf, owner) ? this.form : undefined;
  }

  /**
   * Gives once the page to which a user who signs in returns; a company is chosen after that. Drops
   * another person's form.
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
   * Stores a posted form, unless it has no token of ours. A form without values is stored only
   * for its address, so that it can be sent in its own company.
   */
  keep(
    { csrf, ...posted }: PostedForm,
    { back, isElsewhere = false }: { back: boolean; isElsewhere?: boolean },
  ) {
    const typedTexts = Object.entries(posted.values).flat(2);
    if (!csrf || (typedTexts.length === 0 && !isElsewhere)) return;
    const values =
      typedTexts.reduce((sum, { length }) => sum + length, 0) > mostTyped ? {} : posted.values;
    this.#set({ ...posted, values, csrf, back, until: Date.now() + keptSeconds * 1000 });
  }

  /** Drops the stored form if it is posted again. */
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
