import type { Role } from "#contract/base/roles";

const hour = 3_600_000;
const day = 24 * hour;

/**
 * How long a session lives without use, and at all, in milliseconds: a shop's player goes on for as
 * long as it plays (SES-9).
 */
export const lifetimeOf = (role: Role) =>
  role === "ROLE_Store_Music_Manager"
    ? { idle: 30 * day, whole: Number.POSITIVE_INFINITY }
    : { idle: 24 * hour, whole: 14 * day };

type Lived = { createdAt: Date; rotatedAt: Date; openedById: number | null };

/**
 * Whether a session is over by time alone. Use is known by its last refresh, hence to the ten
 * minutes of an access token. One that provider staff opened lives as theirs do, whoever it is
 * opened as: nobody stays in a shop's player for ever by it.
 */
export function isExpired(
  { createdAt, rotatedAt, openedById }: Lived,
  role: Role,
  now: number,
): boolean {
  const { idle, whole } = lifetimeOf(openedById === null ? role : "ROLE_Fever_Admin");
  return now - rotatedAt.getTime() > idle || now - createdAt.getTime() > whole;
}
