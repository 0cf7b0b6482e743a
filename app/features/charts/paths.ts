import { withMembers } from "~/ui/frame/address";

export const chartsPath = "/admin/charts";
export const chartPath = (kind: string, ref: string) => `${chartsPath}/${kind}/${ref}`;
export const chartEditPath = (chart: string) => `${chart}/edit`;
/** Chooses songs for a chart; the address takes the library's filters. */
export const songPickerPath = (chart: string) => `${chart}/add`;
/** Adds songs by a typed or uploaded list. */
export const songListPath = (chart: string) => `${chart}/list`;
/** Receives the buttons of a chart's song list. */
export const chartSongsPath = (chart: string) => `${chart}/songs`;
/**
 * Asks whether to remove all of a chart's songs that match `search`; `back` is the page to
 * return to.
 */
export const removeSongsPath = (
  chart: string,
  members: { search?: string | undefined; back: string },
) => withMembers(`${chart}/remove-songs`, members);
export const chartAudioPath = (songRef: string) => `${chartsPath}/audio/${songRef}`;
/** Downloads the listed charts as CSV; the address takes the list's filters. */
export const chartsDownloadPath = `${chartsPath}/download`;
export const chartDownloadPath = (chart: string) => `${chart}/download`;
export const chartAddPath = `${chartsPath}/add`;
/** The list of the charts of a kind; popular ones are the first tab. */
export const listOf = (kind: string) =>
  kind === "custom" ? `${chartsPath}?kind=custom` : chartsPath;
/** The form for a new chart of the given `kind` that starts with another chart's songs. */
export const copyPath = (kind: string, of: { kind: string; ref: string }) =>
  `${chartAddPath}?${new URLSearchParams({ kind, of: of.kind, copy: of.ref })}`;
