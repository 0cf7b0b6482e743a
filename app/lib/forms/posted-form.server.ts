import { openAsBlob } from "node:fs";
import { localPath } from "../pages/local-path";

/**
 * A posted form, read once before the pages see it: the fields that protect it, and what was
 * typed.
 */
export type PostedForm = {
  /** The address that it was posted to. */
  action: string;
  /** The address of its page. */
  page: string;
  /** The form's ID on that page. */
  form: string;
  csrf: string | undefined;
  /** Made with the form; the same if the form is sent again. */
  key: string | undefined;
  /** The typed values, without passwords, files and our own fields (their names begin with "_"). */
  values: Record<string, string | string[]>;
};

/**
 * The files of a posted form. They are on the server's disk until the page has answered, and are
 * read on demand.
 */
export type PostedFiles = {
  byField: ReadonlyMap<string, File[]>;
  tooLarge: ReadonlySet<File>;
  tooMany: boolean;
  /** Set if the files could not be stored, through no fault of theirs: 429 or 503. Then empty. */
  unkept?: { status: number; message: string } | undefined;
};

/** The result of reading a multipart form: text fields in order, and files on the disk. */
type SpooledForm = {
  fields: [name: string, value: string][];
  files: { field: string; name: string; path: string; cut: boolean }[];
  tooManyFiles: boolean;
  tooManyFields: boolean;
  unkept?: { status: number; message: string } | undefined;
  remove(): Promise<void>;
};
export type ReadMultipart = (request: Request) => Promise<SpooledForm>;

export type RequestWithForm = {
  request: Request;
  posted: PostedForm | undefined;
  files: PostedFiles;
  /** Deletes the files; call it after the page has answered. */
  remove(): Promise<void>;
};

/** Far more than any page's fields, but a body of 1 MB could hold hundreds of thousands. */
const mostFields = 1_000;

/**
 * Reads the form of a request that changes something; the text fields of the returned request can
 * still be read, however they were sent. A urlencoded body is at most 1 MB here; a
 * multipart one is read by `readMultipart`, which stores its files on the disk. Gives "too many"
 * for more than a thousand fields, which no page has.
 */
export async function readPosted(
  request: Request,
  readMultipart: ReadMultipart,
): Promise<RequestWithForm | "too many"> {
  const type = request.headers.get("Content-Type") ?? "";
  if (changesSomething(request) && /^multipart\/form-data\b/i.test(type))
    return readWithFiles(request, await readMultipart(request));
  const read = { files: noFiles, remove: async () => {} };
  if (!changesSomething(request) || !/^application\/x-www-form-urlencoded\b/i.test(type))
    return { ...read, request, posted: undefined };
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (isAbove(mostFields, bytes)) return "too many";
  return {
    ...read,
    request: withBody(request, bytes),
    posted: describe(request, new URLSearchParams(new TextDecoder().decode(bytes))),
  };
}

async function readWithFiles(
  request: Request,
  spooled: SpooledForm,
): Promise<RequestWithForm | "too many"> {
  const { fields, tooManyFiles, unkept, remove } = spooled;
  if (spooled.tooManyFields || fields.length > mostFields) {
    await remove();
    return "too many";
  }
  const byField = new Map<string, File[]>();
  const tooLarge = new Set<File>();
  for (const { field, name, path, cut } of spooled.files) {
    const file = new File(cut || unkept ? [] : [await openAsBlob(path)], name);
    byField.set(field, [...(byField.get(field) ?? []), file]);
    if (cut) tooLarge.add(file);
  }
  const text = new URLSearchParams(fields);
  const files = { byField, tooLarge, tooMany: tooManyFiles, unkept };
  return { request: withBody(request, text), posted: describe(request, text), files, remove };
}

const noFiles: PostedFiles = { byField: new Map(), tooLarge: new Set(), tooMany: false };

/** Gives the request with its text fields as the body. */
function withBody(
  { url, method, headers, signal }: Request,
  body: Uint8Array<ArrayBuffer> | URLSearchParams,
): Request {
  const changed = new Headers(headers);
  changed.delete("Content-Length");
  changed.set("Content-Type", "application/x-www-form-urlencoded;charset=UTF-8");
  return new Request(url, { method, headers: changed, signal, body });
}

/** True if a urlencoded body has more fields; counts its "&"s, so that no fields are created. */
function isAbove(most: number, bytes: Uint8Array): boolean {
  let at = -1;
  for (let count = 0; count < most; count++) {
    at = bytes.indexOf(0x26, at + 1);
    if (at === -1) return false;
  }
  return true;
}

/**
 * Gives the typed values by name and in order, in one pass, because getAll for each name would
 * search all fields each time.
 */
export function typedByName(fields: FormData | URLSearchParams): Map<string, string[]> {
  const valuesByName = new Map<string, string[]>();
  for (const [name, value] of fields) {
    const before = valuesByName.get(name) ?? [];
    if (typeof value === "string") before.push(value);
    valuesByName.set(name, before);
  }
  return valuesByName;
}

export const changesSomething = ({ method }: Request) => method !== "GET" && method !== "HEAD";

/** The address of a page as people see it, without Remix's own members. */
export function pageAddress(text: string): string {
  const { pathname, searchParams } = new URL(text);
  for (const name of ["index", "_routes"]) searchParams.delete(name);
  return localPath(
    pathname.replace(/\.data$/, "") + (searchParams.size > 0 ? `?${searchParams}` : ""),
    "/",
  );
}

function describe(request: Request, fields: URLSearchParams): PostedForm {
  const readField = (name: string, shape: RegExp) => {
    const value = fields.get(name);
    return value !== null && shape.test(value) ? value : undefined;
  };
  const values: PostedForm["values"] = {};
  for (const [name, valuesByName] of typedByName(fields)) {
    if (name.startsWith("_") || /password|secret/i.test(name)) continue;
    if (valuesByName.length > 0)
      values[name] = valuesByName.length === 1 ? (valuesByName[0] ?? "") : valuesByName;
  }
  const action = pageAddress(request.url);
  const referer = request.headers.get("Referer");
  const isOurs =
    referer !== null &&
    URL.canParse(referer) &&
    new URL(referer).host === new URL(request.url).host;
  return {
    action,
    page: isOurs ? pageAddress(referer) : action,
    form: readField("_form", /^[\w-]{1,60}$/) ?? "form",
    csrf: readField("_csrf", /^[\w.-]{20,200}$/),
    key: readField("_key", /^[\w-]{8,64}$/),
    values,
  };
}
