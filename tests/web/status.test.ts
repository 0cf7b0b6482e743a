import { expect, test } from "vitest";
import { openMail } from "#platform/mail/mail";
import { makeProvider } from "../support/companies.ts";
import { anyEngine, openTestDatabase } from "../support/database.ts";
import { leadsTo, openTestWeb, webOver } from "../support/web.ts";

const linesOf = (html: string) =>
  [...html.matchAll(/<li.*?<\/li>/gs)].map(
    ([line]) =>
      `${/font-medium[^>]*>([^<]+)/.exec(line)?.[1]}: ${/Operational|Read only|Degraded/.exec(line)?.[0]}`,
  );

test("the status page tells everybody, without script, what works and what does not, and no more than that [OPS-1]", async () => {
  const mail = openMail({
    smtpUrl: "smtp://127.0.0.1:1",
    from: "a@b.example",
    outbox: "",
  });
  const web = await openTestWeb(anyEngine, {}, { mail });
  try {
    const html = await (await web.visitor().get("/status")).text();
    const lines = [
      "Website: Operational",
      "API: Operational",
      "Database: Operational",
      "Music and pictures: Operational",
      "Email: Degraded",
    ];
    // a platform of tests runs none
    expect(linesOf(html)).toEqual([...lines, "Background jobs: Degraded"]);
    expect(html).toMatch(/since(<!-- -->)? ?<time/i);
    expect(html).not.toMatch(/127\.0\.0\.1|ECONNREFUSED/);
    // no token is set
    expect(await leadsTo(await web.visitor().get("/metrics"))).toBe("/page-not-found");
  } finally {
    await web.close();
  }
  const away = await webOver(undefined, { PLATFORM_API_URL: "http://127.0.0.1:1" });
  expect(linesOf(await (await away.visitor().get("/status")).text())).toEqual([
    "Website: Operational",
    "API: Degraded",
  ]);
});

test("the status page says that nothing can be saved while the database's disk is full [OPS-1]", async () => {
  const database = await openTestDatabase(anyEngine);
  await makeProvider(database);
  const full = { ...database, hasRoom: () => Promise.resolve(false) };
  const web = await openTestWeb(anyEngine, {}, { database: full });
  try {
    const html = await (await web.visitor().get("/status")).text();
    expect(linesOf(html)).toContain("Database: Read only");
  } finally {
    await web.close();
    await database.close();
  }
});
