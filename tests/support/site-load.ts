import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { PlayOutReceipt } from "#contract/player/endpoints";
import { sessionCookie } from "../../app/lib/session/session.server.ts";
import { secrets } from "./built-server.ts";
import { password } from "./platform.ts";
import { everyDay } from "./store-form.ts";

/** `visitor` signs in repeatedly. */
type People = { admin: string; manager: string; visitor: string };
type Answer = { status: number; body: string };

/**
 * Simulates people and players at a site, each sending requests repeatedly like its own client: a
 * failed request is sent again with its key or ids until it is answered. `done` is what the site
 * has acknowledged.
 */
export async function startLoad(origin: string, people: People, itemId: string) {
  const done = {
    stores: new Map<string, number>(),
    plays: new Set<string>(),
    tokens: [] as string[],
    pages: 0,
    files: 0,
  };
  const wrong: string[] = [];
  /** `longestMs` is the longest time without any answer. */
  const counts = { requests: 0, failed: 0, longestMs: 0 };
  let answeredAt = Date.now();
  let isOver = false;

  /**
   * Gives the answer; undefined if it says nothing: cut off, refused by the balancer, busy or
   * failed.
   */
  const ask = async (path: string, init: RequestInit = {}): Promise<Answer | undefined> => {
    counts.requests++;
    try {
      const response = await fetch(origin + path, {
        redirect: "manual",
        signal: AbortSignal.timeout(40_000),
        ...init,
      });
      const answer = { status: response.status, body: await response.text() };
      if (answer.status < 500 && answer.status !== 429) {
        counts.longestMs = Math.max(counts.longestMs, Date.now() - answeredAt);
        answeredAt = Date.now();
        return answer;
      }
    } catch {
      // the connection was cut
    }
    counts.failed++;
    return undefined;
  };
  const json = (
    token: string | undefined,
    body: unknown,
    headers: Record<string, string> = {},
  ): RequestInit => ({
    method: "POST",
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      "Content-Type": "application/json",
      ...headers,
    },
    body: JSON.stringify(body),
  });
  const insist = async (path: string, init: RequestInit): Promise<Answer> => {
    for (;;) {
      const answer = await ask(path, init);
      // 422 with this text: another process began the request and is gone, or still works on it
      if (answer && !(answer.status === 422 && /still running/.test(answer.body))) return answer;
      await pause(50);
    }
  };
  const signIn = async (
    username: string,
  ): Promise<{ accessToken: string; refreshToken: string }> => {
    const { status, body } = await insist(
      "/api/auth/signin",
      json(undefined, { username, password }),
    );
    if (status !== 200) throw new Error(`sign-in: ${status} ${body}`);
    return (JSON.parse(body) as { data: { accessToken: string; refreshToken: string } }).data;
  };
  const tokens = await signIn(people.admin);
  const { accessToken: manager } = await signIn(people.manager);
  const cookie = sessionCookie({ secret: secrets.SESSION_SECRET, secure: false });
  const session = await cookie.read(null);
  session.signIn(tokens);
  const Cookie = (await cookie.write(session, false))?.split(";")[0] ?? "";

  const prefix = randomUUID().slice(0, 8);
  let serial = 0;
  const work: (() => Promise<void>)[] = [
    ...Array.from({ length: 3 }, () => async () => {
      const storeCode = `${prefix}-${++serial}`;
      const store = {
        storeCode,
        storeName: "Under load",
        timeZone: "Asia/Kolkata",
        city: "Pune",
        week: everyDay("09:00", "21:00"),
      };
      const { status, body } = await insist(
        "/api/store",
        json(tokens.accessToken, store, { "Idempotency-Key": storeCode }),
      );
      if (status === 201)
        done.stores.set(storeCode, (JSON.parse(body) as { data: { id: number } }).data.id);
      else if (/is done, but its answer was lost/.test(body)) done.stores.set(storeCode, 0);
      else wrong.push(`store ${storeCode}: ${status} ${body}`);
    }),
    ...Array.from({ length: 2 }, () => async () => {
      const startedAt = new Date(Date.now() - 200_000).toISOString();
      const batch = Array.from({ length: 5 }, () => ({
        eventId: randomUUID(),
        itemId,
        startedAt,
        seconds: 180,
      }));
      const { status, body } = await insist("/api/player/play-outs", json(manager, batch));
      const isTaken =
        status === 200 && (JSON.parse(body) as { data: PlayOutReceipt }).data.refused.length === 0;
      if (isTaken) for (const { eventId } of batch) done.plays.add(eventId);
      else wrong.push(`play-outs: ${status} ${body}`);
    }),
    async () => {
      done.tokens.push((await signIn(people.visitor)).accessToken);
    },
    async () => {
      const answer = await ask("/admin/stores", { headers: { Cookie } });
      if (answer?.status === 200 && answer.body.includes("</html>")) done.pages++;
      else if (answer) wrong.push(`page: ${answer.status}`);
    },
    async () => {
      const answer = await ask("/api/store/exportStoreList", {
        headers: { Authorization: `Bearer ${tokens.accessToken}` },
      });
      if (answer?.status === 200) done.files++;
      else if (answer) wrong.push(`download: ${answer.status} ${answer.body}`);
    },
  ];
  const loops = work.map(async (once) => {
    while (!isOver) await once();
  });
  return {
    done,
    wrong,
    /** The amount of each kind of work that the site has acknowledged. */
    progress: () => [done.stores.size, done.plays.size, done.tokens.length, done.pages, done.files],
    /** Headers' values that sign requests as the admin. */
    token: tokens.accessToken,
    Cookie,
    /** Stops and waits until all requests are answered; gives the counts. */
    async end() {
      isOver = true;
      await Promise.all(loops);
      return counts;
    },
  };
}
export type Load = Awaited<ReturnType<typeof startLoad>>;
