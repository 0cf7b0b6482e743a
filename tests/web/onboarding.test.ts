import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { industryTypes } from "#contract/onboarding/words";
import {
  productFile,
  productKeys,
  productPictures,
  themes,
} from "#contract/tutorials/product-pictures";
import { publicRequest } from "#platform/db/schema/index";
import { makeProvider } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import type { Smtp } from "../support/smtp.ts";
import {
  leadsTo,
  type MailingWeb,
  openedAMinuteAgo,
  openMailingWeb,
  type Visitor,
} from "../support/web.ts";

const typedIn = (html: string, name: string) => {
  const input = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? "";
  return /value="([^"]*)"/.exec(input)?.[1];
};

describe("Public onboarding pages", () => {
  let smtp: Smtp;
  let web: MailingWeb;
  let serial = 0;
  let staff: string;

  beforeAll(async () => {
    web = await openMailingWeb(anyEngine);
    smtp = web.smtp;
    staff = (await makeProvider(web.at.database)).staff.Fever_Admin_Ops;
  });
  afterAll(() => web.close());

  const email = () => `person.${++serial}@shops.example`;
  const signup = (overrides: Record<string, string> = {}) => ({
    companyName: "Harbour Books",
    companyId: "HARBOUR",
    industry: "Other",
    stores: "12",
    timeZone: "Asia/Kolkata",
    firstName: "Ada",
    lastName: "Rao",
    email: email(),
    phoneCountryCode: "91",
    phone: "9876543210",
    consent: "on",
    ...overrides,
    _madeAt: openedAMinuteAgo(),
  });
  const newest = async () => {
    const [row] = await web.at.database.db
      .select()
      .from(publicRequest)
      .orderBy(desc(publicRequest.id))
      .limit(1);
    return row;
  };
  const count = () => web.at.database.db.$count(publicRequest);
  const stepOne = () => ({
    firstName: "Bea",
    email: email(),
    phoneCountryCode: "91",
    phone: "9876543211",
  });
  const stepTwo = {
    companyName: "Tea & Co",
    industry: "Cafe and restaurant",
    stores: "3",
    timeZone: "Asia/Kolkata",
  };
  const stepThree = {
    languages: ["Hindi", "Tamil"],
    start: "Within a month",
    consent: "on",
    _madeAt: openedAMinuteAgo(),
  };

  test("the landing page leads to signup, self-onboarding and the contact form; none of them sends script [NAV-4] [ONB-1]", async () => {
    const person = web.visitor();
    const { html } = await person.open("/");
    for (const path of ["/signup", "/self-onboarding", "/contact"]) {
      expect(html).toContain(`href="${path}"`);
      const page = await person.open(path);
      expect([page.path, page.status], path).toEqual([
        path === "/self-onboarding" ? path : path,
        200,
      ]);
      expect(page.html, path).not.toContain("<script");
    }
    const choices = (await person.open("/signup")).html;
    for (const industry of industryTypes) expect(choices).toContain(industry.replace("&", "&amp;"));
    expect(typedIn(choices, "phoneCountryCode")).toBe("91");
  });

  test("the landing page shows pictures of the product, in the colours of the device [UI-11]", async () => {
    const { html } = await web.visitor().open("/");
    for (const key of productKeys) {
      expect(html).toContain(`alt="${productPictures[key].alt.replaceAll("'", "&#x27;")}"`);
      for (const theme of themes) expect(html).toContain(`/${productFile(key, theme)}`);
    }
  });

  test("structured data and testimonials reach visitors, and no text of them can end its element [UI-9] [ONB-1]", async () => {
    expect((await web.visitor().open("/")).html).not.toContain("ld+json");
    const editor = await web.signedIn(staff);
    const path = "/admin/public-site";
    const hostile = '</script><script>alert("1")</script> <!-- “₹”';
    const organization = {
      "@context": "https://schema.org",
      "@type": "Organization",
      name: hostile,
    };
    const typed = {
      "testimonials[1].quote": "It just plays.",
      "testimonials[1].person": "Asha Rao",
      "testimonials[1].role": "Owner, Tea & Co",
      "testimonials[0].quote": "",
      "testimonials[0].person": "",
      structuredData: JSON.stringify(organization),
      version: "1",
    };
    for (const [structuredData, message] of [
      ["{", "This is not valid JSON"],
      ['{"name":"Tea"}', "Each item must be an object with “@context” and “@type”."],
      ["[]", "Each item must be"],
      ["[".repeat(7_000) + "]".repeat(7_000), "At most 12 levels are allowed."],
    ] as const) {
      const refused = await editor.post(path, { ...typed, structuredData });
      const page = (await refused.text()).replaceAll("&quot;", '"');
      expect([refused.status, page.includes(message), page.includes("It just plays.")]).toEqual([
        422,
        true,
        true,
      ]);
    }
    expect(await leadsTo(await editor.post(path, typed))).toBe(path);
    for (const page of ["/", "/signup", "/contact", "/privacy"]) {
      const { html } = await web.visitor().open(page);
      const [, written = "", ...more] = html.split(
        /<script type="application\/ld\+json">([\s\S]*?)<\/script>/,
      );
      expect(JSON.parse(written), page).toEqual([organization]);
      expect(more.join(""), page).not.toContain("<script");
    }
    const landing = (await web.visitor().open("/")).html;
    expect(landing).toContain("It just plays.");
    expect(landing).toContain("Owner, Tea &amp; Co");
    expect((await editor.open("/admin/requests")).html).not.toContain("ld+json");
  });

  test("self-onboarding is an exact match: what lies below it is not found [NAV-4] [NAV-5]", async () => {
    for (const path of ["/self-onboarding/x", "/self-onboarding/1/2", "/signup/x"])
      expect((await web.visitor().open(path)).path, path).toBe("/page-not-found");
  });

  test("a signup is sent, thanked for and mailed; then nothing of it waits in the browser [NAV-4] [ONB-1]", async () => {
    const person = web.visitor();
    const form = signup();
    expect(await leadsTo(await person.post("/signup", form))).toBe("/signup?sent");
    expect((await person.open("/signup?sent")).html).toContain(
      "Thank you. We have received your message.",
    );
    expect((await smtp.letterTo(form.email)).subject).toBe("We have received your message");
    expect(await newest()).toMatchObject({
      kind: "signup",
      state: "new",
      email: form.email,
      address: expect.stringMatching(/^10\./),
    });
    expect(typedIn((await person.open("/signup")).html, "companyName")).toBe("");
  });

  test("what is wrong is said by field with the typed values kept; too many tries are said above the form [VAL-3] [LIM-1]", async () => {
    const person = web.visitor();
    const before = await count();
    const refused = await person.post("/signup", {
      ...signup(),
      companyId: "a b",
      email: "ada@",
      phone: "12",
      consent: [],
    });
    expect(refused.status).toBe(422);
    const html = await refused.text();
    for (const message of [
      "Invalid Email id",
      "Enter 6 to 14 digits.",
      "Only alphabets, numbers and special character (),-,. are allowed.",
    ])
      expect(html).toContain(message);
    expect(html).toContain('href="#form-consent"');
    expect(html).toContain("We need your consent to work on your request.");
    expect([
      typedIn(html, "companyName"),
      typedIn(html, "email"),
      typedIn(html, "companyId"),
    ]).toEqual(["Harbour Books", "ada@", "a b"]);
    expect(await count()).toBe(before);
    const statuses = [];
    for (let i = 0; i < 11; i++)
      statuses.push(
        (
          await person.post("/contact", {
            _madeAt: openedAMinuteAgo(),
            name: "Cy",
            email: email(),
            message: `Question ${i}`,
          })
        ).status,
      );
    expect(statuses).toEqual([...Array<number>(10).fill(302), 429]);
    const late = await person.post("/contact", {
      _madeAt: openedAMinuteAgo(),
      name: "Cy",
      email: email(),
      message: "One more <b>question</b>",
    });
    const page = await late.text();
    expect(page).toContain("Too many attempts. Try again in 15 minutes.");
    expect(page).toContain("One more &lt;b&gt;question&lt;/b&gt;");
  });

  test("a half-filled form survives a closed browser for 30 days, sealed and for its own page; it can be discarded [NAV-4] [ONB-1]", async () => {
    const person = web.visitor();
    const response = await person.post("/signup", {
      companyName: "Half & Co",
      stores: "a few",
      firstName: "Ada",
      _to: "later",
    });
    expect(await leadsTo(response)).toBe("/signup");
    const cookie =
      response.headers.getSetCookie().find((line) => line.startsWith("fever-signup=")) ?? "";
    expect(cookie).toMatch(/; Max-Age=2592000; Path=\/signup; HttpOnly; SameSite=Lax$/);
    expect(decodeURIComponent(cookie)).not.toContain("Half");
    const later = web.visitor(); // the browser opened anew: what lasts is the one cookie
    later.jar.set("fever-signup", person.jar.get("fever-signup") ?? "");
    const { html } = await later.open("/signup");
    expect([
      typedIn(html, "companyName"),
      typedIn(html, "stores"),
      typedIn(html, "firstName"),
    ]).toEqual(["Half &amp; Co", "a few", "Ada"]);
    expect(html).toContain("We restored your entries from this browser.");
    expect(await leadsTo(await later.post("/signup", { _to: "discard" }))).toBe("/signup");
    expect(later.jar.has("fever-signup")).toBe(false);
    expect((await later.open("/signup")).html).not.toContain("We restored your entries");
    for (const wrong of [
      "x",
      `${(person.jar.get("fever-signup") ?? "").slice(0, -2)}AA`,
      "A".repeat(3000),
    ]) {
      later.jar.set("fever-signup", wrong);
      const page = await later.open("/signup");
      expect([page.status, typedIn(page.html, "companyName")]).toEqual([200, ""]);
    }
  });

  test("what is refused waits too, and what is too long for a cookie is said and nothing of it lost", async () => {
    const person = web.visitor();
    expect((await person.post("/signup", { companyName: "Refused & Co" })).status).toBe(422);
    expect(typedIn((await person.open("/signup")).html, "companyName")).toBe("Refused &amp; Co");
    const long = Array.from({ length: 4000 }, (_, i) =>
      String.fromCharCode(0x4e00 + ((i * 7919) % 20_000)),
    ).join("");
    const refused = await person.post("/signup", { companyName: long, _to: "later" });
    expect(refused.status).toBe(422);
    const html = await refused.text();
    expect(html).toContain("Your entries are too long to save in this browser.");
    expect(typedIn(html, "companyName")).toBe(long);
  });

  describe("self-onboarding", () => {
    const at = (step: number) => `/self-onboarding?step=${step}`;
    const post = (person: Visitor, step: number, fields: Record<string, string | string[]>) =>
      person.post(at(step), fields);

    test("goes forward step by step and back without loss, and is sent by the last [NAV-4] [ONB-1]", async () => {
      const person = web.visitor();
      const first = stepOne();
      expect(await leadsTo(await post(person, 1, first))).toBe(at(2));
      expect(
        await leadsTo(
          await post(person, 2, { companyName: "Tea & Co", stores: "three", _to: "back" }),
        ),
      ).toBe(at(1));
      const back = (await person.open(at(1))).html;
      expect([typedIn(back, "firstName"), typedIn(back, "email")]).toEqual(["Bea", first.email]);
      expect(await leadsTo(await post(person, 1, { ...first, jobTitle: "Owner" }))).toBe(at(2));
      expect(typedIn((await person.open(at(2))).html, "stores")).toBe("three");
      const refused = await post(person, 2, { ...stepTwo, stores: "three" });
      expect([refused.status, await refused.text()]).toEqual([
        422,
        expect.stringContaining("Enter a number from 1 to 100000."),
      ]);
      expect(await leadsTo(await post(person, 2, stepTwo))).toBe(at(3));
      const before = await count();
      expect(await leadsTo(await post(person, 3, { ...stepThree, _to: "later" }))).toBe(at(3));
      expect(await count()).toBe(before);
      expect((await person.open("/self-onboarding")).html).toMatch(
        /<input[^>]*value="Tamil"[^>]*checked=""|checked=""[^>]*value="Tamil"/,
      );
      expect(await leadsTo(await post(person, 3, { ...stepThree, languages: ["English"] }))).toBe(
        "/self-onboarding?sent",
      );
      expect(await newest()).toMatchObject({
        kind: "self-onboarding",
        companyName: "Tea & Co",
        personName: "Bea",
        email: first.email,
        details: {
          jobTitle: "Owner",
          stores: 3,
          languages: ["English"],
          songTypes: [],
          start: "Within a month",
        },
      });
      expect((await smtp.letterTo(first.email)).subject).toBe("We have received your message");
      expect(typedIn((await person.open("/self-onboarding")).html, "firstName")).toBe("");
    });

    test("who comes back goes on where they left; no step opens before those in front of it are filled in", async () => {
      const person = web.visitor();
      expect((await person.open(at(3))).path).toBe(at(1));
      await post(person, 1, stepOne());
      const again = await person.open("/self-onboarding");
      expect(again.html).toContain("Step 2 of 3");
      expect((await person.open(at(3))).path).toBe(at(2));
      const before = await count();
      expect(await leadsTo(await post(web.visitor(), 3, stepThree))).toBe(at(1));
      expect(await count()).toBe(before);
      for (const odd of ["0", "4", "x", "1e0"])
        expect((await web.visitor().open(`/self-onboarding?step=${odd}`)).status).toBe(200);
    });
  });

  test("what a filled trap field came with is kept, marked, and no email answers it [ONB-1] [SES-7]", async () => {
    const trapped = { _hush: "1" };
    const onboarder = web.visitor();
    await onboarder.post("/self-onboarding?step=1", stepOne());
    await onboarder.post("/self-onboarding?step=2", stepTwo);
    const contact = {
      name: "Cy Dean",
      email: email(),
      message: "Buy",
      _madeAt: openedAMinuteAgo(),
    };
    const forms: [path: string, person: Visitor, typed: Record<string, string | string[]>][] = [
      ["/signup", web.visitor(), signup()],
      ["/self-onboarding?step=3", onboarder, stepThree],
      ["/contact", web.visitor(), contact],
    ];
    const before = await count();
    for (const [path, person, typed] of forms) {
      expect(await leadsTo(await person.post(path, Object.assign({}, typed, trapped)))).toMatch(
        /\?sent$/,
      );
      expect(await newest(), path).toMatchObject({ isSuspect: true, state: "new" });
    }
    expect(await count()).toBe(before + forms.length);
    const mailed = smtp.inbox.flatMap(({ to }) => to ?? []).map(({ address }) => address);
    expect(mailed).not.toContain(contact.email);
    const reader = await web.signedIn(staff);
    const listed = async (query: string) =>
      (await reader.open(`/admin/requests?state=all&limit=100&${query}`)).html;
    expect(await listed("suspect=yes")).toContain("Cy Dean");
    expect(await listed("suspect=yes")).toContain("Suspected spam");
    expect(await listed("suspect=no")).not.toContain("Cy Dean");
  });

  test("the trap field asks browsers and password managers to leave it alone [ONB-1]", async () => {
    const { html } = await web.visitor().open("/contact");
    const trap = /<div aria-hidden="true" class="sr-only">.*?<input([^>]*name="_hush"[^>]*)>/s.exec(
      html,
    )?.[1];
    for (const attribute of ["data-1p-ignore", "data-lpignore", "data-bwignore"])
      expect(trap).toContain(`${attribute}="true"`);
    expect(trap).toContain('autoComplete="off"');
    expect(trap).toContain('data-form-type="other"');
  });

  test("what is sent faster than anybody types, or without its page, is not kept, and can be sent again [ONB-1]", async () => {
    const before = await count();
    const first = stepOne();
    const onboarder = web.visitor();
    await onboarder.post("/self-onboarding?step=1", first);
    await onboarder.post("/self-onboarding?step=2", stepTwo);
    const forms: [path: string, person: Visitor, typed: Record<string, string | string[]>][] = [
      ["/contact", web.visitor(), { name: "Cy Dean", email: email(), message: "Buy <b>now</b>" }],
      ["/signup", web.visitor(), signup()],
      ["/self-onboarding?step=3", onboarder, stepThree],
    ];
    for (const [path, person, { _madeAt: _, ...typed }] of forms) {
      const fresh =
        /name="_madeAt" value="([^"]+)"/.exec((await person.open(path)).html)?.[1] ?? "";
      for (const token of [{}, { _madeAt: "x" }, { _madeAt: fresh }] as Record<string, string>[]) {
        const refused = await person.post(path, { ...typed, ...token });
        expect(refused.status, path).toBe(422);
        const html = await refused.text();
        expect(html).toContain("Please check your entries, then send them again.");
        if (typed.email) expect(typedIn(html, "email")).toBe(typed.email);
      }
    }
    expect(await count()).toBe(before);
  });

  test("a question is asked on the contact page and kept with its line ends [ONB-1]", async () => {
    const person = web.visitor();
    const form = {
      _madeAt: openedAMinuteAgo(),
      name: "Cy Dean",
      email: email(),
      phoneCountryCode: "91",
      message: "How loud?\r\nAnd when?",
    };
    expect(await leadsTo(await person.post("/contact", form))).toBe("/contact?sent");
    const [row] = await web.at.database.db
      .select()
      .from(publicRequest)
      .where(eq(publicRequest.email, form.email));
    expect(row).toMatchObject({
      kind: "query",
      personName: "Cy Dean",
      phone: null,
      details: { message: "How loud?\r\nAnd when?" },
    });
  });
});
