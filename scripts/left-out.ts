import type { Plugin } from "vite";

type Answer = [stands: string | RegExp, forUs: string];

const remix = "@remix-run/react/dist/esm";

/** By file of a library: what stands there, and what stands there for us. */
const answers: Record<string, Answer[]> = {
  // Single fetch is on, the SPA mode off, and no route is discovered late: the manifest is small (compact-manifest.mjs).
  [`${remix}/browser.js`]: [
    ["window.__remixContext.isSpaMode", "false"],
    [/patchRoutesOnNavigation: .*/g, ""],
    [/useFogOFWarDiscovery\(.*/g, ""],
    [/router\.createRoutesForHMR = .*/g, ""],
  ],
  [`${remix}/routes.js`]: [
    ['typeof singleFetch === "function"', "true"],
    // The server has always rendered the page: nothing stands in for it until it is there.
    [/HydrateFallback = routeModule\.HydrateFallback .*/g, "HydrateFallback;"],
  ],
  [`${remix}/errorBoundaries.js`]: [["renderScripts ?", "false ?"]],
  // No link of ours fetches its page ahead (`prefetch`).
  [`${remix}/components.js`]: [
    ["let [shouldPrefetch, ref, prefetchHandlers] = usePrefetchBehavior(prefetch, props);", "let ref, prefetchHandlers;"],
    ["shouldPrefetch && !isAbsolute", "false"],
  ],
  "@remix-run/router/dist/router.js": [
    ["let patchRoutesOnNavigationImpl = init.patchRoutesOnNavigation;", ""],
    ["if (patchRoutesOnNavigationImpl)", "if (false)"],
    ["if (!patchRoutesOnNavigationImpl)", "if (true)"],
    ["initialMatches == null && !patchRoutesOnNavigationImpl", "initialMatches == null"],
    [/^ {4}patchRoutes,$/gm, ""],
    [/^ {4}_internalSetRoutes$/gm, ""],
    [/^ {4}fetch,$/gm, ""], // fetchers: what a page asks on the side it asks by useAnswer (app/ui/use-answer.ts)
    [/(?<!function )isDeferred(Result|Data)\(\w+\)/g, "false"], // loaders await everything
  ],
};

/**
 * Remix decides while it runs what this product has decided for good, so that the code for every other answer travels to each browser:
 * 9 KB of script a page (docs/decisions/performance.md). This writes our answers into the browser's half of the libraries while they are
 * bundled; what can no longer run is then dropped like any dead code. Each text must be found, else the build stops: who upgrades Remix
 * looks here again. The server's half and `npm run dev` have the libraries as they come. scripts/boundaries.mjs refuses what needs them.
 */
export function leftOut(): Plugin {
  const missing = new Set(Object.keys(answers));
  return {
    name: "left-out",
    enforce: "pre",
    apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    transform(code, id) {
      const file = Object.keys(answers).find((one) => id.endsWith(`/node_modules/${one}`));
      if (!file) return undefined;
      missing.delete(file);
      return { code: (answers[file] ?? []).reduce((text, answer) => answered(file, text, answer), code), map: null };
    },
    buildEnd(error) {
      if (!error && missing.size > 0) throw new Error(`scripts/left-out.ts: no longer bundled: ${[...missing].join(", ")}`);
    },
  };
}

function answered(file: string, text: string, [stands, forUs]: Answer): string {
  const changed = text.replaceAll(stands, forUs);
  if (changed === text) throw new Error(`scripts/left-out.ts: ${file} no longer has ${stands}`);
  return changed;
}
