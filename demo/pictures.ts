import sharp from "sharp";
import { pieceRecordings, songRecordings } from "./audio.ts";
import { chartIds } from "./chart-plans.ts";
import { type DemoFile, keep } from "./company-files.ts";
import type { DemoLibrary } from "./library.ts";
import { type Random, seededRandom } from "./random.ts";

const sidePixels = 300;
/** By ids that are the same everywhere: 1 for the pictures of songs, 2 for the logos of charts. */
const idOf = (group: 1 | 2, id: number) =>
  `0c0ffee0-0000-4000-8000-${group}${String(id).padStart(11, "0")}`;

/** Charts with a logo; the others show a sign. */
const withLogo: readonly number[] = [
  chartIds.bollywoodStyle,
  chartIds.upbeatRetail,
  chartIds.coffeehouse,
  chartIds.festiveLights,
  chartIds.newReleases,
  chartIds.flagshipFavourites,
  chartIds.brandMix,
  chartIds.bengaluruMix,
  chartIds.morningRoast,
];

/** The picture of each recorded song. */
export const songPictures = ({ songs }: DemoLibrary) =>
  new Map(
    songs
      .filter(({ id }) => id <= songRecordings.length + pieceRecordings.length)
      .map(({ id }) => [id, idOf(1, id)]),
  );

export const chartLogos = ({ charts }: DemoLibrary) =>
  new Map(charts.filter(({ id }) => withLogo.includes(id)).map(({ id }) => [id, idOf(2, id)]));

/** Draws these pictures and logos below `filesDir`, each whole or not at all; gives their rows. */
export async function writePictures(filesDir: string, library: DemoLibrary): Promise<DemoFile[]> {
  const side = { width: sidePixels, height: sidePixels };
  const picture = { name: "cover.png", mediaType: "image/png", ...side };
  const pictures = songPictures(library);
  const logos = chartLogos(library);
  const files: DemoFile[] = [];
  for (const { companyId, id, album } of library.songs) {
    const fileId = pictures.get(id);
    if (!fileId) continue;
    const file = {
      ...picture,
      companyId,
      id: fileId,
      purpose: "song-picture",
      key: `images/${fileId}`,
    } as const;
    files.push(await keep(filesDir, await draw(cover(seededRandom(`cover ${album}`))), file));
  }
  for (const { companyId, id, name } of library.charts) {
    const fileId = logos.get(id);
    if (!fileId) continue;
    const file = {
      ...picture,
      companyId,
      id: fileId,
      purpose: "chart-logo",
      key: `images/${fileId}`,
      name: "logo.png",
    } as const;
    files.push(await keep(filesDir, await draw(logo(seededRandom(`logo ${name}`))), file));
  }
  return files;
}

const draw = (content: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${sidePixels}" height="${sidePixels}" viewBox="0 0 100 100">${content}</svg>`,
    ),
  )
    .png({ palette: true })
    .toBuffer();

/** One sun and some hills in the colours of an album. */
function cover(random: Random): string {
  const hue = random.int(0, 359);
  const ground = `<rect width="100" height="100" fill="hsl(${hue},45%,78%)"/>`;
  const sun = `<circle cx="${random.int(20, 80)}" cy="${random.int(18, 50)}" r="${random.int(8, 22)}" fill="hsl(${(hue + 180) % 360},70%,62%)"/>`;
  const hills = [0, 1, 2].map((row) => {
    const height = 52 + row * 15;
    const left = random.int(-18, 18);
    const right = random.int(-18, 18);
    return `<path d="M0 ${height}C30 ${height + left} 70 ${height + right} 100 ${height}V100H0Z" fill="hsl(${(hue + 24 * row) % 360},42%,${54 - row * 13}%)"/>`;
  });
  return ground + sun + hills.join("");
}

/** The bars of an equaliser in a chart's colour; they differ from chart to chart. */
function logo(random: Random): string {
  const hue = random.int(0, 359);
  const bars = Array.from({ length: 5 }, (_, index) => {
    const height = random.int(20, 60);
    return `<rect x="${16 + index * 14.5}" y="${50 - height / 2}" width="10" height="${height}" rx="3" fill="#fff"/>`;
  });
  return `<rect width="100" height="100" fill="hsl(${hue},48%,34%)"/>${bars.join("")}`;
}
