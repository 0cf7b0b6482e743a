import { alertKinds } from "#contract/alerts/words";
import type { alert } from "../db/schema/alerts.ts";
import { companies } from "./companies.ts";
import type { DemoOrganisation } from "./organisation.ts";

/** How long each of the demo's past faults lasted, in minutes. */
const lengths = [25, 70, 48, 190, 33, 95] as const;
/** 12:00 in India, where Northwind's stores are open. */
const noon = 6.5 * 3_600_000;
const day = 86_400_000;

/** Alerts of Northwind's last days that are over; those that last are raised by the job. */
export function demoAlerts({ stores }: Pick<DemoOrganisation, "stores">, now: Date): (typeof alert.$inferInsert)[] {
  const today = Math.floor(now.getTime() / day) * day;
  const own = stores.filter(({ companyId, status }) => companyId === companies.northwind.id && status === "active");
  return own
    .filter((_, index) => index % 7 === 3)
    .flatMap(({ companyId, id: storeId }, index) => {
      if (storeId === undefined) return [];
      const minutes = lengths[index % lengths.length] ?? 30;
      const beganAt = new Date(today + noon - (1 + (index % 10)) * day + index * 7 * 60_000);
      const after = (passed: number) => new Date(beganAt.getTime() + passed * 60_000);
      const isNoted = index % 3 === 0;
      return {
        ...{ companyId, storeId, kind: alertKinds[index % 3] ?? "offline" },
        ...{ beganAt, watchedFrom: after(5), watchedAt: after(15), raisedAt: after(15), toldAt: after(15) },
        ...{ endedAt: after(15 + minutes), ending: "recovered" as const, recoveryToldAt: after(15 + minutes) },
        ...(isNoted && { acknowledgedBy: "client.admin", acknowledgedAt: after(20), note: "The store was called." }),
      };
    });
}
