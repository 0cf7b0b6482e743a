import { z } from "zod";
import { paging } from "#contract/base/pages";

/** Rows a page, for lists whose pager offers a choice. */
export const pageSize = { limit: paging.limit.optional() };

/**
 * The address of a list: the members given, and with its cursor the number of the first row shown, which the pager counts from. No other
 * member is called `row`; a `from` is a date.
 */
export const listAddress = <Members extends z.ZodRawShape>(members: Members) =>
  z.object({ ...members, row: z.number().int().min(1).default(1) });
