export { action, loader } from "~/features/stores/start-over.server";
export { default, meta } from "~/ui/confirm-route";
