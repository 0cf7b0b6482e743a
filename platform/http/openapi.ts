import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Endpoint } from "#contract/base/endpoint";
import { Problem } from "#contract/base/errors";
import type { PlatformEnv } from "./context.ts";

type Registry = OpenAPIHono<PlatformEnv>["openAPIRegistry"];

/** What a refusal of each status means, for OpenAPI. */
const statusDescriptions: Record<number, string> = {
  400: "The body could not be read",
  401: "No valid access token, or wrong credentials",
  403: "Not allowed",
  404: "No such item within the caller's scope",
  409: "The session has ended: signed in elsewhere, or the account or company was deactivated",
  413: "Too large",
  415: "Unsupported media type",
  416: "The file is shorter than the requested range",
  422: "Invalid input, by field",
  429: "Too many requests or attempts, or the data is busy; Retry-After says when to try again",
  500: "Internal error; the log has the cause under the request ID",
  503: "The database or the disk failed, or a statement took too long; Retry-After says when to try again",
};

/** The statuses that a call may be refused with: what goes for all calls of its kind, and what the contract names of its own. */
export function refusalsOf({ access, headers, body, upload, refuses = [] }: Endpoint): number[] {
  const ofSession = access === "public" ? [] : [401, 403, 404, 409];
  const ofBody = [...(body ? [400, 413, 415] : []), ...(upload ? [400, 413] : [])];
  const ofFile = hasRanges(headers) ? [416] : [];
  return [...new Set([...ofSession, ...ofBody, ...ofFile, ...refuses, 422, 429, 500, 503])].sort();
}

/** Puts the problems that calls share into the document, once each; gives the responses of a call, which refer to them. */
export function describeResponses(registry: Registry) {
  const { $schema: _, ...schema } = z.toJSONSchema(Problem, { io: "input" });
  const { ref: problem } = registry.registerComponent("schemas", "Problem", schema as Record<never, never>);
  const content = { "application/problem+json": { schema: problem } };
  const refs = Object.entries(statusDescriptions).map(([status, description]) => {
    const { ref } = registry.registerComponent("responses", `Problem${status}`, { description, content });
    return [Number(status), ref] as const;
  });
  return (endpoint: Endpoint) => {
    const statuses = refusalsOf(endpoint);
    const { success = 200, stream, list, data, headers } = endpoint;
    const totals = z.record(z.string(), z.union([z.string(), z.number(), z.null()])).optional();
    const page = z.object({ limit: z.int(), next: z.string().nullable(), prev: z.string().nullable(), total: z.int().optional(), totals });
    const answer = z.object({ message: z.string(), ...(list ? { data: z.array(data), page } : { data }) });
    const file = stream && { content: Object.fromEntries([stream].flat().map((media) => [media, { schema: z.string() }])) };
    return {
      [success]: file ? { description: "The file", ...file } : { description: "Done", content: { "application/json": { schema: answer } } },
      ...(hasRanges(headers) && file && { 206: { description: "The requested range", ...file } }),
      ...(headers && "if-none-match" in headers.shape && { 304: { description: "Unchanged" } }),
      ...Object.fromEntries(refs.filter(([status]) => statuses.includes(status))),
    };
  };
}

const hasRanges = (headers: Endpoint["headers"]) => headers !== undefined && "range" in headers.shape;

/** Serves the document at /openapi.json. It is made and compressed once, when it is first asked for: strangers may ask at any rate. */
export function serveDocument(api: OpenAPIHono<PlatformEnv>): void {
  let document: ReturnType<typeof makeDocument> | undefined;
  api.get("/openapi.json", (c) => {
    document ??= makeDocument(api);
    c.header("ETag", document.etag);
    c.header("Cache-Control", "no-cache");
    c.header("Vary", "Accept-Encoding");
    if (c.req.header("If-None-Match")?.includes(document.etag)) return c.body(null, 304);
    c.header("Content-Type", "application/json");
    if (!/\bgzip\b/.test(c.req.header("Accept-Encoding") ?? "")) return c.body(document.text);
    c.header("Content-Encoding", "gzip");
    return c.body(document.gzip);
  });
}

function makeDocument(api: OpenAPIHono<PlatformEnv>) {
  const info = { title: "Fever In-Store platform API", version: "1" };
  const document = api.getOpenAPI31Document({ openapi: "3.1.0", info, servers: [{ url: "/" }] });
  // zod-to-openapi writes a pattern's flags behind it as text; JSON Schema reads patterns as Unicode and knows no flags
  const text = JSON.stringify(document, (name, value) => (name === "pattern" ? String(value).replace(/\$\/[dgimsuvy]+$/, "$") : value));
  const gzip = gzipSync(text, { level: 9 });
  return { text, gzip: new Uint8Array(gzip), etag: `"${createHash("sha256").update(text).digest("base64url")}"` };
}
