export { action, loader } from "~/features/companies/confirmations.server";
export { default, meta } from "~/ui/confirm-route";
