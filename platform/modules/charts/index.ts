// What other modules, jobs and the demo may use of charts.

export { songState } from "./charts.queries.ts";
export { lockChartsById } from "./charts.service.ts";
