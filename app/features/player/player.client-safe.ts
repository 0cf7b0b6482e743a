import { pauseMinutes } from "#contract/player/words";
import { type ClaimOutcome, claimStore, type Rival, type windowLock } from "./claim.client-safe";
import { Loader } from "./loader.client-safe";
import { OfficeCommands } from "./office-commands.client-safe";
import { mediaIdOf, playerReportPath, playerSignalsPath } from "./paths";
import { PlatformClock } from "./platform-clock.client-safe";
import { newEventId, type PlayOutStore } from "./play-out-store.client-safe";
import { Playback } from "./playback.client-safe";
import type { PlayerSchedule } from "./player-item.client-safe";
import type { PlayerMemory, SongReport } from "./player-memory.client-safe";
import { ObservedState, type PlayerState, skipsLeft } from "./player-state.client-safe";
import { PublishedLog } from "./published-log.client-safe";
import { type Beat, type BeatAnswer, type ReportOutcome, reporter } from "./reporter.client-safe";
import { hearSignals } from "./signals.client-safe";
import type { Stock } from "./stock.client-safe";
import { playerTexts } from "./texts";

export type PlayerNeeds = {
  schedule: PlayerSchedule;
  version: string;
  store: PlayOutStore;
  stock: Stock;
  memory: PlayerMemory;
  /** Lets only one of this browser's windows have the sound. */
  lock: ReturnType<typeof windowLock>;
};

const beatEvery = 60_000;

/**
 * Plays a store's log by the clock: each item at its instant, a late one from where it would be by
 * now, and a stored song if an item cannot play. Each play is reported once, however often page,
 * network and session come and go. `Playback` has the sound; this class has the platform's word:
 * who plays, the log, settings, commands and reports.
 */
export class Player {
  readonly playback: Playback;
  readonly #deviceId: string;
  readonly #clock: PlatformClock;
  readonly #log: PublishedLog;
  readonly #loader: Loader;
  readonly #state: ObservedState;
  readonly #reports: ReturnType<typeof reporter>;
  readonly #commands: OfficeCommands;
  readonly #isReady: Promise<void>;
  #timers: ReturnType<typeof setInterval>[] = [];
  #signals: ReturnType<typeof hearSignals> | undefined;
  /** True if the platform has confirmed since Start that this device plays the store. */
  #isConfirmed = false;

