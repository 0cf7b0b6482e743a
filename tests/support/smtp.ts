import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/**
 * A mail server on loopback that takes every letter, kept as it was parsed, but those to addresses
 * that it refuses.
 */
export async function openSmtp() {
  const inbox: Email[] = [];
  const raw: string[] = [];
  const refused = new Set<string>();
  const wake: (() => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onRcptTo: ({ address }, _session, callback) =>
      callback(refused.has(address) ? new Error("no such mailbox") : null),
    onData(stream, _session, callback) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const letter = Buffer.concat(parts);
        raw.push(letter.toString());
        PostalMime.parse(letter).then((email) => {
          inbox.push(email);
          for (const go of wake.splice(0)) go();
          callback();
        }, callback);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;

  /** The newest letter to an address, once there are so many to it. */
  const letterTo = async (address: string, count = 1): Promise<Email> => {
    for (;;) {
      const letters = inbox.filter(({ to }) =>
        to?.some((recipient) => recipient.address === address),
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
    letterTo,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
export type Smtp = Awaited<ReturnType<typeof openSmtp>>;

/** The token in the link of a letter. */
export function tokenIn({ text }: Email): string {
  const token = /(?:\?token=|\/validate-temp-token\/)([\w.%-]+)/.exec(text ?? "")?.[1];
  if (!token) throw new Error(`no link in ${text}`);
  return decodeURIComponent(token);
}
