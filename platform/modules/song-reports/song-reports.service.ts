import type { z } from "zod";
import { addDays, dateIn } from "#contract/base/dates";
import { daysAhead, playOutDaysBack } from "#contract/player/limits";
import type {
  reportSong as reportEndpoint,
  SongReport,
  SongReportQuery,
  settleSongReport as settleEndpoint,
} from "#contract/song-reports/endpoints";
import { songReportReasonLabels } from "#contract/song-reports/words";
import { unitOf } from "../../access/units.ts";
import { invalid, notFound } from "../../base/refusal.ts";
import type { Tx } from "../../db/types.ts";
import type { ScopedCall } from "../../http/context.ts";
import { audit } from "../audit/index.ts";
import { notifyMusicManagers } from "../notifications/index.ts";
import { findPlayer, readMediaId } from "../player/index.ts";
import { findHeldMedia } from "../schedule/index.ts";
import {
  countReports,
  type FoundReport,
  findOwnCharts,
  findReceivedReport,
  findReport,
  findReportPage,
  findSongTitle,
  lockReports,
  openReport,
  storeOutcome,
} from "./song-reports.queries.ts";

/**
 * Reports a song as unsuitable for the caller's own store. Throws 404 for a caller without a store,
 * 422 on `mediaId` for a song in none of its logs.
 */
export async function reportSong(
  call: ScopedCall,
  { eventId, mediaId, reason, note }: z.output<typeof reportEndpoint.body>,
) {
  const { scope, db, now } = call;
  const { store } = await findPlayer(call);
  const { id: songId } = readMediaId(mediaId);
  const today = dateIn(store.timeZone, now);
  const days = { from: addDays(today, -playOutDaysBack), to: addDays(today, daysAhead) };
  const { songs } = await findHeldMedia(
    scope,
    db,
    { storeId: store.id, ...days },
    { songIds: [songId], spotIds: [] },
  );
  if (!songs.has(songId)) throw invalid({ mediaId: "None of the store's logs has this song." });
  return call.database.transaction(async (tx) => {
    const ofStore = { storeId: store.id, songId, eventId };
    const received = await findReceivedReport(scope, tx, ofStore);
    if (received) return { reportedAt: received.reportedAt.toISOString() };
    const content = { reason, note: note || null };
    const report = await openReport(scope, tx, { ...ofStore, ...content, reportedAt: now });
    if (!report) return { reportedAt: now.toISOString() };
    const { id, isNew } = report;
    const title = await findSongTitle(scope, tx, songId);
    await audit(tx, call, [
      {
        companyId: scope.companyId,
        action: "song reported",
        itemKind: "song report",
        itemId: id,
        itemName: `${store.name}: ${title}`,
        after: content,
      },
    ]);
    if (isNew)
      await notifyMusicManagers(tx, {
        kind: "WARN",
        title: `${store.name} reported the song “${title}”`,
        detail: [songReportReasonLabels[reason], note].filter(Boolean).join(": "),
        item: { kind: "song reports", id: scope.companyId, companyId: scope.companyId },
      });
    return { reportedAt: now.toISOString() };
  });
}

/**
 * Lists a page of reports with their total. Throws 404 for a location that is not there or out of
 * scope, 422 for a cursor that is not ours.
 */
export async function listSongReports({ scope, db }: ScopedCall, query: SongReportQuery) {
  const { regionId, zoneId, groupId, storeId } = query;
  await unitOf(scope, db, { regionId, zoneId, groupId, storeId });
  const { rows, page } = await findReportPage(scope, db, query);
  return {
    data: rows.map(({ rowKey: _, ...row }) => toReport(row)),
    page: { ...page, total: await countReports(scope, db, query) },
  };
}

/** Shows a report and its song's charts. Throws 404 for one that is not there or out of scope. */
export async function showSongReport({ scope, db }: ScopedCall, id: number) {
  const report = await findReport(scope, db, id);
  if (!report) throw notFound();
  return {
    ...toReport(report),
    charts: await findOwnCharts(scope, db, report.songId),
    mayChangeCharts: scope.reach === "company",
  };
}

const toReport = ({ reportedAt, settledAt, ...report }: FoundReport): SongReport => ({
  ...report,
  reportedAt: reportedAt.toISOString(),
  settledAt: settledAt?.toISOString() ?? null,
});

/**
 * Settles a report. An outcome that removes the song also settles its other open reports in scope.
 * Gives the number settled. Throws 404 for a report that is not there or out of scope, 422 on
 * `outcome` for a settled one, and while the song is not removed as the outcome says.
 */
export const settleSongReport = (
  call: ScopedCall,
  id: number,
  { outcome, answer }: z.output<typeof settleEndpoint.body>,
) =>
  call.database.transaction(async (tx) => {
    const { scope, now, caller } = call;
    const open = await lockReports(scope, tx, id);
    const report = await findReport(scope, tx, id);
    if (!report) throw notFound();
    if (report.settledAt !== null)
      throw invalid({ outcome: `${report.settledBy} has already settled this report.` });
    await requireRemoved(call, tx, report, outcome);
    const settled = await storeOutcome(scope, tx, outcome === "kept" ? [id] : open, {
      outcome,
      answer: answer || null,
      settledBy: caller.username,
      settledAt: now,
    });
    await audit(
      tx,
      call,
      settled.map((one) => ({
        companyId: scope.companyId,
        action: "song report settled",
        itemKind: "song report",
        itemId: one.id,
        itemName: report.title,
        after: { outcome, answer: answer || null },
      })),
    );
    return { settled: settled.length };
  });

/** Throws 422 on `outcome` if it says that a song was removed, but it was not. */
async function requireRemoved(
  { scope }: ScopedCall,
  tx: Tx,
  { songId, title, songStatus }: FoundReport,
  outcome: z.output<typeof settleEndpoint.body>["outcome"],
) {
  if (outcome === "withdrawn" && songStatus === "active")
    throw invalid({ outcome: `“${title}” is still active in the music library.` });
  const [chart] = outcome === "charts" ? await findOwnCharts(scope, tx, songId) : [];
  if (chart) throw invalid({ outcome: `“${title}” is still in the chart “${chart.chartName}”.` });
}
