import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";

/** The public status of the service (OPS-1): no names, addresses or errors. */

export const serviceParts = ["api", "database", "files", "email", "jobs"] as const;
/** "read only": what is stored can be read, but nothing new can be stored. */
export const serviceStates = ["operational", "read only", "degraded"] as const;

export const serviceStatus = endpoint({
  method: "get",
  path: "/status",
  summary:
    "Whether each part of the service works, and since when, as one of its processes saw it in the last half minute",
  access: "public",
  scope: "none",
  data: z.object({
    parts: z.array(
      z.object({
        part: z.enum(serviceParts),
        state: z.enum(serviceStates),
        since: z.iso.datetime(),
      }),
    ),
  }),
});
