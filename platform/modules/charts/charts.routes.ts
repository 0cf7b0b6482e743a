import { isProvider } from "#contract/base/roles";
import * as contract from "#contract/charts/endpoints";
import * as songs from "#contract/charts/songs";
import type { ChartKindName } from "#contract/charts/words";
import type { Caller } from "../../access/caller.ts";
import { libraryScope, type Scope, scopeOf } from "../../access/scope.ts";
import type { Database } from "../../db/client.ts";
import type { Bind } from "../../http/bind.ts";
import type { SignedInCall } from "../../http/context.ts";
import { forbidden, invalid } from "../../http/refusal.ts";
import type { FileKeeper } from "../files/files.service.ts";
import type { LibraryIndexes } from "../library/library-index.ts";
import {
  addChosenSongs,
  addListedSongs,
  addMatchingSongs,
  changeChartSongs,
  listChartSongs,
  removeChartSongs,
} from "./chart-songs.service.ts";
import type { RulesSeen } from "./chart-uses.queries.ts";
import {
  addChart,
  changeChart,
  chartChoices,
  deleteLogo,
  listCharts,
  removeChart,
  setLogo,
  setStatus,
  showChart,
} from "./charts.service.ts";
import { readList, readSongCsv } from "./song-lines.ts";

type Needs = { database: Database; clock: () => number; keeper: FileKeeper; indexes: LibraryIndexes };
/** Whose charts a call is about, whether the caller may change them, and whose rules they are told of. */
type Charts = { scope: Scope; mayChange: boolean; seen: RulesSeen };

const notTheirs: Record<ChartKindName, string> = {
  popular: "Popular charts are Fever's: every company may use them, nobody else may change them.",
  custom: "Only admins of the whole company change its charts.",
};

/**
 * Popular charts are the provider's: all who have CHARTS read them, its staff changes them. Custom ones belong to a company as a whole
 * (CTX-3): national admins and limited admins and provider staff change them, regional, zonal and group admins read them (ROL-4).
 */
