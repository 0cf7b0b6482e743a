import { createHash } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "#contract/base/endpoint";
import { yesterday } from "#contract/examples/example-values";
import { demoContractId, demoIcons } from "#demo/company-files";
import { SAMPLE_RATE } from "#demo/instruments";
import { encodeWav } from "#demo/wav";
import { recording } from "../support/audio.ts";
import { sampled, seed } from "../support/drawn-cases.ts";
import { picture } from "../support/uploads.ts";
import { allEndpoints } from "../sweeps/all-endpoints.ts";
import { ours } from "../sweeps/demo-world.ts";
import { allowed } from "../sweeps/own-calls.ts";
import { type Ids, idNames, sampleInput } from "../sweeps/sample-input.ts";
import { campaignPools } from "./campaigns.ts";
import { judge, slowMs } from "./judge.ts";
import { type Operation, readOperations } from "./operations.ts";
import {
  commonTexts,
  type FuzzRequest,
  type Pools,
  requestsTo,
  validRequestsTo,
} from "./requests.ts";
import { type FuzzWorld, openFuzzWorld, type Sender } from "./world.ts";

/** FUZZ_REQUESTS says how many (npm run fuzz: 500,000), FUZZ_SEED which. */
const requestCount = Number(process.env.FUZZ_REQUESTS ?? (process.env.TEST_ALL ? 20_000 : 400));

/** An operation that had no success gets so many rounds of valid requests more. */
const mostRounds = 40;

const statuses = new Map<string, number>();
const succeeded = new Set<string>();
const times = new Map<string, number>();
let sentInAll = 0;
let hired = 0;

/** First what changes the least: other calls need what a later one changes or removes. */
const order = ["GET", "POST", "PATCH", "PUT", "DELETE"];

