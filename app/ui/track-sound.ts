import { songPlayerMessages } from "#contract/library/words";
import { showSnack } from "./frame/snack-bar";
import { changeListening, listeningNow, type Track } from "./listening";

/** One for all pages, so that it goes on while they change. */
let sound: HTMLAudioElement | undefined;
/** Where it was started, and what that list had: its page may be gone when the next is wanted. */
let list: Element | null = null;
let listTracks: Track[] = [];
/** What each button on the page plays. */
const tracks = new WeakMap<Element, Track>();

function setPaused(isPaused: boolean) {
  const now = listeningNow();
  if (now) changeListening({ track: now.track, isInList: now.isInList, isPaused });
}

function makeSound(): HTMLAudioElement {
  const audio = new Audio();
  audio.preload = "none";
  audio.hidden = true;
  audio.addEventListener("play", () => setPaused(false));
  audio.addEventListener("pause", () => setPaused(true));
  audio.addEventListener("ended", () => playNext(false));
  audio.addEventListener("error", () => {
    if (!listeningNow()) return;
    changeListening(null);
    showSnack({ kind: "error", message: songPlayerMessages.cannotPlay });
  });
  document.body.append(audio);
  return audio;
}

const buttonsIn = (place: ParentNode) =>
  Array.from(place.querySelectorAll<HTMLElement>("[data-track]"));
const tracksIn = (place: ParentNode) =>
  buttonsIn(place).flatMap((button) => tracks.get(button) ?? []);

/** For a button's `ref`: what it plays, as long as it stands on the page. */
export const holdTrack = (track: Track) => (button: HTMLElement | null) => {
  if (button) tracks.set(button, track);
};

function play(track: Track) {
  sound ??= makeSound();
  for (const other of document.querySelectorAll("audio")) if (other !== sound) other.pause();
  sound.src = track.src;
  changeListening({ track, isPaused: false, isInList: list !== null });
  // said by the error event, or another was started meanwhile
  sound.play().catch(() => {});
}

/** Plays a track, or pauses it where it plays. `button` says in which list it stands. */
export function toggleTrack(track: Track, button?: Element) {
  if (listeningNow()?.track.src !== track.src) {
    list = button?.closest("[data-track-list]") ?? null;
    listTracks = list ? tracksIn(list) : [];
    play(track);
  } else if (sound?.paused) sound.play().catch(() => {});
  else sound?.pause();
}

/**
 * Goes on to the track after the one that plays, or to the first where the list that is shown now
 * does not have that.
 */
export function playNext(isAsked: boolean) {
  if (!list) return;
  if (list.isConnected) listTracks = tracksIn(list);
  const place = listTracks.findIndex(({ src }) => src === listeningNow()?.track.src);
  const next = listTracks[place + 1];
  if (next) play(next);
  else if (isAsked) showSnack({ kind: "plain", message: songPlayerMessages.lastPlayable });
}

export function pauseListening() {
  sound?.pause();
}

/** The focus goes back to the button of what played, where that is on the page. */
export function stopListening() {
  const src = listeningNow()?.track.src;
  sound?.pause();
  changeListening(null);
  buttonsIn(document)
    .find((button) => tracks.get(button)?.src === src)
    ?.focus();
}

export function seek(seconds: number) {
  if (sound) sound.currentTime = seconds;
}
export function seekBy(seconds: number) {
  if (sound) sound.currentTime += seconds;
}

/** Calls with the position and length in seconds as they change. */
export function followPosition(onChange: (position: number, length: number) => void) {
  const tell = () => {
    if (sound && Number.isFinite(sound.duration)) onChange(sound.currentTime, sound.duration);
  };
  tell();
  sound?.addEventListener("timeupdate", tell);
  return () => sound?.removeEventListener("timeupdate", tell);
}
