import { expect, signIn, test } from "./journey.ts";
import { axeScript, complaintsIn, phone, type View, wide, withoutScript } from "./look.ts";
import { betweenSteps, pageRoutes, readWalked, type Walked } from "./walk.ts";

/**
 * Each width, each colour scheme, with script and without, once. Axe, most of a page's cost, looks at one of the two, by turns: the other is
 * shown, and measured. `npm run test:all` lets axe look at both, `npm run walk` at all combinations for every role.
 */
const viewsOf = (place: number): (View & { script: boolean })[] => {
  const axeAt = (turn: number) => Boolean(process.env.TEST_ALL) || place % 2 === turn;
  return [
    { ...phone, colorScheme: "dark", axe: axeAt(0), script: false }, // first: what the player's script leaves would answer for the server
    { ...wide, colorScheme: "light", axe: axeAt(1), script: true },
  ];
};

test.use({ data: "walked" });

let walkedOnce: Promise<Walked> | undefined;
const readOnce = () => {
  walkedOnce ??= readWalked();
  return walkedOnce;
};

for (const [place, { id, path, pattern }] of pageRoutes.entries())
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
    for (const { script, ...view } of viewsOf(place)) {
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
