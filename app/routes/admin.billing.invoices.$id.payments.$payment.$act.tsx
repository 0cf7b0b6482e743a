export { action, loader } from "~/features/billing/reversal.server";
export { default, meta } from "~/ui/confirm-route";
