import { idOf } from "#contract/base/identifiers";
import type { Status } from "#contract/base/status";
import { setCompanyStatus } from "#contract/companies/endpoints";
import { requireArea } from "~/lib/guard.server";
import { undo } from "~/lib/undo.server";

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
