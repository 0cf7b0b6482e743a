import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openMail } from "#platform/mail/mail";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { measureSlowdown } from "../support/machine-speed.ts";
import { patience } from "../support/patience.ts";
import {
  type MailingPlatform,
  openMailingPlatform,
  openTestPlatform,
  password,
} from "../support/platform.ts";
import { tokenIn } from "../support/smtp.ts";

const secret = "a secret of the mail service, long enough";
const hour = 3_600_000;

describe.each([anyEngine])("Emails on %s", (engine) => {
  let at: MailingPlatform;
  let company: TestCompany;
  let count = 0;
  beforeAll(async () => {
    at = await openMailingPlatform(engine, { mailSecret: secret, mailStepMs: 3_000 });
    await makeProvider(at.database);
  });
  beforeEach(async () => {
    at.smtp.rules.clear();
    company = await makeCompany(at.database);
  });
  afterAll(() => at?.close());

  const person = () => {
    const username = `mailed.${++count}.${company.companyId}`;
    const email = `${username}@example.com`;
    return { username, email, firstName: "Asha", role: "ROLE_Client_Admin", level: "national" };
  };
  const add = async (form: ReturnType<typeof person>) => {
    const { message, data } = await at.as(company.users.admin).addUser({ body: form } as never)
      .answer;
    return { message, ...data };
  };
  const listed = async (query: object) =>
    (await at.as(company.users.admin).listUsers({ query } as never)) as unknown as {
      id: number;
      username: string;
      mail: { state: string; answer: string | null } | null;
    }[];
  const stateOf = async ({ id }: { id: number }) =>
    (await at.as(company.users.admin).findUser({ params: { id } })).mail;
  const notices = async () =>
    (await at.as(company.users.admin).listNotifications({}).answer).data.map(
      ({ title, detail }) => [title, detail],
    );
  const sentTo = (address: string) =>
    at.smtp.inbox.filter(({ to }) => to?.some((one) => one.address === address));
  const later = async (ms: number) => {
    at.clock.now += ms;
    await at.deliverEmails();
  };

  test("a refused invitation is said, listed, and sent again at once [MAIL-1] [USR-1]", async () => {
    const form = person();
    at.smtp.rules.set(form.email, { at: "recipient", code: 550, words: "no such mailbox" });
    const { id, message, mail } = await add(form);
    expect(message).toBe(
      `${form.username} added. Invitation to ${form.email} was refused: 550 no such mailbox`,
    );
    expect(mail).toMatchObject({ state: "refused", answer: "550 no such mailbox" });
    expect((await listed({ mail: "refused" })).map(({ username }) => username)).toEqual([
      form.username,
    ]);
    expect(await notices()).toEqual([]); // the page has said it
    at.smtp.rules.clear();
    const again = await at.as(company.users.admin).inviteUser({ params: { id } }).answer;
    expect(again.message).toBe(`Invitation emailed to ${form.email}`);
    expect(await listed({ mail: "refused" })).toEqual([]);
    expect((await listed({ mail: "sent" })).map(({ username }) => username)).toEqual([
      form.username,
    ]);
  });

  test("451 is tried again with a new link and back-off, and its links work [MAIL-1]", async () => {
    const form = person();
    at.smtp.rules.set(form.email, { at: "recipient", code: 451, words: "try later" });
    const added = await add(form);
    expect(added.message).toBe(`${form.username} added. Invitation to ${form.email} is on its way`);
    expect(await stateOf(added)).toMatchObject({ state: "queued", answer: "451 try later" });
    const again = at.as(company.users.admin).inviteUser({ params: { id: added.id } });
    expect(await again.errors).toEqual({ id: "The last invitation is on its way." });
    await later(10_000);
    const tries = async () =>
      (
        await at.database.pool.query(
          "select attempt, (select count(*)::int from account_token t where t.user_id = e.item_id) as links from email e where item_id = $1 and company_id = $2",
          [added.id, company.companyId],
        )
      ).rows[0];
    expect(await tries()).toEqual({ attempt: 1, links: 1 });
    await later(60_000);
    expect(await tries()).toEqual({ attempt: 2, links: 1 }); // the old link has ended
    at.smtp.rules.clear();
    await later(hour);
    expect(await stateOf(added)).toMatchObject({ state: "sent", answer: null });
    const token = tokenIn(await at.smtp.letterTo(form.email));
    await at.nobody.activatePassword({ body: { token, password, profile: { firstName: "A" } } });
    expect(sentTo(form.email)).toHaveLength(1);
  });

  test("what is not taken for a day is given up, and told to who sent it [MAIL-1]", async () => {
    const form = person();
    at.smtp.rules.set(form.email, { at: "recipient", code: 451, words: "mailbox full" });
    const added = await add(form);
    for (let tried = 0; tried < 12; tried++) await later(4.9 * hour);
    expect(await stateOf(added)).toMatchObject({ state: "refused", answer: "451 mailbox full" });
    expect(await notices()).toEqual([
      [`Invitation to ${form.email} was refused`, "451 mailbox full"],
    ]);
  });

  test("one whose outcome cannot be saved keeps no other from being tried [MAIL-1]", async () => {
    const ids: number[] = [];
    for (const form of [person(), person()]) {
      at.smtp.rules.set(form.email, { at: "recipient", code: 451, words: "try later" });
      ids.push((await add(form)).id);
      at.smtp.rules.set(form.email, { at: "recipient", code: 550, words: "no such mailbox" });
    }
    await at.database.pool.query(
      `alter table email add constraint broken check (state <> 'refused' or item_id <> ${ids[0]}) not valid`,
    );
    await expect(later(hour)).rejects.toMatchObject({
      message: "not all emails were tried",
      errors: [{ message: expect.stringMatching(/^email \d+ of company \d+$/) }],
    });
    const refused = async () => (await listed({ mail: "refused" })).map(({ id }) => id);
    expect(await refused()).toEqual(ids.slice(1));
    await at.database.pool.query("alter table email drop constraint broken");
    await later(hour);
    expect((await refused()).sort()).toEqual(ids.sort());
  });

  test("a server that hangs holds nobody up longer than some seconds [MAIL-1]", async () => {
    const form = person();
    at.smtp.rules.set(form.email, { at: "data", does: "hangs" });
    const began = Date.now();
    const added = await add(form);
    expect(Date.now() - began).toBeLessThan(8_000 * measureSlowdown().clock);
    expect(added.message).toContain("is on its way");
    await expect
      .poll(async () => (await stateOf(added))?.answer, { timeout: patience })
      .toBe("The mail server did not answer in time.");
    // it may have taken it: the retry has the same ID, and both links work
    at.smtp.rules.clear();
    await later(hour);
    const copies = sentTo(form.email);
    expect(copies.length).toBe(2);
    expect(new Set(copies.map(({ messageId }) => messageId)).size).toBe(1);
    const links = await at.database.pool.query(
      "select 1 from account_token where user_id = $1 and company_id = $2",
      [added.id, company.companyId],
    );
    expect(links.rowCount).toBe(2);
  });

  test("one that takes it and drops the connection gets it with the same ID [MAIL-1]", async () => {
    const form = person();
    at.smtp.rules.set(form.email, { at: "data", does: "drops after taking it" });
    const added = await add(form);
    expect(await stateOf(added)).toMatchObject({ state: "queued" });
    at.smtp.rules.clear();
    await later(hour);
    expect(await stateOf(added)).toMatchObject({ state: "sent" });
    expect(new Set(sentTo(form.email).map(({ messageId }) => messageId)).size).toBe(1);
    const token = tokenIn(sentTo(form.email)[0] as never);
    await at.nobody.activatePassword({ body: { token, password, profile: { firstName: "A" } } });
  });

  test("a slow server's email is sent in the end, and its page said so truly [MAIL-1]", async () => {
    const form = person();
    at.smtp.rules.set(form.email, { at: "data", does: "waits", ms: 200 });
    expect((await add(form)).message).toContain(`Invitation emailed to ${form.email}`);
  });

  test("a killed process's email goes out again with the same ID [MAIL-1] [RUN-1]", async () => {
    const form = person();
    const added = await add(form);
    // as it stands between what the server took and what is written of it
    await at.database.pool.query(
      "update email set state = 'queued', ended_at = null, take_at = now() where item_id = $1",
      [added.id],
    );
    await later(hour);
    const copies = sentTo(form.email);
    expect(copies.length).toBe(2);
    expect(new Set(copies.map(({ messageId }) => messageId)).size).toBe(1);
  });

  test("the mail service tells what came back, by a secret, once [MAIL-1]", async () => {
    const form = person();
    const added = await add(form);
    const messageId = (await at.smtp.letterTo(form.email)).messageId ?? "";
    const tell = (authorization: string | undefined, id = messageId) =>
      at.nobody.noteBounces({
        headers: { authorization },
        body: { bounces: [{ messageId: id, reason: "5.1.1 user unknown" }] },
      } as never);
    expect(await tell(undefined).status).toBe(401);
    expect(await tell("Bearer wrong").status).toBe(401);
    const forged = messageId.replace(/[0-9a-f]{8}-/, "00000000-");
    for (const id of [forged, "<a@b>", ""])
      expect(await tell(`Bearer ${secret}`, id)).toEqual({ noted: 0 });
    expect(await tell(`Bearer ${secret}`)).toEqual({ noted: 1 });
    expect(await tell(`Bearer ${secret}`)).toEqual({ noted: 0 });
    expect(await stateOf(added)).toMatchObject({ state: "bounced", answer: "5.1.1 user unknown" });
    expect(await notices()).toEqual([
      [`Invitation to ${form.email} came back`, "5.1.1 user unknown"],
    ]);
  });

  test("a mail server's own report of a failure is read, other emails are not [MAIL-1]", async () => {
    const form = person();
    const added = await add(form);
    const messageId = (await at.smtp.letterTo(form.email)).messageId ?? "";
    const reportOf = (action: string) =>
      [
        "From: MAILER-DAEMON@mx.example",
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
        "",
        "--b",
        "Content-Type: message/delivery-status",
        "",
        `Action: ${action}`,
        "Status: 5.2.2",
        "Diagnostic-Code: smtp; 552 5.2.2 mailbox full",
        "--b",
        "Content-Type: text/rfc822-headers",
        "",
        `Message-ID: ${messageId}`,
        "--b--",
      ].join("\r\n");
    const send = (...bounces: object[]) =>
      at.nobody.noteBounces({
        headers: { authorization: `Bearer ${secret}` },
        body: { bounces },
      } as never);
    for (const report of [
      reportOf("delayed"),
      `I am away. ${messageId}`,
      "",
      "\r\n".repeat(200_000),
    ])
      expect(await send({ report }), report.slice(0, 100)).toEqual({ noted: 0 });
    expect((await stateOf(added))?.state).not.toBe("bounced");
    for (const bounce of [{}, { messageId, report: reportOf("failed") }])
      expect(await send(bounce).errors).toEqual({
        "bounces.0.messageId": "Send either the Message-ID or the report.",
      });
    expect(await send({ report: reportOf("failed") })).toEqual({ noted: 1 });
    expect(await stateOf(added)).toMatchObject({
      state: "bounced",
      answer: "552 5.2.2 mailbox full",
    });
  });

  test("a bounce with NUL or words too long keeps no other from being noted [MAIL-1]", async () => {
    const people = [person(), person(), person()];
    const added = await Promise.all(people.map(add));
    const ids: string[] = [];
    for (const { email } of people) ids.push((await at.smtp.letterTo(email)).messageId ?? "");
    const report = [
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
      "",
      "--b",
      "Content-Type: message/delivery-status",
      "Content-Transfer-Encoding: quoted-printable",
      "",
      "Action: failed",
      "Diagnostic-Code: smtp; 550=00 no=07 such\ud800 user",
      "--b",
      "Content-Type: text/rfc822-headers",
      "",
      `Message-ID: ${ids[0]}`,
      "--b--",
    ].join("\n");
    const bounces = [
      { report },
      { messageId: "\0".repeat(400), reason: "\0" },
      { messageId: ids[1], reason: `full ${"x".repeat(3_000)}` },
      { messageId: ids[2], reason: "gone\0" },
    ];
    const headers = { authorization: `Bearer ${secret}` };
    expect(await at.nobody.noteBounces({ headers, body: { bounces } } as never)).toEqual({
      noted: 3,
    });
    const states = await Promise.all(added.map(stateOf));
    expect(states.map((status) => [status?.state, status?.answer?.slice(0, 10)])).toEqual([
      ["bounced", "550 no suc"],
      ["bounced", "full xxxxx"],
      ["bounced", "gone"],
    ]);
  });

  test("recovery answers alike, whatever becomes of its email [MAIL-1] [SES-7]", async () => {
    const { admin, limited } = company.users;
    at.smtp.rules.set(`${limited}@example.com`, { at: "recipient", code: 550, words: "no" });
    const ask = async (username: string) => {
      const { status, body } = await at.nobody.recoveryMail({ query: { username } }).reply;
      return { status, body };
    };
    const answer = await ask(admin);
    expect(await ask(limited)).toEqual(answer);
    expect(await ask("nobody.at.all")).toEqual(answer);
    await at.smtp.letterTo(`${admin}@example.com`);
    await expect
      .poll(async () => (await listed({ mail: "refused" })).length, { timeout: patience })
      .toBe(1);
  });

  test("a mail server that is away keeps no action, and says so truly [MAIL-1]", async () => {
    const mail = openMail({ smtpUrl: "smtp://127.0.0.1:9", from: "a@b.example", outbox: "" });
    const away = await openTestPlatform(engine, { database: at.database, mail });
    const form = person();
    const { message } = await away.as(company.users.admin).addUser({ body: form } as never).answer;
    expect(message).toBe(`${form.username} added. Invitation to ${form.email} is on its way`);
    expect(await away.nobody.noteBounces({ body: { bounces: [{ messageId: "a" }] } }).status).toBe(
      404,
    );
    await away.stopListening();
    at.clock.now = Date.now();
    await later(hour);
    expect(sentTo(form.email)).toHaveLength(1);
  });
});
