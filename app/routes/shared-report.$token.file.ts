import type { LoaderFunctionArgs } from "@remix-run/node";
import { passLinkedReport } from "~/features/reports/linked-report.server";

export const loader = (args: LoaderFunctionArgs) => passLinkedReport(args);
