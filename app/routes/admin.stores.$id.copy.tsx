export { action, loader } from "~/features/stores/store-copy.server";
export { default, meta } from "~/ui/confirm-route";