export function chartRoutes(bind: Bind, { database, clock, keeper, indexes }: Needs) {
  const { db } = database;
  const now = () => new Date(clock());

  const chartsOf = async (caller: Caller, kind: ChartKindName, companyId: number | undefined): Promise<Charts> => {
    if (kind === "custom") {
      const scope = await scopeOf(db, caller, companyId);
      return { scope, mayChange: scope.reach === "company", seen: scope };
    }
    const seen = isProvider(caller) ? "every company" : await scopeOf(db, caller, companyId);
    return { scope: await libraryScope(db, caller), mayChange: isProvider(caller), seen };
  };
  /** Throws 403 for those who only read them. */
  const changeable = async ({ caller }: SignedInCall, kind: ChartKindName, companyId: number | undefined): Promise<Charts> => {
    const charts = await chartsOf(caller, kind, companyId);
    if (!charts.mayChange) throw forbidden(notTheirs[kind]);
    return charts;
  };

  bind.json(contract.chartChoices, async ({ query }, { caller }) => ({
    data: await chartChoices(await scopeOf(db, caller, query.companyId), db),
  }));

  for (const [kind, charts, songCalls] of [
    ["popular", contract.popular, songs.popularSongs],
    ["custom", contract.custom, songs.customSongs],
  ] as const) {
    const { list, add, change, remove } = charts;
    bind.json(list, async ({ query }, { caller }) => {
      const { scope, seen } = await chartsOf(caller, kind, query.companyId);
      return listCharts(scope, db, query, seen, now());
    });
    bind.json(add, async ({ query, body }, call) => {
      const { scope } = await changeable(call, kind, query.companyId);
      const data = await addChart(scope, database, body, call);
      return { message: body.copyOfId === undefined ? "Chart added" : `Chart added with ${count(data.songs)}`, data };
    });
    bind.json(change, async ({ query, body }, call) => {
      const { scope } = await changeable(call, kind, query.companyId);
      return { message: "Chart saved", data: await changeChart(scope, database, body, call, now()) };
    });
    bind.json(remove, async ({ query }, call) => {
      const { scope } = await changeable(call, kind, query.companyId);
      await removeChart(scope, { database, keeper }, query.id, call);
      return { message: "Chart deleted", data: null };
    });

    bind.json(songCalls.list, async ({ query }, { caller }) => {
      const { scope } = await chartsOf(caller, kind, query.companyId);
      return listChartSongs(scope, db, query, now());
    });
    bind.json(songCalls.change, async ({ query, body }, call) => {
      const { scope } = await changeable(call, kind, query.companyId);
      return { message: "Chart saved", data: await changeChartSongs(scope, database, body, { call, now: now() }) };
    });
    bind.json(songCalls.remove, async ({ query: { companyId, ...which } }, call) => {
      const { scope } = await changeable(call, kind, companyId);
      const data = await removeChartSongs(scope, database, which, { call, now: now() });
      return { message: data.removed === 1 ? "1 song removed" : `${data.removed.toLocaleString("en-IN")} songs removed`, data };
    });
  }

  bind.json(contract.findChart, async ({ query: { kind, companyId, id } }, { caller }) => {
    const { scope, ...sight } = await chartsOf(caller, kind, companyId);
    return { data: await showChart(scope, db, id, { ...sight, now: now() }) };
  });
  bind.json(contract.setChartStatus, async ({ query, body: { kind, ...body } }, call) => {
    const { scope, seen } = await changeable(call, kind, query.companyId);
    const data = await setStatus(scope, database, body, { seen, call, now: now() });
    return { message: statusMessage(body.status, data), data };
  });
  bind.json(contract.setChartLogo, async ({ query, files }, call) => {
    const { scope } = await changeable(call, query.kind, query.companyId);
    const [file] = files;
    if (!file) throw invalid({ file: "Choose a file." });
    const kept = await setLogo(scope, { database, keeper }, query.id, file, { call, now: now() });
    return { message: "Logo saved", data: kept };
  });
  bind.json(contract.deleteChartLogo, async ({ query }, call) => {
    const { scope } = await changeable(call, query.kind, query.companyId);
    await deleteLogo(scope, { database, keeper }, query.id, { call, now: now() });
    return { message: "Logo removed", data: null };
  });

  const addingTo = async (call: SignedInCall, kind: ChartKindName, companyId: number | undefined, chartId: number) => {
    const { scope } = await changeable(call, kind, companyId);
    return { database, scope, library: await libraryScope(db, call.caller), chartId, call, now: now() };
  };
  bind.json(songs.addSongsToChart, async ({ query, body: { kind, chartId, songIds, list } }, call) => {
    const adding = await addingTo(call, kind, query.companyId, chartId);
    return said(await (songIds ? addChosenSongs(adding, songIds) : addListedSongs(adding, readList(list ?? ""))));
  });
  bind.json(songs.addCsvToChart, async ({ query: { kind, companyId, chartId }, files }, call) => {
    const adding = await addingTo(call, kind, companyId, chartId);
    const [file] = files;
    if (!file) throw invalid({ file: "Choose a file." });
    return said(await addListedSongs(adding, await readSongCsv(file)));
  });
  bind.json(songs.addMatchingToChart, async ({ query, body: { kind, chartId, matching } }, call) =>
    said(await addMatchingSongs(await addingTo(call, kind, query.companyId, chartId), indexes, matching)),
  );
}

const count = (songs: number) => (songs === 1 ? "1 song" : `${songs.toLocaleString("en-IN")} songs`);

function said(data: songs.AddedSongs) {
  const there = data.there > 0 ? ` ${count(data.there)} stood in the chart already.` : "";
  const unclear = data.unclearTotal > 0 ? ` ${data.unclearTotal.toLocaleString("en-IN")} of the lines named no song.` : "";
  return { message: `${count(data.added)} added.${there}${unclear}`, data };
}

function statusMessage(status: "active" | "inactive", { changed, rules }: { changed: number; rules: number }): string {
  const charts = changed === 1 ? "Chart" : `${changed} charts`;
  if (status === "active" || rules === 0) return `${charts} ${status === "active" ? "activated" : "deactivated"}`;
  return `${charts} deactivated. ${rules === 1 ? "A master rule mixes it" : `${rules} master rules mix it`} and plays the rest of its mix instead.`;
}
