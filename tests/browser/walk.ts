import { readFile, writeFile } from "node:fs/promises";
import type { ServerBuild } from "@remix-run/node";
import type { Page } from "playwright/test";
import { placeOf } from "./server.ts";

/** A page of the build, its address as its file names it and as a pattern. */
export type PageRoute = { id: string; path: string; pattern: RegExp };
/** Where the walk found a page, and as whom. */
export type FoundPage = { address: string; person: string };
export type Walked = {
  /** By the route's id. */
  pages: Record<string, FoundPage>;
  /** What signs each person in on a server that starts from the walked data. */
  cookies: Record<string, Awaited<ReturnType<ReturnType<Page["context"]>["cookies"]>>>;
};

/** Whom the walk leaves between the two steps of signing in. The first lasts ten minutes, so who looks at that page later takes it again. */
export const betweenSteps = "limited.admin";

const walkedFile = () => `${placeOf("walked").folder}.json`;
export const writeWalked = (walked: Walked) => writeFile(walkedFile(), JSON.stringify(walked));
export const readWalked = async () => JSON.parse(await readFile(walkedFile(), "utf8")) as Walked;

const build = (await import(new URL("../../build/server/index.js", import.meta.url).href)) as ServerBuild;

/** Every page of the build, the most exact address first: /admin/stores/import is not a store. */
export const pageRoutes: PageRoute[] = Object.values(build.routes)
  .flatMap((route) => (route?.module.default && !isLayout(route.id) ? [routeOf(route.id)] : []))
  .sort((a, b) => openSegments(a.path) - openSegments(b.path));

function openSegments(path: string): number {
  return path.match(/[:*]/g)?.length ?? 0;
}

/** A frame around pages, none of its own: one of them stands at its address. */
function isLayout(id: string): boolean {
  return id === "root" || Object.values(build.routes).some((route) => route?.parentId === id && route.index);
}

function routeOf(id: string): PageRoute {
  const segments: string[] = [];
  for (let at = build.routes[id]; at; at = at.parentId ? build.routes[at.parentId] : undefined) if (at.path) segments.unshift(at.path);
  const path = segments
    .join("/")
    .replace(/\/:\w+\?/g, "(/[^/]+)?")
    .replace(/:\w+/g, "[^/]+")
    .replace(/\*$/, ".*");
  return { id, path: `/${segments.join("/")}`, pattern: new RegExp(`^/${path}$`) };
}

/** The page of the build at an address. */
export const routeAt = (path: string) => pageRoutes.find(({ pattern }) => pattern.test(path));

/** The addresses on this site that a page links to. */
export const linksOf = (html: string) => [
  ...new Set([...html.matchAll(/<a\b[^>]*?\shref="(\/[^"]*)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&").replace(/#.*/, ""))),
];

/** Addresses that differ only in what their members name are one kind: one of each is enough. */
export function kindOf(link: string): string {
  const url = new URL(link, "http://here.invalid");
  return `${url.pathname.replace(/[\w-]{32,}/g, ":id")}?${[...new Set(url.searchParams.keys())].sort().join("&")}`;
}
