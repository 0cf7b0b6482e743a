import { OpenAPIHono } from "@hono/zod-openapi";
import { accessControl } from "./access/access.ts";
import { callerCache } from "./access/caller-cache.ts";
import { tokenMaker } from "./access/tokens.ts";
import { Refusal } from "./base/refusal.ts";
import type { Database } from "./db/database.ts";
import { openEmails } from "./emails.ts";
import { takesFiles } from "./files/disk-room.ts";
import { apiRate } from "./http/api-rate.ts";
import { type Binder, binder } from "./http/bind.ts";
import type { PlatformEnv } from "./http/context.ts";
import { idempotency } from "./http/idempotency.ts";
import { describeSecurity, serveDocument } from "./http/openapi.ts";
import { problemOf } from "./http/problems.ts";
import { requestContext } from "./http/request-context.ts";
import { availabilityRoutes } from "./modules/ads/availability/availability.routes.ts";
import { brandRoutes } from "./modules/ads/brands/brands.routes.ts";
import { campaignRecordRoutes } from "./modules/ads/campaigns/campaign-records.routes.ts";
import { campaignRoutes } from "./modules/ads/campaigns/campaigns.routes.ts";
import { deliveryRoutes } from "./modules/ads/delivery/delivery.routes.ts";
import { footfallRoutes } from "./modules/ads/footfall/footfall.routes.ts";
import { proofRoutes } from "./modules/ads/proof/proof.routes.ts";
import { adSettingRoutes } from "./modules/ads/settings/settings.routes.ts";
import { spotRoutes } from "./modules/ads/spots/spots.routes.ts";
import { alertRoutes } from "./modules/alerts/alerts.routes.ts";
import { assignmentRoutes } from "./modules/assignment/assignment.routes.ts";
import { auditRoutes } from "./modules/audit/audit.routes.ts";
import { billingRoutes } from "./modules/billing/billing.routes.ts";
import { dunningRoutes } from "./modules/billing/dunning.routes.ts";
import { gstRoutes } from "./modules/billing/gst.routes.ts";
import { receiptRoutes } from "./modules/billing/receipts.routes.ts";
import { chartRoutes } from "./modules/charts/charts.routes.ts";
import { companyRoutes } from "./modules/companies/companies.routes.ts";
import { dashboardRoutes } from "./modules/dashboard/dashboard.routes.ts";
import { demoPlaylistRoutes } from "./modules/demo-playlists/demo-playlists.routes.ts";
import { draftRoutes } from "./modules/drafts/drafts.routes.ts";
import { emailRoutes } from "./modules/emails/emails.routes.ts";
import { fileRoutes } from "./modules/files/files.routes.ts";
import { fileKeeper } from "./modules/files/index.ts";
import { hierarchyRoutes } from "./modules/hierarchy/hierarchy.routes.ts";
import { catalogueRoutes } from "./modules/library/catalogue.routes.ts";
import { libraryIndexes } from "./modules/library/index.ts";
import { libraryRoutes } from "./modules/library/library.routes.ts";
import { songCheckRoutes } from "./modules/library/song-check.routes.ts";
import { songRoutes } from "./modules/library/songs.routes.ts";
import { notificationRoutes } from "./modules/notifications/notifications.routes.ts";
import { publicSiteRoutes } from "./modules/onboarding/public-site.routes.ts";
import { requestRoutes } from "./modules/onboarding/requests.routes.ts";
import { placeRoutes } from "./modules/places/places.routes.ts";
import { SignalStreams } from "./modules/player/index.ts";
import { playerRoutes } from "./modules/player/player.routes.ts";
import { reportRoutes } from "./modules/reports/reports.routes.ts";
import { reportRecipientRoutes, reportScheduleRoutes } from "./modules/reports/schedules.routes.ts";
import { savedFilterRoutes } from "./modules/saved-filters/saved-filters.routes.ts";
import { scheduleRoutes } from "./modules/schedule/days/schedule.routes.ts";
import { eventPlaylistRoutes } from "./modules/schedule/events/event-playlists.routes.ts";
import { masterRuleRoutes } from "./modules/schedule/rules/master-rule.routes.ts";
import { searchRoutes } from "./modules/search/search.routes.ts";
import { companySignInRoutes } from "./modules/session/company-sign-in.routes.ts";
import { credentialRoutes } from "./modules/session/credentials.routes.ts";
import { openSessions, storageState } from "./modules/session/index.ts";
import { passkeysRoutes } from "./modules/session/passkeys.routes.ts";
import { profileRoutes } from "./modules/session/profile.routes.ts";
import { sessionRoutes } from "./modules/session/session.routes.ts";
import { twoStepsRoutes } from "./modules/session/two-steps.routes.ts";
import { setupRoutes } from "./modules/setup/setup.routes.ts";
import {
  playerSongReportRoutes,
  songReportRoutes,
} from "./modules/song-reports/song-reports.routes.ts";
import { statusRoutes } from "./modules/status/status.routes.ts";
import { storeCounter } from "./modules/stores/index.ts";
import { storeRoutes } from "./modules/stores/stores.routes.ts";
import { heartbeatRoutes, timelineRoutes } from "./modules/telemetry/telemetry.routes.ts";
import { tokenRoutes } from "./modules/tokens/tokens.routes.ts";
import { ownRoutes, personalDataRoutes, userRoutes } from "./modules/users/users.routes.ts";
import { webhookRoutes } from "./modules/webhooks/webhooks.routes.ts";
import type { Services } from "./services.ts";

