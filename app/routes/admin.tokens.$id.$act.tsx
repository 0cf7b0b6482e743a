export { action, loader } from "~/features/tokens/tokens.server";
export { default, meta } from "~/ui/confirm-route";
