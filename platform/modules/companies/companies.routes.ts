import * as contract from "#contract/companies/endpoints";
import * as files from "#contract/companies/files";
import * as licences from "#contract/companies/licences";
import { emailOutcome } from "#contract/emails/words";
import type { Bind } from "../../http/bind.ts";
import { answerTable } from "../../http/table-file.ts";
import type { Services } from "../../services.ts";
import type { FileKeeper } from "../files/index.ts";
import { findCompaniesOf } from "./companies.queries.ts";
import {
  changeCompany,
  checkUnique,
  listCompanies,
  listRecentCompanies,
  setCompanyStatus,
  showCompany,
} from "./companies.service.ts";
import {
  addContracts,
  deleteContract,
  deleteIcon,
  listContracts,
  setIcon,
} from "./company-files.service.ts";
import { exportCompanies } from "./company-list.queries.ts";
import { findLicences } from "./licences.queries.ts";
import { addLicence, changeLicence } from "./licences.service.ts";
import { addCompany } from "./new-company.ts";

export function companyRoutes(
  bind: Bind,
  { emails, keeper }: Pick<Services, "emails"> & { keeper: FileKeeper },
) {
  bind.json(contract.companiesForMe, async ({ scope, db, caller }) => ({
    data: await findCompaniesOf(scope, db, caller),
  }));
  bind.json(contract.listCompanies, (call, { query }) => listCompanies(call, query));
  bind.json(contract.recentCompanies, async (call) => ({ data: await listRecentCompanies(call) }));
  bind.file(contract.exportCompanies, async (call, { query }) =>
    answerTable(call, query, {
      fileName: "Companies",
      ...exportCompanies(call.caller, query, call.now),
    }),
  );
  bind.json(contract.findCompany, async (call) => ({ data: await showCompany(call) }));
  bind.json(contract.optimumVolume, async (call) => ({ data: await showCompany(call) }));
  bind.json(contract.addCompany, async (call, { body }) => {
    const data = await addCompany({ ...call, emails }, body);
    return {
      message: [`${data.companyName} added`, data.mail && emailOutcome("Invitation", data.mail)]
        .filter(Boolean)
        .join(". "),
      data,
    };
  });
  bind.json(contract.updateCompany, async (call, { body }) => ({
    message: "Company saved",
    data: await changeCompany(call, body),
  }));
  bind.json(contract.setCompanyStatus, async (call, { body }) => {
    const data = await setCompanyStatus(call, body);
    return {
      message: `${data.companyName} ${body.status === "active" ? "activated" : "deactivated"}`,
      data,
    };
  });

  bind.json(contract.uniqueCode, async (call, { query }) => ({
    data: await checkUnique(call, query),
  }));
  bind.json(contract.uniqueAdminUserId, async (call, { query }) => ({
    data: await checkUnique(call, { username: query.companyAdminUserId }),
  }));
  bind.json(contract.uniqueEmail, async (call, { query }) => ({
    data: await checkUnique(call, query),
  }));

  bind.json(licences.listLicences, async ({ scope, db }) => ({
    data: await findLicences(scope, db),
  }));
  bind.json(licences.addLicence, async (call, { body }) => ({
    message: "Licence added",
    data: await addLicence(call, body),
  }));
  bind.json(licences.updateLicence, async (call, { body }) => ({
    message: "Licence saved",
    data: await changeLicence(call, body),
  }));

  bind.json(files.listContracts, async (call) => ({
    data: await listContracts(call),
  }));
  bind.json(files.setIcon, async (call, { files }) => ({
    message: "Icon saved",
    data: await setIcon({ ...call, keeper }, files),
  }));
  bind.json(files.deleteIcon, async (call) => {
    await deleteIcon({ ...call, keeper });
    return { message: "Icon removed", data: null };
  });
  bind.json(files.addContracts, async (call, { files }) => {
    const data = await addContracts({ ...call, keeper }, files);
    return { message: `${call.figures.counted(data.length, "document")} added`, data };
  });
  bind.json(files.deleteContract, async (call, { query }) => {
    const data = await deleteContract({ ...call, keeper }, query.fileId);
    return { message: `${data.name} deleted`, data };
  });
}
