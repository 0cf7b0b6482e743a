import { LRUCache } from "lru-cache";
import type { Endpoint } from "#contract/base/endpoint";
import { companiesForMe } from "#contract/companies/endpoints";
import { groupsForMe, regionsForMe, zonesForMe } from "#contract/hierarchy/endpoints";
import { requestCounts } from "#contract/onboarding/endpoints";
import { storeCounts } from "#contract/stores/store-counts";
import { me } from "#contract/users/me";

/**
 * The calls that nearly every page repeats: the person's details, and the choices of frames and
 * filters.
 */
const remembered = new Set<Endpoint>([
  me,
  companiesForMe,
  regionsForMe,
  zonesForMe,
  groupsForMe,
  storeCounts,
  requestCounts,
]);

/**
 * The recent answers of each session by question, for two seconds. With the platform's own two
 * seconds, a session's end takes effect within five (SES-6).
 */
const sessions = new LRUCache<string, Map<string, Promise<unknown>>>({
  max: 10_000,
  ttl: 2_000,
  ttlAutopurge: true,
});

/**
 * Asks, or gives the answer that the same session got to the same question within two
 * seconds. A session's own changes forget all its answers (forgetAnswers), so that people always
 * see their changes. Answers are shared, so callers must not change them.
 */
export function recall<T>(
  accessToken: string | undefined,
  endpoint: Endpoint,
  question: unknown,
  ask: () => Promise<T>,
): Promise<T> {
  if (accessToken === undefined || !remembered.has(endpoint)) return ask();
  const session = sessions.get(accessToken) ?? new Map<string, Promise<unknown>>();
  if (session.size === 0) sessions.set(accessToken, session);
  const key = `${endpoint.path} ${JSON.stringify(question)}`;
  const storedAnswer = session.get(key);
  // asks again if the first request was aborted or refused
  if (storedAnswer) return (storedAnswer as Promise<T>).catch(ask);
  const answer = ask();
  session.set(key, answer);
  answer.catch(() => session.get(key) === answer && session.delete(key));
  return answer;
}

export const forgetAnswers = (accessToken: string | undefined) =>
  void (accessToken && sessions.delete(accessToken));
