export { action, loader } from "~/features/stores/confirmations.server";
export { default, meta } from "~/ui/confirm-route";
