import { randomUUID } from "node:crypto";
import type { Setup } from "#contract/setup/endpoints";
import { findProviderId, wholeCompany } from "../../access/scope.ts";
import type { Database, DatabaseLogger } from "../../db/client.ts";
import type { Call } from "../../http/context.ts";
import { invalid } from "../../http/refusal.ts";
import { audit } from "../audit/audit.queries.ts";
import { countTries } from "../session/rate-limit.queries.ts";
import { hashPassword } from "../session/session.service.ts";
import { insertUser } from "../users/user-record.queries.ts";
import { insertProvider } from "./setup.queries.ts";
import { type SetupState, setupLink, setupLinks } from "./setup-link.ts";

/** Setups tried from an address in 15 minutes. */
const triesAnAddress = 20;

const refusals = {
  done: "This server is set up already. Sign in.",
  expired: "This setup link is too old. Run “npm run setup” on the server for a new one.",
  invalid: "This setup link is incomplete, or from another server. Run “npm run setup” on this server for a new one.",
};

type Needs = { database: Database; clock: () => number; sessionSecret: string };

export function setupService({ database, clock, sessionSecret }: Needs) {
  const links = setupLinks(sessionSecret, clock);
  let done = false;
  /** Asked by every sign-in page, and never undone. */
  const isDone = async () => {
    done ||= (await findProviderId(database.db)) !== undefined;
    return done;
  };

  return {
    async state(token: string): Promise<SetupState> {
      return { done: await isDone(), link: links.judge(token) };
    },

    /** Throws 422 on `token` for a link that is too old, cut or another server's, and where there is a provider already; 429 beyond twenty tries. */
    async setUpByLink({ token, ...details }: Setup & { token: string }, call: Call): Promise<{ username: string }> {
      await countTries(database.db, [{ key: `setup address ${call.address ?? "unknown"}`, most: triesAnAddress }], new Date(clock()));
      if (await isDone()) throw invalid({ token: refusals.done });
      const link = links.judge(token);
      if (link !== "valid") throw invalid({ token: refusals[link] });
      if (!(await setUpOnce(database, details, call))) throw invalid({ token: refusals.done });
      return { username: details.username };
    },
  };
}

/**
 * Makes the provider company and its first super admin in one transaction; false where there is a provider already. Of two at once, in
 * whatever processes, the database lets one through (company_one_provider).
 */
async function setUpOnce(
  database: Database,
  { providerName, password, ...person }: Setup,
  { address, requestId }: Pick<Call, "address" | "requestId">,
): Promise<boolean> {
  const passwordHash = await hashPassword(password);
  const role = { role: "ROLE_Fever_Super_Admin", subRole: "Fever_Super_Admin_Major" } as const;
  return database.transaction(async (tx) => {
    const companyId = await insertProvider(tx, providerName);
    if (companyId === undefined) return false;
    const id = await insertUser(wholeCompany(companyId), tx, { ...person, ...role, status: "active", passwordHash });
    const { username } = person;
    await audit(tx, { address, requestId, caller: { companyId, id, username, openedBy: null } }, [
      ...[
        {
          companyId,
          action: "server set up",
          itemKind: "company",
          itemId: companyId,
          itemName: providerName,
          after: { name: providerName },
        },
      ],
      ...[{ companyId, action: "user added", itemKind: "user", itemId: id, itemName: username, after: { ...person, ...role } }],
    ]);
    return true;
  });
}

type Start = { database: Database; sessionSecret: string; publicUrl: string; setup: Setup | undefined; logger: DatabaseLogger };

/**
 * At a server's start, while there is no provider: sets the server up by its settings, or logs the link to the page that does. The link
 * is logged at level warn, since a server that nobody can sign in to is not in order.
 */
export async function setUpAtStart({ database, sessionSecret, publicUrl, setup, logger }: Start): Promise<void> {
  if ((await findProviderId(database.db)) !== undefined) return;
  if (!setup) {
    const link = setupLink(sessionSecret, publicUrl, Date.now);
    return logger.warn({ link }, "this server is not set up: open the link within 24 hours, or run npm run setup for another");
  }
  if (await setUpOnce(database, setup, { address: null, requestId: randomUUID() }))
    logger.info({ username: setup.username }, "this server was set up by its settings");
}
