import fc from "fast-check";
import { password } from "../support/platform.ts";
import {
  absurdBody,
  absurdHeaders,
  absurdPath,
  absurdQuery,
  hostileJson,
  hostileText,
} from "./hostile.ts";
import type { Operation, Schema } from "./operations.ts";

/** A request as it will be sent: the path with its query below /api, the body as text. */
export type FuzzRequest = {
  method: string;
  target: string;
  headers: Record<string, string>;
  body?: string;
  /** In place of a body: parts with a sample's content. */
  files?: SentFile[];
  kind: "valid" | "nearly" | "absurd";
};

type SentFile = { part: string; name: string; sample: string };

/** Values for members whose schema does not tell what is meant by them. */
export type Pools = {
  /** Identifiers by the member's name: own ones oftener than others'. */
  ids: Record<string, number[]>;
  texts: Record<string, string[]>;
  /**
   * Contents of files by a name, with the media type that they have; of a wrong file it is none
   * that anything takes.
   */
  files: Record<string, { type: string; content: Uint8Array<ArrayBuffer> }>;
  /**
   * Inputs as the sweeps send them (tests/sweeps/sample-input.ts), for members that must fit each
   * other in ways no schema tells.
   */
  samples: (operation: Operation) => fc.Arbitrary<Draft> | undefined;
};

/**
 * One member as it stands in the request: query, header and path values as text, body values as
 * JSON text by path.
 */
export type Draft = {
  path: Record<string, string>;
  query: [string, string][];
  headers: Record<string, string>;
  body: unknown;
};
type Change = {
  at: number;
  how: "replace" | "drop" | "add" | "repeat" | "wrap";
  name: string;
  text: string;
  json: string;
};

/**
 * Requests to one operation, about a third each valid by its schema, wrong in one to three places,
 * and absurd.
 */
export function requestsTo(operation: Operation, pools: Pools): fc.Arbitrary<FuzzRequest> {
  const drafts = validDraftOf(operation, pools);
  const change: fc.Arbitrary<Change> = fc.record({
    at: fc.nat(1000),
    how: fc.constantFrom<Change["how"][]>(
      "replace",
      "replace",
      "replace",
      "replace",
      "drop",
      "add",
      "repeat",
      "wrap",
    ),
    name: fc.constantFrom(
      "surprise",
      "__proto__",
      "constructor",
      "id",
      "companyId",
      "toString",
      "$where",
      "a.b[0]",
      "\0",
      "",
    ),
    text: hostileText,
    json: hostileJson,
  });
  const nearly = fc
    .tuple(drafts, fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([draft, changes]) => render(operation, changes.reduce(applied, draft), "nearly"));
  const absurd = fc
    .record(
      {
        draft: drafts,
        body: absurdBody,
        query: absurdQuery,
        path: absurdPath,
        headers: absurdHeaders,
        method: fc.constantFrom(
          "GET",
          "HEAD",
          "POST",
          "PUT",
          "PATCH",
          "DELETE",
          "OPTIONS",
          "PROPFIND",
        ),
      },
      { requiredKeys: ["draft"] },
    )
    .map(({ draft, ...absurd }) => absurdly(render(operation, draft, "absurd"), absurd));
  return fc.oneof(
    { weight: 35, arbitrary: validRequestsTo(operation, pools) },
    { weight: 40, arbitrary: withFiles(nearly, () => anyFiles(pools), operation) },
    { weight: 25, arbitrary: withFiles(absurd, () => anyFiles(pools), operation) },
  );
}

/** Requests that are valid by the operation's schema. */
export function validRequestsTo(operation: Operation, pools: Pools): fc.Arbitrary<FuzzRequest> {
  const valid = validDraftOf(operation, pools).map((draft) => render(operation, draft, "valid"));
  return withFiles(valid, (types) => filesFor(types, pools), operation);
}

function validDraftOf(operation: Operation, pools: Pools): fc.Arbitrary<Draft> {
  const drafts = draftOf(operation, pools);
  const sample = pools.samples(operation);
  return sample
    ? fc.oneof({ weight: 2, arbitrary: drafts }, { weight: 1, arbitrary: sample })
    : drafts;
}

