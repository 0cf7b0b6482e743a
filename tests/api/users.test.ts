import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeCompany } from "../support/companies.ts";
import { engines } from "../support/database.ts";
import { password } from "../support/platform.ts";
import { tokenIn } from "../support/smtp.ts";
import { errorsOf, formOf, openUsers, type UsersWorld } from "../support/users.ts";

describe.each(engines)("Users on %s", (engine) => {
  let world: UsersWorld;
  let smtp: UsersWorld["smtp"];
  let at: UsersWorld["at"];
  let provider: UsersWorld["provider"];
  let company: UsersWorld["company"];
  let other: UsersWorld["other"];
  let as: UsersWorld["as"];
  let idOf: UsersWorld["idOf"];
  let add: UsersWorld["add"];
  let signInAs: UsersWorld["signInAs"];
  let audited: UsersWorld["audited"];

  beforeAll(async () => {
    world = await openUsers(engine);
    ({ smtp, at, provider, company, other, as, idOf, add, signInAs, audited } = world);
  });
  afterAll(() => world?.close());

  test("a new user is invited by email, sets a password and signs in [USR-1] [AUD-1]", async () => {
    const form = await add({
      role: "ROLE_Client_Admin",
      level: "zonal",
      zoneIds: [company.north.zoneIds[0]],
      phoneCountryCode: "91",
      phone: "9876543210",
    });
    const letter = await smtp.letterTo(form.email);
    expect(letter.text).toContain(form.username);
    expect(letter.text).toContain(company.name);
    const readUser = () => at.as(as("admin")).findUser({ params: { id: form.id } });
    expect(await readUser()).toMatchObject({
      username: form.username,
      customName: "Asha",
      status: "invited",
      lastSignedInAt: null,
      phone: "9876543210",
      manageable: true,
      zone: [{ id: company.north.zoneIds[0], zoneName: "North zone 1" }],
    });
    expect((await readUser()).invitedAt).not.toBeNull();
    expect((await signInAs(form.username)).status).toBe(401);
    await at.nobody.activatePassword({
      body: { token: tokenIn(letter), password, profile: { firstName: "Asha" } },
    });
    expect((await signInAs(form.username)).status).toBe(200);
    expect(await readUser()).toMatchObject({
      status: "active",
      lastSignedInAt: new Date(at.clock.now).toISOString(),
    });
    expect(
      (await audited(company.companyId, form.id)).map(
        ({ action, actor_name }) => `${action} ${actor_name}`,
      ),
    ).toEqual([`user added ${as("admin")}`, `user activated ${form.username}`]);
  });

  test("usernames have names for colleagues and provider staff, and for nobody else", async () => {
    const username = (await add({})).username.toLowerCase();
    const staff = provider.staff.Fever_Super_Admin_Ops;
    const usernames = [username, staff, other.users.admin].join(" ");
    const namedTo = async (who: string) =>
      (await at.as(who).findNames({ query: { usernames } })).map((person) => person.username);
    expect(await at.as(as("admin")).findNames({ query: { usernames: username } })).toEqual([
      { username, name: "Asha Rao" },
    ]);
    expect((await namedTo(as("admin"))).sort()).toEqual([staff, username].sort());
    expect((await namedTo(other.users.admin)).sort()).toEqual([staff, other.users.admin].sort());
    expect(await namedTo(staff)).toHaveLength(3);
  });

  test("a phone sent without its country code has 91, and a code alone is no phone [UI-6]", async () => {
    const { username, id, ...form } = await add({ phone: "9876543210" });
    const readUser = () => at.as(as("admin")).findUser({ params: { id } });
    expect(await readUser()).toMatchObject({ phoneCountryCode: "91", phone: "9876543210" });
    const change = async (person: object) =>
      expect(await at.as(as("admin")).updateUser({ body: { ...form, id, ...person } }).status).toBe(
        200,
      );
    await change({ phoneCountryCode: "49" });
    expect(await readUser()).toMatchObject({ phoneCountryCode: "49", phone: "9876543210" });
    await change({});
    expect(await readUser()).toMatchObject({ phoneCountryCode: "91", phone: "9876543210" });
    await change({ phone: undefined, phoneCountryCode: "49" });
    expect(await readUser()).toMatchObject({ phoneCountryCode: null, phone: null });
  });

  test("a username is one person's over all companies, also in a race [VAL-2]", async () => {
    const { username } = await add();
    expect(
      await at.as(other.users.admin).addUser({ body: formOf({ username: username.toUpperCase() }) })
        .errors,
    ).toEqual({
      username: "This username is taken.",
    });
    const raced = formOf();
    const replies = await Promise.all(
      [as("admin"), other.users.admin, as("limited")].map(
        (by) => at.as(by).addUser({ body: { ...raced, role: "ROLE_Client_Admin_Limited" } }).reply,
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    const { rows } = await at.database.pool.query(
      "select count(*)::int as n from app_user where username = $1",
      [raced.username],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  test.each([
    ["white space", { username: "with space" }, "username: Whitespaces are not allowed"],
    ["an email", { email: "nobody" }, "email: Invalid Email id"],
    [
      "a header in the email",
      { email: "a@example.com\r\nBcc: b@example.com" },
      "email: Invalid Email id",
    ],
    [
      "a header in the name",
      { firstName: "Asha\r\nBcc: b@example.com" },
      "firstName: Use letters, digits, _ and . only: no spaces, hyphens or apostrophes.",
    ],
    ["a header in the username", { username: "a\nBcc:b" }, "username: Whitespaces are not allowed"],
    [
      "a last name",
      { lastName: "O'Neil" },
      "lastName: Use letters, digits, _ and . only: no spaces, hyphens or apostrophes.",
    ],
    ["no level", { level: undefined }, "level: This field is required"],
    ["a level without units", { level: "regional" }, "regionIds: Choose at least one."],
    [
      "units of another level",
      { level: "national", zoneIds: [1] },
      "zoneIds: These locations do not match the chosen level.",
    ],
    [
      "a store manager who is none",
      { role: "ROLE_Store_Music_Manager" },
      "level: A store manager's level is store.",
    ],
    [
      "a sub-role of a client",
      { subRole: "Fever_Music_Admin" },
      "subRole: Only provider staff have a sub-role.",
    ],
  ])("%s is refused on its field [VAL-2] [VAL-3]", async (_what, change, message) => {
    expect(errorsOf(await at.as(as("admin")).addUser({ body: formOf(change) }).reply)).toEqual([
      422,
      message,
    ]);
  });

  test("a form sent twice under one key makes one user and mails once [USR-1]", async () => {
    const body = formOf();
    const headers = { "Idempotency-Key": randomUUID() };
    const replies = [
      await at.as(as("admin")).addUser({ body, headers }).reply,
      await at.as(as("admin")).addUser({ body, headers }).reply,
    ];
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    expect(replies[1]?.body).toEqual(replies[0]?.body);
    await smtp.letterTo(body.email);
    const next = await add();
    await smtp.letterTo(next.email);
    expect(
      smtp.inbox.filter(({ to }) => to?.some(({ address }) => address === body.email)),
    ).toHaveLength(1);
  });

  test("the list searches, filters, sorts and pages within the scope [USR-1] [CTX-4]", async () => {
    const mine = await makeCompany(at.database);
    const list = async (query: object, by = mine.users.admin) => {
      const { data, page } = await at.as(by).listUsers({ query }).answer;
      return { names: data.map(({ username }) => username), page };
    };
    const all = Object.values(mine.users).sort();
    expect((await list({})).names).toEqual(all);
    expect((await list({ sort: "-username" })).names).toEqual([...all].reverse());
    expect((await list({ role: "ROLE_Store_Music_Manager" })).names).toEqual([mine.users.manager]);
    expect((await list({ level: "zonal" })).names).toEqual([mine.users.zonal]);
    expect((await list({ status: "inactive" })).names).toEqual([]);
    expect((await list({ unassigned: "true" })).names).not.toContain(mine.users.manager);
    expect((await list({ unassigned: "false" })).names).toEqual([mine.users.manager]);
    expect((await list({ search: `${mine.users.group.toUpperCase()}@EXAMPLE` })).names).toEqual([
      mine.users.group,
    ]);
    const first = await list({ limit: 4 });
    expect([first.names, first.page?.total]).toEqual([all.slice(0, 4), 6]);
    const second = await list({ limit: 4, cursor: first.page?.next });
    expect([second.names, second.page?.next]).toEqual([all.slice(4), null]);
    expect((await list({ limit: 4, cursor: second.page?.prev })).names).toEqual(all.slice(0, 4));
    expect((await list({}, mine.users.regional)).names).toEqual(
      [mine.users.group, mine.users.manager, mine.users.regional, mine.users.zonal].sort(),
    );
    expect((await list({}, mine.users.zonal)).names).toEqual(
      [mine.users.group, mine.users.manager, mine.users.zonal].sort(),
    );
    const csv = await at
      .as(mine.users.regional)
      .exportUsers({ query: { search: mine.users.zonal } }).text;
    const [head, row, ...rest] = csv.trim().split(/\r?\n/);
    expect(head).toBe(
      "Company,Username,First name,Last name,Email,Phone,Role,Sub-role,Level,Locations,Status,Email state,Invited,Last signed in",
    );
    expect(row).toContain(
      `${mine.name},${mine.users.zonal},Test,,${mine.users.zonal}@example.com,,Admin,,zonal,North zone 1,active,,`,
    );
    expect(rest).toEqual([]);
  });

  test("provider staff see their own colleagues, or the users of the company they name [CTX-2]", async () => {
    const by = provider.staff.Fever_Admin_Ops;
    const own = await at.as(by).listUsers();
    expect(own.map(({ username }) => username).sort()).toEqual(
      expect.arrayContaining(Object.values(provider.staff).sort()),
    );
    expect(own.every(({ companyId }) => companyId === provider.companyId)).toBe(true);
    expect(
      Object.fromEntries(own.map(({ role, manageable }) => [role.subRole, manageable])),
    ).toMatchObject({
      Fever_Super_Admin_Major: false,
      Fever_Admin_Major: false,
      Fever_Admin_Ops: false,
      Fever_Music_Admin: false,
    });
    const clients = await at.as(by).listUsers({ query: { companyId: company.companyId } });
    expect(
      clients.every(({ companyId, manageable }) => companyId === company.companyId && manageable),
    ).toBe(true);
    expect(
      await at.as(as("admin")).listUsers({ query: { companyId: other.companyId } }).status,
    ).toBe(403);
  });

  test("an invitation is mailed again once a minute and five times in 15 [USR-1] [LIM-1]", async () => {
    const form = await add();
    const again = (key?: string) =>
      at.as(as("admin")).inviteUser({
        params: { id: form.id },
        ...(key && { headers: { "Idempotency-Key": key } }),
      });
    expect(await again().errors).toEqual({ id: "An invitation was emailed a moment ago." });
    at.clock.now += 60_000;
    const pressedTwice = await Promise.all([again("one-press").reply, again("one-press").reply]);
    expect(pressedTwice.map(({ status, body }) => [status, body.message])).toEqual([
      [200, `Invitation emailed to ${form.email}`],
      [200, `Invitation emailed to ${form.email}`],
    ]);
    await smtp.letterTo(form.email, { count: 2 });
    const colleagues = await Promise.all([again().reply, again().reply]);
    expect(colleagues.map(({ status }) => status)).toEqual([422, 422]);
    for (let i = 0; i < 4; i++) {
      at.clock.now += 60_000;
      await again();
    }
    at.clock.now += 60_000;
    expect(await again().status).toBe(429);
    expect(
      (await audited(company.companyId, form.id)).filter(
        ({ action }) => action === "invitation email queued",
      ),
    ).toHaveLength(5);
    expect(
      await at.as(as("admin")).inviteUser({ params: { id: await idOf(as("limited")) } }).errors,
    ).toEqual({
      id: `${as("limited")} has no open invitation.`,
    });
  });

  test("an invited user whose email is put right is invited there alone [USR-1]", async () => {
    const form = await add();
    const token = tokenIn(await smtp.letterTo(form.email));
    const email = `right-${form.username}@example.com`;
    const { id, firstName, role, level } = form;
    await at.as(as("admin")).updateUser({ body: { id, firstName, role, level, email } } as never);
    expect(
      await at.as(as("admin")).inviteUser({ params: { id } }).status,
      "it was mailed just now",
    ).toBe(422);
    const take = (mailedToken: string) =>
      at.nobody.activatePassword({
        body: { token: mailedToken, password, profile: { firstName: "Asha" } },
      });
    expect(await take(token).status).toBe(422);
    await take(tokenIn(await smtp.letterTo(email)));
  });

  test("users of another company or a wider scope are not there for any call [CTX-4] [ROL-3]", async () => {
    for (const [by, id] of [
      [as("admin"), await idOf(other.users.manager)],
      [as("regional"), await idOf(as("admin"))],
      [as("zonal"), await idOf(as("regional"))],
      [as("group"), await idOf(as("zonal"))],
      [as("regional"), (await add({ level: "zonal", zoneIds: [company.south.zoneIds[0]] })).id],
      [
        as("regional"),
        (
          await add({
            level: "zonal",
            zoneIds: [company.north.zoneIds[0], company.south.zoneIds[0]],
          })
        ).id,
      ],
    ] as const) {
      const body = {
        id,
        email: "x@example.com",
        firstName: "X",
        role: "ROLE_Client_Admin",
        level: "group",
        groupIds: [company.north.groupIds[0]],
      };
      const replies = [
        await at.as(by).findUser({ params: { id } }).reply,
        await at.as(by).updateUser({ body }).reply,
        await at.as(by).setUserStatus({ params: { id }, query: { status: "inactive" } }).reply,
        await at.as(by).removeUser({ query: { id } }).reply,
        await at.as(by).inviteUser({ params: { id } }).reply,
      ];
      expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    }
  });

  test("the stores that are one's own are a store user's alone [USR-1]", async () => {
    expect(await at.as(as("manager")).ownStores()).toMatchObject([
      { id: company.stores[0]?.id, storeName: "North store 1.1" },
    ]);
    expect(await at.as(as("admin")).ownStores()).toEqual([]);
  });
});
