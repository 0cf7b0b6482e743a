import { z } from "zod";
import { inputWords } from "./input-words.ts";
import type { Area, Grant } from "./roles.ts";
import type { UploadKind } from "./uploads.ts";

/**
 * public: no token. session: anyone signed in. Otherwise any one of the areas or grants named
 * suffices.
 */
export type Access = "public" | "session" | readonly (Area | Grant)[];

/**
 * The rows that a call may touch; bind resolves the scope, and the handler finds it in its call
 * (platform/access/scope.ts). company: the caller's part of the company. people: the same, or the
 * provider's own where its staff names no company. provider: the provider's library and requests.
 * library: the library as the caller's company reads it, or the one that provider staff name.
 * none: only the caller's own or public data, or the handler decides by its input.
 */
export type ScopeKind = "company" | "people" | "provider" | "library" | "none";

/**
 * An endpoint, defined once: the platform binds a handler, the web calls it, OpenAPI is made from
 * it. `list` answers a page of `data`; `stream` answers a file of one of the media types named
 * instead of JSON.
 */
export type Endpoint = {
  method: "get" | "post" | "put" | "patch" | "delete";
  /** Below /api, with {parameters}. */
  path: string;
  summary: string;
  access: Access;
  scope: ScopeKind;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  headers?: z.ZodObject;
  data: z.ZodType;
  list?: boolean;
  stream?: string | readonly string[];
  /**
   * Takes files as multipart/form-data, each in a part named "file", checked by content and size
   * (contract/base/uploads.ts); no `body` then.
   */
  upload?: { kind: UploadKind; most: number };
  /**
   * A POST that creates or books: the header Idempotency-Key is honoured
   * (platform/http/idempotency.ts). "secret": its answer is shown once and not kept.
   */
  idempotent?: true | "secret";
  /** Refused to API tokens: only a person who is signed in makes this call. */
  session?: true;
  /** For calls that anyone signed in makes: open to API tokens as well, whatever their scopes. */
  tokens?: true;
  /**
   * Imports or changes many rows at once: only a few such calls run at a time
   * (platform/http/bind.ts).
   */
  bulk?: true;
  /**
   * Open to people who must first set up two-step sign-in
   * (docs/decisions/second-factor.md).
   */
  whileEnrolling?: true;
  /**
   * May be read from a replica of the database; the header Data-Behind gives the seconds by which
   * it lags, if they are many (docs/scaling.md).
   */
  mayLag?: true;
  success?: 200 | 201;
  /**
   * Statuses that this call refuses with, in addition to those of all calls of its kind
   * (platform/http/openapi.ts).
   */
  refuses?: readonly number[];
};

// set here, where every call's schema is made, so that none answers in the library's own words
z.config({ localeError: inputWords });

export const endpoint = <const E extends Endpoint>(e: E) => e;

/** For an answer that a caller may already have, named by its ETag: then the answer is 304. */
export const VersionHeaders = z.object({ "if-none-match": z.string().max(200).optional() });

type InputPart<E, K extends string> = E extends { [k in K]: infer S extends z.ZodType }
  ? Record<never, never> extends z.input<S>
    ? { [k in K]?: z.input<S> }
    : { [k in K]: z.input<S> }
  : { [k in K]?: never };
/** The input that a caller gives. */
export type Input<E extends Endpoint> = InputPart<E, "params"> &
  InputPart<E, "query"> &
  InputPart<E, "body"> &
  InputPart<E, "headers"> &
  (E extends { upload: object } ? { files: File[] } : { files?: never });

type ParsedPart<E, K extends string> = E extends { [k in K]: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;
/** The parsed input that a handler gets. */
export type Args<E extends Endpoint> = {
  params: ParsedPart<E, "params">;
  query: ParsedPart<E, "query">;
  body: ParsedPart<E, "body">;
  headers: ParsedPart<E, "headers">;
};

/**
 * Cursors are opaque; null if there is no further page. `total` is set if rows were counted, `totals`
 * if columns were added up, `points` if they were drawn, `worst` if one store is the worst.
 */
export type Page = {
  limit: number;
  next: string | null;
  prev: string | null;
  total?: number | undefined;
  totals?: Cells | undefined;
  points?: Cells[] | undefined;
  worst?: Cells | undefined;
};
type Cells = Record<string, string | number | null>;

/**
 * The answer that a caller gets. `behind` is the header Data-Behind: the seconds by which the data
 * lags, if they are many.
 */
export type Answer<E extends Endpoint> = (E extends { list: true }
  ? { message: string; data: z.output<E["data"]>[]; page: Page }
  : { message: string; data: z.output<E["data"]> }) & { behind?: number };

/** The answer that a handler gives; the message is optional. */
export type Outcome<E extends Endpoint> = E extends { list: true }
  ? { message?: string; data: z.input<E["data"]>[]; page: Page }
  : { message?: string; data: z.input<E["data"]> };
