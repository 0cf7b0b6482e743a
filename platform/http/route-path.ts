import { z } from "@hono/zod-openapi";
import type { Endpoint } from "#contract/base/endpoint";

/** The address of an endpoint for the router, with each {parameter} as loose as any segment. */
export const loosePath = ({ path }: Endpoint): string => path.replaceAll(/{(\w+)}/g, ":$1");

/**
 * The same with each {parameter} held to what its schema may take, so that "/song/count" is no "/song/{id}" and the order of
 * registration means nothing. Throws for a parameter that has no schema, and for one whose schema says too little.
 */
export const strictPath = ({ path, params }: Endpoint): string =>
  path.replaceAll(/{(\w+)}/g, (_, name: string) => {
    const schema = params?.shape[name];
    const segment = schema && segmentOf(schema as z.ZodType);
    if (!segment) throw new Error(`{${name}} of ${path} may be anything: give it a number, a UUID or a pattern`);
    return `:${name}{${segment}}`;
  });

/** A regular expression of what a schema takes as one segment. The router allows neither braces nor capturing groups in it. */
function segmentOf(schema: z.ZodType): string | undefined {
  const { type, format, pattern } = z.toJSONSchema(schema, { io: "input" });
  if (type === "integer") return "[0-9]+";
  if (format === "uuid") return "[0-9a-fA-F]+-[0-9a-fA-F-]+";
  return pattern && !/[{}]|\((?!\?:)/.test(pattern) ? pattern.replace(/^\^/, "").replace(/\$$/, "") : undefined;
}

/**
 * The name of a call for those who generate clients: its verb and its address, "GET /user/{id}" is getUserById and "GET /user", a
 * list, is listUser. Whoever knows the call knows its name.
 */
export function operationIdOf({ method, path, list, stream }: Endpoint): string {
  const verb = stream ? "download" : list ? "list" : method;
  const words = path.replaceAll(/{(\w+)}/g, "by-$1").split(/[^A-Za-z0-9]+/);
  return verb + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}
