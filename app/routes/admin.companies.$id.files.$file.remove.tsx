export { action, loader } from "~/features/companies/file-confirmations.server";
export { default, meta } from "~/ui/confirm-route";
