export { action, loader } from "~/features/stores/player-confirmations.server";
export { default, meta } from "~/ui/confirm-route";
