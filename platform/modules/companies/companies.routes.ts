import { companiesForMe, findCompany, updateCompany } from "#contract/companies";
import { scopeOf } from "../../access/scope.ts";
import type { Database } from "../../db/client.ts";
import type { Bind } from "../../http/bind.ts";
import { findCompaniesOf } from "./companies.queries.ts";
import { changeCompany, showCompany } from "./companies.service.ts";

export function companyRoutes(bind: Bind, database: Database) {
  const { db } = database;
  bind.json(companiesForMe, async (_args, { caller }) => ({ data: await findCompaniesOf(db, caller) }));
  bind.json(findCompany, async ({ query }, { caller }) => ({ data: await showCompany(await scopeOf(db, caller, query.companyId), db) }));
  bind.json(updateCompany, async ({ query, body }, call) => ({
    message: "Company saved",
    data: await changeCompany(await scopeOf(db, call.caller, query.companyId), database, body, call),
  }));
}
