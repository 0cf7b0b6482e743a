/** The constraint that an error of the database names. */
export interface ConstraintViolation {
  /**
   * SQLSTATE of class 23, such as 23505 (unique), 23503 (foreign key), 23514 (check), 23P01
   * (exclusion).
   */
  code: string;
  /** Empty for 23502 (not null), which names a column instead. */
  constraint: string;
  column: string;
  /**
   * For a foreign key: true if other rows still refer to the row to be deleted, false if the row
   * referred to does not exist.
   */
  isStillUsed: boolean;
}

/**
 * The violation within an error or its causes (drizzle wraps what pg throws), or undefined when it
 * is something else.
 */
export function constraintOf(error: unknown): ConstraintViolation | undefined {
  for (const at of causes(error)) {
    if ("code" in at && typeof at.code === "string" && /^23[0-9A-Z]{3}$/.test(at.code)) {
      // only PostgreSQL's message distinguishes the two
      return {
        code: at.code,
        constraint: "constraint" in at && typeof at.constraint === "string" ? at.constraint : "",
        column: "column" in at && typeof at.column === "string" ? at.column : "",
        isStillUsed: "message" in at && /^update or delete on table/.test(String(at.message)),
      };
    }
  }
  return undefined;
}

/**
 * True if the database could not be reached: no connection, a broken one, or a server that is
 * starting, stopping or silent.
 */
export function isUnreachable(error: unknown): boolean {
  for (const at of causes(error)) {
    const code = "code" in at ? String(at.code) : "";
    if (
      UNREACHABLE_CODE.test(code) ||
      (code === "ENOENT" && "syscall" in at && at.syscall === "connect")
    )
      return true;
    if ("message" in at && UNREACHABLE_MESSAGE.test(String(at.message))) return true;
  }
  return false;
}

/**
 * True if the database gave up a valid request: it ran too long (57014), lacked room or
 * connections (class 53), or conflicted with another (40001, 40P01). Nothing was
 * changed; the same request may succeed a moment later.
 */
export function isOverloaded(error: unknown): boolean {
  for (const at of causes(error))
    if ("code" in at && /^(57014|53[0-9A-Z]{3}|40001|40P01)$/.test(String(at.code))) return true;
  return false;
}

/** True if the database's disk is full (53100): it still reads, but stores nothing new. */
export function isDiskFull(error: unknown): boolean {
  for (const at of causes(error)) if ("code" in at && at.code === "53100") return true;
  return false;
}

/**
 * True if a column cannot hold a value: it is too long (22001), too large (22003), no date that
 * exists (22007, 22008), or has characters that no text has (22021, 22P05).
 */
export function isUnfitValue(error: unknown): boolean {
  for (const at of causes(error))
    if ("code" in at && /^22(001|003|007|008|021|P05)$/.test(String(at.code))) return true;
  return false;
}

/**
 * True if something else held the rows or the table for longer than a request waits for a lock
 * (55P03).
 */
export function isLocked(error: unknown): boolean {
  for (const at of causes(error)) if ("code" in at && at.code === "55P03") return true;
  return false;
}

/** True if a request timed out waiting for one of our own connections: all of them were in use. */
export function isWithoutConnection(error: unknown): boolean {
  for (const at of causes(error))
    if ("message" in at && at.message === "timeout exceeded when trying to connect") return true;
  return false;
}

/** The system's, then SQLSTATE class 08 (connection) and 57P0x (shutdown, crash, starting up). */
const UNREACHABLE_CODE =
  /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08|57P0)/;
/** pg's own errors have no code. */
const UNREACHABLE_MESSAGE = /^(connection terminated|query read timeout|client .* not queryable)/i;

function* causes(error: unknown): Generator<object> {
  const visitedCauses = new Set<unknown>();
  for (
    let at = error;
    typeof at === "object" && at !== null && !visitedCauses.has(at);
    at = "cause" in at ? at.cause : undefined
  ) {
    visitedCauses.add(at);
    yield at;
    if (at instanceof AggregateError) for (const part of at.errors) yield* causes(part);
  }
}
