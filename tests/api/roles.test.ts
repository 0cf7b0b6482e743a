import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "#contract/base/endpoint";
import type { SubRole } from "#contract/base/roles";
import * as companies from "#contract/companies/endpoints";
import * as hierarchy from "#contract/hierarchy/endpoints";
import * as unitChanges from "#contract/hierarchy/unit-changes";
import * as bulkChange from "#contract/stores/bulk-change";
import * as stores from "#contract/stores/endpoints";
import * as storeCounts from "#contract/stores/store-counts";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

/**
 * Who reaches which call, by section 6: y where the person's role (and sub-role) opens an area that
 * the call belongs to.
 */
const table = `
call                  Fever_Super_Admin_Major  Fever_Super_Admin_Ops  Fever_Admin_Major  Fever_Admin_Ops  Fever_Music_Admin  Fever_Music_Limited  admin  regional  zonal  group  limited  manager
listStores            y                        y                      y                  y                -                  -                    y      y         y      y      -        -
findStore             y                        y                      y                  y                -                  -                    y      y         y      y      -        -
exportStores          y                        y                      y                  y                -                  -                    y      y         y      y      -        -
addStore              y                        y                      y                  y                -                  -                    y      y         y      y      -        -
changeStore           y                        y                      y                  y                -                  -                    y      y         y      y      -        -
addStorePlayer        y                        y                      y                  y                -                  -                    y      y         y      y      -        -
setStoreStatus        y                        y                      y                  y                -                  -                    y      y         y      y      -        -
storeCounts           y                        y                      y                  y                y                  -                    y      y         y      y      y        -
storesInTrouble       y                        y                      y                  y                -                  -                    -      -         -      -      -        -
storesForNonMusic     y                        y                      y                  -                y                  -                    y      y         y      y      -        -
findCompany           y                        y                      y                  y                -                  -                    y      y         y      y      -        -
updateCompany         y                        y                      y                  y                -                  -                    y      y         y      y      -        -
regionsForMe          y                        y                      y                  y                y                  y                    y      y         y      y      y        -
zonesForMe            y                        y                      y                  y                y                  y                    y      y         y      y      y        -
groupsForMe           y                        y                      y                  y                y                  y                    y      y         y      y      y        -
companiesForMe        y                        y                      y                  y                y                  y                    y      y         y      y      y        y
`;

const calls: Record<string, Endpoint> = {
  ...stores,
  ...storeCounts,
  ...bulkChange,
  ...companies,
  ...hierarchy,
  ...unitChanges,
} as never;

describe("Areas in the API", () => {
  let at: TestPlatform;
  let company: TestCompany;
  let staff: Record<SubRole, string>;

  beforeAll(async () => {
    at = await openTestPlatform(anyEngine);
    ({ staff } = await makeProvider(at.database));
    company = await makeCompany(at.database);
  });
  afterAll(() => at.close());

  const [head = [], ...rows] = table
    .trim()
    .split("\n")
    .map((line) => line.split(/\s+/));

  test.each(rows)(
    "%s answers those whose areas it is in, and is 403 for all others [ROL-1] [ROL-2]",
    async (name, ...marks) => {
      const endpoint = calls[name ?? ""];
      if (!endpoint) throw new Error(`no call ${name}`);
      for (const [i, mark] of marks.entries()) {
        const person = head[i + 1] ?? "";
        const username =
          staff[person as SubRole] ?? company.users[person as keyof TestCompany["users"]];
        // bodies are left out: whoever is let in is told of them by 422, which comes after the access check
        const query = {
          ...(person in staff && endpoint.query && { companyId: company.companyId }),
          ...(name === "findStore" && { id: company.stores[0]?.id }),
        };
        const call = at.as(username).call(endpoint, { query, ...(endpoint.body && { body: {} }) });
        if (mark === "y") expect(await call.status, person).toBe(endpoint.body ? 422 : 200);
        else
          expect((await call.reply).body, person).toMatchObject({
            status: 403,
            message: "You are not allowed to do this.",
          });
      }
    },
  );

  test.each(rows.map(([name]) => name))(
    "%s is 401 without a token, before anything of the input is looked at",
    async (name) => {
      const endpoint = calls[name ?? ""];
      if (!endpoint) throw new Error(`no call ${name}`);
      const reply = await at.nobody.call(endpoint, {
        query: { nonsense: 1 },
        ...(endpoint.body && { body: "nonsense" }),
      }).reply;
      expect([reply.status, reply.body.message, reply.body.errors]).toEqual([
        401,
        "Please sign in.",
        undefined,
      ]);
    },
  );
});
