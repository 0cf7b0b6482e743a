import { hash } from "@node-rs/argon2";
import { type Logger, pino } from "pino";
import type { Endpoint, Input } from "#contract/base/endpoint";
import { createPlatform } from "#platform/app";
import type { Database } from "#platform/db/database";
import { openEmails } from "#platform/emails";
import { type FileStore, folderStore } from "#platform/files/file-store";
import { logSerializers } from "#platform/http/log-error";
import { type Mail, openMail } from "#platform/mail/mail";
import { deliverDueEmails } from "#platform/modules/emails/index";
import type { DocumentSigner } from "#platform/pdf/document-signer";
import { testPublicUrl } from "./addresses.ts";
import { type AnyInput, type Client, clientOf, type Reply } from "./client.ts";
import { type Engine, openTestDatabase } from "./database.ts";
import { type Send, startListener } from "./listening.ts";
import { openSmtp } from "./smtp.ts";
import { multipart } from "./uploads.ts";

export { type Reply, testPublicUrl };
export const password = "Test@2026pass";
export const testAppSecret = "an application secret for tests, long enough";
export const testSessionSecret = "a secret for tests that is long enough";
/**
 * Argon2id is slow by design, with the cost stored in the hash; this hash has the least cost,
 * because thousands of tests sign in.
 */
export const passwordHash = hash(password, { memoryCost: 64, timeCost: 1, parallelism: 1 });

type Options = {
  now?: Date;
  database?: Database;
  logger?: Logger;
  sharedKey?: string;
  requestsAMinute?: number;
  tokenRequestsAMinute?: number;
  webhookReceivers?: "https" | "http" | "private";
  playerPackageUrl?: string;
  mailSecret?: string;
  mail?: Mail;
  files?: FileStore;
  documentSigner?: DocumentSigner | undefined;
  demoHistory?: () => { days: number; of: number } | null;
};

/**
 * The folder of the test platforms' files, one per worker, because a worker runs its test files one
 * after the other.
 */
export const testFilesDir = new URL(
  `../../.data/test-files/${process.env.VITEST_POOL_ID}`,
  import.meta.url,
).pathname;
const testOutbox = `${testFilesDir}/outbox`;

/** Opens the platform with its own database and a clock that tests can set. */
export async function openTestPlatform(
  engine: Engine,
  {
    now = new Date(),
    database: existingDatabase,
    logger = pino({ level: process.env.TEST_LOG ?? "silent", serializers: logSerializers }),
    sharedKey,
    requestsAMinute = Number.MAX_SAFE_INTEGER,
    tokenRequestsAMinute,
    webhookReceivers = "private",
    playerPackageUrl,
    mailSecret,
    mail = openMail({
      smtpUrl: undefined,
      from: "Tests <tests@example.com>",
      outbox: testOutbox,
    }),
    files = folderStore(testFilesDir),
    documentSigner,
    demoHistory,
  }: Options = {},
) {
  const database = existingDatabase ?? (await openTestDatabase(engine));
  const clock = { now: now.getTime() };
  const make = () =>
    createPlatform({
      database,
      clock: () => clock.now,
      logger,
      files,
      documentSigner,
      mail,
      publicUrl: testPublicUrl,
      demoHistory,
      config: {
        sessionSecret: testSessionSecret,
        appSecret: testAppSecret,
        sharedKey,
        requestsAMinute,
        tokenRequestsAMinute,
        webhookReceivers,
        playerPackageUrl,
        mailSecret,
      },
    });
  const platform = make();
  /** Runs the job that sends waiting emails, at the clock's time. */
  const deliverEmails = () =>
    deliverDueEmails({
      emails: openEmails({ mail, logger, publicUrl: testPublicUrl, files, documentSigner }),
      database,
      now: new Date(clock.now),
    });
  const listener = startListener((request, connection) => platform.fetch(request, connection));
  const { url, send } = listener;
  const client = apiClient(send, () => clock.now);
  /**
   * Servers of further platforms on the same database, which share no memory with the first.
   */
  const twins: ReturnType<typeof startListener>[] = [];
  const twin = (): Send => {
    const other = make();
    const second = startListener((request, connection) => other.fetch(request, connection));
    twins.push(second);
    return second.send;
  };
  const stopListening = () => Promise.all([listener, ...twins].map(({ close }) => close()));
  const close = async () => {
    await stopListening();
    await mail.close();
    await database.close();
  };
  return {
    database,
    platform,
    clock,
    url,
    send,
    ...client,
    twin,
    deliverEmails,
    stopListening,
    close,
  };
}

