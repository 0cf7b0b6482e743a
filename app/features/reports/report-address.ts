import type { useLoaderData } from "@remix-run/react";
import { sizeMember } from "~/ui/frame/pager";
import type { loadReport } from "./report.server";

export type Data = ReturnType<typeof useLoaderData<typeof loadReport>>;

/** The filters but for dates, as members of the page's address. */
const placesOf = ({ units, own }: Pick<Data, "units" | "own">) => ({
  ...units,
  ...Object.fromEntries(own.map(({ name, value }) => [name, value])),
});

/** The filters, as members of the page's address. */
export const filtersOf = ({ dates, ...data }: Pick<Data, "dates" | "units" | "own">) => ({
  from: dates?.from,
  to: dates?.to,
  ...placesOf(data),
});

/** How the result is shown, as members of the page's address. */
export const viewOf = ({ sort, view, result }: Pick<Data, "sort" | "view" | "result">) => ({
  sort,
  limit: (result && sizeMember(result.page.limit)) ?? undefined,
  view,
});

/** The filters and how the result is shown: a period in place of its dates, so that it moves on. */
export const addressOf = (data: Data) => ({
  ...(data.period ? { period: data.period, ...placesOf(data) } : filtersOf(data)),
  show: data.show,
  ...viewOf(data),
});

/** The same for another period. */
export const addressFor = (data: Data, period: string) => ({
  period,
  ...placesOf(data),
  ...viewOf(data),
});
