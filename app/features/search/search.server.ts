import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { campaignStateWords } from "#contract/ads/words";
import { showDate } from "#contract/base/dates";
import { foldText } from "#contract/base/fold-text";
import { locationPath } from "#contract/base/location-path";
import { holdsGrant, isProvider, mayOpen } from "#contract/base/roles";
import { invoiceStatusLabels, showPeriod } from "#contract/billing/words";
import { chartKindLabels } from "#contract/charts/words";
import { reports } from "#contract/reports/catalogue";
import {
  type CampaignHit,
  type ChartHit,
  hitsOfKind,
  type InvoiceHit,
  SearchQuery,
  type SongHit,
  type StoreHit,
  searchAll,
  type UserHit,
} from "#contract/search/endpoints";
import { adsPath, campaignPath } from "~/features/ads/paths";
import { invoicePath, invoicesPath } from "~/features/billing/paths";
import { chartPath, chartsPath, listOf } from "~/features/charts/paths";
import { chooseCompanyPath } from "~/features/companies/paths";
import { libraryPath, songPath } from "~/features/library/paths";
import { notificationsPath } from "~/features/notifications/paths";
import { openReportPath, reportsPath } from "~/features/reports/paths";
import { accountPath } from "~/features/session/paths";
import { storePath, storesPath } from "~/features/stores/paths";
import { userEditPath, usersPath } from "~/features/users/paths";
import { readQuery } from "~/lib/forms/forms.server";
import { load, type PageContext, seesWholeCompany } from "~/lib/session/guard.server";
import { menuOf } from "~/lib/session/home";
import { withMembers } from "~/ui/frame/address";
import { searchTexts } from "./texts";

export type Hit = { label: string; details: string; to: string };
export type HitGroup = { title: string; hits: Hit[]; all: { label: string; to: string }[] };

const Address = z.object({ q: SearchQuery.shape.q.optional() });

/** Finds matches for the address by kind; the search page and its dialog show the same. */
export async function loadHits(
  args: LoaderFunctionArgs,
  pageContext: PageContext,
): Promise<{ q: string; groups: HitGroup[] }> {
  const { q } = readQuery(args.request, Address);
  if (!q) return { q: "", groups: [] };
  const { data } = await load(() => pageContext.api.call(searchAll, { query: { q } }));
  const links = hitLinks(args, pageContext);
  const listLinks = linksToLists(args, pageContext, q);
  const group = <T>(
    title: string,
    { hits, more }: { hits: T[]; more: boolean },
    link: (hit: T) => Hit,
    all: HitGroup["all"],
  ) => ({
    title,
    hits: hits.map(link),
    all: more ? all : [],
  });
  const groups = [
    { title: "Pages", hits: findPages(pageContext, q), all: [] },
    group("Stores", data.stores, links.store, listLinks.stores),
    group("Users", data.users, links.user, listLinks.users),
    group("Songs", data.songs, links.song, listLinks.songs),
    group("Charts", data.charts, links.chart, listLinks.charts),
    group("Campaigns", data.campaigns, links.campaign, listLinks.campaigns),
    group("Invoices", data.invoices, links.invoice, listLinks.invoices),
    findReports(pageContext, q),
  ];
  return { q, groups: groups.filter(({ hits }) => hits.length > 0) };
}

/** Names the kinds of things that a person can find. */
export function searchedKinds(pageContext: PageContext): string {
  const { person } = pageContext;
  const kinds = [
    ...(mayOpen(person, "STORES") ? ["stores"] : []),
    ...(mayOpen(person, "USER_MGMT") ? ["users"] : []),
    ...(mayOpen(person, "MUSIC_LIBRARY") ? ["songs"] : []),
    ...(mayOpen(person, "CHARTS") ? ["charts"] : []),
    ...(mayOpen(person, "NON_MUSIC") ? ["campaigns"] : []),
    ...(holdsGrant(person, "invoices.own") && seesWholeCompany(pageContext) ? ["invoices"] : []),
    ...(mayOpen(person, "REPORTS") ? ["reports"] : []),
  ];
  return `${kinds.join(", ")} and pages`;
}

/** Finds pages of the person's menu with a word that starts with the search. */
function findPages({ person, user }: PageContext, q: string): Hit[] {
  const pages = [
    ...menuOf({ ...person, level: user.userLevel }),
    { label: "Notifications", to: notificationsPath },
    { label: "Account", to: accountPath },
  ];
  return pages
    .filter(({ label }) => hasWord(label, q))
    .map(({ label, to }) => ({ label, details: "", to }));
}

