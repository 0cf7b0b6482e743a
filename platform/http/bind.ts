import { createHash } from "node:crypto";
import { type OpenAPIHono, type RouteConfig, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { H } from "hono/types";
import { figuresOf } from "#contract/base/country-figures";
import type { Args, Endpoint, Outcome, VersionHeaders } from "#contract/base/endpoint";
import { readJson, readText } from "#contract/base/reading";
import type { Access } from "../access/access.ts";
import type { Caller } from "../access/caller.ts";
import { resolveScope, type Scope } from "../access/scope.ts";
import { slotHolderOf } from "../access/slot-holder.ts";
import { WorkSlots } from "../base/work-slots.ts";
import type { Database } from "../db/database.ts";
import { matches } from "../files/serve-file.ts";
import type { UploadedFile } from "../files/uploaded-file.ts";
import type { ApiRate } from "./api-rate.ts";
import type { CallOf, PlatformEnv } from "./context.ts";
import { type Idempotency, idempotencyHeader } from "./idempotency.ts";
import { describeResponses, securityOf } from "./openapi.ts";
import { countryOf, jsonOf, limitJson, orRefuse, queryOf } from "./read-request.ts";
import { loosePath, operationIdOf, strictPath } from "./route-path.ts";
import { uploadBody, withUploads } from "./upload.ts";

/** The parsed input, with the files if the endpoint takes uploads. */
type EndpointInput<E extends Endpoint> = Args<E> &
  (E extends { upload: object } ? { files: UploadedFile[] } : unknown);
type Handler<E extends Endpoint> = (
  call: CallOf<E>,
  input: EndpointInput<E>,
) => Promise<Outcome<E>>;
type FileHandler<E extends Endpoint> = (
  call: CallOf<E>,
  input: EndpointInput<E>,
) => Promise<Response>;

export type Bind = {
  /**
   * Answers JSON: what the handler gives is parsed through the endpoint's `data`, so that no column
   * leaves that the contract does not name.
   */
  json<E extends Endpoint>(endpoint: E, handler: Handler<E>): void;
  /**
   * Answers JSON with an ETag: `version` gives a text that changes whenever the answer does, and a
   * caller who has that version gets a 304 without the answer being made. The endpoint's
   * headers are `VersionHeaders`.
   */
  versioned<E extends Endpoint & { headers: typeof VersionHeaders }>(
    endpoint: E,
    version: (call: CallOf<E>, input: EndpointInput<E>) => Promise<string>,
    handler: Handler<E>,
  ): void;
  /** Answers with a file that the handler streams. */
  file<E extends Endpoint>(endpoint: E, handler: FileHandler<E>): void;
};

type Needs = {
  database: Database;
  clock: () => number;
  access: Access;
  rate: ApiRate;
  idempotency: Idempotency;
};

type Area = { tag: string; database: Database };

export type Binder = {
  /**
   * Gives an area the functions that bind its endpoints: the area is their tag in OpenAPI,
   * `through` the connections that its calls use.
   */
  area(tag: string, through?: Database): Bind;
  /**
   * Call once, when all endpoints are bound. Answers 422, not 404, when only a parameter is
   * malformed.
   */
  refuseWrongParameters(): void;
  /** All bound endpoints by their operationId. */
  endpointOf: ReadonlyMap<string, Endpoint>;
};

const bulkWords = {
  person:
    "You already have 2 imports or bulk changes running. Wait until one has finished, then try again.",
  company:
    "Your company already has 4 imports or bulk changes running. Try again when one has finished.",
  process: "Too many imports and bulk changes are running. Try again in a minute.",
};

/** Answers a call with parsed input. Untyped, because all endpoints share the code behind it. */
type Answer = (call: never, input: never) => Promise<Response>;
type Schemas = ReturnType<typeof schemasOf>;
type Binding = {
  endpoint: Endpoint;
  schemas: Schemas;
  database: Database;
  answer: Answer;
  bulkSlots: WorkSlots;
};

/**
 * Turns endpoints into routes of the app. Access is checked before the input is read, so that a
 * stranger learns nothing about its shape.
 */
export function binder(app: OpenAPIHono<PlatformEnv>, needs: Needs): Binder {
  const { access, rate } = needs;
  const responsesOf = describeResponses(app.openAPIRegistry);
  const endpointOf = new Map<string, Endpoint>();
  const loose: { method: string; path: string; handlers: H<PlatformEnv>[] }[] = [];
  const bulkSlots = new WorkSlots({ person: 2, company: 4, process: 6 }, 10);
  const route = ({ tag, database }: Area, endpoint: Endpoint, answer: Answer) => {
    const operationId = operationIdOf(endpoint);
    const same = endpointOf.get(operationId);
    if (same) throw new Error(`${endpoint.path} and ${same.path} are both called ${operationId}`);
    endpointOf.set(operationId, endpoint);
    const schemas = schemasOf(endpoint);
    app.openAPIRegistry.registerPath({
      method: endpoint.method,
      path: endpoint.path,
      operationId,
      tags: [tag],
      summary: endpoint.summary,
      security: securityOf(endpoint),
      request: describeRequest(endpoint, schemas),
      responses: responsesOf(endpoint),
    });
    const handlers = [
      setRoute(endpoint),
      access.check(endpoint),
      rate.check,
      ...(endpoint.upload ? [] : [limitJson]),
      handleWith(needs, { endpoint, schemas, database, answer, bulkSlots }),
    ];
    const method = endpoint.method.toUpperCase();
    app.on([method], [strictPath(endpoint)], ...handlers);
    if (endpoint.params) loose.push({ method, path: loosePath(endpoint), handlers });
  };
  const bindTo = (area: Area): Bind => ({
    json(endpoint, handler) {
      const answer = answerJson(endpoint, handler);
      route(area, endpoint, (call, input) => answer(call, input));
    },
    versioned(endpoint, version, handler) {
      const answer = answerJson(endpoint, handler);
      route(area, endpoint, async (call, input: EndpointInput<typeof endpoint>) => {
        // read before the answer, so that a caller never stores an older answer under a newer
        // version
        const etag = `"${createHash("sha256")
          .update(await version(call, input))
          .digest("base64url")}"`;
        const headers = { ETag: `W/${etag}` };
        const cachedTags = (input.headers as z.output<typeof VersionHeaders>)["if-none-match"];
        return cachedTags && matches(cachedTags, etag)
          ? new Response(null, { status: 304, headers })
          : answer(call, input, headers);
      });
    },
    file: (endpoint, handler) => route(area, endpoint, handler),
  });
  return {
    endpointOf,
    area: (tag, through = needs.database) => bindTo({ tag, database: through }),
    refuseWrongParameters() {
      // fixed segments match before parameters, because "~" sorts after every letter
      const rank = ({ path }: (typeof loose)[number]) => path.replaceAll(":", "~");
      for (const { method, path, handlers } of loose.sort((a, b) => (rank(a) < rank(b) ? -1 : 1)))
        app.on([method], [path], ...handlers);
    },
  };
}

/** Gives the schemas of an endpoint's input; one without a query refuses unknown members, too. */
const schemasOf = (endpoint: Endpoint) => ({
  params: endpoint.params,
  query: endpoint.query ?? z.strictObject({}),
  headers: endpoint.idempotent
    ? (endpoint.headers ?? z.object({})).extend(idempotencyHeader)
    : endpoint.headers,
  body: endpoint.body,
});

/** Describes an endpoint's input for OpenAPI. */
const describeRequest = (
  { upload }: Endpoint,
  { params, query, headers, body }: Schemas,
): RouteConfig["request"] => ({
  ...(params && { params }),
  query,
  ...(headers && { headers }),
  ...(body && { body: { content: { "application/json": { schema: body } }, required: true } }),
  ...(upload && { body: uploadBody(upload) }),
});

/** Parses what a request sends by the endpoint's schemas. Throws 422 with the fields. */
const parseRequest = async (
  { req }: Context<PlatformEnv>,
  { params, query, headers, body }: Schemas,
) => ({
  query: orRefuse(readText(query, queryOf(req))),
  params: params && orRefuse(readText(params, req.param())),
  headers: headers && orRefuse(readText(headers, req.header())),
  body: body && orRefuse(readJson(body, await jsonOf(req))),
});
type Input = Awaited<ReturnType<typeof parseRequest>> & { files?: UploadedFile[] | undefined };

/**
 * Gives the handler of an endpoint's route, which parses the input, finds the caller's scope and
 * answers. A request repeated under its idempotency key gets the first answer again.
 */
const handleWith =
  ({ clock, idempotency }: Needs, binding: Binding) =>
  async (c: Context<PlatformEnv>): Promise<Response> => {
    const { endpoint, schemas, database } = binding;
    const input = await parseRequest(c, schemas);
    const caller = c.get("caller");
    const source = endpoint.mayLag ? await database.forReports() : { database, behind: 0 };
    const call = {
      ...c.get("request"),
      caller,
      database: source.database,
      db: source.database.db,
      now: new Date(clock()),
      figures: figuresOf(countryOf(c.req.header("Accept-Language")) ?? caller?.companyCountry),
    };
    const run = async (files?: UploadedFile[]) => {
      const scope = await resolveScope(database.db, caller, endpoint, input.query);
      const response = await answerWithinSlots(binding, { ...call, scope }, { ...input, files });
      if (source.behind > 0) response.headers.set("Data-Behind", String(Math.round(source.behind)));
      return response;
    };
    const once = (files?: UploadedFile[]) => {
      const key = endpoint.idempotent ? c.req.header("Idempotency-Key") : undefined;
      if (!key || !caller) return run(files);
      const isSecret = endpoint.idempotent === "secret";
      return idempotency.once(
        { key, caller, signal: call.signal, isSecret },
        contentOf(endpoint, { ...input, files }),
        () => run(files),
      );
    };
    const { upload } = endpoint;
    return upload ? withUploads(c.req.raw, { upload, caller }, once) : once();
  };

/** Answers a call. Throws 429 if too many imports or bulk changes are running. */
function answerWithinSlots(
  { endpoint, answer, bulkSlots }: Binding,
  call: { caller: Caller | undefined; scope: Scope | undefined },
  input: Input,
): Promise<Response> {
  const { caller, scope } = call;
  const release =
    endpoint.bulk && caller
      ? bulkSlots.take(slotHolderOf({ caller, scope }), bulkWords)
      : undefined;
  return answer(call as never, input as never).finally(() => release?.());
}

/** Gives the content by which a repeated request under the same key is recognised. */
function contentOf({ method, path }: Endpoint, { params, query, body, files }: Input): unknown[] {
  const fileDigests = files?.map(({ name, sha256 }) => [name, sha256]);
  return [method, path, params, query, body, ...(fileDigests ? [fileDigests] : [])];
}

/** Gives a function that answers with what the handler gives, parsed by the endpoint's `data`. */
function answerJson<E extends Endpoint>(endpoint: E, handler: Handler<E>) {
  const data = endpoint.list ? z.array(endpoint.data) : endpoint.data;
  return async (call: CallOf<E>, input: EndpointInput<E>, headers: Record<string, string> = {}) => {
    const outcome = await handler(call, input);
    const page = "page" in outcome ? { page: outcome.page } : {};
    return Response.json(
      { message: outcome.message ?? "", data: data.parse(outcome.data), ...page },
      { status: endpoint.success ?? 200, headers },
    );
  };
}

/**
 * Sets the endpoint's path for metrics and traces, because addresses with IDs are endlessly many.
 */
const setRoute =
  ({ path }: Endpoint): H<PlatformEnv> =>
  (c, next) => {
    c.set("route", path);
    return next();
  };
