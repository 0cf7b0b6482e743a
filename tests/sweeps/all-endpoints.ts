import type { Endpoint } from "#contract/base/endpoint";
import { catalogue } from "#contract/library/catalogue";
import { reports } from "#contract/reports/catalogue";
import { reportEndpoints } from "#contract/reports/endpoints";

const modules = import.meta.glob<Record<string, unknown>>(
  ["../../contract/**/*.ts", "!**/*.test.ts"],
  { eager: true },
);

/**
 * Every endpoint of the contract by "METHOD /path": what its modules export, and what its catalogue
 * lists and reports make.
 */
export const allEndpoints: ReadonlyMap<string, Endpoint> = new Map(
  [
    ...Object.values(modules).flatMap((exported) => Object.values(exported)),
    ...catalogue.flatMap(({ endpoints }) => Object.values(endpoints)),
    ...reports.flatMap((report) => Object.values(reportEndpoints(report))),
  ]
    .filter(isEndpoint)
    .map((endpoint) => [nameOf(endpoint), endpoint]),
);

export function nameOf({ method, path }: Pick<Endpoint, "method" | "path">): string {
  return `${method.toUpperCase()} ${path}`;
}

/**
 * The order in which a sweep can take them all: deletions last, since other calls need what they
 * delete, and a chart's songs before the chart.
 */
export const placeInSweep = ({ method, path }: Endpoint) =>
  method !== "delete" ? 0 : path.startsWith("/chart-song") ? 1 : 2;

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === "object" &&
    value !== null &&
    "method" in value &&
    "path" in value &&
    "access" in value &&
    "data" in value
  );
}
