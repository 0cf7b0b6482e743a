// What other modules, jobs and the demo may use of charts.
export { lockChartsById } from "./charts.service.ts";
