/**
 * The columns of the CSV of a chart's songs. Adding a file to a chart reads the number, ISRC, title
 * and artist of them.
 */
export const chartSongColumns = [
  ...([
    "Position",
    "Song",
    "Title",
    "Artist",
    "Album",
    "ISRC",
    "Language",
    "Tempo",
    "Era",
  ] as const),
  ...(["Seconds", "Weight", "Plays", "Licensed to"] as const),
] as const;