/**
 * Where the operation takes files, the requests with some. One with another body, or none by its
 * method, stays as it is.
 */
function withFiles(
  requests: fc.Arbitrary<FuzzRequest>,
  filesOf: (types: string[]) => fc.Arbitrary<SentFile[]>,
  { fileTypes }: Operation,
): fc.Arbitrary<FuzzRequest> {
  if (!fileTypes) return requests;
  const takesFiles = ({ body, method }: FuzzRequest) =>
    body === undefined && method !== "GET" && method !== "HEAD";
  return fc
    .tuple(requests, filesOf(fileTypes))
    .map(([fuzzRequest, files]) =>
      takesFiles(fuzzRequest) ? { ...fuzzRequest, files } : fuzzRequest,
    );
}

function filesFor(types: string[], { files }: Pools): fc.Arbitrary<SentFile[]> {
  const fitting = Object.keys(files).filter((name) => types.includes(files[name]?.type ?? ""));
  return fc
    .constantFrom(...fitting)
    .map((sample) => [{ part: "file", name: `${sample}.bin`, sample }]);
}

const anyFiles = ({ files }: Pools): fc.Arbitrary<SentFile[]> =>
  fc.array(
    fc.record({
      part: fc.constantFrom("file", "file", "file", "file", "files", "", "__proto__", "companyId"),
      name: fc.oneof(hostileText, fc.constantFrom("a.png", "../../a.pdf", "a.csv", "")),
      sample: fc.constantFrom(...Object.keys(files)),
    }),
    { maxLength: 7 },
  );

function absurdly(
  fuzzRequest: FuzzRequest,
  {
    body,
    query,
    path,
    headers,
    method,
  }: {
    body?: string;
    query?: string;
    path?: string;
    headers?: Record<string, string>;
    method?: string;
  },
): FuzzRequest {
  const [way = "", search = ""] = fuzzRequest.target.split(/(?=\?)/s);
  const request = {
    ...fuzzRequest,
    target: way + (path ?? "") + (query ?? search),
    headers: { ...fuzzRequest.headers, ...headers },
    method: method ?? fuzzRequest.method,
  };
  if (body !== undefined) {
    request.body = body;
    request.headers["Content-Type"] ??= "application/json";
  }
  if (request.method === "GET" || request.method === "HEAD") delete request.body;
  return request;
}

function draftOf({ parameters, body, path }: Operation, pools: Pools): fc.Arbitrary<Draft> {
  const part = (where: "path" | "query" | "header") =>
    fc
      .tuple(
        ...parameters
          .filter((parameter) => parameter.in === where)
          .map(({ name, schema, required }) => {
            // a list is its name several times over
            const pairs = valueFor(schema, name, pools, path).map((json) =>
              [json]
                .flat()
                .map((one): [string, string] => [
                  name,
                  typeof one === "string" ? one : JSON.stringify(one),
                ]),
            );
            if (required || where === "path") return pairs;
            return fc.oneof(
              { weight: isCompany(name) ? 1 : 2, arbitrary: fc.constant([]) },
              { weight: 1, arbitrary: pairs },
            );
          }),
      )
      .map((pairs) => pairs.flat(1) as [string, string][]);
  return fc.record({
    path: part("path").map((pairs) => Object.fromEntries(pairs)),
    query: part("query"),
    headers: part("header").map((pairs) => Object.fromEntries(pairs)),
    body: body ? valueFor(body, "", pools, path) : fc.constant(undefined),
  });
}

const isCompany = (name: string) => name === "companyId";

