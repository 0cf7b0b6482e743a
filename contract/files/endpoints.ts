import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";

/** The facts about an uploaded file. */
export const StoredFile = z.object({
  id: z.uuid(),
  name: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  createdAt: z.coerce.date().transform((date) => date.toISOString()),
  createdBy: z.string(),
});
export type StoredFile = z.infer<typeof StoredFile>;

/**
 * Headers that ask for a part of a file, or for the file only if it differs from the one at hand.
 */
export const FileHeaders = z.object({
  range: z.string().max(200).optional(),
  "if-range": z.string().optional(),
  "if-none-match": z.string().optional(),
});

export const readFile = endpoint({
  method: "get",
  path: "/file/{id}",
  summary: "A picture (inline) or a document (as a download) by its ID; supports Range",
  access: "session",
  scope: "none",
  params: z.strictObject({ id: z.uuid() }),
  headers: FileHeaders,
  data: z.never(),
  stream: "*/*",
});
