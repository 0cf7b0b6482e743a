import type { Role } from "#contract/base/roles";

const hour = 3_600_000;
const day = 24 * hour;

/**
 * The milliseconds that a session lasts without use (`idle`) and in all (`whole`). A store's player
 * has no limit in all: it stays signed in as long as it plays (SES-9).
 */
export const lifetimeOf = (role: Role) =>
  role === "ROLE_Store_Music_Manager"
    ? { idle: 30 * day, whole: Number.POSITIVE_INFINITY }
    : { idle: 24 * hour, whole: 14 * day };

type SessionAge = { createdAt: Date; rotatedAt: Date; openedById: number | null };

/**
 * True if a session has expired. Its last use is known from its last refresh, so to the ten minutes
 * of an access token. A session that provider staff opened lasts as long as their own, whoever they
 * opened it as: otherwise they could stay in a store's player for ever.
 */
export function isExpired(
  { createdAt, rotatedAt, openedById }: SessionAge,
  role: Role,
  now: number,
): boolean {
  const { idle, whole } = lifetimeOf(openedById === null ? role : "ROLE_Fever_Admin");
  return now - rotatedAt.getTime() > idle || now - createdAt.getTime() > whole;
}
