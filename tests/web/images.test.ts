import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { StoredFile } from "#contract/files/endpoints";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { fileOf, ownSpools, picture, spools } from "../support/uploads.ts";
import { openTestWeb, type TestWeb, webOver } from "../support/web.ts";

describe("Pictures in pages", () => {
  let web: TestWeb;
  let company: TestCompany;
  let icon: string;

  ownSpools();
  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    await makeProvider(web.at.database);
    company = await makeCompany(web.at.database);
    const { body } = await web.at
      .as(company.users.admin)
      .setIcon({ files: [fileOf(await picture("png"), "icon.png")] }).reply;
    icon = (body.data as StoredFile).id;
  });
  afterAll(() => web.close());

  test("are served by ourselves under the base address, to whom they are for [UI-8] [CTX-4]", async () => {
    const own = await web.signedIn(company.users.manager);
    const response = await own.get(`/images/${icon}`);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/png",
      "content-disposition": "inline",
      "cache-control": "private, max-age=86400",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    });
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100);
    expect(
      (await own.get(`/images/${icon}`, { "If-None-Match": response.headers.get("ETag") ?? "" }))
        .status,
    ).toBe(304);
    const stranger = await web.signedIn((await makeCompany(web.at.database)).users.admin);
    expect((await stranger.get(`/images/${icon}`)).status).toBe(404);
    expect((await own.get("/images/none")).status).toBe(404);
    expect((await web.visitor().get(`/images/${icon}`)).headers.get("Location")).toBe("/login");
  });

  test("come from the configured base address where that is elsewhere, and pages may load them from there alone [UI-8]", async () => {
    const elsewhere = await webOver(web.at, { IMAGE_BASE_URL: "https://pictures.example/fever/" });
    const admin = await elsewhere.signedIn(company.users.admin);
    const response = await admin.get("/admin/company/edit");
    const html = await response.text();
    expect(html).toContain(`src="https://pictures.example/fever/${icon}"`);
    expect(html).not.toContain(`/images/${icon}`);
    expect(response.headers.get("Content-Security-Policy")).toContain(
      "img-src 'self' https://pictures.example;",
    );
  });

  test("are uploaded by a form without script: the wrong one is refused beside its field, the right one is shown [UI-8] [VAL-5]", async () => {
    const admin = await web.signedIn(company.users.admin);
    const path = "/admin/company/edit";
    const page = await admin.open(path);
    const form = /<form[^>]* id="icon".*?<\/form>/s.exec(page.html)?.[0] ?? "";
    expect(form).toMatch(/enctype="multipart\/form-data"/i);
    expect(form).toContain("PNG or JPEG, each side 64 to 4096 pixels, at most 5 MB.");
    expect(page.html).toContain(`src="/images/${icon}"`);
    const send = (file: File) => {
      const body = new FormData();
      for (const [, name = "", value = ""] of form.matchAll(
        /<input type="hidden" name="(\w+)" value="([^"]*)"/g,
      ))
        body.append(name, value);
      body.append("icon", file);
      return admin.send(/ action="([^"]+)"/.exec(form)?.[1]?.replaceAll("&amp;", "&") ?? path, {
        method: "POST",
        body,
      });
    };
    const refused = await send(fileOf("<script>", "icon.png"));
    expect(refused.status).toBe(422);
    expect(await refused.text()).toMatch(/id="icon-icon-error"[^>]*>Invalid file type\./);
    const response = await send(fileOf(await picture("jpeg", 100), "icon.jpg"));
    expect(response.status).toBe(302);
    const next = /src="\/images\/([\w-]+)"/.exec((await admin.open(path)).html)?.[1] ?? "";
    expect(next).not.toBe(icon);
    expect((await admin.get(`/images/${next}`)).headers.get("Content-Type")).toBe("image/jpeg");
    expect(await spools()).toEqual([]);
  });
});
