import { dateIn } from "#contract/base/dates";
import { type ClaimOutcome, claimStore, type Rival, type windowLock } from "./claim.client-safe";
import { createDecks } from "./decks.client-safe";
import { createLoader, type Provision } from "./loader.client-safe";
import { playerReportPath, playerSchedulePath, playerSignalsPath } from "./paths";
import { newEventId, type PlayOut, type PlayOutStore } from "./play-out-store.client-safe";
import {
  endOf,
  hasRunOut,
  itemAt,
  itemsAfter,
  type PlayerItem,
  type PlayerSchedule,
  soundAlike,
} from "./player-item.client-safe";
import type { PlayerMemory } from "./player-memory.client-safe";
import { type BeatAnswer, type Command, reporter } from "./reporter.client-safe";
import { hearSignals } from "./signals.client-safe";
import type { Stock } from "./stock.client-safe";
import { storedHeader } from "./stored-files.client-safe";
import { chooseStandIn, mediaKeyOf, type StoredSong } from "./stored-songs.client-safe";
import { playTone } from "./test-tone.client-safe";
import { playerTexts } from "./texts";

/** The reason why a stored song plays instead of the log's item. */
export type StandInReason = "FAILED" | "SKIPPED" | "LOG_OVER";
/**
 * The sound that plays: an item of the log, or a stored song in its place (`item` is null after
 * the log's end).
 */
export type Sound = {
  src: string;
  item: PlayerItem | null;
  standIn: { song: StoredSong; reason: StandInReason } | null;
};

export type PlayerState = {
  /** "ready" until somebody presses Start. */
  phase: "ready" | "playing" | "waiting" | "elsewhere";
  /**
   * The device that plays the store while the phase is "elsewhere"; null if none does, because this
   * device was signed out.
   */
  rival: Rival | null;
  /** The item that the log has for now. */
  item: PlayerItem | null;
  sound: Sound | null;
  /** Seconds into the item. */
  position: number;
  next: PlayerItem[];
  /** The log, and the settings that the platform sends with it. */
  schedule: PlayerSchedule;
  /** The platform's time in milliseconds. */
  now: number;
  volume: number;
  skipsLeft: number;
  /** Plays not reported yet, and whether the browser keeps them when this page closes. */
  waiting: number;
  isSafe: boolean;
  link: "told" | "signed-out" | "unreachable";
  provision: Provision;
  problem: string | null;
  /** Set while somebody has paused the music; `until` (ms) is when it starts again by itself. */
  pause: { reason: string; until: number } | null;
  /** Messages from the office that nobody here has confirmed. */
  messages: { id: number; text: string }[];
};

export type PlayerNeeds = {
  schedule: PlayerSchedule;
  version: string;
  store: PlayOutStore;
  stock: Stock;
  memory: PlayerMemory;
  /** Lets only one of this browser's windows have the sound. */
  lock: ReturnType<typeof windowLock>;
};

/** A computer's clock that is wrong by less than this (ms) is not corrected. */
const clockTolerance = 2_000;
const tickEvery = 500;
const beatEvery = 60_000;
/** Milliseconds between requests for the log while the platform signals changes by itself. */
const refreshEvery = 5 * 60_000;
/**
 * A song with less than this (s) left may end before the next song starts; spots start on time.
 */
const mayRunOut = 3;
/** A song may start this much (ms) early if the one before it has ended. */
const mayBeginEarly = 1_500;
/** An item started later than this (s) continues from where it would be by now. */
const joinAfter = 2;
/** The next sound is loaded this long (ms) before it starts. */
const cueAhead = 20_000;
/** Milliseconds until a failed file is tried again; sooner if nothing else can play. */
const retryAfter = { withStock: 5 * 60_000, without: 5_000 };
/**
 * If an item's sound ends too soon, another song fills the rest if at least this much (ms) is
 * left.
 */
const worthFilling = 10_000;
const hourMs = 3_600_000;
/** A pause ends by itself after this time (ms), so that no shop stays silent by mistake. */
const longestPause = 5 * 60_000;

/**
 * Plays a store's log by the clock: each item at its instant, a late one from where it would be by
 * now, and a stored song if an item cannot play. Each play is reported once, however often page,
 * network and session come and go.
 */
