/**
 * The stores list's very markup from constants, in a process of its own. It asks the real
 * composition for the page once, keeps what each loader gave, closes the database, and then serves
 * remix: the same build through Remix's handler, its loaders giving those constants: no session,
 * API or database;
 * bare: the same React tree, Remix's providers and handed-over data included, straight from
 * renderToPipeableStream into the socket. Both under the same HTTP listener as the product where
 * Remix is involved; `gzip` adds the product's compression to the first.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import {
  createRequestHandler,
  type EntryContext,
  type RequestHandler,
  type ServerBuild,
} from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { Hono } from "hono";
import { compress } from "hono/compress";
import { pino } from "pino";
import { createElement } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { DEMO_PASSWORD } from "../../demo/people.ts";
import { createPlatform } from "../../platform/app.ts";
import { openDatabase } from "../../platform/db/open-database.ts";
import { folderStore } from "../../platform/files/file-store.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { createWeb } from "../../web.ts";
import { cookiesOf } from "./sign-in.ts";

export type ConstantPagesTask = {
  kind: "remix" | "bare";
  gzip: boolean;
  databaseUrl: string;
  path: string;
  username: string;
};

const task = JSON.parse(process.argv[2] ?? "") as ConstantPagesTask;
const built = (await import(
  new URL("../../build/server/index.js", import.meta.url).href
)) as ServerBuild;
const nonce = "a-nonce-as-long-as-real";
const captured = await capture();
const server = task.kind === "remix" ? createServer(remixAlone()) : createServer(bare);
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.({ listening: typeof address === "object" ? address?.port : 0 });
});
process.once("SIGTERM", () => process.exit(0));

function remixAlone() {
  const routes = Object.fromEntries(
    Object.entries(built.routes).map(([id, route]) => [
      id,
      route && {
        ...route,
        module: {
          ...route.module,
          ...(route.module.loader && { loader: () => captured.loaderData[id] ?? null }),
        },
      },
    ]),
  );
  const pages = createRequestHandler({ ...built, routes }, "production");
  const answer = (request: Request) => pages(request, { cspNonce: nonce } as never);
  if (!task.gzip) return getRequestListener(answer, { overrideGlobalObjects: false });
  const app = new Hono();
  app.use(compress({ encoding: "gzip" }));
  app.all("*", (c) => answer(c.req.raw));
  return getRequestListener(app.fetch, { overrideGlobalObjects: false });
}

function bare(_request: IncomingMessage, response: ServerResponse) {
  const handedOver = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(captured.handedOver);
      controller.close();
    },
  });
  const { staticHandlerContext } = captured.entry;
  const context = {
    ...captured.entry,
    staticHandlerContext: { ...staticHandlerContext },
    serverHandoffStream: handedOver,
  };
  const { pipe } = renderToPipeableStream(
    createElement(RemixServer, { context, url: `http://127.0.0.1${task.path}`, nonce }),
    {
      nonce,
      onAllReady() {
        response.setHeader("Content-Type", "text/html; charset=utf-8");
        pipe(response);
      },
    },
  );
}

/** One real page: what its loaders gave, and what Remix hands to the renderer. */
async function capture() {
  const logger = pino({ level: "silent" });
  const secret = "a secret of the bench that is long enough";
  const database = await openDatabase({ url: task.databaseUrl });
  const config = {
    NODE_ENV: "production",
    SESSION_SECRET: secret,
    APP_SECRET: secret,
    DEMO: false,
  } as const;
  const platform = createPlatform({
    database,
    clock: Date.now,
    logger,
    files: folderStore("/nonexistent"),
    mail: { send: async () => {}, sendLater: () => {} } as unknown as Mail, // a list sends none
    publicUrl: "http://bench",
    config: { sessionSecret: secret, appSecret: secret, requestsAMinute: 1200 },
  });
  let entry: EntryContext | undefined;
  let handedOver: Promise<Uint8Array> | undefined;
  const build: ServerBuild = {
    ...built,
    entry: {
      ...built.entry,
      module: {
        ...built.entry.module,
        default: (request, status, headers, context, load) => {
          const [copy, used] = context.serverHandoffStream?.tee() ?? [];
          entry = context;
          handedOver = new Response(copy).arrayBuffer().then((buffer) => new Uint8Array(buffer));
          return built.entry.module.default(
            request,
            status,
            headers,
            { ...context, serverHandoffStream: used } as EntryContext,
            load,
          );
        },
      },
    },
  };
  const pages: RequestHandler = createRequestHandler(build, "production");
  const web = createWeb({ config, pages, platform, logger } as never);
  const signIn = await web.request("http://bench/login", {
    method: "POST",
    body: new URLSearchParams({ username: task.username, password: DEMO_PASSWORD }),
  });
  const page = await web.request(`http://bench${task.path}`, {
    headers: { Cookie: cookiesOf(signIn) },
  });
  const html = await page.text();
  await database.close();
  if (page.status !== 200 || !entry || !handedOver)
    throw new Error(`the page to keep answered ${page.status}: ${html.slice(0, 200)}`);
  return {
    entry,
    handedOver: await handedOver,
    loaderData: entry.staticHandlerContext.loaderData as Record<string, unknown>,
  };
}
