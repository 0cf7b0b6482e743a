import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { expect, test } from "vitest";
import { pagesHandler } from "./pages-handler.server.ts";

/** Routes of every kind side by side; each tells its id and what it took from the address. */
const paths: Record<string, [parent: string | undefined, path: string | undefined]> = {
  root: [undefined, ""],
  home: ["root", undefined],
  rest: ["root", "*"],
  login: ["root", "login"],
  player: ["root", "player"],
  media: ["root", "player/media/:id"],
  token: ["root", "token/:token?"],
  below: ["root", "below/*"],
  langStores: ["root", ":lang/stores"],
  admin: ["root", "admin"],
  adminHome: ["admin", undefined],
  stores: ["admin", "stores"],
  store: ["admin", "stores/:id"],
  edit: ["admin", "stores/:id/edit"],
  add: ["admin", "stores/add"],
  any: ["admin", ":any"],
  step: ["admin", "step?/stores/last"],
  users: ["admin", "users"],
  user: ["users", ":id"],
  capital: ["admin", "Reports"],
  noPage: ["admin", "songs/all"],
};

const build = {
  assets: { entry: { module: "", imports: [] }, routes: {}, url: "", version: "" },
  publicPath: "/",
  assetsBuildDirectory: "",
  future: {},
  isSpaMode: false,
  basename: "/",
  mode: "production",
  entry: { module: { default: () => new Response("no page") } },
  routes: Object.fromEntries(
    Object.entries(paths).map(([id, [parentId, path]]) => {
      const loader = ({ params }: { params: object }) =>
        new Response(JSON.stringify({ id, params }));
      return [id, { id, parentId, path, index: path === undefined, module: { loader } }];
    }),
  ),
} as unknown as ServerBuild;

test("an address is answered by the same route, with the same parameters, as when Remix has all routes before it", async () => {
  const whole = createRequestHandler(build, "production");
  const pages = pagesHandler(build, "production");
  const parts = [
    "",
    "admin",
    "Admin",
    "stores",
    "stores.data",
    "add",
    "edit",
    "login",
    "player",
    "media",
    "token",
    "below",
  ];
  parts.push("users", "reports", "songs", "all", "step", "last", "7", "%2F", "_x");
  const addresses = parts.flatMap((a) => [`/${a}`, ...parts.map((b) => `/${a}/${b}`)]);
  for (const a of ["admin", "Admin", "player", "below"])
    addresses.push(
      ...parts.flatMap((b) => ["", "7", "edit", "media", "last"].map((c) => `/${a}/${b}/${c}`)),
    );
  addresses.push(
    "/admin/stores/7/edit",
    "/admin/stores/7/edit/",
    "/admin/step/stores/last",
    "/player/media/7/8",
    "/admin/stores/7?x=/login",
  );
  const answers = async (handler: typeof pages) =>
    Promise.all(
      addresses.map(async (address) => {
        const answer = await handler(new Request(`http://web${address}`));
        return `${address} ${answer.status} ${await answer.text()}`;
      }),
    );
  const answered = await answers(pages);
  expect(answered).toEqual(await answers(whole));
  expect(new Set(answered.map((line) => /"id":"(\w+)"/.exec(line)?.[1])).size).toBeGreaterThan(15);
});
