import { z } from "zod";
import type { Endpoint } from "../base/endpoint.ts";
import {
  calledFor,
  calledForByAll,
  examples,
  ofCall,
  type Sampling,
  tomorrow,
} from "./example-values.ts";

export type ExampleInput = {
  params?: object;
  query?: object;
  body?: unknown;
  headers?: Record<string, string>;
};

type Schema = {
  type?: string;
  format?: string;
  const?: unknown;
  enum?: unknown[];
  minimum?: number;
  minItems?: number;
  pattern?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};

/**
 * Gives valid input for the endpoint's schemas: required members, every id from `sampling`. The
 * OpenAPI document shows it with each call, and the tests' sweeps send it with ids of existing
 * items (tests/sweeps/sample-input.ts), so it must be right. Files are left out.
 */
export function exampleInput(endpoint: Endpoint, options: Sampling): ExampleInput {
  const { params, query, body, headers } = endpoint;
  const name = `${endpoint.method.toUpperCase()} ${endpoint.path}`;
  const values = { ...options.values, ...ofCall[name] };
  const sampling = { ...options, values, called: [...calledForByAll, ...(calledFor[name] ?? [])] };
  return {
    ...(params && { params: sample(jsonSchema(params), "params", sampling) as object }),
    ...(query && { query: sample(jsonSchema(query), "query", sampling) as object }),
    ...(body && { body: sample(jsonSchema(body), "body", sampling) }),
    ...(headers && {
      headers: sample(jsonSchema(headers), "headers", sampling) as Record<string, string>,
    }),
  };
}

/** The names of all members that hold an identifier, wherever in the input. */
export function idNames({ params, query, body }: Endpoint): string[] {
  const names = new Set<string>();
  const walk = (schema: Schema, name: string) => {
    if (isId(schema, name)) names.add(name);
    for (const [member, inner] of Object.entries(schema.properties ?? {})) walk(inner, member);
    if (schema.items) walk(schema.items, name);
    for (const inner of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
      walk(inner, name);
  };
  for (const part of [params, query, body]) if (part) walk(jsonSchema(part), "");
  return [...names];
}

const jsonSchema = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema;

/** True for a companyId of type text: it is the code in a company's form. */
const isCode = ({ type }: Schema, name: string) => name === "companyId" && type === "string";

const isId = ({ type, format }: Schema, name: string) =>
  // names that people and devices choose
  !["companyAdminUserId", "deviceId", "clientId"].includes(name) &&
  !isCode({ type }, name) &&
  /^ids?$|[a-z]Ids?$|^to(Una|A)ssign$/.test(name) &&
  (format === undefined || (format === "uuid" && name !== "id")) &&
  (type === "integer" || type === "number" || type === "string");

type SamplePath = Sampling & { called: string[][] };

function sample(schema: Schema, name: string, sampling: SamplePath): unknown {
  const inner = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (inner) return sample(inner, name, sampling);
  if (schema.const !== undefined) return schema.const;
  const values = { ...examples, ...sampling.values };
  if (isCode(schema, name)) return exampleOf("companyCode", values, sampling);
  if (isId(schema, name) && !(name in values)) return idAs(schema, name, sampling);
  if (name === "version")
    return schema.type === "string" ? (sampling.version ?? "1") : Number(sampling.version ?? 1);
  const example = exampleOf(name, values, sampling);
  if (schema.enum)
    return schema.enum.includes(example) && !sampling.choice
      ? example
      : schema.enum.at(sampling.choice ?? 0);
  if (example !== undefined) return example;
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(
            ([member, property]) =>
              schema.required?.includes(member) ||
              isCalled(member, schema, sampling) ||
              holds(property, member, sampling.include),
          )
          .map(([member, property]) => [member, sample(property, member, sampling)]),
      );
    case "array":
      return schema.minItems ||
        sampling.called.flat().includes(name) ||
        holds(schema.items ?? {}, name, sampling.include)
        ? [sample(schema.items ?? {}, name, sampling)]
        : [];
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? 1, 0);
    case "boolean":
      return true;
    default:
      return textFor(schema, sampling);
  }
}

function exampleOf(name: string, values: Record<string, unknown>, sampling: Sampling): unknown {
  const value = values[name];
  return typeof value === "function" ? value(sampling) : value;
}

/** True if the member is the chosen one of its list: the one that is included, else the first. */
function isCalled(
  member: string,
  { properties = {} }: Schema,
  { called, include }: SamplePath,
): boolean {
  const list = called.find((members) => members.includes(member));
  return (
    list !== undefined &&
    (list.find((one) => holds(properties[one] ?? {}, one, include)) ?? list[0]) === member
  );
}

/**
 * Texts that name an item: several ids with commas, a play-out's log and position, a file of the
 * player.
 */
function idAs(
  schema: Schema,
  name: string,
  { id, uuid = globalThis.crypto.randomUUID() }: Sampling,
): unknown {
  if (schema.type !== "string") return id(name);
  if (schema.format === "uuid") return typeof id(name) === "string" ? id(name) : uuid;
  if (schema.pattern?.startsWith("^\\d")) return String(id(name));
  if (schema.pattern?.startsWith("^song-")) return `song-${id("songId")}`;
  return /song\|spot/.test(schema.pattern ?? "") ? `spot-${id("spotId")}` : `${id("logId")}-0`;
}

function textFor({ format }: Schema, { uuid = globalThis.crypto.randomUUID() }: Sampling): string {
  if (format === "date") return tomorrow();
  if (format === "date-time") return new Date().toISOString();
  if (format === "uuid" || format === "guid") return uuid;
  return "Example";
}

function holds(schema: Schema, name: string, memberName: string | undefined): boolean {
  if (memberName === undefined) return false;
  if (name === memberName) return !isCode(schema, name);
  return (
    Object.entries(schema.properties ?? {}).some(([member, property]) =>
      holds(property, member, memberName),
    ) ||
    (schema.items !== undefined && holds(schema.items, name, memberName))
  );
}
