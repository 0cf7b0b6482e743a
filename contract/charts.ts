import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { ofCompany } from "./pages.ts";

/** A popular chart is the provider's, for every company; a custom chart is one company's own. */
export const ChartChoice = z.object({
  id: z.int(),
  chartName: z.string(),
  kind: z.enum(["popular", "custom"]),
  /** Active songs in it. */
  songs: z.int(),
});
export type ChartChoice = z.infer<typeof ChartChoice>;

export const listCharts = endpoint({
  method: "get",
  path: "/chart",
  summary: "The active charts a company may mix: the provider's popular ones and its own",
  access: ["CHARTS", "MASTER_RULE"],
  query: z.strictObject(ofCompany),
  data: z.array(ChartChoice),
});
