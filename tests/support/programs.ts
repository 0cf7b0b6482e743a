import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, chown, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { unprivilegedOwner } from "./postgres-server.ts";

const run = promisify(execFile);

/** True if this machine has the program; Debian keeps some in directories of root's PATH only. */
export const isInstalled = (program: string): Promise<boolean> =>
  run(program, ["--version"], { env: path }).then(
    () => true,
    (error: { code: unknown }) => error.code !== "ENOENT",
  );
const path = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` };

export type Program = {
  kill(): Promise<void>;
};

type Start = {
  program: string;
  args: (file: string) => string[];
  file: string;
  port: number;
  unprivileged?: boolean;
};

/** Starts a program with its own configuration file; resolves when it listens. */
export async function startProgram({
  program,
  args,
  file,
  port,
  unprivileged = false,
}: Start): Promise<Program> {
  const folder = await mkdtemp(join(tmpdir(), `fever-${program}-`));
  const config = join(folder, "config");
  await writeFile(config, file);
  const owner = unprivileged ? await unprivilegedOwner() : {};
  if (owner.uid !== undefined && owner.gid !== undefined)
    for (const place of [folder, config]) await chown(place, owner.uid, owner.gid);
  const child = spawn(program, args(config), {
    ...owner,
    cwd: folder,
    env: path,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text: Buffer) => {
      output = (output + text).slice(-4_000);
    });
  const end = async () => {
    process.off("exit", atExit);
    await killed(child);
    await rm(folder, { recursive: true, force: true });
  };
  const atExit = () => child.kill("SIGKILL");
  process.once("exit", atExit);
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`${program} ended:\n${output}`);
    await pause(20);
  }
  return { kill: end };
}

async function killed(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

/**
 * Repeats `check` until it does not throw, for up to `ms` milliseconds; then throws its last
 * error.
 */
export async function until<T>(check: () => T | Promise<T>, ms: number): Promise<T> {
  for (const began = Date.now(); ; await pause(20)) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() - began > ms) throw error;
    }
  }
}

/** Starts a pooler in transaction mode for the database at a port, as in docs/scaling.md. */
export const startPgBouncer = (
  port: number,
  databasePort: number,
  connectQuery: string,
): Promise<Program> =>
  startProgram({
    program: "pgbouncer",
    unprivileged: true,
    port,
    args: (file) => ["-q", file],
    file: `[databases]
postgres = host=127.0.0.1 port=${databasePort} dbname=postgres user=postgres ${connectQuery}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 500
default_pool_size = 20
server_login_retry = 1
server_connect_timeout = 2
query_wait_timeout = 10
`,
  });

/** Makes a certificate with its key for this machine, in one file as HAProxy wants it. */
export async function makeCertificate(folder: string): Promise<string> {
  const file = join(folder, "site.pem");
  const options = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1".split(" ");
  await run("openssl", [...options, "-keyout", file, "-out", `${file}.crt`]);
  await appendFile(file, await readFile(`${file}.crt`));
  return file;
}

export type Ports = {
  site: number;
  /** The same over TLS, with HTTP/2 for who speaks it. */
  secure: number;
  pooler: number;
  primary: number;
  replica: number;
  web: number[];
  api: number[];
  poolers: number[];
  databases: number[];
};

/**
 * Starts the balancer of docs/scaling.md: it forwards people to pages and API, processes to
 * poolers, and connections to the primary or the replica.
 */
export function startHaproxy(ports: Ports, certificate: string): Promise<Program> {
  const servers = (of: number[]) =>
    of.map((port, n) => `  server s${n} 127.0.0.1:${port} check`).join("\n");
  const http = (name: string, of: number[]) => `backend ${name}
  mode http
  option httpchk GET /api/ready
  http-check expect status 200
  option redispatch 1
  retries 3
  retry-on conn-failure
${servers(of)}`;
  // signs on as postgres and sends a query; its one row is "f" from the primary, "t" from a replica
  const database = (name: string, port: number, recovering: string) => `frontend ${name}
  mode tcp
  bind 127.0.0.1:${port}
  default_backend ${name}-servers
backend ${name}-servers
  mode tcp
  option tcp-check
  tcp-check connect
  tcp-check send-binary ${startup}
  tcp-check send-binary ${inRecovery}
  tcp-check expect binary 440000000b000100000001${recovering}
  tcp-check send-binary 5800000004
  default-server on-marked-down shutdown-sessions
${servers(ports.databases)}`;
  return startProgram({
    program: "haproxy",
    port: ports.site,
    args: (file) => ["-db", "-q", "-f", file],
    file: `global
  maxconn 2000
defaults
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 2s
  default-server inter 250ms fastinter 100ms downinter 250ms fall 2 rise 1
frontend site
  mode http
  bind 127.0.0.1:${ports.site}
  bind 127.0.0.1:${ports.secure} ssl crt ${certificate} alpn h2,http/1.1
  option forwardfor
  use_backend api if { path_beg /api/ }
  default_backend web
${http("web", ports.web)}
${http("api", ports.api)}
frontend pooler
  mode tcp
  bind 127.0.0.1:${ports.pooler}
  default_backend poolers
backend poolers
  mode tcp
  default-server on-marked-down shutdown-sessions
${servers(ports.poolers)}
${database("primary", ports.primary, "66")}
${database("replica", ports.replica, "74")}
`,
  });
}

const hex = (text: string) => Buffer.from(text).toString("hex");
const int32 = (value: number) => value.toString(16).padStart(8, "0");
const parameters = hex("user\0postgres\0database\0postgres\0application_name\0haproxy\0\0");
const startup = int32(8 + parameters.length / 2) + int32(3 << 16) + parameters;
const question = hex("select pg_is_in_recovery()\0");
const inRecovery = `51${int32(4 + question.length / 2)}${question}`;
