/** The player module's door: what other parts of the platform may use of it. */
export { forgetOldCommands, giveCommands } from "./commands.queries.ts";
export { listCommands, listCommandsSince } from "./commands.service.ts";
export { countSongs } from "./count-songs.service.ts";
export { findTurnNow } from "./devices.queries.ts";
export { deviceOf, listDevices, toPlayingDevice } from "./devices.service.ts";
export { forgetOldPlays } from "./forget-old-plays.service.ts";
export { makeMediaKey, readMediaId } from "./media-id.ts";
export { listNowPlaying, showNowPlaying } from "./now-playing.service.ts";
export { playOutsService } from "./play-outs.service.ts";
export { findPlayer } from "./player.service.ts";
export { SignalStreams } from "./signals.service.ts";
export { songsHeard, songTotals, songTotalsOf } from "./song-days.queries.ts";
export { lockStoreStates } from "./store-states.queries.ts";
export { addToTotals, isPlay } from "./write-plays.queries.ts";
