/** The constraint that an error of the database names. */
export interface ConstraintViolation {
  /** SQLSTATE of class 23, such as 23505 (unique), 23503 (foreign key), 23514 (check), 23P01 (exclusion). */
  code: string;
  /** Empty for 23502 (not null), which names a column instead. */
  constraint: string;
}

/** The violation within an error or its causes (drizzle wraps what pg throws), or undefined when it is something else. */
export function constraintOf(error: unknown): ConstraintViolation | undefined {
  for (const at of causes(error)) {
    if ("code" in at && typeof at.code === "string" && /^23[0-9A-Z]{3}$/.test(at.code)) {
      return { code: at.code, constraint: "constraint" in at && typeof at.constraint === "string" ? at.constraint : "" };
    }
  }
  return undefined;
}

/** Whether the database could not be asked at all: no connection, one that broke, or a server that starts or stops. */
export function isUnreachable(error: unknown): boolean {
  for (const at of causes(error)) {
    const code = "code" in at ? String(at.code) : "";
    const message = "message" in at ? String(at.message) : "";
    if (/^(ECONN|ENOENT|EPIPE|ETIMEDOUT|08|57P0)/.test(code) || /connection (terminated|timeout)|timeout exceeded when trying to connect/i.test(message)) return true;
  }
  return false;
}

function* causes(error: unknown): Generator<object> {
  const seen = new Set<unknown>();
  for (let at = error; typeof at === "object" && at !== null && !seen.has(at); at = "cause" in at ? at.cause : undefined) {
    seen.add(at);
    yield at;
  }
}
