import { messages } from "./messages.ts";

/** Limits of uploads (requirements LIM-1, VAL-5). No zod in here: the browser imports it too. */

const megabyte = 1024 * 1024;
export const xlsxMediaType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

export const uploads = {
  image: {
    mediaTypes: ["image/png", "image/jpeg"],
    accept: ".png,.jpg,.jpeg",
    bytes: 5 * megabyte,
  },
  document: {
    mediaTypes: [
      "application/pdf",
      "application/msword",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ],
    accept: ".pdf,.doc,.docx",
    bytes: 10 * megabyte,
  },
  /**
   * Rows that are imported. The file picker offers .xls too: its refusal says how it is saved as
   * one of these.
   */
  table: {
    mediaTypes: ["text/csv", xlsxMediaType],
    accept: ".csv,.xlsx,.xls",
    bytes: 50 * megabyte,
  },
  /** Answers of the invoice portal (contract/billing/e-invoices.ts). */
  portal: {
    mediaTypes: ["application/json", "text/csv", xlsxMediaType],
    accept: ".json,.csv,.xlsx,.xls",
    bytes: 10 * megabyte,
  },
  audio: {
    mediaTypes: ["audio/mpeg", "audio/ogg", "audio/wav", "audio/flac", "audio/mp4", "audio/aac"],
    accept: ".mp3,.ogg,.wav,.flac,.m4a,.aac,.mp2",
    bytes: 100 * megabyte,
  },
  /** Speech as browsers record it. */
  voice: {
    mediaTypes: ["audio/webm", "audio/mp4", "audio/ogg"],
    accept: ".webm,.m4a,.ogg",
    bytes: megabyte,
  },
} as const;
export type UploadKind = keyof typeof uploads;

/** Width and height of pictures, in pixels. */
export const pictureSides = { least: 64, most: 4096 } as const;
export const filesAtATime = 5;

/** Refuses more files than an upload takes. */
export const tooManyFiles = (most: number): string =>
  most === 1 ? messages.oneFile : messages.tooManyFiles;
