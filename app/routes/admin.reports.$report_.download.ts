import type { LoaderFunctionArgs } from "@remix-run/node";
import { downloadReport } from "~/features/reports/download.server";
import { requireReport } from "~/features/reports/require-report.server";

/** The rows asked for, as a CSV that streams. */
export const loader = async (args: LoaderFunctionArgs) =>
  downloadReport(args, await requireReport(args, args.params.report, { company: false }), "csv");
