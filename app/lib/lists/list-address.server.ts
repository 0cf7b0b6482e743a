import { z } from "zod";
import { paging } from "#contract/base/pages";

/**
 * The schema of a list's address: the given members, the rows per page, and `row`, the number of
 * the first row shown, from which the pager counts. No other member is called `row`; `from` is
 * always a date.
 */
export const listAddress = <Members extends z.ZodRawShape>(members: Members) =>
  z.object({ ...members, limit: paging.limit.optional(), row: z.number().int().min(1).default(1) });
