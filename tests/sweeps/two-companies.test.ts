import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chooseCompanyPath, waitingFormPath } from "~/features/companies/paths";
import { storesDownloadPath, storesPath } from "~/features/stores/paths";
import { identifiers } from "~/lib/api/identifiers.server";
import { companyMember, withMember } from "~/ui/frame/address";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { pageRoutesOf } from "../support/page-routes.ts";
import {
  appSecret,
  leadsTo,
  openTestWeb,
  pagesBuild,
  type TestWeb,
  type Visitor,
} from "../support/web.ts";

type FormPost = { page: string; action: string; fields: Record<string, string> };

/** Far more addresses than there are kinds of pages within reach of a test's company. */
const mostPages = 150;
const routes = pageRoutesOf(await pagesBuild());

describe("Pages of one company, after another was chosen in a second tab", () => {
  const ids = identifiers(appSecret);
  let web: TestWeb;
  let staff: Visitor;
  let first: TestCompany;
  let other: TestCompany;
  const forms: FormPost[] = [];
  const downloads: string[] = [];

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    const provider = await makeProvider(web.at.database);
    first = await makeCompany(web.at.database);
    other = await makeCompany(web.at.database);
    staff = await web.signedIn(provider.staff.Fever_Super_Admin_Major);
    await choose(first);
    await walk();
  });
  afterAll(() => web?.close());

  const refOf = ({ companyId }: TestCompany) => ids.encrypt("company", companyId);
  async function choose(company: TestCompany) {
    const to = { company: refOf(company), returnTo: storesPath };
    expect(await leadsTo(await staff.post(chooseCompanyPath, to))).toBe(storesPath);
  }

  /** Follows the links of the admin area, a page of each route, and notes forms and downloads. */
  async function walk() {
    const kinds = new Set<string>();
    const queue = ["/admin"];
    for (let path = queue.shift(); path && kinds.size < mostPages; path = queue.shift()) {
      const [pathname = ""] = path.split("?");
      if (new URLSearchParams(path.split("?")[1]).has(companyMember)) {
        if (!downloads.includes(path)) downloads.push(path);
        continue;
      }
      const kind =
        routes.find(({ path: at, pattern }) => at !== "/*" && pattern.test(pathname))?.path ??
        pathname;
      if (!pathname.startsWith("/admin") || kinds.has(kind)) continue;
      kinds.add(kind);
      const { path: page, html, attachment } = await read(path);
      expect(attachment, `${path} is a download without its company`).toBe(false);
      forms.push(...formsOf(html).map((form) => ({ page, ...form })));
      for (const [, href = ""] of html.matchAll(/<a [^>]*href="(\/[^"#]+)/g))
        queue.push(href.replaceAll("&amp;", "&"));
    }
  }

  async function read(path: string) {
    const response = await staff.get(path);
    const attachment = /attachment/.test(response.headers.get("Content-Disposition") ?? "");
    await response.body?.cancel();
    return { attachment, ...(attachment ? { path, html: "" } : await staff.open(path)) };
  }

  test("a download is of the company whose page it stands on, by name and content [FIL-2] [CTX-2]", async () => {
    expect(downloads.length).toBeGreaterThan(15);
    const files = async () => {
      const answers: [address: string, name: string, text: string][] = [];
      for (const address of downloads) {
        const response = await staff.get(address);
        const name = response.headers.get("Content-Disposition") ?? `${response.status}`;
        // a workbook has the time of its making in it
        const text = await response.text();
        answers.push([address, name, address.includes("xlsx") ? "" : text]);
      }
      return answers;
    };
    await choose(first);
    const before = await files();
    await choose(other);
    expect(await files()).toEqual(before);
    const codes = before.flatMap(([, name]) => /-(C-\d+)-/.exec(name)?.[1] ?? []);
    expect(codes.length).toBeGreaterThan(12);
    expect(new Set(codes)).toEqual(new Set([first.code]));
    expect((await staff.open(storesPath)).html).toContain(other.name);
  });

  test("a form waits for its own company: none is done, and each says why [FIL-2] [CTX-2] [SES-9]", async () => {
    expect(forms.length).toBeGreaterThan(30);
    expect(forms.filter(({ fields }) => !fields._csrf)).toEqual([]);
    await choose(other);
    web.calls.length = 0;
    const wrong: string[] = [];
    for (const { page, action, fields } of forms) {
      const [pathname = ""] = action.split("?");
      if ([chooseCompanyPath, waitingFormPath, "/logout"].includes(pathname)) continue;
      const [bare, search] = action.split("?");
      const data = `${bare}.data${search ? `?${search}` : ""}`;
      for (const address of [action, data]) {
        const response = await staff.post(address, fields, {
          Referer: `http://shop.example${page}`,
        });
        const to = await leadsTo(response);
        if (to !== waitingFormPath) wrong.push(`${page}: ${address}: ${response.status} to ${to}`);
      }
      const { html } = await staff.open(waitingFormPath);
      if (!html.includes(`while working in ${first.name}. Now you work in ${other.name}`))
        wrong.push(`${page}: ${action}: no word of it`);
    }
    expect(wrong).toEqual([]);
    expect(web.calls.filter((call) => !call.startsWith("GET "))).toEqual([]);
  });

  test("a company in an address is refused where it is not within reach [CTX-2] [CTX-4]", async () => {
    const client = await web.signedIn(first.users.admin);
    const address = (ref: string) => withMember(storesDownloadPath, companyMember, ref);
    const own = await client.get(address(refOf(first)));
    expect(own.headers.get("Content-Disposition")).toContain(`Stores-${first.code}-`);
    const foreign = await client.get(address(refOf(other)));
    expect([foreign.status, await leadsTo(foreign)]).toEqual([302, "/admin"]);
    expect((await staff.get(address(ids.encrypt("company", 999_999)))).status).toBe(404);
    expect((await staff.get(address(`${refOf(first).slice(0, -1)}_`))).status).toBe(404);
    expect((await web.visitor().get(address(refOf(first)))).headers.get("Location")).toBe("/login");
  });
});

/** The forms of a page that post, with the values that stand in their fields. */
function formsOf(html: string): Omit<FormPost, "page">[] {
  return [...html.matchAll(/<form ([^>]*)>(.*?)<\/form>/gs)].flatMap(([, head = "", body = ""]) => {
    if (!/method="post"/i.test(head)) return [];
    const fields: Record<string, string> = { note: "Typed" };
    for (const [input] of body.matchAll(/<input [^>]*>/g)) {
      const name = attribute(input, "name");
      if (name) fields[name] = attribute(input, "value") ?? "";
    }
    return [{ action: attribute(`<form ${head}>`, "action") ?? "", fields }];
  });
}

const attribute = (tag: string, name: string) =>
  new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll("&amp;", "&");
