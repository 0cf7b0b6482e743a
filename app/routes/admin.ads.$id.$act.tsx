export { action, loader } from "~/features/ads/campaign-confirmations.server";
export { default, meta } from "~/ui/confirm-route";