export type PlatformNeeds = Pick<
  Services,
  "logger" | "mail" | "publicUrl" | "files" | "documentSigner"
> & {
  database: Database;
  /** Milliseconds since the epoch. */
  clock: () => number;
  demoHistory?: Services["demoHistory"] | undefined;
  config: Pick<Services, "sessionSecret" | "appSecret"> &
    Partial<Pick<Services, "webhookReceivers" | "playerPackageUrl" | "mailSecret">> & {
      /**
       * Web servers that send it may say the person's address and the request id over the network.
       */
      sharedKey?: string | undefined;
      /**
       * Requests of one session in one process (LIM-1). A page asks a handful of calls: no person
       * comes near 1,200, a loop gone wrong does.
       */
      requestsAMinute: number;
      /** The same limit for one API token. */
      tokenRequestsAMinute?: number | undefined;
    };
};

/** Makes the platform API below /api as one fetch function. All its state is in `needs`. */
export function createPlatform(needs: PlatformNeeds): OpenAPIHono<PlatformEnv> {
  const { database, clock, logger, files, config } = needs;
  const tokens = tokenMaker(config.sessionSecret, clock);
  const callers = callerCache(database.reserved, clock);
  const storage = storageState(database);
  const api = new OpenAPIHono<PlatformEnv>().basePath("/api");

  api.use(requestContext(logger, config.sharedKey));
  api.onError((error, c) => problemOf(error, c, logger));
  api.notFound((c) => problemOf(new Refusal(404, "There is no such endpoint."), c, logger));

  api.get("/health", (c) => c.json({ status: "up" }));
  api.get("/ready", async (c) => {
    if (!(await database.ready())) return c.json({ status: "the database does not answer" }, 503);
    const state = await storage();
    if (state === "full") return c.json({ status: "the database has no room" }, 503);
    if (!(await takesFiles(files))) return c.json({ status: "there is no room for files" }, 503);
    return c.json({ status: state === "read only" ? state : "ready" });
  });
  describeSecurity(api.openAPIRegistry);

  const { area, refuseWrongParameters, endpointOf } = binder(api, {
    database,
    clock,
    access: accessControl(tokens, callers),
    rate: apiRate(clock, {
      session: config.requestsAMinute,
      token: config.tokenRequestsAMinute ?? config.requestsAMinute,
    }),
    idempotency: idempotency(database, clock, logger),
  });
  serveDocument(api, endpointOf);
  const services = openServices(needs, { tokens, callers, storage });
  addRoutes({ area, database, services });
  refuseWrongParameters();

  return api;
}

type SharedState = {
  tokens: ReturnType<typeof tokenMaker>;
  callers: ReturnType<typeof callerCache>;
  storage: ReturnType<typeof storageState>;
};

