export { action, loader } from "~/features/billing/invoice.server";
export { default, meta } from "~/ui/confirm-route";
