import { z } from "zod";
import { paging } from "#contract/base/pages";

/**
 * The address of a list: the members given, how many rows a page has, and with its cursor the
 * number of the first row shown, which the pager counts from. No other member is called `row`; a
 * `from` is a date.
 */
export const listAddress = <Members extends z.ZodRawShape>(members: Members) =>
  z.object({ ...members, limit: paging.limit.optional(), row: z.number().int().min(1).default(1) });
