export { action, loader } from "~/features/stores/device-confirmations.server";
export { default, meta } from "~/ui/confirm-route";
