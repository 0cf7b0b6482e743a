import { alertKindWords } from "#contract/alerts/words";
import { showInstant } from "#contract/base/dates";
import { writeEmail } from "../../mail/email-text.ts";
import type { EmailWriter } from "../emails/index.ts";
import { type AlertKey, type FoundShiftAlert, findHandedAlerts } from "./shift.queries.ts";

/** The values that the email of a hand-over is written from. */
export type HandOver = {
  from: string;
  to: string;
  firstName: string;
  note: string;
  alerts: readonly AlertKey[];
};

/** Turns the values into text, as an email's details are stored. */
export const handOverDetails = ({ alerts, ...words }: HandOver): Record<string, string> => ({
  ...words,
  alerts: JSON.stringify(alerts),
});

/** Writes the email that lists the alerts handed over, as they are at each try. */
export function handOverEmailWriters(publicUrl: string) {
  const write: EmailWriter = async ({ database, now }, { details }) => {
    const { from = "", to = "", firstName = "", note = "", alerts: keys = "[]" } = details;
    const alertKeys: AlertKey[] = JSON.parse(keys);
    const alerts = await findHandedAlerts(database.db, alertKeys, to);
    if (alerts.length === 0) return undefined;
    const count = alerts.length === 1 ? "1 alert" : `${alerts.length} alerts`;
    return writeEmail({
      subject: `${from} handed ${count} over to you`,
      name: firstName,
      before: [
        `${from} handed ${count} over to you. They are yours until you hand them on or close them.`,
        ...(note ? [`Note: ${note}`] : []),
      ],
      facts: alerts.map((one) => [storeOf(one), stateOf(one, now)] as const),
      link: {
        label: "Open your alerts",
        url: new URL("/admin/operations?owner=mine", publicUrl).href,
      },
      after: [],
    });
  };
  return { "hand-over": write };
}

const storeOf = ({ storeName, companyName, city }: FoundShiftAlert) =>
  `${storeName} (${[companyName, city].filter(Boolean).join(", ")})`;

function stateOf({ kind, beganAt, timeZone, snoozedUntil, note }: FoundShiftAlert, now: Date) {
  const at = (time: Date) => showInstant(time, timeZone);
  return [
    `${alertKindWords[kind]} since ${at(beganAt)}`,
    snoozedUntil && snoozedUntil > now ? `put off until ${at(snoozedUntil)}` : "",
    note ?? "",
  ]
    .filter(Boolean)
    .join(". ");
}
