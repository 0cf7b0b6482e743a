import { fileURLToPath } from "node:url";
import { expect, expectMessage, test } from "./journey.ts";

const recording = fileURLToPath(new URL("../fixtures/audio/tagged.mp3", import.meta.url));
const another = fileURLToPath(new URL("../fixtures/audio/song.flac", import.meta.url));

test("a spot is uploaded, heard, changed, replaced, withdrawn, brought back by Undo and deleted [UI-4]", async ({
  page,
  signIn,
  script,
}) => {
  const name = script ? "Monsoon offer" : "Winter offer";
  await signIn("client.admin");
  await page.goto("/admin");
  if ((page.viewportSize()?.width ?? 1280) < 768)
    await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("navigation", { name: "Areas" }).getByRole("link", { name: "Ads" }).click();
  await page.getByRole("main").getByRole("link", { name: "Spots", exact: true }).click();
  await page.getByRole("link", { name: "Add spot" }).click();
  await page.getByLabel("Audio file").setInputFiles(recording);
  await page.getByRole("button", { name: "Upload audio" }).click();
  await expect(page).toHaveURL(/\/admin\/ads\/spots\/add\?file=/);
  await expect(page.getByRole("img", { name: "Waveform of tagged.mp3" })).toBeVisible();
  await expect(page.getByText(/^0:07 · tagged\.mp3 · .* LUFS$/)).toBeVisible();

  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Kind").selectOption({ label: "Promo" });
  await page.getByLabel(/^Brand/).fill("Drizzlewear");
  await page.getByLabel(/^Last day/).fill("2099-12-31");
  await page.getByRole("button", { name: "Add spot" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expectMessage(page, `${name} added`);
  if (script) {
    await page.getByRole("button", { name: `Play ${name}` }).click();
    await expect(
      page.getByRole("region", { name: "Player" }).getByText(/0:0\d \/ 0:0\d/),
    ).toBeVisible();
  } else
    await expect(page.getByRole("link", { name: `Play ${name}` })).toHaveAttribute(
      "href",
      /\/audio\?v=1$/,
    );

  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByLabel(/^Category/).fill("Clothing");
  await page.getByRole("button", { name: "Save spot" }).click();
  await expectMessage(page, `${name} saved`);

  await page.getByRole("link", { name: "Replace audio" }).click();
  await page.getByLabel("Audio file").setInputFiles(another);
  await page.getByRole("button", { name: "Replace audio" }).click();
  await expect(page.getByText(/0:06 · song.flac/)).toBeVisible();

  await page.getByRole("link", { name: "Withdraw", exact: true }).click();
  await expect(page.getByRole("heading", { name: `Withdraw ${name}?` })).toBeVisible();
  await page.getByRole("button", { name: "Withdraw spot" }).click();
  await expect(page.getByText("Spot withdrawn", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expectMessage(page, "Spot brought back");

  await page.goto(`/admin/ads/spots?search=${encodeURIComponent(name)}`);
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("link", { name: "Delete", exact: true }).click();
  await expect(page.getByRole("heading", { name: `Delete ${name}?` })).toBeVisible();
  await page.getByRole("button", { name: "Delete spot" }).click();
  await expectMessage(page, `${name} deleted`);
});
