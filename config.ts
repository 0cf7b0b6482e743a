import { randomBytes } from "node:crypto";
import { z } from "zod";
import { secretLength, secretsOf } from "./contract/base/secrets.ts";
import { Setup } from "./contract/setup/endpoints.ts";

/** Treats an empty setting as unset, as in a .env file. */
const set = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema);
const url = (protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `must be an address such as ${example}` });
const flag = (initially: "0" | "1") =>
  set(
    z
      .enum(["0", "1"])
      .default(initially)
      .transform((value) => value === "1"),
  );
const secret = z.string().min(secretLength, "must have at least 32 characters");
/** One or more values, newest first (secretsOf): the first signs, all of them are accepted. */
const secrets = z
  .string()
  .refine(
    (setting) => secretsOf(setting).every(({ length }) => length >= secretLength),
    "must have at least 32 characters, each value of several",
  );

/**
 * The settings that set up an empty server, and the field of the setup form that each fills in.
 */
const setupSettings = {
  SETUP_PROVIDER_NAME: "providerName",
  SETUP_ADMIN_FIRST_NAME: "firstName",
  SETUP_ADMIN_LAST_NAME: "lastName",
  SETUP_ADMIN_EMAIL: "email",
  SETUP_ADMIN_USERNAME: "username",
  SETUP_ADMIN_PASSWORD: "password",
} as const satisfies Record<string, keyof Setup>;

const Environment = z.object({
  NODE_ENV: set(z.enum(["production", "development", "test"]).default("development")),
  PORT: set(z.coerce.number().int().min(0).max(65535).default(3000)),
  HOST: set(z.string().default("127.0.0.1")),
  /**
   * The number of our own proxies before the server: a person's address is the one that the first
   * of them saw.
   */
  PROXY_HOPS: set(z.coerce.number().int().min(0).max(5).default(0)),
  PUBLIC_URL: set(url(/^https?$/, "https://example.com").optional()),
  DATABASE_URL: set(url(/^postgres(ql)?$/, "postgresql://user@host/name").optional()),
  DATABASE_POOLER_URL: set(url(/^postgres(ql)?$/, "postgresql://user@host/name").optional()),
  DATABASE_REPLICA_LAG: set(z.coerce.number().int().min(0).default(30)),
  DATABASE_REPLICA_URL: set(url(/^postgres(ql)?$/, "postgresql://user@host/name").optional()),
  FILES_URL: set(
    url(/^s3(\+http)?$/, "s3://key:secret@host/bucket?region=eu-central-1").optional(),
  ),
  DATA_DIR: set(z.string().default(".data/main")),
  PLATFORM_API_URL: set(url(/^https?$/, "http://platform:3000").optional()),
  PLATFORM_SHARED_KEY: set(secret.optional()),
  SESSION_SECRET: set(secrets.optional()),
  APP_SECRET: set(secrets.optional()),
  SMTP_URL: set(url(/^smtps?$/, "smtps://user:password@mail.example.com").optional()),
  MAIL_FROM: set(
    z
      .string()
      .regex(
        /^[^\r\n]*@[^\r\n]*$/,
        "must be an address such as Fever In-Store <no-reply@example.com>",
      )
      .default("Fever In-Store <no-reply@localhost>"),
  ),
  /** The secret with which the mail service reports bounced emails (POST /api/emails/bounces). */
  MAIL_WEBHOOK_SECRET: set(secret.optional()),
  /** A PKCS #12 file (.p12) with the certificate and key that sign invoices, and its pass phrase. */
  SIGNING_CERTIFICATE: set(z.string().optional()),
  SIGNING_CERTIFICATE_PASSWORD: set(z.string().optional()),
  IMAGE_BASE_URL: set(
    url(/^https?$/, "https://images.example.com/")
      .endsWith("/", "must end with /")
      .default("/images/"),
  ),
  PLAYER_PACKAGE_URL: set(url(/^https?$/, "https://downloads.example.com/player.apk").optional()),
  HELPDESK_WIDGET_URL: set(url(/^https?$/, "https://example.com/widget.js").optional()),
  REQUESTS_PER_MINUTE: set(z.coerce.number().int().min(1).default(1200)),
  METRICS_TOKEN: set(secret.optional()),
  OTEL_EXPORTER_OTLP_ENDPOINT: set(url(/^https?$/, "http://collector:4318").optional()),
  TOKEN_REQUESTS_PER_MINUTE: set(z.coerce.number().int().min(1).default(600)),
  /**
   * The addresses that webhook receivers may have: "https" on the internet, "http" too, or
   * "private" for addresses of our own network as well.
   */
  WEBHOOK_RECEIVERS: set(z.enum(["https", "http", "private"]).default("https")),
  /** Seconds that a stop waits for running requests and downloads before it cuts them off. */
  STOP_SECONDS: set(z.coerce.number().int().min(1).default(60)),
  JOBS: flag("1"),
  LOG_LEVEL: set(
    z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  ),
  DEMO: flag("0"),
  PAGES_LATER: flag("0"),
  DEMO_STORES: set(z.coerce.number().int().min(1).max(200_000).default(240)),
  DEMO_HISTORY_DAYS: set(z.coerce.number().int().min(1).max(60).default(30)),
});

