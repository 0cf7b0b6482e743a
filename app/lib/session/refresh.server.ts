import type { Tokens } from "#contract/session/endpoints";

/** Milliseconds for which the new tokens are kept for requests that still send the old cookie. */
const keptFor = 30_000;

const underWay = new Map<string, Promise<Tokens | undefined>>();

/**
 * Refreshes a session's tokens once for all its concurrent requests, identified by the refresh
 * token; undefined if the session is over. Failures are not kept.
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
