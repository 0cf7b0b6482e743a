import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { messages } from "#contract/base/messages";
import { reportOf } from "#contract/reports/catalogue";
import type { Report } from "#contract/reports/report";
import { type PageContext, requireArea } from "~/lib/session/guard.server";

export type ReportContext = { pageContext: PageContext; report: Report };

/**
 * Guards a report's pages; each report has its own area. For an unknown key, throws 404 only to
 * people who may see reports.
 */
export async function requireReport(
  args: LoaderFunctionArgs | ActionFunctionArgs,
  key: string | null | undefined,
  { company = true } = {},
): Promise<ReportContext> {
  const report = reportOf(key ?? undefined);
  const pageContext = await requireArea(args, report?.access ?? "REPORTS", { company });
  if (!report) throw Response.json({ message: messages.notFound }, { status: 404 });
  return { pageContext, report };
}

/** Gives the name under which a report's filters are saved ("report-total-stores"). */
export const savedListOf = ({ key }: Report) =>
  `report-${key.toLowerCase().replaceAll(/[^a-z]+/g, "-")}`;
