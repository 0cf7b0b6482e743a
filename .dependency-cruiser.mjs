// Who may import whom (docs/architecture.md); part of npm run lint. `npm run map` draws the modules
// and areas as they are.

const test = "\\.test\\.tsx?$";
const notTypes = ["type-only"];
/** Goes to the browser. */
const browser = "^app/(ui/|features/.*\\.tsx$|features/.*([/-]texts|\\.client-safe)\\.ts$)";
const browserNot = `${test}|\\.server\\.tsx?$`;
/**
 * The parts of the contract that leave zod alone: each area's words, when time slots hold, and these of the
 * base.
 */
const zodFree =
  "^contract/([^/]+/words|tutorials/product-pictures|billing/(states|tax-rules)|schedule/(artist-credit|day-arc|mix-words|separation-words|slot-times)|base/(article|byte-range|csv-columns|dates|element-at|figures|fold-text|messages|money|records|roles|scope|status|uploads))\\.ts$";

const rule = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });
const ours = "^(app|contract|platform|demo|tests|bench|scripts)/|^[^/]+\\.ts$";

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    rule(
      "no-circle",
      "Files that need each other cannot be read from top to bottom, be it for their types alone.",
      {},
      { circular: true },
    ),
    {
      ...rule(
        "no-ring",
        "Modules that need each other are one module, or lack a third above both.",
        { path: "^platform/modules/[^/]+$" },
        { circular: true },
      ),
      scope: "folder",
    },
    rule(
      "resolvable",
      "The file or package is not there.",
      {},
      { couldNotResolve: true, pathNot: "\\?url$" },
    ),
    rule(
      "contract-alone",
      "The contract imports nothing of ours.",
      { path: "^contract/", pathNot: test },
      { path: ours, pathNot: "^contract/" },
    ),
    rule(
      "platform-not-web",
      "The platform never imports the web.",
      { path: "^platform/", pathNot: test },
      { path: "^app/" },
    ),
    rule(
      "web-not-platform",
      "The web calls the contract's endpoints.",
      { path: "^app/", pathNot: test },
      { path: "^platform/" },
    ),
    rule(
      "composition",
      "Only server.ts, tests and bench put the halves together.",
      { path: "^(app|contract|platform)/", pathNot: test },
      {
        path: "^[^/]+\\.ts$|^(tests|bench|scripts)/",
      },
    ),

    rule(
      "engine",
      "The engine imports the contract only.",
      { path: "^platform/engine/", pathNot: test },
      {
        path: ours,
        pathNot: "^(platform/engine|contract)/",
      },
    ),
    rule(
      "tables",
      "Tables are for queries, access and db.",
      { path: "^platform/", pathNot: `${test}|\\.queries\\.ts$|^platform/(access|db)/` },
      {
        path: "^platform/db/schema",
      },
    ),
    rule(
      "demo",
      "Production code knows no demo; server.ts loads its door where it is asked for.",
      { path: "^[^/]+\\.ts$" },
      { path: "^demo/", pathNot: "^demo/index\\.ts$" },
    ),
    rule(
      "demo-2",
      "Production code knows no demo; server.ts loads its door where it is asked for.",
      { path: "^(app|contract|platform)/" },
      { path: "^demo/" },
    ),
    rule(
      "layers",
      "Imports go from routes to service to queries.",
      { path: "\\.queries\\.ts$" },
      { path: "\\.(service|routes)\\.ts$" },
    ),
    rule(
      "layers-2",
      "Imports go from routes to service to queries.",
      { path: "\\.service\\.ts$" },
      { path: "\\.routes\\.ts$" },
    ),
    rule(
      "doors",
      "A module is reached through its index.ts.",
      { path: "^platform/modules/([^/]+)/", pathNot: test },
      {
        path: "^platform/modules/",
        pathNot: "^platform/modules/($1/|[^/]+/index\\.ts$)",
      },
    ),
    rule(
      "doors-2",
      "A module is reached through its index.ts; app.ts binds its routes.",
      { path: "^platform/", pathNot: `${test}|^platform/(modules/|app\\.ts$)` },
      {
        path: "^platform/modules/",
        pathNot: "^platform/modules/[^/]+/index\\.ts$",
      },
    ),
    rule(
      "doors-3",
      "app.ts binds routes; for the rest it uses the doors too.",
      { path: "^platform/app\\.ts$" },
      {
        path: "^platform/modules/",
        pathNot: ["^platform/modules/[^/]+/index\\.ts$", "\\.routes\\.ts$"],
      },
    ),

    rule("routes", "Nothing imports a route.", { path: "^app/" }, { path: "^app/routes/" }),
    rule(
      "ui",
      "The design system imports itself and the contract.",
      { path: "^app/ui/", pathNot: test },
      { path: "^app/", pathNot: "^app/(ui/|root\\.tsx$)" },
    ),
    rule(
      "lib",
      "What all features share knows their addresses alone.",
      { path: "^app/lib/", pathNot: test },
      { path: "^app/features/", pathNot: "/paths\\.ts$" },
    ),
    rule(
      "features",
      "Of another feature only components and addresses are imported.",
      { path: "^app/features/([^/]+)/", pathNot: test },
      {
        path: "^app/features/",
        pathNot: "^app/features/($1/|.*\\.tsx$|[^/]+/paths\\.ts$)",
      },
    ),
    rule(
      "browser",
      "zod stays out of the browser.",
      { path: browser, pathNot: browserNot },
      {
        path: "node_modules/(zod|@conform-to/zod)/",
        dependencyTypesNot: notTypes,
      },
    ),
    rule(
      "browser-words",
      "Of the contract the browser gets types, and what brings no zod.",
      { path: browser, pathNot: browserNot },
      {
        path: "^contract/",
        pathNot: zodFree,
        dependencyTypesNot: notTypes,
      },
    ),
    rule(
      "words",
      "The browser imports this file: it brings no zod.",
      { path: zodFree },
      {
        path: "^contract/|node_modules/(zod|@conform-to)/",
        pathNot: zodFree,
        dependencyTypesNot: notTypes,
      },
    ),
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: "specify",
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(build|node_modules/\\.cache)/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "types", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
    },
    reporterOptions: {
      dot: {
        collapsePattern:
          "^(platform/modules/[^/]+|platform/[^/]+|app/features/[^/]+|app/[^/]+|contract/[^/]+)/",
      },
    },
  },
};
