import { figuresOf } from "#contract/base/country-figures";
import { showDate } from "#contract/base/dates";
import type { Tx } from "../../../db/types.ts";
import { type Notice, notifyNationalAdmins } from "../../notifications/index.ts";
import type { PublishSettings } from "../publishing/publishing.queries.ts";
import type { PlannedGroup } from "./planning.ts";

/** Admins are notified of days that are silent for more than this many seconds. */
export const silenceToNotify = 600;

/**
 * Notifies the company's admins of published days with a long silence, some days before they
 * play.
 */
export async function notifySilence(
  tx: Tx,
  companyId: number,
  { country }: PublishSettings,
  { name, days }: PlannedGroup,
): Promise<void> {
  const silent = days.filter((day) => day.silent > silenceToNotify);
  const [first] = silent;
  if (!first) return;
  const { counted } = figuresOf(country);
  const minutes = Math.round(first.silent / 60);
  await notifyNationalAdmins(tx, companyId, {
    kind: "WARN",
    title: `${name}: ${counted(minutes, "minute")} without music on ${showDate(first.day)}`,
    detail: `${silent.length > 1 ? `So are ${counted(silent.length - 1, "other day")}. ` : ""}Add songs to its charts or change its rule, then publish the day again.`,
  });
}

/**
 * Notifies the company's admins of unbreakable rules that days give up: of a day that is new, those
 * of stores' own logs; of a day that follows a change, those that it did not give up before. Who
 * has not read of such a change to the group gets no second notice: each day is made again alone.
 */
export async function notifyBreaks(
  tx: Tx,
  companyId: number,
  settings: PublishSettings,
  group: PlannedGroup,
): Promise<void> {
  const newDays = group.days.filter(({ work }) => work === "publish");
  const followed = group.days.filter(({ work }) => work === "follow");
  const ofNew = worstStores(settings, group.name, newDays);
  if (ofNew) await notifyNationalAdmins(tx, companyId, ofNew);
  const ofChange = worstChange(settings, group.name, followed);
  const notice = ofChange ?? worstStores(settings, group.name, followed);
  if (!notice) return;
  const item = { kind: "rule breaks", id: group.groupId ?? 0, companyId };
  await notifyNationalAdmins(tx, companyId, { ...notice, item }, { unlessUnread: true });
}

type Days = PlannedGroup["days"];

/** Says on which followed day most songs newly give up an unbreakable rule. */
function worstChange({ country }: PublishSettings, name: string, days: Days): Notice | undefined {
  const broken = days
    .filter(({ newBreaks }) => newBreaks > 0)
    .sort((one, other) => other.newBreaks - one.newBreaks);
  const [worst] = broken;
  if (!worst) return undefined;
  const { counted } = figuresOf(country);
  const others = broken.length - 1;
  return {
    kind: "WARN",
    title: `${name}: ${counted(worst.newBreaks, "new rule break")} on ${showDate(worst.day)}`,
    detail: `It was published again after a change and breaks more unbreakable rules than before${others > 0 ? `, as ${others === 1 ? "does" : "do"} ${counted(others, "other day")}` : ""}. Add songs to its charts or change its rule, then publish the day again.`,
  };
}

/** Says on which day, and in which stores, logs give up most unbreakable rules. */
function worstStores({ country }: PublishSettings, name: string, days: Days): Notice | undefined {
  const broken = days.flatMap(({ day, openStores, storeBreaks }) =>
    storeBreaks.flatMap((one) =>
      one.causes.some(({ givenUp }) => givenUp > 0) ? [{ ...one, day, openStores }] : [],
    ),
  );
  const worst = broken.reduce<(typeof broken)[number] | undefined>(
    (most, one) => (most && most.breaks >= one.breaks ? most : one),
    undefined,
  );
  if (!worst) return undefined;
  const { counted, figure } = figuresOf(country);
  const licence =
    worst.licensed < worst.songs
      ? `, ${counted(worst.licensed, "song")} licensed in ${worst.country}`
      : "";
  return {
    kind: "WARN",
    title: `${name}: ${counted(worst.breaks, "rule break")} in ${figure(worst.stores.length)} of ${counted(worst.openStores, "store")} on ${showDate(worst.day)}`,
    detail: `${worst.stores
      .map(({ storeName }) => storeName)
      .slice(0, 5)
      .join(
        ", ",
      )}${licence}. Add songs licensed there to its charts or change its rule, then publish the day again.`,
  };
}
