import { z } from "zod";
import * as field from "../base/fields.ts";
import { idOf } from "../base/identifiers.ts";
import { messages } from "../base/messages.ts";
import { minutesOf, mostExceptions } from "./words.ts";

/** The fields of a store, in the sections of its pages and of PUT. */

const place = {
  storeCode: field.storeCode,
  storeName: field.storeName,
  groupId: idOf("group").optional(),
  timeZone: field.timeZone,
  country: field.country,
  addressLine: field.title.optional(),
  city: field.title,
  state: field.title.optional(),
  postalCode: field.postalCode.optional(),
  contactName: field.contactName.optional(),
  email: field.email.optional(),
  phoneCountryCode: field.phoneCountryCode.optional(),
  phone: field.phone.optional(),
};

const times = {
  closed: z.boolean().optional(),
  opens: field.clock
    .refine((time) => time !== "24:00", "A day begins at 00:00. Enter 00:00 instead of 24:00.")
    .optional(),
  closes: field.clock.optional(),
  pastMidnight: z.boolean().optional(),
};
type Times = {
  closed?: boolean | undefined;
  opens?: string | undefined;
  closes?: string | undefined;
  pastMidnight?: boolean | undefined;
};

function checkTimes(
  { closed, opens, closes, pastMidnight }: Times,
  context: z.RefinementCtx,
): void {
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: "custom", path: [path], message });
  if (closed) return;
  if (opens === undefined) refuse("opens", messages.required);
  if (closes === undefined) refuse("closes", messages.required);
  if (opens === undefined || closes === undefined) return;
  if (!pastMidnight && closes <= opens)
    refuse(
      "closes",
      "Enter a closing time after the opening time, or mark that the store closes the next day.",
    );
  if (pastMidnight && closes > opens)
    refuse(
      "closes",
      "A store can be open for at most 24 hours. Enter a closing time before the opening time of the next day.",
    );
}

/**
 * Gives the minutes to store, or undefined for a closed day. Only for times that `checkTimes`
 * accepts.
 */
export const minutesFor = ({ closed, opens, closes, pastMidnight }: Times) =>
  closed || opens === undefined || closes === undefined
    ? undefined
    : { opens: minutesOf(opens), closes: minutesOf(closes) + (pastMidnight ? 1440 : 0) };

const weekLine = z
  .strictObject({ weekday: z.number().int().min(0).max(6), ...times })
  .superRefine(checkTimes);
const exceptionLine = z
  .strictObject({ day: field.isoDate, ...times, note: field.title.optional() })
  .superRefine(checkTimes);

const isOnce = (values: readonly (string | number)[]) => new Set(values).size === values.length;
const hours = {
  /** A weekday that is not named is closed. */
  week: z
    .array(weekLine)
    .max(7, "Enter at most seven days.")
    .refine((days) => isOnce(days.map(({ weekday }) => weekday)), "Enter each weekday once.")
    .refine(
      (days) => days.some(({ closed }) => !closed),
      "A store must be open on at least one day of the week.",
    ),
  /** Dates with hours of their own. */
  exceptions: z
    .array(exceptionLine)
    .max(mostExceptions, `A store can have at most ${mostExceptions} exceptions.`)
    .refine((dates) => isOnce(dates.map(({ day }) => day)), "Enter each date once.")
    .optional(),
};

export const deviceKinds = ["browser", "android", "other"] as const;
const device = { deviceKind: z.enum(deviceKinds).optional(), deviceSerial: field.title.optional() };

const sound = {
  volume: z
    .number({ error: "Enter a number from 0 to 100." })
    .int()
    .min(0)
    .max(100, "Enter a number from 0 to 100.")
    .default(60),
  licenceName: field.title.optional(),
  licenceNumber: field.title.optional(),
  licenceFrom: field.isoDate.optional(),
  licenceTo: field.isoDate.optional(),
};
const inOrder = <
  S extends z.ZodType<{ licenceFrom?: string | undefined; licenceTo?: string | undefined }>,
>(
  form: S,
): S =>
  form.refine(
    ({ licenceFrom, licenceTo }) => !licenceFrom || !licenceTo || licenceTo >= licenceFrom,
    {
      path: ["licenceTo"],
      message: messages.licenceEndsFirst,
    },
  );

export const PlaceSection = z.strictObject(place);
export const HoursSection = z.strictObject(hours);
export const DeviceSection = z.strictObject(device);
export const SoundSection = inOrder(z.strictObject(sound));
/** The device as a new store's form asks it: with the name of its player's user. */
export const DeviceStep = DeviceSection.extend({ username: field.username.optional() });

/** A store with its player's first user: username and password come together. */
export const StoreForm = inOrder(
  z.strictObject({
    ...place,
    ...hours,
    ...device,
    ...sound,
    username: field.username.optional(),
    password: field.password.optional(),
  }),
)
  .refine((form) => form.username === undefined || form.password !== undefined, {
    path: ["password"],
    message: messages.required,
  })
  .refine((form) => form.password === undefined || form.username !== undefined, {
    path: ["username"],
    message: messages.required,
  });
export type StoreForm = z.output<typeof StoreForm>;

const loadedVersion = { version: field.version.optional() };
/**
 * The sections as their forms send them, with the version of the store that they were loaded with.
 */
export const storeSections = {
  place: PlaceSection.extend(loadedVersion),
  hours: HoursSection.extend(loadedVersion),
  device: DeviceSection.extend(loadedVersion),
  sound: inOrder(z.strictObject({ ...sound, ...loadedVersion })),
};
export type StoreSection = keyof typeof storeSections;

const storeVersion = { id: field.id, ...loadedVersion };
/**
 * One section of a store, whole: an optional member that is absent clears its value (VAL-4).
 */
export const StoreChange = z.discriminatedUnion("section", [
  z.strictObject({ section: z.literal("place"), ...storeVersion, ...place }),
  z.strictObject({ section: z.literal("hours"), ...storeVersion, ...hours }),
  z.strictObject({ section: z.literal("device"), ...storeVersion, ...device }),
  inOrder(z.strictObject({ section: z.literal("sound"), ...storeVersion, ...sound })),
]);
export type StoreChange = z.output<typeof StoreChange>;

/** The player account for a store that has none yet. */
export const PlayerForm = z.strictObject({ username: field.username, password: field.password });
