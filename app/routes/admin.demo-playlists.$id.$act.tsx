export { action, loader } from "~/features/demo-playlists/demo-confirmations.server";
export { default, meta } from "~/ui/confirm-route";
