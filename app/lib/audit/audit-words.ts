import {
  breakPositionWords,
  campaignPriorityWords,
  campaignStateWords,
  goalMeasureWords,
  spotKindWords,
} from "#contract/ads/words";
import { showDate, showLength } from "#contract/base/dates";
import type { Figures } from "#contract/base/figures";
import { parseAmount } from "#contract/base/money";
import { levelLabels, roleLabels, subRoleLabels } from "#contract/base/roles";
import { statusLabels } from "#contract/base/status";
import { taxStatusLabels } from "#contract/billing/tax-rules";
import {
  exportTermLabels,
  receiptMethodLabels,
  taxKindLabels,
  tdsSectionLabels,
} from "#contract/billing/words";
import { chartKindLabels } from "#contract/charts/words";
import { periodName } from "#contract/companies/words";
import { requestKindLabels, requestStateLabels } from "#contract/onboarding/words";
import { periodLabels } from "#contract/reports/periods";
import { frequencyLabels } from "#contract/reports/words";
import { ruleLabels } from "#contract/schedule/separation-words";
import {
  dayStateLabels,
  editLabels,
  eventModeLabels,
  publishedHowLabels,
  ruleLevelLabels,
} from "#contract/schedule/words";
import { clockOf, weekdayNames } from "#contract/stores/words";
import { areaLabels, tokenKindLabels } from "#contract/tokens/words";
import { webhookEventLabels } from "#contract/webhooks/words";
import { hoursWords, primeWords, weekdayWords } from "../stores/hours-words";
import { sizeInWords } from "../words/file-size";

type Words = Readonly<Record<string, string>> | ((value: string) => string);

const tokenScope = (scope: string) => {
  const [area = "", act] = scope.split(":");
  return `${look(areaLabels, area)}: ${act === "write" ? "change" : "read"}`;
};

/** Drops "Published", which the field's label says. */
const publishedHow = (how: string) =>
  how === "PERSON"
    ? "By a person"
    : capitalise(look(publishedHowLabels, how).replace(/^Published /, ""));

/**
 * The pages' words for values, by the field's name; if a field means several things, by the item's
 * kind and the field.
 */
const wordsOf: Record<string, Words> = {
  status: statusLabels,
  role: roleLabels,
  subRole: subRoleLabels,
  level: { ...levelLabels, ...ruleLevelLabels },
  exportTerms: exportTermLabels,
  method: receiptMethodLabels,
  tdsSection: tdsSectionLabels,
  taxKind: taxKindLabels,
  taxStatus: taxStatusLabels,
  billingPeriodMonths: (months) => periodName(Number(months)),
  frequency: frequencyLabels,
  period: periodLabels,
  events: webhookEventLabels,
  scopes: tokenScope,
  "campaign state": campaignStateWords,
  "campaign kind": spotKindWords,
  "campaign measure": goalMeasureWords,
  "campaign breakPosition": breakPositionWords,
  "campaign priority": campaignPriorityWords,
  "spot kind": spotKindWords,
  "request state": requestStateLabels,
  "request kind": requestKindLabels,
  "API token kind": tokenKindLabels,
  "chart kind": chartKindLabels,
  "event playlist mode": eventModeLabels,
  "master rule name": ruleLabels,
  "group playlist state": dayStateLabels,
  editedHow: editLabels,
  change: editLabels,
  publishedHow,
  command: { volume: "Volume", tone: "Test tone", restart: "Restart" },
};

const look = (labels: Readonly<Record<string, string>>, value: string) =>
  (Object.hasOwn(labels, value) ? labels[value] : undefined) ?? value;

/**
 * Gives the pages' word for a stored value ("campaign", "state", "DRAFT"): "Draft".
 * A value without a word stays as it is.
 */
export function auditWord(
  itemKind: string,
  field: string,
  value: unknown,
  figures: Figures,
): string {
  const key = [`${itemKind} ${field}`, field].find((name) => Object.hasOwn(wordsOf, name));
  const words = key && wordsOf[key];
  if (!words)
    return typeof value === "number" && !isName(field) ? figures.figure(value) : String(value);
  return typeof words === "function" ? words(String(value)) : look(words, String(value));
}

/** True if the field's number is an ID or a year, not a count. */
const isName = (field: string) => /(^id|Ids?|^year)$/.test(field);

