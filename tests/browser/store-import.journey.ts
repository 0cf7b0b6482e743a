import { readFile } from "node:fs/promises";
import { xlsxMediaType } from "../../contract/base/uploads.ts";
import { xlsxOfCsv } from "../support/xlsx.ts";
import { expect, expectMessage, test, withoutScriptToo } from "./journey.ts";

test(
  "stores are imported from an Excel file and a CSV: checked, corrected, applied; and filters of the list are saved [STO-1] [VAL-5] [UI-10]",
  withoutScriptToo,
  async ({ page, signIn, script, expectStatus }) => {
    const tag = script ? "S" : "N";
    const file = (content: string) => ({
      name: "stores.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(content),
    });
    const workbook = async (csv: string) => ({
      name: "stores.xlsx",
      mimeType: xlsxMediaType,
      buffer: Buffer.from(await xlsxOfCsv(csv)),
    });
    await signIn("client.admin");
    await page.goto("/admin/stores");
    await page.getByRole("link", { name: "Import stores" }).click();
    const choose = page.getByLabel("File", { exact: true });
    // a press while the page is still taking in the answer before aborts that, which the router says to
    // the console
    expectStatus(422);
    await choose.setInputFiles(file("Colour\nred"));
    await page.getByRole("button", { name: "Review import" }).click();
    await expect(page.getByText("Unknown column “Colour”.").first()).toBeVisible();

    await expect(
      page.getByText("An empty cell leaves a value unchanged; (clear) removes it."),
    ).toBeVisible();
    await choose.setInputFiles(
      await workbook(
        `Store code,Store,City\nIMP-${tag}1,Import one,Pune\nIMP-${tag}2,Import @two,Pune`,
      ),
    );
    await page.getByRole("button", { name: "Review import" }).click();
    await expect(page.getByRole("heading", { name: "Review import" })).toBeVisible();
    const rows = page.getByRole("table", { name: "Rows of the file" }).locator("tbody tr");
    await expect(rows).toHaveCount(2);
    await page
      .getByRole("list", { name: "Rows by outcome" })
      .getByRole("link", { name: /Refused/ })
      .click();
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText("Only alphabets, numbers and special character");
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download refused rows" }).click();
    const refused = await readFile(await (await downloading).path(), "utf8");

    await page.getByRole("link", { name: /Apply 1 row/ }).click();
    await page.getByRole("button", { name: "Apply 1 row" }).click();
    await expect(page.getByRole("heading", { name: "Import done" })).toBeVisible();

    await page.goto("/admin/stores/import");
    await choose.setInputFiles(file(refused.replace("@two", "two")));
    await page.getByRole("button", { name: "Review import" }).click();
    await page.getByRole("link", { name: /Apply 1 row/ }).click();
    await page.getByRole("button", { name: "Apply 1 row" }).click();
    await expect(page.getByRole("heading", { name: "Import done" })).toBeVisible();

    await page.goto(`/admin/stores?search=IMP-${tag}`);
    await expect(page.getByRole("table", { name: "Stores" }).locator("tbody tr")).toHaveCount(2);
    await page.getByText("Save these filters").click();
    await page.getByLabel("Name", { exact: true }).fill(`Imported ${tag}`);
    await page.getByRole("button", { name: "Save filters" }).click();
    await expectMessage(page, "saved");
    await page.goto("/admin/stores");
    await page.getByRole("link", { name: `Imported ${tag}`, exact: true }).click();
    await expect(page.getByRole("table", { name: "Stores" }).locator("tbody tr")).toHaveCount(2);
  },
);
