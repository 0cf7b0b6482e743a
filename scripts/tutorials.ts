import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright";
import { captionsOf, secondsOf, tutorialFile, tutorialFolder } from "#contract/tutorials/media";
import type { Picture } from "#contract/tutorials/picture";
import { tutorialPictures } from "#contract/tutorials/pictures";
import {
  type ProductPicture,
  productFile,
  productFolder,
  productKeys,
  productPictureSize,
  productPictures,
  type Theme,
  themes,
} from "#contract/tutorials/product-pictures";
import { type TutorialKey, tutorialKeys, tutorials } from "#contract/tutorials/words";
import { openPicture, pictureSize } from "../tests/browser/tutorial-pictures.ts";
import { findChromium } from "./chromium.mjs";

/**
 * Makes the tutorials' pictures, videos and captions, and the pictures of the landing page, from
 * the product itself: `npm run tutorials -- http://localhost:3000 [key …]`, with `npm run demo`
 * running at that address; the key "product" makes the landing page's. Needs ffmpeg; the results
 * are committed, so that a server without ffmpeg can serve them.
 */
const [site = "http://localhost:3000", ...requestedKeys] = process.argv.slice(2);
const keys = tutorialKeys.filter(
  (key) => requestedKeys.length === 0 || requestedKeys.includes(key),
);
const folder = join("public", tutorialFolder);
const isProductRequested = requestedKeys.length === 0 || requestedKeys.includes("product");

if (!canRun("ffmpeg")) {
  say(
    "There is no ffmpeg here, so the committed pictures and videos stay as they are. Install it (Debian: apt-get install ffmpeg).",
  );
  process.exit(1);
}
await mkdir(folder, { recursive: true });
const browser = await chromium.launch({
  ...(findChromium() && { executablePath: findChromium() }),
});
const people = new Map<string, Page>();
try {
  for (const key of keys) await makeTutorial(key, browser);
  if (isProductRequested) for (const theme of themes) await takeProductPictures(theme, browser);
} finally {
  await browser.close();
}

async function makeTutorial(key: TutorialKey, browser: Browser) {
  const drafts = await mkdtemp(join(tmpdir(), "tutorial-"));
  const frames: string[] = [];
  for (const [place, picture] of tutorialPictures[key].entries()) {
    const png = join(drafts, `${place}.png`);
    const page = await pageOf(picture.as, browser);
    await openPicture(page, picture);
    await ring(page, picture);
    await page.screenshot({ path: png, animations: "disabled" });
    writeWebp(png, join("public", tutorialFile(key, place)));
    frames.push(png);
  }
  await writeFile(join(folder, `${key}.vtt`), captionsOf(key));
  await writeFile(join(drafts, "frames.txt"), slides(key, frames));
  encode([
    "-f",
    "concat",
    "-safe",
    "0",
    "-i",
    join(drafts, "frames.txt"),
    "-r",
    "2",
    "-pix_fmt",
    "yuv420p",
    "-c:v",
    "libvpx-vp9",
    "-b:v",
    "0",
    "-crf",
    "42",
    "-g",
    "200",
    "-row-mt",
    "1",
    "-deadline",
    "realtime",
    "-cpu-used",
    "8",
    "-an",
    join(folder, `${key}.webm`),
  ]);
  await rm(drafts, { recursive: true });
  const bytes = (await readFile(join(folder, `${key}.webm`))).length;
  say(`${key}: ${frames.length} pictures, video of ${Math.round(bytes / 1024)} KB`);
}

/** Lists the picture of each step, its own or otherwise the previous one. */
function slides(key: TutorialKey, frames: string[]): string {
  const pictures = tutorialPictures[key];
  let frameIndex = 0;
  const lines = tutorials[key].steps.flatMap((text, step) => {
    const own = pictures.findIndex((picture) => picture.step === step);
    if (own >= 0) frameIndex = own;
    return [`file '${frames[frameIndex]}'`, `duration ${secondsOf(text)}`];
  });
  // ffmpeg applies the last duration only if another file follows
  return [...lines, `file '${frames[frameIndex]}'`].join("\n");
}

