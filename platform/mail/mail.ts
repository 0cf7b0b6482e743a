import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { inSpan } from "../observe/tracing.ts";

export type OutgoingEmail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /**
   * Set where a crash may send the same email twice: mailboxes show emails with the same ID once.
   */
  messageId?: string;
  attachments?: { filename: string; content: Buffer; contentType: string }[];
};

export type Mail = {
  /** Throws when the email could not be handed over (readMailFailure). */
  send(email: OutgoingEmail): Promise<void>;
  /** Lets `close` wait for work that nobody else waits for; it must not reject. */
  track(work: Promise<unknown>): void;
  /** Gives true if the mail server takes emails, and always for emails as files. Never throws. */
  answers(): Promise<boolean>;
  /** Lets the emails under way go out. */
  close(): Promise<void>;
};

type Options = {
  /**
   * smtp:// or smtps://, with user and password where the server asks for them. Without it emails
   * become files in `outbox`.
   */
  smtpUrl: string | undefined;
  from: string;
  outbox: string;
  /** Milliseconds for a step with the mail server, and for a whole email. */
  stepMs?: number;
  wholeMs?: number;
};

/** The one way emails go out: over SMTP, or as .eml files that any mail program opens. */
export function openMail(options: Options): Mail {
  const { send: hand, answers } = options.smtpUrl
    ? overSmtp(options.smtpUrl, options)
    : openOutbox(options);
  const underWay = new Set<Promise<unknown>>();
  return {
    send: (email) => inSpan("email", {}, () => hand(email)),
    answers,
    track(work) {
      underWay.add(work);
      void work.then(() => underWay.delete(work));
    },
    close: async () => void (await Promise.all(underWay)),
  };
}

/** The reason why a try failed. */
export type MailFailure = {
  /** True if the server will never accept this email. */
  isFinal: boolean;
  /** True if the email certainly did not arrive; a lost connection leaves that open. */
  isCertain: boolean;
  /** True if other emails would fail, too. */
  isServerAway: boolean;
  /** The server's words, or ours if it sent none. */
  words: string;
};

const longestWords = 300;
const ownWords = {
  slow: "The mail server did not answer in time.",
  away: "The mail server cannot be reached.",
  dropped: "The mail server ended the connection.",
  signIn: "The mail server refused our sign-in.",
  invalid: "The address is not valid.",
  other: "The email could not be handed over.",
};

/** Reads an error that `send` threw. */
export function readMailFailure(error: unknown): MailFailure {
  const { code, command, response, responseCode, syscall } = (error ?? {}) as Record<
    string,
    unknown
  >;
  const status = Number(responseCode || 0);
  const isOfEmail = code === "EENVELOPE" || code === "EMESSAGE";
  const isAway = syscall === "connect" || code === "EDNS";
  const words =
    typeof response === "string" && code !== "EAUTH"
      ? response.replace(/\s+/g, " ").trim().slice(0, longestWords)
      : mailErrorText(code, isAway, isOfEmail);
  return {
    isFinal: isOfEmail && (status >= 500 || (status === 0 && command === "API")),
    isCertain: status > 0 || isAway || code === "EAUTH" || isOfEmail,
    isServerAway: !isOfEmail,
    words,
  };
}

function mailErrorText(code: unknown, isAway: boolean, isOfEmail: boolean): string {
  if (code === "ETIMEDOUT") return ownWords.slow;
  if (code === "EAUTH") return ownWords.signIn;
  if (isAway) return ownWords.away;
  if (isOfEmail) return ownWords.invalid;
  return code === "ECONNECTION" || code === "ESOCKET" ? ownWords.dropped : ownWords.other;
}

function overSmtp(
  url: string,
  { from, stepMs = 10_000, wholeMs = 90_000 }: Options,
): Pick<Mail, "send" | "answers"> {
  const transport = createTransport({
    url,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: 2 * stepMs,
    dnsTimeout: stepMs,
  });
  return {
    async send(email) {
      const work = transport.sendMail({
        from,
        ...email,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      let timer: ReturnType<typeof setTimeout> | undefined;
      // a server that answers a byte at a time would never be slow for the timeouts above
      const late = new Promise<never>((_, reject) => {
        const error = Object.assign(new Error(ownWords.slow), { code: "ETIMEDOUT" });
        timer = setTimeout(() => reject(error), wholeMs);
      });
      await Promise.race([work, late]).finally(() => clearTimeout(timer));
    },
    answers: () =>
      transport.verify().then(
        () => true,
        () => false,
      ),
  };
}

/** Readable by the server's user alone: the links in them sign people in. */
function openOutbox({ outbox, from }: Options): Pick<Mail, "send" | "answers"> {
  const transport = createTransport({ streamTransport: true, buffer: true });
  const send: Mail["send"] = async (email) => {
    const { message } = await transport.sendMail({
      from,
      ...email,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    await mkdir(outbox, { recursive: true, mode: 0o700 });
    const name = `${new Date().toISOString().replace(/\D/g, "").slice(0, 14)}-${randomUUID().slice(0, 8)}.eml`;
    await writeFile(join(outbox, name), message as Buffer, { mode: 0o600 });
  };
  return { send, answers: async () => true };
}
