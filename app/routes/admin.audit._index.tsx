import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadAudit } from "~/features/audit/audit.server";
import { AuditOwnerTabs, AuditTable } from "~/features/audit/audit-table";
import { auditDownloadPath } from "~/features/audit/paths";
import { auditTexts } from "~/features/audit/texts";
import { entryChanges } from "~/features/schedule/rule-entry.server";
import { requireArea } from "~/lib/session/guard.server";
import { withMembers } from "~/ui/frame/address";
import { Downloads } from "~/ui/frame/downloads";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Audit log · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadAudit(args, await requireArea(args, "AUDIT_LOGS", { company: false }), entryChanges);
}

export default function Audit() {
  const data = useLoaderData<typeof loader>();
  const ofWhom = data.filters.of || !data.company ? "Fever's own items" : data.company;
  return (
    <>
      <PageHead
        title="Audit log"
        lead={auditTexts.lead(ofWhom)}
        actions={<Downloads to={withMembers(auditDownloadPath, data.filters)} />}
      />
      <AuditOwnerTabs {...data} />
      <AuditTable {...data} />
    </>
  );
}
