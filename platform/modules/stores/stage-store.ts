import { locationPath } from "#contract/base/location-path";
import { memberNames } from "#contract/base/records";
import { storeCsvColumns, storeCsvDays } from "#contract/stores/csv-columns";
import { clockOf } from "#contract/stores/words";
import type { JudgedRow } from "../imports/index.ts";
import type { Hours, StoreCsvRow } from "./store-csv-row.ts";
import type { WeekDay } from "./store-hours.queries.ts";
import type { FoundGroup, FoundStore, StagedStore, Week } from "./store-import.queries.ts";

/** Members that are kept as they come, with their columns. */
const columns = {
  storeName: "name",
  status: "status",
  timeZone: "time_zone",
  city: "city",
  country: "country",
  volume: "volume",
  addressLine: "address_line",
  state: "state",
  postalCode: "postal_code",
  contactName: "contact_name",
  email: "email",
  phoneCountryCode: "phone_country_code",
  phone: "phone",
  licenceName: "licence_name",
  licenceNumber: "licence_number",
  licenceFrom: "licence_from",
  licenceTo: "licence_to",
} as const;
export type Member = keyof typeof columns;
export const members = memberNames(columns);
const ends: Member[] = ["licenceFrom", "licenceTo"];
export type Values = Partial<Record<Member, string | number | null>>;

const headings = new Map<string, string>(
  storeCsvColumns.map(({ member, heading }) => [member, heading]),
);
/** Opens a new store whose row gives no hours, as the form begins with: all days the same. */
export const usualHours: Hours = [600, 1320];
export const usualWeek: Week = Object.fromEntries(
  storeCsvDays.map((_, weekday) => [weekday, usualHours]),
);
type Path = Pick<FoundGroup, "regionId" | "zoneId" | "groupId"> & { words: string };

export type JudgedStore = JudgedRow<StoreCsvRow>;

export const wordsOfPath = ({
  regionName,
  zoneName,
  groupName,
}: Pick<FoundStore, "regionName" | "zoneName" | "groupName">) =>
  locationPath(regionName, zoneName, groupName);

export function additionOf(
  storeCode: string,
  values: Values,
  path: Path | undefined,
  hours: Week,
): JudgedStore {
  const groupId = path?.groupId ?? null;
  const set = {
    code: storeCode,
    ...columnsOf(values),
    region_id: path?.regionId ?? null,
    zone_id: path?.zoneId ?? null,
    group_id: groupId,
  };
  const week = hours === usualWeek ? usualFormWeek : formWeek(hours);
  const value: StagedStore = { set, hours, after: { storeCode, ...values, groupId, week } };
  return { outcome: "add", value, notes: [] };
}

export function describeAddition(value: object): Partial<Record<string, string>> {
  const { after, hours = {} } = value as StagedStore;
  const words: Partial<Record<string, string>> = {};
  for (const member of members) {
    const text = (after as Values)[member];
    if (text != null) words[member] = String(text);
  }
  for (const [weekday, day] of storeCsvDays.entries()) {
    const dayHours = hours[weekday];
    if (dayHours) words[day] = wordsOfHours(dayHours);
  }
  return words;
}

export function changeOf(
  store: FoundStore,
  values: Values,
  path: Path | undefined,
  weekHours: Week,
): JudgedStore {
  const changed = members.filter((member) => member in values && values[member] !== store[member]);
  const pick = (from: Values) =>
    Object.fromEntries(changed.map((member) => [member, from[member] ?? null])) as Values;
  const was = pick(store);
  const set = pick(values);
  const hours = Object.fromEntries(
    Object.entries(weekHours).filter(
      ([day, hours]) => wordsOfHours(hours) !== wordsOfHours(store.week[day] ?? "closed"),
    ),
  );
  // the ends of a licence are in order only together
  const licence = changed.some((member) => ends.includes(member))
    ? Object.fromEntries(ends.map((end) => [end, store[end]]))
    : {};
  const isMoved = path !== undefined && path.groupId !== store.groupId;
  const isOpenedOtherwise = Object.keys(hours).length > 0;
  if (changed.length === 0 && !isMoved && !isOpenedOtherwise) return { outcome: "same", notes: [] };
  const value: StagedStore = {
    id: store.id,
    set: {
      ...columnsOf(set),
      ...(isMoved && { region_id: path.regionId, zone_id: path.zoneId, group_id: path.groupId }),
    },
    was: {
      ...columnsOf({ ...licence, ...was }),
      ...(isMoved && { region_id: store.regionId, zone_id: store.zoneId, group_id: store.groupId }),
    },
    ...(isOpenedOtherwise && { hours, wasHours: store.week }),
    before: {
      ...was,
      ...(isMoved && { groupId: store.groupId }),
      ...(isOpenedOtherwise && { week: formWeek(store.week) }),
    },
    after: {
      ...set,
      ...(isMoved && { groupId: path.groupId }),
      ...(isOpenedOtherwise && { week: formWeek({ ...store.week, ...hours }) }),
    },
  };
  const notes = changed.map((member) => becomes(member, was[member], set[member]));
  if (isMoved) notes.unshift(becomes("group", wordsOfPath(store), path.words));
  for (const [day, hours] of Object.entries(value.hours ?? {}))
    notes.push(
      becomes(
        storeCsvDays[Number(day)] ?? "",
        wordsOfHours(store.week[day] ?? "closed"),
        wordsOfHours(hours),
      ),
    );
  return { outcome: "change", value, notes };
}

const becomes = (member: string, from: unknown, to: unknown) =>
  `${headings.get(member)}: ${from || "empty"} → ${to || "empty"}`;

function columnsOf(values: Values): Record<string, string | number | null | undefined> {
  const set: ReturnType<typeof columnsOf> = {};
  for (const member of members) if (member in values) set[columns[member]] = values[member];
  return set;
}

const wordsOfHours = (hours: Hours) =>
  hours === "closed" ? hours : `${clockOf(hours[0])}-${clockOf(hours[1])}`;

/**
 * The week as in the store's form: a save of an older form finds the file's change by the field
 * in the audit row (see refuseOutdated).
 */
const formWeek = (week: Week): WeekDay[] =>
  storeCsvDays.flatMap((_, weekday) => {
    const hours = week[weekday] ?? "closed";
    return hours === "closed" ? [] : [{ weekday, opens: hours[0], closes: hours[1] }];
  });
const usualFormWeek = formWeek(usualWeek);
