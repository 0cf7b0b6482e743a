import type { z } from "zod";
import type * as contract from "#contract/schedule/event-playlists";
import type { EventEffects } from "#contract/schedule/event-playlists";
import { eventLimits } from "#contract/schedule/words";
import { ownsAll } from "../../../access/locations.ts";
import { forbidden, notFound } from "../../../base/refusal.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { planGroups } from "../days/plan-days.service.ts";
import { auditPublished } from "../publishing/publish-days.service.ts";
import { locationsOf, notYours, todayOf, unitsNamed, unitsOf } from "./event-access.service.ts";
import { countEventDays, findEventDays } from "./event-effects.queries.ts";
import { findEvent, findEventsFrom, type LockedEvent } from "./event-playlists.queries.ts";
import { doEventsMeet, type EventUnit, whichPlays } from "./event-precedence.ts";

/**
 * Publishes again the days within the scope that play an earlier form of the event or lack it, the
 * first ones first, up to the limit of a call. Days with a draft are left out, and played positions
 * stay. Throws 404 for an unknown event, 403 for one with a location outside the caller's own.
 */
export async function publishEventDays(
  call: ScopedCall,
  id: number,
): Promise<{ days: number; left: number }> {
  const { scope, db } = call;
  const today = await todayOf(call);
  const event = await findEvent(scope, db, id, today);
  if (!event) throw notFound();
  const units = (await unitsOf(scope, db, [id]))(id);
  if (!ownsAll(scope, units)) throw forbidden(notYours);
  const all = await findEventDays(scope, db, {
    event: { ...event, id },
    units: locationsOf(units),
    today,
  });
  const daysToPublish = all.slice(0, eventLimits.daysAtOnce);
  const first = daysToPublish[0];
  const last = daysToPublish.at(-1);
  if (!first || !last) return { days: 0, left: 0 };
  const keys = new Set(daysToPublish.map(({ groupId, day }) => `${groupId} ${day}`));
  const { planned } = await planGroups(
    call,
    [...new Set(daysToPublish.map(({ groupId }) => groupId))],
    {
      from: first.day,
      to: last.day,
      // a draft made since then is left for its author to publish
      work: ({ day, published, draft }, groupId) =>
        published && !draft && keys.has(`${groupId} ${day}`) ? "publish" : null,
      publishing: () => ({ by: call.caller.username, how: "PERSON" }),
      record: (tx, group) => auditPublished(tx, call, group),
    },
  );
  const days = planned.reduce((sum, group) => sum + group.days.length, 0);
  return { days, left: all.length - days };
}

/**
 * Shows the effects of an unsaved event. Throws 404 for an unknown location or event.
 */
export async function checkEvent(
  call: ScopedCall,
  { id, ...body }: z.output<typeof contract.checkEventPlaylist.body>,
) {
  const { scope, db } = call;
  const units = await unitsNamed(scope, db, body);
  const today = await todayOf(call);
  if (id !== undefined && !(await findEvent(scope, db, id, today))) throw notFound();
  // one that is new is the latest of all
  return effectsOf(call, { ...body, id: id ?? Number.MAX_SAFE_INTEGER }, units, today);
}

export async function effectsOf(
  call: ScopedCall,
  event: Omit<LockedEvent, "imageFileId" | "version">,
  units: readonly EventUnit[],
  today: string,
): Promise<EventEffects> {
  const { scope, db } = call;
  const others = (
    await findEventsFrom(scope, db, event.startsOn < today ? today : event.startsOn, event.id)
  ).filter((other) => doEventsMeet(event, other));
  const unitsOfOther = await unitsOf(
    scope,
    db,
    others.map(({ id }) => id),
  );
  const overlaps = others.flatMap(({ imageFileId: _, version: __, ...other }) => {
    const which = whichPlays({ ...event, units }, { ...other, units: unitsOfOther(other.id) });
    return which ? [{ ...other, ...which }] : [];
  });
  return {
    overlaps,
    ...(await countEventDays(scope, db, { event, units: locationsOf(units), today })),
  };
}