/** Values that a schema takes. */
function valueFor(schema: Schema, name: string, pools: Pools, path: string): fc.Arbitrary<unknown> {
  const inner = schema.anyOf ?? schema.oneOf;
  if (inner) return fc.oneof(...inner.map((one) => valueFor(one, name, pools, path)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const types = [schema.type].flat();
  const kind = types.find((type) => type !== "null");
  const orNull = (value: fc.Arbitrary<unknown>) =>
    types.includes("null") ? fc.oneof({ weight: 2, arbitrary: value }, fc.constant(null)) : value;
  const ids = pools.ids[`${path} ${name}`] ?? pools.ids[name];
  if (ids && (kind === "integer" || kind === "number")) return fc.constantFrom(...ids);
  const texts = pools.texts[name === "id" ? `${path} id` : name];
  if (texts && kind === "string") return fc.constantFrom(...texts);
  switch (kind) {
    case "object": {
      const members = Object.entries(schema.properties ?? {}).map(
        ([member, property]) => [member, valueFor(property, member, pools, path)] as const,
      );
      return fc.record(Object.fromEntries(members), { requiredKeys: schema.required ?? [] });
    }
    case "array":
      if (name === "mix") return mixOf(pools);
      return fc.array(valueFor(schema.items ?? {}, name, pools, path), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? 5, 5)),
      });
    case "integer":
    case "number":
      return orNull(
        fc.integer({
          min: schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1,
          max: schema.maximum ?? 2 ** 31 - 1,
        }),
      );
    case "boolean":
      return orNull(fc.boolean());
    default:
      return textOf(schema);
  }
}

/** Shares of a rule's mix add up to a hundred. */
const mixOf = ({ ids }: Pools) =>
  fc.constantFrom(...(ids.chartId ?? [1])).chain((chartId) =>
    fc.constantFrom(
      [{ chartId, percent: 100 }],
      [
        { kind: "songs", genreIds: ids.genreIds ?? [1], moodIds: ids.moodIds ?? [1], percent: 30 },
        { chartId, percent: 70 },
      ],
      [
        { chartId, percent: 40 },
        { chartId: chartId + 1, percent: 60 },
      ],
    ),
  );

function textOf({
  format,
  pattern,
  minLength = 0,
  maxLength = Number.POSITIVE_INFINITY,
}: Schema): fc.Arbitrary<string> {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString();
  // the campaigns that calls may take begin in 2 days (3 by this clock) and in 32
  if (format === "date")
    return fc.constantFrom(
      ...[-2, -1, 0, 0, 0, 1, 2, 3, 30, 33, 400].map((offset) => day(offset).slice(0, 10)),
    );
  if (format === "date-time") return fc.constantFrom(day(0), day(0), day(-1), day(-40), day(1));
  if (format === "uuid") return fc.uuid();
  if (pattern && !/\(\?[=!<]|\\p/.test(pattern))
    return fc
      .stringMatching(new RegExp(pattern), { size: "xsmall" })
      .filter((text) => text.length <= maxLength);
  return fc.string({
    unit: fc.constantFrom(..."abcXYZ019 .-_'é漢😀"),
    minLength: Math.max(minLength, 1),
    maxLength: Math.min(maxLength, 40),
  });
}

/**
 * Examples for members that a pattern alone does not make. The senders' password is never changed
 * to another.
 */
export const commonTexts: Pools["texts"] = {
  password: [password],
  currentPassword: [password, "Wrong@2026pass"],
  timeZone: ["Asia/Kolkata", "America/St_Johns", "Pacific/Apia"],
  opens: ["09:00", "08:30"],
  closes: ["21:00", "24:00"],
  from: [-1, 0].map((offset) =>
    new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10),
  ),
  to: [0, 1].map((offset) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)),
  email: ["fuzz@example.com"],
  commEmail: ["fuzz@example.com"],
  companyWebsite: ["https://fuzz.example/a?b=c"],
  gstNo: ["27AAPFU0939F1ZV"],
  search: ["a", "1", "%", "Store"],
};

function applied(draft: Draft, { at, how, name, text, json }: Change): Draft {
  const places = placesOf(draft);
  const place = places[at % places.length];
  if (!place) return draft;
  const next: Draft = {
    path: { ...draft.path },
    query: draft.query.map(([n, v]) => [n, v]),
    headers: { ...draft.headers },
    body: copy(draft.body),
  };
  if (place.part === "query") {
    const pair = next.query[place.index];
    if (how === "add" || !pair) next.query.push([name, text]);
    else if (how === "drop") next.query.splice(place.index, 1);
    else if (how === "repeat") next.query.push([pair[0], text]);
    else if (how === "wrap") pair[0] = `${pair[0]}[]`;
    else pair[1] = text;
  } else if (place.part === "body")
    next.body = changedAt(next.body, place.steps, { how, name, json });
  else {
    const values = place.part === "path" ? next.path : next.headers;
    if (how === "drop" && place.part === "headers") delete values[place.name];
    else values[place.name] = text;
  }
  return next;
}

