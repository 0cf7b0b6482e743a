/**
 * Remix hands every page all routes with all they import, 40 bytes each when compressed. Most of it can be told from a route's name: this
 * writes the manifest as one line a route (name, hash of its file, what it has, how many parts of its name are its parent's) and a little
 * script that makes it whole again: 12 bytes a route. What routes import is for links that fetch ahead, which we have none of.
 */
import { deepStrictEqual } from "node:assert";
import vm from "node:vm";
import { transformSync } from "esbuild";

const start = "window.__remixManifest=";

/** The manifest's script, made small. Throws where a route has something that its line cannot say (a client loader, styles of its own). */
export function compactManifest(script) {
  const { entry, routes, url, version } = JSON.parse(script.slice(start.length).replace(/;\s*$/, ""));
  const lines = Object.values(routes)
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ id, parentId, module, hasAction, hasLoader, hasErrorBoundary }) => {
      const has = (hasAction ? 1 : 0) + (hasLoader ? 2 : 0) + (hasErrorBoundary ? 4 : 0);
      const above = !parentId || parentId === "root" ? 0 : parentId.split(".").length;
      return `${nameOf(id)} ${/-([\w-]{8})\.js$/.exec(module)?.[1]} ${has} ${above}`;
    });
  const rest = JSON.stringify({ entry: { ...entry, imports: [] }, url, version });
  const compact = transformSync(`${start}{...${rest},routes:(${routesOf})(${JSON.stringify(lines.join("\n"))})}`, { minify: true }).code;
  const window = {};
  vm.runInNewContext(compact, { window });
  deepStrictEqual(JSON.parse(JSON.stringify(window.__remixManifest.routes)), JSON.parse(JSON.stringify(routes, withoutImports)));
  return compact;
}

const nameOf = (id) => id.replace("routes/", "");

/** What the browser has no use for, or takes from nothing said: no imports, no client loaders and actions, no styles. */
const withoutImports = (key, value) =>
  key === "imports" || (/^hasClient/.test(key) && !value) || (key === "css" && value.length === 0) ? undefined : value;

/** Runs in the browser: the routes of the lines. Names are those of files in app/routes, paths as flat routes make them of names. */
function routesOf(lines) {
  const routes = {};
  for (const line of lines.split("\n")) {
    const [name, hash, has, above] = line.split(" ");
    const parts = name.split(/\.(?!\])/); // a dot in brackets is the path's own
    const isRoot = name === "root";
    const id = isRoot ? name : `routes/${name}`;
    const path = isRoot
      ? ""
      : parts
          .slice(above)
          .join("/")
          .replace(/_(?=\/|$)|\/?_index$|\[|\]/g, "")
          .replace(/\((.*?)\)/g, "$1?")
          .replace(/\$$/, "*")
          .replace(/\$/g, ":");
    routes[id] = {
      id,
      parentId: isRoot ? undefined : above > 0 ? `routes/${parts.slice(0, above).join(".")}` : "root",
      path: path || isRoot ? path : undefined,
      index: parts.at(-1) === "_index" || undefined,
      hasAction: (has & 1) > 0,
      hasLoader: (has & 2) > 0,
      hasErrorBoundary: (has & 4) > 0,
      module: `/assets/${name.replace(/["#$%&*+,:;<=>?[\]^`{|}]/g, "_")}-${hash}.js`,
    };
  }
  return routes;
}
