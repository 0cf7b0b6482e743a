import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Logger } from "pino";
import { inSpan } from "../observe/tracing.ts";

export type Letter = {
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
  /** Throws when the letter could not be handed over. */
  send(letter: Letter): Promise<void>;
  /**
   * Writes and sends a letter after the answer has gone out, so that neither the answer nor its
   * time tells whether there was one to send. What fails is logged; people ask again. Letters with
   * links are never queued in the database, which keeps only the links' hashes.
   */
  post(write: () => Promise<Letter | undefined>): void;
  /** Whether the mail server takes letters; letters as files always go. Never throws. */
  answers(): Promise<boolean>;
  /** Lets the letters under way go out. */
  close(): Promise<void>;
};

type Options = {
  /**
   * smtp:// or smtps://, with user and password where the server asks for them. Without it letters
   * become files in `outbox`.
   */
  smtpUrl: string | undefined;
  from: string;
  outbox: string;
  logger: Pick<Logger, "error">;
};

/** Milliseconds for each step with the mail server: it never holds more than its own letter up. */
const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
};

/** The one way letters go out: over SMTP, or as .eml files that any mail program opens. */
export function openMail({ smtpUrl, from, outbox, logger }: Options): Mail {
  const { send: hand, answers } = smtpUrl ? overSmtp(smtpUrl, from) : asFiles(outbox, from);
  const send: Mail["send"] = (letter) => inSpan("email", {}, () => hand(letter));
  const underWay = new Set<Promise<void>>();
  return {
    send,
    answers,
    post(write) {
      const work = new Promise<void>((resolve) => setImmediate(resolve))
        .then(write)
        .then((letter) => letter && send(letter))
        .catch((error: unknown) => logger.error({ err: error }, "an email was not sent"));
      underWay.add(work);
      void work.then(() => underWay.delete(work));
    },
    close: async () => void (await Promise.all(underWay)),
  };
}

function overSmtp(url: string, from: string): Pick<Mail, "send" | "answers"> {
  const transport = createTransport({ url, ...timeouts });
  return {
    send: async (letter) =>
      void (await transport.sendMail({
        from,
        ...letter,
        disableFileAccess: true,
        disableUrlAccess: true,
      })),
    answers: () =>
      transport.verify().then(
        () => true,
        () => false,
      ),
  };
}

/**
 * Whether an email was not sent because the server takes none for its address: that says nothing of
 * other letters.
 */
export const isAddressRefused = (error: unknown): boolean =>
  error instanceof Error && "rejected" in error;

/** Readable by the server's user alone: the links in them sign people in. */
function asFiles(outbox: string, from: string): Pick<Mail, "send" | "answers"> {
  const transport = createTransport({ streamTransport: true, buffer: true });
  const send: Mail["send"] = async (letter) => {
    const { message } = await transport.sendMail({
      from,
      ...letter,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    await mkdir(outbox, { recursive: true, mode: 0o700 });
    const name = `${new Date().toISOString().replace(/\D/g, "").slice(0, 14)}-${randomUUID().slice(0, 8)}.eml`;
    await writeFile(join(outbox, name), message as Buffer, { mode: 0o600 });
  };
  return { send, answers: async () => true };
}
