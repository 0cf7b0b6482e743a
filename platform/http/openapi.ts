import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Endpoint } from "#contract/base/endpoint";
import { Problem } from "#contract/base/errors";
import { areaRoles } from "#contract/base/roles";
import { exampleInput } from "#contract/examples/example-input";
import { tokenPrefix } from "#contract/tokens/words";
import { WebhookPayload } from "#contract/webhooks/endpoints";
import { webhookExamples } from "#contract/webhooks/examples";
import { signatureHeader } from "#contract/webhooks/words";
import type { PlatformEnv } from "./context.ts";

type Registry = OpenAPIHono<PlatformEnv>["openAPIRegistry"];

/** Describes a refusal of each status for OpenAPI. */
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

/**
 * Gives the statuses with which a call may be refused: those of all calls of its kind, and those
 * that the contract names for it.
 */
export function refusalsOf({ access, headers, body, upload, refuses = [] }: Endpoint): number[] {
  const ofSession = access === "public" ? [] : [401, 403, 404, 409];
  const ofBody = [...(body ? [400, 413, 415] : []), ...(upload ? [400, 413] : [])];
  const ofFile = hasRanges(headers) ? [416] : [];
  return [...new Set([...ofSession, ...ofBody, ...ofFile, ...refuses, 422, 429, 500, 503])].sort();
}

/**
 * Puts the problems that calls share into the document, once each; gives the responses of a call,
 * which refer to them.
 */
export function describeResponses(registry: Registry) {
  const { $schema: _, ...schema } = z.toJSONSchema(Problem, { io: "input" });
  const { ref: problem } = registry.registerComponent(
    "schemas",
    "Problem",
    schema as Record<never, never>,
  );
  const content = { "application/problem+json": { schema: problem } };
  const refs = Object.entries(statusDescriptions).map(([status, description]) => {
    const { ref } = registry.registerComponent("responses", `Problem${status}`, {
      description,
      content,
    });
    return [Number(status), ref] as const;
  });
  return (endpoint: Endpoint) => {
    const statuses = refusalsOf(endpoint);
    const { success = 200, stream, list, data, headers } = endpoint;
    const figures = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
    const page = z.object({
      limit: z.int(),
      next: z.string().nullable(),
      prev: z.string().nullable(),
      total: z.int().optional(),
      totals: figures.optional(),
      points: z.array(figures).optional(),
      worst: figures.optional(),
    });
    const answer = z.object({
      message: z.string(),
      ...(list ? { data: z.array(data), page } : { data }),
    });
    const file = stream && {
      content: Object.fromEntries(
        [stream].flat().map((media) => [media, { schema: fileSchemaOf(media) }]),
      ),
    };
    return {
      [success]: file
        ? { description: "The file", ...file }
        : { description: "Done", content: { "application/json": { schema: answer } } },
      ...(hasRanges(headers) && file && { 206: { description: "The requested range", ...file } }),
      ...(headers && "if-none-match" in headers.shape && { 304: { description: "Unchanged" } }),
      ...Object.fromEntries(refs.filter(([status]) => statuses.includes(status))),
    };
  };
}

/** A file of JSON is any value: its form is that of the portal that takes it. */
const fileSchemaOf = (media: string) => (media === "application/json" ? z.unknown() : z.string());

const hasRanges = (headers: Endpoint["headers"]) =>
  headers !== undefined && "range" in headers.shape;

/**
 * Puts the ways to prove who calls into the document; `securityOf` names those that a call takes.
 */
export function describeSecurity(registry: Registry): void {
  const bearer = { type: "http", scheme: "bearer" } as const;
  const session =
    "The access token of a session, from POST /api/auth/signin. It is valid for ten minutes; POST /api/auth/refreshToken gives the next.";
  const apiToken = `An API token, which begins with “${tokenPrefix}”. People create them on the page API tokens. The scopes listed beside a call each suffice.`;
  registry.registerComponent("securitySchemes", "session", {
    ...bearer,
    bearerFormat: "JWT",
    description: session,
  });
  registry.registerComponent("securitySchemes", "apiToken", { ...bearer, description: apiToken });
  registry.registerComponent("securitySchemes", "playerDevice", {
    ...bearer,
    description: "The credential of a player’s device.",
  });
}

