import { readFile } from "node:fs/promises";
import { signInByCompanyAccount } from "./company-account.ts";
import { expect, expectMessage, signInByForm, test } from "./journey.ts";
import { knownAddress } from "./server.ts";

test.use({
  apart: true,
  settings: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => use({ ...(await knownAddress()), WEBHOOK_RECEIVERS: "private" }),
    { scope: "worker" },
  ],
});

test("with pages and platform in two processes people sign in, upload, change, download, delete and sign out [WIRE-1]", async ({
  page,
  script,
  expectStatus,
}) => {
  expectStatus(401, 422);
  await page.goto("/login");
  await page.getByLabel("Username").fill("client.admin");
  await page.getByLabel("Password").fill("not my password");
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByLabel("Username")).toHaveValue("client.admin");
  await expectMessage(page, "The username or the password is wrong.");
  await signInByForm("client.admin", page);

  const code = script ? "APART-S" : "APART-N";
  await page.goto("/admin/stores/import");
  const buffer = Buffer.from(`Store code,Store,City\n${code},Apart ${code},Pune\n`);
  await page
    .getByLabel("File", { exact: true })
    .setInputFiles({ name: "stores.csv", mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: "Review import" }).click();
  await page.waitForURL(/\/import\/[\w-]{32,}/);
  await page.getByRole("link", { name: /Apply 1 row/ }).click();
  await page.getByRole("button", { name: "Apply 1 row" }).click();
  await expect(page.getByRole("heading", { name: "Import done" })).toBeVisible();

  await page.goto(`/admin/stores?search=${code}`);
  await page
    .getByRole("table")
    .getByRole("button", { name: /^More for/ })
    .first()
    .click();
  await page.getByRole("link", { name: `Deactivate Apart ${code}` }).click();
  await page.getByRole("button", { name: "Deactivate store" }).click();
  await expectMessage(page, /deactivated/);
  await page.goto(`/admin/stores?search=${code}&status=inactive`);
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download CSV" }).click();
  const lines = (await readFile(await (await downloading).path(), "utf8")).trim().split(/\r?\n/);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(code);

  await page.getByText("Save these filters").click();
  await page.getByLabel("Name", { exact: true }).fill(`Apart ${code}`);
  await page.getByRole("button", { name: "Save filters" }).click();
  await expectMessage(page, "saved");
  await page
    .getByRole("link", { name: /^Remove/ })
    .filter({ hasText: code })
    .click();
  await page.getByRole("button", { name: "Remove saved filters" }).click();
  await expectMessage(page, /removed/);

  await page.getByRole("button", { name: "Account of Nisha Verma" }).click();
  await page.getByRole("button", { name: "Sign out" }).first().click();
  await expect(page).toHaveURL(/\/login$/);
});

test("with pages and platform in two processes people sign in with their company account [INT-2] [WIRE-1]", async ({
  page,
  signIn,
  baseURL,
}) => {
  await signInByCompanyAccount(page, signIn, baseURL ?? "");
});
