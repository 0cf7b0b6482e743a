import type { Locator, Page } from "playwright";
import type { Picture } from "#contract/tutorials/picture";

/** Pictures are drawn and shown at this size. */
export const pictureSize = { width: 1280, height: 800 };

/**
 * Goes where a picture is taken, and marks what its step names. Throws where a page, a link or a
 * name is no longer there.
 */
export async function openPicture(
  page: Page,
  { open, follow = [], shows }: Picture,
): Promise<void> {
  await page.goto(open);
  for (const pattern of follow) await page.goto(await addressOf(page, pattern));
  if (!new URL(page.url()).pathname.startsWith("/admin"))
    throw new Error(`${open} led to ${page.url()}`);
  const target = await visibleOf(page, shows);
  await target.evaluate((element) => {
    element.setAttribute("data-tutorial", "");
    element.scrollIntoView({ block: "center" });
  });
}

/** The first link of the page that leads to such an address. */
async function addressOf(page: Page, pattern: string): Promise<string> {
  const hrefs = await page
    .locator("main a[href]")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  const address = hrefs.find((href) => new RegExp(pattern).test(href));
  if (!address) throw new Error(`${page.url()} has no link to ${pattern}`);
  return address;
}

/** Finds what people see by that name: a control first, else a label or heading. */
async function visibleOf(page: Page, name: string): Promise<Locator> {
  const main = page.locator("main");
  const ways = [
    main.getByRole("link", { name, exact: true }),
    main.getByRole("button", { name, exact: true }),
    main.getByLabel(name, { exact: true }),
    main.getByText(name, { exact: true }),
    main.getByText(name),
  ];
  for (const way of ways) for (const one of await way.all()) if (await one.isVisible()) return one;
  throw new Error(`${page.url()} does not show “${name}”`);
}