export function securityOf({
  access,
  method,
  session,
  tokens,
}: Endpoint): Record<string, string[]>[] {
  if (access === "public") return [];
  const names = typeof access === "string" ? [] : access;
  const areas = names.filter((name) => name in areaRoles);
  const scopes = areas.flatMap((area) =>
    method === "get" ? [`${area}:read`, `${area}:write`] : [`${area}:write`],
  );
  return [
    { session: [] },
    ...(!session && (tokens || scopes.length > 0) ? [{ apiToken: scopes }] : []),
    ...(names.includes("player") ? [{ playerDevice: [] }] : []),
  ];
}

/**
 * Serves the document at /openapi.json. It is made and compressed once, when it is first asked for:
 * strangers may ask at any rate.
 */
export function serveDocument(
  api: OpenAPIHono<PlatformEnv>,
  endpointOf: ReadonlyMap<string, Endpoint>,
): void {
  let document: ReturnType<typeof makeDocument> | undefined;
  api.get("/openapi.json", (c) => {
    document ??= makeDocument(api, endpointOf);
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

function makeDocument(api: OpenAPIHono<PlatformEnv>, endpointOf: ReadonlyMap<string, Endpoint>) {
  const info = { title: "Fever In-Store platform API", version: "1", description };
  const document = api.getOpenAPI31Document({ openapi: "3.1.0", info, servers: [{ url: "/" }] });
  for (const methods of Object.values(document.paths ?? {}))
    for (const operation of Object.values(methods) as Operation[]) {
      const endpoint = endpointOf.get(operation.operationId);
      if (endpoint) addExamples(operation, endpoint);
    }
  Object.assign(document, { webhooks: describeWebhooks() });
  // zod-to-openapi writes a pattern's flags behind it as text; JSON Schema reads patterns as Unicode
  // and knows no flags
  const text = JSON.stringify(document, (name, value) =>
    name === "pattern" ? String(value).replace(/\$\/[dgimsuvy]+$/, "$") : value,
  );
  const gzip = gzipSync(text, { level: 9 });
  return {
    text,
    gzip: new Uint8Array(gzip),
    etag: `"${createHash("sha256").update(text).digest("base64url")}"`,
  };
}

const description =
  `Send Authorization: Bearer with an access token or an API token. Answers are JSON: message, data and, for lists, page. Refusals are
problem documents (RFC 9457). RateLimit-Policy and RateLimit say how many requests are left in this minute.`.replaceAll(
    "\n",
    " ",
  );

/** The part of an operation that examples are put into. */
type Operation = {
  operationId: string;
  parameters?: { in: string; name: string; example?: unknown }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
};
const exampleUuid = "0190d6f2-4c1a-7b3e-9f00-5a2b7c8d9e10";

/** Adds examples; the tests' sweeps send them with the IDs of items that exist. */
function addExamples(operation: Operation, endpoint: Endpoint): void {
  const { params, query, headers, body } = exampleInput(endpoint, {
    id: () => 1,
    uuid: exampleUuid,
  });
  const values: Record<string, object | undefined> = { path: params, query, header: headers };
  for (const parameter of operation.parameters ?? []) {
    const value = (values[parameter.in] as Record<string, unknown> | undefined)?.[parameter.name];
    if (value !== undefined) parameter.example = value;
  }
  const json = operation.requestBody?.content["application/json"];
  if (json) json.example = body;
}

/** Describes webhooks' payloads; docs/decisions/webhooks.md says how a receiver checks them. */
function describeWebhooks() {
  const { $schema: _, ...schema } = z.toJSONSchema(WebhookPayload);
  const signature = {
    name: signatureHeader,
    in: "header",
    required: true,
    schema: { type: "string" },
    description:
      "t=<seconds since 1970>,v1=<HMAC-SHA-256 of “t.body” with the webhook’s secret, in hex>; two v1 while a secret is replaced",
  };
  const eventId = {
    name: "Fever-Event",
    in: "header",
    required: true,
    schema: { type: "string", format: "uuid" },
  };
  const entries = Object.entries(webhookExamples).map(([type, data]) => {
    const example = { id: exampleUuid, type, occurredAt: "2026-11-20T06:00:00.000Z", data };
    const requestBody = { required: true, content: { "application/json": { schema, example } } };
    const responses = {
      "2XX": {
        description:
          "Received. Anything else, or nothing within ten seconds, has it sent again for 24 hours.",
      },
    };
    const operationId = `receive${type.replace(/(^|[.])(\w)/g, (_all, _dot, letter: string) => letter.toUpperCase())}`;
    return [
      type,
      {
        post: {
          operationId,
          tags: ["webhooks"],
          parameters: [signature, eventId],
          requestBody,
          responses,
        },
      },
    ] as const;
  });
  return Object.fromEntries(entries);
}
