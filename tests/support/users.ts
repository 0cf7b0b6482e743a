import { signIn } from "#contract/session/endpoints";
import { makeCompany, makeProvider, type TestCompany } from "./companies.ts";
import type { Engine } from "./database.ts";
import { openMailingPlatform, password } from "./platform.ts";

/** Numbers of six digits, so that names sort alike as text and as numbers. */
let serial = 100_000;
/** Makes a user form that every national admin may send. */
export const formOf = (change: object = {}) => {
  const username = `New.Person-${++serial}`;
  return {
    username,
    email: `${username}@example.com`,
    firstName: "Asha",
    lastName: "Rao",
    role: "ROLE_Client_Admin",
    level: "national",
    ...change,
  };
};
/** Gives the status, and the errors as "field: message". */
export const errorsOf = (reply: {
  status: number;
  body: { errors?: { field: string; message: string }[] };
}) => [
  reply.status,
  ...(reply.body.errors ?? []).map(({ field, message }) => `${field}: ${message}`),
];

/**
 * Opens a platform that sends mail, the provider and two client companies, and the calls about
 * users.
 */
export async function openUsers(engine: Engine) {
  const at = await openMailingPlatform(engine);
  const provider = await makeProvider(at.database);
  const company = await makeCompany(at.database);
  const other = await makeCompany(at.database);

  const as = (name: keyof TestCompany["users"]) => company.users[name];
  const idOf = async (username: string) =>
    (
      await at.database.pool.query("select user_id::int as id from login where username = $1", [
        username.toLowerCase(),
      ])
    ).rows[0]?.id as number;
  const add = async (change: object = {}, by = as("admin"), query: object = {}) => {
    const form = formOf(change);
    return { ...form, id: (await at.as(by).addUser({ body: form, query })).id };
  };
  const signInAs = (username: string) => at.call(signIn, { body: { username, password } });
  const audited = async (companyId: number, itemId: number) =>
    (
      await at.database.pool.query(
        "select action, actor_name, before, after from audit_log where company_id = $1 and item_kind = 'user' and item_id = $2 order by id",
        [companyId, String(itemId)],
      )
    ).rows as { action: string; actor_name: string; before: unknown; after: unknown }[];

  return {
    smtp: at.smtp,
    at,
    provider,
    company,
    other,
    as,
    idOf,
    add,
    signInAs,
    audited,
    close: at.close,
  };
}
export type UsersWorld = Awaited<ReturnType<typeof openUsers>>;
