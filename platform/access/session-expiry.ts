import type { Role } from "#contract/roles";

const hour = 3_600_000;
const day = 24 * hour;

/** How long a session lives without use, and at all, in milliseconds: a shop's player goes on for as long as it plays (SES-9). */
export const lifetimeOf = (role: Role) =>
  role === "ROLE_Store_Music_Manager" ? { idle: 30 * day, whole: Number.POSITIVE_INFINITY } : { idle: 24 * hour, whole: 14 * day };

/** Whether a session is over by time alone. Use is known by its last refresh, hence to the ten minutes of an access token. */
export function isExpired({ createdAt, rotatedAt }: { createdAt: Date; rotatedAt: Date }, role: Role, now: number): boolean {
  const { idle, whole } = lifetimeOf(role);
  return now - rotatedAt.getTime() > idle || now - createdAt.getTime() > whole;
}
