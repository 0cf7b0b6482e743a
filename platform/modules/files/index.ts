// What other modules, jobs and the demo may use of files.
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
