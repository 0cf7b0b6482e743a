export { action, loader } from "~/features/library/item-confirmations.server";
export { default, meta } from "~/ui/confirm-route";
