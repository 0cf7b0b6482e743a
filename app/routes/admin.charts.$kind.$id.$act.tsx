export { action, loader } from "~/features/charts/confirmations.server";
export { default, meta } from "~/ui/confirm-route";
