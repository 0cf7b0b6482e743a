export { action, loader } from "~/features/webhooks/webhooks.server";
export { default, meta } from "~/ui/confirm-route";
