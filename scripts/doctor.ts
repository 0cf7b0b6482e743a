import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { type Config, publicUrlOf, readConfig } from "../config.ts";
import { secretsOf } from "../contract/base/secrets.ts";
import { openMail } from "../platform/mail/mail.ts";
import { openDocumentSigner } from "../platform/pdf/document-signer.ts";
import { checkDatabase, checkReplica, lookAtPooler } from "./doctor-database.ts";
import { type Finding, messageOf, note, ok, wrong } from "./doctor-findings.ts";
import { placeOf } from "./place.ts";

// npm run doctor: checks everything that a server needs, with the server's own settings, and says
// what is right, what is wrong and how to fix it. It changes nothing; exit code 1 if anything is
// wrong. A server may run meanwhile.

let hasFailed = false;
const say = (area: string, { is, what, mend }: Finding) => {
  hasFailed ||= is === "wrong";
  process.stdout.write(
    `${{ ok: "ok    ", note: "note  ", wrong: "WRONG " }[is]} ${area}: ${what}${mend ? `\n         ${mend}` : ""}\n`,
  );
};

say("Node.js", checkNode());
const config = settings();
if (config) {
  const checks: [string, () => Promise<Finding> | Finding][] = [
    ["Secrets", () => checkSecrets(config)],
    ["PUBLIC_URL", () => checkPublicUrl(config)],
    ["Database", () => checkDatabase(config)],
    ["Pooler", () => lookAtPooler(config)],
    ["Replica", () => checkReplica(config)],
    ["Files", checkFiles],
    ["Email", () => checkMail(config)],
    ["Signing certificate", () => checkCertificate(config)],
    ["Disk space", () => checkDisk(config)],
    ["Port", () => checkPort(config)],
  ];
  for (const [area, check] of checks)
    say(
      area,
      await Promise.resolve()
        .then(check)
        .catch((error: Error) => wrong(error.message, "See above what it needs.")),
    );
}
process.exit(hasFailed ? 1 : 0);
// a server that does not answer must not delay the end

function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const isEnough = major > 20 || (major === 20 && minor >= 19);
  return isEnough
    ? ok(process.versions.node)
    : wrong(`${process.versions.node} is too old`, "Install Node.js 20.19 or later.");
}

function settings(): Config | undefined {
  try {
    const read = readConfig(process.env);
    say("Settings", ok("each can be read"));
    return read;
  } catch (error) {
    say(
      "Settings",
      wrong(
        (error as Error).message,
        "Mend these first: nothing else can be looked at. .env.example explains each.",
      ),
    );
    return undefined;
  }
}

function checkSecrets({ SESSION_SECRET, APP_SECRET, DEMO }: Config): Finding {
  if (DEMO)
    return note("the demo's, which everybody knows", "Start without DEMO=1 for people's own data.");
  const mend = "Make one with: openssl rand -hex 32";
  const values = [...secretsOf(SESSION_SECRET), ...secretsOf(APP_SECRET)];
  if (new Set(values).size < values.length)
    return wrong("SESSION_SECRET and APP_SECRET have a value in common", mend);
  if (values.some((value) => new Set(value).size < 12))
    return wrong("a secret has fewer than 12 different characters and can be guessed", mend);
  if (values.length > 2)
    return note(
      "a secret is being exchanged",
      "Take the old value away 30 days after the exchange (docs/operations.md).",
    );
  return ok("long enough, and not the same");
}

function checkPublicUrl(config: Config): Finding {
  const { PUBLIC_URL, NODE_ENV, HOST } = config;
  if (NODE_ENV !== "production") return ok(publicUrlOf(config));
  if (!PUBLIC_URL)
    return wrong(
      "is not set: links in emails lead to localhost",
      "Set PUBLIC_URL to the address that people use.",
    );
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(new URL(PUBLIC_URL).hostname);
  if (PUBLIC_URL.startsWith("http:") && !(isLocal && HOST === "127.0.0.1"))
    return note(
      `${PUBLIC_URL} has no TLS: cookies and passwords can be read on the way`,
      "Put a proxy with TLS before the server and set the https address.",
    );
  return ok(PUBLIC_URL);
}

