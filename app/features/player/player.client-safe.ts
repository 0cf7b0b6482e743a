import { newEventId, type PlayOut, type PlayOutStore } from "./play-out-store.client-safe";
import { itemAt, itemsAfter, type PlayerItem, type PlayerSchedule, soundAlike } from "./player-item.client-safe";
import { reporter } from "./reporter.client-safe";

export type PlayerState = {
  /** ready: nobody has pressed Start yet. */
  phase: "ready" | "playing" | "waiting" | "elsewhere";
  item: PlayerItem | null;
  /** Seconds into the item. */
  position: number;
  next: PlayerItem[];
  volume: number;
  /** Plays not yet told. */
  waiting: number;
  link: "told" | "signed-out" | "unreachable";
  problem: string | null;
};

export type PlayerNeeds = PlayerSchedule & {
  storeId: number;
  volume: number;
  version: string;
  addresses: { schedule: string; report: string };
  store: PlayOutStore;
};

const tickEvery = 500;
const beatEvery = 60_000;
const refreshEvery = 5 * 60_000;
/** A music item that ends within this time (s) may run out; a top of the hour waits for nothing. */
const mayRunOut = 3;
/** An item begun later than this (s) joins where it would be by now. */
const joinAfter = 2;
const prefetched = 8;

/**
 * Plays a store's log by the wall clock on one audio element: each item at its instant, one that was missed from where it would be by
 * now. What was played is told once, however often page, network and session come and go.
 */
