export { action, loader } from "~/features/billing/billed-company.server";
export { default, meta } from "~/ui/confirm-route";
