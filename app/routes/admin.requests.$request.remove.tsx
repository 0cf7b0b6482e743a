export { action, loader } from "~/features/onboarding/request-confirmations.server";
export { default, meta } from "~/ui/confirm-route";
