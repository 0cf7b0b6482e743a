import { once } from "node:events";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { pino } from "pino";
import sirv from "sirv";
import { pagesHandler } from "./app/lib/pages/pages-handler.server.ts";
import { routePatterns } from "./app/lib/pages/route-patterns.server.ts";
import { publicUrlOf, readConfig } from "./config.ts";
import { answerRequests, createHttpServer } from "./http-server.ts";
import { createPlatform } from "./platform/app.ts";
import { serveDumps } from "./platform/backup/embedded-dump.ts";
import { migrate } from "./platform/db/migrate.ts";
import { openDatabase } from "./platform/db/open-database.ts";
import { checkPooler } from "./platform/db/pooler.ts";
import { folderStore } from "./platform/files/file-store.ts";
import { s3Store } from "./platform/files/s3-store.ts";
import { forgetOldSpools } from "./platform/files/spool.ts";
import { logSerializers } from "./platform/http/log-error.ts";
import { startJobs } from "./platform/jobs/start-jobs.ts";
import { openMail } from "./platform/mail/mail.ts";
import { setUpAtStart } from "./platform/modules/setup/setup.service.ts";
import { watchDatabase, watchProcess } from "./platform/observe/metrics.ts";
import { startTracing } from "./platform/observe/tracing.ts";
import { openDocumentSigner } from "./platform/pdf/document-signer.ts";
import { createWeb } from "./web.ts";

// By default V8 lets garbage grow to several times the live memory before it collects: 90 MB more
// in an import, without benefit (docs/decisions/performance.md).
setFlagsFromString("--heap-growing-percent=50");
const config = readConfig(process.env);
const development = config.NODE_ENV === "development";
const logger = pino({
  level: config.LOG_LEVEL,
  redact: ["req.headers.authorization", "req.headers.cookie"],
  serializers: logSerializers,
});

// before anything is opened, because a setting may be wrong
const documentSigner = await openDocumentSigner(config, logger);
documentSigner?.canSignAt(new Date());
const endTracing = config.OTEL_EXPORTER_OTLP_ENDPOINT
  ? await startTracing(config.OTEL_EXPORTER_OTLP_ENDPOINT)
  : undefined;
if (config.METRICS_TOKEN) watchProcess();
// the parent process says when
const pagesBuilt = config.PAGES_LATER ? once(process, "message") : undefined;
const platform = config.PLATFORM_API_URL ? undefined : await startPlatform();

const httpServer = createHttpServer();
const vite = development
  ? await (await import("vite")).createServer({
      server: { middlewareMode: true, hmr: { server: httpServer } },
    })
  : undefined;
if (pagesBuilt) {
  process.send?.({ progress: "Pages …" });
  await pagesBuilt;
}
const builtPages = new URL("./server/index.js", import.meta.url).href; // beside build/server.js
const build: ServerBuild | undefined = vite ? undefined : await import(builtPages);
const pages = build
  ? pagesHandler(build, config.NODE_ENV)
  : createRequestHandler(
      () => vite?.ssrLoadModule("virtual:remix/server-build") as unknown as Promise<ServerBuild>,
      config.NODE_ENV,
    );

await forgetOldSpools();
const web = createWeb({
  config,
  pages,
  platform: platform?.app,
  logger,
  ...(build && { routeOf: routePatterns(build) }),
});

const playerWorker = "/player-worker.js";
const cacheControlOf = (path: string) => {
  if (path.startsWith("/assets/")) return "public, max-age=31536000, immutable";
  // a worker must be replaced together with its page
  return path === playerWorker ? "no-cache" : "public, max-age=3600";
};
/** In development Vite serves modules; in production, hashed files that the build compressed. */
const files =
  vite?.middlewares ??
  sirv(new URL("./client", import.meta.url).pathname, {
    etag: true,
    gzip: true,
    brotli: true,
    dotfiles: false,
    // makes it look for files at each request, because they are compressed after the server listens
    dev: config.PAGES_LATER,
    setHeaders(response, path) {
      response.setHeader("X-Content-Type-Options", "nosniff");
      response.setHeader("Cache-Control", cacheControlOf(path));
      if (path === playerWorker)
        response.setHeader("Content-Security-Policy", "default-src 'none'; connect-src 'self'");
    },
  });
answerRequests(httpServer, web.fetch, files);
httpServer.listen(config.PORT, config.HOST, () => {
  const address = httpServer.address();
  const port = typeof address === "object" && address ? address.port : config.PORT;
  logger.info({ port }, "listening");
  if (process.send) process.send({ listening: port });
});

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop(signal));

