import type { Status } from "#contract/base/status";
import { findCompany, setCompanyStatus } from "#contract/companies/endpoints";
import { confirmations } from "~/lib/forms/confirmation.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import type { CompanyContext } from "./company.server";

import { companyPath } from "./paths";
import { companyConfirmTexts } from "./texts";

/** Activates or deactivates a company. */
export const companyConfirmations = confirmations({
  async find({ pageContext, companyId, ref }: CompanyContext) {
    const { data } = await load(() => pageContext.api.call(findCompany, { query: { companyId } }));
    return { companyId, ref, name: data.companyName, status: data.status };
  },

  path: ({ ref }) => companyPath(ref),

  acts: {
    activate: {
      label: "Activate",
      ask: ({ name }) => ({
        title: `Activate ${name}?`,
        message: companyConfirmTexts.activate,
        confirmLabel: "Activate company",
        danger: false,
      }),
      isDone: ({ status }) => status === "active",
      undo: ({ ref }) => ({ act: "deactivate-company", fields: { companyId: ref } }),
      call: ({ pageContext }, { companyId }) =>
        pageContext.api.call(setCompanyStatus, {
          query: { companyId },
          body: { status: "active" },
        }),
    },
    deactivate: {
      label: "Deactivate",
      ask: ({ name }) => ({
        title: `Deactivate ${name}?`,
        message: companyConfirmTexts.deactivate,
        confirmLabel: "Deactivate company",
      }),
      isDone: ({ status }) => status === "inactive",
      undo: ({ ref }) => ({ act: "activate-company", fields: { companyId: ref } }),
      call: ({ pageContext }, { companyId }) =>
        pageContext.api.call(setCompanyStatus, {
          query: { companyId },
          body: { status: "inactive" },
        }),
    },
  },
});

type CompanyStatus = { id: number; companyName: string; status: Status };

/** Links to the question to deactivate an active company or activate an inactive one. */
export function statusLink(
  ref: string,
  { id, companyName, status }: CompanyStatus,
  pageContext: PageContext,
  back?: string,
) {
  const item = { companyId: id, ref, name: companyName, status };
  return companyConfirmations.linkTo(
    status === "active" ? "deactivate" : "activate",
    item,
    { pageContext, companyId: id, ref },
    back,
  );
}
