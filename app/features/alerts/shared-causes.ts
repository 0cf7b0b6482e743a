import type { WallRow } from "#contract/alerts/wall";
import { type AlertKind, alertCauseLabels, alertKindWords } from "#contract/alerts/words";
import { showInstant } from "#contract/base/dates";
import { elementAt } from "#contract/base/element-at";
import type { Figures } from "#contract/base/figures";
import { groupBy } from "#contract/base/group-by";
import { wallTexts } from "./texts";

type Alert = Pick<
  WallRow,
  "kind" | "companyId" | "companyName" | "city" | "beganAt" | "timeZone" | "cause" | "note"
>;
/** A part of the wall: its heading, what is known about the cause, and its number of rows. */
export type WallSection = { label: string; note: string | null; rows: number };
type Group<A> = { alerts: A[]; label: string; note: string | null };

/** As many alerts that begin within these minutes share a cause. */
const fewestTogether = 3;
const minutesTogether = 10;

/**
 * Orders alerts by shared cause: calls for help, then alerts with the same cause and note, and
 * faults that began together, each group where its first alert was, then all others. There are no
 * sections if no cause is shared.
 */
export function groupByCause<A extends Alert>(
  alerts: readonly A[],
  figures: Pick<Figures, "counted" | "figure">,
): { alerts: readonly A[]; sections: WallSection[] } {
  const faults = alerts.filter(({ kind }) => kind !== "help");
  const noted = groupByNote(faults);
  const inNoted = new Set(noted.flatMap((group) => group.alerts));
  const together = groupByBeginning(
    faults.filter((one) => !inNoted.has(one)),
    figures,
  );
  const placeOf = ({ alerts: [first] }: Group<A>) => (first ? faults.indexOf(first) : 0);
  const shared = [...noted, ...together].sort((one, other) => placeOf(one) - placeOf(other));
  if (shared.length === 0) return { alerts, sections: [] };
  const inShared = new Set(shared.flatMap((group) => group.alerts));
  const groups = [
    {
      alerts: alerts.filter(({ kind }) => kind === "help"),
      label: alertKindWords.help,
      note: null,
    },
    ...shared,
    { alerts: faults.filter((one) => !inShared.has(one)), label: wallTexts.ownCause, note: null },
  ].filter((group) => group.alerts.length > 0);
  return {
    alerts: groups.flatMap((group) => group.alerts),
    sections: groups.map(({ label, note, alerts }) => ({ label, note, rows: alerts.length })),
  };
}

/** Groups alerts to which people noted the same cause in the same words. */
const groupByNote = <A extends Alert>(faults: readonly A[]): Group<A>[] =>
  [...groupBy(faults, ({ cause, note }) => `${cause} ${note}`).values()].flatMap((alerts) => {
    const { cause, note } = elementAt(alerts, 0);
    return cause && note && alerts.length > 1
      ? [{ alerts, label: alertCauseLabels[cause], note }]
      : [];
  });

/** Groups faults of a kind that began together where stores share what may have failed. */
const groupByBeginning = <A extends Alert>(
  faults: readonly A[],
  { counted, figure }: Pick<Figures, "counted" | "figure">,
): Group<A>[] =>
  [...groupBy(faults, (fault) => `${fault.kind} ${sharedBy(fault)}`).values()].flatMap((alike) => {
    const where = sharedBy(elementAt(alike, 0));
    if (!where) return [];
    return splitByBeginning(alike).map((alerts) => {
      const { kind, timeZone, beganAt } = elementAt(alerts, 0);
      const from = showInstant(new Date(beganAt), timeZone);
      const stores = counted(alerts.length, "store");
      return {
        alerts,
        label: wallTexts.together(alertKindWords[kind], where),
        note: wallTexts.within(stores, `${figure(minutesTogether)} min`, from),
      };
    });
  });

/** A city shares lines and power, a company its player and its playlists. */
const sharing: Partial<Record<AlertKind, "city" | "companyName">> = {
  offline: "city",
  silent: "companyName",
  "log-ending": "companyName",
};
const sharedBy = (alert: Alert) => {
  const by = sharing[alert.kind];
  return by && alert[by];
};

/** Splits alerts so that each part began within `minutesTogether`; leaves out small parts. */
function splitByBeginning<A extends Alert>(alerts: readonly A[]): A[][] {
  const parts: A[][] = [];
  const beginning = ({ beganAt }: A) => Date.parse(beganAt);
  for (const alert of [...alerts].sort((one, other) => beginning(one) - beginning(other))) {
    const [first] = parts.at(-1) ?? [];
    if (first && beginning(alert) - beginning(first) <= minutesTogether * 60_000)
      parts.at(-1)?.push(alert);
    else parts.push([alert]);
  }
  return parts.filter(({ length }) => length >= fewestTogether);
}
