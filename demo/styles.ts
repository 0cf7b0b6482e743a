import {
  bell,
  electricPiano,
  guitar,
  harp,
  kalimba,
  marimba,
  musicBox,
  type Overtone,
  piano,
  sitar,
  vibraphone,
} from "./instruments.ts";

/** 1 slow, 2 medium, 3 fast. */
export type Tempo = 1 | 2 | 3;
type Voice = readonly Overtone[] | "held";
type Mode = "major" | "minor" | "dorian" | "mixolydian" | "lydian" | "bhairav";

/** The style of a piece of music: the instruments, their beats, and the scales. */
export type Style = {
  tempo: Tempo;
  /** Beats a minute, from and to. */
  beats: readonly [number, number];
  /** Six pieces in ten use the first of the two. */
  modes: readonly [Mode, Mode];
  /** Struck chords and the eighths of a bar that they come at, or held ones. */
  chords: { voice: readonly Overtone[]; steps: readonly number[] } | { voice: "held" };
  /** [eighth, degree above the chord's root] */
  bass: readonly (readonly [number, number])[];
  drums: "none" | "soft" | "pop" | "dance" | "brushes" | "tabla" | "shaker";
  arpeggio?: readonly Overtone[];
  /** The instruments for the first and the second melody. */
  leads: readonly [readonly Voice[], readonly Voice[]];
  /** By how much of an eighth every second one comes late. */
  swing: number;
  /** Stays on its root, as a raga does. */
  drone?: true;
};
export type NamedStyle = Style & { genre: string; moods: readonly string[] };

const slowBass: Style["bass"] = [
  [0, 0],
  [3, 0],
  [4, 4],
];
const fastBass: Style["bass"] = [
  [0, 0],
  [2, 7],
  [4, 0],
  [6, 4],
  [7, 7],
];
const walkingBass: Style["bass"] = [
  [0, 0],
  [2, 2],
  [4, 4],
  [6, 5],
];
const band: Pick<Style, "modes" | "arpeggio" | "leads" | "swing"> = {
  modes: ["major", "minor"],
  arpeggio: bell,
  leads: [
    [electricPiano, bell, guitar],
    [bell, guitar],
  ],
  swing: 0,
};

/** The band of the long songs, by tempo. */
export const bands: Record<Tempo, Style> = {
  1: {
    ...band,
    tempo: 1,
    beats: [68, 82],
    chords: { voice: "held" },
    bass: slowBass,
    drums: "soft",
  },
  2: {
    ...band,
    tempo: 2,
    beats: [92, 106],
    chords: { voice: electricPiano, steps: [0, 3, 6] },
    bass: slowBass,
    drums: "pop",
  },
  3: {
    ...band,
    tempo: 3,
    beats: [114, 126],
    chords: { voice: electricPiano, steps: [1, 3, 5, 7] },
    bass: fastBass,
    drums: "dance",
  },
};

/** The styles of the short pieces, so different that a listener knows each by its first bars. */
export const styles: readonly NamedStyle[] = [
  {
    genre: "Ambient",
    moods: ["Calm", "Dreamy"],
    tempo: 1,
    beats: [60, 70],
    modes: ["lydian", "major"],
    chords: { voice: "held" },
    bass: [],
    drums: "none",
    arpeggio: harp,
    swing: 0,
    leads: [[vibraphone, "held"], [harp]],
  },
  {
    genre: "Lounge",
    moods: ["Focused", "Romantic"],
    tempo: 2,
    beats: [90, 100],
    modes: ["dorian", "major"],
    chords: { voice: electricPiano, steps: [0, 3, 6] },
    bass: slowBass,
    drums: "soft",
    swing: 0.1,
    leads: [[vibraphone, guitar], [electricPiano]],
  },
  {
    genre: "Jazz",
    moods: ["Happy", "Focused"],
    tempo: 2,
    beats: [100, 112],
    modes: ["dorian", "mixolydian"],
    chords: { voice: piano, steps: [1, 4, 7] },
    bass: walkingBass,
    drums: "brushes",
    swing: 0.33,
    leads: [[piano, vibraphone], [guitar]],
  },
  {
    genre: "Classical fusion",
    moods: ["Devotional", "Calm"],
    tempo: 1,
    beats: [72, 86],
    modes: ["bhairav", "dorian"],
    chords: { voice: "held" },
    bass: [[0, 0]],
    drums: "tabla",
    swing: 0,
    drone: true,
    leads: [[sitar], ["held"]],
  },
  {
    genre: "Acoustic",
    moods: ["Uplifting", "Romantic"],
    tempo: 2,
    beats: [94, 108],
    modes: ["major", "mixolydian"],
    chords: { voice: guitar, steps: [0, 2, 3, 5, 6] },
    bass: slowBass,
    drums: "shaker",
    swing: 0,
    leads: [["held"], [guitar, harp]],
  },
  {
    genre: "Lo-fi",
    moods: ["Nostalgic", "Calm"],
    tempo: 1,
    beats: [70, 82],
    modes: ["dorian", "minor"],
    chords: { voice: electricPiano, steps: [0, 5] },
    bass: slowBass,
    drums: "pop",
    swing: 0.25,
    leads: [[piano, kalimba], [vibraphone]],
  },
  {
    genre: "Electronic",
    moods: ["Energetic", "Party"],
    tempo: 3,
    beats: [118, 128],
    modes: ["minor", "dorian"],
    chords: { voice: electricPiano, steps: [1, 3, 5, 7] },
    bass: fastBass,
    drums: "dance",
    arpeggio: kalimba,
    swing: 0,
    leads: [[marimba, bell], ["held"]],
  },
  {
    genre: "Bossa nova",
    moods: ["Happy", "Romantic"],
    tempo: 2,
    beats: [96, 110],
    modes: ["major", "dorian"],
    chords: { voice: guitar, steps: [0, 3, 4, 6] },
    bass: slowBass,
    drums: "brushes",
    swing: 0,
    leads: [["held", vibraphone], [piano]],
  },
  {
    genre: "World",
    moods: ["Happy", "Uplifting"],
    tempo: 3,
    beats: [114, 122],
    modes: ["mixolydian", "major"],
    chords: { voice: kalimba, steps: [0, 2, 3, 5, 7] },
    bass: fastBass,
    drums: "tabla",
    arpeggio: marimba,
    swing: 0,
    leads: [[marimba, kalimba], ["held"]],
  },
  {
    genre: "Film score",
    moods: ["Nostalgic", "Dreamy"],
    tempo: 1,
    beats: [64, 76],
    modes: ["minor", "lydian"],
    chords: { voice: "held" },
    bass: [[0, 0]],
    drums: "none",
    arpeggio: piano,
    swing: 0,
    leads: [[piano], ["held"]],
  },
  {
    genre: "Easy listening",
    moods: ["Dreamy", "Happy"],
    tempo: 2,
    beats: [92, 104],
    modes: ["major", "lydian"],
    chords: { voice: harp, steps: [0, 4] },
    bass: [],
    drums: "none",
    arpeggio: musicBox,
    swing: 0,
    leads: [[musicBox], [kalimba, vibraphone]],
  },
  {
    genre: "Funk",
    moods: ["Energetic", "Uplifting"],
    tempo: 3,
    beats: [114, 120],
    modes: ["mixolydian", "dorian"],
    chords: { voice: guitar, steps: [2, 3, 6, 7] },
    bass: fastBass,
    drums: "pop",
    swing: 0.1,
    leads: [[electricPiano, guitar], [marimba]],
  },
];
