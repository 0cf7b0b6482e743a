import { withMembers } from "~/ui/frame/address";

export const chartsPath = "/admin/charts";
export const chartPath = (kind: string, ref: string) => `${chartsPath}/${kind}/${ref}`;
export const chartEditPath = (chart: string) => `${chart}/edit`;
/** Where songs are chosen for a chart; the library's filters are its members. */
export const songPickerPath = (chart: string) => `${chart}/add`;
/** Where songs are added by a typed or uploaded list. */
export const songListPath = (chart: string) => `${chart}/list`;
/** What the buttons of a chart's songs are posted to. */
export const chartSongsPath = (chart: string) => `${chart}/songs`;
/**
 * Where it is asked whether all of a chart's songs that match are removed; its members are the
 * search and the way back.
 */
export const removeSongsPath = (
  chart: string,
  members: { search?: string | undefined; back: string },
) => withMembers(`${chart}/remove-songs`, members);
export const chartAudioPath = (songRef: string) => `${chartsPath}/audio/${songRef}`;
/** The list's charts as CSV; its filters are the members. */
export const chartsDownloadPath = `${chartsPath}/download`;
export const chartDownloadPath = (chart: string) => `${chart}/download`;
export const chartAddPath = `${chartsPath}/add`;
/** The list of the charts of a kind; popular ones are the first tab. */
export const listOf = (kind: string) =>
  kind === "custom" ? `${chartsPath}?kind=custom` : chartsPath;
/** The form of a new chart, of the `kind` given, that begins with another one's songs. */
export const copyPath = (kind: string, of: { kind: string; ref: string }) =>
  `${chartAddPath}?${new URLSearchParams({ kind, of: of.kind, copy: of.ref })}`;
