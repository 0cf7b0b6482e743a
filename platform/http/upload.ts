import type { Endpoint } from "#contract/base/endpoint";
import { messages } from "#contract/base/messages";
import { filesAtATime, tooManyFiles, type UploadKind, uploads } from "#contract/base/uploads";
import type { Caller } from "../access/caller.ts";
import { personKeyOf } from "../access/slot-holder.ts";
import { invalid } from "../base/refusal.ts";
import { WorkSlots } from "../base/work-slots.ts";
import { type SpooledFile, spool } from "../files/spool.ts";
import { judgeUpload, type UploadedFile } from "../files/uploaded-file.ts";

type Upload = NonNullable<Endpoint["upload"]>;

/** The caller is whose upload it is; undefined for a visitor's. */
type UploadContext = { upload: Upload; caller: Caller | undefined };

/** Files come in parts of this name (contract/base/endpoint.ts). */
const part = "file";
/**
 * Limits the checks of uploads at once: pictures are drawn again and tables read through; other
 * files are judged by their first bytes.
 */
const judging = new WorkSlots({ person: 1, company: 2, process: 3 }, 10);
const mostWaiting = {
  waiting: 20,
  message:
    "You already have 20 uploads waiting to be checked. Wait until some are, then try again.",
};

/** Multiple of a file's limit up to which a body is read, so that the sender gets an answer. */
const readOn = 8;

/**
 * Reads the files of a request, at least one, runs the work with them and always removes them
 * afterwards. Throws 422 on `file` in the words of VAL-5, 400 for a body that broke off, 429
 * if too much is being uploaded, 503 if the disk fails.
 */
export async function withUploads<T>(
  request: Request,
  { upload, caller }: UploadContext,
  work: (files: UploadedFile[]) => Promise<T>,
): Promise<T> {
  const { kind, most } = upload;
  const { bytes } = uploads[kind];
  const files = Math.min(most, filesAtATime);
  const limits = {
    fileBytes: bytes,
    bytes: bytes * files,
    files,
    fields: 0,
    fieldBytes: 0,
    read: readOn * bytes,
  };
  const spooled = await spool(request, limits, caller && personKeyOf(caller));
  try {
    if (spooled.unkept) throw spooled.unkept;
    if (spooled.tooManyFiles) throw invalid({ [part]: tooManyFiles(most) });
    if (
      spooled.fields.length > 0 ||
      spooled.tooManyFields ||
      spooled.files.some(({ field }) => field !== part)
    )
      throw invalid({ "": `Send files in parts named "${part}"; no other parts are allowed.` });
    if (spooled.files.length === 0) throw invalid({ [part]: messages.required });
    return await work(await judgeInTurn(spooled.files, kind, { caller, signal: request.signal }));
  } finally {
    await spooled.remove();
  }
}

type UploadCheckContext = Pick<UploadContext, "caller"> & { signal: AbortSignal };

async function judgeInTurn(
  files: SpooledFile[],
  kind: UploadKind,
  { caller, signal }: UploadCheckContext,
): Promise<UploadedFile[]> {
  const holder = caller && { person: personKeyOf(caller), companyId: caller.companyId };
  const free =
    holder && (kind === "image" || kind === "table")
      ? await judging.wait(holder, mostWaiting, signal)
      : undefined;
  try {
    const checkedUploads: UploadedFile[] = [];
    for (const file of files) checkedUploads.push(await judgeUpload(file, kind, signal));
    return checkedUploads;
  } finally {
    free?.();
  }
}

/**
 * Describes the body for OpenAPI. Not a zod schema, because zod-openapi would read the body by
 * itself, all of it into memory.
 */
export const uploadBody = ({ kind, most }: Upload) => ({
  content: {
    "multipart/form-data": {
      schema: {
        type: "object" as const,
        required: [part],
        properties: {
          [part]: {
            type: "array" as const,
            minItems: 1,
            maxItems: Math.min(most, filesAtATime),
            items: { type: "string" as const, format: "binary" },
            description: `${uploads[kind].mediaTypes.join(", ")}; at most ${uploads[kind].bytes / 1024 / 1024} MB each`,
          },
        },
      },
      encoding: { [part]: { contentType: uploads[kind].mediaTypes.join(", ") } },
    },
  },
  required: true,
});
