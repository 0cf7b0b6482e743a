import { localPath } from "./local-path";

/** A form as it came to a page, read once before the pages see it: what protects it, and what was typed. */
export type PostedForm = {
  /** Where it was posted. */
  action: string;
  /** The page that it stood on. */
  page: string;
  /** Which form of that page. */
  form: string;
  csrf: string | undefined;
  /** Minted with the form; the same again when it is sent again. */
  key: string | undefined;
  /** What was typed: never passwords, files, or fields of ours (their names begin with "_"). */
  values: Record<string, string | string[]>;
};

/** Far above the fields of any page; a body of 1 MB could name hundreds of thousands. */
const mostFields = 1_000;

/**
 * Reads the form of a request that changes something; the request given back has its body still to be read. The body is at most 1 MB
 * here. "too many" stands for a form of more than a thousand fields, which nobody was given.
 */
export async function readPosted(request: Request): Promise<{ request: Request; posted: PostedForm | undefined } | "too many"> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!changesSomething(request) || !/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type))
    return { request, posted: undefined };
  const { method, headers, signal } = request;
  const bytes = await request.arrayBuffer();
  if (/urlencoded/i.test(type) && isAbove(mostFields, new Uint8Array(bytes))) return "too many";
  const copy = new Request(request.url, { method, headers, signal, body: bytes });
  const fields = await new Response(bytes, { headers: { "Content-Type": type } }).formData().catch(() => undefined);
  if (fields && [...fields.keys()].length > mostFields) return "too many";
  return { request: copy, posted: fields && describe(request, fields) };
}

/** Whether a urlencoded body has more fields, told by its "&"s before any of them is made. */
function isAbove(most: number, bytes: Uint8Array): boolean {
  let at = -1;
  for (let seen = 0; seen < most; seen++) {
    at = bytes.indexOf(0x26, at + 1);
    if (at === -1) return false;
  }
  return true;
}

/** What was typed, by name and in order, in one pass: getAll for each name would look through all fields for each. Files are left out. */
export function typedByName(fields: FormData): Map<string, string[]> {
  const typed = new Map<string, string[]>();
  for (const [name, value] of fields) {
    const before = typed.get(name) ?? [];
    if (typeof value === "string") before.push(value);
    typed.set(name, before);
  }
  return typed;
}

export const changesSomething = ({ method }: Request) => method !== "GET" && method !== "HEAD";

/** The address of a page as people see it: without what Remix adds to it. */
export function pageAddress(text: string): string {
  const { pathname, searchParams } = new URL(text);
  for (const name of ["index", "_routes"]) searchParams.delete(name);
  return localPath(pathname.replace(/\.data$/, "") + (searchParams.size > 0 ? `?${searchParams}` : ""), "/");
}

function describe(request: Request, fields: FormData): PostedForm {
  const told = (name: string, shape: RegExp) => {
    const value = fields.get(name);
    return typeof value === "string" && shape.test(value) ? value : undefined;
  };
  const values: PostedForm["values"] = {};
  for (const [name, typed] of typedByName(fields)) {
    if (name.startsWith("_") || /password/i.test(name)) continue;
    if (typed.length > 0) values[name] = typed.length === 1 ? (typed[0] ?? "") : typed;
  }
  const action = pageAddress(request.url);
  const referer = request.headers.get("Referer");
  const isOurs = referer !== null && URL.canParse(referer) && new URL(referer).host === new URL(request.url).host;
  return {
    action,
    page: isOurs ? pageAddress(referer) : action,
    form: told("_form", /^[\w-]{1,60}$/) ?? "form",
    csrf: told("_csrf", /^[\w.-]{20,200}$/),
    key: told("_key", /^[\w-]{8,64}$/),
    values,
  };
}
