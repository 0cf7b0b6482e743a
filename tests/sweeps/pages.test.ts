import type { ServerBuild } from "@remix-run/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { areas, isProvider, mayOpen, type SubRole, subRoles } from "#contract/base/roles";
import { identifiers } from "~/lib/api/identifiers.server";
import { areaPages } from "~/lib/session/home";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { sampled } from "../support/drawn-cases.ts";
import { readPageMap } from "../support/page-map.ts";
import { pageRoutesOf, routePath, sampleAddress } from "../support/page-routes.ts";
import {
  appSecret,
  leadsTo,
  openTestWeb,
  origin,
  pagesBuild,
  type TestWeb,
  type Visitor,
} from "../support/web.ts";

/** Lists what may answer a person who is not signed in; everything else must lead to /login. */
const openToAll = [
  "root",
  "routes/_index",
  "routes/login",
  "routes/logout",
  "routes/privacy",
  "routes/page-not-found",
  "routes/$",
  "routes/forgot-password",
  "routes/sign-in-link",
  "routes/reset-password",
  "routes/set-my-profile",
  "routes/validate-temp-token.($token)",
  "routes/signup",
  "routes/self-onboarding",
  "routes/contact",
  "routes/setup.($token)",
  "routes/status",
  "routes/company-sign-in",
  "routes/company-sign-in_.back",
  "routes/demo._index",
  "routes/demo.$token._index",
  "routes/demo.$token.audio.$id",
  "routes/proof.$token._index",
  "routes/proof.$token.$file",
  "routes/shared-report.$token._index",
  "routes/shared-report.$token.file",
];

type Part = { id: string; path: string; kind: "loader" | "action"; index: boolean };
const build = await pagesBuild();
const parts = Object.values(build.routes).flatMap((route) => partsOf(build, route?.id ?? ""));
const guarded = parts.filter(({ id }) => !openToAll.includes(id));
const below = (...areas: string[]) =>
  guarded.filter(({ path }) => areas.some((area) => path === area || path.startsWith(`${area}/`)));

describe("Every loader and action, called alone", () => {
  let web: TestWeb;
  let company: TestCompany;
  let admin: Visitor;
  let manager: Visitor;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    await makeProvider(web.at.database);
    company = await makeCompany(web.at.database);
    admin = await web.signedIn(company.users.admin);
    manager = await web.signedIn(company.users.manager);
  });
  afterAll(() => web.close());

  test("is found by this sweep, and a page behind sign-in has a loader of its own: its parent's protects nothing", () => {
    expect(guarded.length).toBeGreaterThan(15);
    const unguarded = Object.values(build.routes).filter(
      (route) =>
        route && !openToAll.includes(route.id) && route.module.default && !route.module.loader,
    );
    expect(unguarded.map((route) => route?.id)).toEqual([]);
  });

  test("leads a person without a session to /login, as page, as data and as form, with no message [NAV-8]", async () => {
    await allLeadToLogin(guarded, {});
    expect(web.calls.filter((call) => !call.startsWith("POST /api/auth/"))).not.toContain(
      "GET /api/store",
    );
  });

  test("leads a cut or tampered cookie, and one sealed with made-up tokens, to /login [NAV-8]", async () => {
    const [name, value] = [...admin.jar][0] ?? ["", ""];
    const middle = Math.floor(value.length / 2);
    const stranger = await webOfAnotherSecret();
    const cookies = [
      value.slice(0, -4),
      value.slice(0, middle),
      `${value.slice(0, middle)}${value[middle] === "x" ? "y" : "x"}${value.slice(middle + 1)}`,
      stranger,
      "x",
      "",
    ];
    for (const [row, wrong] of cookies.entries())
      await allLeadToLogin(sampled(guarded, row), { Cookie: `${name}=${wrong}` });
  });

  test("of the admin area leads a store manager to /login [NAV-6] [NAV-8]", () =>
    allLeadToLogin(below("/admin", "/admins"), cookieOf(manager)));

  test("of the player leads an admin to /login [NAV-7] [NAV-8]", () =>
    allLeadToLogin(below("/store", "/store-manager"), cookieOf(admin)));

  const cookieOf = ({ jar }: Visitor) => ({
    Cookie: [...jar].map((pair) => pair.join("=")).join("; "),
    "X-XSRF-TOKEN": jar.get("XSRF-TOKEN") ?? "",
  });

  async function webOfAnotherSecret(): Promise<string> {
    const { webOver } = await import("../support/web.ts");
    const other = await webOver(web.at, {
      SESSION_SECRET: "another secret than the one of these tests",
    });
    return [...(await other.signedIn(company.users.admin)).jar.values()][0] ?? "";
  }

  async function allLeadToLogin(which: Part[], headers: Record<string, string>) {
    const wrong: string[] = [];
    for (const part of which)
      for (const [address, init] of requestsFor(part)) {
        const response = await web.fetch(
          new Request(new URL(address, origin), {
            ...init,
            headers: { ...init.headers, ...headers },
          }),
        );
        const to = await leadsTo(response);
        if (to !== "/login")
          wrong.push(
            `${init.method} ${address} (${part.kind} of ${part.id}): ${response.status} to ${to}`,
          );
        if (headers.Cookie === undefined && leavesMessage(response))
          wrong.push(`${address} leaves a message`);
        await response.body?.cancel().catch(() => {});
      }
    expect(wrong).toEqual([]);
  }
});