describe("The platform API, sent anything at all", () => {
  let fuzz: FuzzWorld;
  let operations: Operation[];
  let pools: Pools;
  let fileTypes: string[][];

  beforeAll(async () => {
    fuzz = await openFuzzWorld();
    pools = await poolsOf(fuzz);
    const all = await readOperations(fuzz.world.at);
    fileTypes = all.map((one) => one.fileTypes).filter((types) => types !== undefined);
    operations = sampled(all).sort((a, b) => order.indexOf(a.method) - order.indexOf(b.method));
  });
  afterAll(async () => {
    const statusCounts = [...statuses].sort().map(([status, count]) => `${status}: ${count}`);
    process.stdout.write(
      `fuzzer: ${sentInAll} requests, seed ${seed}, ${hired} senders made anew, answers ${statusCounts.join(", ")}\n`,
    );
    const slowest = [...times].sort(([, a], [, b]) => b - a).slice(0, 5);
    process.stdout.write(
      `slowest: ${slowest.map(([name, ms]) => `${name} ${Math.round(ms)} ms`).join(", ")}\n`,
    );
    await fuzz?.world.at.close();
  });

  test("takes in each upload a type of file that the fuzzer has", () => {
    const ownTypes = Object.values(pools.files).map(({ type }) => type);
    const missing = fileTypes.filter((types) => !types.some((type) => ownTypes.includes(type)));
    expect(missing).toEqual([]);
  });

  test("never fails, never shows another's data, and says each error as a problem document [CTX-4]", {
    timeout: 6 * 3_600_000,
  }, async () => {
    const failures: string[] = [];
    const each = Math.ceil(requestCount / operations.length);
    for (const operation of operations) {
      const isBlind = () => !succeeded.has(operation.name) && !(operation.name in outOfReach);
      const operationFailures = await attack(operation, requestsTo(operation, pools), {
        runs: each,
        round: 0,
      });
      for (
        let round = 1;
        operationFailures.length === 0 && isBlind() && round <= mostRounds;
        round++
      )
        operationFailures.push(
          ...(await attack(operation, validRequestsTo(operation, pools), { runs: 5, round })),
        );
      if (operationFailures.length === 0 && isBlind())
        operationFailures.push(
          `${operation.name}: no request succeeded, the fuzzer has become blind there`,
        );
      failures.push(...operationFailures);
    }
    // as the message, since a comparison shows only the first characters
    expect(failures.length, failures.join("\n\n")).toBe(0);
    expect(sentInAll).toBeGreaterThanOrEqual(requestCount);
  });

  /**
   * Sends what fast-check makes of one operation, as those it is open to and sometimes as others;
   * shrinks what went wrong.
   */
  async function attack(
    operation: Operation,
    requests: fc.Arbitrary<FuzzRequest>,
    { runs, round }: { runs: number; round: number },
  ) {
    await fuzz.restore();
    const look = judge(operation);
    const [open, others] = openTo(operation);
    const who = fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...(open.length > 0 ? open : others)) },
      { weight: 2, arbitrary: fc.constantFrom(...(others.length > 0 ? others : open)) },
      { weight: 1, arbitrary: fc.constant("nobody") },
    );
    const before = performance.now();
    const report = await fc.check(
      fc.asyncProperty(who, requests, async (name, fuzzRequest) => {
        const sender = fuzz.senders.find((one) => one.name === name);
        const began = performance.now();
        let response = await send(fuzzRequest, sender);
        if (
          [401, 409].includes(response.status) &&
          sender &&
          fuzzRequest.kind === "valid" &&
          !operation.isPublic &&
          (await renew(sender))
        ) {
          await response.body?.cancel();
          response = await send(fuzzRequest, sender);
        }
        let ms = performance.now() - began;
        // a machine may stand still for a while: what is slow is slow twice
        if (ms > slowMs) ms = await measureAnswer(fuzzRequest, sender);
        const wrong = await look(fuzzRequest, sender, response, ms);
        sentInAll++;
        statuses.set(String(response.status), (statuses.get(String(response.status)) ?? 0) + 1);
        // an absurd one may be another call
        if (response.ok && fuzzRequest.kind !== "absurd") succeeded.add(operation.name);
        if (wrong) throw new Error(`${operation.name} as ${name} ${wrong}`);
      }),
      { numRuns: runs, seed: seedOf(operation, round), endOnFailure: false },
    );
    times.set(operation.name, (times.get(operation.name) ?? 0) + performance.now() - before);
    return report.failed ? [`${report.errorInstance}\n${fc.defaultReportMessage(report)}`] : [];
  }

  /**
   * The senders whom the contract's matrices let in, which the sweep of all endpoints proves, and
   * the others.
   */
  function openTo({ name, isPublic }: Operation): [open: string[], others: string[]] {
    const endpoint = allEndpoints.get(name.replace("/api", ""));
    const isOpen = ({ person }: Sender) =>
      isPublic || (endpoint !== undefined && allowed(person, endpoint));
    const namesOf = (senders: Sender[]) => senders.map(({ name }) => name);
    return [
      namesOf(fuzz.senders.filter(isOpen)),
      namesOf(fuzz.senders.filter((one) => !isOpen(one))),
    ];
  }

  /**
   * Asks again for ten seconds where it is told to: places of downloads that were cancelled are
   * free a little later, and no longer kept.
   */
  async function send(
    fuzzRequest: FuzzRequest,
    sender: Sender | undefined,
    patience = 500,
  ): Promise<Response> {
    const { method, target, headers, body, files } = fuzzRequest;
    const form = new FormData();
    for (const { part, name, sample } of files ?? [])
      form.append(part, new File([pools.files[sample]?.content ?? ""], name));
    const request = new Request(`http://platform${target}`, {
      method,
      headers: { ...(sender && { Authorization: `Bearer ${sender.token}` }), ...headers },
      ...(body !== undefined && { body }),
      ...(files && { body: form }),
    });
    const response = await fuzz.world.at.send(request, "fuzzer");
    const isBusy =
      [429, 503].includes(response.status) &&
      Number(response.headers.get("Retry-After") ?? Number.NaN) <= 60;
    if (!isBusy || patience === 0) return response;
    await response.body?.cancel();
    await new Promise((resolve) => setTimeout(resolve, 20));
    return send(fuzzRequest, sender, patience - 1);
  }

  async function measureAnswer(
    fuzzRequest: FuzzRequest,
    sender: Sender | undefined,
  ): Promise<number> {
    const began = performance.now();
    const response = await send(fuzzRequest, sender);
    await response.body?.cancel();
    return performance.now() - began;
  }

  /** A sender whose session a request has ended is made anew; says whether one was. */
  async function renew(sender: Sender): Promise<boolean> {
    const alive = await send(
      { method: "GET", target: "/api/user/me", headers: {}, kind: "valid" },
      sender,
    );
    const { data } = (await alive.json()) as { data?: { mustEnrol: boolean } };
    if (alive.ok && !data?.mustEnrol) return false;
    // who is of a company that was deactivated could not sign in, nor do anything where it came to
    // require two steps
    await fuzz.restore();
    hired++;
    Object.assign(sender, await fuzz.hire(sender.name));
    return true;
  }
});

