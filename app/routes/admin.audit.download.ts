import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportAudit } from "#contract/audit/endpoints";
import { readAuditFilters } from "~/features/audit/audit.server";
import { passDownload } from "~/lib/api/download.server";
import { requireArea } from "~/lib/session/guard.server";

/** Streams the entries that match the address's filters as a file. */
export async function loader(args: LoaderFunctionArgs) {
  const pageContext = await requireArea(args, "AUDIT_LOGS", { company: false });
  const query = readAuditFilters(args.request, pageContext);
  return passDownload(args, (options) =>
    pageContext.api.file(exportAudit, { query: { ...query, ...options } }),
  );
}
