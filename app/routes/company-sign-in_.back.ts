export { finishCompanyAccount as loader } from "~/features/session/company-account.server";
