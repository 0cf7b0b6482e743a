import type { ServedPlatform } from "../support/built-platform.ts";

export type Schema = {
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
};
type Content = Record<string, { schema: Schema; encoding?: { file?: { contentType: string } } }>;
type Parameter = {
  in: "path" | "query" | "header";
  name: string;
  required?: boolean;
  schema: Schema;
};
export type Operation = {
  name: string;
  method: string;
  /** Below the server, with {parameters}. */
  path: string;
  isPublic: boolean;
  parameters: Parameter[];
  body: Schema | undefined;
  /** Media types of the files that it takes. */
  fileTypes: string[] | undefined;
  /** Those that it may answer with. */
  statuses: number[];
  /** By status: what a success looks like. */
  successes: Record<string, Content>;
};
type Document = {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: Parameter[];
        security?: unknown[];
        requestBody?: { content: Content };
        responses: Record<string, { content?: Content }>;
      }
    >
  >;
};

/**
 * Every operation of the platform's own OpenAPI document: the fuzzer knows no more of the calls
 * than a stranger who reads it.
 */
export async function readOperations(at: ServedPlatform): Promise<Operation[]> {
  const response = await at.send(new Request("http://platform/api/openapi.json"));
  const { paths } = (await response.json()) as Document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { parameters = [], security = [], requestBody, responses }]) => ({
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        isPublic: security.length === 0,
        parameters,
        body: requestBody?.content["application/json"]?.schema,
        fileTypes:
          requestBody?.content["multipart/form-data"]?.encoding?.file?.contentType.split(", "),
        statuses: Object.keys(responses).map(Number),
        successes: Object.fromEntries(
          Object.entries(responses).flatMap(([status, { content }]) =>
            status.startsWith("2") && content ? [[status, content]] : [],
          ),
        ),
      }),
    ),
  );
  const isDeletion = ({ method }: Operation) => method === "DELETE";
  // last, since others need what they delete; among themselves backwards, since what stands in an
  // item is described after the item
  return [
    ...operations.filter((one) => !isDeletion(one)),
    ...operations.filter(isDeletion).reverse(),
  ];
}