/**
 * True if an answer's session holds a message for the next page; the way back to the requested page
 * is none.
 */
function leavesMessage(response: Response): boolean {
  const session =
    /^fever=([^;]*)/.exec(
      response.headers.getSetCookie().find((line) => line.startsWith("fever=")) ?? "",
    )?.[1] ?? "";
  return Buffer.from(decodeURIComponent(session), "base64").toString().includes('"flash"');
}

describe("Pages by role", () => {
  let web: TestWeb;
  const ids = identifiers(appSecret);
  const people: Record<string, { visitor: Visitor; person: Parameters<typeof mayOpen>[0] }> = {};

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    const { staff } = await makeProvider(web.at.database);
    const company = await makeCompany(web.at.database);
    for (const [subRole, role] of Object.entries(subRoles) as [
      SubRole,
      (typeof subRoles)[SubRole],
    ][]) {
      const visitor = await web.signedIn(staff[subRole]);
      await visitor.post("/admin/company/choose", {
        company: ids.encrypt("company", company.companyId),
        returnTo: "/admin",
      });
      people[subRole] = { visitor, person: { role, subRole } };
    }
    people.admin = {
      visitor: await web.signedIn(company.users.admin),
      person: { role: "ROLE_Client_Admin", subRole: null },
    };
    people.limited = {
      visitor: await web.signedIn(company.users.limited),
      person: { role: "ROLE_Client_Admin_Limited", subRole: null },
    };
    people.manager = {
      visitor: await web.signedIn(company.users.manager),
      person: { role: "ROLE_Store_Music_Manager", subRole: null },
    };
  });
  afterAll(() => web.close());

  test("every area has a page that the build holds [ROL-1]", () => {
    expect(areas.filter((area) => !areaPages.some((page) => page.area === area))).toEqual([]);
    const routes = new Set(parts.map(({ path, id }) => (id === "routes/admin" ? "" : path)));
    expect(areaPages.filter(({ to }) => !routes.has(to))).toEqual([]);
  });

  test("each area's page opens to a role and sub-role exactly where the matrices say; else /login [ROL-1] [ROL-2] [NAV-8]", async () => {
    const wrong: string[] = [];
    for (const [row, [name, { visitor, person }]] of Object.entries(people).entries())
      for (const { area, to } of sampled(areaPages, row)) {
        const response = await visitor.get(to);
        const leads = await leadsTo(response);
        const opens = response.status === 200;
        const redirected =
          to === "/admin" && isProvider(person) ? leads?.startsWith("/admin/") : leads === "/login";
        if (mayOpen(person, area) ? !opens : !redirected)
          wrong.push(`${name} at ${to} (${area}): ${response.status} to ${leads}`);
      }
    expect(wrong).toEqual([]);
  });

  test("each page is in the map, and opens to those whom the map names, else leads to /login [ROL-1] [NAV-8]", async () => {
    const pages = readPageMap();
    const addresses = new Map(pageRoutesOf(build).map(({ path }) => [path, sampleAddress(path)]));
    expect([...addresses.keys()].sort()).toEqual(pages.map(({ path }) => path).sort());
    const wrong: string[] = [];
    const visitors = Object.entries({ ...people, nobody: { visitor: web.visitor() } });
    for (const [row, [name, { visitor }]] of visitors.entries())
      for (const { path, opensTo } of sampled(pages, row)) {
        const response = await visitor.get(addresses.get(path) ?? "");
        const opens = (await leadsTo(response)) !== "/login";
        await response.body?.cancel().catch(() => {});
        if (opens !== opensTo.some((reader) => reader === name))
          wrong.push(`${name} at ${path}: ${response.status}, which the map does not say`);
      }
    expect(wrong).toEqual([]);
  });

  test("browsers are offered a person's own details on forms about oneself alone [STO-1] [USR-1]", async () => {
    const paths = pageRoutesOf(build).map(({ path }) => sampleAddress(path));
    const own = [
      "/login",
      "/forgot-password",
      "/sign-in-link",
      "/signup",
      "/contact",
      "/self-onboarding",
      "/admin/account",
    ];
    const allowed = ["off", "current-password", "new-password", "one-time-code"];
    const wrong: string[] = [];
    let fields = 0;
    for (const visitor of [
      people.admin?.visitor,
      people.Fever_Super_Admin_Major?.visitor,
      web.visitor(),
    ])
      for (const path of paths) {
        const html = (await (await visitor?.get(path))?.text()) ?? "";
        for (const [form] of html.matchAll(/<form[^>]*method="post".*?<\/form>/gs))
          for (const [control] of form.matchAll(/<(?:input|textarea|select)\b[^>]*>/g)) {
            const type = /type="(\w+)"/.exec(control)?.[1] ?? "text";
            if (!["text", "email", "tel", "url", "password"].includes(type)) continue;
            fields++;
            const token = /autocomplete="([^"]*)"/i.exec(control)?.[1] ?? "none";
            const isOwn = own.some((page) => path.startsWith(page));
            if (!allowed.includes(token) && !isOwn) wrong.push(`${path}: ${token} in ${control}`);
          }
      }
    expect(wrong).toEqual([]);
    expect(fields).toBeGreaterThan(100);
    const account = await people.admin?.visitor.open("/admin/account");
    expect(account?.html).toMatch(/autocomplete="given-name"/i);
  });

  test("the menu has exactly the areas that the person may open [ROL-1] [ROL-2]", async () => {
    for (const [name, { visitor, person }] of Object.entries(people)) {
      if (name === "manager") continue;
      const start = areaPages.find(({ area }) => mayOpen(person, area));
      if (!start) throw new Error(`${name} has no page`);
      const { html } = await visitor.open(start.to);
      const menu = /<nav[^>]*>.*?<\/nav>/s.exec(html)?.[0] ?? "";
      for (const { area, to } of areaPages)
        expect(menu.includes(`href="${to}"`), `${name}: ${area}`).toBe(mayOpen(person, area));
    }
  });
});

function partsOf(of: ServerBuild, id: string): Part[] {
  const route = of.routes[id];
  if (!route) return [];
  const part = { id, path: sampleAddress(routePath(of, id)), index: route.index ?? false };
  return (["loader", "action"] as const)
    .filter((kind) => route.module[kind])
    .map((kind) => ({ ...part, kind }));
}

/** As a document, and as the data request that runs this route's part and no other's. */
function requestsFor({
  id,
  path,
  kind,
  index,
}: Part): [string, RequestInit & { method: string }][] {
  const data = path === "/" ? "/_root.data" : `${path}.data`;
  if (kind === "loader")
    return [
      [path, { method: "GET" }],
      [data, { method: "GET" }],
      [`${data}?_routes=${encodeURIComponent(id)}`, { method: "GET" }],
    ];
  const post = {
    method: "POST",
    body: "to=inactive&confirmed=yes",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  };
  const search = index ? "?index" : "";
  return [
    [path + search, post],
    [data + search, post],
  ];
}