  constructor(private readonly needs: PlayerNeeds) {
    const { store, stock, memory, schedule } = needs;
    const clock = new PlatformClock(memory);
    const log = new PublishedLog(schedule, clock);
    const loader = new Loader(
      stock,
      () => ({ items: log.items, now: clock.now() }),
      () => state.change({ provision: loader.provision() }),
    );
    const state = new ObservedState({
      phase: "ready",
      rival: null,
      item: null,
      sound: null,
      position: 0,
      ...log.upcoming(),
      schedule,
      volume: memory.volume(schedule.volume),
      skipsLeft: skipsLeft(schedule, memory, clock.now()),
      ...this.#unreported(),
      link: "online",
      provision: loader.provision(),
      problem: null,
      pause: null,
      messages: [],
    });
    this.playback = new Playback({
      ...needs,
      clock,
      log,
      loader,
      state,
      playEnded: () => {
        state.change(this.#unreported());
        void this.#report();
      },
      // polling players keep to a request a minute
      playBegan: () => this.#signals?.isHeard() && this.#beat(),
      pauseChanged: this.#beat,
      blocked: () => {
        this.stop();
        state.change({ problem: playerTexts.pressStart });
      },
    });
    this.#commands = new OfficeCommands(memory, {
      volume: () => this.playback.volume,
      setVolume: (volume) => this.playback.setVolume(volume),
      showMessage: (message) => state.change({ messages: [...state.current.messages, message] }),
    });
    this.#reports = reporter(playerReportPath, store, memory);
    this.#deviceId = memory.deviceId();
    this.#clock = clock;
    this.#log = log;
    this.#loader = loader;
    this.#state = state;
    this.playback.followSettings();
    this.#isReady = this.#refresh().then(() => this.playback.endUnfinished());
  }

  state = () => this.#state.current;

  subscribe = (listener: () => void) => this.#state.subscribe(listener);

  /**
   * Starts to play. Called when Start is pressed, or by a page that played before, since browsers
   * may refuse sound without a press. If another window or device plays the store, shows that,
   * unless `takeOver` is set.
   */
  async start({ takeOver = false } = {}) {
    const { lock, stock } = this.needs;
    await this.#isReady;
    if (this.playback.isOn) return;
    if (!(await lock.claim(takeOver))) return this.giveWay(otherWindow);
    if (!this.#followClaim(await claimStore(this.#deviceId, takeOver))) return;
    if (this.playback.isOn) return;
    this.#state.change({ phase: "waiting", rival: null, problem: null });
    this.#timers = [
      setInterval(this.#beat, beatEvery),
      setInterval(() => this.#refreshIfDue(), beatEvery),
    ];
    this.#signals = hearSignals(playerSignalsPath, {
      schedule: () => this.#refresh(),
      commands: () => this.#report(true),
    });
    this.playback.start();
    this.#beat();
    void this.#loader.run();
    if (stock.keeps) await navigator.storage.persist?.().catch(() => {});
  }

  stop() {
    for (const timer of this.#timers) clearInterval(timer);
    this.#signals?.close();
    this.playback.stop();
  }

  /**
   * Stops because another window or device plays now. This page starts again only when somebody
   * here presses Start.
   */
  giveWay(rival: Rival | null) {
    this.stop();
    this.needs.lock.release();
    this.needs.memory.keepStarted(false);
    this.#state.change({ phase: "elsewhere", rival, now: this.#clock.now() });
  }

  /** Confirms a message and reports that. */
  seeMessage(id: number) {
    const { messages } = this.#state.current;
    this.#commands.answer({ id, outcome: "done" });
    this.#state.change({ messages: messages.filter((message) => message.id !== id) });
    void this.#report();
  }

  /** Reports a song as unsuitable for this store, now or once the network is back. */
  reportSong(report: Pick<SongReport, "mediaId" | "reason" | "note">) {
    const { memory } = this.needs;
    const songReport = { ...report, at: this.#clock.now(), eventId: newEventId() };
    memory.keepSongReports([...memory.songReports(), songReport]);
    this.#state.change(this.#unreported());
    void this.#report();
  }

  /** Shows at once that the network is lost, before a report fails. */
  loseLink() {
    this.#state.change({ link: "unreachable" });
  }

  /** Reports and loads at once, for example when the network is back. */
  catchUp() {
    this.playback.forgetFailures();
    void this.#report();
    if (this.playback.isOn) void this.#loader.run();
  }

  /**
   * Reports what waits, and with a heartbeat how the player is; follows the answer. False if the
   * platform could not be reached.
   */
  async #report(heartbeat = false): Promise<boolean> {
    const { until } = this.#loader.provision();
    const { logIds } = this.#log.schedule;
    const beatNow = {
      volume: Math.round(this.playback.volume * 100),
      playing: this.#state.current.sound !== null,
      version: this.needs.version,
      at: new Date().toISOString(),
      ...(until !== null && { storedUntil: new Date(until).toISOString() }),
      ...(logIds && { logIds }),
      ...this.#nowPlaying(),
    };
    const askedAt = Date.now();
    const { state, answer } = await this.#reports.send(heartbeat ? beatNow : undefined);
    const link = linkAfter(state);
    this.#state.change({ link, ...this.#unreported() });
    if (answer) await this.#followAnswer(answer, askedAt);
    if (link === "signed-out" && this.#isConfirmed && this.playback.isOn) this.giveWay(null);
    return state !== "unreachable";
  }

  /** Describes the item that plays, or the pause, for a heartbeat. */
  #nowPlaying(): Pick<Beat, "sound" | "pause"> {
    const { currentSound } = this.playback;
    const { pause } = this.#state.current;
    if (pause) {
      const secondsLeft = Math.round((pause.until - this.#clock.now()) / 1000);
      const { reason } = pause;
      return { pause: { reason, secondsLeft: clamp(secondsLeft, 1, pauseMinutes.most * 60) } };
    }
    if (!currentSound) return {};
    const { src, seconds } = currentSound;
    return { sound: { mediaId: mediaIdOf(src), seconds: clamp(seconds, 0, 3600) } };
  }

  #beat = () => void this.#report(true);

  /**
   * Follows the platform's clock, volume and answer about who plays; claims the store if the
   * platform has not confirmed a claim yet.
   */
  async #followAnswer({ at, volume, plays, rival, commands }: BeatAnswer, askedAt: number) {
    this.#clock.correct(at, askedAt);
    this.#log.schedule = { ...this.#log.schedule, volume };
    this.playback.followSettings();
    if (plays) {
      this.#isConfirmed = true;
      const outcome = await this.#commands.carryOut(commands);
      if (outcome === "restart") this.#restart();
      else if (outcome === "report") this.#beat(); // sends the new volume
    } else if (this.playback.isOn && this.#isConfirmed) this.giveWay(rival);
    else if (this.playback.isOn) this.#followClaim(await claimStore(this.#deviceId, false));
  }

  /**
   * Follows the platform's answer to a claim. True if the player may play, also without an answer,
   * so that a store without a network is not silent.
   */
  #followClaim(claimed: ClaimOutcome): boolean {
    this.#isConfirmed = claimed.state === "plays";
    if (claimed.state === "refused") this.giveWay(claimed.rival);
    if (claimed.state === "signed-out") this.#state.change({ link: "signed-out" });
    return claimed.state !== "refused";
  }

  /** Reloads the page, which then starts by itself and continues what plays now. */
  #restart() {
    this.needs.memory.keepStarted(true);
    location.reload();
  }

  /** Fetches the log, shows it and loads its songs. False if that failed. */
  async #refresh(): Promise<boolean> {
    const outcome = await this.#log.fetch();
    if (!outcome) return false;
    this.playback.followSettings();
    this.#state.change({ ...this.#log.upcoming(), provision: this.#loader.provision() });
    this.#loader.forgetMissing();
    if (!this.playback.isOn) return true;
    void this.#loader.run();
    if (outcome === "new") this.#beat(); // tells the platform that the log has arrived
    return true;
  }

  #refreshIfDue() {
    if (this.#log.isDue(this.#signals?.isHeard() ?? false)) void this.#refresh();
  }

  /** The plays and songs that wait to be reported, and whether the plays outlive this page. */
  #unreported() {
    const { store, memory } = this.needs;
    return {
      waiting: store.waiting(),
      isSafe: store.isSafe(),
      songReports: memory.songReports(),
    };
  }
}

function linkAfter(report: ReportOutcome["state"]): PlayerState["link"] {
  if (report === "received") return "online";
  // with nothing to send, only the browser knows whether there is a network
  if (report === "empty") return navigator.onLine ? "online" : "unreachable";
  return report;
}

const clamp = (value: number, least: number, most: number) =>
  Math.min(most, Math.max(least, value));

export const otherWindow: Rival = { name: "This browser", since: null, seenAt: null };
