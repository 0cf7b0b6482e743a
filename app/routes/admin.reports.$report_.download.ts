import type { LoaderFunctionArgs } from "@remix-run/node";
import { downloadReport } from "~/features/reports/download.server";

/** The rows asked for, as a CSV that streams. */
export const loader = (args: LoaderFunctionArgs) => downloadReport(args, "csv");
