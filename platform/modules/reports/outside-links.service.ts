import type { z } from "zod";
import type { linkedReport } from "#contract/reports/recipients";
import { loadCaller } from "../../access/load-caller.ts";
import { hashSecret } from "../../access/secret.ts";
import { forbidden, notFound } from "../../base/refusal.ts";
import type { FileStore } from "../../files/file-store.ts";
import { type Conditions, serveFile } from "../../files/serve-file.ts";
import type { Call, ScopedCall } from "../../http/context.ts";
import { audit } from "../audit/index.ts";
import { countLinkFile, countLinkRequest } from "../session/index.ts";
import {
  findOpenReportLink,
  findOutsideRule,
  lockOutsideRule,
  saveOutsideRule,
} from "./outside-links.queries.ts";
import { fileHeadOf, mayOpenFile } from "./report-files.service.ts";
import { reportFileKey } from "./schedules.service.ts";

/**
 * Opens a link. Throws 404 if it is wrong or no longer valid, and if the person who answers for it
 * could not open the file now; 429 beyond a number of requests.
 */
async function openReportLink(call: Call, token: string) {
  const { db, now } = call;
  await countLinkRequest(call, "report");
  const link = await findOpenReportLink(db, hashSecret(token), now);
  if (!link) throw notFound();
  const { schedule, run } = link;
  const { ownerCompanyId: companyId, ownerId: id } = schedule;
  const owner = await loadCaller(db, { companyId, id });
  if (!owner || !(await mayOpenFile(db, owner, link))) throw notFound();
  return { ...link, expiresAt: run.expiresAt as Date, bytes: run.bytes ?? 0 };
}

/** Shows the report behind a link. Throws 404 and 429 as openReportLink does. */
export async function showLinkedReport(
  call: Call,
  token: string,
): Promise<z.output<typeof linkedReport.data>> {
  const { company, country, sender, timeZone, expiresAt, bytes, ...link } = await openReportLink(
    call,
    token,
  );
  const { name, report, from, to, format } = fileHeadOf(link);
  return {
    name,
    report,
    from,
    to,
    format,
    sender,
    company,
    country,
    timeZone,
    bytes,
    expiresAt: expiresAt.toISOString(),
  };
}

/** Serves the file behind a link. Throws 404 and 429 as openReportLink does. */
export async function serveLinkedReport(
  call: Call,
  { files }: { files: FileStore },
  { token, ...conditions }: Conditions & { token: string },
) {
  const link = await openReportLink(call, token);
  await countLinkFile(call, `report link ${link.run.companyId}/${link.run.id}`);
  const { mediaType, saveAs } = fileHeadOf(link, link.timeZone);
  const key = reportFileKey(link.run.fileId);
  return serveFile(files, { key, mediaType, keep: 0, saveAs }, conditions);
}

/** Shows the company's rule, and if the caller may change it. */
export async function showOutsideRule({ scope, db, caller }: ScopedCall) {
  const rule = await findOutsideRule(scope, db);
  return { isAllowed: rule?.isAllowed ?? false, mayChange: mayChangeRule({ scope, caller }) };
}

/** True for national admins of the company itself, who decide what leaves it. */
const mayChangeRule = ({ scope, caller }: Pick<ScopedCall, "scope" | "caller">) =>
  scope.reach === "company" && caller.role === "ROLE_Client_Admin";

/** Allows or forbids outside addresses. Throws 403 for anyone but the company's national admins. */
export async function setOutsideRule(call: ScopedCall, isAllowed: boolean): Promise<void> {
  const { scope } = call;
  if (!mayChangeRule(call)) throw forbidden();
  await call.database.transaction(async (tx) => {
    const before = await lockOutsideRule(scope, tx);
    if (!before) throw notFound();
    if (before.isAllowed === isAllowed) return;
    await saveOutsideRule(scope, tx, isAllowed);
    await audit(tx, call, [
      {
        companyId: scope.companyId,
        itemKind: "company",
        itemId: before.id,
        itemName: before.name,
        action: "outside report addresses changed",
        before: { isAllowed: before.isAllowed },
        after: { isAllowed },
      },
    ]);
  });
}
