import { songPlayerMessages } from "#contract/library/words";
import { showSnack } from "./frame/snack-bar";
import { changeListening, listeningNow, type Track } from "./listening";

/** The one audio element of all pages, so that the track plays on from page to page. */
let sound: HTMLAudioElement | undefined;
/** The list where it was started, and its tracks: its page can be gone when the next is due. */
let list: Element | null = null;
let listTracks: Track[] = [];
/** The track of each play button on the page. */
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

/** Gives a play button's `ref`, which registers the track that the button plays. */
export const holdTrack = (track: Track) => (button: HTMLElement | null) => {
  if (button) tracks.set(button, track);
};

function play(track: Track) {
  sound ??= makeSound();
  for (const other of document.querySelectorAll("audio")) if (other !== sound) other.pause();
  sound.src = track.src;
  changeListening({ track, isPaused: false, isInList: list !== null });
  // ignored: the error event reports it, or another track was started meanwhile
  sound.play().catch(() => {});
}

/** Plays a track, or pauses or resumes it if it is the current one. `button` tells its list. */
export function toggleTrack(track: Track, button?: Element) {
  if (listeningNow()?.track.src !== track.src) {
    list = button?.closest("[data-track-list]") ?? null;
    listTracks = list ? tracksIn(list) : [];
    play(track);
  } else if (sound?.paused) sound.play().catch(() => {});
  else sound?.pause();
}

/**
 * Plays the track after the current one; or the list's first one, if the list shown now no
 * longer has the current one.
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

/** Stops, and returns the focus to the play button of the track, if it is on the page. */
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

/** Calls with position and length in seconds as they change; gives the function that ends it. */
export function followPosition(onChange: (position: number, length: number) => void) {
  const tell = () => {
    if (sound && Number.isFinite(sound.duration)) onChange(sound.currentTime, sound.duration);
  };
  tell();
  sound?.addEventListener("timeupdate", tell);
  return () => sound?.removeEventListener("timeupdate", tell);
}
