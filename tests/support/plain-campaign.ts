import type { campaign } from "#platform/db/schema/index";

/** The columns that a campaign must have and that tests of the ledger do not look at. */
export const plainCampaign = {
  startsOn: "2026-11-23",
  endsOn: "2026-11-25",
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  plays: Array.from({ length: 24 }, () => 1),
  createdBy: "test",
} satisfies Partial<typeof campaign.$inferInsert>;
