import { z } from "zod";

/**
 * The part of OpenAPI 3.1 that the reference shows. It reads the published document, as any client
 * would, and imports nothing of the platform.
 */
export type Schema = {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};
const Schema = z.custom<Schema>((value) => typeof value === "object" && value !== null);

const Parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().default(false),
  schema: Schema.optional(),
  example: z.unknown().optional(),
});
const Content = z.record(
  z.string(),
  z.object({ schema: Schema.optional(), example: z.unknown().optional() }),
);
const Operation = z.object({
  operationId: z.string(),
  summary: z.string().default(""),
  tags: z.array(z.string()).default([]),
  security: z.array(z.record(z.string(), z.array(z.string()))).default([]),
  parameters: z.array(Parameter).default([]),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.object({ content: Content.optional() })).default({}),
});
const Paths = z.record(z.string(), z.record(z.string(), Operation));
const Document = z.object({ paths: Paths, webhooks: Paths.default({}) });

export type Call = z.output<typeof Operation> & { method: string; path: string; area: string };

/** All calls and events of a document, by area. */
export function readCalls(text: string): Call[] {
  const { paths, webhooks } = Document.parse(JSON.parse(text));
  const of = (all: z.output<typeof Paths>, methodOf: (method: string) => string) =>
    Object.entries(all).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, call]) => ({
        ...call,
        path,
        method: methodOf(method),
        area: call.tags[0] ?? "other",
      })),
    );
  const calls = [...of(paths, (method) => method.toUpperCase()), ...of(webhooks, () => "EVENT")];
  return calls.sort(
    (a, b) => order(a.area, b.area) || order(a.path, b.path) || order(a.method, b.method),
  );
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** "text", "number", "list of text", "daily, weekly, monthly". */
export function wordsOf(schema: Schema | undefined): string {
  if (!schema) return "";
  const [first, ...others] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (first) return [first, ...others].map(wordsOf).filter(isNew).join(" or ");
  if (schema.const !== undefined) return String(schema.const);
  if (schema.enum) return choiceOf(schema.enum);
  const types = [schema.type ?? "object"].flat();
  if (types.includes("array")) return `list of ${wordsOf(schema.items) || "items"}`;
  return types
    .map((type) =>
      type === "string" ? (formats[schema.format ?? ""] ?? "text") : (typeWords[type] ?? type),
    )
    .join(" or ");
}

function choiceOf(values: unknown[]): string {
  const choices = values.filter((value) => value !== null).map(String);
  const words = choices.length > longestChoice ? "a given word" : choices.join(", ");
  return choices.length < values.length ? `${words} or ${typeWords.null}` : words;
}

const longestChoice = 12;
const isNew = (word: string, at: number, all: string[]) => word !== "" && all.indexOf(word) === at;
const formats: Record<string, string> = {
  date: "date",
  "date-time": "date and time",
  uuid: "UUID",
  email: "email",
  uri: "address",
};
const typeWords: Record<string, string> = {
  integer: "whole number",
  boolean: "true or false",
  object: "object",
  null: "nothing",
};

/** Describes the JSON answer's "data": its members, or for a list those of each item. */
export function answerOf({
  responses,
}: Call): { isList: boolean; members: { name: string; words: string }[] } | undefined {
  const schema = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1]
    .content?.["application/json"]?.schema;
  const data = schema?.properties?.data;
  const item = data?.items ?? data?.anyOf?.[0] ?? data;
  if (!item?.properties) return undefined;
  const members = Object.entries(item.properties).map(([name, member]) => ({
    name,
    words: wordsOf(member),
  }));
  return { isList: data?.items !== undefined, members };
}
