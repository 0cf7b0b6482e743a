import { messages } from "#contract/base/messages";
import { storeCsvColumns, storeCsvDays, storeCsvFacts } from "#contract/stores/csv-columns";
import { toSessionCaller } from "../../access/account-writer.ts";
import { isNational, type Scope } from "../../access/scope.ts";
import {
  askForZeros,
  type CellErrors,
  type Importer,
  importMessages,
  type ReadRow,
} from "../imports/index.ts";
import { advanceOnboarding } from "../users/index.ts";
import { applyStoreRows, lockAndRecheckStores } from "./apply-stores.queries.ts";
import {
  additionOf,
  changeOf,
  describeAddition,
  type JudgedStore,
  type Member,
  members,
  usualHours,
  usualWeek,
  type Values,
  wordsOfPath,
} from "./stage-store.ts";
import { readPhone, StoreCsvRow } from "./store-csv-row.ts";
import { type StoreFileNames, storeFileNames } from "./store-file-names.ts";
import {
  type FoundStore,
  findStoresByCode,
  findUsual,
  findZeroCodes,
  type Week,
} from "./store-import.queries.ts";

type Errors = CellErrors<StoreCsvRow>;

type ImportContext = {
  scope: Scope;
  usual: Awaited<ReturnType<typeof findUsual>>;
  names: StoreFileNames;
  /** Codes of zeros and digits, by their digits without the zeros. */
  zeroCodes: ReadonlyMap<string, string>;
};
type Row = Partial<StoreCsvRow>;

const keyOf = ({ storeCode }: Row) => storeCode?.toLowerCase();

/** The stores' file: a row whose code is there changes that store, any other adds one. */
export const storeImporter: Importer<StoreCsvRow> = {
  kind: "stores",
  table: "store",
  columns: storeCsvColumns,
  ignored: storeCsvFacts,
  row: StoreCsvRow,
  partOfRow: StoreCsvRow.partial(),
  keyOf,
  keyName: "store code",
  judging() {
    const names = storeFileNames();
    let usual: ImportContext["usual"] | undefined;
    let zeroCodes: ImportContext["zeroCodes"] | undefined;
    return async (scope, db, rows) => {
      usual ??= await findUsual(scope, db);
      zeroCodes ??= new Map(
        (await findZeroCodes(scope, db)).map((code) => [code.replace(/^0+/, ""), code]),
      );
      const context = { scope, usual, names, zeroCodes };
      const codes = rows.flatMap(({ values }) => keyOf(values) ?? []);
      const stores = await findStoresByCode(scope, db, codes);
      const byCode = new Map(stores.map((store) => [store.key, store]));
      const values = rows.map((row) => row.values);
      await names.read(scope, db, values, [usual.country, ...stores.map(({ country }) => country)]);
      return rows.map((row) => judgeRow(row, byCode.get(keyOf(row.values) ?? ""), context));
    };
  },
  describe: describeAddition,
  lockAndRecheck: lockAndRecheckStores,
  apply: applyStoreRows,
  async applied(tx, { caller }, added) {
    const session = toSessionCaller(caller);
    if (added > 0 && session && isNational(session)) await advanceOnboarding(session, tx, 3, 4);
  },
  uniqueKey: "store_code_unique",
};

