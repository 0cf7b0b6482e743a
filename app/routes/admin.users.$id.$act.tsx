export { action, loader } from "~/features/users/confirmations.server";
export { default, meta } from "~/ui/confirm-route";