/** Opens what modules share, once for a platform. */
function openServices(needs: PlatformNeeds, { tokens, callers, storage }: SharedState) {
  const { database, clock, logger, mail, publicUrl, files, documentSigner, config } = needs;
  return {
    logger,
    mail,
    emails: openEmails({ logger, mail, publicUrl, files, documentSigner }),
    mailSecret: config.mailSecret,
    publicUrl,
    files,
    documentSigner,
    sessionSecret: config.sessionSecret,
    appSecret: config.appSecret,
    webhookReceivers: config.webhookReceivers ?? "https",
    playerPackageUrl: config.playerPackageUrl,
    keeper: fileKeeper({ files, logger }),
    sessions: openSessions({ tokens, callers }),
    counter: storeCounter(database, clock),
    demoHistory: needs.demoHistory ?? (() => null),
    indexes: libraryIndexes(database, logger),
    signals: new SignalStreams(database, clock, logger),
    storage,
  };
}

type Modules = Pick<Binder, "area"> & {
  database: Database;
  services: ReturnType<typeof openServices>;
};

/** Adds the endpoints of all modules, each under its area. */
function addRoutes({ area, database, services }: Modules): void {
  // sessions and players have connections of their own, which other work cannot exhaust
  // (docs/decisions/load.md)
  ownRoutes(area("users", database.reserved), services);
  sessionRoutes(area("session", database.reserved), services);
  setupRoutes(area("setup"), services);
  credentialRoutes(area("session", database.reserved), services);
  twoStepsRoutes(area("session", database.reserved), services);
  passkeysRoutes(area("session", database.reserved), services);
  companySignInRoutes(area("companies"), services);
  userRoutes(area("users"), services);
  personalDataRoutes(area("users"));
  notificationRoutes(area("notifications"));
  emailRoutes(area("emails"), services);
  profileRoutes(area("session", database.reserved), services);
  companyRoutes(area("companies"), services);
  placeRoutes(area("places"));
  hierarchyRoutes(area("hierarchy"));
  assignmentRoutes(area("hierarchy"));
  storeRoutes(area("stores"), services);
  savedFilterRoutes(area("saved filters"));
  fileRoutes(area("files"), services);
  playerRoutes(area("player", database.reserved), services);
  heartbeatRoutes(area("player", database.reserved));
  playerSongReportRoutes(area("player", database.reserved));
  timelineRoutes(area("stores"), database, services);
  draftRoutes(area("drafts"));
  reportRoutes(area("reports"));
  reportRecipientRoutes(area("reports"), services);
  reportScheduleRoutes(area("reports"), services);
  dashboardRoutes(area("dashboard"), services);
  alertRoutes(area("alerts"), services);
  libraryRoutes(area("library"), services);
  songRoutes(area("library"), services);
  catalogueRoutes(area("library"), services);
  songCheckRoutes(area("library"), services);
  chartRoutes(area("charts"), services);
  songReportRoutes(area("song reports"));
  demoPlaylistRoutes(area("demo playlists"), services);
  masterRuleRoutes(area("schedule"));
  scheduleRoutes(area("schedule"));
  eventPlaylistRoutes(area("schedule"), services);
  adSettingRoutes(area("ads"));
  campaignRoutes(area("ads"), services);
  spotRoutes(area("ads"), services);
  deliveryRoutes(area("ads"));
  brandRoutes(area("ads"));
  footfallRoutes(area("ads"));
  proofRoutes(area("ads"), services);
  availabilityRoutes(area("ads"));
  campaignRecordRoutes(area("ads"));
  billingRoutes(area("billing"), services);
  gstRoutes(area("billing"));
  receiptRoutes(area("billing"));
  dunningRoutes(area("billing"), services);
  requestRoutes(area("onboarding"), services);
  publicSiteRoutes(area("onboarding"));
  searchRoutes(area("search"), services);
  auditRoutes(area("audit"));
  statusRoutes(area("status"), services);
  tokenRoutes(area("tokens"));
  webhookRoutes(area("webhooks"), services);
}