/**
 * Starts no more work of its own, lets running requests and downloads end (at most STOP_SECONDS),
 * then closes what is open.
 */
async function stop(signal: string) {
  logger.info({ signal }, "stopping");
  setTimeout(() => process.exit(1), config.STOP_SECONDS * 1_000).unref();
  // caught, because an error must not cut off a download
  const jobsStopped = platform
    ?.rest()
    .catch((err: unknown) => logger.error({ err }, "jobs did not stop in order"));
  const drained = httpServer.drain();
  await vite?.close();
  await drained;
  await jobsStopped;
  await platform?.close();
  await endTracing?.();
  process.exit(0);
}

async function startPlatform() {
  const { database, endDumps } = await startDatabase();
  const filesDir = join(config.DATA_DIR, "files");
  const store = config.FILES_URL ? await s3Store(config.FILES_URL) : folderStore(filesDir);
  // loaded only here, so that production does not hold it in memory
  const demo = config.DEMO ? await import("./demo/index.ts") : undefined;
  const recordings = demo?.startRecordings(filesDir);
  recordings?.catch(() => {}); // their users report the error
  const files = demo && recordings ? demo.demoFiles(store, recordings) : store;
  const mail = openMail({
    smtpUrl: config.SMTP_URL,
    from: config.MAIL_FROM,
    outbox: join(config.DATA_DIR, "outbox"),
  });
  const publicUrl = publicUrlOf(config);
  const { background } = database;
  // jobs start after the database is filled: the wait for it would exceed their time limit
  let jobs: Awaited<ReturnType<typeof startJobs>> | undefined;
  const keepDays = () => jobs?.keepDays();
  // seeds the demo once and makes its stores play
  const running =
    demo && recordings
      ? await demo.runDemo({
          database: background,
          filesDir,
          recordings,
          keepDays,
          stores: config.DEMO_STORES,
          historyDays: config.DEMO_HISTORY_DAYS,
          logger,
        })
      : undefined;
  const services = { files, documentSigner, mail, publicUrl, logger };
  if (config.JOBS)
    jobs = await startJobs({
      database: background,
      ...services,
      sessionSecret: config.SESSION_SECRET,
      webhookReceivers: config.WEBHOOK_RECEIVERS,
    });
  await setUpAtStart({
    database,
    sessionSecret: config.SESSION_SECRET,
    publicUrl,
    setup: config.SETUP,
    logger,
  });
  const app = createPlatform({
    database,
    clock: Date.now,
    ...services,
    demoHistory: running?.history,
    config: {
      sessionSecret: config.SESSION_SECRET,
      appSecret: config.APP_SECRET,
      sharedKey: config.PLATFORM_SHARED_KEY,
      requestsAMinute: config.REQUESTS_PER_MINUTE,
      tokenRequestsAMinute: config.TOKEN_REQUESTS_PER_MINUTE,
      webhookReceivers: config.WEBHOOK_RECEIVERS,
      playerPackageUrl: config.PLAYER_PACKAGE_URL,
      mailSecret: config.MAIL_WEBHOOK_SECRET,
    },
  });
  return {
    app,
    /** Stops the platform's own jobs and the demo. */
    rest: async () => {
      await running?.stop();
      await jobs?.stop();
    },
    close: async () => {
      await mail.close();
      await endDumps?.();
      await database.close();
    },
  };
}

/** Opens the database, applies what migrations it lacks, and checks its pooler. */
async function startDatabase() {
  const database = await openDatabase({
    url: config.DATABASE_URL,
    poolerUrl: config.DATABASE_POOLER_URL,
    replicaUrl: config.DATABASE_REPLICA_URL,
    replicaLag: config.DATABASE_REPLICA_LAG,
    dataDir: config.DATABASE_URL ? undefined : join(config.DATA_DIR, "database"),
    logger,
  });
  if (!config.DATABASE_URL && !config.DEMO)
    logger.warn(
      { dataDir: config.DATA_DIR },
      "embedded database: for trials and one small shop; set DATABASE_URL in production",
    );
  await migrate(database);
  if (config.DATABASE_POOLER_URL) await checkPooler(database.pool);
  if (config.METRICS_TOKEN) watchDatabase(database);
  const endDumps = config.DATABASE_URL
    ? undefined
    : await serveDumps(database, join(config.DATA_DIR, "database"), logger);
  return { database, endDumps };
}
