/**
 * The tables that all companies share, small or read by everybody. Distributed by company, the
 * database keeps a copy of them on every node; all others are tenant tables: company_id is in each
 * key of theirs (tests/api/db/distribution.test.ts, docs/scaling.md).
 */
export const referenceTables: readonly string[] = [
  "catalogue_item",
  "company",
  "login",
  "rate_limit",
  "scheduled_song",
  "song",
];
