import { messages } from "#contract/base/messages";
import { isProvider } from "#contract/base/roles";
import * as contract from "#contract/companies/endpoints";
import * as files from "#contract/companies/files";
import * as licences from "#contract/companies/licences";
import { scopeOf } from "../../access/scope.ts";
import type { Database } from "../../db/client.ts";
import type { Bind } from "../../http/bind.ts";
import { csvResponse } from "../../http/csv.ts";
import { invalid } from "../../http/refusal.ts";
import type { Mail } from "../../mail/mail.ts";
import type { FileKeeper } from "../files/files.service.ts";
import { entranceLetters } from "../session/entrance-letters.ts";
import type { SessionService } from "../session/session.service.ts";
import { findCompaniesOf, findRecentCompanies } from "./companies.queries.ts";
import { changeCompany, changeCompanyStatus, isUnique, listCompanies, showCompany } from "./companies.service.ts";
import { companyFiles } from "./company-files.service.ts";
import { companyCsvHeadings, exportCompanyRows } from "./company-list.queries.ts";
import { findLicences } from "./licences.queries.ts";
import { addLicence, changeLicence } from "./licences.service.ts";
import { addCompany } from "./new-company.ts";

type Needs = { database: Database; clock: () => number; mail: Mail; publicUrl: string; sessions: SessionService; keeper: FileKeeper };

const recentCompanies = 5;

export function companyRoutes(bind: Bind, needs: Needs) {
  const { database, clock, sessions } = needs;
  const { db } = database;
  const now = () => new Date(clock());
  const entrance = entranceLetters(needs);

  bind.json(contract.companiesForMe, async (call) => {
    const own = isProvider(call.caller) ? undefined : call.scope;
    return { data: await findCompaniesOf(db, call.caller, own) };
  });
  bind.json(contract.listCompanies, (call, { query }) => listCompanies(db, call.caller, query, call.now));
  bind.json(contract.recentCompanies, async (call) => ({ data: await findRecentCompanies(db, call.caller, recentCompanies) }));
  bind.file(contract.exportCompanies, async (call, { query }) => {
    const slices = [exportCompanyRows(call.caller, query, call.now)];
    return csvResponse(database, { fileName: "Companies", headings: companyCsvHeadings, slices, fresh: true, at: call.now, signal: call.signal });
  });
  bind.json(contract.findCompany, async (call, { query }) => ({
    data: await showCompany(call.scope, db, call.now),
  }));
  bind.json(contract.optimumVolume, async (call, { query }) => ({
    data: await showCompany(call.scope, db, call.now),
  }));
  bind.json(contract.addCompany, async (call, { body }) => {
    const data = await addCompany(database, entrance, body, call, call.now);
    return { message: `${data.companyName} added. ${body.companyAdminUserId} is invited by mail.`, data };
  });
  bind.json(contract.updateCompany, async (call, { query, body }) => ({
    message: "Company saved",
    data: await changeCompany(call.scope, database, body, call.now, call),
  }));
  bind.json(contract.setCompanyStatus, async (call, { query, body }) => {
    const data = await changeCompanyStatus(call.scope, database, sessions, body.status, call);
    return { message: `${data.companyName} ${body.status === "active" ? "activated" : "deactivated"}`, data };
  });

  bind.json(contract.uniqueCode, async (_call, { query: { code, companyId } }) => ({
    data: { unique: await isUnique(db, { code }, companyId) },
  }));
  bind.json(contract.uniqueAdminUserId, async (_call, { query }) => ({
    data: { unique: await isUnique(db, { username: query.companyAdminUserId }, undefined) },
  }));
  bind.json(contract.uniqueEmail, async (call, { query: { email, companyId } }) => ({
    data: { unique: await isUnique(db, { email }, isProvider(call.caller) ? companyId : caller.companyId) },
  }));

  bind.json(licences.listLicences, async (call, { query }) => ({
    data: await findLicences(call.scope, db),
  }));
  bind.json(licences.addLicence, async (call, { query, body }) => ({
    message: "Licence added",
    data: await addLicence(call.scope, database, body, call),
  }));
  bind.json(licences.updateLicence, async (call, { query, body: { licenceId, ...form } }) => ({
    message: "Licence saved",
    data: await changeLicence(call.scope, database, licenceId, form, call),
  }));

  const kept = companyFiles(needs);
  bind.json(files.listContracts, async (call, { query }) => ({
    data: await kept.listContracts(call.scope, db),
  }));
  bind.json(files.setIcon, async (call, { query, files: [icon] }) => {
    if (!icon) throw invalid({ file: messages.required });
    return { message: "Icon saved", data: await kept.setIcon(call.scope, icon, call) };
  });
  bind.json(files.deleteIcon, async (call, { query }) => {
    await kept.deleteIcon(call.scope, call);
    return { message: "Icon removed", data: null };
  });
  bind.json(files.addContracts, async (call, { query, files: documents }) => {
    const data = await kept.addContracts(call.scope, documents, call);
    return { message: data.length === 1 ? "1 document added" : `${data.length} documents added`, data };
  });
  bind.json(files.deleteContract, async (call, { query }) => {
    const data = await kept.deleteContract(call.scope, query.fileId, call);
    return { message: `${data.name} deleted`, data };
  });
}