/** Finds reports in the same way, among those that the person may read. */
function findReports({ person }: PageContext, q: string): HitGroup {
  const matches = reports.filter(
    ({ access, title }) => mayOpen(person, access) && hasWord(title, q),
  );
  return {
    title: "Reports",
    hits: matches.slice(0, hitsOfKind).map((report) => ({
      label: report.title,
      details: report.purpose,
      to: openReportPath(report),
    })),
    all: matches.length > hitsOfKind ? [{ label: searchTexts.allReports, to: reportsPath }] : [],
  };
}

const hasWord = (text: string, q: string) => foldText(` ${text}`).includes(foldText(` ${q}`));

const detailsOf = (...details: (string | null | undefined)[]) =>
  details.filter(Boolean).join(" · ");

function hitLinks({ context }: LoaderFunctionArgs, { ids, person, user }: PageContext) {
  const isElsewhere = (companyId: number) =>
    isProvider(person) && companyId !== user.companyId && companyId !== context.session.companyId;
  /**
   * Links to an item of a company that the person does not work in by way of choosing that company.
   */
  const linkWithin = (companyId: number, to: string) =>
    isElsewhere(companyId)
      ? withMembers(chooseCompanyPath, { company: ids.encrypt("company", companyId), returnTo: to })
      : to;
  const nameOf = ({ companyId, companyName }: { companyId: number; companyName: string }) =>
    isElsewhere(companyId) && companyName;
  return {
    store: (hit: StoreHit): Hit => ({
      label: hit.storeName,
      details: detailsOf(
        hit.storeCode,
        locationPath(hit.regionName, hit.zoneName, hit.groupName),
        nameOf(hit) || undefined,
      ),
      to: linkWithin(hit.companyId, storePath(ids.encrypt("store", hit.id))),
    }),
    user: (hit: UserHit): Hit => {
      const isStaff = isProvider(person) && hit.companyId === user.companyId;
      const edit = withMembers(userEditPath(ids.encrypt("user", hit.id)), {
        of: isStaff ? "staff" : undefined,
      });
      return {
        label: hit.fullName,
        details: detailsOf(
          hit.username,
          hit.email,
          isStaff ? "Fever staff" : nameOf(hit) || undefined,
        ),
        to: linkWithin(hit.companyId, edit),
      };
    },
    song: ({ id, title, artist, album, isrc }: SongHit): Hit => ({
      label: title,
      details: detailsOf(artist, album, isrc),
      to: songPath(ids.encrypt("song", id)),
    }),
    campaign: (hit: CampaignHit): Hit => ({
      label: hit.campaignName,
      details: detailsOf(
        campaignStateWords[hit.state],
        `${showDate(hit.startsOn)} to ${showDate(hit.endsOn)}`,
        nameOf(hit) || undefined,
      ),
      to: linkWithin(hit.companyId, campaignPath(ids.encrypt("campaign", hit.id))),
    }),
    invoice: (hit: InvoiceHit): Hit => ({
      label: hit.number,
      details: detailsOf(
        isProvider(person) ? hit.companyName : undefined,
        showPeriod(hit),
        invoiceStatusLabels[hit.status],
      ),
      to: invoicePath(ids.encrypt("invoice", hit.id)),
    }),
    chart: (hit: ChartHit): Hit => {
      const to = chartPath(hit.kind, ids.encrypt("chart", hit.id));
      return hit.kind === "popular"
        ? { label: hit.chartName, details: chartKindLabels.popular, to }
        : {
            label: hit.chartName,
            details: detailsOf(chartKindLabels.custom, nameOf(hit) || undefined),
            to: linkWithin(hit.companyId, to),
          };
    },
  };
}

/**
 * Links to the lists that show all hits of a kind, with the search filled in. A company's lists
 * first ask for a company if none is chosen.
 */
function linksToLists({ context }: LoaderFunctionArgs, { person }: PageContext, q: string) {
  const needsCompany = isProvider(person) && context.session.companyId === undefined;
  const ofCompany = (what: string, path: string) =>
    needsCompany
      ? {
          label: searchTexts.chooseCompany(what),
          to: withMembers(chooseCompanyPath, { returnTo: path }),
        }
      : { label: searchTexts.all(what), to: withMembers(path, { search: q }) };
  return {
    stores: [ofCompany("stores", storesPath)],
    users: [ofCompany("users", usersPath)],
    campaigns: [ofCompany("campaigns", adsPath)],
    invoices: [
      { label: searchTexts.all("invoices"), to: withMembers(invoicesPath, { search: q }) },
    ],
    songs: [{ label: searchTexts.allSongs, to: withMembers(libraryPath, { search: q }) }],
    charts: [
      { label: searchTexts.allPopularCharts, to: withMembers(chartsPath, { search: q }) },
      needsCompany
        ? ofCompany("charts", chartsPath)
        : {
            label: searchTexts.allCustomCharts,
            to: `${listOf("custom")}&${new URLSearchParams({ search: q })}`,
          },
    ],
  };
}
