export { action, loader } from "~/features/ads/spot-confirmations.server";
export { default, meta } from "~/ui/confirm-route";
