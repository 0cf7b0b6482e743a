import { type BrowserContext, test as base, expect, type Page } from "playwright/test";
import { openSmtp, type Smtp } from "../support/smtp.ts";
import { type Link, openLink } from "./link.ts";
import { type Data, startApart, startCopy } from "./server.ts";

export type { Page };
export { expect };

type Fixtures = {
  /**
   * Statuses of refused requests, and other complaints, that the test means to provoke; the browser
   * tells its console of them.
   */
  expectStatus: (...statuses: (number | RegExp)[]) => void;
  /** Signs the page's browser, or another's, in as a person of the demo. */
  signIn: (username: string, on?: Page) => Promise<void>;
  /** True if pages have their script in this project. */
  script: boolean;
};

type WorkerFixtures = {
  settings: Record<string, string>;
  data: Data;
  /** Pages and platform in two processes. */
  apart: boolean;
  serverUrl: string;
  /** Receives the server's mail. */
  smtp: Smtp;
  /** Connects pages and platform where they are apart. */
  link: Link;
};

/**
 * A journey on a server of the worker's own. A page error, a console error or a broken content
 * security policy fails it. Each value of a worker's option costs workers of their own, and each of
 * those a server: 3 s.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  settings: [{}, { scope: "worker", option: true }],
  data: ["demo", { scope: "worker", option: true }],
  apart: [false, { scope: "worker", option: true }],
  smtp: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const smtp = await openSmtp();
      await use(smtp);
      await smtp.close();
    },
    { scope: "worker" },
  ],
  link: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const link = await openLink();
      await use(link);
      await link.close();
    },
    { scope: "worker" },
  ],
  serverUrl: [
    async ({ settings, data, apart, smtp, link }, use) => {
      const server = await (apart
        ? startApart(data, link, settings)
        : startCopy(data, { SMTP_URL: smtp.url, ...settings }));
      await use(server.url);
      await server.stop();
    },
    { scope: "worker", timeout: 900_000 },
  ],
  baseURL: ({ serverUrl }, use) => use(serverUrl),
  script: ({ javaScriptEnabled }, use) => use(javaScriptEnabled !== false),
  expectStatus: [
    async ({ context }, use) => {
      const watch = watchConsole(context);
      await use(watch.expectStatus);
      expect(watch.complaints).toEqual([]);
    },
    { auto: true },
  ],
  signIn: ({ page }, use) => use((username, on = page) => signIn(username, on)),
  context: async ({ context }, use) => {
    await context.addInitScript(recordMessages);
    await use(context);
  },
});

type Recorder = { shownMessages?: Set<string> };

/** Runs in pages: keeps the texts that live regions showed. */
function recordMessages() {
  const messages = new Set<string>();
  Object.assign(window, { shownMessages: messages });
  new MutationObserver(() => {
    for (const region of document.querySelectorAll("[role=status], [role=alert]"))
      messages.add(region.textContent ?? "");
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

/** Gives each message once, so that a later one is not taken for it. */
function takeMessages(): string[] {
  const { shownMessages } = window as Recorder;
  const messages = [...(shownMessages ?? [])];
  shownMessages?.clear();
  return messages;
}

/**
 * Waits until the page has shown a message. It may be gone again: it stays for three seconds, and a
 * busy machine may look for it later.
 */
export async function expectMessage(page: Page, text: string | RegExp): Promise<void> {
  const isShown = async () => {
    const messages = await page.evaluate(takeMessages).catch(() => []); // it is being loaded
    if (
      messages.some((message) =>
        typeof text === "string" ? message.includes(text) : text.test(message),
      )
    )
      return true;
    return page
      .getByRole("status")
      .or(page.getByRole("alert"))
      .filter({ hasText: text })
      .first()
      .isVisible();
  };
  await expect.poll(isShown, { message: `a message ${text}`, timeout: 150_000 }).toBe(true);
}

/**
 * Hears what the pages of a context complain of: page errors, and what stands in the console as an
 * error, less what is expected.
 */
export function watchConsole(context: BrowserContext) {
  // Remix tells of loads that the next click made needless
  const expected: (number | RegExp)[] = [/^AbortError: /];
  const complaints: string[] = [];
  context.on("page", (page) => {
    page.on("pageerror", (error) => complaints.push(`page error: ${error.stack ?? error}`));
    page.on("console", (message) => {
      if (message.type() !== "error") return;
      const text = message.text();
      const status = /the server responded with a status of (\d+)/.exec(text)?.[1];
      const isExpected = expected.some((one) =>
        typeof one === "number" ? one === Number(status) : one.test(text),
      );
      if (!isExpected) complaints.push(`console: ${text} (${message.location().url})`);
    });
  });
  return {
    complaints,
    expectStatus: (...statuses: (number | RegExp)[]) => void expected.push(...statuses),
  };
}

/**
 * The details of a journey that `npm test` takes without script too. There is one for each way of
 * acting: form, confirmation, several rows at once, upload, dialog, download, sign-in and player.
 * `npm run test:all` takes every journey without script.
 */
export const withoutScriptToo = { tag: "@no-script" };

export const demoPassword = "Demo@2026pass";

/** The date so many days from today, or before it, in UTC. */
export const daysAhead = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/**
 * Signs a page's browser in as a person of the demo, as far as their password leads. The page stays
 * where it is: form and landing cost 1 s.
 */
export async function signIn(username: string, on: Page): Promise<void> {
  const response = await on.request.post("/login", {
    form: { username, password: demoPassword },
    maxRedirects: 0,
  });
  expect(response.status(), `the sign-in of ${username}`).toBe(302);
}

/**
 * Opens a page of the admin area. Where scripts run, waits until the page's own runs, which enables
 * the search button; this may be long after the load event.
 */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const hasScript = await page.evaluate(() => matchMedia("(scripting: enabled)").matches);
  if (hasScript)
    await expect(page.getByRole("button", { name: /^Search while you type/ })).toBeEnabled();
}

/** Signs in by the form, to the page on which the person lands. */
export async function signInByForm(username: string, on: Page): Promise<void> {
  await on.goto("/login");
  await on.getByLabel("Username").fill(username);
  await on.getByLabel("Password").fill(demoPassword);
  await on.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await on.waitForURL((url) => url.pathname !== "/login");
}
