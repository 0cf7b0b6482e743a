import type { ReportKey } from "#contract/reports/catalogue";
import {
  offlineStores,
  quietStores,
  silentStores,
  storesNotPlaying,
  totalStores,
} from "#contract/reports/store-status";
import {
  adTimeToBook,
  adUtilisationByDay,
  adUtilisationByStore,
  primeInventory,
} from "./ad-inventory.queries.ts";
import { alertRows } from "./alerts.queries.ts";
import { adSchedule, campaignDeliveries, storeCampaignDays } from "./campaigns.queries.ts";
import { billedCustomers, billedLines } from "./invoices.queries.ts";
import { musicShares } from "./music-distribution.queries.ts";
import { storeRanks, unitSummaries } from "./performance.queries.ts";
import { averagePlayOuts, musicOfDays, typesPlayed } from "./play-out-times.queries.ts";
import { playerSignIns } from "./player-sign-ins.queries.ts";
import type { ReportSource } from "./report-source.ts";
import { signIns } from "./sign-ins.queries.ts";
import { songPlayOuts } from "./song-play-outs.queries.ts";
import { storeDistributions } from "./store-distribution.queries.ts";
import { onlineDays, volumeHours } from "./store-minutes.queries.ts";
import { storeStatuses } from "./store-statuses.queries.ts";

/** The source of each report's rows, by the report's key. */
export const sources: { [K in ReportKey]: ReportSource<K> } = {
  SongPlayOutReport: songPlayOuts,
  MusicDistribution: musicShares,
  StorePlayoutSongTypeReport: typesPlayed,
  StoreMusicPlayOutTime: musicOfDays,
  AvgPlayoutTimeReport: averagePlayOuts,
  CompanyAdInventoryUtilizationReport: adUtilisationByDay,
  StoreLevelAdInventoryUtilizationReport: adUtilisationByStore,
  PrimeAndNonPrimeAdInventory: primeInventory,
  AdInventoryAvailableToBook: adTimeToBook,
  CampaignLevelDataReport: campaignDeliveries,
  StoreWiseCampaignDataReport: storeCampaignDays,
  AdSchedulePreviewReport: adSchedule,
  InvoiceUploadCustomer: billedCustomers,
  InvoiceUploadRevenue: billedLines,
  LoginReport: signIns,
  StoreOnlineStatus: onlineDays,
  StoreVolumeReport: volumeHours,
  StoreLoginReport: playerSignIns,
  StoreDistribution: storeDistributions,
  TopPerformingStores: storeRanks,
  SummaryReport: unitSummaries,
  Total_stores: storeStatuses(totalStores),
  Offline_stores: storeStatuses(offlineStores),
  not_playing_for_24_hours: storeStatuses(storesNotPlaying),
  below_threshold_volume: storeStatuses(quietStores),
  Alerts: alertRows,
  online_but_silent_for_30_minutes: storeStatuses(silentStores),
};
