export { action, loader } from "~/features/reports/schedule-confirmations.server";
export { default, meta } from "~/ui/confirm-route";