export function createPlayer(needs: PlayerNeeds) {
  const { store, addresses, version, storeId } = needs;
  const audio = new Audio();
  audio.preload = "auto";
  const reports = reporter(addresses.report, store);
  const listeners = new Set<() => void>();
  const fetchedSources = new Set<string>();
  let items = needs.items;
  /** How far this computer's clock is behind the platform's; small differences are the network's. */
  let skew = skewOf(needs.at);
  let play: (PlayOut & { before: number; from: number }) | undefined;
  let failedAt = 0;
  let timers: ReturnType<typeof setInterval>[] = [];
  let release = () => {};
  let state: PlayerState = {
    phase: "ready",
    item: null,
    position: 0,
    next: itemsAfter(items, now(), 5),
    volume: needs.volume,
    waiting: store.waiting(),
    link: "told",
    problem: null,
  };

  function now() {
    return Date.now() + skew;
  }
  function change(part: Partial<PlayerState>) {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  }

  /** Called by a press on Start: browsers let sound begin only then. */
  async function start() {
    if (!(await claim())) return change({ phase: "elsewhere" });
    audio.volume = state.volume / 100;
    change({ phase: "waiting", problem: null });
    timers = [setInterval(tick, tickEvery), setInterval(beat, beatEvery), setInterval(refresh, refreshEvery)];
    tick();
    beat();
    void prefetch();
  }

  /** Two windows of one store would play over each other: the first has the sound. */
  function claim(): Promise<boolean> {
    if (!navigator.locks) return Promise.resolve(true);
    return new Promise((resolve) => {
      void navigator.locks.request(`fever.player.${storeId}`, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        return (
          lock &&
          new Promise<void>((free) => {
            release = free;
          })
        );
      });
    });
  }

  function tick() {
    if (timers.length === 0) return;
    const dueItem = itemAt(items, now());
    const here = state.item;
    if (dueItem && here && dueItem.itemId !== here.itemId && soundAlike(dueItem, here)) change({ item: dueItem });
    else if (dueItem?.itemId !== here?.itemId && !(runsOut() && dueItem?.kind !== "TOH")) turnTo(dueItem);
    else if (here && failedAt > 0 && Date.now() - failedAt > 5000) turnTo(dueItem);
    notePlay();
    const [soon] = itemsAfter(items, now(), 1);
    const wait = soon ? soon.startsAt - now() : tickEvery;
    if (wait > 0 && wait < tickEvery) setTimeout(tick, wait); // to the instant: a top of the hour is one
    change({
      position: state.item ? Math.max(0, Math.min(state.item.seconds, play ? audio.currentTime : (now() - state.item.startsAt) / 1000)) : 0,
      next: itemsAfter(items, now(), 5),
    });
  }

  /** The sound's last seconds. */
  function runsOut() {
    return play !== undefined && !audio.paused && !audio.ended && audio.duration - audio.currentTime < mayRunOut;
  }

  function turnTo(item: PlayerItem | null) {
    endPlay();
    failedAt = 0;
    change({ item, phase: item?.src ? "playing" : "waiting", problem: item && !item.src ? "This item has no audio file." : null });
    audio.pause();
    if (!item?.src) return;
    audio.src = item.src;
    const late = (now() - item.startsAt) / 1000;
    if (late > joinAfter) audio.currentTime = late;
    audio.play().catch((error: unknown) => {
      if (!(error instanceof DOMException)) return;
      if (error.name === "NotAllowedError") {
        stop();
        change({ phase: "ready", problem: "Press play: the browser only plays sound after a press." });
      }
    });
    void prefetch();
  }

  function beginPlay() {
    const { item } = state;
    if (!item || play) return;
    failedAt = 0;
    const storedPlay = store.current();
    const goesOn = storedPlay?.itemId === item.itemId ? storedPlay : undefined;
    if (storedPlay && !goesOn) store.add(storedPlay);
    play = {
      eventId: goesOn?.eventId ?? newEventId(),
      itemId: item.itemId,
      startedAt: goesOn?.startedAt ?? new Date(now()).toISOString(),
      seconds: goesOn?.seconds ?? 0,
      before: goesOn?.seconds ?? 0,
      from: audio.currentTime,
    };
    change({ problem: null });
    notePlay();
  }

  /** Keeps how long the item has sounded, so that a window that is closed loses half a second at the most. */
  function notePlay() {
    if (!play) return;
    const secondsHeard = Math.max(0, audio.currentTime - play.from);
    play.seconds = Math.min(3600, Math.round(play.before + secondsHeard));
    const { before: _, from: __, ...playOut } = play;
    store.keepCurrent(playOut);
  }

  function endPlay() {
    if (!play) return;
    notePlay();
    const { before: _, from: __, ...playOut } = play;
    play = undefined;
    store.add(playOut);
    store.forgetCurrent();
    change({ waiting: store.waiting() });
    void tell();
  }

  async function tell(heartbeat = false) {
    const beatNow = { volume: Math.round(audio.volume * 100), playing: play !== undefined, version, at: new Date().toISOString() };
    const { state: link, at } = await reports.tell(heartbeat ? beatNow : undefined);
    if (at !== undefined) skew = skewOf(at);
    change({ link, waiting: store.waiting() });
  }
  function beat() {
    void tell(true);
  }

  /** Fetches the log anew: it may have been published again, and tomorrow's begins at midnight. What is there stays when it fails. */
  async function refresh() {
    const response = await fetch(addresses.schedule, { redirect: "manual", signal: AbortSignal.timeout(20_000) }).catch(() => undefined);
    if (!response?.ok) return;
    const fresh = (await response.json().catch(() => undefined)) as PlayerSchedule | undefined;
    if (!fresh?.items) return;
    items = fresh.items;
    skew = skewOf(fresh.at);
    void prefetch();
  }

  /** Loads the next sounds into the browser's cache, so that a lost network is not heard. */
  async function prefetch() {
    for (const { src } of itemsAfter(items, now(), prefetched)) {
      if (!src || fetchedSources.has(src)) continue;
      fetchedSources.add(src);
      const loaded = await fetch(src, { redirect: "manual" })
        .then(async (response) => response.ok && (await response.arrayBuffer()).byteLength > 0)
        .catch(() => false);
      if (!loaded) fetchedSources.delete(src);
    }
  }

  function stop() {
    for (const timer of timers) clearInterval(timer);
    timers = [];
    endPlay();
    audio.pause();
    change({ phase: "ready", item: null });
    release();
  }

  audio.addEventListener("playing", beginPlay);
  audio.addEventListener("ended", () => {
    endPlay();
    change({ phase: "waiting" });
    tick();
  });
  audio.addEventListener("error", () => {
    if (!state.item?.src || state.phase === "ready") return;
    endPlay();
    failedAt = Date.now();
    change({ problem: "This item could not be loaded. The player will try again." });
  });

  const unfinishedPlay = store.current();
  if (unfinishedPlay && unfinishedPlay.itemId !== itemAt(items, now())?.itemId) {
    store.add(unfinishedPlay);
    store.forgetCurrent();
  }

  return {
    start,
    stop,
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    setVolume(volume: number) {
      audio.volume = volume / 100;
      change({ volume });
    },
    /** Tells at once, such as when the network is back. */
    tell: () => tell(),
    /** The window goes away: what sounds now is kept and goes on in the next one. */
    keep: notePlay,
  };
}
export type Player = ReturnType<typeof createPlayer>;

function skewOf(at: number): number {
  const difference = at - Date.now();
  return Math.abs(difference) > 2000 ? difference : 0;
}
