import { and, eq } from "drizzle-orm";
import { byStore } from "#contract/base/group-by";
import {
  company,
  companyLicence,
  region,
  store,
  storeGroup,
  zone,
} from "../platform/db/schema/organisation.ts";
import { appUser, login, userUnit } from "../platform/db/schema/people.ts";
import { playerDevice, storeState } from "../platform/db/schema/player.ts";
import { storeHours, storeHoursException } from "../platform/db/schema/store-hours.ts";
import { storedFile } from "../platform/db/schema/work.ts";
import type { Db } from "../platform/db/types.ts";
import { firstStateOf, isNeverSeen } from "./behaviour.ts";
import { companies, demoLicences } from "./companies.ts";
import { type DemoFile, demoIcons } from "./company-files.ts";
import { insertRows } from "./insert-rows.ts";
import { seedIntegrations } from "./integrations.ts";
import { type DemoOrganisation, demoStoreId } from "./organisation.ts";
import { demoPeople } from "./people.ts";
import { seedPublicSite } from "./public-site.ts";
import { seedRequests } from "./requests.ts";

export async function seedCompanies(
  tx: Db,
  {
    organisation,
    now,
    passwordHash,
    files,
  }: { organisation: DemoOrganisation; now: Date; passwordHash: string; files: DemoFile[] },
): Promise<void> {
  const people = demoPeople(organisation, passwordHash);
  await insertRows(tx, company, Object.values(companies));
  await insertRows(tx, companyLicence, demoLicences(now));
  await insertRows(tx, storedFile, files);
  for (const { companyId, iconFileId } of demoIcons)
    await tx.update(company).set({ iconFileId }).where(eq(company.id, companyId));
  await seedRequests(tx, now);
  await seedPublicSite(tx);
  await insertRows(tx, region, organisation.regions);
  await insertRows(tx, zone, organisation.zones);
  await insertRows(tx, storeGroup, organisation.groups);
  await insertRows(tx, store, organisation.stores);
  await insertRows(tx, storeHours, organisation.hours);
  await insertRows(tx, storeHoursException, organisation.exceptions);
  await insertRows(tx, storeState, firstStates(organisation, now));
  await insertRows(tx, appUser, people.users);
  await insertRows(tx, login, people.logins);
  await insertRows(tx, userUnit, people.units);
  await seedIntegrations(tx, people.logins, now);
  const device = demoDevice(people.units, now);
  await insertRows(tx, playerDevice, [device]);
  await tx
    .update(appUser)
    .set({ lastSignedInAt: device.signedInAt })
    .where(and(eq(appUser.companyId, device.companyId), eq(appUser.id, device.userId)));
}

/**
 * The computer in the demo store, whose player is left to the demo's visitor: it is signed in and
 * does not play. No credential fits it.
 */
function demoDevice(
  units: (typeof userUnit.$inferInsert)[],
  now: Date,
): typeof playerDevice.$inferInsert {
  const manager = units.find(({ storeId }) => storeId === demoStoreId);
  if (!manager) throw new Error("nobody plays the demo store");
  const at = new Date(now.getTime() - 3 * 86_400_000);
  const userAgent =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
  const { companyId, userId } = manager;
  return {
    companyId,
    storeId: demoStoreId,
    deviceId: "counter",
    userAgent,
    userId,
    secretHash: "none",
    signedInAt: at,
    lastSeenAt: at,
  };
}

function firstStates(
  { stores, hours, exceptions }: DemoOrganisation,
  now: Date,
): (typeof storeState.$inferInsert)[] {
  const weeks = byStore(hours);
  const dates = byStore(exceptions);
  return stores
    .filter(({ id }) => !isNeverSeen(id))
    .map((row) => {
      const shop = {
        ...row,
        groupId: null,
        status: row.status ?? "active",
        statusSince: row.statusSince ?? now,
        volume: row.volume ?? 60,
      };
      return {
        companyId: row.companyId,
        storeId: row.id,
        ...firstStateOf(
          { ...shop, hours: weeks.get(row.id) ?? [], exceptions: dates.get(row.id) ?? [] },
          now,
        ),
      };
    });
}
