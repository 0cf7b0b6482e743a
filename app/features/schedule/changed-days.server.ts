import type { LoaderFunctionArgs } from "@remix-run/node";
import { showPlaylistDate } from "#contract/base/dates";
import { isProvider, mayOpen } from "#contract/base/roles";
import { type ChangedDays, listChangedDays } from "#contract/schedule/publishing";
import { orNothing } from "~/lib/api/deadline.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { withMembers } from "~/ui/frame/address";
import { groupRef, groupWords } from "./coming-days.server";
import { differencePath, schedulePath } from "./paths";
import { publishTexts } from "./texts";

/** Milliseconds that a page waits for its notice. */
const deadline = 1_000;

/**
 * Says how many published days still play an older rule or chart (PUB-1). Null if none do, for
 * people who may not publish, and if the answer would delay the page.
 */
export async function loadChangesNotice({ context }: LoaderFunctionArgs, pageContext: PageContext) {
  const { person } = pageContext;
  const hasCompany = !isProvider(person) || context.session.companyId !== undefined;
  if (!hasCompany || !mayOpen(person, "MUSIC_SCHEDULE")) return null;
  const answer = await orNothing(
    deadline,
    pageContext.api.call(listChangedDays, { query: { limit: 0 } }),
  );
  if (!answer || answer.data.dayCount === 0) return null;
  const { from, to } = answer.data;
  return { words: changedDaysText(answer.data, pageContext), from, to };
}
export type ChangesNoticeData = Awaited<ReturnType<typeof loadChangesNotice>>;

/** Lists these days, each with a link to what will differ. */
export async function loadChangedDays(pageContext: PageContext) {
  const { data } = await load(() => pageContext.api.call(listChangedDays, { query: {} }));
  const { figure, counted } = pageContext.figures;
  return {
    words: changedDaysText(data, pageContext),
    values: { from: data.from, to: data.to },
    isCompared: data.days.every(({ draftId }) => draftId !== null),
    rows: data.days.map(({ groupId, groupName, zoneName, day, draftId, differingSongs }) => ({
      key: `${groupId} ${day}`,
      group: groupWords({ groupName, zoneName }),
      day: showPlaylistDate(day),
      dayTo: withMembers(schedulePath, { groupId: groupRef(pageContext, groupId), day }),
      differs: differingSongs === null ? null : figure(differingSongs),
      differenceTo:
        draftId === null
          ? null
          : withMembers(differencePath, { id: pageContext.ids.encrypt("playlist", draftId) }),
    })),
    more:
      data.dayCount > data.days.length
        ? publishTexts.moreDays(counted(data.dayCount - data.days.length, "day"))
        : null,
  };
}
export type ChangedDaysData = Awaited<ReturnType<typeof loadChangedDays>>;

const changedDaysText = (
  { dayCount, groupCount }: ChangedDays,
  { figures: { counted } }: PageContext,
) =>
  dayCount === 0
    ? null
    : publishTexts.changes(
        counted(dayCount, "published day"),
        counted(groupCount, "group"),
        dayCount === 1,
      );
