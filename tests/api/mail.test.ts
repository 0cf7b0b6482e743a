import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EmailContent, unnamedFirst, writeEmail } from "#platform/mail/email-text";
import { type OutgoingEmail, openMail, readMailFailure } from "#platform/mail/mail";
import { openSmtp, type Smtp } from "../support/smtp.ts";

const email = (change: Partial<EmailContent & { to: string }> = {}): OutgoingEmail => {
  const { to = "ada@example.com", ...content } = change;
  const written = writeEmail({
    subject: "A subject",
    name: "Ada",
    before: ["first."],
    facts: [["Your username", "ada.l"]],
    link: { label: "Open", url: "https://shops.example/reset-password?token=1.a.b" },
    after: ["Last."],
    ...content,
  });
  return { to, ...written };
};

describe("Mail", () => {
  let smtp: Smtp;
  let folder: string;
  beforeAll(async () => {
    smtp = await openSmtp();
    folder = await mkdtemp(join(tmpdir(), "fever-mail-"));
  });
  afterAll(async () => {
    await smtp.close();
    await rm(folder, { recursive: true });
  });
  const over = (smtpUrl: string | undefined = smtp.url) =>
    openMail({ smtpUrl, from: "Fever <no-reply@fever.example>", outbox: folder, stepMs: 500 });

  test("goes out over SMTP as text and HTML that say the same, in any script [SES-7]", async () => {
    await over().send(
      email({ to: "mira@example.com", name: "मीरा", subject: "Ihr Zugang für Café Müller" }),
    );
    const { subject, text, html, from } = await smtp.letterTo("mira@example.com");
    expect([subject, from?.name]).toEqual(["Ihr Zugang für Café Müller", "Fever"]);
    for (const part of [text, html])
      for (const word of ["Hello मीरा,", "first.", "ada.l", "Open", "token=1.a.b", "Last."])
        expect(part).toContain(word);
  });

  test("greets who has no name yet without one [MAIL-1]", () => {
    const { html, text } = email({ name: unnamedFirst });
    for (const part of [text, html]) expect(part).toMatch(/Hello,/);
    expect(text).not.toContain(unnamedFirst);
  });

  test("loads nothing from outside, follows nobody, and has a dark mode [MAIL-1]", () => {
    const { html } = email();
    expect(html).not.toMatch(/<img|<link|<script|url\(|@import|src=/i);
    // the one address is the link's own, without anything added to it
    expect(new Set(html.match(/https?:[^"<\s]+/g))).toEqual(
      new Set(["https://shops.example/reset-password?token=1.a.b"]),
    );
    expect(html).toContain("prefers-color-scheme:dark");
  });

  test("names cannot add headers, recipients or markup", async () => {
    const nasty = `Eve\r\nBcc: eve@example.com\r\n\r\n<script>alert(1)</script><img src=x>`;
    await over().send(
      email({ to: "safe@example.com", name: nasty, subject: `Hello\r\nBcc: eve@example.com` }),
    );
    const { headers, html, bcc, to } = await smtp.letterTo("safe@example.com");
    expect(bcc ?? []).toEqual([]);
    expect(headers.some(({ key }) => key === "bcc")).toBe(false);
    expect(to).toHaveLength(1);
    expect(html).not.toMatch(/<script|<img/);
    expect(
      smtp.inbox.some((one) => one.to?.some(({ address }) => address === "eve@example.com")),
    ).toBe(false);
  });

  test("without a server emails become files that only the server's user reads", async () => {
    const outbox = join(folder, "outbox");
    await openMail({ smtpUrl: undefined, from: "Fever <no-reply@fever.example>", outbox }).send(
      email(),
    );
    const [name = ""] = await readdir(outbox);
    expect(name).toMatch(/^\d{14}-[0-9a-f]{8}\.eml$/);
    expect((await stat(join(outbox, name))).mode & 0o077).toBe(0);
    const read = await PostalMime.parse(await readFile(join(outbox, name)));
    expect([read.subject, read.to?.[0]?.address]).toEqual(["A subject", "ada@example.com"]);
  });

  test("a failure says if it is final, if the email may have arrived, and why [MAIL-1]", async () => {
    const failureOf = (address: string, url?: string) =>
      over(url)
        .send(email({ to: address }))
        .then(() => undefined, readMailFailure);
    smtp.rules.set("gone@example.com", { at: "recipient", code: 550, words: "no such mailbox" });
    smtp.rules.set("busy@example.com", { at: "recipient", code: 451, words: "try later" });
    smtp.rules.set("hang@example.com", { at: "data", does: "hangs" });
    smtp.rules.set("drop@example.com", { at: "data", does: "drops after taking it" });
    expect([
      await failureOf("gone@example.com"),
      await failureOf("busy@example.com"),
      await failureOf("hang@example.com"),
      await failureOf("drop@example.com"),
      await failureOf("ada@example.com", "smtp://127.0.0.1:9"),
      await failureOf("ada@example.com"),
    ]).toMatchObject([
      { isFinal: true, isCertain: true, isServerAway: false, words: "550 no such mailbox" },
      { isFinal: false, isCertain: true, isServerAway: false, words: "451 try later" },
      { isFinal: false, isCertain: false, words: "The mail server did not answer in time." },
      { isFinal: false, isCertain: false, words: "The mail server ended the connection." },
      { isFinal: false, isCertain: true, isServerAway: true },
      undefined,
    ] as never);
  });
});
