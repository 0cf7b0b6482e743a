import { data } from "@remix-run/node";
import { expect, test } from "vitest";
import type { FormResult } from "~/lib/forms/forms.server";
import type { PageContext } from "~/lib/session/guard.server";
import { userFormAgain } from "./user-form.server";

/** Repeats a form of the provider's staff, which needs no call to the platform. */
async function repeatForm(
  fields: FormResult["fields"],
  status: number,
  failure?: FormResult["failure"],
) {
  const typed = { values: { firstName: "Asha", version: "1" }, sought: {} };
  const refused = data<FormResult>({ form: "form", fields, failure }, { status });
  const form = await userFormAgain(
    "staff",
    {} as PageContext,
    typed as unknown as Parameters<typeof userFormAgain>[2],
    refused,
  );
  return form.data.fields;
}

test("a user's form that the platform failed on comes back as typed and without errors: it was not refused [UI-10]", async () => {
  const failure = { message: "Something went wrong.", requestId: undefined };
  expect(await repeatForm({ values: { version: "1" } }, 503, failure)).toEqual({
    errors: undefined,
    values: { firstName: "Asha", version: "1" },
  });
});

test("what is wrong with a sub-role is said where the page asks for both, and the version is the one to be saved over [USR-1]", async () => {
  const errors = { subRole: ["Choose another."], firstName: ["Enter a name."] };
  expect(await repeatForm({ errors, values: { version: "2" } }, 422)).toEqual({
    errors: { firstName: ["Enter a name."], role: ["Choose another."] },
    values: { firstName: "Asha", version: "2" },
  });
});
