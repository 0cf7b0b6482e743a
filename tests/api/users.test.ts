import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { updateOwnProfile } from "#contract/account";
import { activatePassword, makeTempToken, validateTempToken } from "#contract/accounts";
import { updateUnitUsers } from "#contract/assignment";
import { signIn } from "#contract/session";
import * as users from "#contract/users";
import { openMail } from "#platform/mail/mail";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { engines } from "../support/database.ts";
import { openTestPlatform, password, type TestPlatform } from "../support/platform.ts";
import { openSmtp, type Smtp, tokenIn } from "../support/smtp.ts";

let made = 0;
/** A form that any national admin may send. */
const formOf = (change: object = {}) => {
  const username = `New.Person-${++made}`;
  return {
    username,
    email: `${username}@example.com`,
    fname: "Asha",
    lname: "Rao",
    role: "ROLE_Client_Admin",
    level: "national",
    ...change,
  };
};
const errorsOf = (reply: { status: number; body: { errors?: { field: string; message: string }[] } }) => [
  reply.status,
  ...(reply.body.errors ?? []).map(({ field, message }) => `${field}: ${message}`),
];

describe.each(engines)("Users on %s", (engine) => {
  let smtp: Smtp;
  let at: TestPlatform;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let company: TestCompany;
  let other: TestCompany;
  const as = (name: keyof TestCompany["users"]) => company.users[name];
  const idOf = async (username: string) =>
    (await at.database.pool.query("select user_id::int as id from login where username = $1", [username.toLowerCase()])).rows[0]
      ?.id as number;
  const add = async (change: object = {}, by = as("admin"), query: object = {}) => {
    const form = formOf(change);
    const reply = await at.call(users.addUser, { body: form, query }, by);
    expect(reply.status, JSON.stringify(reply.body)).toBe(201);
    return { ...form, id: (reply.body.data as { id: number }).id };
  };
  const signInAs = (username: string) => at.call(signIn, { body: { username, password } });
  const audited = async (companyId: number, itemId: number) =>
    (
      await at.database.pool.query(
        "select action, actor_name, before, after from audit_log where company_id = $1 and item_kind = 'user' and item_id = $2 order by id",
        [companyId, String(itemId)],
      )
    ).rows as { action: string; actor_name: string; before: unknown; after: unknown }[];

  beforeAll(async () => {
    smtp = await openSmtp();
    const logger = pino({ level: "silent" });
    at = await openTestPlatform(engine, {
      mail: openMail({ smtpUrl: smtp.url, from: "Fever <no-reply@example.com>", outbox: "unused", logger }),
    });
    provider = await makeProvider(at.database);
    company = await makeCompany(at.database);
    other = await makeCompany(at.database);
  });
  afterAll(async () => {
    await at?.close();
    await smtp?.close();
  });

  test("a new user is invited by mail, sets a password, signs in, and is seen with when that was [USR-1] [AUD-1]", async () => {
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
    const seen = async () => (await at.call(users.findUser, { params: { id: form.id } }, as("admin"))).body.data as users.User;
    expect(await seen()).toMatchObject({
      ...{ username: form.username, customName: "Asha", status: "invited", lastSignedInAt: null, phone: "9876543210", manageable: true },
      zone: [{ id: company.north.zoneIds[0], zoneName: "North zone 1" }],
    });
    expect((await seen()).invitedAt).not.toBeNull();
    expect((await signInAs(form.username)).status).toBe(401);
    const taken = await at.call(activatePassword, { body: { token: tokenIn(letter), password, profile: { fname: "Asha" } } });
    expect(taken.status).toBe(200);
    expect((await signInAs(form.username)).status).toBe(200);
    expect(await seen()).toMatchObject({ status: "active", lastSignedInAt: new Date(at.clock.now).toISOString() });
    expect((await audited(company.companyId, form.id)).map(({ action, actor_name }) => `${action} ${actor_name}`)).toEqual([
      `user added ${as("admin")}`,
      `user activated ${form.username}`,
    ]);
  });

  test("a phone sent without its country code has 91, and a code alone is no phone [UI-6]", async () => {
    const { username, id, ...form } = await add({ phone: "9876543210" });
    const seen = async () => (await at.call(users.findUser, { params: { id } }, as("admin"))).body.data;
    expect(await seen()).toMatchObject({ phoneCountryCode: "91", phone: "9876543210" });
    const change = async (person: object) =>
      expect((await at.call(users.updateUser, { body: { ...form, id, ...person } }, as("admin"))).status).toBe(200);
    await change({ phoneCountryCode: "49" });
    expect(await seen()).toMatchObject({ phoneCountryCode: "49", phone: "9876543210" });
    await change({});
    expect(await seen()).toMatchObject({ phoneCountryCode: "91", phone: "9876543210" });
    await change({ phone: undefined, phoneCountryCode: "49" });
    expect(await seen()).toMatchObject({ phoneCountryCode: null, phone: null });
  });

  test("a username is one person's over all companies, whatever its case, also when two take it at once [VAL-2]", async () => {
    const { username } = await add();
    const again = await at.call(users.addUser, { body: formOf({ username: username.toUpperCase() }) }, other.users.admin);
    expect(errorsOf(again)).toEqual([422, "username: This username is taken."]);
    const raced = formOf();
    const replies = await Promise.all(
      [as("admin"), other.users.admin, as("limited")].map((by) =>
        at.call(users.addUser, { body: { ...raced, role: "ROLE_Client_Admin_Limited" } }, by),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    const { rows } = await at.database.pool.query("select count(*)::int as n from app_user where username = $1", [raced.username]);
    expect(rows).toEqual([{ n: 1 }]);
  });

  test.each([
    ["white space", { username: "with space" }, "username: Whitespaces are not allowed"],
    ["an email", { email: "nobody" }, "email: Invalid Email id"],
    ["a header in the email", { email: "a@example.com\r\nBcc: b@example.com" }, "email: Invalid Email id"],
    ["a header in the name", { fname: "Asha\r\nBcc: b@example.com" }, "fname: Only alphabets, numbers, _ and . are allowed."],
    ["a header in the username", { username: "a\nBcc:b" }, "username: Whitespaces are not allowed"],
    ["a last name", { lname: "O'Neil" }, "lname: Only alphabets, numbers, _ and . are allowed."],
    ["no level", { level: undefined }, "level: This field is required"],
    ["a level without units", { level: "regional" }, "regionIds: Choose at least one."],
    ["units of another level", { level: "national", zoneIds: [1] }, "zoneIds: These units are not of the level chosen."],
    ["a store manager who is none", { role: "ROLE_Store_Music_Manager" }, "level: A store manager's level is store."],
    ["a sub-role of a client", { subRole: "Fever_Music_Admin" }, "subRole: Only provider staff have a sub-role."],
  ])("%s is refused on its field [VAL-2] [VAL-3]", async (_what, change, message) => {
    expect(errorsOf(await at.call(users.addUser, { body: formOf(change) }, as("admin")))).toEqual([422, message]);
  });

  test("a form sent twice under one key makes one user and mails once [USR-1]", async () => {
    const body = formOf();
    const headers = { "Idempotency-Key": randomUUID() };
    const replies = [
      await at.call(users.addUser, { body, headers }, as("admin")),
      await at.call(users.addUser, { body, headers }, as("admin")),
    ];
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    expect(replies[1]?.body).toEqual(replies[0]?.body);
    await smtp.letterTo(body.email);
    const next = await add();
    await smtp.letterTo(next.email);
    expect(smtp.inbox.filter(({ to }) => to?.some(({ address }) => address === body.email))).toHaveLength(1);
  });

  test("the list searches, filters, sorts and pages within the scope, and downloads as CSV [USR-1] [CTX-4]", async () => {
    const mine = await makeCompany(at.database);
    const list = async (query: object, by = mine.users.admin) => {
      const { body } = await at.call(users.listUsers, { query }, by);
      return { names: (body.data as users.User[]).map(({ username }) => username), page: body.page };
    };
    const all = Object.values(mine.users).sort();
    expect((await list({})).names).toEqual(all);
    expect((await list({ sort: "-username" })).names).toEqual([...all].reverse());
    expect((await list({ role: "ROLE_Store_Music_Manager" })).names).toEqual([mine.users.manager]);
    expect((await list({ level: "zonal" })).names).toEqual([mine.users.zonal]);
    expect((await list({ status: "inactive" })).names).toEqual([]);
    expect((await list({ unassigned: "true" })).names).not.toContain(mine.users.manager);
    expect((await list({ unassigned: "false" })).names).toEqual([mine.users.manager]);
    expect((await list({ search: `${mine.users.group.toUpperCase()}@EXAMPLE` })).names).toEqual([mine.users.group]);
    const first = await list({ limit: 4 });
    expect([first.names, first.page?.total]).toEqual([all.slice(0, 4), 6]);
    const second = await list({ limit: 4, cursor: first.page?.next });
    expect([second.names, second.page?.next]).toEqual([all.slice(4), null]);
    expect((await list({ limit: 4, cursor: second.page?.prev })).names).toEqual(all.slice(0, 4));
    expect((await list({}, mine.users.regional)).names).toEqual(
      [mine.users.group, mine.users.manager, mine.users.regional, mine.users.zonal].sort(),
    );
    expect((await list({}, mine.users.zonal)).names).toEqual([mine.users.group, mine.users.manager, mine.users.zonal].sort());
    const csv = await (await at.request(users.exportUsers, { query: { search: mine.users.zonal } }, mine.users.regional)).text();
    const [head, row, ...rest] = csv.trim().split(/\r?\n/);
    expect(head).toBe("Company,Username,First name,Last name,Email,Phone,Role,Sub-role,Level,Units,Status,Invited,Last signed in");
    expect(row).toContain(`${mine.name},${mine.users.zonal},Test,,${mine.users.zonal}@example.com,,Admin,,zonal,North zone 1,active,,`);
    expect(rest).toEqual([]);
  });

  test("provider staff see their own colleagues, or the users of the company they name [CTX-2]", async () => {
    const by = provider.staff.Fever_Admin_Ops;
    const own = (await at.call(users.listUsers, {}, by)).body.data as users.User[];
    expect(own.map(({ username }) => username).sort()).toEqual(expect.arrayContaining(Object.values(provider.staff).sort()));
    expect(own.every(({ companyId }) => companyId === provider.companyId)).toBe(true);
    expect(Object.fromEntries(own.map(({ role, manageable }) => [role.subRole, manageable]))).toMatchObject({
      ...{ Fever_Super_Admin_Major: false, Fever_Admin_Major: false, Fever_Admin_Ops: false, Fever_Music_Admin: false },
    });
    const clients = (await at.call(users.listUsers, { query: { companyId: company.companyId } }, by)).body.data as users.User[];
    expect(clients.every(({ companyId, manageable }) => companyId === company.companyId && manageable)).toBe(true);
    expect((await at.call(users.listUsers, { query: { companyId: other.companyId } }, as("admin"))).status).toBe(403);
  });

  test("a change of scope is felt in the person's session at once, and recorded [USR-1] [AUD-1]", async () => {
    const username = (await makeUser(at.database, company.companyId, { role: "ROLE_Client_Admin", level: "national" })).username;
    const id = await idOf(username);
    const token = await at.tokenOf(username);
    const seen = async () => {
      const response = await at.send(new Request("http://platform/api/user", { headers: { Authorization: `Bearer ${token}` } }));
      return [response.status, ((await response.json()) as { page: { total: number } }).page?.total];
    };
    expect((await seen())[1]).toBeGreaterThan(5);
    const body = {
      id,
      email: `${username}@moved.example.com`,
      fname: "Asha",
      role: "ROLE_Client_Admin",
      level: "group",
      groupIds: [company.south.groupIds[0]],
    };
    const reply = await at.call(users.updateUser, { body }, as("admin"));
    expect([reply.status, reply.body.message]).toEqual([200, `${username} saved`]);
    at.clock.now += 2001;
    expect(await seen()).toEqual([200, 1]);
    expect((await smtp.letterTo(`${username}@example.com`)).subject).toBe("Your email was changed at Fever In-Store");
    expect((await audited(company.companyId, id)).at(-1)).toMatchObject({
      ...{ action: "user changed", actor_name: as("admin"), before: { level: "national", units: [] } },
      after: { level: "group", groupIds: [company.south.groupIds[0]], units: [expect.stringMatching("South")] },
    });
    const rows = (await audited(company.companyId, id)).length;
    expect((await at.call(users.updateUser, { body }, as("admin"))).status).toBe(200);
    expect((await audited(company.companyId, id)).length, "a save that changes nothing writes nothing").toBe(rows);
  });

  test("who saves an older version is told what others changed, by whom, and saves by the second press; untouched fields ask nothing [USR-1] [AUD-1]", async () => {
    const { username, ...form } = await add({ level: "group", groupIds: [company.south.groupIds[0]] });
    const { version } = (await at.call(users.findUser, { params: { id: form.id } }, as("admin"))).body.data as users.User;
    const save = (change: object, by = as("admin")) => at.call(users.updateUser, { body: { ...form, version, ...change } } as never, by);
    const staff = provider.staff.Fever_Admin_Major;
    const others = { fname: "Anna", phone: "9876543210", groupIds: [company.north.groupIds[0]] };
    const body = { ...form, ...others, version };
    expect((await at.call(users.updateUser, { body, query: { companyId: company.companyId } } as never, staff)).status).toBe(200);
    const told = await save({ fname: "Asha", lname: "Roy" });
    expect(errorsOf(told)).toEqual([
      422,
      `fname: ${staff} changed this to “Anna” meanwhile. Save again to keep what you typed.`,
      `phone: ${staff} changed this to “9876543210” meanwhile. Save again to keep what you typed.`,
      `phoneCountryCode: ${staff} changed this to “91” meanwhile. Save again to keep what you typed.`,
      expect.stringMatching(/^groupIds: .+ changed this to “North.*” meanwhile\. Save again to keep what you typed\.$/),
    ]);
    const second = await save({ fname: "Asha", lname: "Roy", version: (told.body as { version?: number }).version });
    expect([second.status, second.body.data]).toMatchObject([200, { username, fname: "Asha", lname: "Roy", phone: null }]);
    expect((await save({ ...others, fname: "Asha", lname: "Roy", version: version + 1, phone: undefined })).status).toBe(422); // the groups
    const again = await save({ fname: "Asha", lname: "Roy", email: `roy-${form.email}`, version: version + 1 });
    expect(again.status, "what was saved alike meanwhile asks nothing").toBe(200);
  });

  test("an older version is told of the user's own profile and of assignments, too [USR-1] [ASN-3]", async () => {
    const { username } = await makeUser(at.database, company.companyId, { role: "ROLE_Client_Admin", level: "group" });
    const id = await idOf(username);
    const shown = async () => (await at.call(users.findUser, { params: { id } }, as("admin"))).body.data as users.User;
    const { version, email } = await shown();
    const [groupId = 0] = company.south.groupIds;
    expect((await at.call(updateUnitUsers, { body: { groupId, toAssign: [id] } }, as("admin"))).status).toBe(200);
    expect((await at.call(updateOwnProfile, { body: { fname: "Self", email } }, username)).status).toBe(200);
    const place = { role: "ROLE_Client_Admin", level: "group", groupIds: [company.north.groupIds[0]] };
    const told = await at.call(users.updateUser, { body: { id, email, fname: "Asha", ...place, version } } as never, as("admin"));
    expect(errorsOf(told)).toEqual([
      422,
      `fname: ${username} changed this to “Self” meanwhile. Save again to keep what you typed.`,
      expect.stringMatching(`^groupIds: ${as("admin")} changed this to “South`),
    ]);
  });

  test("deactivating ends the sessions with 409 and its words, activating lets in again; both are target states [USR-1] [SES-6]", async () => {
    const { id, username } = await makeUser(at.database, company.companyId, { role: "ROLE_Client_Admin_Limited", level: "national" });
    await at.tokenOf(username);
    const set = (status: string) => at.call(users.setUserStatus, { params: { id }, query: { status } }, as("admin"));
    for (const status of ["inactive", "inactive"]) expect((await set(status)).body.data).toMatchObject({ status });
    const over = await at.call(users.me, {}, username);
    expect([over.status, over.body.message]).toEqual([409, "Your account has been deactivated."]);
    expect((await signInAs(username)).status).toBe(409);
    expect((await set("active")).body.message).toBe(`${username} activated`);
    expect((await signInAs(username)).status).toBe(200);
    expect((await audited(company.companyId, id)).map(({ action }) => action)).toEqual(["user deactivated", "user activated"]);
    const invited = await add();
    for (const [status, becomes] of [
      ["inactive", "inactive"],
      ["active", "invited"],
    ])
      expect((await at.call(users.setUserStatus, { params: { id: invited.id }, query: { status } }, as("admin"))).body.data).toMatchObject({
        status: becomes,
      });
  });

  test("a deleted user's sessions end, the username is free, what they did stays [USR-1] [AUD-1]", async () => {
    const { id, username } = await makeUser(at.database, company.companyId, { role: "ROLE_Client_Admin", level: "national" });
    const theirs = await add({}, username);
    const reply = await at.call(users.removeUser, { query: { id } }, as("admin"));
    expect([reply.status, reply.body.message]).toEqual([200, `${username} deleted`]);
    expect((await at.call(users.me, {}, username)).status).toBe(401);
    expect((await at.call(users.findUser, { params: { id } }, as("admin"))).status).toBe(404);
    expect((await at.call(users.removeUser, { query: { id } }, as("admin"))).status).toBe(404);
    expect((await audited(company.companyId, theirs.id))[0]).toMatchObject({ action: "user added", actor_name: username });
    expect((await audited(company.companyId, id)).at(-1)).toMatchObject({
      action: "user deleted",
      before: { email: `${username}@example.com` },
    });
    await add({ username });
  });

  test("nobody changes, deactivates, deletes or invites their own account here [USR-1]", async () => {
    const id = await idOf(as("admin"));
    const own = "id: This is your own account: see Account for what you can change.";
    const change = { id, email: "other@example.com", fname: "Me", role: "ROLE_Client_Admin", level: "national" };
    expect(errorsOf(await at.call(users.updateUser, { body: change }, as("admin")))).toEqual([422, own]);
    expect(errorsOf(await at.call(users.setUserStatus, { params: { id }, query: { status: "inactive" } }, as("admin")))).toEqual([
      422,
      own,
    ]);
    expect(errorsOf(await at.call(users.removeUser, { query: { id } }, as("admin")))).toEqual([422, own]);
    expect(errorsOf(await at.call(users.inviteUser, { params: { id } }, as("admin")))).toEqual([422, own]);
  });

  test("two national admins who deactivate each other at once leave one; the provider may end the last [USR-1]", async () => {
    const mine = await makeCompany(at.database);
    const { username: second } = await makeUser(at.database, mine.companyId, { role: "ROLE_Client_Admin", level: "national" });
    const pair = [mine.users.admin, second] as const;
    const ids = await Promise.all(pair.map(idOf));
    await Promise.all(pair.map((username) => at.tokenOf(username)));
    await Promise.all(pair.map((username) => at.call(users.me, {}, username)));
    const off = (index: number, by: string, query = {}) =>
      at.call(users.setUserStatus, { params: { id: ids[index] }, query: { status: "inactive", ...query } }, by);
    const replies = await Promise.all([off(1, pair[0]), off(0, pair[1])]);
    for (const { status } of replies) expect([200, 404, 409, 422]).toContain(status);
    const { rows } = await at.database.pool.query("select username from app_user where id = any($1) and status = 'active'", [ids]);
    expect(rows).toHaveLength(1);
    const last = pair.indexOf(rows[0].username);
    expect((await off(last, provider.staff.Fever_Admin_Major, { companyId: mine.companyId })).status).toBe(200);
  });

  test("an invitation is mailed again, to the invited alone, once a minute and five times in 15 [USR-1] [LIM-1]", async () => {
    const form = await add();
    const again = (key?: string) =>
      at.call(users.inviteUser, { params: { id: form.id }, ...(key && { headers: { "Idempotency-Key": key } }) }, as("admin"));
    expect(errorsOf(await again())).toEqual([422, "id: An invitation was mailed a moment ago."]);
    at.clock.now += 60_000;
    const pressedTwice = await Promise.all([again("one-press"), again("one-press")]);
    expect(pressedTwice.map(({ status, body }) => [status, body.message])).toEqual([
      [200, `Invitation mailed to ${form.email}`],
      [200, `Invitation mailed to ${form.email}`],
    ]);
    await smtp.letterTo(form.email, 2);
    const colleagues = await Promise.all([again(), again()]);
    expect(colleagues.map(({ status }) => status)).toEqual([422, 422]);
    for (let i = 0; i < 4; i++) {
      at.clock.now += 60_000;
      expect((await again()).status).toBe(200);
    }
    at.clock.now += 60_000;
    expect((await again()).status).toBe(429);
    expect((await audited(company.companyId, form.id)).filter(({ action }) => action === "invitation mailed")).toHaveLength(5);
    const active = await at.call(users.inviteUser, { params: { id: await idOf(as("limited")) } }, as("admin"));
    expect(errorsOf(active)).toEqual([422, `id: ${as("limited")} has no invitation to take up.`]);
  });

  test("an invited user whose email is put right is invited there, and the link at the wrong address is over [USR-1]", async () => {
    const form = await add();
    const token = tokenIn(await smtp.letterTo(form.email));
    const email = `right-${form.username}@example.com`;
    const { id, fname, role, level } = form;
    expect((await at.call(users.updateUser, { body: { id, fname, role, level, email } } as never, as("admin"))).status).toBe(200);
    expect((await at.call(users.inviteUser, { params: { id } }, as("admin"))).status, "it was mailed just now").toBe(422);
    const take = (given: string) => at.call(activatePassword, { body: { token: given, password, profile: { fname: "Asha" } } });
    expect((await take(token)).status).toBe(422);
    expect((await take(tokenIn(await smtp.letterTo(email)))).status).toBe(200);
  });

  test("users of another company, and of a wider scope, are not there, whatever is asked of them [CTX-4] [ROL-3]", async () => {
    for (const [by, id] of [
      [as("admin"), await idOf(other.users.manager)],
      [as("regional"), await idOf(as("admin"))],
      [as("zonal"), await idOf(as("regional"))],
      [as("group"), await idOf(as("zonal"))],
      [as("regional"), (await add({ level: "zonal", zoneIds: [company.south.zoneIds[0]] })).id],
      [as("regional"), (await add({ level: "zonal", zoneIds: [company.north.zoneIds[0], company.south.zoneIds[0]] })).id],
    ] as const) {
      const body = {
        id,
        email: "x@example.com",
        fname: "X",
        role: "ROLE_Client_Admin",
        level: "group",
        groupIds: [company.north.groupIds[0]],
      };
      const replies = [
        await at.call(users.findUser, { params: { id } }, by),
        await at.call(users.updateUser, { body }, by),
        await at.call(users.setUserStatus, { params: { id }, query: { status: "inactive" } }, by),
        await at.call(users.removeUser, { query: { id } }, by),
        await at.call(users.inviteUser, { params: { id } }, by),
      ];
      expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    }
  });

  test("the stores that are one's own are a store user's alone [USR-1]", async () => {
    expect((await at.call(users.ownStores, {}, as("manager"))).body.data).toMatchObject([
      { id: company.stores[0]?.id, storeName: "North store 1.1" },
    ]);
    expect((await at.call(users.ownStores, {}, as("admin"))).body.data).toEqual([]);
  });

  test("the provider's person who is deactivated takes along the sessions they opened as others [SES-8]", async () => {
    const opener = await makeUser(at.database, provider.companyId, { role: "ROLE_Fever_Admin", subRole: "Fever_Admin_Major" });
    const made = await at.call(
      makeTempToken,
      { query: { companyId: company.companyId }, body: { userId: await idOf(as("limited")) } },
      opener.username,
    );
    const { tempToken } = made.body.data as { tempToken: string };
    const { accessToken } = (await at.call(validateTempToken, { query: { tempToken } })).body.data as { accessToken: string };
    const opened = async () =>
      (await at.send(new Request("http://platform/api/user/me", { headers: { Authorization: `Bearer ${accessToken}` } }))).status;
    expect(await opened()).toBe(200);
    const off = { params: { id: opener.id }, query: { status: "inactive" } };
    expect((await at.call(users.setUserStatus, off, provider.staff.Fever_Super_Admin_Major)).status).toBe(200);
    expect(await opened()).toBe(409);
  });
});
