import { addDays, dateIn } from "#contract/base/dates";
import type { DayState } from "#contract/schedule/endpoints";
import { type Scope, wholeCompany } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import type { ScopedCall } from "../../http/context.ts";
import { notFound } from "../../http/refusal.ts";
import { standingHours } from "./group-day.ts";
import { findLogSummaries } from "./playlists.queries.ts";
import { chainOf, headsAround, prepareGroups } from "./schedule-days.ts";
import { findHours, findHoursExceptions, findStore, type GroupId } from "./schedule-inputs.queries.ts";

/** A store's today, on its own clock, and the days after: hours, how far each is planned, what was published. Throws 404 out of scope. */
export async function listStoreDays({ scope, db, now }: ScopedCall, { storeId, days }: { storeId: number; days: number }) {
  const store = await findStore(scope, db, storeId);
  if (!store) throw notFound();
  const first = dateIn(store.timeZone, now);
  const last = addDays(first, days - 1);
  const [hours, exceptions] = [await findHours(scope, db, [storeId]), await findHoursExceptions(scope, db, [storeId])];
  const logs = await findLogSummaries(scope, db, storeId, first, last);
  const states = await groupStates(wholeCompany(scope.companyId), db, store.groupId, first, last);
  return {
    timeZone: store.timeZone,
    days: Array.from({ length: days }, (_, ahead) => {
      const day = addDays(first, ahead);
      const { day: _day, ...log } = logs.find((candidate) => candidate.day === day) ?? { day: null };
      return {
        day,
        ...standingHours({ hours, exceptions }, day),
        note: exceptions.find((date) => date.day === day)?.note ?? null,
        state: states.get(day) ?? null,
        log: "songs" in log ? log : null,
      };
    }),
  };
}

/** The group of a store that one sees is planned whole, whoever asks. */
async function groupStates(all: Scope, db: Db, groupId: GroupId, first: string, last: string): Promise<Map<string, DayState>> {
  const prepared = await prepareGroups(all, db, [groupId]);
  const chain = chainOf(prepared, groupId, await headsAround(all, db, [groupId], first, last), first, last);
  return new Map(
    chain.map(({ day, published, draft, isDraftCurrent }) => {
      const planned = draft ? (isDraftCurrent ? "draft" : "stale") : "none";
      return [day, published ? "published" : planned];
    }),
  );
}
