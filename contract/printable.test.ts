import { expect, test } from "vitest";
import type { z } from "zod";
import { printable } from "./base/clean-line.ts";
import * as field from "./base/fields.ts";
import { CompanyCodeForm, SignInService } from "./session/company-account.ts";
import { AddPasskeyForm, RemovePasskeyForm } from "./session/passkeys.ts";
import { NewWebhook } from "./webhooks/endpoints.ts";

/**
 * Texts that fit everything else that a field asks for: the database holds no NUL and no half of a
 * surrogate pair.
 */
const fields: [name: string, schema: z.ZodType, text: (odd: string) => string][] = [
  ["companyWebsite", field.companyWebsite, (odd) => `https://a.example/${odd}`],
  ["webhook url", NewWebhook.shape.url, (odd) => `https://a.example/?${odd}`],
  ["issuer", SignInService.shape.issuer, (odd) => `https://a.example/${odd}`],
  ["clientId", SignInService.shape.clientId, (odd) => `client${odd}`],
  ["companyCode", CompanyCodeForm.shape.companyCode, (odd) => `CODE${odd}`],
  ["passkey name", AddPasskeyForm.shape.name, (odd) => `Phone${odd}`],
  ["passkey id", RemovePasskeyForm.shape.id, (odd) => `id${odd}`],
];

test("fields that take almost any text take no control character and no half of a character [API-1]", () => {
  for (const [name, schema, text] of fields) {
    expect(schema.safeParse(text("x")).success, name).toBe(true);
    for (const odd of ["\0", "\u0001", "\ud800", "\udfff"]) {
      expect(printable.test(odd)).toBe(false);
      expect(schema.safeParse(text(odd)).success, `${name} with ${JSON.stringify(odd)}`).toBe(
        false,
      );
    }
  }
});
