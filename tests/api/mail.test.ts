import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { letterOf } from "#platform/mail/letter";
import { type Letter, openMail } from "#platform/mail/mail";
import { openSmtp, type Smtp } from "../support/smtp.ts";

const letter = (change: Partial<Parameters<typeof letterOf>[0]> = {}): Letter =>
  letterOf({
    to: "ada@example.com",
    subject: "A subject",
    name: "Ada",
    before: ["first."],
    link: { label: "Open", url: "https://shops.example/reset-password?token=1.a.b" },
    after: ["Last."],
    ...change,
  });
const logged = () => {
  const errors: unknown[] = [];
  return { errors, logger: { error: (fields: unknown) => void errors.push(fields) } };
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
  const over = (logger = logged().logger) =>
    openMail({ smtpUrl: smtp.url, from: "Fever <no-reply@fever.example>", outbox: folder, logger });

  test("goes out over SMTP as text and HTML that say the same, in any script [SES-7]", async () => {
    await over().send(
      letter({ to: "mira@example.com", name: "मीरा", subject: "Ihr Zugang für Café Müller" }),
    );
    const { subject, text, html, from } = await smtp.letterTo("mira@example.com");
    expect([subject, from?.name]).toEqual(["Ihr Zugang für Café Müller", "Fever"]);
    for (const part of [text, html])
      for (const word of ["Hello मीरा,", "first.", "Open", "token=1.a.b", "Last."])
        expect(part).toContain(word);
  });

  test("names cannot add headers, recipients or markup", async () => {
    const nasty = `Eve\r\nBcc: eve@example.com\r\n\r\n<script>alert(1)</script><img src=x>`;
    await over().send(
      letter({ to: "safe@example.com", name: nasty, subject: `Hello\r\nBcc: eve@example.com` }),
    );
    const { headers, html, bcc, to } = await smtp.letterTo("safe@example.com");
    expect(bcc ?? []).toEqual([]);
    expect(headers.some(({ key }) => key === "bcc")).toBe(false);
    expect(to).toHaveLength(1);
    expect(html).not.toMatch(/<script|<img/);
    expect(
      smtp.inbox.some((email) => email.to?.some(({ address }) => address === "eve@example.com")),
    ).toBe(false);
  });

  test("without a server letters become files that only the server's user reads", async () => {
    const outbox = join(folder, "outbox");
    await openMail({
      smtpUrl: undefined,
      from: "Fever <no-reply@fever.example>",
      outbox,
      logger: logged().logger,
    }).send(letter());
    const [name = ""] = await readdir(outbox);
    expect(name).toMatch(/^\d{14}-[0-9a-f]{8}\.eml$/);
    expect((await stat(join(outbox, name))).mode & 0o077).toBe(0);
    const email = await PostalMime.parse(await readFile(join(outbox, name)));
    expect([email.subject, email.to?.[0]?.address]).toEqual(["A subject", "ada@example.com"]);
  });

  test("what is posted goes out later, and what cannot go is logged", async () => {
    const { errors, logger } = logged();
    const mail = over(logger);
    let written = false;
    mail.post(async () => {
      written = true;
      return letter({ to: "later@example.com" });
    });
    expect(written).toBe(false);
    mail.post(async () => undefined);
    mail.post(async () => {
      throw new Error("no such user");
    });
    await mail.close();
    await smtp.letterTo("later@example.com");
    expect(errors).toHaveLength(1);

    const away = openMail({
      smtpUrl: "smtp://127.0.0.1:9",
      from: "Fever <no-reply@fever.example>",
      outbox: folder,
      logger,
    });
    away.post(async () => letter());
    await away.close();
    expect(errors).toHaveLength(2);
    expect(JSON.stringify(errors)).not.toContain("token=1.a.b");
  });
});
