import { expect, onTestFinished, test } from "vitest";
import { makeCompany, makeProvider } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { patience } from "../support/patience.ts";
import { openTestWeb } from "../support/web.ts";

test("pages say to everybody how much of the demo's history is there, until all is, without script too [FIRST-1]", async () => {
  let history: { days: number; of: number } | null = { days: 12, of: 30 };
  const web = await openTestWeb(anyEngine, {}, { demoHistory: () => history });
  onTestFinished(() => web.close());
  const { staff } = await makeProvider(web.at.database);
  const { users } = await makeCompany(web.at.database);
  const notice = /<p role="status"[^>]*>Demo history: 12 of 30 days\./;
  const people = [
    await web.signedIn(users.admin),
    await web.signedIn(users.regional),
    await web.signedIn(staff.Fever_Super_Admin_Major),
  ];
  for (const person of people) expect(await (await person.get("/admin")).text()).toMatch(notice);
  history = null;
  // who a person is stands in memory for some seconds
  const textFor = async (person: (typeof people)[number]) => (await person.get("/admin")).text();
  for (const person of people)
    await expect.poll(() => textFor(person), { timeout: patience }).not.toContain("Demo history");
});
