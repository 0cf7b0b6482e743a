import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { longestTurn } from "../support/longest-turn.ts";
import { patience } from "../support/patience.ts";
import { password } from "../support/platform.ts";
import { storeForm } from "../support/store-form.ts";
import {
  leadsTo,
  openTestWeb,
  origin,
  type TestWeb,
  type Visitor,
  webOver,
} from "../support/web.ts";

const add = "/admin/store/add";
/** Pages that take a form of a signed-in admin. */
const forms = [
  add,
  "/admin/company/edit",
  "/admin/account",
  "/admin/stores/bulk/deactivate",
  "/admin/master-rule",
  "/admin/preview/none/publish",
  "/logout",
];
const publicForms = [
  "/login",
  "/forgot-password",
  "/sign-in-link",
  "/reset-password",
  "/set-my-profile",
];
const store = { storeCode: "A-1", storeName: "Attacked", timeZone: "Asia/Kolkata", city: "Pune" };

describe("The web under attack", () => {
  let web: TestWeb;
  let company: TestCompany;
  let staff: Record<string, string>;
  let admin: Visitor;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    staff = (await makeProvider(web.at.database)).staff;
    company = await makeCompany(web.at.database);
    admin = await web.signedIn(company.users.admin);
  });
  afterAll(() => web.close());

  const raw = (path: string, init: RequestInit = {}) => web.fetch(new Request(origin + path, init));
  const bearer = async () => ({
    Authorization: `Bearer ${await web.at.tokenOf(company.users.admin)}`,
  });

  /** One answer of each kind: pages, redirects, files, data, API, and every refusal. */
  const kinds = async (): Promise<[string, Response][]> => [
    ["page", await admin.get("/admin/stores")],
    ["public page", await raw("/login")],
    ["no page", await raw("/nowhere")],
    ["redirect", await raw("/admin")],
    ["data", await admin.get("/admin/stores.data")],
    ["file", await admin.get("/admin/stores/download")],
    ["refused form", await admin.post(add, { storeCode: "" })],
    ["forged form", await admin.post(add, { _csrf: "" })],
    ["foreign form", await admin.post(add, {}, { Origin: "https://evil.example" })],
    ["large form", await admin.post(add, { city: "x".repeat(2 ** 21) })],
    [
      "no form",
      await raw("/login", {
        method: "POST",
        body: "<a/>",
        headers: { "Content-Type": "text/xml" },
      }),
    ],
    ["API", await raw("/api/user/me", { headers: await bearer() })],
    ["API refusal", await raw("/api/user/me")],
    ["no API", await raw("/api/nowhere")],
    ["HEAD", await admin.send("/admin/stores", { method: "HEAD" })],
  ];

  test("says on every kind of answer that it is not to be framed, sniffed, stored or told about", async () => {
    const nonces = new Set<string>();
    let pages = 0;
    for (const [kind, response] of await kinds()) {
      const { headers } = response;
      expect(headers.get("X-Content-Type-Options"), kind).toBe("nosniff");
      expect(headers.get("X-Frame-Options"), kind).toBe("DENY");
      expect(headers.get("Referrer-Policy"), kind).toBe("same-origin");
      expect(headers.get("Cache-Control"), kind).toContain("no-store");
      expect(headers.has("Server") || headers.has("X-Powered-By"), kind).toBe(false);
      if (headers.get("Content-Type")?.startsWith("text/html")) {
        const policy = headers.get("Content-Security-Policy") ?? "";
        expect(policy, kind).toContain("frame-ancestors 'none'");
        expect(policy, kind).not.toContain("unsafe");
        nonces.add(/'nonce-([^']+)'/.exec(policy)?.[1] ?? "");
        pages++;
      }
      await response.body?.cancel();
    }
    expect(nonces.size).toBe(pages);
  });

  test("over https sets cookies that only this host gets back, and says that it is https only [SES-9]", async () => {
    const secure = await webOver(web.at, { PUBLIC_URL: "https://shop.example" });
    const person = secure.visitor();
    const signedIn = await person.post("/login", { username: company.users.zonal, password });
    const next = await person.get("/login");
    person.jar.delete("__Host-fever");
    const draftResponse = await person.post(add, store);
    const lines = [signedIn, next, draftResponse].flatMap(({ headers }) => headers.getSetCookie());
    expect(lines.map((line) => line.split("=")[0])).toEqual(
      expect.arrayContaining(["__Host-fever", "XSRF-TOKEN", "__Host-fever-draft"]),
    );
    for (const line of lines) {
      expect(line).toMatch(/; Secure/);
      expect(line).toMatch(/; Path=\//);
      expect(line).toMatch(/; SameSite=Lax/);
      expect(line).not.toMatch(/Domain=/i);
      expect(/; HttpOnly/.test(line), line).toBe(!line.startsWith("XSRF-TOKEN"));
    }
    expect(signedIn.headers.get("Strict-Transport-Security")).toMatch(/^max-age=31536000/);
  });

  test("answers odd addresses, and nothing but our own log lines is written of them [SES-9]", async () => {
    const written: unknown[] = [];
    const spies = (["log", "warn", "error", "info"] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation((...words) => void written.push(words)),
    );
    const odd = [
      "/%",
      "/%0d%0a",
      "/%E0%A4%A",
      "/admin/stores/%",
      "/%00",
      "/%25",
      "/a%0d%0aSet-Cookie:x",
      "/api/%",
      "/admin/stores.data/%",
    ];
    for (const path of odd) {
      const { status } = await raw(path);
      expect([status >= 400 && status < 500, path]).toEqual([true, path]);
    }
    for (const spy of spies) spy.mockRestore();
    expect(written).toEqual([]);
  });

  test("takes no form of another site and none without this session's token, on any page [SES-9]", async () => {
    const before = web.calls.length;
    for (const path of forms) {
      for (const headers of [
        { Origin: "https://evil.example" },
        { Origin: "null" },
        { Origin: `${origin}.evil.example` },
        { Origin: origin.replace(/^https?/, (scheme) => (scheme === "https" ? "http" : "https")) },
        { "Sec-Fetch-Site": "cross-site" },
      ] as Record<string, string>[])
        expect(
          (await admin.post(path, store, headers)).status,
          `${path} ${JSON.stringify(headers)}`,
        ).toBe(403);
      // not 403 where the page that would show the form again has nothing to show; nothing was done all
      // the same: see below
      for (const _csrf of ["", "x", "a".repeat(5000)])
        expect([302, 403, 404], path).toContain(
          (await admin.post(path, { ...store, _csrf })).status,
        );
      const plain = await admin.send(path, {
        method: "POST",
        body: `_csrf=${admin.jar.get("XSRF-TOKEN")}`,
        headers: { "Content-Type": "text/plain" },
      });
      expect(plain.status, `${path} as text/plain`).toBe(403);
    }
    for (const path of publicForms)
      expect(
        (await web.visitor().post(path, store, { Origin: "https://evil.example" })).status,
      ).toBe(403);
    expect(web.calls.slice(before).filter((call) => !call.startsWith("GET "))).toEqual([]);
  });

  test("answers a body that is no form with a refusal, never with a failure", async () => {
    for (const path of [...publicForms, ...forms])
      for (const [type, body] of [
        ["text/xml", "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>"],
        ["application/json", '{"__proto__":{"polluted":1}}'],
        ["multipart/form-data", "no boundary"],
        [
          "multipart/form-data; boundary=x",
          "--x\r\nContent-Disposition: form-data; name=a\r\n\r\ncut",
        ],
        ["application/x-www-form-urlencoded", "%%%&=&&&\0=%ED%A0%80"],
        ["application/octet-stream", "\0\u0001"],
        ["", ""],
      ] as const) {
        for (const person of [admin, web.visitor()]) {
          const response = await person.send(path, {
            method: "POST",
            body,
            headers: { "Content-Type": type, "X-XSRF-TOKEN": person.jar.get("XSRF-TOKEN") ?? "" },
          });
          expect(response.status, `${path} ${type}`).toBeLessThan(500);
          if (path === "/logout" && person === admin)
            admin = await web.signedIn(company.users.admin);
        }
      }
  });

  test("never leads to another site, whatever it is told to return to", async () => {
    const person = await web.signedIn(staff.Fever_Super_Admin_Major ?? "");
    const { html } = await person.open("/admin/company/choose");
    const ref = /value="([\w-]{32})"/.exec(html)?.[1] ?? "";
    for (const returnTo of [
      "https://evil.example",
      "//evil.example",
      "///evil.example",
      "/\\evil.example",
      "/\t/evil.example",
      "/%09/evil.example",
      "/%2f/evil.example",
      "\\\\evil.example",
      "javascript:alert(1)",
      "data:text/html,x",
      "/.//evil.example",
      "/%2e%2e//evil.example",
      "https:evil.example",
      "http:///evil.example",
      "@evil.example",
      "/admin\r\nSet-Cookie: a=b",
      "/admin%0d%0aSet-Cookie:%20a=b",
      "/admin\u2028",
    ]) {
      const posted = await person.post("/admin/company/choose", { company: ref, returnTo });
      const to = await leadsTo(posted);
      expect(new URL(to ?? "", origin).origin, returnTo).toBe(origin);
      expect(to, returnTo).toMatch(/^\/(?![/\\])[^\r\n]*$/);
      expect(
        posted.headers.getSetCookie().some((line) => line.startsWith("a=")),
        returnTo,
      ).toBe(false);
      const choiceHtml = await (
        await person.get(`/admin/company/choose?returnTo=${encodeURIComponent(returnTo)}`)
      ).text();
      expect(choiceHtml, returnTo).not.toMatch(/(href|value)="(https?:)?\/{2,}evil/);
    }
    for (const [path, headers] of [
      [
        "/admin/stores",
        { Host: "evil.example", "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https" },
      ],
      ["//evil.example/admin", {}],
      ["/login?returnTo=https://evil.example&next=//evil.example", {}],
    ] as const) {
      const response = await web.fetch(new Request(`${origin}${path}`, { headers }));
      const to = response.headers.get("Location");
      if (to) expect(new URL(to, origin).origin, path).toBe(origin);
      expect((await response.text()).includes("evil.example/"), path).toBe(false);
    }
  });

  test("gives a new session at sign-in: cookies set before are worth nothing after [SES-5]", async () => {
    const planted = await web.signedIn(company.users.limited);
    const victim = web.visitor();
    for (const [name, value] of planted.jar) victim.jar.set(name, value);
    await victim.post("/logout", {});
    const old = planted.jar.get("fever");
    victim.jar.set("fever", old ?? "");
    await victim.post("/login", { username: company.users.group, password });
    const fresh = web.visitor();
    fresh.jar.set("XSRF-TOKEN", planted.jar.get("XSRF-TOKEN") ?? "");
    await fresh.post("/login", { username: company.users.group, password });
    await fresh.get("/login");
    expect(fresh.jar.get("fever")).not.toBe(old);
    expect(fresh.jar.get("XSRF-TOKEN")).not.toBe(planted.jar.get("XSRF-TOKEN"));
    expect(
      (await fresh.post(add, { ...store, _csrf: planted.jar.get("XSRF-TOKEN") ?? "" })).status,
    ).toBe(403);
    const thief = web.visitor();
    thief.jar.set("fever", old ?? "");
    expect(await leadsTo(await thief.get("/admin/stores"))).toBe("/login");
  });

  test("reads no session out of cookies that are garbage, cut, doubled or of another secret", async () => {
    const good = admin.jar.get("fever") ?? "";
    const foreign = await (
      await webOver(web.at, { SESSION_SECRET: "another session secret, long enough for it" })
    ).signedIn(company.users.admin);
    for (const Cookie of [
      "fever",
      "fever=",
      "fever=;fever=",
      "fever=%",
      "fever=%00",
      `fever=${good.slice(0, -2)}`,
      `fever=${good.split(".")[0]}.`,
      `fever=${foreign.jar.get("fever")}`,
      `fever=${"a".repeat(12_000)}`,
      "fever-draft=aaaa; fever-draft-2=bbbb; XSRF-TOKEN=%%%",
      "__proto__=1; constructor=2; fever=__proto__",
      "\u00ff\u00fe=\u00fd;;;=;",
    ]) {
      const response = await raw("/admin/stores", { headers: { Cookie } });
      expect([response.status, response.headers.get("Location")], Cookie.slice(0, 60)).toEqual([
        302,
        "/login",
      ]);
      expect((await raw("/login", { headers: { Cookie } })).status).toBe(200);
    }
  });

  test("is not polluted or exhausted by the names of a form's fields", async () => {
    const nasty: Record<string, string>[] = [
      { "__proto__[polluted]": "1" },
      { "__proto__.polluted": "1" },
      { "constructor[prototype][polluted]": "1", "constructor.prototype.polluted": "1" },
      { "mix[0].__proto__.polluted": "1", "mix[__proto__][polluted]": "1" },
      { "mix[999999999].percent": "1" },
      { "mix[-1]": "1", "mix[1e9]": "1", "mix[99999999999999999999]": "1" },
      { [`a${"[0]".repeat(3000)}`]: "1" },
      { [`a${".b".repeat(3000)}`]: "1" },
      { [`${"[".repeat(3000)}`]: "1", "]": "1", "a[": "1", "a]b": "1", "..": "1", "": "1" },
      Object.fromEntries(
        ["toString", "valueOf", "hasOwnProperty", "then", "length"].map((name) => [name, "1"]),
      ),
      Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`mix[${i % 201}].k${i}`, "1"])),
    ];
    for (const path of [
      add,
      "/admin/company/edit",
      "/admin/account",
      "/admin/master-rule",
      "/admin/stores/bulk/deactivate",
    ])
      for (const fields of nasty) {
        const what = `${path} ${Object.keys(fields)[0]?.slice(0, 60)}`;
        const blocked = await longestTurn(async () => {
          const response = await admin.post(path, { ...store, ...fields });
          await response.text();
          expect(response.status, what).toBeLessThan(500);
        });
        expect(blocked, what).toBeLessThan(5_000);
      }
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect("polluted" in {}).toBe(false);
    const json = await raw("/api/store", {
      method: "POST",
      headers: { ...(await bearer()), "Content-Type": "application/json" },
      body: '{"__proto__":{"code":"P-1"},"constructor":{"prototype":{"polluted":1}}}',
    });
    expect(json.status).toBe(422);
    expect("polluted" in {}).toBe(false);
  });

  test("refuses more than 1 MB, whether its length is told or not", async () => {
    const stream = () => {
      let chunkCount = 0;
      return new ReadableStream<Uint8Array>({
        pull: (controller) =>
          chunkCount++ < 32
            ? controller.enqueue(new Uint8Array(65_536).fill(97))
            : controller.close(),
      });
    };
    for (const path of ["/login", add, "/api/auth/signin"]) {
      const headers = {
        "Content-Type": path.startsWith("/api")
          ? "application/json"
          : "application/x-www-form-urlencoded",
      };
      expect(
        (await raw(path, { method: "POST", headers, body: "x".repeat(2 ** 21) })).status,
        path,
      ).toBe(413);
      const streamed = await raw(path, {
        method: "POST",
        headers,
        body: stream(),
        duplex: "half",
      } as RequestInit);
      expect(streamed.status, `${path}, streamed`).toBe(413);
    }
  });

  test("reaches no file but those it serves, however the path is written", async () => {
    const manager = await web.signedIn(company.users.manager);
    for (const id of [
      "..%2f..%2fpackage.json",
      "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
      "..\\..\\x",
      "spot-1%00.wav",
      "/etc/passwd",
      "song-1/../../x",
    ])
      for (const path of [
        `/store-manager/media/${id}`,
        `/assets/${id}`,
        `/api/player/media/${id}`,
      ]) {
        const response = await manager.get(path, {
          Authorization: `Bearer ${await web.at.tokenOf(company.users.manager)}`,
        });
        expect([302, 400, 404, 422], path).toContain(response.status);
        expect(await response.text(), path).not.toMatch(/root:|"dependencies"/);
      }
  });

  test("writes no cell that a spreadsheet would run, and a file name that is its own", async () => {
    const formulas = [
      "=cmd|' /C calc'!A0",
      "+1+1",
      "-1+1",
      "@SUM(1)",
      '=HYPERLINK("http://evil.example")',
    ];
    for (const [i, city] of formulas.entries()) {
      const body = storeForm({
        storeCode: `F-${i}`,
        storeName: `Formula ${i}`,
        city,
        addressLine: city,
      });
      expect(await web.at.as(company.users.admin).addStore({ body }).status).toBe(201);
    }
    const file = await admin.get("/admin/stores/download");
    expect(file.headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="Stores-C-\d+-\d{4}-\d{2}-\d{2}\.csv"$/,
    );
    const text = await file.text();
    expect(text).toContain("Formula 4");
    expect(text).not.toMatch(/(?:^|,)"?[=+@\t\r-]/m);
  });

  test("a download that is only asked for by HEAD keeps no place: others download at once", async () => {
    await web.at.database.pool.query(
      `insert into store (company_id, code, name, time_zone, city)
       select $1, 'H-' || n, 'Store of many ' || n || repeat(' x', 30), 'Asia/Kolkata', repeat('y', 90) from generate_series(1, 6000) n`,
      [company.companyId],
    );
    expect(
      (await web.at.as(company.users.admin).listStores().reply).body.page?.total,
    ).toBeGreaterThan(6000);
    // a person has one place; it is free again some milliseconds after its HEAD was answered
    const statuses = [];
    for (let i = 0; i < 8; i++)
      statuses.push((await admin.send("/admin/stores/download", { method: "HEAD" })).status);
    for (let i = 0; i < 8; i++)
      statuses.push(
        (await raw("/api/store/exportStoreList", { method: "HEAD", headers: await bearer() }))
          .status,
      );
    expect(statuses.every((status) => [200, 302, 429].includes(status))).toBe(true);
    await expect
      .poll(
        async () => {
          const file = await admin.get("/admin/stores/download");
          return file.status === 200 ? (await file.text()).split("\n").length : 0;
        },
        { timeout: patience, interval: 20 },
      )
      .toBeGreaterThan(6000);
  });
});
