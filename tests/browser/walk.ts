import { readFile, writeFile } from "node:fs/promises";
import type { ServerBuild } from "@remix-run/node";
import type { Page } from "playwright/test";
import { pageRoutesOf } from "../support/page-routes.ts";
import { placeOf } from "./server.ts";

/** Where the walk found a page, and as whom. */
export type FoundPage = { address: string; person: string };
export type WalkResult = {
  /** By the route's id. */
  pages: Record<string, FoundPage>;
  /** Signs each person in on a server that starts from the walked data. */
  cookies: Record<string, Awaited<ReturnType<ReturnType<Page["context"]>["cookies"]>>>;
};

/**
 * Whom the walk leaves between the two steps of signing in. The first lasts ten minutes, so who
 * looks at that page later takes it again.
 */
export const betweenSteps = "zonal.admin";

const walkedFile = () => `${placeOf("walked").folder}.json`;
export const writeWalked = (walked: WalkResult) => writeFile(walkedFile(), JSON.stringify(walked));
export const readWalked = async () =>
  JSON.parse(await readFile(walkedFile(), "utf8")) as WalkResult;

const build = (await import(
  new URL("../../build/server/index.js", import.meta.url).href
)) as ServerBuild;

export const pageRoutes = pageRoutesOf(build);

/** The page of the build at an address. */
export const routeAt = (path: string) => pageRoutes.find(({ pattern }) => pattern.test(path));

/** The addresses on this site that a page links to. */
export const linksOf = (html: string) => [
  ...new Set(
    [...html.matchAll(/<a\b[^>]*?\shref="(\/[^"]*)"/g)].map(([, href = ""]) =>
      href.replaceAll("&amp;", "&").replace(/#.*/, ""),
    ),
  ),
];

/** Addresses that differ only in what their members name are one kind: one of each is enough. */
export function kindOf(link: string): string {
  const url = new URL(link, "http://here.invalid");
  return `${url.pathname.replace(/[\w-]{32,}/g, ":id")}?${[...new Set(url.searchParams.keys())].sort().join("&")}`;
}
