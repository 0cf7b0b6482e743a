import type { Status } from "#contract/base/status";
import { findCompany, setCompanyStatus } from "#contract/companies/endpoints";
import { confirmations } from "~/lib/confirmation.server";
import { load } from "~/lib/guard.server";
import { requireCompany } from "./company.server";
import { companyPath } from "./paths";

/** Activates or deactivates a company. */
export const companyConfirmations = confirmations({
  guard: requireCompany,

  async find({ guarded, companyId, ref }) {
    const { data } = await load(() => guarded.api.call(findCompany, { query: { companyId } }));
    return { companyId, ref, name: data.companyName, status: data.status };
  },

  path: ({ ref }) => companyPath(ref),

  acts: {
    activate: {
      label: "Activate",
      ask: ({ name }) => ({
        title: `Activate ${name}?`,
        message: "Its users can sign in again. Its players play as soon as they sign in.",
        confirmLabel: "Activate company",
        danger: false,
      }),
      isDone: ({ status }) => status === "active",
      undo: ({ ref }) => ({ act: "deactivate-company", fields: { companyId: ref } }),
      call: ({ guarded }, { companyId }) => guarded.api.call(setCompanyStatus, { query: { companyId }, body: { status: "active" } }),
    },
    deactivate: {
      label: "Deactivate",
      ask: ({ name }) => ({
        title: `Deactivate ${name}?`,
        message: "All its users and players are signed out at once, and the music in its stores stops. Nothing is deleted.",
        confirmLabel: "Deactivate company",
      }),
      isDone: ({ status }) => status === "inactive",
      undo: ({ ref }) => ({ act: "activate-company", fields: { companyId: ref } }),
      call: ({ guarded }, { companyId }) => guarded.api.call(setCompanyStatus, { query: { companyId }, body: { status: "inactive" } }),
    },
  },
});

type Turned = { id: number; companyName: string; status: Status };

/** The link that asks to deactivate an active company, or to activate another. */
export const turnLink = (ref: string, { id, companyName, status }: Turned, back?: string) =>
  companyConfirmations.linkTo(status === "active" ? "deactivate" : "activate", { companyId: id, ref, name: companyName, status }, back);

export const { action, loader } = companyConfirmations;
