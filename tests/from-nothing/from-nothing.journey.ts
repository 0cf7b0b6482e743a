import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, type Page, test } from "playwright/test";
import { wav } from "../support/audio.ts";
import { endServers, secrets, startServer } from "../support/built-server.ts";
import { startPostgresCluster } from "../support/postgres-server.ts";
import { openSmtp, tokenIn } from "../support/smtp.ts";

const run = promisify(execFile);
const image = process.env.FROM_NOTHING_IMAGE ?? "";
const password = "First@2026run";
/** Real recordings of some seconds, and one long enough that a day is a few thousand songs. */
const recordings = ["tagged.mp3", "song.flac", "long.wav"];
const audio = async (name: string) =>
  name === "long.wav"
    ? { name, mimeType: "audio/wav", buffer: Buffer.from(await wav(30).arrayBuffer()) }
    : fileURLToPath(new URL(`../fixtures/audio/${name}`, import.meta.url));
const clean: (() => Promise<unknown>)[] = [];

test.afterEach(async () => {
  await endServers();
  for (const work of clean.splice(0).reverse()) await work();
});

/** An empty database of an engine, as the settings name it. */
const databases = {
  async embedded(): Promise<Record<string, string>> {
    return {};
  },
  async PostgreSQL(): Promise<Record<string, string>> {
    const cluster = await startPostgresCluster();
    if (!cluster) throw new Error("no PostgreSQL server was found on this machine");
    clean.push(() => cluster.stop());
    return { DATABASE_URL: cluster.url };
  },
};

/**
 * npm test proves it on PostgreSQL; the embedded engine has npm run demo there
 * (tests/faults/demo-command).
 */
const engines = process.env.TEST_ALL
  ? (["embedded", "PostgreSQL"] as const)
  : (["PostgreSQL"] as const);

