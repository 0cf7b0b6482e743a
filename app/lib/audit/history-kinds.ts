/**
 * Maps the kinds of identifier whose items have a history page to the kind in their audit
 * rows.
 */
export const historyKinds = {
  store: "store",
  user: "user",
  company: "company",
  region: "region",
  zone: "zone",
  group: "group",
  chart: "chart",
  song: "song",
  rule: "master rule",
  event: "event playlist",
  demo: "demo playlist",
  campaign: "campaign",
  spot: "spot",
  invoice: "invoice",
} as const;
export type HistoryKind = keyof typeof historyKinds;
export const isHistoryKind = (kind: string): kind is HistoryKind =>
  Object.hasOwn(historyKinds, kind);
