// Exports of charts for other modules, jobs and the demo.

export { removeChartSongs } from "./chart-songs.service.ts";
export { songState } from "./charts.queries.ts";
export { lockChartsById } from "./charts.service.ts";
