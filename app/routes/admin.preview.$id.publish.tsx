export { action, loader } from "~/features/schedule/publish.server";
export { default, meta } from "~/ui/confirm-route";
