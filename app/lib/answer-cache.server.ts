import { LRUCache } from "lru-cache";
import type { Endpoint } from "#contract/base/endpoint";
import { companiesForMe } from "#contract/companies/endpoints";
import { groupsForMe, regionsForMe, zonesForMe } from "#contract/hierarchy/endpoints";
import { requestCounts } from "#contract/onboarding/endpoints";
import { storeCounts } from "#contract/stores/endpoints";
import { me } from "#contract/users/endpoints";

/**
 * Lists the calls that nearly every page repeats: who the person is, and the choices of frames and
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
 * The answers of each session, by question; all of them for two seconds. With the platform's own
 * two a session's end is felt within five (SES-6).
 */
const sessions = new LRUCache<string, Map<string, Promise<unknown>>>({
  max: 10_000,
  ttl: 2_000,
  ttlAutopurge: true,
});

/**
 * Asks, or gives what the same session was answered to the same question within the last two
 * seconds. A session's own changes forget all of it at once (forgetAnswers), so that people always
 * see what they did. Answers are shared: nobody may change them.
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
  // asks again if the page's reader went away before the answer, or the question was refused
  if (storedAnswer) return (storedAnswer as Promise<T>).catch(ask);
  const answer = ask();
  session.set(key, answer);
  answer.catch(() => session.get(key) === answer && session.delete(key));
  return answer;
}

export const forgetAnswers = (accessToken: string | undefined) =>
  void (accessToken && sessions.delete(accessToken));