async function checkFiles(): Promise<Finding> {
  const { files } = await placeOf(process.env);
  const folder = await mkdtemp(join(tmpdir(), "fever-doctor-"));
  const key = `doctor/${randomUUID()}`;
  try {
    const path = join(folder, "probe");
    await writeFile(path, "probe");
    await files.put(key, { path, bytes: 5, mediaType: "text/plain" });
    const isThere = (await files.stat(key))?.bytes === 5;
    await files.remove(key);
    return isThere
      ? ok("can be written, read and removed")
      : wrong("what was written is not there", "Check FILES_URL.");
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error;
    const mend =
      "Give the server's user the right to write to DATA_DIR; with FILES_URL check address, bucket and key (put, get, delete, list).";
    return wrong(`cannot be written: ${messageOf(cause)}`, mend);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function checkMail({ SMTP_URL, MAIL_FROM, DATA_DIR, NODE_ENV }: Config): Promise<Finding> {
  const outbox = join(DATA_DIR, "outbox");
  if (!SMTP_URL)
    return NODE_ENV === "production"
      ? note(`goes to files in ${outbox}, nobody gets any`, "Set SMTP_URL.")
      : ok(`goes to files in ${outbox}`);
  if (/@localhost>?$/.test(MAIL_FROM))
    return wrong(
      `comes from ${MAIL_FROM}: mail servers refuse it`,
      "Set MAIL_FROM to an address of your domain.",
    );
  const mail = openMail({ smtpUrl: SMTP_URL, from: MAIL_FROM, outbox });
  const isThere = await mail.answers();
  return isThere
    ? ok(`the mail server ${new URL(SMTP_URL).host} answers and lets the server in`)
    : wrong(
        `the mail server ${new URL(SMTP_URL).host} does not answer or refuses the sign-in`,
        "Check SMTP_URL: host, port, user and password.",
      );
}

async function checkCertificate(config: Config): Promise<Finding> {
  const mend = "Check the path and pass phrase, or leave both settings empty.";
  try {
    const signer = await openDocumentSigner(config, { error() {} });
    if (!signer) return ok("not set: invoices are not signed");
    const until = signer.validTo.toISOString().slice(0, 10);
    const renew = "Get a new certificate and set SIGNING_CERTIFICATE to its file.";
    if (!signer.canSignAt(new Date()))
      return wrong(`of ${signer.name} is not valid today (valid until ${until})`, renew);
    return signer.canSignAt(new Date(Date.now() + 30 * 86_400_000))
      ? ok(`of ${signer.name}, until ${until}`)
      : note(`of ${signer.name} expires on ${until}`, renew);
  } catch (error) {
    return wrong(messageOf(error), mend);
  }
}

async function checkDisk({ DATA_DIR }: Config): Promise<Finding> {
  const short: string[] = [];
  for (const folder of [existing(resolve(DATA_DIR)), tmpdir()]) {
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < 1e9) short.push(`${folder} has ${Math.floor((bavail * bsize) / 1e6)} MB`);
  }
  return short.length === 0
    ? ok("more than 1 GB is free for data and for uploads")
    : wrong(
        `${short.join(", ")} free`,
        "Free 1 GB: uploads pass through the temporary folder (TMPDIR).",
      );
}

/** Gives the folder, or the nearest one above it that exists. */
function existing(folder: string): string {
  return existsSync(folder) || folder === dirname(folder) ? folder : existing(dirname(folder));
}

async function checkPort({ PORT, HOST }: Config): Promise<Finding> {
  const server = createServer();
  const problem = await new Promise<NodeJS.ErrnoException | undefined>((done) => {
    server.once("error", done);
    server.listen(PORT, HOST, () => server.close(() => done(undefined)));
  });
  if (!problem) return ok(`${PORT} is free`);
  if (problem.code !== "EADDRINUSE")
    return wrong(
      `${HOST}:${PORT} cannot be opened: ${problem.message}`,
      "Choose another HOST or PORT.",
    );
  const host = HOST === "0.0.0.0" || HOST === "::" ? "127.0.0.1" : HOST;
  const answer = await fetch(`http://${host}:${PORT}/api/health`, {
    signal: AbortSignal.timeout(3_000),
  }).catch(() => undefined);
  const isOurs = answer?.ok && /"up"/.test(await answer.text());
  return isOurs
    ? ok(`${PORT} is this server's, which runs`)
    : wrong(`${PORT} is taken by another program`, "End it, or choose another PORT.");
}
