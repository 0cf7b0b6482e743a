import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fieldsOf } from "#contract/companies/form";
import { DeviceSection, PlaceSection, SoundSection } from "#contract/stores/form";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

type Values = Record<string, string>;
type FormPage = {
  title: string;
  /** The address of the form, by a page that leads to it. */
  open: (admin: Visitor) => Promise<string>;
  /** The fields that the contract takes, but for those that the person does not fill in. */
  fields: readonly string[];
  /** A new value for each of them that the page shows. */
  values: Values;
};

const keysOf = ({ shape }: { shape: object }, ...left: string[]) =>
  Object.keys(shape).filter((key) => !left.includes(key));

const storeForm = (section: string) => async (admin: Visitor) => {
  const { html } = await admin.open("/admin/stores");
  return `${linkIn(html, /href="(\/admin\/stores\/[\w-]{30,})"/)}/edit?section=${section}`;
};
const companyForm = (section: string) => async () => `/admin/company/edit?section=${section}`;

const pages: FormPage[] = [
  {
    title: "a store's place",
    open: storeForm("place"),
    fields: keysOf(PlaceSection, "groupId"),
    values: {
      storeCode: "NEW-1",
      storeName: "New name",
      timeZone: "Europe/London",
      country: "GB",
      addressLine: "1 New Road",
      city: "Leeds",
      state: "England",
      postalCode: "110001",
      contactName: "Asha Rao",
      email: "asha@new.example",
      phoneCountryCode: "44",
      phone: "2071234567",
    },
  },
  {
    title: "a store's device",
    open: storeForm("device"),
    fields: keysOf(DeviceSection),
    values: { deviceKind: "android", deviceSerial: "SN-77" },
  },
  {
    title: "a store's sound",
    open: storeForm("sound"),
    fields: keysOf(SoundSection),
    values: {
      volume: "41",
      licenceName: "PPL",
      licenceNumber: "L-9",
      licenceFrom: "2026-01-02",
      licenceTo: "2027-03-04",
    },
  },
  {
    title: "a company's address",
    open: companyForm("address"),
    fields: fieldsOf("address"),
    values: {
      country: "IN",
      addressLine: "2 New Road",
      city: "Pune",
      state: "Maharashtra",
      postalCode: "411001",
    },
  },
  {
    title: "a company's contacts",
    open: companyForm("contacts"),
    fields: fieldsOf("contacts"),
    values: {
      contactName: "Ravi Shah",
      email: "ravi@new.example",
      commEmail: "letters@new.example",
      phoneCountryCode: "91",
      phone: "9812345678",
    },
  },
  {
    title: "a company's tax details",
    open: companyForm("billing"),
    fields: ["legalName", "gstNo", "panNo"],
    values: {
      legalName: "New Retail Private Limited",
      gstNo: "27AAPFU0939F1ZV",
      panNo: "AAPFU0939F",
    },
  },
  {
    title: "a company's settings",
    open: companyForm("defaults"),
    fields: fieldsOf("defaults"),
    values: { timeZone: "Asia/Dubai", optimumVolume: "61", thresholdVolume: "17" },
  },
  {
    title: "a user",
    open: async (admin) => {
      const { html } = await admin.open("/admin/users");
      return `${linkIn(html, /href="(\/admin\/users\/[^"/?]{30,})[/"]/)}/edit`;
    },
    fields: ["firstName", "lastName", "email", "phoneCountryCode", "phone"],
    values: {
      firstName: "Meera",
      lastName: "Iyer",
      email: "meera@new.example",
      phoneCountryCode: "91",
      phone: "9823456789",
    },
  },
];

function linkIn(html: string, pattern: RegExp): string {
  const path = pattern.exec(html)?.[1];
  if (!path) throw new Error(`the page has no link like ${pattern}`);
  return path;
}

const attribute = (tag: string, name: string) =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll("&amp;", "&");

/** Reads the page's form with a field: its controls' names, and what it would post as it stands. */
function readForm(html: string, field: string): { names: string[]; values: Values } {
  const form = html.split("<form").find((part) => part.includes(`name="${field}"`)) ?? "";
  const inputs = [...form.matchAll(/<input[^>]*>/g)].flatMap(([tag]) => {
    const name = attribute(tag, "name");
    const isLeftOut =
      /type="(checkbox|radio)"/.test(tag) && !/\schecked/.test(tag.replaceAll(/"[^"]*"/g, ""));
    return name && !isLeftOut ? [[name, attribute(tag, "value") ?? ""] as const] : [];
  });
  const selects = [...form.matchAll(/<select([^>]*)>(.*?)<\/select>/gs)].flatMap(
    ([, tag = "", options = ""]) => {
      const chosen = [...options.matchAll(/<option[^>]*>/g)].find(([option]) =>
        /\sselected/.test(option),
      );
      const name = attribute(tag, "name");
      return name ? [[name, attribute(chosen?.[0] ?? "", "value") ?? ""] as const] : [];
    },
  );
  const names = [...form.matchAll(/<(?:input|select)[^>]*>/g)].flatMap(
    ([tag]) => attribute(tag, "name") ?? [],
  );
  return { names, values: Object.fromEntries([...inputs, ...selects]) };
}

describe("A form's page, without script", () => {
  let web: TestWeb;
  let company: TestCompany;
  let admin: Visitor;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    await makeProvider(web.at.database);
    company = await makeCompany(web.at.database);
    admin = await web.signedIn(company.users.admin);
  });
  afterAll(() => web?.close());

  test.each(pages)("has each field of $title, saves it and shows it again", async (page) => {
    const path = await page.open(admin);
    const read = async () => readForm((await admin.open(path)).html, page.fields[0] ?? "");
    const before = await read();
    expect(before.names).toEqual(expect.arrayContaining([...page.fields]));
    expect(Object.keys(page.values).sort()).toEqual([...page.fields].sort());
    const answer = await admin.post(path, { ...before.values, ...page.values });
    expect(answer.status, await answer.clone().text()).toBe(302);
    expect((await read()).values).toMatchObject(page.values);
  });
});
