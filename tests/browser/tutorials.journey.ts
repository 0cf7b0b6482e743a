import { existsSync, readFileSync, statSync } from "node:fs";
import { captionFile, captionsOf, tutorialFile, videoFile } from "#contract/tutorials/media";
import { tutorialPictures } from "#contract/tutorials/pictures";
import {
  type ProductPicture,
  productFile,
  productKeys,
  productPictures,
  themes,
} from "#contract/tutorials/product-pictures";
import { tutorialKeys, tutorials } from "#contract/tutorials/words";
import { expect, test } from "./journey.ts";
import { openPicture } from "./tutorial-pictures.ts";

const inPublic = (file: string) => new URL(`../../public/${file}`, import.meta.url).pathname;
const bytesOf = (file: string) => (existsSync(inPublic(file)) ? statSync(inPublic(file)).size : 0);

for (const key of tutorialKeys)
  test(`${key} shows pages that are there, with what its pictures frame [UI-11]`, async ({
    page,
    signIn,
  }) => {
    const pictures = tutorialPictures[key];
    expect(pictures[0]?.step).toBe(0);
    for (const as of new Set(pictures.map((picture) => picture.as))) {
      await signIn(as);
      for (const picture of pictures.filter((one) => one.as === as))
        await openPicture(page, picture);
    }
  });

test("the landing page's pictures are of pages that are there, in light and dark [UI-11]", async ({
  page,
  signIn,
}) => {
  await signIn("client.admin");
  for (const key of productKeys) {
    const { open, from }: ProductPicture = productPictures[key];
    await page.goto(open);
    const first = from ? page.getByText(from, { exact: true }) : page.locator("h1");
    await expect(first.first()).toBeVisible();
    for (const theme of themes)
      expect(bytesOf(productFile(key, theme)), key).toBeGreaterThan(5_000);
  }
});

test("each tutorial has its pictures, a small video and captions that say its steps; npm run tutorials makes them [UI-11]", async () => {
  let total = 0;
  for (const key of tutorialKeys) {
    const pictures = tutorialPictures[key].map((_, place) => bytesOf(tutorialFile(key, place)));
    for (const bytes of pictures) expect(bytes, key).toBeGreaterThan(5_000);
    const video = bytesOf(videoFile(key));
    expect(video, key).toBeGreaterThan(10_000);
    expect(video, key).toBeLessThan(600_000);
    expect(readFileSync(inPublic(captionFile(key)), "utf8"), key).toBe(captionsOf(key));
    for (const step of tutorials[key].steps)
      expect(captionsOf(key)).toContain(step.replaceAll("&", "&amp;"));
    total += video + pictures.reduce((all, bytes) => all + bytes, 0);
  }
  expect(total).toBeLessThan(8_000_000);
});

test("a tutorial's video plays with its captions, and its pictures say what they show [UI-11]", async ({
  page,
  signIn,
  script,
}) => {
  await signIn("client.admin");
  await page.goto("/admin/tutorials/add_store");
  const { steps } = tutorials.add_store;
  await expect(page.getByRole("img")).toHaveCount(tutorialPictures.add_store.length);
  for (const { alt } of tutorialPictures.add_store)
    await expect(page.getByAltText(alt)).toBeVisible();
  const video = page.locator("video");
  await expect(video).toHaveAttribute("poster", `/${tutorialFile("add_store", 0)}`);
  if (!script) return;
  const played = await video.evaluate(async (element: HTMLVideoElement) => {
    element.muted = true;
    const [track] = element.textTracks;
    if (track) track.mode = "hidden";
    await element.play();
    if (track && !track.cues?.length)
      await new Promise((resolve) =>
        element.querySelector("track")?.addEventListener("load", resolve),
      );
    return {
      seconds: Math.round(element.duration),
      cues: Array.from(track?.cues ?? [], (cue) => (cue as VTTCue).text),
    };
  });
  expect(played.cues).toEqual(steps);
  expect(played.seconds).toBeGreaterThan(20);
});
