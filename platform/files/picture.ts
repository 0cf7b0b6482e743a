import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import sharp from "sharp";
import { messages } from "#contract/base/messages";
import { pictureSides } from "#contract/base/uploads";
import { invalid } from "../base/refusal.ts";
import type { FileStore } from "./file-store.ts";
import { readObject } from "./read-object.ts";

sharp.cache(false); // no picture is asked for twice
sharp.concurrency(1);

const limits = {
  limitInputPixels: pictureSides.most ** 2,
  failOn: "error",
  sequentialRead: true,
  pages: 1,
} as const;
/** No picture of the sides allowed takes near as long. */
const seconds = 20;

/**
 * Draws a png or jpeg again, next to itself: only its pixels are kept, turned by its orientation.
 * Sides are read from the header before anything is unpacked, so that a picture bomb costs nothing.
 * Throws 422 on `file` for wrong dimensions, and for what cannot be drawn.
 */
export async function cleanPicture(path: string, mediaType: string) {
  const { width, height } = await sharp(path, { ...limits, limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw invalid({ file: messages.fileType });
    });
  const isAllowed = (side: number) => side >= pictureSides.least && side <= pictureSides.most;
  if (!isAllowed(width) || !isAllowed(height)) throw invalid({ file: messages.fileDimensions });
  const clean = `${path}.clean`;
  const picture = sharp(path, limits).autoOrient().timeout({ seconds });
  const redrawnPicture = await (mediaType === "image/png"
    ? picture.png({ compressionLevel: 9 })
    : picture.jpeg({ quality: 88, mozjpeg: true })
  )
    .toFile(clean)
    .catch(() => {
      throw invalid({ file: messages.fileType });
    });
  return {
    path: clean,
    bytes: (await stat(clean)).size,
    sha256: await sha256Of(clean),
    width: redrawnPicture.width,
    height: redrawnPicture.height,
  };
}

/**
 * A stored picture no larger than a square, as png: a document that shows it small stays small.
 * Undefined if there is no such object.
 */
export async function readPicture(
  files: FileStore,
  key: string,
  side: number,
): Promise<Buffer | undefined> {
  const bytes = await readObject(files, key);
  return (
    bytes &&
    sharp(bytes, limits)
      .timeout({ seconds })
      .resize(side, side, { fit: "inside", withoutEnlargement: true })
      .png()
      .toBuffer()
  );
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}
