export { action, loader } from "~/features/hierarchy/confirmations.server";
export { default, meta } from "~/ui/confirm-route";
