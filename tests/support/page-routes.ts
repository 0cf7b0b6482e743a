import type { ServerBuild } from "@remix-run/node";

/** A page of the build: its address as in its file's name, and as a pattern. */
export type PageRoute = { id: string; path: string; pattern: RegExp };

/** Lists the pages of a build, most exact address first: /admin/stores/import is not a store. */
export function pageRoutesOf(build: ServerBuild): PageRoute[] {
  /** True for a frame around pages that is not a page: one of the pages is at its address. */
  const isLayout = (id: string) =>
    id === "root" ||
    Object.values(build.routes).some((route) => route?.parentId === id && route.index);
  return Object.values(build.routes)
    .flatMap((route) =>
      route?.module.default && !isLayout(route.id) ? [toPageRoute(build, route.id)] : [],
    )
    .sort((a, b) => countParameters(a.path) - countParameters(b.path));
}

/** Gives a route's address with its parameters, as in its file's name: "/admin/reports/:report". */
export function routePath({ routes }: ServerBuild, id: string): string {
  const segments: string[] = [];
  for (let at = routes[id]; at; at = at.parentId ? routes[at.parentId] : undefined)
    if (at.path) segments.unshift(at.path);
  return `/${segments.join("/")}`;
}

/** Who may open a tutorial depends on which it is. */
export const sampleTutorial = "music_chart";

/** Gives an address of a route, with made-up values for the parameters but a tutorial's. */
export function sampleAddress(path: string): string {
  const filled = path
    .replace(":key", sampleTutorial)
    .replace(/:\w+\??/g, "some")
    .replace(/\*$/, "some/where");
  return filled === "/" ? "/" : filled.replace(/\/$/, "");
}

function toPageRoute(build: ServerBuild, id: string): PageRoute {
  const path = routePath(build, id);
  const pattern = path
    .replace(/\/:\w+\?/g, "(/[^/]+)?")
    .replace(/:\w+/g, "[^/]+")
    .replace(/\*$/, ".*");
  return { id, path, pattern: new RegExp(`^${pattern}$`) };
}

function countParameters(path: string): number {
  return path.match(/[:*]/g)?.length ?? 0;
}
