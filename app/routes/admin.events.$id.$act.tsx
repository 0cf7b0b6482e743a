export { action, loader } from "~/features/schedule/event-confirmations.server";
export { default, meta } from "~/ui/confirm-route";
