import type { useLoaderData } from "@remix-run/react";
import { sizeMember } from "~/ui/frame/pager";
import type { loadReport } from "./report.server";

export type Data = ReturnType<typeof useLoaderData<typeof loadReport>>;

/** Gives all filters except the dates, as members of the page's address. */
const placesOf = ({ units, own }: Pick<Data, "units" | "own">) => ({
  ...units,
  ...Object.fromEntries(own.map(({ name, value }) => [name, value])),
});

/** Gives the filters as members of the page's address. */
export const filtersOf = ({ dates, ...data }: Pick<Data, "dates" | "units" | "own">) => ({
  from: dates?.from,
  to: dates?.to,
  ...placesOf(data),
});

/** Gives the sort, page size and view, as members of the page's address. */
export const viewOf = ({ sort, view, result }: Pick<Data, "sort" | "view" | "result">) => ({
  sort,
  limit: (result && sizeMember(result.page.limit)) ?? undefined,
  view,
});

/** Gives filters and view; a named period replaces its dates, so that it stays current. */
export const addressOf = (data: Data) => ({
  ...(data.period ? { period: data.period, ...placesOf(data) } : filtersOf(data)),
  show: data.show,
  ...viewOf(data),
});

/** Gives the address's members for another period. */
export const addressFor = (data: Data, period: string) => ({
  period,
  ...placesOf(data),
  ...viewOf(data),
});
