import { createHash } from "node:crypto";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { H } from "hono/types";
import { figuresOf } from "#contract/base/country-figures";
import type { Args, Endpoint, Outcome, VersionHeaders } from "#contract/base/endpoint";
import { readJson, readText } from "#contract/base/reading";
import type { Access } from "../access/access.ts";
import { resolveScope } from "../access/scope.ts";
import { slotHolderOf } from "../access/slot-holder.ts";
import { WorkSlots } from "../base/work-slots.ts";
import type { Database } from "../db/client.ts";
import { matches } from "../files/serve-file.ts";
import type { UploadedFile } from "../files/uploaded-file.ts";
import type { ApiRate } from "./api-rate.ts";
import type { CallOf, PlatformEnv } from "./context.ts";
import { type Idempotency, idempotencyHeader } from "./idempotency.ts";
import { describeResponses, securityOf } from "./openapi.ts";
import { countryOf, jsonOf, limitJson, orRefuse, queryOf } from "./read-request.ts";
import { loosePath, operationIdOf, strictPath } from "./route-path.ts";
import { uploadBody, withUploads } from "./upload.ts";

/** Parsed, and the files where the endpoint takes some. */
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
  /** Answers a file the handler streams. */
  file<E extends Endpoint>(endpoint: E, handler: FileHandler<E>): void;
};

type Around = {
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

/**
 * Turns endpoints into routes of the app: access is checked before the input is looked at (a
 * stranger learns nothing of its shape).
 */
export function binder(
  app: OpenAPIHono<PlatformEnv>,
  { database, clock, access, rate, idempotency }: Around,
): Binder {
  const responsesOf = describeResponses(app.openAPIRegistry);
  const endpointOf = new Map<string, Endpoint>();
  const loose: { method: string; path: string; handlers: H<PlatformEnv>[] }[] = [];
  const bulkSlots = new WorkSlots({ person: 2, company: 4, process: 6 }, 10);
  const route = (
    { tag, database }: Area,
    endpoint: Endpoint,
    answer: (call: never, input: never) => Promise<Response>,
  ) => {
    const operationId = operationIdOf(endpoint);
    const same = endpointOf.get(operationId);
    if (same) throw new Error(`${endpoint.path} and ${same.path} are both called ${operationId}`);
    endpointOf.set(operationId, endpoint);
    const { params, body, upload } = endpoint;
    // an endpoint without a query refuses unknown members, too
    const query = endpoint.query ?? z.strictObject({});
    const headers = endpoint.idempotent
      ? (endpoint.headers ?? z.object({})).extend(idempotencyHeader)
      : endpoint.headers;
    app.openAPIRegistry.registerPath({
      method: endpoint.method,
      path: endpoint.path,
      operationId,
      tags: [tag],
      summary: endpoint.summary,
      security: securityOf(endpoint),
      request: {
        ...(params && { params }),
        query,
        ...(headers && { headers }),
        ...(body && {
          body: { content: { "application/json": { schema: body } }, required: true },
        }),
        ...(upload && { body: uploadBody(upload) }),
      },
      responses: responsesOf(endpoint),
    });
    const before = [
      setRoute(endpoint),
      access.check(endpoint),
      rate.check,
      ...(upload ? [] : [limitJson]),
    ];
    const handle = async (c: Context<PlatformEnv>) => {
      const args = {
        query: orRefuse(readText(query, queryOf(c.req))),
        params: params && orRefuse(readText(params, c.req.param())),
        headers: headers && orRefuse(readText(headers, c.req.header())),
        body: body && orRefuse(readJson(body, await jsonOf(c.req))),
      };
      const caller = c.get("caller");
      const figures = figuresOf(
        countryOf(c.req.header("Accept-Language")) ?? caller?.companyCountry,
      );
      const { database: source, behind } = endpoint.mayLag
        ? await database.forReports()
        : { database, behind: 0 };
      const call = {
        ...c.get("request"),
        caller,
        database: source,
        db: source.db,
        now: new Date(clock()),
        figures,
      };
      const once = async (files?: UploadedFile[]) => {
        const run = async () => {
          const scope = await resolveScope(database.db, caller, endpoint, args.query);
          const free =
            endpoint.bulk && caller
              ? bulkSlots.take(slotHolderOf({ caller, scope }), bulkWords)
              : undefined;
          const response = await answer(
            { ...call, scope } as never,
            { ...args, files } as never,
          ).finally(() => free?.());
          if (behind > 0) response.headers.set("Data-Behind", String(Math.round(behind)));
          return response;
        };
        const key = endpoint.idempotent ? c.req.header("Idempotency-Key") : undefined;
        if (!key || !caller) return run();
        const fileDigests = files?.map(({ name, sha256 }) => [name, sha256]);
        const content = [
          endpoint.method,
          endpoint.path,
          args.params,
          args.query,
          args.body,
          ...(fileDigests ? [fileDigests] : []),
        ];
        return idempotency.once(
          { key, caller, signal: call.signal, isSecret: endpoint.idempotent === "secret" },
          content,
          run,
        );
      };
      return upload ? withUploads(c.req.raw, { upload, caller }, once) : once();
    };
    const method = endpoint.method.toUpperCase();
    const handlers = [...before, handle];
    app.on([method], [strictPath(endpoint)], ...handlers);
    if (params) loose.push({ method, path: loosePath(endpoint), handlers });
  };
  const answering = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => {
    const data = endpoint.list ? z.array(endpoint.data) : endpoint.data;
    return async (
      call: CallOf<E>,
      input: EndpointInput<E>,
      headers: Record<string, string> = {},
    ) => {
      const outcome = await handler(call, input);
      const page = "page" in outcome ? { page: outcome.page } : {};
      return Response.json(
        { message: outcome.message ?? "", data: data.parse(outcome.data), ...page },
        { status: endpoint.success ?? 200, headers },
      );
    };
  };
  const bindTo = (area: Area): Bind => ({
    json(endpoint, handler) {
      const answer = answering(endpoint, handler);
      route(area, endpoint, (call, input) => answer(call, input));
    },
    versioned(endpoint, version, handler) {
      const answer = answering(endpoint, handler);
      route(area, endpoint, async (call, input: EndpointInput<typeof endpoint>) => {
        // read before the answer is: one that changes in between is asked for again, never kept as the
        // newer version
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
    area: (tag, through = database) => bindTo({ tag, database: through }),
    refuseWrongParameters() {
      // words before parameters: "~" comes after every letter
      const rank = ({ path }: (typeof loose)[number]) => path.replaceAll(":", "~");
      for (const { method, path, handlers } of loose.sort((a, b) => (rank(a) < rank(b) ? -1 : 1)))
        app.on([method], [path], ...handlers);
    },
  };
}

/**
 * Says which endpoint takes the request: for metrics and traces, which addresses would make without
 * end.
 */
const setRoute =
  ({ path }: Endpoint): H<PlatformEnv> =>
  (c, next) => {
    c.set("route", path);
    return next();
  };
