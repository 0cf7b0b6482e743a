export { action, loader } from "~/features/schedule/own-rule.server";
export { default, meta } from "~/ui/confirm-route";
