import type { z } from "zod";
import { addDays, dateIn, timeIn } from "#contract/base/dates";
import { isProvider } from "#contract/base/roles";
import {
  type Dashboard,
  dashboardDays,
  licenceNotice,
  rankedStores,
  type showCompanies,
} from "#contract/dashboard/endpoints";
import { isAllowed } from "../../access/access.ts";
import { findTimeZone } from "../../access/scope.ts";
import { remembered } from "../../base/remembered.ts";
import type { ScopedCall } from "../../http/context.ts";
import { sumAdSeconds, sumLiveDelivery } from "../ads/index.ts";
import { countOpenAlerts } from "../alerts/index.ts";
import { findCompaniesOf } from "../companies/index.ts";
import { findRankEnds, type RankedStore } from "../reports/index.ts";
import type { StoreCounter } from "../stores/index.ts";
import { countConditionsByCompany } from "../stores/index.ts";
import {
  countLicencesEnding,
  countUnpublishedDays,
  findCompanyFigures,
  findFirstSteps,
  findUnusedPlayer,
  sumDays,
  sumMinutes,
} from "./dashboard.queries.ts";

/**
 * Figures of scopes with more stores than this are remembered: a day of ten thousand stores has ten
 * thousand totals.
 */
const manyStores = 1_000;
const ages = { freshFor: 60_000, givenFor: 15 * 60_000 };

type Call = Pick<ScopedCall, "scope" | "db" | "now" | "caller">;
type Companies = z.infer<typeof showCompanies.data>;
type Figures = Awaited<ReturnType<typeof addFigures>>;

export function dashboardService({ counter }: { counter: StoreCounter }) {
  const { recall: recallFigures } = remembered<Figures>(ages);
  const { recall: recallCompanies } = remembered<Companies>(ages);
  return {
    /**
     * The dashboard (DASH-1) of the stores within the scope; today is the date on the company's
     * clock.
     */
    async showDashboard(call: Call): Promise<Dashboard> {
      const { scope, db, now } = call;
      const timeZone = await findTimeZone(scope, db);
      const today = dateIn(timeZone, now);
      const stores = await counter.counts(scope);
      const key = JSON.stringify([scope.companyId, scope.reach, today]);
      const { hasPlays, ...figures } = await recallFigures(key, {
        at: now.getTime(),
        make: () => addFigures(call, today, timeZone),
        isLarge: () => stores.total > manyStores,
      });
      return {
        today,
        time: timeIn(timeZone, now),
        stores,
        ...figures,
        openAlerts: await countOpenAlerts(scope, db),
        unpublishedDays: await countUnpublishedDays(scope, db, {
          from: today,
          to: addDays(today, 1),
        }),
        licencesEnding: await countLicencesEnding(scope, db, {
          today,
          licencesUntil: addDays(today, licenceNotice),
        }),
        firstSteps: hasPlays ? null : await showFirstSteps(call),
      };
    },

    /**
     * Shows the figures of every active company, for provider staff who have not chosen one yet.
     * Clients have none to choose.
     */
    async showCompanies(call: Call): Promise<Companies> {
      if (!isProvider(call.caller)) return { companies: [], countedAt: call.now.toISOString() };
      const isLarge = ({ companies }: Companies) =>
        companies.reduce((sum, { stores }) => sum + stores.total, 0) > manyStores;
      return recallCompanies("", {
        at: call.now.getTime(),
        make: () => countCompanies(call),
        isLarge,
      });
    },
  };
}