/**
 * Each operation and round draws by a seed of its own: one for all would draw all alike, and miss
 * the same thing in all.
 */
const seedOf = ({ name }: Operation, round: number) =>
  createHash("sha256").update(`${seed} ${name} ${round}`).digest().readInt32BE();

const whileAllowed = "opens only while the company allows it, which another call may change";
const byToken = "takes a token that is only mailed or handed over";
const byCode = "takes a code of an authenticator app";
const byPortal = "takes what the invoice portal signs, which tests/api/e-invoices.test.ts gives";
const ownAlone = "takes what its caller alone made, by an ID that nothing here knows";
/**
 * Calls that no request made up here can succeed in, each with the reason. They are sent all the
 * wrong ones; sweeps and tests of their own reach them.
 */
const outOfReach: Record<string, string> = {
  "POST /api/setup": "a server is set up once",
  "POST /api/emails/bounces": "takes the secret of the mail service, which no server has here",
  "POST /api/alert/hand-over": "takes an alert of the caller's own and the name of a colleague",
  "POST /api/alert/hand-over/all": "takes an alert of the caller's own and the name of a colleague",
  "GET /api/alert/{id}/voice-note":
    "plays a recording that a later call adds; tests/api/help-calls.test.ts",
  "PUT /api/spot/{id}/cues":
    "takes two instants within the sound of a short file, which tests/api/audio-cues.test.ts gives",
  "POST /api/auth/reset-password": byToken,
  "POST /api/auth/second-step": byToken,
  "POST /api/auth/second-step/passkey": byToken,
  "POST /api/auth/second-step/passkey/confirm": byToken,
  "POST /api/campaign/proof-link/email":
    "takes the address of a contact, which other requests change; tests/api/brand-accounts.test.ts",
  "POST /api/user/me/passkeys": byCode,
  "POST /api/user/me/passkeys/confirm": byToken,
  "POST /api/user/me/passkeys/remove": ownAlone,
  "POST /api/auth/company/begin": "takes a company whose sign-in service answers",
  "POST /api/auth/company/finish": byToken,
  "POST /api/auth/reset-two-steps": "takes a user who signs in by two steps",
  "POST /api/user/me/two-steps/confirm": byCode,
  "POST /api/user/me/two-steps/recovery-codes": byCode,
  "POST /api/user/me/two-steps/off": byCode,
  "GET /api/user/onboarding-info": byToken,
  "POST /api/auth/activate-password": byToken,
  "GET /api/auth/validate-temp-token": byToken,
  "DELETE /api/user/sessions/{id}": ownAlone,
  "POST /api/store/csv-store/{importId}/apply": ownAlone,
  "GET /api/store/csv-store/{importId}": ownAlone,
  "GET /api/store/csv-store/{importId}/rows": ownAlone,
  "GET /api/store/csv-store/{importId}/refused": ownAlone,
  "POST /api/user/csv-user/{importId}/apply": ownAlone,
  "GET /api/user/csv-user/{importId}": ownAlone,
  "GET /api/user/csv-user/{importId}/rows": ownAlone,
  "GET /api/user/csv-user/{importId}/refused": ownAlone,
  "POST /api/footfall/csv-footfall/{importId}/apply": ownAlone,
  "GET /api/footfall/csv-footfall/{importId}": ownAlone,
  "GET /api/footfall/csv-footfall/{importId}/rows": ownAlone,
  "GET /api/footfall/csv-footfall/{importId}/refused": ownAlone,
  "POST /api/csv-multimedia/{importId}/apply": ownAlone,
  "GET /api/csv-multimedia/{importId}": ownAlone,
  "GET /api/csv-multimedia/{importId}/rows": ownAlone,
  "GET /api/csv-multimedia/{importId}/refused": ownAlone,
  "GET /api/multimedia/audio/{fileId}": ownAlone,
  "POST /api/multimedia": ownAlone,
  "GET /api/spot/audio/{fileId}": ownAlone,
  "POST /api/spot": ownAlone,
  "DELETE /api/saved-filter": ownAlone,
  "GET /api/report-schedule/{id}": ownAlone,
  "PUT /api/report-schedule": ownAlone,
  "DELETE /api/report-schedule": ownAlone,
  "POST /api/report-schedule/{id}/run": ownAlone,
  "GET /api/report-schedule/{id}/recipients": ownAlone,
  "PUT /api/report-schedule/{id}/recipients": ownAlone,
  "DELETE /api/report-schedule/{id}/links": ownAlone,
  "PUT /api/report-schedule/{id}/received": ownAlone,
  "GET /api/report-schedule/file/{fileId}": ownAlone,
  "GET /api/report-schedule/file/{fileId}/download": ownAlone,
  "GET /api/linked-report/{token}": whileAllowed,
  "GET /api/linked-report/{token}/file": whileAllowed,
  "POST /api/invoice/{id}/dunning/resume": "undoes a stop, which tests/api/dunning.test.ts makes",
  ...Object.fromEntries(
    ["invoice", "credit-note"].flatMap((kind) => [
      [`POST /api/${kind}/{id}/e-invoice`, byPortal],
      [`POST /api/${kind}/{id}/e-invoice/cancel`, byPortal],
    ]),
  ),
  ...Object.fromEntries(
    [
      "PUT /api/token",
      "DELETE /api/token",
      "POST /api/webhook",
      "PUT /api/webhook",
      "DELETE /api/webhook",
    ].map((name) => [name, ownAlone]),
  ),
  ...Object.fromEntries(
    [
      "GET /api/webhook/{id}",
      "GET /api/webhook/{id}/delivery",
      "POST /api/webhook/{id}/resend",
      "POST /api/webhook/{id}/test",
    ].map((name) => [name, ownAlone]),
  ),
  "DELETE /api/multimedia": "takes a song that no call before has put into a chart",
};

