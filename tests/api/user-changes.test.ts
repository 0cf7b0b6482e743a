import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeCompany, makeUser } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { errorsOf, openUsers, type UsersWorld } from "../support/users.ts";

describe("Users", () => {
  let world: UsersWorld;
  let smtp: UsersWorld["smtp"];
  let at: UsersWorld["at"];
  let provider: UsersWorld["provider"];
  let company: UsersWorld["company"];
  let as: UsersWorld["as"];
  let idOf: UsersWorld["idOf"];
  let add: UsersWorld["add"];
  let signInAs: UsersWorld["signInAs"];
  let audited: UsersWorld["audited"];

  beforeAll(async () => {
    world = await openUsers(anyEngine);
    ({ smtp, at, provider, company, as, idOf, add, signInAs, audited } = world);
  });
  afterAll(() => world?.close());

  test("a change of scope is felt in the person's session at once, and recorded [USR-1] [AUD-1]", async () => {
    const username = (
      await makeUser(at.database, company.companyId, {
        role: "ROLE_Client_Admin",
        level: "national",
      })
    ).username;
    const id = await idOf(username);
    const token = await at.tokenOf(username);
    const countUsers = async () => {
      const response = await at.send(
        new Request("http://platform/api/user", { headers: { Authorization: `Bearer ${token}` } }),
      );
      return [
        response.status,
        ((await response.json()) as { page: { total: number } }).page?.total,
      ];
    };
    expect((await countUsers())[1]).toBeGreaterThan(5);
    const body = {
      id,
      email: `${username}@moved.example.com`,
      firstName: "Asha",
      role: "ROLE_Client_Admin",
      level: "group",
      groupIds: [company.south.groupIds[0]],
    };
    const reply = await at.as(as("admin")).updateUser({ body }).answer;
    expect(reply.message).toBe(`${username} saved`);
    at.clock.now += 2001;
    expect(await countUsers()).toEqual([200, 1]);
    expect((await smtp.letterTo(`${username}@example.com`)).subject).toBe(
      "Your email for Fever In-Store was changed",
    );
    expect((await audited(company.companyId, id)).at(-1)).toMatchObject({
      action: "user changed",
      actor_name: as("admin"),
      before: { level: "national", units: [] },
      after: {
        level: "group",
        groupIds: [company.south.groupIds[0]],
        units: [expect.stringMatching("South")],
      },
    });
    const rows = (await audited(company.companyId, id)).length;
    await at.as(as("admin")).updateUser({ body });
    expect(
      (await audited(company.companyId, id)).length,
      "a save that changes nothing writes nothing",
    ).toBe(rows);
  });

  test("who saves an older version is told what others changed, by whom [USR-1] [AUD-1]", async () => {
    const { username, ...form } = await add({
      level: "group",
      groupIds: [company.south.groupIds[0]],
    });
    const { version } = await at.as(as("admin")).findUser({ params: { id: form.id } });
    const save = (change: object, by = as("admin")) =>
      at.as(by).updateUser({ body: { ...form, version, ...change } } as never);
    const staff = provider.staff.Fever_Admin_Major;
    const others = {
      firstName: "Anna",
      phone: "9876543210",
      groupIds: [company.north.groupIds[0]],
    };
    const body = { ...form, ...others, version };
    await at.as(staff).updateUser({ body, query: { companyId: company.companyId } } as never);
    const conflict = await save({ firstName: "Asha", lastName: "Roy" }).reply;
    expect(errorsOf(conflict)).toEqual([
      422,
      `firstName: ${staff} has changed this to “Anna” in the meantime. Save again to keep your entry.`,
      `phone: ${staff} has changed this to “9876543210” in the meantime. Save again to keep your entry.`,
      `phoneCountryCode: ${staff} has changed this to “91” in the meantime. Save again to keep your entry.`,
      expect.stringMatching(
        /^groupIds: .+ has changed this to “North.*” in the meantime\. Save again to keep your entry\.$/,
      ),
    ]);
    const second = await save({
      firstName: "Asha",
      lastName: "Roy",
      version: (conflict.body as { version?: number }).version,
    }).answer;
    expect(second.data).toMatchObject({
      username,
      firstName: "Asha",
      lastName: "Roy",
      phone: null,
    });
    expect(
      await save({
        ...others,
        firstName: "Asha",
        lastName: "Roy",
        version: version + 1,
        phone: undefined,
      }).status,
    ).toBe(422); // the groups
    await save({
      firstName: "Asha",
      lastName: "Roy",
      email: `roy-${form.email}`,
      version: version + 1,
    });
  });

  test("an older version is told of the user's own profile and of assignments, too [USR-1] [ASN-3]", async () => {
    const { username } = await makeUser(at.database, company.companyId, {
      role: "ROLE_Client_Admin",
      level: "group",
    });
    const id = await idOf(username);
    const readUser = () => at.as(as("admin")).findUser({ params: { id } });
    const { version, email } = await readUser();
    const [groupId = 0] = company.south.groupIds;
    await at.as(as("admin")).updateUnitUsers({ body: { groupId, toAssign: [id] } });
    await at.as(username).updateOwnProfile({ body: { firstName: "Self", email } });
    const place = {
      role: "ROLE_Client_Admin",
      level: "group",
      groupIds: [company.north.groupIds[0]],
    };
    const conflict = await at
      .as(as("admin"))
      .updateUser({ body: { id, email, firstName: "Asha", ...place, version } } as never).reply;
    expect(errorsOf(conflict)).toEqual([
      422,
      `firstName: ${username} has changed this to “Self” in the meantime. Save again to keep your entry.`,
      expect.stringMatching(`^groupIds: ${as("admin")} has changed this to “South`),
    ]);
  });

  test("deactivating ends the sessions with 409, activating lets in again [USR-1] [SES-6]", async () => {
    const { id, username } = await makeUser(at.database, company.companyId, {
      role: "ROLE_Client_Admin_Limited",
      level: "national",
    });
    await at.tokenOf(username);
    const set = (status: string) =>
      at.as(as("admin")).setUserStatus({ params: { id }, query: { status } });
    for (const status of ["inactive", "inactive"])
      expect(await set(status)).toMatchObject({ status });
    expect(await at.as(username).me().refusal).toEqual({
      status: 409,
      message: "Your account has been deactivated.",
    });
    expect((await signInAs(username)).status).toBe(409);
    expect((await set("active").reply).body.message).toBe(`${username} activated`);
    expect((await signInAs(username)).status).toBe(200);
    expect((await audited(company.companyId, id)).map(({ action }) => action)).toEqual([
      "user deactivated",
      "user activated",
    ]);
    const invited = await add();
    for (const [status, becomes] of [
      ["inactive", "inactive"],
      ["active", "invited"],
    ])
      expect(
        await at.as(as("admin")).setUserStatus({ params: { id: invited.id }, query: { status } }),
      ).toMatchObject({
        status: becomes,
      });
  });

  test("a deleted user's sessions end, the username is free, what they did stays [USR-1] [AUD-1]", async () => {
    const { id, username } = await makeUser(at.database, company.companyId, {
      role: "ROLE_Client_Admin",
      level: "national",
    });
    const theirs = await add({}, username);
    const reply = await at.as(as("admin")).removeUser({ query: { id } }).answer;
    expect(reply.message).toBe(`${username} deleted`);
    expect(await at.as(username).me().status).toBe(401);
    expect(await at.as(as("admin")).findUser({ params: { id } }).status).toBe(404);
    expect(await at.as(as("admin")).removeUser({ query: { id } }).status).toBe(404);
    expect((await audited(company.companyId, theirs.id))[0]).toMatchObject({
      action: "user added",
      actor_name: username,
    });
    expect((await audited(company.companyId, id)).at(-1)).toMatchObject({
      action: "user deleted",
      before: { email: `${username}@example.com` },
    });
    await add({ username });
  });

  test("nobody changes, deactivates, deletes or invites their own account here [USR-1]", async () => {
    const id = await idOf(as("admin"));
    const own = "id: This is your own account. Change it on your Account page.";
    const change = {
      id,
      email: "other@example.com",
      firstName: "Me",
      role: "ROLE_Client_Admin",
      level: "national",
    };
    expect(errorsOf(await at.as(as("admin")).updateUser({ body: change }).reply)).toEqual([
      422,
      own,
    ]);
    expect(
      errorsOf(
        await at.as(as("admin")).setUserStatus({ params: { id }, query: { status: "inactive" } })
          .reply,
      ),
    ).toEqual([422, own]);
    expect(errorsOf(await at.as(as("admin")).removeUser({ query: { id } }).reply)).toEqual([
      422,
      own,
    ]);
    expect(errorsOf(await at.as(as("admin")).inviteUser({ params: { id } }).reply)).toEqual([
      422,
      own,
    ]);
  });

  test("of two national admins who deactivate each other at once one stays [USR-1]", async () => {
    const mine = await makeCompany(at.database);
    const { username: second } = await makeUser(at.database, mine.companyId, {
      role: "ROLE_Client_Admin",
      level: "national",
    });
    const pair = [mine.users.admin, second] as const;
    const ids = await Promise.all(pair.map(idOf));
    await Promise.all(pair.map((username) => at.tokenOf(username)));
    await Promise.all(pair.map((username) => at.as(username).me().reply));
    const off = (index: number, by: string, query = {}) =>
      at
        .as(by)
        .setUserStatus({ params: { id: ids[index] }, query: { status: "inactive", ...query } });
    const replies = await Promise.all([off(1, pair[0]).reply, off(0, pair[1]).reply]);
    for (const { status } of replies) expect([200, 404, 409, 422]).toContain(status);
    const { rows } = await at.database.pool.query(
      "select username from app_user where id = any($1) and status = 'active'",
      [ids],
    );
    expect(rows).toHaveLength(1);
    const last = pair.indexOf(rows[0].username);
    await off(last, provider.staff.Fever_Admin_Major, { companyId: mine.companyId });
  });

  test("a deactivated provider's person takes along sessions opened as others [SES-8]", async () => {
    const opener = await makeUser(at.database, provider.companyId, {
      role: "ROLE_Fever_Admin",
      subRole: "Fever_Admin_Major",
    });
    const { tempToken } = await at.as(opener.username).makeTempToken({
      query: { companyId: company.companyId },
      body: { userId: await idOf(as("limited")) },
    });
    const { accessToken } = (await at.nobody.validateTempToken({ query: { tempToken } })) as {
      accessToken: string;
    };
    const opened = async () =>
      (
        await at.send(
          new Request("http://platform/api/user/me", {
            headers: { Authorization: `Bearer ${accessToken}` },
          }),
        )
      ).status;
    expect(await opened()).toBe(200);
    const off = { params: { id: opener.id }, query: { status: "inactive" } };
    await at.as(provider.staff.Fever_Super_Admin_Major).setUserStatus(off);
    expect(await opened()).toBe(409);
  });
});
