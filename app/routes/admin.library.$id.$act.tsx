export { action, loader } from "~/features/library/song-confirmations.server";
export { default, meta } from "~/ui/confirm-route";
