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

  bind.json(contract.companiesForMe, async (_args, { caller }) => {
    const own = isProvider(caller) ? undefined : await scopeOf(db, caller, undefined);
    return { data: await findCompaniesOf(db, caller, own) };
  });
  bind.json(contract.listCompanies, ({ query }, { caller }) => listCompanies(db, caller, query, now()));
  bind.json(contract.recentCompanies, async (_args, { caller }) => ({ data: await findRecentCompanies(db, caller, recentCompanies) }));
  bind.file(contract.exportCompanies, async ({ query }, { caller, signal }) => {
    const slices = [exportCompanyRows(caller, query, now())];
    return csvResponse(database, { fileName: "Companies", headings: companyCsvHeadings, slices, fresh: true, at: now(), signal });
  });
  bind.json(contract.findCompany, async ({ query }, { caller }) => ({
    data: await showCompany(await scopeOf(db, caller, query.companyId), db, now()),
  }));
  bind.json(contract.optimumVolume, async ({ query }, { caller }) => ({
    data: await showCompany(await scopeOf(db, caller, query.companyId), db, now()),
  }));
  bind.json(contract.addCompany, async ({ body }, call) => {
    const data = await addCompany(database, entrance, body, call, now());
    return { message: `${data.companyName} added. ${body.companyAdminUserId} is invited by mail.`, data };
  });
  bind.json(contract.updateCompany, async ({ query, body }, call) => ({
    message: "Company saved",
    data: await changeCompany(await scopeOf(db, call.caller, query.companyId), database, body, now(), call),
  }));
  bind.json(contract.setCompanyStatus, async ({ query, body }, call) => {
    const data = await changeCompanyStatus(await scopeOf(db, call.caller, query.companyId), database, sessions, body.status, call);
    return { message: `${data.companyName} ${body.status === "active" ? "activated" : "deactivated"}`, data };
  });

  bind.json(contract.uniqueCode, async ({ query: { code, companyId } }) => ({ data: { unique: await isUnique(db, { code }, companyId) } }));
  bind.json(contract.uniqueAdminUserId, async ({ query }) => ({
    data: { unique: await isUnique(db, { username: query.companyAdminUserId }, undefined) },
  }));
  bind.json(contract.uniqueEmail, async ({ query: { email, companyId } }, { caller }) => ({
    data: { unique: await isUnique(db, { email }, isProvider(caller) ? companyId : caller.companyId) },
  }));

  bind.json(licences.listLicences, async ({ query }, { caller }) => ({
    data: await findLicences(await scopeOf(db, caller, query.companyId), db),
  }));
  bind.json(licences.addLicence, async ({ query, body }, call) => ({
    message: "Licence added",
    data: await addLicence(await scopeOf(db, call.caller, query.companyId), database, body, call),
  }));
  bind.json(licences.updateLicence, async ({ query, body: { licenceId, ...form } }, call) => ({
    message: "Licence saved",
    data: await changeLicence(await scopeOf(db, call.caller, query.companyId), database, licenceId, form, call),
  }));

  const kept = companyFiles(needs);
  bind.json(files.listContracts, async ({ query }, { caller }) => ({
    data: await kept.listContracts(await scopeOf(db, caller, query.companyId), db),
  }));
  bind.json(files.setIcon, async ({ query, files: [icon] }, call) => {
    if (!icon) throw invalid({ file: messages.required });
    return { message: "Icon saved", data: await kept.setIcon(await scopeOf(db, call.caller, query.companyId), icon, call) };
  });
  bind.json(files.deleteIcon, async ({ query }, call) => {
    await kept.deleteIcon(await scopeOf(db, call.caller, query.companyId), call);
    return { message: "Icon removed", data: null };
  });
  bind.json(files.addContracts, async ({ query, files: documents }, call) => {
    const data = await kept.addContracts(await scopeOf(db, call.caller, query.companyId), documents, call);
    return { message: data.length === 1 ? "1 document added" : `${data.length} documents added`, data };
  });
  bind.json(files.deleteContract, async ({ query }, call) => {
    const data = await kept.deleteContract(await scopeOf(db, call.caller, query.companyId), query.fileId, call);
    return { message: `${data.name} deleted`, data };
  });
}