/** Labels of fields whose log names differ from the pages' words. */
const fieldLabels: Readonly<Record<string, string>> = {
  annualReturnFiledOn: "annual return (GSTR-9) filed on",
  annualReturnYear: "annual return (GSTR-9) of",
  exportTerms: "Tax on exports and SEZ",
  gstNo: "GSTIN",
  lutDate: "LUT date",
  lutNo: "LUT number",
  lutValidTo: "LUT valid until",
  panNo: "PAN",
  sacAds: "SAC of advertising",
  sacMusic: "SAC of music",
  signatoryName: "Authorised signatory",
  taxStatus: "Tax status",
  tds: "TDS",
  tdsSection: "TDS section",
  tdsCertificate: "TDS certificate",
  companyAdminUserId: "admin username",
  companyId: "company code",
  units: "locations",
  fromMinute: "from",
  toMinute: "to",
  groupName: "group",
  publishedHow: "published",
  editedHow: "change",
  index: "position",
  playTakes: "seconds per play",
  bytes: "size",
  durationSeconds: "length",
  violations: "rule breaks",
  cueInSeconds: "start",
  cueOutSeconds: "end",
  audioSeconds: "length of the file",
  billingPeriodMonths: "billing period",
  mayBePreempted: "may be pre-empted",
};

/** Labels a field: "openingHours" becomes "opening hours". */
export const auditField = (field: string): string =>
  Object.hasOwn(fieldLabels, field)
    ? look(fieldLabels, field)
    : field.replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);

/** Labels a kind as pages do: "group playlist" becomes "Schedule". */
export const auditKind = (kind: string): string =>
  capitalise(look({ "group playlist": "schedule" }, kind));

/** Names an entry's item; formats the date of a schedule. */
export function auditItem({
  itemKind,
  itemName,
  itemId,
}: {
  itemKind: string;
  itemName: string | null;
  itemId: string;
}): string {
  if (itemName === null || itemKind !== "group playlist") return itemName ?? itemId;
  return itemName.replace(/\d{4}-\d\d-\d\d$/, showDate);
}

export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Undefined for a value that the format does not apply to. */
type Format = (value: unknown, figures: Figures) => string | undefined;

const ofNumber =
  (format: (value: number, figures: Figures) => string): Format =>
  (value, figures) =>
    typeof value === "number" ? format(value, figures) : undefined;
const ofNumbers =
  (format: (values: number[], figures: Figures) => string): Format =>
  (value, figures) =>
    Array.isArray(value) && value.every((one) => typeof one === "number")
      ? format(value, figures)
      : undefined;

const clock = ofNumber((minutes) => `${clockOf(minutes)}${minutes > 1440 ? " next day" : ""}`);
/** Rupees as "1450.00", or paise as a number. */
const money: Format = (value, figures) => {
  if (typeof value === "number") return figures.money(value);
  return /^\d+\.\d\d$/.test(String(value)) ? figures.money(parseAmount(String(value))) : undefined;
};

const seconds = ofNumber((value, figures) => `${figures.figure(value)} s`);

/** Formats of fields with figures, by the field's name; lists are formatted as a whole. */
const formats: Readonly<Record<string, Format>> = {
  amount: money,
  total: money,
  billingRate: money,
  price: money,
  fromMinute: clock,
  toMinute: clock,
  exactTimes: ofNumbers((times) => times.map(clockOf).join(", ")),
  weekdays: ofNumbers(weekdayWords),
  primeHours: ofNumbers((hours) => primeWords(hours).join(", ")),
  plays: ofNumbers((plays, figures) => hoursWords({ plays, exactTimes: null }, figures)),
  hour: ofNumber((hour) => clockOf(hour * 60)),
  weekday: ofNumber((day) => weekdayNames[day] ?? String(day)),
  bytes: ofNumber(sizeInWords),
  durationSeconds: ofNumber(showLength),
  percent: ofNumber((percent) => `${percent}%`),
  cueInSeconds: seconds,
  cueOutSeconds: seconds,
  audioSeconds: seconds,
  index: ofNumber((index, figures) => figures.figure(index + 1)),
};

/** Formats a figure or a list of figures of a field; undefined for a field without a format. */
export const auditFigure = (field: string, value: unknown, figures: Figures): string | undefined =>
  Object.hasOwn(formats, field) ? formats[field]?.(value, figures) : undefined;

/**
 * Fields that mean nothing to people: counters and keys of the database, and times that the entry
 * shows itself.
 */
const unshown: readonly string[] = [
  "id",
  "version",
  "createdAt",
  "updatedAt",
  "sha256",
  "fileId",
  "iconFileId",
  "imageFileId",
  "logoFileId",
  "pictureFileId",
  "signatureFileId",
];
/** True if pages leave out this field of a state with these fields. */
export function isUnshown(field: string, state: object): boolean {
  // an hour's positions always take one
  if (field === "playTakes") return "kind" in state && state.kind !== "AD";
  if (field === "change") return "editedHow" in state; // says the same
  return unshown.includes(field);
}
