import { readdirSync, readFileSync } from "node:fs";
import { createRemixStub } from "@remix-run/testing";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Form } from "./form";
import { type FormFields, nameInWords } from "./form-fields";
import { Button } from "./frame/button";
import { FormGivenContext } from "./frame/form-given";
import { PasswordField, PhoneField, TextField } from "./text-field";

const fields: FormFields = {
  constraints: { code: { required: true, maxLength: 40 } },
  errors: { code: ["Too long"], "": ["Changed meanwhile"] },
  values: { code: "NWR/0241", password: "Secret@2026" },
};

function drawn(element: ReactElement): string {
  const formContext = {
    csrf: "csrf-1",
    formKey: "key-1",
    interruptedForm: null,
    company: null,
    drafter: null,
  };
  const page = <FormGivenContext.Provider value={formContext}>{element}</FormGivenContext.Provider>;
  const Stub = createRemixStub([{ path: "/", Component: () => page }]);
  return renderToStaticMarkup(<Stub />);
}

describe("Form", () => {
  const html = drawn(
    <Form fields={fields}>
      <TextField name="code" label="Store code" hint="Your own code for this store" />
      <PasswordField name="password" label="Password" />
      <PhoneField name="phone" label="Phone" />
      <Button name="remove" value="yes">
        Remove
      </Button>
    </Form>,
  );

  it("has a nameless submit button before any other, so that Enter does not remove", () => {
    const first = html.match(/<button[^>]*>/)?.[0] ?? "";
    expect(first).toContain('type="submit"');
    expect(first).not.toContain("name=");
    expect(first).toContain('tabindex="-1"');
  });

  it("carries its idempotency key", () => {
    expect(html).toContain('<input type="hidden" name="_key" value="key-1"/>');
  });

  it("links each error of the summary to its field and says it beside the field too", () => {
    expect(html).toMatch(/href="#form-code"[^>]*>Code: Too long</);
    expect(html).toMatch(
      /<input[^>]*id="form-code"[^>]*aria-describedby="form-code-hint form-code-error"/,
    );
    expect(html).toMatch(/id="form-code-error"[^>]*>Too long</);
    expect(html.match(/Changed meanwhile/g)).toHaveLength(1);
  });

  it("names a field in words where its label is not known", () => {
    expect(
      ["storeCode", "groupIds", "mix[0].chartId", "hours[2].opens", "slots[1].slotName"].map(
        nameInWords,
      ),
    ).toEqual(["Store code", "Group", "Mix 1, chart", "Hour 3, opens", "Slot 2, name"]);
    expect(
      [
        "gstNo",
        "panNo",
        "commEmail",
        "tohPrimeRate",
        "url",
        "isRequired",
        "set.status",
        "constructor",
      ].map(nameInWords),
    ).toEqual([
      "GST number",
      "PAN number",
      "Communication email",
      "TOH prime rate",
      "URL",
      "Required",
      "Status",
      "Constructor",
    ]);
  });

  it("keeps what was typed, but never a password", () => {
    expect(html).toContain('value="NWR/0241"');
    expect(html).not.toContain("Secret@2026");
  });

  it("writes the server's constraints as attributes", () => {
    expect(html).toMatch(/<input[^>]*id="form-code"[^>]*maxLength="40"/i);
    expect(html).toMatch(
      /<input[^>]*id="form-code"[^>]*required=""|<input[^>]*required=""[^>]*id="form-code"/,
    );
  });

  it("offers 91 as the country code of a phone", () => {
    expect(html).toMatch(/name="phoneCountryCode"[^>]*value="91"/);
  });

  it("uses no style attribute", () => {
    expect(html).not.toContain("style=");
  });
});

describe("The forms of pages", () => {
  it("post by PostForm, which sends what the server requires of each [SES-9]", () => {
    const others = readdirSync("app", { recursive: true, encoding: "utf8" }).filter(
      (file) =>
        /(?<!\.test)\.tsx$/.test(file) &&
        /<form\b[^>]*method="post"/i.test(readFileSync(`app/${file}`, "utf8")),
    );
    expect(others).toEqual([]);
  });
});
