import { createReadStream, type ReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { fileTypeFromFile } from "file-type";
import { messages } from "#contract/base/messages";
import { isAmong } from "#contract/base/records";
import { type UploadKind, uploads } from "#contract/base/uploads";
import { invalid } from "../base/refusal.ts";
import { hasStream } from "./compound-file.ts";
import { firstMp3Frame, tailBytes } from "./mp3-frames.mjs";
import { cleanPicture } from "./picture.ts";
import type { SpooledFile } from "./spool.ts";
import { judgeTable, judgeTableOrJson } from "./table-file.ts";
import type { TextEncoding } from "./text-encoding.ts";

/**
 * An uploaded file of the type that its kind asks for. It is in a temporary folder until the
 * endpoint has answered.
 */
export type UploadedFile = {
  /** The name as sent, without path and control characters. */
  name: string;
  /** Determined by the content, never by the name. */
  mediaType: string;
  bytes: number;
  sha256: string;
  /** Set for pictures, in pixels. */
  width?: number;
  height?: number;
  /** Set for CSV and JSON: the encoding to read its bytes in. */
  encoding?: TextEncoding;
  path: string;
  open(): ReadStream;
};

/** The file of an endpoint that takes one: `withUploads` lets no request through without. */
export function onlyFile([file]: UploadedFile[]): UploadedFile {
  if (!file) throw new Error("an upload without a file");
  return file;
}

/**
 * Inspects a file and identifies its type (VAL-5). Throws 422 on the field `file` for one that is
 * too large, of another kind, empty, or a picture of other dimensions. A picture is drawn again, so
 * that nothing but its pixels is kept.
 */
export async function judgeUpload(
  file: SpooledFile,
  kind: UploadKind,
  signal?: AbortSignal,
): Promise<UploadedFile> {
  if (file.cut) throw invalid({ file: messages.fileTooLarge });
  if (file.bytes === 0) throw invalid({ file: messages.fileType });
  const name = cleanName(file.name);
  const { path, bytes, sha256 } = file;
  const upload = { name, path, bytes, sha256, open: () => createReadStream(path) };
  if (kind === "table") return Object.assign(upload, await judgeTable(path, signal));
  if (kind === "portal") return Object.assign(upload, await judgeTableOrJson(path, signal));
  const mediaType = await typeOf(path);
  if (!mediaType || !isAmong(uploads[kind].mediaTypes, mediaType)) {
    const codec = kind === "audio" && mediaType ? unplayed[mediaType] : undefined;
    throw invalid({ file: codec ? cannotPlay(codec) : messages.fileType });
  }
  if (kind !== "image") return { ...upload, mediaType };
  const picture = await cleanPicture(path, mediaType);
  return { name, mediaType, ...picture, open: () => createReadStream(picture.path) };
}

/** file-type's names for types that the contract names differently. */
const alias: Record<string, string> = {
  "audio/ogg; codecs=opus": "audio/ogg",
  "audio/x-m4a": "audio/mp4",
  "audio/x-flac": "audio/flac",
  // the detected types of an MP4 not marked as Apple's and of a WebM; most have only sound
  "video/mp4": "audio/mp4",
  "video/webm": "audio/webm",
};

/** The refusal of sound that neither players nor decoders read. */
export const cannotPlay = (codec: string): string =>
  `Store players cannot play ${codec}. Save the file as MP3 or AAC (.m4a).`;

/** Names of sound that nothing here decodes, by file-type's name for it. */
const unplayed: Record<string, string> = {
  "audio/aiff": "AIFF",
  "audio/amr": "AMR",
  "audio/ape": "Monkey's Audio",
  "audio/midi": "MIDI",
  "audio/vnd.dolby.dd-raw": "Dolby Digital (AC-3)",
  "audio/wavpack": "WavPack",
  "audio/webm": "WebM",
  "audio/x-dsf": "DSD",
  "audio/x-ms-asf": "Windows Media Audio",
  "audio/x-musepack": "Musepack",
  "application/vnd.ms-asf": "Windows Media Audio",
  "video/3gpp": "3GP",
  "video/matroska": "Matroska",
  "video/quicktime": "QuickTime",
  "video/x-matroska": "Matroska",
};

async function typeOf(path: string): Promise<string | undefined> {
  // a file that it cannot read to the end counts as unknown
  const fileType = await fileTypeFromFile(path).catch(() => undefined);
  if (!fileType) return soundTypeOf(path);
  // spreadsheets and installers have other streams
  const { mime }: { mime: string } = fileType;
  if (mime === "application/x-cfb")
    return (await hasStream(path, "WordDocument")) ? "application/msword" : mime;
  return alias[mime] ?? mime;
}

/**
 * Recognises audio that file-type does not: WAV of more than 4 GB, and mp3 that begins with other
 * bytes, left by a program.
 */
async function soundTypeOf(path: string): Promise<string | undefined> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(tailBytes), 0, tailBytes, 0);
    if (buffer.toString("latin1", 0, 4) === "RF64" && buffer.toString("latin1", 8, 12) === "WAVE")
      return "audio/wav";
    return firstMp3Frame(buffer.subarray(0, bytesRead)) < 0 ? undefined : "audio/mpeg";
  } finally {
    await handle.close();
  }
}

/**
 * Cleans a file's name for showing it and giving it back: the last part of a path, one line of at
 * most 150 characters, its ending kept. Joiners stay, as in `cleanLine`.
 */
export function cleanName(fileName: string): string {
  const name = (fileName.split(/[/\\]/).at(-1) ?? "")
    .replace(/(?:(?!\u200c|\u200d)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s])+/gu, " ")
    .trim()
    .replace(/^\.+/, "");
  const ending = /\.[^.]{1,10}$/.exec(name)?.[0] ?? "";
  const stem = name.slice(0, name.length - ending.length).slice(0, 150 - ending.length);
  return (stem.replace(/\p{Cs}/gu, "") + ending).trim() || "file";
}
