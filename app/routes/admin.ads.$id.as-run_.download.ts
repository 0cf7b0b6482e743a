export { downloadAsRun as loader } from "~/features/ads/as-run.server";
