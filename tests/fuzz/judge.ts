import { z } from "zod";
import { Problem } from "#contract/base/errors";
import { measureSlowdown } from "../support/machine-speed.ts";
import { ours, theirs } from "../sweeps/demo-world.ts";
import type { Operation } from "./operations.ts";
import type { FuzzRequest } from "./requests.ts";
import type { Sender } from "./world.ts";

const FullProblem = Problem.required({ requestId: true });
/** Traces of our own code or the database in what people are sent. */
const insides =
  /node_modules|\.ts:\d+|\n\s+at |syntax error at|invalid input syntax|violates |drizzle|pglite/i;
const formulaCell = /(?:^|,)"?[=+@\t\r]/m;
/** On the machine that machine-speed.ts is set for. */
export const slowMs = 15_000;

/** Says what is wrong with an answer; undefined when nothing is. */
export function judge(operation: Operation) {
  const schemas = Object.fromEntries(
    Object.entries(operation.successes).map(([status, content]) => {
      const schema = content["application/json"]?.schema;
      return [status, schema && z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])];
    }),
  );
  /** Matches paths of this call: the parts of an absurd path may make another call's. */
  const ownPath = new RegExp(`^${operation.path.replace(/\{\w+\}/g, "[^/]+")}$`);
  return async (
    fuzzRequest: FuzzRequest,
    sender: Sender | undefined,
    response: Response,
    ms: number,
  ): Promise<string | undefined> => {
    const { status, headers } = response;
    const type = headers.get("Content-Type") ?? "";
    const text = await response
      .text()
      .catch((error: unknown) => `the body broke off: ${String(error)}`);
    const says = `${status} ${text.slice(0, 300)}`;
    if (status >= 500) return `failed: ${says}`;
    if (text.startsWith("the body broke off")) return says;
    if (ms > slowMs && ms > slowMs * measureSlowdown().clock)
      return `took ${Math.round(ms)} ms: ${says}`;
    if (sender && hiddenFrom(sender, fuzzRequest.target)?.test(text))
      return `shows what ${sender.name} must not see: ${says}`;
    if (!headers.get("X-Request-Id")) return `has no request id: ${says}`;
    if (Object.keys(Object.prototype).length > 0 || "polluted" in {})
      return "changed the prototype of all objects";
    const isOtherCall =
      fuzzRequest.method !== operation.method ||
      !ownPath.test(fuzzRequest.target.split("?")[0] ?? "");
    if (!isOtherCall && !operation.statuses.includes(status))
      return `answers with what the document does not know: ${says}`;
    if (fuzzRequest.method === "HEAD")
      return text === "" ? undefined : `answers HEAD with a body: ${says}`;
    if (status >= 400) {
      if (!type.startsWith("application/problem+json")) return `is an error as ${type}: ${says}`;
      const problem = FullProblem.safeParse(JSON.parse(text));
      if (!problem.success) return `is no problem document: ${says}`;
      if (problem.data.status !== status) return `says another status: ${says}`;
      return insides.test(text) ? `tells of its insides: ${says}` : undefined;
    }
    if (type.startsWith("text/csv"))
      return formulaCell.test(text)
        ? `has a cell that a spreadsheet would run: ${text.slice(0, 300)}`
        : undefined;
    // another method is another call
    const schema = fuzzRequest.method === operation.method ? schemas[String(status)] : undefined;
    if (!schema || !type.startsWith("application/json")) return undefined;
    const fits = schema.safeParse(JSON.parse(text));
    return fits.success
      ? undefined
      : `does not fit the document: ${JSON.stringify(fits.error.issues).slice(0, 300)} ${says}`;
  };
}

/**
 * Provider staff may see any company, but in one call only the one that they name. Popular charts
 * are their own, and tell who all uses them. Whoever has a public link sees what it shows.
 */
function hiddenFrom({ staff, mustNotSee }: Sender, target: string): RegExp | undefined {
  if (/^\/api\/(proof-of-play|linked-report)\//.test(target)) return undefined;
  if (!staff) return mustNotSee;
  const query = new URLSearchParams(target.split("?")[1]);
  if (query.get("kind") === "popular") return undefined;
  const companyIds = query.getAll("companyId");
  if (companyIds.length !== 1) return undefined;
  return hiddenFromStaff.get(companyIds[0] ?? "");
}
const hiddenFromStaff = new Map([
  [String(ours), /Foreign|Alien/],
  [String(theirs), /Ourmark|Alien/],
]);
