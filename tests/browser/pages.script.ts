import { expect, signIn, test } from "./journey.ts";
import { axeScript, complaintsIn, phone, type View, wide, withoutScript } from "./look.ts";
import { betweenSteps, pageRoutes, readWalked, type Walked } from "./walk.ts";

/** Each width, each colour scheme, with script and without, once. `npm run walk` takes all combinations, for every role. */
const views: (View & { script: boolean })[] = [
  { ...phone, colorScheme: "dark", rules: "all", script: false }, // first: what the player's script leaves would answer for the server
  { ...wide, colorScheme: "light", rules: "looks", script: true },
];

test.use({ data: "walked" });

let walkedOnce: Promise<Walked> | undefined;
const readOnce = () => {
  walkedOnce ??= readWalked();
  return walkedOnce;
};

for (const { id, path, pattern } of pageRoutes)
  test(`${path} is reached, fits a phone, and passes axe, light and dark, with script and without (${id}) [UI-10]`, async ({
    page,
    context,
    serverUrl,
    expectStatus,
  }) => {
    expectStatus(401, 404, 410, 422);
    const walked = await readOnce();
    const walkedPage = walked.pages[id];
    if (!walkedPage) throw new Error(`${id} was not reached by any link`);
    await context.addCookies(walked.cookies[walkedPage.person] ?? []);
    if (walkedPage.person === betweenSteps) await signIn(betweenSteps, page);
    await context.addInitScript(await axeScript());
    const { href } = new URL(walkedPage.address, serverUrl);
    const wrong: string[] = [];
    for (const { script, ...view } of views) {
      if (!script) await page.route((url) => url.href === href, withoutScript);
      await page.goto(href);
      expect(new URL(page.url()).pathname).toMatch(pattern);
      for (const complaint of await complaintsIn(page, view))
        wrong.push(`${walkedPage.address} ${script ? "with" : "without"} script at ${view.width}, ${view.colorScheme}: ${complaint}`);
      await page.unrouteAll();
    }
    expect(wrong).toEqual([]);
    walked.cookies[walkedPage.person] = await context.cookies(); // the session may have been renewed
  });
