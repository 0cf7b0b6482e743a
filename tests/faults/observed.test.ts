import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { endServers, startServer } from "../support/built-server.ts";
import { anyServerDatabase } from "../support/database.ts";
import { password } from "../support/platform.ts";

const clean: (() => unknown)[] = [];
afterEach(async () => {
  await endServers();
  for (const work of clean.splice(0).reverse()) await work();
});

type Span = {
  name: string;
  spanId: string;
  parentSpanId?: string;
  traceId: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
};

/** A collector that keeps the spans it is sent. */
async function openCollector() {
  const spans: Span[] = [];
  const server = createServer(async (request, response) => {
    const traceExport = JSON.parse(Buffer.concat(await request.toArray()).toString()) as {
      resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
    };
    spans.push(
      ...traceExport.resourceSpans.flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap((scope) => scope.spans),
      ),
    );
    response.setHeader("Content-Type", "application/json").end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  clean.push(() => server.close());
  return { spans, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test("a server tells Prometheus of itself by token, and a collector of each request down to its statements and emails [OPS-1]", async () => {
  const folder = await mkdtemp(join(tmpdir(), "fever-observed-"));
  clean.push(() => rm(folder, { recursive: true, force: true }));
  const { spans, url } = await openCollector();
  const METRICS_TOKEN = "a token for Prometheus that is long enough";
  const server = await startServer({
    ...(await anyServerDatabase()),
    DATA_DIR: folder,
    METRICS_TOKEN,
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    SETUP_PROVIDER_NAME: "Fever Mumbai",
    SETUP_ADMIN_FIRST_NAME: "Asha",
    SETUP_ADMIN_EMAIL: "asha@fever.example",
    SETUP_ADMIN_USERNAME: "asha",
    SETUP_ADMIN_PASSWORD: password,
  });
  const { body } = await server.api("/auth/signin", {
    method: "POST",
    body: { username: "asha", password },
  });
  const { accessToken: token } = body.data as { accessToken: string };
  expect((await server.api("/nothing/here/1", { token })).status).toBe(404);
  await server.api("/auth/get-password-recovery-mail?username=asha");
  const login = await fetch(`${server.origin}/login`);
  await login.text();
  await fetch(`${server.origin}/demo/some-token`);

  const scrape = (authorization?: string) =>
    fetch(
      `${server.origin}/metrics`,
      authorization ? { headers: { Authorization: authorization } } : {},
    );
  expect((await scrape()).status).toBe(401);
  expect((await scrape(`Bearer ${METRICS_TOKEN}x`)).status).toBe(401);
  const figures = await (await scrape(`Bearer ${METRICS_TOKEN}`)).text();
  for (const line of [
    'fever_request_seconds_count{kind="api",method="POST",route="/auth/signin",status="200"} 1',
    'fever_request_seconds_count{kind="api",method="GET",route="none",status="404"} 1',
    'fever_request_seconds_count{kind="page",method="GET",route="/login",status="200"} 1',
    'route="/demo/:token"',
    'fever_database_connections{pool="work",state="waiting"} ', // how many, jobs decide
    "fever_exports_running 0",
    "fever_players_online 0",
    "fever_nodejs_eventloop_lag_p99_seconds",
    "fever_process_resident_memory_bytes",
  ])
    expect(figures).toContain(line);
  expect(figures).not.toMatch(/some-token|nothing/);

  expect(await server.end("SIGTERM")).toBe(0); // what is left is sent
  const attributeOf = ({ attributes }: Span, key: string) =>
    attributes.find((each) => each.key === key)?.value.stringValue;
  const page = spans.find(
    (span) =>
      attributeOf(span, "request.id") === login.headers.get("X-Request-Id") &&
      span.name.startsWith("page "),
  );
  expect(page?.name).toBe("page GET /login");
  const ofPage = spans.filter(({ traceId }) => traceId === page?.traceId);
  const call = ofPage.find(
    ({ name, parentSpanId }) => name === "API GET /setup" && parentSpanId === page?.spanId,
  );
  expect(call, JSON.stringify(ofPage.map(({ name }) => name))).toBeDefined();
  const signIn = spans.find(({ name }) => name === "API POST /auth/signin");
  expect(
    spans.some(
      ({ name, parentSpanId }) => name.startsWith("db SELECT") && parentSpanId === signIn?.spanId,
    ),
  ).toBe(true);
  expect(spans.some(({ name }) => name === "email")).toBe(true);
  expect(JSON.stringify(spans)).not.toContain("asha");
});
