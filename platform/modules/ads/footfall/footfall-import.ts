import { z } from "zod";
import { FootfallRow } from "#contract/ads/footfall";
import { footfallColumns } from "#contract/ads/footfall-columns";
import { messages } from "#contract/base/messages";
import { numberFrom } from "#contract/base/reading";
import {
  type CellErrors,
  cell,
  clockOfCell,
  dateCell,
  type Importer,
  type JudgedRow,
  plainNumber,
  type ReadRow,
} from "../../imports/index.ts";
import {
  applyFootfall,
  type CountingStore,
  findFootfall,
  findStoresByCode,
  lockAndRecheckFootfall,
  type StoredFootfall,
} from "./footfall.queries.ts";
import { auditFootfall, findWrongTime, keyOfHour } from "./footfall.service.ts";

const hourText = "Enter an hour from 0 to 23, for example 9 or 09:00.";
/** Reads 9, 09:00 or 9 AM; refuses a time within an hour. */
const hourCell = cell.transform((text, context) => {
  const [, hours] = /^(\d{1,2}):00$/.exec(clockOfCell(text) ?? `${text}:00`) ?? [];
  if (hours !== undefined && Number(hours) < 24) return Number(hours);
  context.addIssue({ code: "custom", message: hourText });
  return z.NEVER;
});

const FootfallCsvRow = z.object({
  storeCode: FootfallRow.shape.storeCode,
  date: dateCell.pipe(FootfallRow.shape.date),
  hour: hourCell,
  visitors: cell
    .transform((text) => numberFrom(plainNumber(text)))
    .pipe(FootfallRow.shape.visitors),
});
type Row = z.output<typeof FootfallCsvRow>;

const keyOfStored = ({ storeId, day, hour }: Omit<StoredFootfall, "visitors">): string =>
  `${storeId} ${day} ${hour}`;

/** The footfall file: each row sets the visitors to a store in an hour. */
export const footfallImporter: Importer<Row> = {
  kind: "footfall",
  table: null,
  columns: footfallColumns,
  ignored: ["Store"],
  row: FootfallCsvRow,
  partOfRow: FootfallCsvRow.partial(),
  keyOf: ({ storeCode, date, hour }) =>
    storeCode === undefined || date === undefined || hour === undefined
      ? undefined
      : keyOfHour({ storeCode, date, hour }),
  keyName: "store code, date and hour",
  judging({ now }) {
    return async (scope, db, rows) => {
      const codes = rows.flatMap(({ values }) => values.storeCode ?? []);
      const stores = await findStoresByCode(scope, db, codes);
      const hours = rows.flatMap(({ values: { storeCode, date: day, hour } }) => {
        const storeId = stores.get(storeCode?.toLowerCase() ?? "")?.id;
        return storeId && day && hour !== undefined ? { storeId, day, hour } : [];
      });
      const stored = await findFootfall(scope, db, hours);
      const visitors = new Map(
        stored.map(({ visitors, ...hour }) => [keyOfStored(hour), visitors]),
      );
      return rows.map((row) => judgeRow(row, { stores, stored: visitors, now }));
    };
  },
  describe: () => ({}),
  lockAndRecheck: lockAndRecheckFootfall,
  async apply(scope, tx, call, slice) {
    const applied = await applyFootfall(scope, tx, slice);
    if (applied.rows > 0) await auditFootfall(tx, { ...call, scope }, applied);
  },
  uniqueKey: "footfall_company_id_store_id_day_hour_pk",
};

type JudgeContext = {
  /** By their codes in lower case. */
  stores: ReadonlyMap<string, CountingStore>;
  /** Visitors by `keyOfStored`. */
  stored: ReadonlyMap<string, number>;
  now: Date;
};

function judgeRow(
  { values, errors: cellErrors }: ReadRow<Row>,
  { stores, stored, now }: JudgeContext,
): JudgedRow<Row> {
  const errors: CellErrors<Row> = { ...cellErrors };
  const { storeCode, date: day, hour, visitors } = values;
  const store = stores.get(storeCode?.toLowerCase() ?? "");
  if (storeCode !== undefined && !store) errors.storeCode ??= messages.notFound;
  if (store) Object.assign(errors, findWrongTime(values, store, now));
  if (
    Object.keys(errors).length > 0 ||
    !store ||
    day === undefined ||
    hour === undefined ||
    visitors === undefined
  )
    return { outcome: "refused", errors };
  const storeId = store.id;
  const was = stored.get(keyOfStored({ storeId, day, hour })) ?? null;
  const value = { storeId, day, hour, visitors, was };
  if (was === null) return { outcome: "add", value, notes: [] };
  return was === visitors
    ? { outcome: "same", notes: [] }
    : { outcome: "change", value, notes: [`Visitors: ${was} becomes ${visitors}`] };
}
