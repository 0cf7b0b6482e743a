import type { LoaderFunctionArgs } from "@remix-run/node";
import { messages } from "#contract/base/messages";
import { downloadReportFile } from "#contract/reports/schedules";
import { passDownload } from "~/lib/api/download.server";
import { requireArea } from "~/lib/session/guard.server";

/** Downloads the file of an emailed report. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireArea(args, "REPORTS", { company: false });
  const params = downloadReportFile.params.safeParse({ fileId: args.params.file });
  if (!params.success) throw Response.json({ message: messages.notFound }, { status: 404 });
  return passDownload(args, () => api.file(downloadReportFile, { params: params.data }));
}
