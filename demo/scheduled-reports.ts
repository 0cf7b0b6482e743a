import { eq } from "drizzle-orm";
import type { Database, DatabaseLogger } from "../platform/db/database.ts";
import { login } from "../platform/db/schema/people.ts";
import { reportSchedule } from "../platform/db/schema/reports.ts";
import { folderStore } from "../platform/files/file-store.ts";
import { reportMailService } from "../platform/modules/reports/index.ts";

type Options = { database: Database; filesDir: string; now: Date; logger: DatabaseLogger };

/**
 * A report that the national admin of Northwind gets each morning, with this morning's file; nobody
 * is emailed.
 */
export async function seedScheduledReport({
  database,
  filesDir,
  now,
  logger,
}: Options): Promise<void> {
  const { db } = database;
  const [owner] = await db
    .select({ companyId: login.companyId, id: login.userId })
    .from(login)
    .where(eq(login.username, "client.admin"));
  if (!owner) throw new Error("there is nobody to mail reports to");
  const { companyId } = owner;
  const yesterday = new Date(now.getTime() - 86_400_000);
  await db.insert(reportSchedule).values({
    companyId,
    ownerCompanyId: companyId,
    ownerId: owner.id,
    name: "Stores this morning",
    report: "Total_stores",
    filters: {},
    frequency: "daily",
    format: "csv",
    nextAt: yesterday,
    timeZone: "Asia/Kolkata",
  });
  const mail = { send: async () => {} };
  await reportMailService({
    files: folderStore(filesDir),
    mail,
    publicUrl: "http://localhost",
    sessionSecret: "emails of the demo's past are sent to nobody",
    logger,
  }).mailReports({ database, now });
}
