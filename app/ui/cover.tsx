import type { ReactNode } from "react";
import { elementAt } from "#contract/base/element-at";
import { type SpotKind, spotFills } from "./day";

/** The numbers that a song's cover is drawn from (contract/library/cover.ts), and its picture. */
type SongArt = { shape: number; colours: number; picture: string | null };
type SpotArt = Exclude<SpotKind, "music">;
export type Art = SongArt | SpotArt;

type Palette = readonly [ground: string, main: string, accent: string];

/** The three colours of each mood; covers keep them in dark mode, as pictures do. */
const palettes: readonly Palette[] = [
  ["#ffb52e", "#c2136b", "#2b1233"],
  ["#241536", "#8b6be8", "#ff7ab8"],
  ["#d9c7a0", "#7a3e1d", "#1f5f5b"],
  ["#e4572e", "#ffd166", "#5b1030"],
  ["#f6c6d8", "#8e1b57", "#fff1e0"],
  ["#d7ec9b", "#2f7d4f", "#fff6d8"],
  ["#bfe3dc", "#0f6e6a", "#f4efe6"],
  ["#23395b", "#8fb3d9", "#f2e9dc"],
];

const quarters = [
  "M0 4V0a4 4 0 0 1 4 4z",
  "M0 0h4a4 4 0 0 1-4 4z",
  "M4 0v4A4 4 0 0 1 0 0z",
  "M4 4H0a4 4 0 0 1 4-4z",
];

type Draw = (colours: Palette, turn: number) => ReactNode;

/** Each takes the rest of the shape's number, which rotates or varies the pattern. */
const patterns: readonly Draw[] = [
  // rings around a corner
  ([ground, main, accent], turn) =>
    [8, 6, 4, 2].map((radius) => (
      <circle
        key={radius}
        cx={turn & 1 ? 8 : 0}
        cy={turn & 2 ? 8 : 0}
        r={radius}
        fill={radius === 6 ? ground : radius === 4 ? accent : main}
      />
    )),
  // a sun over water
  ([, main, accent], turn) => (
    <>
      <circle cx={3 + (turn % 3)} cy={4 + ((turn >> 2) % 2)} r="3" fill={accent} />
      <path fill={main} d={turn & 1 ? "M0 4h8v1H0zM0 5.5h8V8H0z" : "M0 5h8v1H0zM0 6.5h8V8H0z"} />
    </>
  ),
  // an equaliser
  ([, main, accent], turn) =>
    [0, 1, 2, 3, 4].map((bar) => {
      const height = 2 + ((turn >> (2 * bar)) & 3) * 1.25;
      return (
        <rect
          key={bar}
          x={0.7 + bar * 1.4}
          y={4 - height / 2}
          width="1"
          height={height}
          rx=".5"
          fill={bar === turn % 5 ? accent : main}
        />
      );
    }),
  // a flower
  ([, main, accent], turn) => (
    <>
      <path
        fill={main}
        transform={turn & 1 ? "rotate(45 4 4)" : undefined}
        d="M4 4Q1.6 2 4 0 6.4 2 4 4 6 1.6 8 4 6 6.4 4 4 6.4 6 4 8 1.6 6 4 4 2 6.4 0 4 2 1.6 4 4"
      />
      <circle cx="4" cy="4" r={turn & 2 ? 1 : 1.5} fill={accent} />
    </>
  ),
  // a road
  ([, main, accent], turn) => (
    <g transform={turn & 1 ? "rotate(90 4 4)" : undefined}>
      <path fill={main} d="M0 8L8 0v8z" />
      <path fill={accent} d={turn & 2 ? "M1 8L8 1v2L3 8z" : "M3 8L8 3v2L5 8z"} />
    </g>
  ),
  // tiles
  ([, main, accent], turn) =>
    [0, 1, 2, 3].map((tile) => (
      <path
        key={tile}
        transform={`translate(${(tile % 2) * 4} ${tile > 1 ? 4 : 0})`}
        fill={tile === turn % 4 ? main : accent}
        d={quarters[(turn >> (2 + 2 * tile)) & 3]}
      />
    )),
];

const sizes = {
  small: "h-9 w-9 rounded-sm",
  row: "h-10 w-10 rounded",
  medium: "h-12 w-12 rounded",
  large: "h-[88px] w-[88px] rounded-lg",
  full: "aspect-square w-full rounded-xl",
  tile: "aspect-square w-full",
} as const;

/**
 * A song's cover: its picture, or a drawing of its album, mood and chart. The drawing also lies
 * under the picture, in case that does not load. A spot has its kind's colour.
 */
export function Cover({ art, size = "small" }: { art: Art; size?: keyof typeof sizes }) {
  const picture = typeof art === "string" ? null : art.picture;
  return (
    <span
      aria-hidden="true"
      className={`relative block shrink-0 overflow-hidden print:hidden ${sizes[size]}`}
    >
      <svg viewBox="0 0 8 8" aria-hidden="true" className="block h-full w-full">
        {typeof art === "string" ? <Spot kind={art} /> : <Drawing {...art} />}
      </svg>
      {picture ? (
        <img
          src={picture}
          alt=""
          loading="lazy"
          className="absolute inset-0 h-full w-full object-cover"
        />
      ) : null}
    </span>
  );
}

/** The drawing alone, in a view box of 8 by 8. */
export function Drawing({ shape, colours }: Pick<SongArt, "shape" | "colours">) {
  const palette = elementAt(palettes, Math.floor(colours / 3) % palettes.length);
  const colourAt = (place: number) => elementAt(palette, (place + colours) % 3);
  const turned: Palette = [colourAt(0), colourAt(1), colourAt(2)];
  const draw = elementAt(patterns, shape % patterns.length);
  return (
    <>
      <rect width="8" height="8" fill={turned[0]} />
      {draw(turned, Math.floor(shape / patterns.length))}
    </>
  );
}

const Spot = ({ kind }: { kind: SpotArt }) => (
  <>
    <rect width="8" height="8" className={spotFills[kind]} />
    <path d="M2 3.2v1.6h1l2 1.4V1.8l-2 1.4z" className="fill-chart-ink" />
  </>
);
