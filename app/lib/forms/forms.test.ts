import { describe, expect, test } from "vitest";
import { z } from "zod";
import { idListOf, idOf } from "#contract/base/identifiers";
import { CompanyForm } from "#contract/companies/form";
import { Credentials } from "#contract/session/endpoints";
import { StoreQuery } from "#contract/stores/endpoints";
import { StoreForm } from "#contract/stores/form";
import { UserForm } from "#contract/users/user-form";
import { identifiers } from "../api/identifiers.server";
import { ApiFailure, ApiRefusal } from "../api/refusals.server";
import { constraintsOf, readForm, readQuery } from "./forms.server";
import { kindOf } from "./identifier-fields.server";

const ids = identifiers("an application secret for tests, long enough");
const posted = (fields: [string, string][] | Record<string, string>) =>
  new Request("http://site.invalid/form", { method: "POST", body: new URLSearchParams(fields) });

const Rule = z.strictObject({
  name: z.string(),
  note: z.string().optional(),
  password: z.string().optional(),
  storeId: idOf("store").optional(),
  mix: z.array(z.strictObject({ genre: z.string(), percent: z.number().int() })).optional(),
});

describe("readForm", () => {
  test("reads nested lines by the schema; empty fields are left out and technical ones never reach it [VAL-4]", async () => {
    const form = await readForm(
      posted({
        name: "A",
        note: "",
        "mix[0].genre": "Pop",
        "mix[0].percent": "60",
        "mix[1].genre": "Rock",
        "mix[1].percent": "40",
        _key: "k",
        _step: "2",
      }),
      Rule,
    );
    expect(form.value).toEqual({
      name: "A",
      mix: [
        { genre: "Pop", percent: 60 },
        { genre: "Rock", percent: 40 },
      ],
    });
    expect(form.value && "note" in form.value && form.value.note !== undefined).toBe(false);
  });

  test("refuses by field with the schema's words, all that was typed kept but passwords", async () => {
    const form = await readForm(
      posted({ storeCode: "a b", storeName: " Kept ", city: "", newPassword: "Secret@123" }),
      StoreForm,
    );
    expect(form.value).toBeUndefined();
    const { data, init } = form.refused();
    expect(init?.status).toBe(422);
    expect(data.fields.errors).toMatchObject({
      storeCode: ["Only alphabets, numbers and special character (),-,. are allowed."],
      timeZone: expect.any(Array),
    });
    expect(data.fields.values).toMatchObject({ storeCode: "a b", storeName: " Kept ", city: "" });
    expect(JSON.stringify(data)).not.toContain("Secret@123");
  });

  test("a number is what decimal digits write; other ways of writing one are refused on the field [VAL-3]", async () => {
    const errorsFor = async (volume: string) =>
      (await readForm(posted({ volume }), StoreForm)).refused().data.fields.errors?.volume;
    for (const volume of ["0", "10", " 60 ", "100"])
      expect(await errorsFor(volume), volume).toBeUndefined();
    for (const volume of [
      "0x10",
      "1e1",
      "1E1",
      "0b1",
      "0o7",
      "1_0",
      "+5",
      ".5",
      "5.",
      "1,0",
      "\u0665",
      "Infinity",
      "ten",
    ])
      expect(await errorsFor(volume), volume).toEqual(["Enter a number from 0 to 100."]);
  });

  test("a line number beyond 200 is refused before anything of that length is made", async () => {
    for (const name of ["mix[201].percent", "mix[999999999].percent", "mix[4294967294]"])
      await expect(readForm(posted({ name: "A", [name]: "1" }), Rule)).rejects.toMatchObject({
        status: 422,
      });
    expect(
      (await readForm(posted({ name: "A", "mix[200].percent": "1" }), Rule)).value,
    ).toBeUndefined();
  });

  test("names that would reach into objects' prototypes reach nothing", async () => {
    for (const name of [
      "__proto__.polluted",
      "constructor.prototype.polluted",
      "mix[0].__proto__.polluted",
    ])
      await readForm(posted({ name: "A", [name]: "yes" }), Rule).catch(() => undefined);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });

  test("identifiers are read back before the schema sees them, and shown again as they came; a tampered one is a 404", async () => {
    const text = ids.encrypt("store", 42);
    const form = await readForm(posted({ name: "A", storeId: text }), Rule, { ids });
    expect([form.value?.storeId, form.values.storeId]).toEqual([42, text]);
    await expect(
      readForm(posted({ name: "A", storeId: "42" }), Rule, { ids }),
    ).rejects.toMatchObject({ status: 404 });
    expect((await readForm(posted({ name: "A", storeId: "" }), Rule, { ids })).value).toEqual({
      name: "A",
    });
  });

  test("the kind of an identifier is found through lists, wrappers, choices and transformations, and only where there is one", () => {
    const inner = z.object({
      line: z
        .array(z.object({ chart: idOf("chart").nullable().default(null), percent: z.number() }))
        .optional(),
    });
    const schema = z
      .strictObject({ ...inner.shape, ids: idListOf("item").optional(), at: inner })
      .transform((value) => value);
    const names = [
      "line[3].chart",
      "line[3].percent",
      "ids",
      "at.line[0].chart",
      "at",
      "line",
      "none",
      "constructor",
      "line[0].chart.x",
    ];
    expect(names.map((name) => kindOf(schema, name))).toEqual([
      "chart",
      undefined,
      "item",
      "chart",
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("what the platform refuses becomes errors on the matching fields, as forms write their names [VAL-3]", async () => {
    const form = await readForm(posted({ name: "A", password: "Secret@123" }), Rule);
    const refuse = (status: number, problem: object) => () =>
      Promise.reject(
        new ApiRefusal(status, {
          type: "about:blank",
          title: "",
          status,
          message: "No.",
          ...problem,
        }),
      );
    const { refused } = await form.submit(
      refuse(422, {
        errors: [
          { field: "name", message: "Taken." },
          { field: "mix.1.percent", message: "Too much." },
          { field: "name", message: "Odd." },
        ],
      }),
    );
    expect([refused?.init?.status, refused?.data.fields]).toEqual([
      422,
      {
        errors: { name: ["Taken.", "Odd."], "mix[1].percent": ["Too much."] },
        values: { name: "A" },
      },
    ]);
    // what is busy says so in the snack bar (platform.server.ts)
    expect((await form.submit(refuse(429, {}))).refused?.data.fields).toEqual({
      values: { name: "A" },
    });
  });

  test("an unreachable platform gives the error modal and keeps what was typed; any other error is ours and goes on", async () => {
    const form = await readForm(posted({ name: "A" }), Rule);
    const { refused } = await form.submit(() =>
      Promise.reject(new ApiFailure(503, "Problem", "id-1")),
    );
    expect([refused?.init?.status, refused?.data]).toMatchObject([
      503,
      { fields: { values: { name: "A" } }, failure: { message: "Problem", requestId: "id-1" } },
    ]);
    await expect(form.submit(() => Promise.reject(new TypeError("a defect")))).rejects.toThrow(
      "a defect",
    );
    expect(await form.submit(async () => 7)).toEqual({ reply: 7 });
  });
});

describe("readQuery", () => {
  const query = (search: string) =>
    readQuery(new Request(`http://site.invalid/admin/stores${search}`), z.object(StoreQuery.shape));

  test("reads what it knows; a member that is wrong is dropped and the list still shows", () => {
    expect(query("?search=a&sort=-code&limit=50")).toMatchObject({
      search: "a",
      sort: "-code",
      limit: 50,
    });
    expect(query("?sort=nonsense&limit=1000&status=odd&search=kept")).toEqual({
      search: "kept",
      sort: "name",
      limit: 25,
    });
    expect(query("?other=1&__proto__=2&toString=3&search=")).toEqual({ sort: "name", limit: 25 });
    expect(query("?search=%00&search=b")).toMatchObject({ sort: "name" });
  });

  test("identifiers are read back, and a tampered one is a 404", () => {
    const read = (zoneId: string) =>
      readQuery(new Request(`http://site.invalid/x?zoneId=${zoneId}`), z.object(StoreQuery.shape), {
        ids,
      });
    expect(read(ids.encrypt("zone", 9)).zoneId).toBe(9);
    expect(() => read(ids.encrypt("group", 9))).toThrow(expect.objectContaining({ status: 404 }));
  });
});

describe("constraintsOf", () => {
  test("a form's HTML constraints are its schema's [VAL-3]", () => {
    const store = constraintsOf(StoreForm);
    expect(store.storeCode).toMatchObject({
      required: true,
      maxLength: 50,
      pattern: expect.any(String),
    });
    expect(store.groupId?.required).toBe(false);
    expect(store.volume).toMatchObject({ required: false, min: 0, max: 100 });
    const company = constraintsOf(CompanyForm);
    expect(company.gstNo?.required).toBe(false);
    expect(company.companyName).toMatchObject({ required: true, maxLength: 100 });
  });

  test("a pattern comes with what its schema says of a text that does not fit, for the browser to say too [VAL-2]", () => {
    expect(constraintsOf(UserForm).username?.title).toMatch(
      /^Use letters from A to Z, digits and signs/,
    );
    expect(constraintsOf(CompanyForm).billingRate?.title).toBe(
      "Invalid Billing rate. It should be upto 2 decimal only.",
    );
    expect(constraintsOf(StoreForm).storeCode?.title).toBe(
      "Only alphabets, numbers and special character (),-,. are allowed.",
    );
    expect(constraintsOf(StoreForm).volume?.title).toBeUndefined();
    expect(constraintsOf(StoreForm).storeCode?.rule).toBe("Letters, digits and ( ) - . _");
    expect(constraintsOf(UserForm).firstName?.rule).toMatch(/^Use letters, digits, _ and \. only/);
  });

  test("each pattern is one a browser can read, and never stricter than the schema", () => {
    const patterns = [StoreForm, CompanyForm, Credentials].flatMap((schema) =>
      Object.values(constraintsOf(schema)).map(({ pattern }) => pattern),
    );
    for (const pattern of patterns)
      if (pattern !== undefined) expect(() => new RegExp(`^(?:${pattern})$`, "v")).not.toThrow();
    const pattern = new RegExp(`^(?:${constraintsOf(StoreForm).storeCode?.pattern})$`, "v");
    for (const code of ["NW-01", "(a).b_c"]) expect(pattern.test(code)).toBe(true);
    for (const code of ["a b", "a@b"]) expect(pattern.test(code)).toBe(false);
  });
});
