import { fileURLToPath } from "node:url";
import { expect, expectMessage, type Page, test } from "./journey.ts";

const recordings = ["tagged.mp3", "song.flac"].map((name) =>
  fileURLToPath(new URL(`../fixtures/audio/${name}`, import.meta.url)),
);

test("a visitor hears a demo playlist by its link: each song, and with script the next one by itself; a link that leads nowhere is a page [ONB-1]", async ({
  page,
  browser,
  serverUrl,
  signIn,
  script,
  expectStatus,
}) => {
  expectStatus(404);
  await signIn("music.manager");
  const titles = ["Opening notes", "Closing notes"];
  for (const [place, title] of titles.entries())
    await addSong(title, recordings[place] ?? "", page);

  await page.goto("/admin/demo-playlists");
  await page.getByRole("link", { name: "Add demo playlist" }).first().click();
  await page.getByLabel("Name", { exact: true }).fill("Two short songs");
  for (const list of ["Industry", "Language", "Song type"])
    await page.getByLabel(list, { exact: true }).selectOption({ index: 1 });
  await page.getByRole("button", { name: "Add demo playlist" }).click();
  await expectMessage(page, "Two short songs added. Now add songs.");
  const picker = page.url();
  for (const title of titles) {
    await page.goto(`${picker}&search=${encodeURIComponent(title)}`);
    await page.getByRole("checkbox", { name: `Select ${title}` }).check();
    await page.getByRole("button", { name: "Add to Two short songs" }).click();
    await expect(page.getByText("1 song added", { exact: true }).first()).toBeVisible();
  }
  await page.getByRole("link", { name: "Show the demo playlist" }).click();
  const link = await page.getByText(/\/demo\/[\w-]{22}$/).innerText();

  const visitor = await browser.newContext({ baseURL: serverUrl, javaScriptEnabled: script });
  const visit = await visitor.newPage();
  await visit.goto(new URL(link).pathname);
  await expect(visit.getByRole("heading", { level: 1, name: "Two short songs" })).toBeVisible();
  await expect(visit.getByRole("listitem")).toHaveCount(2);
  await press("Opening notes", visit);
  await expectHeard("Opening notes", visit);
  if (script) {
    await expect(visit.getByText("The next song starts by itself.")).toBeVisible();
    await expect.poll(() => stateOf("Opening notes", visit)).toMatchObject({ ended: true });
  } else {
    await expect(visit.getByText("The next song starts by itself.")).toBeHidden();
    await press("Closing notes", visit);
  }
  await expectHeard("Closing notes", visit);

  const demoPath = page.url();
  for (const wrong of ["/demo/made-up", `${new URL(link).pathname}x`])
    await expectNoDemo(wrong, visit);
  await page.goto(demoPath);
  await page.getByRole("link", { name: "Delete", exact: true }).click();
  await page.getByRole("button", { name: "Delete demo playlist" }).click();
  await expectMessage(page, "Two short songs deleted");
  await expectNoDemo(new URL(link).pathname, visit);
  await visitor.close();
});

async function addSong(title: string, recording: string, page: Page) {
  await page.goto("/admin/library/add");
  await page.getByLabel("Audio file").setInputFiles(recording);
  await page.getByRole("button", { name: "Upload audio" }).click();
  await expect(page).toHaveURL(/\/admin\/library\/add\?file=/);
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Artist").fill("Fever trio");
  for (const list of ["Genre", "Language", "Mood", "Tempo"])
    await page.getByLabel(list, { exact: true }).selectOption({ index: 1 });
  await page.getByRole("button", { name: "Add song" }).click();
  await expectMessage(page, `${title} added`);
}

const playerOf = (title: string, page: Page) => page.getByLabel(title, { exact: true });

/** The play button of the browser's own player is at its left end. */
const press = async (title: string, page: Page) => {
  const height = (await playerOf(title, page).boundingBox())?.height ?? 0;
  await playerOf(title, page).click({ position: { x: height / 2, y: height / 2 } });
};

const stateOf = (title: string, page: Page) =>
  playerOf(title, page).evaluate((audio: HTMLAudioElement) => ({
    ended: audio.ended,
    seconds: audio.currentTime,
    error: audio.error,
  }));

const expectHeard = (title: string, page: Page) =>
  expect
    .poll(async () => (await stateOf(title, page)).seconds, { message: title })
    .toBeGreaterThan(1);

async function expectNoDemo(path: string, page: Page) {
  expect((await page.goto(path))?.status(), path).toBe(404);
  await expect(
    page.getByRole("heading", { level: 1, name: "This link no longer works" }),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "All demo playlists" })).toBeVisible();
}
