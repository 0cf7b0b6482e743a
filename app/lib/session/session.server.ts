import { randomBytes } from "node:crypto";
import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { secretsOf } from "#contract/base/secrets";
import type { SecondStep, Tokens } from "#contract/session/endpoints";
import type { Flash, UndoForm } from "~/ui/frame/snack-bar";
import type { Owner } from "../forms/anti-forgery.server";

const Data = z.object({
  tokens: z.object({ accessToken: z.string(), refreshToken: z.string() }).optional(),
  /**
   * New with each sign-in and each choice of a company; distinguishes the forms of one session from
   * another's.
   */
  mark: z.string().optional(),
  /** The session's user, known after the first answer of the platform. */
  who: z.string().optional(),
  /** The first step of a sign-in, which waits for its second. */
  challenge: z.object({ token: z.string(), until: z.number() }).optional(),
  /** A sign-in with a company account, until the person returns from their company's service. */
  attempt: z.string().optional(),
  /** The company that provider staff work in (CTX-2). */
  companyId: z.int().optional(),
  /**
   * The page that a person asked for before sign-in, or on which a session ended, with that
   * session's user.
   */
  wayBack: z.object({ path: z.string(), who: z.string().optional(), until: z.number() }).optional(),
  flash: z
    .object({
      kind: z.enum(["plain", "error", "success", "session"]),
      message: z.string(),
      undo: z.object({ to: z.string(), fields: z.record(z.string(), z.string()) }).optional(),
    })
    .optional(),
});
type Data = z.infer<typeof Data>;

const longestFlash = 300;
/** A longer address is not kept, because the cookie holds 4 KB including the tokens. */
const longestWayBack = 1000;
const wayBackMs = 3600_000;
const newMark = () => randomBytes(12).toString("base64url");

/**
 * Makes and reads the one cookie of a person: tokens, company, and the message for the next page.
 * Signed and HttpOnly; over https it is Secure with the __Host- prefix. One that was tampered
 * with reads as no session.
 */
export function sessionCookie({ secret, secure }: { secret: string; secure: boolean }) {
  const cookie = createCookie(secure ? "__Host-fever" : "fever", {
    secrets: secretsOf(secret),
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure,
  });
  return {
    async read(header: string | null): Promise<WebSession> {
      const parsed = Data.safeParse((await cookie.parse(header).catch(() => undefined)) ?? {});
      return new WebSession(parsed.success ? parsed.data : {});
    },
    /**
     * Gives the Set-Cookie for a response, or undefined if nothing changed. A message read by a
     * page that became a redirect stays.
     */
    async write(session: WebSession, isRedirect: boolean): Promise<string | undefined> {
      const data = session.toWrite(isRedirect);
      if (!data) return undefined;
      return cookie.serialize(data, Object.keys(data).length === 0 ? { maxAge: 0 } : undefined);
    },
  };
}

/** The session of one request. Routes change it through its methods; only page-answer.ts writes it. */
export class WebSession {
  #changed = false;
  #read: Flash | undefined;
  #ended = false;
  readonly #owner: string | undefined;
  #shown: { companyId: number | undefined } | undefined;

  constructor(private data: Data) {
    this.#owner = data.tokens && data.who;
  }

  get tokens(): Tokens | undefined {
    return this.data.tokens;
  }

  /** The company that staff work in: the one they chose, or the one the request is answered for. */
  get companyId(): number | undefined {
    return this.#shown ? this.#shown.companyId : this.data.companyId;
  }

  /**
   * Answers this request for the company of the page that sent it, even if another was chosen since
   * in another tab; the choice stays. The person's own company counts as no choice.
   */
  showCompany(companyId: number) {
    const isOwn = this.data.who?.split("/")[0] === String(companyId);
    this.#shown = { companyId: isOwn ? undefined : companyId };
  }

  /** True if the request is answered for another company than the chosen one. */
  get isElsewhere(): boolean {
    return this.#shown !== undefined && this.#shown.companyId !== this.data.companyId;
  }

