import { describe, expect, test } from "vitest";
import { spool } from "#platform/files/spool";
import { antiForgery } from "./anti-forgery.server";
import { InterruptedFormStore, interruptedFormCookies } from "./interrupted-form.server";
import { readPosted } from "./posted-form.server";

const limits = {
  fileBytes: 100,
  bytes: 100,
  files: 5,
  fields: 1_000,
  fieldBytes: 1024 * 1024,
  read: 2 * 1024 * 1024,
};
const secret = "a session secret for tests that is long enough";
const post = async (body: URLSearchParams | FormData) => {
  const request = new Request("http://shop.example/admin/store/add", { method: "POST", body });
  const read = await readPosted(request, (form) => spool(form, limits));
  if (read !== "too many") await read.remove();
  return read;
};
const numbered = (count: number) =>
  Array.from({ length: count }, (_, field) => [`name${field}`, "x"]);

describe("A posted form", () => {
  test("gives what was typed by name, in order, without passwords, files and fields of ours", async () => {
    const form = new FormData();
    for (const [name, value] of [
      ["a", "1"],
      ["_key", "12345678"],
      ["b", ""],
      ["a", "2"],
      ["password", "p"],
    ] as const)
      form.append(name, value);
    form.append("file", new Blob(["x"]));
    const read = await post(form);
    expect(read !== "too many" && read.posted).toMatchObject({
      key: "12345678",
      values: { a: ["1", "2"], b: "" },
    });
    expect(read !== "too many" && Object.keys(read.posted?.values ?? {})).toEqual(["a", "b"]);
  });

  test("of more than 1,000 fields is refused, whichever way it is written", async () => {
    expect(await post(new URLSearchParams(numbered(20_000)))).toBe("too many");
    expect(await post(new URLSearchParams(numbered(1_001)))).toBe("too many");
    expect(await post(new URLSearchParams(numbered(1_000)))).not.toBe("too many");
    const parts = new FormData();
    for (const [name = "", value = ""] of numbered(1_001)) parts.append(name, value);
    expect(await post(parts)).toBe("too many");
  });

  test("of more than 64 KB of text keeps only the way back", async () => {
    const forgery = antiForgery(secret);
    const cookies = interruptedFormCookies({ secret, secure: false });
    const csrf = forgery.tokenOf({ mark: "mark", who: "1/1", companyId: undefined });
    for (const [length, isKept] of [
      [60_000, true],
      [70_000, false],
    ] as const) {
      const interruptedForm = new InterruptedFormStore(undefined, forgery);
      interruptedForm.keep(
        {
          action: "/a",
          page: "/a",
          form: "form",
          key: undefined,
          csrf,
          values: { note: "x".repeat(length) },
        },
        { back: true },
      );
      const lines = cookies
        .write(interruptedForm.toWrite()?.form)
        .map((line) => line.split(";")[0]);
      const read = cookies.read(lines.join("; "));
      expect(read).toMatchObject({ page: "/a", back: true });
      expect(read && "note" in read.values).toBe(isKept);
    }
  });
});

describe("A form's token", () => {
  const { tokenOf, fits, isOf, isOfCompany, drafterOf } = antiForgery(secret);
  const owner = { mark: "mark", who: "1/1", companyId: 2 };

  test("is good in its session and company alone, and tells whose and which company's it was [CTX-2] [SES-9]", () => {
    const token = tokenOf(owner);
    expect(fits(token, owner)).toBe(true);
    for (const other of [
      { mark: "later" },
      { who: "1/2" },
      { companyId: 3 },
      { companyId: undefined },
    ])
      expect(fits(token, { ...owner, ...other })).toBe(false);
    expect([
      isOf(token, "1/1"),
      isOf(token, "1/2"),
      isOf(undefined, "1/1"),
      isOf("", "1/1"),
    ]).toEqual([true, false, false, false]);
    expect([isOfCompany(token, owner), isOfCompany(token, { ...owner, companyId: 3 })]).toEqual([
      true,
      false,
    ]);
    expect(drafterOf(owner)).not.toBe(drafterOf({ ...owner, companyId: 3 }));
  });
});
