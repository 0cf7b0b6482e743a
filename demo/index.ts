export { demoFiles } from "./demo-files.ts";
export { startRecordings } from "./recordings.ts";
export { type DemoNeeds, runDemo } from "./run.ts";
