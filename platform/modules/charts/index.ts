// What other modules, jobs and the demo may use of charts.

export { removeChartSongs } from "./chart-songs.service.ts";
export { songState } from "./charts.queries.ts";
export { lockChartsById } from "./charts.service.ts";
