// Exports of files for other modules, jobs and the demo.
export {
  type AudioReading,
  findAudioRow,
  findReading,
  forgetUnusedAudio,
  keepReading,
  takeReading,
} from "./audio-uploads.queries.ts";
export { findFiles } from "./files.queries.ts";
export {
  type FileKeeper,
  fileClearingService,
  fileKeeper,
  type StoredBytes,
} from "./files.service.ts";
