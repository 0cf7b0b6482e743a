import { idOf } from "#contract/base/identifiers";
import type { Status } from "#contract/base/status";
import { setCompanyStatus } from "#contract/companies/endpoints";
import { undo } from "~/lib/audit/undo.server";
import { requireArea } from "~/lib/session/guard.server";

const undoStatus = (status: Status) =>
  undo({
    fields: { companyId: idOf("company") },
    guard: (args) => requireArea(args, "COMPANIES", { company: false }),
    call: ({ api }, { companyId, undoOf }) =>
      api.call(setCompanyStatus, { query: { companyId }, body: { status, undoOf } }),
  });

export const companyUndos = {
  "activate-company": undoStatus("active"),
  "deactivate-company": undoStatus("inactive"),
};