export type Config = Omit<z.output<typeof Environment>, "SESSION_SECRET" | "APP_SECRET"> & {
  SESSION_SECRET: string;
  APP_SECRET: string;
  /** Sets up an empty server at its start; undefined if a setup link does that. */
  SETUP: Setup | undefined;
};

/**
 * Reads the settings of the process; the server reads the environment nowhere else. Throws an
 * error that names every wrong or missing setting: in production the secrets have no default,
 * elsewhere each start makes random ones (the demo has fixed ones).
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const result = Environment.safeParse(environment);
  if (!result.success)
    throw new Error(
      `Settings are wrong:\n${result.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`).join("\n")}`,
    );
  const config = result.data;
  const missing: string[] = [];
  const secretOf = (name: "SESSION_SECRET" | "APP_SECRET"): string => {
    const secretValue = config[name];
    if (secretValue) return secretValue;
    if (config.DEMO) return `the demo's ${name}, known to everybody`;
    if (config.NODE_ENV === "production")
      missing.push(`  ${name}: is required in production (at least 32 characters)`);
    return randomBytes(32).toString("hex");
  };
  const secrets = {
    SESSION_SECRET: secretOf("SESSION_SECRET"),
    APP_SECRET: secretOf("APP_SECRET"),
  };
  if (config.DEMO && config.FILES_URL)
    missing.push("  FILES_URL: the demo keeps its files in DATA_DIR");
  if (config.SIGNING_CERTIFICATE_PASSWORD && !config.SIGNING_CERTIFICATE)
    missing.push("  SIGNING_CERTIFICATE: is required with SIGNING_CERTIFICATE_PASSWORD");
  const setup = readSetup(environment);
  missing.push(...setup.wrong);
  if (missing.length > 0) throw new Error(`Settings are wrong:\n${missing.join("\n")}`);
  return { ...config, ...secrets, SETUP: setup.value };
}

/** Reads the SETUP_ settings: all or none must be given, except the optional last name. */
function readSetup(environment: Record<string, string | undefined>): {
  value?: Setup;
  wrong: string[];
} {
  const names = Object.entries(setupSettings);
  const entries = names.flatMap(([name, field]) =>
    environment[name] ? [[field, environment[name]] as const] : [],
  );
  if (entries.length === 0) return { wrong: [] };
  const { data, error } = Setup.safeParse(Object.fromEntries(entries), {
    error: ({ input }) =>
      input === undefined ? "is required with the other SETUP_ settings" : undefined,
  });
  const nameOf = (field: PropertyKey | undefined) => names.find(([, one]) => one === field)?.[0];
  return {
    ...(data && { value: data }),
    wrong: (error?.issues ?? []).map(({ path, message }) => `  ${nameOf(path[0])}: ${message}`),
  };
}

/** Gives the address that people use; links in emails and the setup link begin with it. */
export const publicUrlOf = ({ PUBLIC_URL, PORT }: Pick<Config, "PUBLIC_URL" | "PORT">) =>
  PUBLIC_URL ?? `http://localhost:${PORT}`;