  /**
   * Starts a new session, which keeps nothing of an earlier one but the page to return to.
   */
  signIn(tokens: Tokens) {
    const { wayBack } = this.data;
    this.#set({ tokens, mark: newMark(), ...(wayBack && { wayBack }) });
  }

  /**
   * Stores the first step of a sign-in, which is no session yet. Keeps the page to return to.
   */
  awaitSecondStep({ challenge, expiresAt }: SecondStep) {
    const { wayBack } = this.data;
    this.#set({
      challenge: { token: challenge, until: Date.parse(expiresAt) },
      ...(wayBack && { wayBack }),
    });
  }

  /** The token for the second step; undefined without a first step, or if it has expired. */
  get challenge(): string | undefined {
    const { challenge } = this.data;
    return challenge && challenge.until > Date.now() ? challenge.token : undefined;
  }

  /** Stores a sign-in with a company account until the person is back from their service. */
  keepAttempt(attempt: string) {
    this.#set({ ...this.data, attempt });
  }

  get attempt(): string | undefined {
    return this.data.attempt;
  }

  dropAttempt() {
    const { attempt, ...rest } = this.data;
    if (attempt) this.#set(rest);
  }

  /** Forgets the first step of a sign-in; true if there was one. */
  dropChallenge(): boolean {
    const { challenge, ...rest } = this.data;
    if (challenge) this.#set(rest);
    return challenge !== undefined;
  }

  /**
   * Stores for an hour the page that was asked for without a session, or on which the session
   * ended.
   */
  keepWayBack(path: string) {
    if (path.length <= longestWayBack)
      this.#set({
        ...this.data,
        wayBack: { path, who: this.#owner, until: Date.now() + wayBackMs },
      });
  }

  /** Gives the stored page once; undefined if another person's session ended on it. */
  takeWayBack(who: string): string | undefined {
    const { wayBack, ...rest } = this.data;
    if (!wayBack) return undefined;
    this.#set(rest);
    return wayBack.until > Date.now() && (wayBack.who ?? who) === who ? wayBack.path : undefined;
  }

  /**
   * The user of the tokens, their company and the mark; undefined until the user is known.
   */
  get owner(): Owner | undefined {
    const { mark, who } = this.data;
    return this.data.tokens && mark && who ? { mark, who, companyId: this.companyId } : undefined;
  }

  know(who: string) {
    if (this.data.tokens && this.data.who !== who)
      this.#set({ ...this.data, who, mark: this.data.mark ?? newMark() });
  }

  renew(tokens: Tokens) {
    this.#set({ ...this.data, tokens });
  }

  chooseCompany(companyId: number) {
    this.#set({ ...this.data, companyId, mark: newMark() });
  }

  signOut() {
    this.#set({});
  }

  /**
   * Signs out by force and gives the reason on the next page. Only a page's first call to learn of
   * it does that, because the later ones only learn that nobody is signed in.
   */
  end(kind: "session" | "error", reason: string) {
    if (this.#ended) return;
    this.signOut();
    this.flash(kind, reason);
    this.#ended = true;
  }

  /** Shows a message in the next page's snack bar; `undo` is the form that undoes the change. */
  flash(kind: Flash["kind"], message: string, undo?: UndoForm) {
    this.#set({
      ...this.data,
      flash: { kind, message: message.slice(0, longestFlash), ...(undo && { undo }) },
    });
  }

  takeFlash(): Flash | null {
    this.#read = this.data.flash;
    return this.data.flash ?? null;
  }

  toWrite(isRedirect: boolean): Data | undefined {
    const isFlashShown = this.#read !== undefined && this.#read === this.data.flash && !isRedirect;
    if (!isFlashShown) return this.#changed ? this.data : undefined;
    const { flash: _, ...rest } = this.data;
    return rest;
  }

  #set(data: Data) {
    this.data = data;
    this.#changed = true;
  }
}
