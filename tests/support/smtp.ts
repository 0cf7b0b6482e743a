import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** The server's behaviour for emails to an address, instead of accepting them. */
type Rule =
  | { at: "recipient"; code: number; words: string }
  | { at: "data"; does: "hangs" | "drops after taking it" | "waits"; ms?: number };

/**
 * Starts a mail server on loopback that accepts and stores every parsed email, except to addresses
 * that it refuses or has a rule for.
 */
export async function openSmtp() {
  const inbox: Email[] = [];
  const raw: string[] = [];
  const refused = new Set<string>();
  const rules = new Map<string, Rule>();
  const wake: (() => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    closeTimeout: 100,
    onRcptTo({ address }, _session, callback) {
      const rule = rules.get(address);
      if (rule?.at === "recipient")
        return callback(Object.assign(new Error(rule.words), { responseCode: rule.code }));
      callback(refused.has(address) ? new Error("no such mailbox") : null);
    },
    onData(stream, session, callback) {
      const rule = session.envelope.rcptTo
        .map(({ address }) => rules.get(address))
        .find((one) => one?.at === "data");
      const answer = () => {
        if (rule?.at !== "data") return callback();
        if (rule.does === "waits") setTimeout(callback, rule.ms);
        if (rule.does === "drops after taking it") drop(session.id);
      };
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const bytes = Buffer.concat(parts);
        raw.push(bytes.toString());
        PostalMime.parse(bytes).then((email) => {
          inbox.push(email);
          for (const go of wake.splice(0)) go();
          answer();
        }, callback);
      });
    },
  });
  /** Cuts a connection without an answer. */
  const drop = (id: string) => {
    type Connection = { id: string; _socket: { destroy(): void } };
    for (const one of server.connections as unknown as Set<Connection>)
      if (one.id === id) one._socket.destroy();
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;

  /**
   * Gives the newest email to an address with these words, once `count` have arrived. Without words
   * an email of another kind that was sent before may arrive last.
   */
  const letterTo = async (
    address: string,
    { words = "", count = 1 }: { words?: string; count?: number } = {},
  ): Promise<Email> => {
    for (;;) {
      const letters = inbox.filter(
        ({ to, text }) =>
          to?.some((recipient) => recipient.address === address) && text?.includes(words),
      );
      const last = letters.at(-1);
      if (last && letters.length >= count) return last;
      await new Promise<void>((resolve) => wake.push(resolve));
    }
  };
  return {
    url: `smtp://127.0.0.1:${port}`,
    inbox,
    raw,
    refused,
    rules,
    letterTo,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
export type Smtp = Awaited<ReturnType<typeof openSmtp>>;

/** Gives the token in an email's link. */
export function tokenIn({ text }: Email): string {
  const token = /(?:\?token=|\/validate-temp-token\/)([\w.%-]+)/.exec(text ?? "")?.[1];
  if (!token) throw new Error(`no link in ${text}`);
  return decodeURIComponent(token);
}
