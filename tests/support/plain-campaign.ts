import type { campaign } from "#platform/db/schema/index";

/** The required columns of a campaign that tests of the ledger do not check. */
export const plainCampaign = {
  startsOn: "2026-11-23",
  endsOn: "2026-11-25",
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  plays: Array.from({ length: 24 }, () => 1),
  createdBy: "test",
} satisfies Partial<typeof campaign.$inferInsert>;
