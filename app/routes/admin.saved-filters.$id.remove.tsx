export { action, loader } from "~/features/saved-filters/confirmations.server";
export { default, meta } from "~/ui/confirm-route";
