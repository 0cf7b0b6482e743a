import { Drawing } from "./cover";

/**
 * Draws a wall of covers like songs' covers, cut to fill its box; all patterns and colours appear
 * once before any repeats.
 */
export function CoverWall({
  columns,
  rows,
  className,
}: {
  columns: number;
  rows: number;
  className: string;
}) {
  return (
    <svg
      viewBox={`0 0 ${columns} ${rows}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={`block ${className}`}
    >
      {Array.from({ length: columns * rows }, (_, place) => coverAt(place)).map(
        ({ shape, colours }, place) => (
          <svg
            key={shape}
            aria-hidden="true"
            x={place % columns}
            y={Math.floor(place / columns)}
            width="1.01"
            height="1.01"
            viewBox="0 0 8 8"
          >
            <Drawing shape={shape} colours={colours} />
          </svg>
        ),
      )}
    </svg>
  );
}

const coverAt = (place: number) => ({
  shape: place * 7 + 6 * ((place * 37) % 251),
  colours: (place * 5) % 24,
});
