import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { browserStorage } from "../../../tests/support/browser-storage.ts";
import { FakeStream } from "../../../tests/support/fake-stream.ts";
import { playerClaimPath, playerMediaPath, playerReportPath, playerSchedulePath } from "./paths";
import { playOutStore } from "./play-out-store.client-safe";
import { Player } from "./player.client-safe";
import type { PlayerSchedule } from "./player-item.client-safe";
import { playerMemory } from "./player-memory.client-safe";
import { playerStorage } from "./player-storage.client-safe";
import type { Beat } from "./reporter.client-safe";
import { Stock } from "./stock.client-safe";

const begin = Date.parse("2026-11-20T06:00:00Z");
const minute = 60_000;

/** An audio element whose sound goes on with the clock, and ends. */
class FakeAudio extends EventTarget {
  src = "";
  paused = true;
  ended = false;
  volume = 1;
  duration = 240;
  #from = 0;
  #since = 0;
  #end: ReturnType<typeof setTimeout> | undefined;
  getAttribute = () => this.src;
  get currentTime() {
    return this.#from + (this.paused ? 0 : (Date.now() - this.#since) / 1000);
  }
  set currentTime(seconds: number) {
    this.#from = seconds;
    this.#since = Date.now();
  }
  async play() {
    this.paused = false;
    this.ended = false;
    this.#since = Date.now();
    this.#end = setTimeout(
      () => {
        this.pause();
        this.ended = true;
        this.dispatchEvent(new Event("ended"));
      },
      (this.duration - this.#from) * 1000,
    );
    this.dispatchEvent(new Event("playing"));
  }
  pause() {
    clearTimeout(this.#end);
    this.#from = this.currentTime;
    this.paused = true;
  }
}

/** Songs of four minutes each, the first from `begin` on. */
const schedule: PlayerSchedule = {
  at: begin,
  timeZone: "Asia/Kolkata",
  volume: 60,
  skipsAnHour: 6,
  items: Array.from({ length: 20 }, (_, place) => ({
    itemId: `1-${place}`,
    kind: "MUSIC",
    startsAt: begin + place * 4 * minute,
    day: "2026-11-20",
    time: "",
    seconds: 240,
    title: `Song ${place}`,
    artist: null,
    src: `${playerMediaPath}song-${place + 1}`,
  })),
};

let beats: Beat[];
beforeEach(() => {
  beats = [];
  vi.useFakeTimers({ now: begin });
  vi.stubGlobal("document", { cookie: "" });
  vi.stubGlobal("Audio", FakeAudio);
  vi.stubGlobal("EventSource", FakeStream);
  vi.stubGlobal("fetch", async (address: string, { body, headers }: RequestInit = {}) => {
    if (new Headers(headers).has("If-None-Match")) return new Response(null, { status: 304 });
    const posted = body ? JSON.parse(String(body)) : {};
    if (posted.heartbeat) beats.push(posted.heartbeat);
    const answers: Record<string, object> = {
      [playerSchedulePath]: schedule,
      [playerClaimPath]: { plays: true, rival: null },
      [playerReportPath]: { at: Date.now(), volume: 60, plays: true, rival: null, commands: [] },
    };
    const answer = answers[address];
    return answer
      ? Response.json(answer, { headers: { ETag: '"1"' } })
      : new Response(null, { status: 404 });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function startPlayer() {
  const local = browserStorage();
  const storage = playerStorage(() => local);
  const player = new Player({
    schedule,
    version: "1",
    store: playOutStore(storage, 1),
    stock: await Stock.open(1, storage),
    memory: playerMemory(storage, 1),
    lock: { claim: async () => true, release: () => {} },
  });
  await player.start();
  await vi.advanceTimersByTimeAsync(1_000);
  return player;
}

test.each([5, 10, 15, 30])(
  "a pause of %i minutes ends by itself, and the song that is due then plays [PLY-1]",
  async (minutes) => {
    const player = await startPlayer();
    expect(beats.at(-1)).toMatchObject({ playing: true, sound: { mediaId: "song-1" } });
    player.playback.pause("silence", minutes);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(beats.at(-1)).toMatchObject({
      playing: false,
      pause: { reason: "silence", secondsLeft: minutes * 60 },
    });
    await vi.advanceTimersByTimeAsync(minutes * minute - 2_000);
    expect(player.state()).toMatchObject({ sound: null, pause: { reason: "silence" } });
    await vi.advanceTimersByTimeAsync(2_000);
    const due = Math.floor((Date.now() - begin) / (4 * minute)) + 1;
    expect(player.state()).toMatchObject({ pause: null, phase: "playing" });
    expect(beats.at(-1)).toMatchObject({ playing: true });
    expect(beats.at(-1)?.pause).toBeUndefined();
    expect(player.state().sound?.src).toBe(`${playerMediaPath}song-${due}`);
    player.stop();
  },
);

test("a song is reported as it begins while signals arrive, otherwise with the next minute [EAR-1]", async () => {
  vi.setSystemTime(begin + 20_000);
  const player = await startPlayer();
  await vi.advanceTimersByTimeAsync(3.5 * minute);
  FakeStream.opened.at(-1)?.say("hello");
  await vi.advanceTimersByTimeAsync(15_000); // the second song began at 4:00
  expect(beats.at(-1)).toMatchObject({ sound: { mediaId: "song-2" } });
  const before = beats.length;
  await vi.advanceTimersByTimeAsync(4 * minute); // nothing was heard for longer than 45 s
  expect(beats.length - before).toBe(4);
  expect(beats.at(-1)).toMatchObject({ sound: { mediaId: "song-2" } });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(beats.at(-1)).toMatchObject({ sound: { mediaId: "song-3" } });
  player.stop();
});
