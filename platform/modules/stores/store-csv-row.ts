import { z } from "zod";
import * as field from "#contract/base/fields";
import { recordOf } from "#contract/base/records";
import { storeCsvDays } from "#contract/stores/csv-columns";
import { minutesOf } from "#contract/stores/words";
import {
  cell,
  clockOfCell,
  dateCell,
  importMessages,
  plainNumber,
  readPhoneCell,
  statusCell,
} from "../imports/index.ts";

/** Opens and closes in minutes since local midnight, above 1440 past midnight. */
export type Hours = [opens: number, closes: number] | "closed";

const title = field.title.nullish();
const phoneNumber = field.phone.nullish();
const upTo100 = "Enter a number from 0 to 100.";

/** 09:00-21:00, closed, or past midnight 18:00-02:00. */
const hours = cell
  .transform((text, context): Hours => {
    if (/^closed$/i.test(text)) return "closed";
    const [opens, closes] = text.split(/[-–]/).map((clock) => clockOfCell(clock.trim()));
    if (
      opens === undefined ||
      closes === undefined ||
      opens === "24:00" ||
      text.split(/[-–]/).length !== 2
    ) {
      context.addIssue({
        code: "custom",
        message: "Enter hours, for example 09:00-21:00, or closed.",
      });
      return z.NEVER;
    }
    return [minutesOf(opens), minutesOf(closes) + (closes <= opens ? 1440 : 0)];
  })
  .nullish();

/**
 * A row of the stores' file; see cell-schemas.ts for null and undefined. The fields are those of
 * the form.
 */
export const StoreCsvRow = z.object({
  storeCode: field.storeCode,
  storeName: field.storeName.nullish(),
  region: title,
  zone: title,
  group: title,
  status: statusCell,
  timeZone: field.timeZone.nullish(),
  addressLine: title,
  city: title,
  state: title,
  country: title,
  postalCode: field.postalCode.nullish(),
  contactName: field.contactName.nullish(),
  phoneCountryCode: cell
    .transform((text) => text.replace(/^\+/, ""))
    .pipe(field.phoneCountryCode)
    .nullish(),
  phone: cell.nullish(),
  email: field.email.nullish(),
  volume: cell
    .transform(plainNumber)
    .pipe(z.string().regex(/^\d{1,3}$/, upTo100))
    .transform(Number)
    .refine((volume) => volume <= 100, upTo100)
    .nullish(),
  ...recordOf(storeCsvDays, () => hours),
  licenceName: title,
  licenceNumber: title,
  licenceFrom: dateCell,
  licenceTo: dateCell,
});
export type StoreCsvRow = z.output<typeof StoreCsvRow>;

/** A country code before the number counts; one in its own column must be the same. */
export function readPhone({
  phone,
  phoneCountryCode,
}: Pick<Partial<StoreCsvRow>, "phone" | "phoneCountryCode">) {
  if (phone == null) return { phone, phoneCountryCode, error: undefined };
  const { code, number } = readPhoneCell(phone);
  return {
    phoneCountryCode: code ?? phoneCountryCode,
    phone: number,
    error:
      code !== undefined && phoneCountryCode && code !== phoneCountryCode
        ? importMessages.phoneCode(code)
        : phoneNumber.safeParse(number).error?.issues[0]?.message,
  };
}
