import { z } from "@hono/zod-openapi";
import type { Endpoint } from "#contract/base/endpoint";

/** The endpoint's path for the router, in which each {parameter} matches any segment. */
export const loosePath = ({ path }: Endpoint): string => path.replaceAll(/{(\w+)}/g, ":$1");

/**
 * Gives the endpoint's path for the router. Each {parameter} matches only what its schema may
 * accept, so "/song/count" never matches "/song/{id}", in any order of registration. Throws for
 * a parameter without a schema, or whose schema takes any text.
 */
export const strictPath = ({ path, params }: Endpoint): string =>
  path.replaceAll(/{(\w+)}/g, (_, name: string) => {
    const schema = params?.shape[name];
    const segment = schema && segmentOf(schema as z.ZodType);
    if (!segment)
      throw new Error(
        `{${name}} of ${path} may be anything: give it a number, a UUID or a pattern`,
      );
    return `:${name}{${segment}}`;
  });

/**
 * A regular expression for the segments that a schema may take. The router allows neither braces
 * nor capturing groups in it.
 */
function segmentOf(schema: z.ZodType): string | undefined {
  const { type, format, pattern } = z.toJSONSchema(schema, { io: "input" });
  if (type === "integer") return "[0-9]+";
  if (format === "uuid") return "[0-9a-fA-F]+-[0-9a-fA-F-]+";
  return pattern && !/[{}]|\((?!\?:)/.test(pattern)
    ? pattern.replace(/^\^/, "").replace(/\$$/, "")
    : undefined;
}

/**
 * The name of a call in generated clients, made of its verb and path: "GET /user/{id}" is
 * getUserById, and "GET /user", which gives a list, is listUser.
 */
export function operationIdOf({ method, path, list, stream }: Endpoint): string {
  const verb = stream ? "download" : list ? "list" : method;
  const words = path.replaceAll(/{(\w+)}/g, "by-$1").split(/[^A-Za-z0-9]+/);
  return verb + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}