function judgeRow(
  { values: row, errors: cellErrors }: ReadRow<StoreCsvRow>,
  store: FoundStore | undefined,
  context: ImportContext,
): JudgedStore {
  const errors: Errors = { ...cellErrors };
  if (store && !store.isMine)
    return { outcome: "refused", errors: { ...errors, storeCode: messages.notFound } };
  const values = storeRowValues(row, errors);
  const isNew = row.storeCode !== undefined && !store; // a wrong code decides neither
  const zeroCode = isNew ? context.zeroCodes.get(row.storeCode ?? "") : undefined;
  if (zeroCode !== undefined) errors.storeCode ??= importMessages.zeros(zeroCode);
  for (const member of members) {
    const question = askForZeros(store?.[member], values[member]);
    if (question !== undefined) errors[member] ??= question;
  }
  if (isNew)
    for (const member of ["storeName", "city"] as const)
      if (values[member] == null) errors[member] ??= messages.required;
  readPlace(values, store ?? context.usual, context.names, errors);
  const result = (member: Exclude<Member, "status" | "volume">) =>
    member in values ? values[member] : store?.[member];
  if (result("phone") && result("phone") !== store?.phone && !result("phoneCountryCode"))
    values.phoneCountryCode = "91"; // UI-6
  const from = result("licenceFrom");
  const to = result("licenceTo");
  if (from && to && to < from && !errors.licenceFrom && !errors.licenceTo)
    errors.licenceTo = messages.licenceEndsFirst;
  const path = readPath(row, store, context, errors);
  const hours = readHours(row, store, errors);
  if (row.storeCode === undefined || Object.keys(errors).length > 0)
    return { outcome: "refused", errors };
  return store
    ? changeOf(store, values, path, hours)
    : additionOf(row.storeCode, { ...context.usual, ...values }, path, hours);
}

/** Reads the row's values; null for values that it clears. */
function storeRowValues(row: Row, errors: Errors): Values {
  const { error, ...phone } = readPhone(row);
  if (error !== undefined) errors.phone ??= error;
  const rowValues = { ...row, ...phone };
  const values: Values = {};
  for (const member of members)
    if (rowValues[member] !== undefined) values[member] = rowValues[member];
  return values;
}

/**
 * Gives country and state to store; a state must be one of its country if those are known.
 */
function readPlace(
  values: Values,
  now: { country: string; state?: string | null },
  names: StoreFileNames,
  errors: Errors,
): void {
  if (typeof values.country === "string") {
    const country = names.countryOf(values.country);
    if (country) values.country = country;
    else errors.country ??= names.unknownCountry(values.country);
  }
  if (typeof values.state !== "string" || values.state === now.state || errors.country) return;
  const country = String(values.country ?? now.country);
  const state = names.stateOf(country, values.state);
  if (state) values.state = state;
  else if (names.hasStates(country)) errors.state ??= names.unknownState(country, values.state);
}

/**
 * The group that the row names by its path. Undefined where it names none: a store stays in its
 * group, since without one it falls silent.
 */
function readPath(
  row: Row,
  store: FoundStore | undefined,
  { scope, names }: ImportContext,
  errors: Errors,
) {
  const { region, zone, group } = row;
  if (group == null) {
    const isNamed = region != null || zone != null;
    const isNew = row.storeCode !== undefined && !store;
    // they would lose sight of it
    if (isNamed || (isNew && scope.reach !== "company")) errors.group ??= messages.required;
    return undefined;
  }
  const own = names
    .groupsOf(row)
    .filter(({ isMine, groupId }) => isMine || groupId === store?.groupId);
  const [one] = own;
  if (!one) Object.assign(errors, names.unknownPath(row));
  else if (own.length > 1)
    errors.group = `There are several groups “${group}”. Enter the region and zone too.`;
  return one && { ...one, words: wordsOfPath(one) };
}

/** The weekdays that the row gives hours of, and for a new store all of them. */
function readHours(row: Row, store: FoundStore | undefined, errors: Errors): Week {
  const weekHours: Week = {};
  for (const [weekday, day] of storeCsvDays.entries()) {
    const hours = row[day];
    if (hours != null) weekHours[weekday] = hours;
  }
  if (!store && Object.keys(weekHours).length === 0) return usualWeek;
  if (!store) for (const weekday in usualWeek) weekHours[weekday] ??= usualHours;
  const isOpenSomeDay = (week: Week | undefined) =>
    Object.values(week ?? {}).some((hours) => hours !== "closed");
  const isAllRight = storeCsvDays.every((day) => errors[day] === undefined);
  if (
    isAllRight &&
    Object.keys(weekHours).length > 0 &&
    !isOpenSomeDay(weekHours) &&
    !isOpenSomeDay({ ...store?.week, ...weekHours })
  )
    errors.mon = "A store must be open on at least one day of the week.";
  return weekHours;
}