for (const engine of engines)
  test(`an empty production database on ${engine} becomes a store that plays, by the documented steps and pages alone [SET-1]`, async ({
    browser,
  }) => {
    const smtp = await openSmtp();
    clean.push(() => smtp.close());
    const folder = await mkdtemp(join(tmpdir(), "fever-from-nothing-"));
    clean.push(() => rm(folder, { recursive: true, force: true }));
    const port = String(await freePort());
    const settings = {
      ...secrets,
      ...(await databases[engine]()),
      DATA_DIR: folder,
      PORT: port,
      PUBLIC_URL: `http://localhost:${port}`,
      SMTP_URL: smtp.url,
      MAIL_FROM: "Fever <no-reply@fever.example>",
    };
    const server = await startServer(settings, image);

    const linkIn = (text: string) => /http:\/\/localhost:\d+\/setup\/[\w.-]+/.exec(text)?.[0] ?? "";
    const logged = linkIn(server.output());
    const printed = linkIn(
      (
        await run("npm", ["run", "setup"], {
          cwd: image,
          env: { NODE_ENV: "production", PATH: process.env.PATH, ...settings },
        })
      ).stdout,
    );
    expect([logged, printed]).toEqual([
      expect.stringContaining("/setup/"),
      expect.stringContaining("/setup/"),
    ]);

    const open = async (javaScriptEnabled: boolean): Promise<Page> => {
      const context = await browser.newContext({ baseURL: settings.PUBLIC_URL, javaScriptEnabled });
      clean.push(() => context.close());
      return context.newPage();
    };
    const staff = await open(false);
    await staff.goto("/login");
    await expect(staff.getByText("This server is not set up yet.")).toBeVisible();
    await staff.goto(printed);
    await staff.getByLabel("Company name").fill("Fever Mumbai");
    await staff.getByLabel("First name").fill("Asha");
    await staff.getByLabel("Email").fill("asha@fever.example");
    await staff.getByLabel("Username").fill("asha");
    await staff.getByLabel("New password", { exact: true }).fill(password);
    await staff.getByLabel("Repeat new password").fill(password);
    await press(staff, "Set up server");
    await expect(staff.getByText("This server is set up.")).toBeVisible();
    for (const link of [logged, printed]) {
      const visitor = await open(false);
      await visitor.goto(link);
      await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("This server is set up");
    }
    await signIn(staff, "asha");

    // music: what songs are described by, the songs, and a chart of them
    const lists = { genre: "Pop", mood: "Bright", language: "Hindi", tempo: "Steady" };
    for (const [list, item] of Object.entries(lists)) {
      await staff.goto(`/admin/library/lists/${list}`);
      await staff.getByLabel(`New ${list}`).fill(item);
      if (list === "tempo") await staff.getByLabel("Speed").selectOption({ label: "Medium" });
      await press(staff, `Add ${list}`);
      await expect(staff.getByText(`${item} added`)).toBeVisible();
    }
    for (const [n, recording] of recordings.entries()) {
      await staff.goto("/admin/library/add");
      await staff.getByLabel("Audio file").setInputFiles(await audio(recording));
      await press(staff, "Upload audio");
      await staff.getByLabel("Title").fill(`Song ${n + 1}`);
      await staff.getByLabel("Artist").fill(`Band ${n + 1}`);
      for (const [list, item] of Object.entries(lists))
        await staff.locator(`[name="${list}Id"]`).selectOption({ label: item });
      await press(staff, "Add song");
      await expect(staff.getByText(`Song ${n + 1} added`)).toBeVisible();
    }

    await staff.goto("/admin/companies/add");
    await fill(staff, {
      companyName: "Harbour Books",
      companyId: "HARBOUR",
      addressLine: "1 Quay",
      city: "Mumbai",
      state: "Maharashtra",
      postalCode: "400001",
      phone: "9876543210",
      email: "ben@harbour.example",
      commEmail: "ben@harbour.example",
      companyAdminUserId: "ben",
      thresholdVolume: "20",
    });
    await press(staff, "Add company");
    await expect(staff.getByText("Harbour Books added")).toBeVisible();

    // its admin accepts the invitation, checks the company, and adds the first store with a player
    // account
    const admin = await open(false);
    await admin.goto(
      `/set-my-profile?token=${encodeURIComponent(tokenIn(await smtp.letterTo("ben@harbour.example")))}`,
    );
    await admin.getByLabel("First name").fill("Ben");
    await admin.getByLabel("New password", { exact: true }).fill(password);
    await admin.getByLabel("Repeat new password").fill(password);
    await press(admin, "Start");
    await expect(admin).toHaveURL(/\/admin\/company\/edit$/);
    await press(admin, "Save and continue");
    await expect(admin).toHaveURL(/\/admin\/store\/add$/);
    await fill(admin, { storeName: "Quayside", storeCode: "HB-1", city: "Mumbai" });
    await press(admin, "Continue");
    await admin.getByRole("group", { name: "Monday" }).getByLabel("Opens").fill("00:00");
    await admin
      .getByRole("group", { name: "Monday" })
      .getByLabel("Closes", { exact: true })
      .fill("24:00");
    await press(admin, "Copy Monday's hours to every day");
    await press(admin, "Continue");
    await admin.getByLabel("Username").fill("quayside.player");
    await press(admin, "Continue");
    await press(admin, "Continue");
    await admin.getByLabel("Password", { exact: true }).fill(password);
    await press(admin, "Add store");
    await expect(admin.getByText("Quayside added")).toBeVisible();

    await admin.goto("/admin/hierarchy");
    for (const [link, kind, name] of [
      [/^Add (the first )?region$/, "region", "West"],
      ["Add zone to West", "zone", "Mumbai"],
      ["Add group to Mumbai", "group", "Harbour"],
    ] as const) {
      await admin.getByRole("link", { name: link }).first().click();
      await admin.getByLabel(`Name of the ${kind}`).fill(name);
      await press(admin, `Add ${kind}`);
      await expect(admin.getByText(`${name} added`)).toBeVisible();
    }
    await admin.goto("/admin/stores");
    await admin.getByRole("link", { name: "Quayside" }).first().click();
    await admin.getByRole("main").getByRole("link", { name: "Edit" }).first().click();
    await admin.getByLabel("Group (optional)").selectOption({ index: 1 });
    await press(admin, /^Save /);
    await expect(admin.getByText("Quayside saved")).toBeVisible();

    await admin.goto("/admin/charts?kind=custom");
    await admin.getByRole("link", { name: "Add custom chart" }).first().click();
    await admin.waitForURL(/\/admin\/charts\/add/);
    await admin.getByLabel("Name", { exact: true }).fill("Harbour songs");
    await press(admin, "Add chart");
    for (const n of recordings.keys())
      await admin.getByRole("checkbox", { name: `Select Song ${n + 1}` }).check();
    await press(admin, "Add to Harbour songs");
    await expect(admin.getByText(`${recordings.length} songs added.`)).toBeVisible();

    await admin.goto("/admin/master-rule");
    await admin
      .getByRole("combobox", { name: "Chart 1" })
      .selectOption({ label: `Harbour songs (own, ${recordings.length} songs)` });
    for (const name of ["Minimum rest", "Artist separation", "Title separation", "Day offset"]) {
      await press(admin, `Remove ${name}`);
      await expect(admin.getByRole("button", { name: `Remove ${name}` })).toHaveCount(0);
    }
    await press(admin, /own rule$/);
    await expect(admin.getByText("Rule saved.")).toBeVisible();

    // nobody publishes anything: the first rule reaches today and the days to come by itself [RUN-1]
    await expect(async () => {
      await admin.goto("/admin/preview");
      await admin.getByRole("table").getByRole("link").first().click();
      await expect(admin.getByText(/^Published .*, [\d,]+ songs\.$/)).toBeVisible({
        timeout: 10_000,
      });
      await expect(admin.getByText("Harbour songs").first()).toBeVisible({ timeout: 10_000 });
    }).toPass();

    const dayInIndia = () => new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10);
    const from = dayInIndia();
    const player = await open(true);
    await signIn(player, "quayside.player");
    await expect(player).toHaveURL(/\/store-manager$/);
    const playReport = player.waitForResponse(
      (response) =>
        response.url().endsWith("/report") && /"itemId"/.test(response.request().postData() ?? ""),
      { timeout: 0 }, // it is told when a song ends
    );
    await player.getByRole("button", { name: "Start playing" }).click();
    await expect(player.getByRole("region", { name: "Player" })).toContainText("Now playing at");
    expect((await playReport).status()).toBe(200);

    await admin.goto(`/admin/reports/SongPlayOutReport?from=${from}&to=${dayInIndia()}`);
    await expect(admin.getByRole("cell", { name: /^Song \d$/ }).first()).toBeVisible();
  });

async function signIn(page: Page, username: string) {
  await page.goto("/login");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password").fill(password);
  await press(page, "Sign in");
  await expect(page).not.toHaveURL(/\/login/);
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole("main").getByRole("button", { name, exact: true }).first().click();

async function fill(page: Page, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) {
    const field = page.locator(`form#form [name="${name}"]:not([type=hidden])`).first();
    if ((await field.evaluate(({ tagName }) => tagName)) === "SELECT")
      await field.selectOption(value);
    else await field.fill(value);
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== "object" || !address) throw new Error("no free port");
  return address.port;
}