/** Opens a test platform with its own mail server, which receives its mail. */
export async function openMailingPlatform(
  engine: Engine,
  { mailStepMs = 10_000, ...options }: Omit<Options, "mail"> & { mailStepMs?: number } = {},
) {
  const smtp = await openSmtp();
  const mail = openMail({
    smtpUrl: smtp.url,
    from: "Fever <no-reply@fever.example>",
    outbox: "",
    stepMs: mailStepMs,
  });
  const at = await openTestPlatform(engine, { ...options, mail });
  const close = async () => {
    await at.close();
    await smtp.close();
  };
  return { ...at, smtp, close };
}

export type MailingPlatform = Awaited<ReturnType<typeof openMailingPlatform>>;

/**
 * Makes the functions with which tests call the API as a user, with the `send` of any server.
 */
export function apiClient(send: Send, now: () => number) {
  const tokens = new Map<string, { token: Promise<string>; until: number }>();

  const signIn = async (username: string): Promise<string> => {
    const response = await send(
      new Request("http://platform/api/auth/signin", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ username, password }),
      }),
      `test ${username}`,
    );
    const { data, ...refusal } = (await response.json()) as { data?: { accessToken: string } };
    if (!data) throw new Error(`${username} was not signed in: ${JSON.stringify(refusal)}`);
    return data.accessToken;
  };
  /** Gives a user's access token; signs in once, and again if the clock passes the token's end. */
  const tokenOf = (username: string) => {
    const entry = tokens.get(username);
    if (entry && now() < entry.until) return entry.token;
    const token = signIn(username);
    tokens.set(username, { token, until: now() + 9 * 60_000 });
    return token;
  };

  /** Sends an endpoint's input unchecked (right or wrong) as a user, or as nobody. */
  const request = async (
    endpoint: Pick<Endpoint, "method" | "path">,
    input: AnyInput,
    username?: string,
  ) => {
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String((input.params as Record<string, unknown>)?.[name])),
    );
    const url = new URL(`http://platform/api${path}`);
    for (const [name, value] of Object.entries(input.query ?? {}))
      if (value !== undefined) url.searchParams.append(name, String(value));
    const body = input.body === undefined ? undefined : JSON.stringify(input.body);
    return send(
      new Request(url, {
        method: endpoint.method.toUpperCase(),
        headers: {
          ...(body !== undefined && {
            "Content-Type": "application/json",
            "Content-Length": String(Buffer.byteLength(body)),
          }),
          ...(username !== undefined && { Authorization: `Bearer ${await tokenOf(username)}` }),
          ...input.headers,
        },
        ...(body !== undefined && { body }),
        ...(input.files && { body: multipart(input.files) }),
      }),
    );
  };
  const clients = new Map<string | undefined, Client>();
  /** Gives the contract's calls as a user, with their types. */
  const as = (username?: string): Client => {
    const client = clients.get(username);
    if (client) return client;
    const newClient = clientOf((endpoint, input) => request(endpoint, input, username));
    clients.set(username, newClient);
    return newClient;
  };
  /** Sends a request like `request`, and reads the JSON of the answer. */
  const call = <E extends Endpoint>(
    endpoint: E,
    input: Input<E> | AnyInput,
    username?: string,
  ): Promise<Reply> => as(username).call(endpoint, input as AnyInput).reply;
  return { tokenOf, request, call, as, nobody: as() };
}
export type TestPlatform = Awaited<ReturnType<typeof openTestPlatform>>;
export type { Database };