/** Names the kind of item that a call's member `id` stands for. */
const idOf = {
  "/api/masterRule": "ruleId",
  "/api/masterRule/version": "versionId",
  "/api/group-playlist": "playlistId",
  "/api/group-playlist-songs": "playlistId",
  "/api/group-playlist/candidates": "playlistId",
  "/api/group-playlist/check": "playlistId",
  "/api/group-playlist/difference": "playlistId",
  "/api/future-group-playlist/{id}": "playlistId",
  "/api/store/findById": "storeId",
  "/api/region": "emptyRegionId",
  "/api/zone": "emptyZoneId",
  "/api/group": "emptyGroupId",
  "/api/store": "storeId",
  "/api/user": "userId",
  "/api/user/{id}": "userId",
  "/api/user/toggle-status/{id}": "userId",
  "/api/user/{id}/invitation": "invitedUserId",
  "/api/saved-filter": "savedFilterId",
  "/api/alert": "alertId",
  "/api/alert/{id}": "alertId",
  "/api/alert/{id}/owners": "alertId",
  "/api/player/commands/{id}": "commandId",
  "/api/song-report/{id}": "songReportId",
  "/api/public-request/approve": "requestId",
  "/api/public-request/findById": "requestId",
  "/api/public-request/answer": "otherRequestId",
};

/**
 * Draws what own-calls of the sweeps try one after the other: which kind of item an id names, which
 * optional member is put in, which version.
 */
