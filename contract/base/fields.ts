import { z } from "zod";
import { isValidGstNo } from "../billing/tax-rules.ts";
import { cleanLine, printable } from "./clean-line.ts";
import { messages } from "./messages.ts";
import { amountPattern } from "./money.ts";
import { statuses } from "./status.ts";
import { timeZones } from "./time-zones.ts";

/**
 * Field rules of spec section 5, one schema a field, used by page and API alike. A description says
 * the rule in the words of a form's hint (app/ui/field.tsx) and of the OpenAPI document.
 */

/** Text of one line, see cleanLine. */
export const line = z.string().overwrite(cleanLine);

const required = (max: number) =>
  line.min(1, messages.required).max(max, `At most ${max} characters are allowed.`);

export const id = z.number().int().positive();
/** The version of an item that a form was loaded with; without it a save asks nothing. */
export const version = z.number().int().positive().max(2_147_483_647);
/**
 * Limits dates to what calendars can handle with a day to spare: the database has no year 0000,
 * and 9999 has no next year of four digits.
 */
export const isoDate = z.iso
  .date({ error: "Enter a date, for example 2026-11-20.", abort: true })
  .refine((date) => date >= "1900-01-01" && date < "2200-01-01", "Enter a date from 1900 to 2199.");

export const password = z
  .string()
  .regex(/^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])(?=.*[!*@#$%^&+=?_-])\S{8,20}$/, messages.password);

/**
 * A new user's name. ASCII only: letters of other scripts look like those of "client.admin", and a
 * line of dots looks like nothing (Unicode TR 39).
 */
export const username = required(100)
  .regex(/^(?=.*[A-Za-z0-9])[!-~]+$/, {
    error: ({ input }) => (/\s/.test(String(input)) ? messages.username : messages.usernameSigns),
  })
  .describe("Letters from A to Z, digits and signs such as . _ - and @, no spaces.");

/**
 * The spec's "standard pattern": the one HTML uses for input type=email, at least one dot in the
 * domain.
 */
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;
export const email = required(254).regex(emailPattern, messages.email);
export const commEmail = required(254).regex(emailPattern, messages.commEmail);

/** Rupees as people type them; stored in paise (contract/base/money.ts). */
export const billingRate = line.regex(amountPattern, messages.billingRate);

/**
 * Codes are ASCII: people type them at tills and in CSVs on any keyboard, the
 * database ignores their case, and letters of other scripts look like these. Round
 * brackets are outside the class, so that browsers can read it too (they use patterns with the v
 * flag).
 */
const codePattern = /^(?:[\w\-.]|\(|\))+$/;
/**
 * The code of a company, which forms call companyId as the spec does. Elsewhere companyId is the
 * row's id, and the code companyCode.
 */
export const companyId = required(50)
  .regex(codePattern, messages.code)
  .describe("Letters, digits and ( ) - . _");
export const storeCode = companyId;

/**
 * Names of people and stores: letters and digits of any script, each with the marks that combine
 * with it (José, ऋषि). Joiners, which scripts of India use, are allowed only after a mark:
 * elsewhere nobody sees them. The spec's set has no space, yet stores have names of several words
 * (docs/decisions/input.md).
 */
export const storeName = required(100)
  .regex(/^(?:[\p{L}\p{Nd}](?:\p{M}[\u200c\u200d]?)*|[_\-. ]|\(|\))+$/u, messages.code)
  .describe("Letters, digits, spaces and ( ) - . _");
/** The username of a company's first admin, and ASCII like all usernames. */
export const companyAdminUserId = required(100)
  .regex(/^(?:[\w\-.@]|\(|\))+$/, messages.code)
  .describe("Letters, digits and ( ) - . _ @");

export const firstName = required(60)
  .regex(/^(?:[\p{L}\p{Nd}](?:\p{M}[\u200c\u200d]?)*|[_.])+$/u, messages.personName)
  .describe(messages.personName);
export const lastName = firstName;
export const name = required(100)
  .regex(/^(?:[\p{L}\p{Nd}](?:\p{M}[\u200c\u200d]?)*|[_. ])+$/u, messages.fullName)
  .describe(messages.fullName);
/** A name of a company, a region, a chart: any printable text. */
export const title = required(100).regex(printable, messages.printable);
/**
 * The name of a person for whom the spec has no field: a contact or a signatory. No set of signs
 * holds all names (O'Brien, Anne-Marie, D’Souza, J. R. R. Tolkien).
 */
export const contactName = title;
/** The random part of a public link. */
export const linkToken = z
  .string()
  .max(64)
  .regex(/^[\w-]+$/);
export const status = z.enum(statuses);
/** Part of a name or code that a list is searched for. */
export const search = line.max(100).regex(printable, messages.printable);

/** Fifteen characters: a known state, PAN, entity, Z, and a check character (isValidGstNo). */
export const gstNo = line
  .toUpperCase()
  .regex(/^\d{2}[A-Za-z]{5}\d{4}[A-Za-z][1-9A-Za-z][Zz][0-9A-Za-z]$/, {
    error: messages.gstNo,
    abort: true,
  })
  .refine(isValidGstNo, messages.gstNo);
export const panNo = line.toUpperCase().regex(/^[A-Za-z]{5}\d{4}[A-Za-z]$/, messages.panNo);
export const companyWebsite = line
  .max(200, messages.companyWebsite)
  .regex(printable, messages.printable)
  .regex(
    /^(https?:\/\/)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(:\d{1,5})?([/?#]\S*)?$/i,
    messages.companyWebsite,
  );

export const phone = line.regex(/^\d{6,14}$/, "Enter 6 to 14 digits.");
export const phoneCountryCode = line.regex(/^\d{1,4}$/, "Enter a country code, for example 91.");
/** ISO 3166-1 alpha-2, as GET country lists them. */
export const country = line
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, "Choose a country.")
  .default("IN");
export const postalCode = line.regex(/^[A-Za-z0-9 -]{3,12}$/, "Enter a postal code.");

/** Minutes since midnight from HH:mm; 24:00 is allowed as an end. */
export const clock = line.regex(
  /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/,
  "Enter a time, for example 09:30.",
);

const knownZones = new Set(timeZones);
/**
 * A zone by its place, or one of our list: names such as ECT or US/Pacific-New are known to this
 * runtime, but not to the database.
 */
export const timeZone = line.refine(
  (zone) => knownZones.has(zone) || isZoneOfPlace(zone),
  "This is not a known time zone.",
);

function isZoneOfPlace(zone: string): boolean {
  if (
    !/^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/\w/.test(
      zone,
    )
  )
    return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** Days of the week in their order, each once; 0 is Sunday. */
export const weekdays = z
  .array(z.number().int().min(0).max(6))
  .min(1, "Choose at least one day.")
  .max(7, "A week has seven days.")
  .overwrite((days) => [...new Set(days)].sort((a, b) => a - b));
