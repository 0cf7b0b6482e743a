import { expect, type Page, test, withoutScriptToo } from "./journey.ts";

const rows = (page: Page) => page.getByRole("table", { name: "Songs" }).locator("tbody tr");

test.beforeEach(async ({ page, signIn }) => {
  await signIn("music.manager");
  await page.goto("/admin/library");
});

test("a song is found by words with slips, narrowed by ticks, and found again by its chips [LIB-1]", async ({
  page,
  script,
}) => {
  const title = (await rows(page).first().locator("a.font-semibold").innerText()).trim();
  const typo = title.replace(/(\w)(\w)(\w)/, "$1$3$2");
  await page.getByLabel("Search", { exact: true }).fill(typo);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(rows(page).first()).toContainText(title);
  await page.getByRole("link", { name: /^Remove filter/ }).click();
  await expect(page).toHaveURL(/\/admin\/library$/);
  // counts are of all songs again
  await expect(page.getByRole("link", { name: /^Remove filter/ })).toHaveCount(0);

  const label = page
    .getByRole("search", { name: "Filter songs" })
    .locator("label", { hasText: "Hindi" });
  const count = (await label.locator("span").last().innerText()).trim();
  await label.getByRole("checkbox").check();
  if (!script) await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/languageIds=/);
  await expect(page.getByText(`of ${count}`)).toBeVisible();
  await expect(page.getByRole("list", { name: "Filters in use" })).toContainText("Language: Hindi");
});

test(
  "songs play one at a time and go on while pages change; without script by a link [LIB-1] [LOOK-1]",
  withoutScriptToo,
  async ({ page, script }) => {
    await page.goto("/admin/library?search=cedar");
    const play = page.getByRole(script ? "button" : "link", { name: /^Play / });
    if (!script) {
      const response = await page.request.get((await play.first().getAttribute("href")) ?? "", {
        headers: { Range: "bytes=0-99" },
      });
      expect([response.status(), response.headers()["content-type"]]).toEqual([
        206,
        expect.stringMatching(/^audio\//),
      ]);
      return;
    }
    const audio = page.locator("audio");
    const state = () =>
      audio.evaluate((element: HTMLAudioElement) => ({
        isPaused: element.paused,
        at: element.currentTime,
        src: element.src,
      }));
    await play.first().focus();
    await page.keyboard.press("Space");
    await expect.poll(async () => (await state()).at).toBeGreaterThan(0);
    const first = await state();
    await page.keyboard.press("ArrowRight");
    await expect.poll(async () => (await state()).at).toBeGreaterThan(4);
    await page.keyboard.press("Space");
    await expect.poll(async () => (await state()).isPaused).toBe(true);
    // the page hears of it a little later
    await expect(page.getByRole("button", { name: /^Pause / })).toHaveCount(0);
    await play.nth(1).click();
    await expect.poll(async () => (await state()).src).not.toBe(first.src);
    const player = page.getByRole("region", { name: "Player" });
    await expect(player).toBeVisible();
    const second = await state();
    await player.getByRole("button", { name: "Next" }).click();
    await expect.poll(async () => (await state()).src).not.toBe(second.src);
    await player.getByRole("button", { name: "Stop playing" }).click();
    await expect(player).toHaveCount(0);
    expect([(await state()).isPaused, await audio.count()]).toEqual([true, 1]);
    await expect(play.nth(2)).toBeFocused();
    await play.first().click();
    await expect.poll(async () => (await state()).src).toBe(first.src);
    await audio.dispatchEvent("ended"); // what a test does not wait for
    await expect.poll(async () => (await state()).src).toBe(second.src);
    const { at } = await state();
    await page.getByRole("link", { name: "Charts", exact: true }).click();
    await expect(page).toHaveURL(/\/admin\/charts/);
    await expect(player).toBeVisible();
    await expect.poll(async () => (await state()).at).toBeGreaterThan(at);
    expect((await state()).src).toBe(second.src);
  },
);
