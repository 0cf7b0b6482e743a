import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { messages } from "#contract/base/messages";
import { type Accounts, next, openAccounts } from "../support/accounts.ts";
import { makeCompany, makeUser } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { password } from "../support/platform.ts";
import { tokenIn } from "../support/smtp.ts";

describe("Passwords", () => {
  let world: Accounts;
  let smtp: Accounts["smtp"];
  let at: Accounts["at"];
  let company: Accounts["company"];
  let provider: Accounts["provider"];
  let someone: Accounts["someone"];
  let mailOf: Accounts["mailOf"];
  let enter: Accounts["enter"];
  let bearer: Accounts["bearer"];
  let whoAmI: Accounts["whoAmI"];
  let auditOf: Accounts["auditOf"];
  beforeAll(async () => {
    world = await openAccounts(anyEngine);
    ({ smtp, at, company, provider, someone, mailOf, enter, bearer, whoAmI, auditOf } = world);
  });
  afterAll(() => world?.close());

  describe("changing one's password", () => {
    test("ends the other sessions, not this one; the old password is over [SES-7]", async () => {
      const user = await someone();
      const here = await enter(user.username);
      const there = await enter(user.username);
      await at.nobody.changePassword({
        body: { currentPassword: password, password: next },
        ...bearer(here.accessToken),
      });
      expect([await whoAmI(here.accessToken), await whoAmI(there.accessToken)]).toEqual([200, 401]);
      expect([
        (await enter(user.username)).status,
        (await enter(user.username, next)).status,
      ]).toEqual([401, 200]);
      expect((await auditOf(user.id)).map(({ action }) => action)).toEqual(["password changed"]);
    });

    test("needs the current password, tried ten times in 15 minutes at the most", async () => {
      const { accessToken } = await enter((await someone()).username);
      const change = (currentPassword: string) =>
        at.nobody.changePassword({
          body: { currentPassword, password: next },
          ...bearer(accessToken),
        });
      for (let i = 0; i < 10; i++)
        expect(await change("Wrong@2026pass").errors).toEqual({
          currentPassword: messages.wrongPassword,
        });
      expect(await change(password).status).toBe(429);
    });
  });

  describe("an admin's reset of another's password", () => {
    const reset = (userId: number, as: string, companyId?: number) =>
      at.as(as).resetUserPassword({
        body: { userId },
        query: companyId === undefined ? {} : { companyId },
      });

    test("mails the user a link and ends their sessions, audited with the admin's name [SES-7]", async () => {
      const user = await someone();
      const { accessToken } = await enter(user.username);
      await reset(user.id, company.users.admin);
      expect(await whoAmI(accessToken)).toBe(401);
      const token = tokenIn(await smtp.letterTo(mailOf(user.username)));
      await at.nobody.resetPassword({ body: { token, password: next } });
      expect((await auditOf(user.id)).map(({ action, actorName }) => [action, actorName])).toEqual([
        ["password reset requested", company.users.admin],
        ["password reset", user.username],
      ]);
    });

    test("is not for one's own account: a new password there takes the current one [SES-7]", async () => {
      const colleague = await someone();
      const { accessToken } = await enter(colleague.username);
      const own = await at.nobody.resetUserPassword({
        body: { userId: colleague.id },
        ...bearer(accessToken),
      }).reply;
      expect(own.body.errors).toEqual([
        { field: "userId", message: "This is your own account. Change it on your Account page." },
      ]);
      expect(await whoAmI(accessToken)).toBe(200);
    });

    test("reaches the roles on the admin's list within their scope, and nobody else [ROL-3] [CTX-4]", async () => {
      const { north, south, companyId } = company;
      const unit = (
        units: Parameters<typeof makeUser>[2]["units"],
        level: "regional" | "zonal" | "group" | "store",
      ) =>
        someone({
          level,
          ...(units && { units }),
          ...(level === "store" && { role: "ROLE_Store_Music_Manager" as const }),
        });
      const inNorth = [
        await unit([{ zoneId: north.zoneIds[1] ?? 0 }], "zonal"),
        await unit([{ groupId: north.groupIds[1] ?? 0 }], "group"),
        await unit([{ storeId: company.stores[0]?.id ?? 0 }], "store"),
      ];
      const beyond = [
        await someone(),
        await unit([{ regionId: north.regionId }], "regional"), // of the caller's own level
        await unit([{ regionId: south.regionId }], "regional"),
        await unit(
          [{ groupId: north.groupIds[0] ?? 0 }, { groupId: south.groupIds[0] ?? 0 }],
          "group",
        ),
        await unit([{ storeId: company.stores[4]?.id ?? 0 }], "store"),
        await unit(undefined, "group"),
        // national, whatever units are left from before
        await someone({ units: [{ regionId: north.regionId }] }),
        await makeUser(at.database, companyId, {
          role: "ROLE_Client_Admin",
          units: [{ groupId: north.groupIds[0] ?? 0 }],
        }), // of no level: national
        await unit([{ regionId: north.regionId }], "group"),
      ];
      for (const { id } of inNorth) await reset(id, company.users.regional);
      for (const { id } of beyond) expect(await reset(id, company.users.regional).status).toBe(404);
      for (const { id } of inNorth.slice(0, 2))
        expect(await reset(id, company.users.group).status).toBe(404);
      for (const { id } of [...inNorth, ...beyond]) await reset(id, company.users.admin);

      const other = await makeCompany(at.database);
      const stranger = await someone({}, other.companyId);
      expect(await reset(stranger.id, company.users.admin).status).toBe(404);
      expect(await reset(stranger.id, company.users.admin, other.companyId).status).toBe(403);
      for (const as of [company.users.limited, company.users.manager])
        expect(await reset(stranger.id, as).status).toBe(403);
      const {
        Fever_Super_Admin_Major: major,
        Fever_Admin_Major: admin,
        Fever_Admin_Ops: ops,
      } = provider.staff;
      await reset(stranger.id, ops, other.companyId);
      expect(await reset(stranger.id, ops, companyId).status).toBe(404);
      const colleague = async (
        role: Parameters<typeof makeUser>[2]["role"],
        subRole: keyof typeof provider.staff,
      ) => (await makeUser(at.database, provider.companyId, { role, subRole })).id;
      const superOps = await colleague("ROLE_Fever_Super_Admin", "Fever_Super_Admin_Ops");
      const adminMajor = await colleague("ROLE_Fever_Admin", "Fever_Admin_Major");
      await reset(superOps, major);
      expect(await reset(superOps, admin).status).toBe(404);
      await reset(adminMajor, admin, provider.companyId);
      // its sub-role opens areas that are closed to ops
      expect(await reset(adminMajor, ops).status).toBe(404);
    });
  });
});
