import type { Tokens } from "#contract/session/endpoints";

/** How long the answer is kept for latecomers that still send the old cookie, in milliseconds. */
const keptFor = 30_000;

const underWay = new Map<string, Promise<Tokens | undefined>>();

/**
 * One refresh for all concurrent requests of a session, told apart by its refresh token; undefined
 * when the session is over. A failure is not kept.
 */
export function renewTokens(
  old: Tokens,
  refresh: () => Promise<Tokens | undefined>,
): Promise<Tokens | undefined> {
  const currentRenewal = underWay.get(old.refreshToken);
  if (currentRenewal) return currentRenewal;
  const renewal = refresh();
  underWay.set(old.refreshToken, renewal);
  const forget = () => underWay.delete(old.refreshToken);
  renewal.then(() => setTimeout(forget, keptFor).unref(), forget);
  return renewal;
}
