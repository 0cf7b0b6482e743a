import { randomUUID } from "node:crypto";
import type { Setup } from "#contract/setup/endpoints";
import { platformItself } from "../../access/account-writer.ts";
import { findProviderId, wholeCompany } from "../../access/scope.ts";
import { invalid } from "../../base/refusal.ts";
import type { Database, DatabaseLogger } from "../../db/database.ts";
import type { Call } from "../../http/context.ts";
import type { Services } from "../../services.ts";
import { audit } from "../audit/index.ts";
import { hashPassword } from "../session/index.ts";
import { insertUser } from "../users/index.ts";
import { insertProvider } from "./setup.queries.ts";
import { type SetupState, setupLink, setupLinks } from "./setup-link.ts";

const refusals = {
  done: "This server is already set up. Sign in with your account.",
  expired: "This setup link has expired. Run “npm run setup” on the server to get a new one.",
  invalid:
    "This setup link is incomplete or belongs to another server. Run “npm run setup” on this server to get a new one.",
};

export function setupService({ sessionSecret }: Pick<Services, "sessionSecret">) {
  const links = setupLinks(sessionSecret);
  let isSetUp = false;
  /**
   * Every sign-in page asks this. A setup is never undone, so the answer is remembered once it is
   * yes.
   */
  const isDone = async ({ db }: Pick<Call, "db">) => {
    isSetUp ||= (await findProviderId(db)) !== undefined;
    return isSetUp;
  };

  return {
    async showState(call: Pick<Call, "db" | "now">, token: string): Promise<SetupState> {
      return { done: await isDone(call), link: links.judge(token, call.now) };
    },

    /**
     * Throws 422 on `token` if the link does not work or the server is already set up. Attempts are
     * not counted: a link cannot be guessed, and a limit would let strangers lock its owner out.
     */
    async setUpServer(
      call: Call,
      { token, ...details }: Setup & { token: string },
    ): Promise<{ username: string }> {
      if (await isDone(call)) throw invalid({ token: refusals.done });
      const link = links.judge(token, call.now);
      if (link !== "valid") throw invalid({ token: refusals[link] });
      if (!(await createProvider(call, details))) throw invalid({ token: refusals.done });
      return { username: details.username };
    },
  };
}

/**
 * Creates the provider company and its first super admin in one transaction. Returns false if there
 * is a provider already; of two setups at once, in any processes, the database lets only one
 * through (company_one_provider).
 */
async function createProvider(
  { database, address, requestId }: Pick<Call, "database" | "address" | "requestId">,
  { providerName, password, ...person }: Setup,
): Promise<boolean> {
  const passwordHash = await hashPassword(password);
  const role = { role: "ROLE_Fever_Super_Admin", subRole: "Fever_Super_Admin_Major" } as const;
  return database.transaction(async (tx) => {
    const companyId = await insertProvider(tx, providerName);
    if (companyId === undefined) return false;
    const id = await insertUser(platformItself, wholeCompany(companyId), tx, {
      ...person,
      ...role,
      status: "active",
      passwordHash,
    });
    const { username } = person;
    await audit(tx, { address, requestId, caller: { companyId, id, username, openedBy: null } }, [
      {
        companyId,
        action: "server set up",
        itemKind: "company",
        itemId: companyId,
        itemName: providerName,
        after: { name: providerName },
      },
      {
        companyId,
        action: "user added",
        itemKind: "user",
        itemId: id,
        itemName: username,
        after: { ...person, ...role },
      },
    ]);
    return true;
  });
}

type Start = {
  database: Database;
  sessionSecret: string;
  publicUrl: string;
  setup: Setup | undefined;
  logger: DatabaseLogger;
};

/**
 * Runs at every start and acts only while there is no provider: it sets the server up from its
 * settings or, without them, logs a setup link. The level is warn, because a server that nobody can
 * sign in to needs attention.
 */
export async function setUpAtStart({
  database,
  sessionSecret,
  publicUrl,
  setup,
  logger,
}: Start): Promise<void> {
  if ((await findProviderId(database.db)) !== undefined) return;
  if (!setup) {
    const link = setupLink(sessionSecret, publicUrl, new Date());
    return logger.warn(
      { link },
      "this server is not set up: open the link within 24 hours, or run npm run setup to get another",
    );
  }
  if (await createProvider({ database, address: null, requestId: randomUUID() }, setup))
    logger.info({ username: setup.username }, "this server was set up from its settings");
}
