/**
 * The tables. company_id is the first column of the primary key of every tenant table, so that the
 * data can be distributed by company; the provider is a company row too, and owns its staff, the
 * songs and the popular charts. The few others are the reference tables of
 * platform/db/distribution.ts.
 */
export * from "./ad-ledger.ts";
export * from "./ad-settings.ts";
export * from "./alerts.ts";
export * from "./billing.ts";
export * from "./booked-plays.ts";
export * from "./brand-accounts.ts";
export * from "./campaign-delivery.ts";
export * from "./campaigns.ts";
export * from "./charts.ts";
export * from "./company-account.ts";
export * from "./credit-notes.ts";
export * from "./demo-playlists.ts";
export * from "./dunning.ts";
export * from "./e-invoices.ts";
export * from "./emails.ts";
export * from "./event-playlists.ts";
export * from "./footfall.ts";
export * from "./group-playlists.ts";
export * from "./integrations.ts";
export * from "./library.ts";
export * from "./organisation.ts";
export * from "./people.ts";
export * from "./play-totals.ts";
export * from "./player.ts";
export * from "./proof-links.ts";
export * from "./receipts.ts";
export * from "./reports.ts";
export * from "./schedule.ts";
export * from "./second-factor.ts";
export * from "./session.ts";
export * from "./song-reports.ts";
export * from "./spots.ts";
export * from "./store-hours.ts";
export * from "./store-logs.ts";
export * from "./telemetry.ts";
export * from "./work.ts";