function sampling(endpoint: Endpoint, own: Ids) {
  const names = idNames(endpoint);
  const isVague = names.some((name) => /^ids?$/.test(name) && !(`${endpoint.path} ${name}` in own));
  const kinds = isVague ? Object.keys(own).filter((name) => !name.startsWith("/")) : ["id"];
  return {
    kind: fc.constantFrom(...kinds),
    include: fc.constantFrom(undefined, ...names),
    version: fc.constantFrom("1", "2"),
  };
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function poolsOf({ world, secrets }: FuzzWorld): Promise<Pools> {
  const own = await world.ownOf("ours");
  const elsewhere = await world.ownOf("elsewhere");
  const foreign = await world.ownOf("theirs");
  // of all that an id may name, few are charts
  own["/chart/activate-deactivate ids"] = own.chartId ?? 0;
  const ids: Pools["ids"] = { version: [1, 2, 3, 4, 5] };
  const numbers = (items: unknown[]) =>
    items.filter((id): id is number => typeof id === "number" && id > 0);
  for (const name of Object.keys(own)) {
    const [mine, ...others] = [own, elsewhere, foreign].map((items) => items[name]);
    ids[name.startsWith("/") ? `/api${name}` : name] = numbers([mine, mine, mine, ...others]);
  }
  for (const [path, kind] of Object.entries(idOf)) ids[`${path} id`] = ids[kind] ?? [];
  Object.assign(ids, campaignPools, { "/api/masterRule version": [1] }); // restore() makes it so
  ids.id = ids.ids = [own, own, elsewhere, foreign].flatMap((items) =>
    numbers(Object.values(items)),
  );
  return {
    ids,
    samples(operation) {
      const endpoint = allEndpoints.get(
        `${operation.method} ${operation.path.replace("/api", "")}`,
      );
      if (!endpoint) return undefined;
      return fc
        .record({ company: fc.constantFrom(undefined, ours), ...sampling(endpoint, own as Ids) })
        .map(({ company, kind, include, version }) => {
          const id = (name: string) =>
            own[`${endpoint.path} ${name}`] ?? own[/^ids?$/.test(name) ? kind : name] ?? 1;
          const {
            params = {},
            query = {},
            headers = {},
            body,
          } = sampleInput(endpoint, { id, version, ...(include && { include }) });
          const pairs = Object.entries({
            ...query,
            ...(company &&
              endpoint.query &&
              "companyId" in endpoint.query.shape && { companyId: company }),
          });
          return {
            path: Object.fromEntries(
              Object.entries(params).map(([name, value]) => [name, String(value)]),
            ),
            query: pairs.map(([name, value]): [string, string] => [name, String(value)]),
            headers,
            body,
          };
        });
    },
    files: {
      picture: { type: "image/png", content: await picture("png") },
      page: { type: "application/pdf", content: bytesOf("%PDF-1.7\n%%EOF") },
      table: {
        type: "text/csv",
        content: bytesOf('Store code,Store,City\r\nFUZZ-1,Fuzz store,Pune\r\n,,\r\n"'),
      },
      stores: {
        type: "text/csv",
        content: bytesOf("Store code,Store,City\r\nFUZZ-2,Fuzz store,Pune\r\n"),
      },
      users: {
        type: "text/csv",
        content: bytesOf(
          "Username,First name,Last name,Email,Phone,Role,Level,Locations\r\nfuzz.user,Fuzz,,fuzz@example.com,,Admin,national,\r\n",
        ),
      },
      statement: {
        type: "text/csv",
        content: bytesOf("Date,Narration,Deposit Amt.\r\n01/08/26,NEFT FUZZ,1450.00\r\n"),
      },
      answers: {
        type: "text/csv",
        content: bytesOf("IRN,SignedQRCode\r\n0,a.b.c\r\n"),
      },
      footfall: {
        type: "text/csv",
        content: bytesOf(`Store code,Date,Hour,Visitors\r\nNWR-0001,${yesterday()},10,118\r\n`),
      },
      voice: {
        type: "audio/webm",
        content: await (await recording("voice.webm")).bytes(),
      },
      songs: {
        type: "text/csv",
        content: bytesOf("Title,Artist,Seconds\r\nFuzz song,Nobody,180\r\n"),
      },
      sound: {
        type: "audio/wav",
        content: new Uint8Array(encodeWav(new Float32Array(8000).fill(0.5))),
      },
      song: {
        type: "audio/wav",
        content: new Uint8Array(encodeWav(new Float32Array(6 * SAMPLE_RATE).fill(0.5))),
      },
      cut: { type: "image/cut", content: (await picture("jpeg")).slice(0, 300) },
      script: { type: "text/html", content: bytesOf("<script>alert(1)</script>") },
      nothing: { type: "nothing", content: bytesOf("") },
      zeros: { type: "zeros", content: new Uint8Array(70_000) },
    },
    texts: {
      ...commonTexts,
      cursor: secrets.cursors,
      username: ["nobody.known", secrets.username],
      token: ["made-up"],
      tempToken: ["made-up"],
      refresh: ["Bearer made-up", `Bearer ${secrets.refreshToken}`],
      authorization: ["Bearer made-up", `Bearer ${secrets.accessToken}`],
      itemId: [own, elsewhere].map((items) => `${items.logId}-0`),
      "/api/file/{id} id": [demoContractId, ...demoIcons.map(({ iconFileId }) => iconFileId)],
      fileId: [demoContractId],
      importId: [own, own, elsewhere, foreign].map(({ importId }) => String(importId)),
      list: ["stores", "library"],
      "/api/player/media/{id} id": [own, foreign].flatMap((items) => [
        `spot-${items.spotId}`,
        "song-1",
      ]),
    },
  };
}
