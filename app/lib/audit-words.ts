import { campaignStateWords, spotKindWords } from "#contract/ads/words";
import { levelLabels, roleLabels, subRoleLabels } from "#contract/base/roles";
import { statusLabels } from "#contract/base/status";
import { paymentMethodLabels, taxKindLabels } from "#contract/billing/words";
import { chartKindLabels } from "#contract/charts/words";
import { periodName } from "#contract/companies/words";
import { requestKindLabels, requestStateLabels } from "#contract/onboarding/words";
import { frequencyLabels, periodLabels } from "#contract/reports/words";
import { ruleLabels } from "#contract/schedule/separation-words";
import { eventModeLabels, ruleLevelLabels } from "#contract/schedule/words";
import { areaLabels, tokenKindLabels } from "#contract/tokens/words";
import { webhookEventLabels } from "#contract/webhooks/words";

type Words = Readonly<Record<string, string>> | ((value: string) => string);

const tokenScope = (scope: string) => {
  const [area = "", act] = scope.split(":");
  return `${look(areaLabels, area)}: ${act === "write" ? "change" : "read"}`;
};

/** What pages call the values of a field, by the field's name; of a field that means something else elsewhere, by the item's kind too. */
const wordsOf: Record<string, Words> = {
  ...{ status: statusLabels, role: roleLabels, subRole: subRoleLabels, level: { ...levelLabels, ...ruleLevelLabels } },
  ...{ method: paymentMethodLabels, taxKind: taxKindLabels, billingPeriodMonths: (months) => periodName(Number(months)) },
  ...{ frequency: frequencyLabels, period: periodLabels, events: webhookEventLabels, scopes: tokenScope },
  ...{ "campaign state": campaignStateWords, "campaign kind": spotKindWords, "spot kind": spotKindWords },
  ...{ "request state": requestStateLabels, "request kind": requestKindLabels, "API token kind": tokenKindLabels },
  ...{ "chart kind": chartKindLabels, "event playlist mode": eventModeLabels, "master rule name": ruleLabels },
};

const look = (labels: Readonly<Record<string, string>>, value: string) =>
  Object.hasOwn(labels, value) ? (labels[value] as string) : value;

/** A stored value of a field of an item ("campaign", "state", "DRAFT") as pages say it: "Draft". What they have no word for stays. */
export function auditWord(itemKind: string, field: string, value: string): string {
  const key = [`${itemKind} ${field}`, field].find((name) => Object.hasOwn(wordsOf, name));
  const words = key && wordsOf[key];
  if (!words) return value;
  return typeof words === "function" ? words(value) : look(words, value);
}

/** Fields whose names in the log are not what pages call them. */
const fieldLabels: Readonly<Record<string, string>> = {
  ...{ gstNo: "GSTIN", panNo: "PAN", companyAdminUserId: "admin username", companyId: "company code", units: "locations" },
};

/** "openingHours" as people read it: "opening hours". */
export const auditField = (field: string): string =>
  Object.hasOwn(fieldLabels, field)
    ? look(fieldLabels, field)
    : field.replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);

/** Fields that hold money: rupees as "1450.00", or paise as a number. */
const amounts: readonly string[] = ["amount", "total", "billingRate", "price"];
export const isAmount = (field: string): boolean => amounts.includes(field);