/** Takes the landing page's pictures: sharp on good screens, and without frames. */
async function takeProductPictures(colorScheme: Theme, browser: Browser) {
  const drafts = await mkdtemp(join(tmpdir(), "product-"));
  await mkdir(join("public", productFolder), { recursive: true });
  for (const key of productKeys) {
    const { as, open, from }: ProductPicture = productPictures[key];
    const page = await signIn(as, browser, {
      viewport: pictureSize,
      colorScheme,
      deviceScaleFactor: 1.5,
    });
    await page.goto(open, { waitUntil: "networkidle" });
    const png = join(drafts, `${key}.png`);
    const clip = { ...(await placeOfPicture(page, from)), ...productPictureSize };
    await page.screenshot({ path: png, animations: "disabled", fullPage: true, clip });
    await page.context().close();
    writeWebp(png, join("public", productFile(key, colorScheme)));
  }
  await rm(drafts, { recursive: true });
}

/** Finds the picture's corner in pixels: beside the menu, above the first text. */
async function placeOfPicture(page: Page, from?: string) {
  const main = page.locator("main");
  const heading = main.getByRole("heading", { level: 1 });
  const first = from ? main.getByText(from, { exact: true }).first() : heading;
  const [left, top] = await Promise.all([heading.boundingBox(), first.boundingBox()]);
  if (!left || !top) throw new Error(`${page.url()} does not show “${from ?? "its heading"}”`);
  return { x: left.x - 24, y: top.y - 24 };
}

async function pageOf(as: Picture["as"], browser: Browser): Promise<Page> {
  const open = people.get(as);
  if (open) return open;
  const page = await signIn(as, browser, {
    viewport: pictureSize,
    colorScheme: "light",
    deviceScaleFactor: 1,
  });
  people.set(as, page);
  return page;
}

async function signIn(as: Picture["as"], browser: Browser, look: BrowserContextOptions) {
  const context = await browser.newContext({ ...look, baseURL: site, locale: "en-IN" });
  // long, so that a busy machine does not leave half of the pictures old
  context.setDefaultTimeout(180_000);
  const page = await context.newPage();
  await page.goto("/login");
  await page.getByLabel("Username").fill(as);
  await page.getByLabel("Password", { exact: true }).fill("Demo@2026pass");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/\/admin/);
  return page;
}

/** Draws a frame around the element that the step describes. */
async function ring(page: Page, { shows }: Picture) {
  const box = await page.locator("[data-tutorial]").boundingBox();
  if (!box) throw new Error(`“${shows}” is not in sight`);
  await page.evaluate(({ x, y, width, height }) => {
    const frame = document.createElement("div");
    Object.assign(frame.style, {
      position: "fixed",
      left: `${x - 6}px`,
      top: `${y - 6}px`,
      width: `${width + 12}px`,
      height: `${height + 12}px`,
      border: "3px solid #d1496b",
      borderRadius: "10px",
      zIndex: "99",
      pointerEvents: "none",
      boxSizing: "border-box",
    });
    document.body.append(frame);
  }, box);
}

function writeWebp(png: string, file: string) {
  const compression = ["-c:v", "libwebp", "-quality", "72", "-compression_level", "6"];
  encode(["-i", png, ...compression, file]);
}

function encode(args: string[]) {
  execFileSync("ffmpeg", ["-hide_banner", "-loglevel", "error", "-y", ...args], {
    stdio: ["ignore", "inherit", "inherit"],
  });
}

function canRun(program: string): boolean {
  return (process.env.PATH ?? "").split(":").some((place) => existsSync(join(place, program)));
}

function say(text: string) {
  process.stdout.write(`${text}\n`);
}
