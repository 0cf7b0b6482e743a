import { z } from "zod";
import { sortsBy } from "#contract/base/pages";
import { isMemberOf, memberNames } from "#contract/base/records";
import { mayOpen } from "#contract/base/roles";
import { type CompanyFigures, showCompanies } from "#contract/dashboard/endpoints";
import { readQuery } from "~/lib/forms/forms.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { storeStates } from "~/lib/stores/store-states";
import { directionOf, percentChange } from "./change-words";
import { dashboardFinding } from "./finding";

const companyFigures = {
  urgency: ({ stores: { offline, silent, notPlaying }, unpublishedDays, openAlerts }) =>
    offline + silent + notPlaying + unpublishedDays + openAlerts,
  offline: ({ stores }) => stores.offline,
  silent: ({ stores }) => stores.silent,
  "low-volume": ({ stores }) => stores.lowVolume,
  "not-playing": ({ stores }) => stores.notPlaying,
  "never-seen": ({ stores }) => stores.neverSeen,
  unpublished: ({ unpublishedDays }) => unpublishedDays,
  alerts: ({ openAlerts }) => openAlerts,
  licences: ({ licencesEnding, stores }) => licencesEnding + stores.licenceEnding,
  plays: ({ plays }) => plays,
} satisfies Record<string, (company: CompanyFigures) => number>;

const companySorts = ["company", ...memberNames(companyFigures)] as const;

const CompaniesAddress = z.object({ sort: z.enum(sortsBy(...companySorts)).default("-urgency") });

/** Sorts by the name or a figure, descending after a minus; equal figures by name. */
function orderOf(sort: string) {
  const key = sort.replace(/^-/, "");
  const figure = isMemberOf(companyFigures, key) ? companyFigures[key] : undefined;
  const turn = sort.startsWith("-") ? -1 : 1;
  const byName = (one: CompanyFigures, other: CompanyFigures) =>
    one.companyName.localeCompare(other.companyName);
  return (one: CompanyFigures, other: CompanyFigures) =>
    figure ? turn * (figure(one) - figure(other)) || byName(one, other) : turn * byName(one, other);
}

/**
 * Loads every company with its problems and its plays, for provider staff who have not
 * chosen one.
 */
export async function loadCompanies(request: Request, { api, ids, figures, person }: PageContext) {
  const { sort } = readQuery(request, CompaniesAddress);
  const { data } = await load(() => api.call(showCompanies, {}));
  const sum = (of: (company: CompanyFigures) => number) =>
    data.companies.reduce((total, company) => total + of(company), 0);
  const counts = {
    total: sum(({ stores }) => stores.total),
    online: sum(({ stores }) => stores.online),
    offline: sum(({ stores }) => stores.offline),
    silent: sum(({ stores }) => stores.silent),
    lowVolume: sum(({ stores }) => stores.lowVolume),
  };
  return {
    finding: dashboardFinding(counts, figures),
    totals: storeStates.map(({ label, key }) => ({
      label: key === "total" ? "Stores" : label,
      value: figures.figure(sum(({ stores }) => stores[key])),
    })),
    sort,
    companies: [...data.companies]
      .sort(orderOf(sort))
      .map(({ companyId, plays, playsBefore, ...company }) => ({
        ...company,
        plays,
        ref: ids.encrypt("company", companyId),
        listed: mayOpen(person, "STORES"),
        mayPreview: mayOpen(person, "PREVIEW"),
        change: directionOf(plays - playsBefore, percentChange(plays, playsBefore)).change,
      })),
  };
}
