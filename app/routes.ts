import { flatRoutes } from "@remix-run/fs-routes";
import { type RouteConfig, type RouteConfigEntry, route } from "@remix-run/route-config";

/** Lists that can be filled from files; each has the five pages of an import below it. */
const importedLists = ["library", "stores", "users", "ads/footfall"];
const importPages = [
  ["import", "_index.tsx"],
  ["import/:id", "$id._index.tsx"],
  ["import/:id/apply", "$id.apply.tsx"],
  ["import/:id/refused", "$id.refused.ts"],
  ["import/template", "template.ts"],
];

const importRoutes = importedLists.flatMap((list) =>
  importPages.map(([path, file]) =>
    route(`${list}/${path}`, `routes/imports.${file}`, { id: `imports/${list}/${path}` }),
  ),
);

/** Files of app/routes are routes by their names; the imports' files serve the lists above. */
const routes = await flatRoutes({ ignoredRouteFiles: ["**/imports.*"] });

export default routes.map(
  (entry): RouteConfigEntry =>
    entry.id === "routes/admin"
      ? { ...entry, children: [...(entry.children ?? []), ...importRoutes] }
      : entry,
) satisfies RouteConfig;