/** Gives all figures from daily totals and the ad ledger. */
async function addFigures(call: Call, today: string, timeZone: string) {
  const { scope, db, now } = call;
  const yesterday = addDays(today, -1);
  const dayBefore = addDays(today, -2);
  const weekFrom = addDays(today, -7);
  const before = { from: addDays(today, -14), to: addDays(today, -8) };
  const days = await sumDays(scope, db, before.from, today);
  const minutes = await sumMinutes(scope, db, before.from, yesterday);
  const ranks = await findRankEnds(
    scope,
    db,
    { from: weekFrom, to: yesterday, now, timeZone },
    rankedStores,
  );
  const nothing = {
    byType: { MUSIC: 0, AD: 0, JINGLE: 0, TOH: 0 },
    plays: 0,
    received: 0,
    seconds: 0,
    stores: 0,
  };
  const findDay = (day: string) => days.find((row) => row.day === day) ?? { day, ...nothing };
  const totalOf = (day: string) => {
    const { byType: _, ...total } = findDay(day);
    return total;
  };
  const weekOf = ({ from, to }: { from: string; to: string }): Dashboard["week"] => {
    const isIn = ({ day }: { day: string }) => day >= from && day <= to;
    const sum = <Row extends { day: string }>(rows: Row[], of: (row: Row) => number) =>
      rows.filter(isIn).reduce((total, row) => total + of(row), 0);
    return {
      from,
      to,
      plays: sum(days, ({ plays }) => plays),
      seconds: sum(days, ({ seconds }) => seconds),
      open: sum(minutes, ({ open }) => open),
      online: sum(minutes, ({ online }) => online),
    };
  };
  return {
    hasPlays: days.length > 0,
    playsByType: Array.from({ length: dashboardDays }, (_, index) =>
      addDays(today, index + 1 - dashboardDays),
    ).map((day) => ({
      day,
      plays: findDay(day).byType,
    })),
    yesterday: totalOf(yesterday),
    dayBefore: totalOf(dayBefore),
    week: weekOf({ from: weekFrom, to: yesterday }),
    weekBefore: weekOf(before),
    topStores: ranks.first.map(rankOf),
    bottomStores: ranks.last.map(rankOf),
    campaigns: await sumLiveDelivery(call),
    ads: await sumAdSeconds(call, { from: today, to: addDays(today, 6) }),
  };
}

const rankOf = ({
  storeId,
  store,
  rank,
  played,
  uptime,
  delivery,
}: RankedStore): Dashboard["topStores"][number] => ({
  storeId: Number(storeId),
  storeName: store,
  rank,
  played,
  uptime,
  delivery,
});

async function countCompanies({ scope, db, now, caller }: Call): Promise<Companies> {
  const today = dateIn("UTC", now);
  const days = { from: addDays(today, -14), weekFrom: addDays(today, -7), to: addDays(today, -1) };
  const stores = await countConditionsByCompany(scope, db, now);
  const figures = await findCompanyFigures(scope, db, {
    ...days,
    today,
    licencesUntil: addDays(today, licenceNotice),
  });
  const noStatus = {
    total: 0,
    online: 0,
    offline: 0,
    silent: 0,
    lowVolume: 0,
    neverSeen: 0,
    closed: 0,
    inactive: 0,
  };
  const noStores = { ...noStatus, notPlaying: 0, licenceEnding: 0 };
  const nothing = {
    openAlerts: 0,
    unpublishedDays: 0,
    licencesEnding: 0,
    plays: 0,
    playsBefore: 0,
  };
  return {
    companies: (await findCompaniesOf(scope, db, caller)).map(({ id, companyName }) => ({
      companyId: id,
      companyName,
      stores: stores.get(id) ?? noStores,
      ...(figures.get(id) ?? nothing),
    })),
    countedAt: now.toISOString(),
  };
}

/** A player account is shown to those who may open its store. */
async function showFirstSteps({
  scope,
  db,
  caller,
}: Pick<ScopedCall, "scope" | "db" | "caller">): Promise<Dashboard["firstSteps"]> {
  const { hasPlayed, ...steps } = await findFirstSteps(scope, db);
  return hasPlayed
    ? null
    : {
        ...steps,
        player: isAllowed(caller, { access: ["STORES"] })
          ? await findUnusedPlayer(scope, db)
          : null,
      };
}