export function createPlayer(needs: PlayerNeeds) {
  const { store, stock, memory, version } = needs;
  const deviceId = memory.deviceId();
  const reports = reporter(playerReportPath, store, memory);
  const listeners = new Set<() => void>();
  /** The time (ms) at which each file last failed, by its address. */
  const failed = new Map<string, number>();
  /** Items that this player does not play, or not to the end, with the reason. */
  const standInReasons = new Map<string, StandInReason>();
  /** Items whose file, or whose stand-in, has played to the end. */
  const ended = new Set<string>();
  let schedule = needs.schedule;
  let items = schedule.items;
  /** The ETag of the log as last fetched. */
  let etag: string | null = null;
  /** Milliseconds that this computer's clock is behind the platform's. */
  let skew = memory.skew();
  let play: (PlayOut & { before: number; from: number }) | undefined;
  let lastStandIn: string | null = null;
  /** Commands that this page has started to carry out, by ID. */
  const begunCommands = new Set<number>();
  let timers: ReturnType<typeof setInterval>[] = [];
  let signals: ReturnType<typeof hearSignals> | undefined;
  let refreshedAt = { time: 0, day: "" };
  /** True if the platform has confirmed since Start that this device plays the store. */
  let isConfirmed = false;
  const decks = createDecks(stock.addressOf, {
    playing: beginPlay,
    ended: soundEnded,
    failed: soundFailed,
    blocked() {
      stop();
      change({ problem: playerTexts.pressStart });
    },
  });
  const loader = createLoader(
    stock,
    () => ({ items, now: now() }),
    () => change({ provision: loader.provision() }),
  );
  let state: PlayerState = {
    phase: "ready",
    rival: null,
    item: null,
    sound: null,
    position: 0,
    next: itemsAfter(items, now(), 5),
    schedule,
    now: now(),
    volume: memory.volume(schedule.volume),
    skipsLeft: skipsLeft(),
    ...untold(),
    link: "told",
    provision: loader.provision(),
    problem: null,
    pause: null,
    messages: [],
  };
  decks.setVolume(state.volume / 100);
  const isReady = refresh().then(settleUnfinished);

  function now() {
    return Date.now() + skew;
  }
  function change(part: Partial<PlayerState>) {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  }

  /**
   * Starts to play. Called when Start is pressed, or by a page that played before, since browsers
   * may refuse sound without a press. If another window or device plays the store, shows that,
   * unless `takeOver` is set.
   */
  async function start({ takeOver = false } = {}) {
    await isReady;
    if (timers.length > 0) return;
    if (!(await needs.lock.claim(takeOver))) return giveWay(otherWindow);
    if (!heedClaim(await claimStore(deviceId, takeOver))) return;
    if (timers.length > 0) return;
    change({ phase: "waiting", rival: null, problem: null });
    timers = [
      setInterval(tick, tickEvery),
      setInterval(beat, beatEvery),
      setInterval(refreshIfDue, beatEvery),
    ];
    signals = hearSignals(playerSignalsPath, { schedule: refresh, commands: beat });
    tick();
    beat();
    void loader.run();
    if (stock.keeps) await navigator.storage.persist?.().catch(() => {});
  }

  /**
   * Follows the platform's answer to a claim. True if the player may play, also without an answer,
   * so that a shop without a network is not silent.
   */
  function heedClaim(claimed: ClaimOutcome): boolean {
    isConfirmed = claimed.state === "plays";
    if (claimed.state === "refused") giveWay(claimed.rival);
    if (claimed.state === "signed-out") change({ link: "signed-out" });
    return claimed.state !== "refused";
  }

  /**
   * Stops because another window or device plays now. This page starts again only when somebody
   * here presses Start.
   */
  function giveWay(rival: Rival | null) {
    stop();
    needs.lock.release();
    memory.keepStarted(false);
    change({ phase: "elsewhere", rival, now: now() });
  }

  /** Reports an earlier page's play if its item is over; `beginPlay` continues any other. */
  function settleUnfinished() {
    const unfinished = store.current();
    if (
      !unfinished ||
      (unfinished.itemId !== undefined && unfinished.itemId === itemAt(items, now())?.itemId)
    )
      return;
    store.add(unfinished);
    store.forgetCurrent();
    void tell();
  }

  function tick() {
    if (timers.length === 0) return;
    if (state.pause && now() < state.pause.until) return change({ now: now() });
    if (state.pause) change({ pause: null });
    const due = itemAt(items, now());
    const { sound } = state;
    if (sound?.item && due && sound.item.itemId !== due.itemId && soundAlike(sound.item, due))
      change({ sound: { ...sound, item: due } });
    else if (!isRight(due)) turnTo(soundFor(due));
    change({ item: due });
    decks.checkProgress();
    notePlay();
    const [soon] = itemsAfter(items, now(), 1);
    if (soon?.src && soon.startsAt - now() < cueAhead && !hasFailed(soon.src)) decks.cue(soon.src);
    const wait = soon ? soon.startsAt - now() : tickEvery;
    // waits for the exact start, which matters at the top of the hour
    if (wait > 0 && wait < tickEvery) setTimeout(tick, wait);
    const elapsedSeconds = state.sound?.standIn ? 0 : ((due && (now() - due.startsAt) / 1000) ?? 0);
    change({
      now: now(),
      position: Math.max(0, play || state.sound?.standIn ? decks.position() : elapsedSeconds),
      next: itemsAfter(items, now(), 5),
      skipsLeft: skipsLeft(),
    });
  }

  /** True if what plays is what should play now. */
  function isRight(due: PlayerItem | null): boolean {
    const { sound } = state;
    if (!sound) return due ? isOver(due) : !hasRunOut(items, now());
    if (sound.item && sound.item.startsAt > now()) return true; // started a little early
    if (due ? sound.item?.itemId === due.itemId : !sound.item && hasRunOut(items, now()))
      return true;
    return isSpot(due) ? false : !sound.standIn && decks.left() < mayRunOut;
  }
  /**
   * True if an item's sound has ended with so little time left that the player waits in silence for
   * the next item.
   */
  const isOver = (due: PlayerItem) => ended.has(due.itemId) && endOf(due) - now() < worthFilling;

  function soundFor(due: PlayerItem | null): Sound | null {
    const reason = due ? reasonAgainst(due) : hasRunOut(items, now()) ? "LOG_OVER" : undefined;
    if (due?.src && !reason) return { src: due.src, item: due, standIn: null };
    if (!reason) return null;
    const playable = stock.songs().filter(({ src }) => !hasFailed(src));
    const song = chooseStandIn(playable, items, {
      now: now(),
      last: lastStandIn,
      rest: schedule.rest,
    });
    return song ? { src: song.src, item: due, standIn: { song, reason } } : null;
  }

  function reasonAgainst(item: PlayerItem): StandInReason | undefined {
    return (
      standInReasons.get(item.itemId) ?? (!item.src || hasFailed(item.src) ? "FAILED" : undefined)
    );
  }

  function hasFailed(src: string): boolean {
    const after = stock.songs().length > 0 ? retryAfter.withStock : retryAfter.without;
    return Date.now() - (failed.get(src) ?? Number.NEGATIVE_INFINITY) < after;
  }

  function turnTo(sound: Sound | null) {
    endPlay();
    const { item } = state;
    change({
      sound,
      phase: sound ? "playing" : "waiting",
      problem: sound || !item ? null : playerTexts.notLoaded,
    });
    if (!sound) return decks.stop();
    const late = sound.item && !sound.standIn ? (now() - sound.item.startsAt) / 1000 : 0;
    decks.play(sound.src, late > joinAfter ? late : 0, sound.standIn?.song ?? sound.item ?? {});
    if (sound.standIn) {
      lastStandIn = sound.src;
      void withdrawUnlessAllowed(sound);
    }
    void loader.run();
  }

  /** Removes a stored song that the store may no longer play, and plays another. */
  async function withdrawUnlessAllowed(sound: Sound) {
    if (await stock.isAllowed(sound.src)) return;
    await stock.remove(sound.src);
    if (state.sound === sound) turnTo(soundFor(state.item));
  }

  function soundEnded() {
    const { sound } = state;
    endPlay();
    if (sound?.item) {
      ended.add(sound.item.itemId);
      if (!sound.standIn) standInReasons.set(sound.item.itemId, "FAILED");
    }
    change({ sound: null, phase: "waiting" });
    const [next] = itemsAfter(items, now(), 1);
    const isGapless =
      next &&
      sound?.item?.kind === "MUSIC" &&
      !isSpot(next) &&
      next.startsAt - now() < mayBeginEarly;
    if (isGapless && reasonAgainst(next) === undefined) turnTo(soundFor(next));
    else tick();
  }

  function soundFailed(src: string) {
    failed.set(src, Date.now());
    if (stock.keeps) void stock.remove(src).then(() => change({ provision: loader.provision() }));
    if (state.sound?.src !== src) return;
    endPlay();
    change({ sound: null });
    tick();
  }

  function beginPlay() {
    const { sound } = state;
    if (!sound || play) return;
    failed.delete(sound.src);
    stock.noteHeard(sound.src, now());
    const playName = nameOf(sound);
    const storedPlay = store.current();
    const goesOn =
      playName.itemId !== undefined && storedPlay?.itemId === playName.itemId
        ? storedPlay
        : undefined;
    if (storedPlay && !goesOn) store.add(storedPlay);
    const fresh = {
      ...playName,
      eventId: newEventId(),
      startedAt: new Date(now()).toISOString(),
      seconds: 0,
      skew,
    };
    play = { ...(goesOn ?? fresh), before: goesOn?.seconds ?? 0, from: decks.position() };
    change({ problem: null });
    notePlay();
  }

  /**
   * Stores on each tick how long the item has played, so that closing a window loses half a second
   * at most.
   */
  function notePlay() {
    if (!play) return;
    const secondsHeard = Math.max(0, decks.position() - play.from);
    play.seconds = Math.min(3600, Math.round(play.before + secondsHeard));
    const { before: _, from: __, ...playOut } = play;
    store.keepCurrent(playOut);
  }

  function endPlay({ skipped = false } = {}) {
    if (!play) return;
    notePlay();
    const { before: _, from: __, ...playOut } = play;
    play = undefined;
    store.add({ ...playOut, ...(skipped && { skipped }) });
    store.forgetCurrent();
    change(untold());
    void tell();
  }

  async function tell(heartbeat = false) {
    const { until } = loader.provision();
    const beatNow = {
      volume: Math.round(decks.volume() * 100),
      playing: state.sound !== null,
      version,
      at: new Date().toISOString(),
      ...(until !== null && { storedUntil: new Date(until).toISOString() }),
      ...(schedule.logIds && { logIds: schedule.logIds }),
    };
    const askedAt = Date.now();
    const { state: link, answer } = await reports.tell(heartbeat ? beatNow : undefined);
    change({ link, ...untold() });
    if (answer) await heedAnswer(answer, askedAt);
    if (link === "signed-out" && isConfirmed && timers.length > 0) giveWay(null);
  }
  /**
   * Follows the platform's clock, volume and answer about who plays; claims the store if the
   * platform has not confirmed a claim yet.
   */
  async function heedAnswer({ at, volume, plays, rival, commands }: BeatAnswer, askedAt: number) {
    setClock(at, askedAt);
    followVolume({ ...schedule, volume });
    if (plays) {
      isConfirmed = true;
      await carryOut(commands);
    } else if (timers.length > 0 && isConfirmed) giveWay(rival);
    else if (timers.length > 0) heedClaim(await claimStore(deviceId, false));
  }

  /**
   * Carries out each command of the platform once. The answers are stored before a restart and sent
   * until the platform has them; a page that cannot store them refuses to restart, because it
   * would restart again and again.
   */
  async function carryOut(commands: Command[]) {
    const handledIds = new Set([...begunCommands, ...memory.commands().map(({ id }) => id)]);
    const newCommands = commands.filter(({ id }) => !handledIds.has(id));
    if (newCommands.length === 0) return;
    for (const { id } of newCommands) begunCommands.add(id);
    let isRestarting = false;
    for (const { id, kind, volume, text } of newCommands) {
      if (kind === "message") {
        // answered when somebody confirms it
        change({ messages: [...state.messages, { id, text: text ?? "" }] });
        continue;
      }
      if (kind === "volume" && volume !== null) setVolume(volume);
      const isHeard = kind !== "tone" || (await playTone(decks.volume()));
      memory.keepCommands([
        ...memory.commands(),
        isHeard ? { id, outcome: "done" } : { id, outcome: "refused", reason: playerTexts.noTone },
      ]);
      if (kind !== "restart") continue;
      isRestarting = memory.keepsCommands();
      if (!isRestarting)
        memory.keepCommands([
          ...memory.commands().slice(0, -1),
          { id, outcome: "refused", reason: playerTexts.noRestart },
        ]);
    }
    if (isRestarting) restart();
    else void tell(true); // sends the new volume
  }

  /** Reloads the page, which then starts by itself and continues what plays now. */
  function restart() {
    memory.keepStarted(true);
    location.reload();
  }
  function setVolume(volume: number) {
    decks.setVolume(volume / 100);
    memory.keepVolume(volume, schedule.volume);
    change({ volume });
  }
  function followVolume(newSchedule: PlayerSchedule) {
    schedule = newSchedule;
    const volume = memory.volume(schedule.volume);
    decks.setVolume(volume / 100);
    change({ schedule, volume });
  }
  function beat() {
    void tell(true);
  }

  /**
   * Corrects the clock. The platform's time `at` lies between asking and the answer, so a clock
   * that may be right by that is not changed.
   */
  function setClock(at: number, askedAt: number) {
    const answeredAt = Date.now();
    const difference = at - (askedAt + answeredAt) / 2;
    if (Math.abs(difference - skew) <= clockTolerance + (answeredAt - askedAt) / 2) return;
    skew = Math.round(difference);
    memory.keepSkew(skew);
  }

  /**
   * Fetches the log, which may have been published again or begin a new day. If that fails, the
   * current log stays.
   */
  async function refresh() {
    const askedAt = Date.now();
    const options: RequestInit = { redirect: "manual", signal: AbortSignal.timeout(20_000) };
    if (etag !== null) options.headers = { "If-None-Match": etag };
    const response = await fetch(playerSchedulePath, options).catch(() => undefined);
    const isUnchanged = response?.status === 304;
    if (!response?.ok && !isUnchanged) return;
    refreshedAt = { time: askedAt, day: today() };
    const fresh = isUnchanged
      ? schedule
      : ((await response.json().catch(() => undefined)) as PlayerSchedule | undefined);
    if (!fresh?.items) return;
    items = fresh.items;
    etag = response.headers.get("ETag") ?? etag;
    if (!isUnchanged && !response.headers.has(storedHeader)) setClock(fresh.at, askedAt);
    followVolume(fresh);
    change({ now: now(), next: itemsAfter(items, now(), 5), provision: loader.provision() });
    loader.forgetMissing();
    if (timers.length === 0) return;
    void loader.run();
    if (!isUnchanged) beat(); // tells the platform that the log has arrived
  }

  /** Fetches the log regularly while no signals arrive, and whenever a new day begins. */
  function refreshIfDue() {
    const wait = signals?.isHeard() ? refreshEvery : 0;
    if (Date.now() - refreshedAt.time >= wait || refreshedAt.day !== today()) void refresh();
  }
  function today() {
    return dateIn(schedule.timeZone, new Date(now()));
  }

  function untold() {
    return { waiting: store.waiting(), isSafe: store.isSafe() };
  }

  function skipsLeft(): number {
    return Math.max(0, schedule.skipsAnHour - memory.skips(now() - hourMs).length);
  }

  function stop() {
    for (const timer of timers) clearInterval(timer);
    timers = [];
    signals?.close();
    endPlay();
    decks.stop();
    change({ phase: "ready", item: null, sound: null, pause: null });
  }

  return {
    start,
    stop,
    giveWay,
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    setVolume,
    /** Plays a stored song instead of the rest of this one. Spots cannot be skipped. */
    skip() {
      const { sound, item } = state;
      if (!sound || isSpot(sound.item) || skipsLeft() === 0) return;
      if (sound.item) standInReasons.set(sound.item.itemId, "SKIPPED");
      const next = soundFor(item);
      if (!next) return;
      memory.keepSkip(now());
      endPlay({ skipped: true });
      turnTo(next);
      change({ skipsLeft: skipsLeft() });
    },
    /** Confirms a message and reports that. */
    seeMessage(id: number) {
      memory.keepCommands([...memory.commands(), { id, outcome: "done" }]);
      change({ messages: state.messages.filter((message) => message.id !== id) });
      void tell();
    },
    /** Pauses the music. Items that would have played meanwhile are not played later. */
    pause(reason: string) {
      if (timers.length === 0) return;
      endPlay();
      decks.stop();
      change({
        sound: null,
        item: null,
        phase: "waiting",
        pause: { reason, until: now() + longestPause },
      });
      void tell(true);
    },
    resume() {
      change({ pause: null });
      tick();
    },
    /** Shows at once that the network is lost, before a report fails. */
    loseLink: () => change({ link: "unreachable" }),
    /** Reports and loads at once, for example when the network is back. */
    catchUp() {
      failed.clear();
      void tell();
      if (timers.length > 0) void loader.run();
    },
    /** Stores the current play when the window closes, so that the next one continues it. */
    keep: notePlay,
  };
}
export type Player = ReturnType<typeof createPlayer>;

/** Names a play's item in the log, or the stored song with the item it replaced and the reason. */
function nameOf({
  item,
  standIn,
}: Sound): Pick<PlayOut, "itemId" | "mediaId" | "insteadOf" | "reason"> {
  if (!standIn) return { itemId: item?.itemId };
  const reason = {
    FAILED: item?.src ? ("UNPLAYABLE" as const) : ("NO_AUDIO" as const),
    SKIPPED: "SKIPPED" as const,
    LOG_OVER: "NO_LOG" as const,
  };
  return {
    // names the song, not the version of its file
    mediaId: mediaKeyOf(standIn.song.src),
    insteadOf: item?.itemId,
    reason: reason[standIn.reason],
  };
}

export const otherWindow: Rival = { name: "This browser", since: null, seenAt: null };
const isSpot = (item: PlayerItem | null) => item !== null && item.kind !== "MUSIC";