type Place =
  | { part: "path" | "headers"; name: string }
  | { part: "query"; index: number }
  | { part: "body"; steps: (string | number)[] };

function placesOf({ path, query, headers, body }: Draft): Place[] {
  const inBody: Place[] = [];
  const walk = (value: unknown, steps: (string | number)[]) => {
    inBody.push({ part: "body", steps });
    if (typeof value !== "object" || value === null) return;
    for (const [key, inner] of Object.entries(value))
      walk(inner, [...steps, Array.isArray(value) ? Number(key) : key]);
  };
  if (body !== undefined) walk(body, []);
  return [
    ...Object.keys(path).map((name): Place => ({ part: "path", name })),
    ...Object.keys(headers).map((name): Place => ({ part: "headers", name })),
    ...query.map((_, index): Place => ({ part: "query", index })),
    { part: "query", index: query.length },
    ...inBody,
  ];
}

/** Stands in the body for JSON text that is put in when it is written. */
class Raw {
  constructor(readonly json: string) {}
}

function changedAt(
  value: unknown,
  [step, ...rest]: (string | number)[],
  change: Pick<Change, "how" | "name" | "json">,
): unknown {
  if (value instanceof Raw) return value;
  if (step !== undefined && typeof value === "object" && value !== null) {
    const holder = value as Record<string | number, unknown>;
    if (rest.length === 0 && change.how === "drop") {
      if (Array.isArray(value)) value.splice(Number(step), 1);
      else delete holder[step];
    } else holder[step] = changedAt(holder[step], rest, change);
    return value;
  }
  if (change.how === "wrap") return [value];
  if (change.how === "repeat") return [value, value, value];
  if (change.how === "add" && typeof value === "object" && value !== null && !Array.isArray(value))
    return new Raw(
      `{${[...Object.entries(value).map(([k, v]) => `${JSON.stringify(k)}:${written(v)}`), `${JSON.stringify(change.name)}:${change.json}`].join(",")}}`,
    );
  return new Raw(change.json);
}

const copy = (value: unknown): unknown =>
  value instanceof Raw
    ? value
    : Array.isArray(value)
      ? value.map(copy)
      : typeof value === "object" && value !== null
        ? Object.fromEntries(Object.entries(value).map(([k, v]) => [k, copy(v)]))
        : value;

const written = (value: unknown): string => {
  if (value instanceof Raw) return value.json;
  if (Array.isArray(value)) return `[${value.map(written).join(",")}]`;
  if (typeof value === "object" && value !== null)
    return `{${Object.entries(value)
      .map(([name, inner]) => `${JSON.stringify(name)}:${written(inner)}`)
      .join(",")}}`;
  return JSON.stringify(value) ?? "null";
};

function render(
  operation: Operation,
  { path, query, headers, body }: Draft,
  kind: FuzzRequest["kind"],
): FuzzRequest {
  const way = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(path[name] ?? ""));
  const search = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join("&");
  return {
    method: operation.method,
    target: way + (search ? `?${search}` : ""),
    headers: {
      ...Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, sendable(value)]),
      ),
      ...(operation.body && { "Content-Type": "application/json" }),
    },
    ...(operation.body && { body: written(body) }),
    kind,
  };
}

/** Percent-encoded as UTF-8, half characters as the three bytes that no text should hold. */
const encoded = (text: string) =>
  text
    .split(/(\p{Cs})/u)
    .map((part) =>
      /^\p{Cs}$/u.test(part)
        ? "%ED%A0%80"
        : encodeURIComponent(part).replace(/^\.{1,2}$/, (dots) => "%2e".repeat(dots.length)),
    )
    .join("");

/** Keeps what HTTP lets into a header's value: the rest never reaches a server. */
const sendable = (value: string) => value.replace(/[^\t\x20-\x7e\x80-\xff]/g, "?").trim();
