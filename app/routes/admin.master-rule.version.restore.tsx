export { action, loader } from "~/features/schedule/restoration.server";
export { default, meta } from "~/ui/confirm-route";
